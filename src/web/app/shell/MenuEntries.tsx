import ExpandIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Collapse from '@mui/material/Collapse';
import List from '@mui/material/List';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuGroup, MenuLink } from '../menu.ts';
import { MenuRow } from './MenuRow.ts';
import { wayTo } from './wayTo.ts';

type Props = { menu: readonly (MenuLink | MenuGroup)[]; here: string | undefined };

/** The first level with icons, and the entries of one open group below its label. */
export function MenuEntries({ menu, here }: Props) {
  const { t } = useTranslation();
  const groups = menu.filter((entry) => entry.kind === 'group');
  const current = groups.find(({ links }) => links.some(({ to }) => to === here))?.label;
  // The present screen's group is open, else the first, where most work starts, until the person opens another or none.
  const [chosen, choose] = useState<string | null>();
  const open = chosen === undefined ? (current ?? groups[0]?.label) : chosen;
  const [arrived, setArrived] = useState(here);
  if (arrived !== here) {
    setArrived(here);
    if (current !== undefined) choose(current);
  }
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [here]);

  return (
    <List ref={list} disablePadding sx={{ display: 'grid', gap: '1px' }}>
      {menu.map((entry) => {
        if (entry.kind === 'link')
          return (
            <li key={entry.to}>
              <Entry link={entry} here={here} hasIcon />
            </li>
          );
        const isOpen = entry.label === open;
        const Icon = entry.icon;
        return (
          <li key={entry.label}>
            <MenuRow
              onClick={() => choose(isOpen ? null : entry.label)}
              aria-expanded={isOpen}
              className={isOpen ? 'section' : ''}
            >
              <Icon aria-hidden="true" />
              <span>{t(`menu.${entry.label}`)}</span>
              <ExpandIcon
                aria-hidden="true"
                sx={(theme) => ({
                  transform: isOpen ? 'rotate(180deg)' : 'none',
                  transition: theme.transitions.create('transform'),
                })}
              />
            </MenuRow>
            {/* A menu in place at a first paint moves nothing. */}
            <Collapse
              in={isOpen}
              unmountOnExit
              onEntered={(node) =>
                node.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
              }
            >
              <List disablePadding sx={{ display: 'grid', gap: '1px', pb: 1.5 }}>
                {entry.links.map((link) => (
                  <li key={link.to}>
                    <Entry link={link} here={here} />
                  </li>
                ))}
              </List>
            </Collapse>
          </li>
        );
      })}
    </List>
  );
}

function Entry({
  link,
  here,
  hasIcon = false,
}: {
  link: MenuLink;
  here: string | undefined;
  hasIcon?: boolean;
}) {
  const { t } = useTranslation();
  const Icon = link.icon;
  const selected = link.to === here;
  return (
    <MenuRow
      {...wayTo(link)}
      className={selected ? 'selected' : ''}
      aria-current={selected ? 'page' : undefined}
    >
      {hasIcon ? <Icon aria-hidden="true" /> : <Box component="i" aria-hidden="true" />}
      <span>{t(`menu.${link.label}`)}</span>
    </MenuRow>
  );
}

import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import { useState, type ElementType } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuGroup, MenuLink } from '../menu.ts';
import { wayTo } from './wayTo.ts';

const RailButton = styled(IconButton)(({ theme }) => {
  const chrome = theme.vars!.palette.chrome;
  return {
    width: 40,
    height: 40,
    color: chrome.quiet,
    '& svg': { fontSize: 20 },
    '&:hover': { backgroundColor: chrome.hover, color: chrome.text },
    '&.selected, &.selected:hover': { backgroundColor: chrome.selected, color: chrome.onSelected },
    '&:focus-visible': { outline: `2px solid ${chrome.accent}`, outlineOffset: -2 },
  };
}) as typeof IconButton & ElementType;

/** The first level of the menu as icons; a group opens its entries beside it. */
export function MenuRail({
  menu,
  here,
}: {
  menu: readonly (MenuLink | MenuGroup)[];
  here: string | undefined;
}) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<{ group: MenuGroup; anchor: HTMLElement } | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <List disablePadding sx={{ display: 'grid', gap: 1 }}>
        {menu.map((entry) => {
          const Icon = entry.icon;
          const label = t(`menu.${entry.label}`);
          return (
            <li key={entry.label}>
              <Tooltip title={label} placement="right">
                {entry.kind === 'link' ? (
                  <RailButton
                    {...wayTo(entry)}
                    aria-label={label}
                    aria-current={entry.to === here ? 'page' : undefined}
                    className={entry.to === here ? 'selected' : ''}
                  >
                    <Icon />
                  </RailButton>
                ) : (
                  <RailButton
                    aria-label={label}
                    aria-haspopup="menu"
                    aria-expanded={open?.group.label === entry.label}
                    className={entry.links.some(({ to }) => to === here) ? 'selected' : ''}
                    onClick={(event: React.MouseEvent<HTMLElement>) =>
                      setOpen({ group: entry, anchor: event.currentTarget })
                    }
                  >
                    <Icon />
                  </RailButton>
                )}
              </Tooltip>
            </li>
          );
        })}
      </List>
      <Menu
        anchorEl={open?.anchor ?? null}
        open={open !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { sx: { ml: 2, mt: 0 } },
          list: { 'aria-label': open ? t(`menu.${open.group.label}`) : '' },
        }}
      >
        {open?.group.links.map((link) => (
          <MenuItem
            key={link.to}
            {...wayTo(link)}
            selected={link.to === here}
            aria-current={link.to === here ? 'page' : undefined}
            onClick={close}
          >
            {t(`menu.${link.label}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

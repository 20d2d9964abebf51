import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs, { tabsClasses } from '@mui/material/Tabs';
import { use, useEffect, useRef, type ComponentProps } from 'react';
import { Link } from 'react-router';
import { Page } from './Page.tsx';
import { MenuCrumb } from './trail.ts';
import { useScrollEnds } from './useScrollEnds.ts';

const SCROLLER = `.${tabsClasses.scroller}`;
/** Width in which tabs fade where more of them follow. */
const FADE = 40;

type Props = ComponentProps<typeof Page> & {
  /** The parts, each with an address of its own. */
  tabs: readonly { readonly name: string; readonly label: string; readonly to: string }[];
  /** The name of the part that is shown. */
  tab: string;
  /** The accessible name of the tabs. */
  tabsLabel: string;
};

/** One part of several under the same title, with the way to the others: links that look like tabs. */
export function TabbedPage({ tabs, tab, tabsLabel, children, ...page }: Props) {
  const entry = use(MenuCrumb);
  const frame = useRef<HTMLElement>(null);
  const { start, end } = useScrollEnds(frame, SCROLLER);
  // The chosen tab stands clear of the fade, whose width the tabs do not know.
  useEffect(() => {
    const scroller = frame.current?.querySelector(SCROLLER);
    const chosen = scroller?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (!scroller || !chosen) return;
    const { left, right } = scroller.getBoundingClientRect();
    if (chosen.right > right - FADE) scroller.scrollLeft += chosen.right - right + FADE;
    else if (chosen.left < left + FADE) scroller.scrollLeft -= left + FADE - chosen.left;
  }, [tab]);
  return (
    <Page
      {...page}
      part={tabs.find(({ name }) => name === tab)?.label}
      hasTrail={tabs.every(({ to }) => to !== entry?.to)}
    >
      <Box
        component="nav"
        ref={frame}
        aria-label={tabsLabel}
        sx={(theme) => ({
          mt: -2,
          mb: 5,
          borderBottom: `1px solid ${theme.vars?.palette.divider}`,
          // A row that ends between two tabs would look complete.
          ...((start || end) && {
            [SCROLLER]: {
              maskImage: `linear-gradient(to right, ${start ? 'transparent' : 'black'}, black ${FADE}px, black calc(100% - ${FADE}px), ${end ? 'transparent' : 'black'})`,
            },
          }),
        })}
      >
        <Tabs
          value={tab}
          variant="scrollable"
          scrollButtons={false}
          role="presentation"
          slotProps={{ list: { role: 'presentation' } }}
        >
          {tabs.map(({ name, label, to }) => (
            <Tab
              key={name}
              value={name}
              label={label}
              component={Link}
              to={to}
              role={undefined}
              aria-selected={undefined}
              aria-current={name === tab ? 'page' : undefined}
              tabIndex={0}
              sx={{
                textTransform: 'none',
                minHeight: 44,
                minWidth: 0,
                px: 3,
                '&:focus-visible': { outlineOffset: -2 },
              }}
            />
          ))}
        </Tabs>
      </Box>
      {children}
    </Page>
  );
}

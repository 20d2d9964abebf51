import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { reachOf, type Permission } from '../../contract/roles.ts';
import { useMe } from '../api.ts';
import { Page } from '../ui/Page.tsx';

const TABS = [
  { name: 'groups', path: 'contact-groups', who: 'messaging.send' },
  { name: 'contacts', path: 'contacts', who: 'messaging.send' },
  { name: 'optOuts', path: 'contacts/opt-outs', who: 'messaging.send' },
  { name: 'blocked', path: 'contacts/blocked', who: 'platform.read' },
] as const satisfies readonly { name: string; path: string; who: Permission }[];

/** One of the lists of people, with the way to the others. */
export function ContactsFrame({ tab, purpose, actions, children }: { tab: (typeof TABS)[number]['name']; purpose: string; actions?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <Page title={t('contacts.title')} purpose={purpose} actions={actions}>
      <Box component="nav" aria-label={t('contacts.parts')} sx={(theme) => ({ mt: -2, mb: 5, borderBottom: `1px solid ${theme.vars?.palette.divider}` })}>
        <Tabs value={tab} variant="scrollable" scrollButtons={false} role="presentation" slotProps={{ list: { role: 'presentation' } }}>
          {TABS.filter(({ who }) => reachOf(me.clientAccessLevel, who) !== undefined).map(({ name, path }) => (
            <Tab
              key={name} value={name} label={t(`contacts.tabs.${name}`)} component={Link} to={`/dashboard/${path}`} role={undefined} aria-selected={undefined} aria-current={name === tab ? 'page' : undefined} tabIndex={0}
              sx={{ textTransform: 'none', minHeight: 44, minWidth: 0, px: 3, '&:focus-visible': { outlineOffset: -2 } }}
            />
          ))}
        </Tabs>
      </Box>
      {children}
    </Page>
  );
}

import Alert from '@mui/material/Alert';
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
  { name: 'details', path: 'settings', who: 'self' },
  { name: 'sessions', path: 'settings/sessions', who: 'self' },
  { name: 'apiKeys', path: 'settings/api-keys', who: 'self' },
  { name: 'webhooks', path: 'settings/webhooks', who: 'credentials' },
  { name: 'branding', path: 'settings/branding', who: 'branding' },
  { name: 'personal', path: 'settings/personal-data', who: 'personal' },
  { name: 'platform', path: 'settings/platform', who: 'platform.read' },
  { name: 'audit', path: 'settings/audit', who: 'audit' },
] as const satisfies readonly { name: string; path: string; who: Permission }[];

type Props = { tab: (typeof TABS)[number]['name']; purpose?: ReactNode; actions?: ReactNode; children: ReactNode };

/** One part of the settings, with the way to the others. */
export function SettingsFrame({ tab, purpose, actions, children }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const shown = TABS.filter(({ who, name }) => reachOf(me.clientAccessLevel, who) !== undefined && (me.clientStatus !== 'SHOULD_UPDATE_DETAILS' || name === 'details' || name === 'sessions'));
  return (
    <Page title={t('settings.title')} purpose={purpose} actions={actions}>
      <Box component="nav" aria-label={t('settings.tabList')} sx={(theme) => ({ mt: -2, mb: 5, borderBottom: `1px solid ${theme.vars?.palette.divider}` })}>
        <Tabs value={tab} variant="scrollable" scrollButtons={false} role="presentation" slotProps={{ list: { role: 'presentation' } }}>
          {shown.map(({ name, path }) => (
            <Tab
              key={name} value={name} label={t(`settings.tabs.${name}`)} component={Link} to={`/dashboard/${path}`} role={undefined} aria-selected={undefined} aria-current={name === tab ? 'page' : undefined} tabIndex={0}
              sx={{ textTransform: 'none', minHeight: 44, minWidth: 0, px: 3, '&:focus-visible': { outlineOffset: -2 } }}
            />
          ))}
        </Tabs>
      </Box>
      {me.impersonated && <Alert severity="info" sx={{ mb: 5 }}>{t('settings.acting', { name: me.clientName })}</Alert>}
      {children}
    </Page>
  );
}

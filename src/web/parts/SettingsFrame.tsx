import Alert from '@mui/material/Alert';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reachOf, type Permission } from '../../contract/shared/roles.ts';
import { useMe } from './queries.ts';
import { TabbedPage } from '../ui/page/TabbedPage.tsx';

const TABS = [
  { name: 'details', path: 'settings', who: 'self' },
  { name: 'security', path: 'settings/security', who: 'self' },
  { name: 'apiKeys', path: 'settings/api-keys', who: 'self' },
  { name: 'webhooks', path: 'settings/webhooks', who: 'credentials' },
  { name: 'protection', path: 'settings/protection', who: 'self' },
  { name: 'branding', path: 'settings/branding', who: 'branding' },
  { name: 'personal', path: 'settings/personal-data', who: 'personal' },
  { name: 'platform', path: 'settings/platform', who: 'platform.read' },
  { name: 'audit', path: 'settings/audit', who: 'audit' },
] as const satisfies readonly { name: string; path: string; who: Permission }[];

type Props = {
  tab: (typeof TABS)[number]['name'];
  purpose?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** One part of the settings, with the way to the others. */
export function SettingsFrame({ tab, purpose, actions, children }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const shown = TABS.filter(
    ({ who, name }) =>
      reachOf(me.clientAccessLevel, who) !== undefined &&
      (me.clientStatus !== 'SHOULD_UPDATE_DETAILS' || name === 'details' || name === 'security') &&
      (!me.strongSignInDue || name === 'security'),
  );
  return (
    <TabbedPage
      title={t('settings.title')}
      purpose={purpose}
      actions={actions}
      tabs={shown.map(({ name, path }) => ({
        name,
        label: t(`settings.tabs.${name}`),
        to: `/dashboard/${path}`,
      }))}
      tab={tab}
      tabsLabel={t('settings.tabList')}
    >
      {me.impersonated && (
        <Alert severity="info" sx={{ mb: 5 }}>
          {t('settings.acting', { name: me.clientName })}
        </Alert>
      )}
      {children}
    </TabbedPage>
  );
}

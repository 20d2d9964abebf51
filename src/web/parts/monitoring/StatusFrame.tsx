import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TabbedPage } from '../../ui/page/TabbedPage.tsx';

const TABS = [
  { name: 'overview', path: 'status' },
  { name: 'errors', path: 'status/errors' },
  { name: 'incidents', path: 'status/incidents' },
  { name: 'unconfirmed', path: 'status/unconfirmed' },
  { name: 'receipts', path: 'status/unmatched-receipts' },
  { name: 'alerts', path: 'status/alerts' },
  { name: 'retention', path: 'status/retention' },
] as const;

/** One part of what operators see of the installation, with the way to the others. */
export function StatusFrame({
  tab,
  purpose,
  actions,
  children,
}: {
  tab: (typeof TABS)[number]['name'];
  purpose?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <TabbedPage
      title={t('monitoring.title')}
      purpose={purpose}
      actions={actions}
      tabs={TABS.map(({ name, path }) => ({
        name,
        label: t(`monitoring.tabs.${name}`),
        to: `/dashboard/${path}`,
      }))}
      tab={tab}
      tabsLabel={t('monitoring.tabList')}
    >
      {children}
    </TabbedPage>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TabbedPage } from '../../ui/page/TabbedPage.tsx';

export const REPORTS = '/dashboard/reports/download-report';
export const SCHEDULES = `${REPORTS}/schedules`;
const TABS = [
  { name: 'reports', to: REPORTS },
  { name: 'schedules', to: SCHEDULES },
] as const;

/** Requested or scheduled reports, with a link to the other. */
export function ReportFrame({
  tab,
  actions,
  children,
}: {
  tab: (typeof TABS)[number]['name'];
  actions: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <TabbedPage
      title={t('reports.title')}
      purpose={t(tab === 'reports' ? 'reports.purpose' : 'reports.schedule.purpose')}
      actions={actions}
      tabs={TABS.map(({ name, to }) => ({ name, label: t(`reports.tabs.${name}`), to }))}
      tab={tab}
      tabsLabel={t('reports.tabList')}
    >
      {children}
    </TabbedPage>
  );
}

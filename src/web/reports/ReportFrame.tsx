import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Page } from '../ui/Page.tsx';

export const REPORTS = '/dashboard/reports/download-report';
const TABS = [{ name: 'reports', to: REPORTS }, { name: 'schedules', to: `${REPORTS}/schedules` }] as const;

/** What was requested, or what is made again and again, with the way to the other. */
export function ReportFrame({ tab, actions, children }: { tab: (typeof TABS)[number]['name']; actions: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Page title={t('reports.title')} purpose={t(tab === 'reports' ? 'reports.purpose' : 'reports.schedule.purpose')} actions={actions}>
      <Box component="nav" aria-label={t('reports.tabList')} sx={(theme) => ({ mt: -2, mb: 5, borderBottom: `1px solid ${theme.vars?.palette.divider}` })}>
        <Tabs value={tab} role="presentation" slotProps={{ list: { role: 'presentation' } }}>
          {TABS.map(({ name, to }) => (
            <Tab
              key={name} value={name} label={t(`reports.tabs.${name}`)} component={Link} to={to} role={undefined} aria-selected={undefined} aria-current={name === tab ? 'page' : undefined} tabIndex={0}
              sx={{ textTransform: 'none', minHeight: 44, minWidth: 0, px: 3, '&:focus-visible': { outlineOffset: -2 } }}
            />
          ))}
        </Tabs>
      </Box>
      {children}
    </Page>
  );
}

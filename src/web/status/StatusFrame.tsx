import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Page } from '../ui/Page.tsx';

const TABS = [{ name: 'overview', path: 'status' }, { name: 'alerts', path: 'status/alerts' }, { name: 'retention', path: 'status/retention' }] as const;

/** One part of what operators see of the installation, with the way to the others. */
export function StatusFrame({ tab, purpose, actions, children }: { tab: (typeof TABS)[number]['name']; purpose: ReactNode; actions?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Page title={t('standing.title')} purpose={purpose} actions={actions}>
      <Box component="nav" aria-label={t('standing.tabList')} sx={(theme) => ({ mt: -2, mb: 5, borderBottom: `1px solid ${theme.vars?.palette.divider}` })}>
        <Tabs value={tab} variant="scrollable" scrollButtons={false} role="presentation" slotProps={{ list: { role: 'presentation' } }}>
          {TABS.map(({ name, path }) => (
            <Tab
              key={name} value={name} label={t(`standing.tabs.${name}`)} component={Link} to={`/dashboard/${path}`} role={undefined} aria-selected={undefined} aria-current={name === tab ? 'page' : undefined} tabIndex={0}
              sx={{ textTransform: 'none', minHeight: 44, minWidth: 0, px: 3, '&:focus-visible': { outlineOffset: -2 } }}
            />
          ))}
        </Tabs>
      </Box>
      {children}
    </Page>
  );
}

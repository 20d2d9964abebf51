import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { status, type StatusPage } from '../../../contract/api/monitoring.ts';
import { useGet } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StatusFrame } from './StatusFrame.tsx';
import { CurrentProblems } from './status/CurrentProblems.tsx';
import { StatusFigures } from './status/StatusFigures.tsx';
import { HistoryCharts } from './status/HistoryCharts.tsx';
import { Processes } from './status/Processes.tsx';
import { Connectors } from './status/Connectors.tsx';
import { OpenAlerts } from './status/OpenAlerts.tsx';
import { Rows } from '../../ui/layout.tsx';

const EVERY = 5000;

/** How the installation stands: what is wrong, how much waits, who lives, and how the last hours went. */
export function Status() {
  const { t } = useTranslation();
  const query = useGet(status.get, {}, { every: () => EVERY });
  return (
    <StatusFrame tab="overview" purpose={t('monitoring.purpose')}>
      {query.data === undefined ? (
        query.isError ? (
          <Section>
            <ErrorState
              title={t('list.failed')}
              text={messageOf(query.error)}
              retry={() => void query.refetch()}
            />
          </Section>
        ) : (
          <Skeleton variant="rounded" height={480} />
        )
      ) : (
        <Overview page={query.data} />
      )}
    </StatusFrame>
  );
}

function Overview({ page }: { page: StatusPage }) {
  return (
    <Rows isFluid>
      <CurrentProblems page={page} />
      <StatusFigures page={page} />
      <HistoryCharts />
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <Processes page={page} />
        <Connectors page={page} />
      </Box>
      <OpenAlerts alerts={page.alerts} />
    </Rows>
  );
}

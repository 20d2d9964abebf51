import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { healing, type Incident } from '../../../../contract/api/healing.ts';
import { messageOf } from '../../../api/call.ts';
import { useGet } from '../../../parts/queries.ts';
import { DASH, Time, useFormat } from '../../../ui/figures.tsx';
import { Rows } from '../../../ui/layout.tsx';
import { Facts, Page, Section } from '../../../ui/Page.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { IncidentActions } from './IncidentActions.tsx';
import { IncidentStatus } from './IncidentStatus.tsx';
import { IncidentRange } from './IncidentRange.tsx';
import { IncidentSteps } from './IncidentSteps.tsx';
import { useIncidentWords } from './useIncidentWords.ts';

const EVERY = 5000;

/** One incident: what was found, what was moved, and every decision with its figures. */
export function IncidentPage() {
  const { t } = useTranslation();
  const { incidentId = '' } = useParams();
  const query = useGet(healing.get, { incidentId }, { every: () => EVERY });
  const { title } = useIncidentWords();
  const back = { to: '/dashboard/status/incidents', label: t('monitoring.tabs.incidents') };
  if (query.data === undefined)
    return (
      <Page title={query.isError ? t('monitoring.tabs.incidents') : t('loading')} back={back}>
        {query.isError ? (
          <Section>
            <ErrorState
              title={t('list.failed')}
              text={messageOf(query.error)}
              retry={() => void query.refetch()}
            />
          </Section>
        ) : (
          <Skeleton variant="rounded" height={320} />
        )}
      </Page>
    );
  const { incident, steps } = query.data;
  return (
    <Page
      title={title(incident)}
      back={back}
      purpose={t(`incidents.reasons.${incident.reason}`)}
      aside={<IncidentStatus incident={incident} />}
      actions={<IncidentActions incident={incident} />}
    >
      <Rows isFluid>
        <IncidentRange incident={incident} />
        <Box
          sx={{
            display: 'grid',
            gap: 5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
            alignItems: 'start',
          }}
        >
          <Section title={t('incidents.steps')}>
            <IncidentSteps steps={steps} present={incident} />
          </Section>
          <Section title={t('incidents.present')}>
            <IncidentFacts incident={incident} />
          </Section>
        </Box>
      </Rows>
    </Page>
  );
}

function IncidentFacts({ incident }: { incident: Incident }) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const { route } = useIncidentWords();
  const { figures, acknowledgedBy, beganTimestamp, endedTimestamp } = incident;
  const time = (seconds: number | null) => (seconds === null ? DASH : duration(seconds));
  return (
    <Facts
      rows={[
        [t('incidents.route'), route(incident)],
        [t('incidents.median'), time(figures.medianSeconds)],
        [t('incidents.usualMedian'), time(figures.usualSeconds)],
        [t('incidents.began'), <Time key="began" at={beganTimestamp} />],
        endedTimestamp === null
          ? null
          : [t('incidents.ended'), <Time key="ended" at={endedTimestamp} />],
        [t('incidents.acknowledgedBy'), acknowledgedBy ?? t('incidents.nobody')],
      ]}
    />
  );
}

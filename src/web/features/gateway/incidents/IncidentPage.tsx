import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useParams } from 'react-router';
import { healing, type Incident } from '../../../../contract/api/healing.ts';
import { mtRoutes } from '../../../../contract/api/routes.ts';
import { messageOf } from '../../../api/call.ts';
import { useAll, useGet } from '../../../parts/queries.ts';
import { DASH, Time, useFormat } from '../../../ui/figures/figures.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { Facts, Page, Section } from '../../../ui/page/Page.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { LaneEnds } from '../routes/LaneEnds.tsx';
import { connectorEnd } from '../routes/lanes.ts';
import { IncidentActions } from './IncidentActions.tsx';
import { IncidentStatus } from './IncidentStatus.tsx';
import { IncidentCourseChart } from './IncidentCourseChart.tsx';
import { IncidentRange } from './IncidentRange.tsx';
import { IncidentSteps } from './IncidentSteps.tsx';
import { useIncidentWords } from './useIncidentWords.ts';

const EVERY = 5000;
/** Connectors of a route change seldom. */
const ROUTE_EVERY = 20_000;
const ROUTES = '/dashboard/jasmin/mt-routes';

/** One incident: what was found, what was moved, and every decision with its figures. */
export function IncidentPage() {
  const { t } = useTranslation();
  const { incidentId = '' } = useParams();
  const query = useGet(healing.get, { incidentId }, { every: () => EVERY });
  const { headline, route } = useIncidentWords();
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
  const { incident, steps, course } = query.data;
  return (
    <Page
      title={headline(incident)}
      back={back}
      purpose={
        <>
          {t(`incidents.reasons.${incident.reason}`)}
          {incident.status === 'NOTICED' && incident.reason === 'NO_OTHER' && (
            <>
              {' '}
              <Link component={RouterLink} to={ROUTES}>
                {t('incidents.addConnector', { route: route(incident) })}
              </Link>
            </>
          )}
        </>
      }
      aside={<IncidentStatus incident={incident} />}
      actions={<IncidentActions incident={incident} />}
    >
      <Rows isFluid>
        <IncidentRange incident={incident} steps={steps} />
        <IncidentCourseChart
          course={course}
          floor={incident.figures.floor}
          steps={steps}
          query={query}
        />
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
        [
          t('incidents.route'),
          incident.routeOrder === null ? (
            route(incident)
          ) : (
            <Link key="route" component={RouterLink} to={ROUTES}>
              {route(incident)}
            </Link>
          ),
        ],
        incident.routeOrder === null || endedTimestamp !== null
          ? null
          : [
              t(incident.keep < 1 ? 'incidents.movedTo' : 'incidents.others'),
              // The box is as high as the connectors that it is to hold.
              <Box key="others" sx={{ minHeight: 20 }}>
                <Others incident={incident} />
              </Box>,
            ],
        [
          t('incidents.median'),
          figures.usualSeconds === null
            ? time(figures.medianSeconds)
            : t('incidents.medianBeside', {
                now: time(figures.medianSeconds),
                usual: time(figures.usualSeconds),
              }),
        ],
        [t('incidents.began'), <Time key="began" at={beganTimestamp} />],
        endedTimestamp === null
          ? null
          : [t('incidents.ended'), <Time key="ended" at={endedTimestamp} />],
        [t('incidents.acknowledgedBy'), acknowledgedBy ?? t('incidents.nobody')],
      ]}
    />
  );
}

/** The other connectors of the incident's route, each with its state. */
function Others({ incident: { cid, routeId } }: { incident: Incident }) {
  const { t } = useTranslation();
  const { data } = useAll(mtRoutes.list, 'routes', {}, { every: () => ROUTE_EVERY });
  const route = data?.routes.find((each) => each.routeId === routeId);
  if (route === undefined) return DASH;
  const others = route.connectors.filter((each) => each.cid !== cid);
  if (others.length === 0) return t('incidents.noOther');
  return (
    <LaneEnds ends={others.map((each) => connectorEnd(each))} type={route.type} weights={null} />
  );
}

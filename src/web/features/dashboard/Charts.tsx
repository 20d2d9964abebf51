import ReportIcon from '@mui/icons-material/AssessmentOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useSearchParams } from 'react-router';
import { endOfDay, presetDays, startOfDay } from '../../../contract/shared/dates.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { stats } from '../../../contract/api/statistics.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { useNow } from '../../ui/figures.tsx';
import { Section } from '../../ui/Page.tsx';
import { EVERY, type LinkTo, REPORT, SENT } from './charts/links.ts';
import { Deliveries } from './charts/Deliveries.tsx';
import { RankedBy } from './charts/RankedBy.tsx';
import { RankedClients } from './charts/RankedClients.tsx';

const PRESETS = ['today', 'last7Days', 'last30Days'] as const;

type Preset = (typeof PRESETS)[number];

const USUAL: Preset = 'last7Days';

/** Messages of the chosen days: over time, by outcome, network, country and sender ID, and by client for accounts with clients. */
export function Charts() {
  const { t } = useTranslation();
  const { clientAccessLevel: role } = useMe();
  const [parameters, setParameters] = useSearchParams();
  const chosen = PRESETS.find((preset) => preset === parameters.get('days')) ?? USUAL;
  const { first, last } = presetDays(chosen, useNow());
  const filter = {
    'filter.startTimestamp': startOfDay(first),
    'filter.endTimestamp': endOfDay(last),
  };
  const reads = reachOf(role, 'messaging.read') !== undefined;
  const reports = reachOf(role, 'reports') !== undefined;
  const oversees = reports && reachOf(role, 'reports') !== 'own';
  const hourly = chosen === 'today';
  const query = useGet(
    stats.dlr,
    { ...filter, granularity: hourly ? 'hour' : 'day' },
    { every: () => EVERY, keep: true },
  );
  const nothing = query.data?.totals.messages === 0;
  const linkTo: LinkTo | undefined = reads
    ? (more) =>
        `${SENT}?${new URLSearchParams({ ...('from' in more ? {} : { days: chosen }), ...more }).toString()}`
    : undefined;
  return (
    <Box
      component="section"
      aria-labelledby="messages-heading"
      sx={{ display: 'grid', gap: { xs: 4, sm: 5 }, gridTemplateColumns: 'minmax(0, 1fr)', mt: 2 }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 3,
          alignItems: 'center',
          justifyContent: 'space-between',
        }}
      >
        <Typography variant="h2" id="messages-heading">
          {t('dashboard.charts.title')}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={chosen}
            aria-label={t('dashboard.charts.days')}
            onChange={(_event, next: Preset | null) => {
              if (next)
                setParameters(next === USUAL ? {} : { days: next }, { preventScrollReset: true });
            }}
          >
            {PRESETS.map((preset) => (
              <ToggleButton key={preset} value={preset}>
                {t(`dashboard.charts.${preset}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          {reports && (
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              component={RouterLink}
              to={`${REPORT}?days=${chosen}`}
              startIcon={<ReportIcon />}
            >
              {t('dashboard.charts.report')}
            </Button>
          )}
        </Box>
      </Box>
      {nothing && (
        <Section>
          <Typography color="textSecondary" sx={{ textAlign: 'center', py: 8 }}>
            {t('dashboard.charts.nothing')}
          </Typography>
        </Section>
      )}
      {!nothing && (
        <Deliveries query={query} hourly={hourly} first={first} last={last} linkTo={linkTo} />
      )}
      {!nothing && (
        <Box
          sx={{
            display: 'grid',
            gap: { xs: 4, sm: 5 },
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              md: 'repeat(2, minmax(0, 1fr))',
              lg: oversees ? 'repeat(2, minmax(0, 1fr))' : 'repeat(3, minmax(0, 1fr))',
            },
          }}
        >
          {oversees && <RankedClients filter={filter} linkTo={linkTo} />}
          <RankedBy endpoint={stats.network} kind="networks" filter={filter} linkTo={linkTo} />
          <RankedBy endpoint={stats.country} kind="countries" filter={filter} linkTo={linkTo} />
          <RankedBy endpoint={stats.senderids} kind="senders" filter={filter} linkTo={linkTo} />
        </Box>
      )}
    </Box>
  );
}

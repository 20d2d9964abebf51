import GoodIcon from '@mui/icons-material/CheckCircleOutlined';
import BadIcon from '@mui/icons-material/ErrorOutlineOutlined';
import ConnectingIcon from '@mui/icons-material/SyncOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { status, type Problem, type StatusPage } from '../../../contract/api/monitoring.ts';
import { messageOf } from '../../api/call.ts';
import { isLinked } from '../../parts/monitoring/isLinked.ts';
import { useGet } from '../../parts/queries.ts';
import { useAlertWords } from '../../parts/monitoring/useAlertWords.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { presentProblems } from './presentProblems.ts';

const EVERY = 15_000;

/**
 * The state of the installation in few lines, for the people who run it.
 * @param waiting in its place until it is known
 */
export function HealthStrip({ waiting }: { waiting: ReactNode }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const query = useGet(status.get, {}, { every: () => EVERY });
  const page = query.data;
  if (page === undefined && !query.isError) return waiting;
  const problems = page && presentProblems(page);
  const isGood = problems?.length === 0;
  const trouble = problems?.every(isMild) ? ('warning' as const) : ('error' as const);
  const tone = !isGood ? trouble : isWhole(page!) ? ('success' as const) : ('info' as const);
  const Icon = { success: GoodIcon, info: ConnectingIcon, warning: BadIcon, error: BadIcon }[tone];
  return (
    <Box
      component="section"
      aria-label={t('dashboard.health.title')}
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 3,
        rowGap: 2,
        minHeight: { xs: 104, sm: 56 },
        boxSizing: 'border-box',
        px: { xs: 4, sm: 5 },
        py: 2,
        borderRadius: 'var(--corner-card)',
        border: `1px solid ${isGood ? theme.vars?.palette.divider : theme.vars?.palette.tone[trouble].solid}`,
        backgroundColor: isGood
          ? theme.vars?.palette.background.paper
          : theme.vars?.palette.tone[trouble].ground,
      })}
    >
      <Icon
        aria-hidden="true"
        sx={(theme) => ({ flex: 'none', color: theme.vars?.palette.tone[tone].text })}
      />
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography
          variant="subtitle1"
          component="h2"
          sx={(theme) => ({ color: isGood ? undefined : theme.vars?.palette.tone[trouble].text })}
        >
          {page ? <Verdict page={page} /> : t('dashboard.failed')}
        </Typography>
        <Typography
          variant="body2"
          color={isGood ? 'textSecondary' : 'textPrimary'}
          sx={{ display: { xs: problems && !isGood ? 'none' : 'block', sm: 'block' } }}
        >
          {page ? <Present page={page} /> : query.error && messageOf(query.error)}
        </Typography>
      </Box>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        component={RouterLink}
        to="/dashboard/status"
      >
        {t('dashboard.health.open')}
        {problems !== undefined && problems.length > 1 && (
          <Box component="span" sx={{ display: { sm: 'none' }, ml: 1 }}>
            {`(${number(problems.length)})`}
          </Box>
        )}
      </Button>
    </Box>
  );
}

/** True of a problem that can wait, or that somebody works on. */
const isMild = ({ isUrgent }: Pick<Problem, 'isUrgent'>): boolean => !isUrgent;

/** True if every link that should be open is open: a link that still connects is no problem yet, but does not work either. */
const isWhole = ({ connectors }: StatusPage) =>
  connectors.filter(isLinked).every(({ state }) => state === 'BOUND');

/** The two most urgent problems with their figures, a line each, and how many more there are. */
function Verdict({ page }: { page: StatusPage }) {
  const problems = presentProblems(page);
  const { t } = useTranslation();
  const { number } = useFormat();
  const words = useAlertWords();
  const [first] = problems;
  if (!first) return <>{t(`dashboard.health.${isWhole(page) ? 'good' : 'connecting'}`)}</>;
  const connectors = problems.filter(({ kind }) => kind === 'CONNECTOR_DOWN').length;
  const isMany = first.kind === 'CONNECTOR_DOWN' && connectors > 1;
  const [second, ...rest] = problems.filter(
    (each) => each !== first && !(isMany && each.kind === 'CONNECTOR_DOWN'),
  );
  const count = rest.length;
  const lines = [
    {
      line: isMany
        ? t('dashboard.health.connectorsDown', { value: number(connectors) })
        : words.sentence(first),
      isQuiet: isMild(first),
    },
    ...(second ? [{ line: words.sentence(second), isQuiet: isMild(second) }] : []),
    ...(count > 0
      ? [
          {
            line: t('dashboard.health.more', { count, value: number(count) }),
            isQuiet: rest.every(isMild),
          },
        ]
      : []),
  ];
  return lines.map(({ line, isQuiet }, at) => (
    <Box
      key={line}
      component="span"
      title={line}
      sx={({ vars, breakpoints }) => ({
        display: 'block',
        overflowWrap: 'anywhere',
        // A phone has the most urgent one in the height that was reserved; the button counts them all.
        [breakpoints.down('sm')]:
          at === 0
            ? {
                display: '-webkit-box',
                WebkitBoxOrient: 'vertical',
                WebkitLineClamp: 2,
                overflow: 'hidden',
              }
            : { display: 'none' },
        ...(isQuiet && { color: vars?.palette.tone.warning.text }),
      })}
    >
      {line}
    </Box>
  ));
}

function Present({ page }: { page: StatusPage }) {
  const { t } = useTranslation();
  const { number, duration } = useFormat();
  const { queued, oldestQueuedSeconds } = page;
  const connectors = page.connectors.filter(isLinked);
  const bound = connectors.filter(({ state }) => state === 'BOUND').length;
  return (
    <>
      {[
        connectors.length === 0
          ? t('dashboard.health.noConnectors')
          : t('dashboard.health.bound', {
              count: connectors.length,
              bound: number(bound),
              value: number(connectors.length),
            }),
        t('dashboard.health.waiting', { count: queued, value: number(queued) }),
        ...(queued > 0
          ? [t('dashboard.health.oldest', { time: duration(oldestQueuedSeconds) })]
          : []),
      ].join(' · ')}
    </>
  );
}

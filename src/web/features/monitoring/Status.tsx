import ConnectorIcon from '@mui/icons-material/DnsOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { lazy, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { status } from '../../../contract/api/monitoring.ts';
import type {
  Alert as OpenAlert,
  StatusPage,
  StatusPoint,
} from '../../../contract/api/monitoring.ts';
import { useGet } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { ChartCard } from '../../ui/charts/ChartCard.tsx';
import { DASH, Time, useFormat } from '../../ui/figures.tsx';
import { Section } from '../../ui/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import type { Tone } from '../../ui/theme.ts';
import { StatusFrame } from './StatusFrame.tsx';

const StatusChart = lazy(() => import('./StatusChart.tsx'));

const EVERY = 5000;
const MINUTE = 60_000;
const SPANS = [6, 24, 168] as const;

/** How the installation stands: what is wrong, how much waits, who lives, and how the last hours went. */
export function Status() {
  const { t } = useTranslation();
  const query = useGet(status.get, {}, { every: () => EVERY });
  return (
    <StatusFrame tab="overview" purpose={t('standing.purpose')}>
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
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
      <Wrong page={page} />
      <Figures page={page} />
      <Charts />
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
      <Alerts alerts={page.alerts} />
    </Box>
  );
}

/** An alert in words, with the figures that it was raised by. */
function useAlertWords() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const said = [
    'minutes',
    'hours',
    'seconds',
    'percent',
    'taken',
    'receipts',
    'queued',
    'waiting',
    'payments',
    'prices',
    'clients',
  ] as const;
  return ({ kind, subject, facts }: OpenAlert) => ({
    title: t(`standing.kinds.${kind}`, { subject }),
    advice: t(`standing.advice.${kind}`),
    facts: said
      .flatMap((name) =>
        typeof facts[name] === 'number'
          ? [t(`standing.facts.${name}`, { value: number(facts[name]) })]
          : [],
      )
      .join(', '),
  });
}

function Wrong({ page }: { page: StatusPage }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const words = useAlertWords();
  const open = page.alerts.filter(({ status: state }) => state === 'OPEN');
  if (open.length === 0)
    return <Alert severity="success">{t('standing.well', { time: exact(page.now) })}</Alert>;
  return (
    <Box
      component="ul"
      aria-label={t('standing.openAlerts')}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}
    >
      {open.map((alert) => {
        const { title, advice, facts } = words(alert);
        return (
          <li key={alert.alertId}>
            <Alert severity="error">
              <Typography variant="subtitle2" component="p">
                {title}
                {facts && `: ${facts}`}
              </Typography>
              {advice} {t('standing.since', { time: exact(alert.raisedTimestamp) })}.
            </Alert>
          </li>
        );
      })}
    </Box>
  );
}

function Figures({ page }: { page: StatusPage }) {
  const { t } = useTranslation();
  const { number, bytes, duration } = useFormat();
  const outbox = page.outbox.reduce((sum, { waiting }) => sum + waiting, 0);
  const { ledger, backup } = page;
  const figures: readonly (readonly [name: string, value: ReactNode, more?: ReactNode])[] = [
    [t('standing.figures.queued'), number(page.queued)],
    [
      t('standing.figures.oldest'),
      page.queued === 0 ? DASH : duration(page.oldestQueuedSeconds),
      page.queued === 0 && t('standing.noneWaits'),
    ],
    [t('standing.figures.inFlight'), number(page.inFlight)],
    [t('standing.figures.outbox'), number(outbox)],
    [t('standing.figures.payments'), number(page.paymentsWaiting)],
    [
      t('standing.figures.ledger'),
      ledger ? t(ledger.ok ? 'standing.balanced' : 'standing.unbalanced') : DASH,
      ledger ? <Time key="proof" at={ledger.timestamp} /> : t('standing.notProven'),
    ],
    [
      t('standing.figures.backup'),
      backup ? <Time key="backup" at={backup.timestamp} /> : DASH,
      backup
        ? [
            backup.bytes === null ? '' : bytes(backup.bytes),
            backup.verified ? t('standing.verified') : '',
          ]
            .filter(Boolean)
            .join(', ')
        : t('standing.noBackup'),
    ],
    [
      t('standing.figures.database'),
      page.databaseBytes === null ? DASH : bytes(page.databaseBytes),
    ],
    [
      t('standing.figures.disk'),
      page.diskFree === null ? DASH : bytes(page.diskFree),
      page.diskFree !== null &&
        page.diskTotal !== null &&
        t('standing.diskOf', {
          free: `${Math.round((page.diskFree / page.diskTotal) * 100)}%`,
          total: bytes(page.diskTotal),
        }),
    ],
    [t('standing.figures.version'), page.version],
  ];
  return (
    <Section>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(5, minmax(0, 1fr))' },
        }}
      >
        {figures.map(([name, value, more]) => (
          <Box key={name}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {name}
            </Typography>
            <Box component="dd" sx={{ m: 0 }}>
              <Typography component="div" variant="figure">
                {value}
              </Typography>
              {more && (
                <Typography component="div" variant="caption" color="textSecondary">
                  {more}
                </Typography>
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  );
}

type Chart = {
  key: 'queue' | 'age' | 'traffic' | 'outbox';
  lines: readonly {
    key: 'queued' | 'minutes' | 'submitted' | 'receipts' | 'waiting';
    tone: Tone;
    of(point: StatusPoint): number;
  }[];
};
const CHARTS: readonly Chart[] = [
  { key: 'queue', lines: [{ key: 'queued', tone: 'info', of: ({ queued }) => queued }] },
  {
    key: 'age',
    lines: [
      {
        key: 'minutes',
        tone: 'warning',
        of: ({ oldestQueuedSeconds }) => Math.round(oldestQueuedSeconds / 6) / 10,
      },
    ],
  },
  {
    key: 'traffic',
    lines: [
      { key: 'submitted', tone: 'info', of: ({ submitted }) => submitted },
      { key: 'receipts', tone: 'success', of: ({ receipts }) => receipts },
    ],
  },
  { key: 'outbox', lines: [{ key: 'waiting', tone: 'neutral', of: ({ outbox }) => outbox }] },
];
const CHART_HEIGHT = 180;

function Charts() {
  const { t } = useTranslation();
  const { number, exact } = useFormat();
  const [hours, setHours] = useState<(typeof SPANS)[number]>(6);
  const query = useGet(status.history, { hours }, { every: () => MINUTE, keep: true });
  return (
    <Box component="section" aria-label={t('standing.charts.title')}>
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          alignItems: 'center',
          flexWrap: 'wrap',
          gap: 3,
          mb: 3,
        }}
      >
        <Typography variant="h2">{t('standing.charts.title')}</Typography>
        <ToggleButtonGroup
          size="small"
          exclusive
          value={hours}
          aria-label={t('standing.charts.span')}
          onChange={(_event, chosen: (typeof SPANS)[number] | null) => {
            if (chosen !== null) setHours(chosen);
          }}
        >
          {SPANS.map((each) => (
            <ToggleButton key={each} value={each}>
              {each === 168
                ? t('standing.charts.days')
                : t('standing.charts.hours', { count: each })}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {CHARTS.map(({ key, lines }) => (
          <ChartCard
            key={key}
            title={t(`standing.charts.${key}`)}
            query={query}
            height={CHART_HEIGHT}
            empty={({ points }) => (points.length === 0 ? t('standing.charts.empty') : undefined)}
            chart={({ points }) => (
              <StatusChart
                label={t(`standing.charts.${key}`)}
                height={CHART_HEIGHT}
                timestamps={points.map(({ timestamp }) => timestamp)}
                lines={lines.map(({ key: name, tone, of }) => ({
                  name: t(`standing.charts.${name}`),
                  tone,
                  values: points.map(of),
                }))}
              />
            )}
            table={({ points }) => ({
              head: [
                t('standing.charts.time'),
                ...lines.map(({ key: name }) => t(`standing.charts.${name}`)),
              ],
              rows: points.toReversed().map((point) => ({
                key: String(point.timestamp),
                name: exact(point.timestamp),
                cells: lines.map(({ of }) => number(of(point))),
              })),
            })}
          />
        ))}
      </Box>
    </Box>
  );
}

function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={label}>
      {children}
    </Box>
  );
}

function Processes({ page }: { page: StatusPage }) {
  const { t } = useTranslation();
  return (
    <Section title={t('standing.processes')} flush>
      <Scrolled label={t('standing.processes')}>
        <Table aria-label={t('standing.processes')}>
          <TableHead>
            <TableRow>
              {(['process', 'state', 'host', 'started', 'heard', 'version'] as const).map(
                (name) => (
                  <TableCell key={name}>{t(`standing.${name}`)}</TableCell>
                ),
              )}
            </TableRow>
          </TableHead>
          <TableBody>
            {page.processes.map(
              ({ process, host, version, startedTimestamp, heartbeatTimestamp, alive }) => (
                <TableRow key={`${process} ${host} ${startedTimestamp}`}>
                  <TableCell sx={{ fontWeight: 550 }}>{t(`standing.names.${process}`)}</TableCell>
                  <TableCell>
                    <StatusChip status={alive ? 'ALIVE' : 'SILENT'} />
                  </TableCell>
                  <TableCell>{host}</TableCell>
                  <TableCell>
                    <Time at={startedTimestamp} />
                  </TableCell>
                  <TableCell>
                    <Time at={heartbeatTimestamp} />
                  </TableCell>
                  <TableCell>{version}</TableCell>
                </TableRow>
              ),
            )}
          </TableBody>
        </Table>
      </Scrolled>
    </Section>
  );
}

function Connectors({ page }: { page: StatusPage }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Section title={t('standing.connectors')} flush>
      {page.connectors.length === 0 ? (
        <EmptyState
          icon={<ConnectorIcon />}
          title={t('standing.noConnectors')}
          text={t('standing.noConnectorsText')}
          action={
            <Button variant="contained" component={Link} to="/dashboard/jasmin/create-smpp">
              {t('standing.addConnector')}
            </Button>
          }
        />
      ) : (
        <Scrolled label={t('standing.connectors')}>
          <Table aria-label={t('standing.connectors')}>
            <TableHead>
              <TableRow>
                <TableCell>{t('standing.connector')}</TableCell>
                <TableCell>{t('standing.state')}</TableCell>
                <TableCell align="right">{t('standing.perSecond')}</TableCell>
                <TableCell align="right">{t('standing.window')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {page.connectors.map(
                ({ cid, kind, state, submittedPerSecond, inWindow, windowSize }) => (
                  <TableRow key={cid}>
                    <TableCell sx={{ fontWeight: 550 }}>
                      <MuiLink
                        component={Link}
                        to={`/dashboard/jasmin/${kind.toLowerCase()}/${cid}`}
                      >
                        {cid}
                      </MuiLink>
                    </TableCell>
                    <TableCell>
                      <StatusChip status={state} />
                    </TableCell>
                    <TableCell align="right">
                      {kind === 'HTTP' ? DASH : number(Math.round(submittedPerSecond))}
                    </TableCell>
                    <TableCell align="right">
                      {windowSize === 0
                        ? DASH
                        : t('standing.windowText', {
                            used: number(inWindow),
                            size: number(windowSize),
                          })}
                    </TableCell>
                  </TableRow>
                ),
              )}
            </TableBody>
          </Table>
        </Scrolled>
      )}
    </Section>
  );
}

function Alerts({ alerts }: { alerts: readonly OpenAlert[] }) {
  const { t } = useTranslation();
  const words = useAlertWords();
  return (
    <Section title={t('standing.alerts')} flush>
      {alerts.length === 0 ? (
        <Typography color="textSecondary" sx={{ px: { xs: 4, sm: 5 }, pb: 5 }}>
          {t('standing.noAlerts')}
        </Typography>
      ) : (
        <Scrolled label={t('standing.alerts')}>
          <Table aria-label={t('standing.alerts')}>
            <TableHead>
              <TableRow>
                {(['alert', 'state', 'raised', 'resolved', 'told'] as const).map((name) => (
                  <TableCell key={name}>{t(`standing.${name}`)}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {alerts.map((alert) => {
                const { title, facts } = words(alert);
                return (
                  <TableRow key={alert.alertId}>
                    <TableCell sx={{ minWidth: 220 }}>
                      {title}
                      {facts && (
                        <Typography variant="caption" component="div" color="textSecondary">
                          {facts}
                        </Typography>
                      )}
                    </TableCell>
                    <TableCell>
                      <StatusChip status={alert.status} />
                    </TableCell>
                    <TableCell>
                      <Time at={alert.raisedTimestamp} />
                    </TableCell>
                    <TableCell>
                      <Time at={alert.resolvedTimestamp} />
                    </TableCell>
                    <TableCell>
                      {t(alert.untold > 0 ? 'standing.untoldText' : 'standing.toldText', {
                        told: alert.told,
                        untold: alert.untold,
                      })}
                    </TableCell>
                  </TableRow>
                );
              })}
            </TableBody>
          </Table>
        </Scrolled>
      )}
    </Section>
  );
}

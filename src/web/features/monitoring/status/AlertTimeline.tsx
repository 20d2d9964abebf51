import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type {
  Acknowledgement,
  Alert,
  Problem,
  StatusPage,
} from '../../../../contract/api/monitoring.ts';
import { Time, useFormat } from '../../../ui/figures/figures.tsx';
import { PlainList } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import type { Tone } from '../../../ui/theme/tokens.ts';
import { problemAddress } from './problemAddress.ts';
import { TakeButton } from './TakeButton.tsx';
import { isSame, isInBar, unalertedOf } from './barProblem.ts';
import { useAlertWords } from '../../../parts/monitoring/useAlertWords.ts';

const HEIGHT = 420;

/** The alerts, open and past, with the person who took each on and the note; the newest first. */
export function AlertTimeline({
  page,
  onTake,
}: {
  page: StatusPage;
  onTake(problem: Problem): void;
}) {
  const { t } = useTranslation();
  const { alerts, problems, connectors } = page;
  const unalerted = unalertedOf(page);
  const connectorOf = ({ subject }: Problem) => connectors.find(({ cid }) => cid === subject);
  // The dot of a connector's alert has the tone of its tile.
  const toneOf = (problem: Problem): Tone =>
    connectorOf(problem)?.level === 'DEGRADED' ? 'warning' : 'error';
  // The page of an incident or of a connector that is down; other alerts say what to do.
  const addressOf = (occurrence: Pick<Alert, 'kind' | 'subject' | 'facts'>) =>
    occurrence.kind === 'CONNECTOR_DOWN' ||
    (occurrence.kind === 'DELIVERY_LOW' && occurrence.facts['moved'] !== undefined)
      ? problemAddress(occurrence, connectors)
      : undefined;
  const [open, earlier] = [
    alerts.filter(({ status }) => status === 'OPEN'),
    alerts.filter(({ status }) => status !== 'OPEN'),
  ];
  const entryOf = (alert: Alert) => {
    const problem = problems.find((each) => isSame(each, alert));
    return (
      <AlertEntry
        key={alert.alertId}
        alert={alert}
        problem={alert.status === 'OPEN' ? problem : undefined}
        tone={problem && toneOf(problem)}
        isAbove={problem !== undefined && isInBar(page, problem)}
        address={addressOf(alert)}
        onTake={onTake}
      />
    );
  };
  const isEmpty = alerts.length + unalerted.length === 0;
  return (
    <Box
      sx={{
        // As high as the chart beside it, whatever is in it.
        position: 'relative',
        '& > section': { display: 'flex', flexDirection: 'column', maxHeight: HEIGHT },
        '@container (min-width: 860px)': {
          '& > section': { position: 'absolute', inset: 0, maxHeight: 'none' },
        },
        '& > section > :last-child': { minHeight: 0, overflow: 'auto' },
      }}
    >
      <Section
        title={t('monitoring.alerts')}
        action={
          <MuiLink component={Link} to="/dashboard/status/incidents" variant="body2">
            {t('monitoring.allIncidents')}
          </MuiLink>
        }
        flush
      >
        {isEmpty ? (
          <Typography color="textSecondary" sx={{ px: { xs: 4, sm: 5 }, pb: 5 }}>
            {t('monitoring.noAlerts')}
          </Typography>
        ) : (
          <Box
            tabIndex={0}
            role="region"
            aria-label={t('monitoring.alerts')}
            sx={{ px: { xs: 4, sm: 5 }, pb: 4 }}
          >
            <PlainList gap={3}>
              {unalerted.map((problem) => (
                <Entry
                  key={`${problem.kind} ${problem.subject}`}
                  tone={toneOf(problem)}
                  occurrence={problem}
                  times={
                    <Unalerted
                      since={problem.sinceTimestamp}
                      isTaken={problem.acknowledgement !== null}
                    />
                  }
                  acknowledgement={problem.acknowledgement}
                  isAbove={isInBar(page, problem)}
                  address={addressOf(problem)}
                  action={
                    // The bar has the button of its problem.
                    (problem.acknowledgement !== null || !isInBar(page, problem)) && (
                      <TakeButton problem={problem} onTake={onTake} />
                    )
                  }
                />
              ))}
              {open.map(entryOf)}
            </PlainList>
            <Typography variant="body2" component="h3" color="textSecondary" sx={{ my: 3 }}>
              {t(earlier.length > 0 ? 'monitoring.earlierAlerts' : 'monitoring.noneEarlier')}
            </Typography>
            <PlainList gap={3}>{earlier.map(entryOf)}</PlainList>
          </Box>
        )}
      </Section>
    </Box>
  );
}

function Unalerted({ since, isTaken }: { since: number | null; isTaken: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {since !== null && (
        <>
          <Time at={since} />
          {' · '}
        </>
      )}
      {[t('monitoring.notAlerted'), !isTaken && t('monitoring.notTaken')]
        .filter(Boolean)
        .join(' · ')}
    </>
  );
}

function AlertEntry({
  alert,
  problem,
  tone = 'error',
  isAbove,
  address,
  onTake,
}: {
  alert: Alert;
  /** The same problem, if it is present now. */
  problem: Problem | undefined;
  /** The tone of the problem. */
  tone: Tone | undefined;
  /** True where the bar above the tiles states it. */
  isAbove: boolean;
  address: string | undefined;
  onTake(problem: Problem): void;
}) {
  const { t } = useTranslation();
  const { age } = useFormat();
  const isOpen = alert.status === 'OPEN';
  const lasted =
    alert.resolvedTimestamp === null
      ? undefined
      : t('monitoring.lasted', { time: age(alert.resolvedTimestamp - alert.raisedTimestamp) });
  return (
    <Entry
      tone={problem ? tone : isOpen ? 'info' : 'neutral'}
      occurrence={problem ?? alert}
      times={
        <>
          {`${t('monitoring.alerted')} `}
          <Time at={alert.raisedTimestamp} />
          {[
            '',
            lasted,
            isOpen && !problem && t('monitoring.calm'),
            t(alert.untold > 0 ? 'monitoring.untoldText' : 'monitoring.toldText', {
              told: alert.told,
              untold: alert.untold,
            }),
            problem?.acknowledgement === null && t('monitoring.notTaken'),
          ]
            .filter((each) => each !== undefined && each !== false)
            .join(' · ')}
        </>
      }
      acknowledgement={problem ? problem.acknowledgement : alert.acknowledgement}
      isAbove={isAbove}
      address={address}
      // The bar has the button of its problem.
      action={problem && !isAbove && <TakeButton problem={problem} onTake={onTake} />}
    />
  );
}

function Entry({
  tone,
  occurrence,
  times,
  acknowledgement,
  isAbove,
  address,
  action,
}: {
  tone: Tone;
  occurrence: Pick<Alert, 'kind' | 'subject' | 'facts'>;
  times: ReactNode;
  acknowledgement: Acknowledgement | null;
  /** The bar has its figures, of which the most important stand here. */
  isAbove: boolean;
  /** The page of its incident or connector, in place of advice. */
  address: string | undefined;
  action?: ReactNode;
}) {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const words = useAlertWords();
  const facts = isAbove ? words.brief(occurrence) : words.facts(occurrence);
  const isPresent = tone === 'error' || tone === 'warning';
  return (
    <Box
      component="li"
      sx={(theme) => ({
        position: 'relative',
        pl: 5,
        fontSize: 13,
        lineHeight: '18px',
        // The line of time, from one dot to the next.
        '&::before': {
          content: '""',
          position: 'absolute',
          left: 4,
          top: 14,
          bottom: -16,
          width: '1px',
          backgroundColor: theme.vars?.palette.divider,
        },
        '&:last-child::before': { display: 'none' },
        '&::after': {
          content: '""',
          position: 'absolute',
          left: 0,
          top: 5,
          width: 9,
          height: 9,
          borderRadius: '50%',
          backgroundColor: theme.vars?.palette.tone[tone].solid,
        },
      })}
    >
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'start' }}>
        <Box sx={{ flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography
            variant="body2"
            component="p"
            sx={{ fontWeight: tone === 'neutral' ? 400 : 550 }}
          >
            {address ? (
              <MuiLink component={Link} to={address} color="inherit" sx={{ fontWeight: 'inherit' }}>
                {words.title(occurrence)}
              </MuiLink>
            ) : (
              words.title(occurrence)
            )}
          </Typography>
          <Typography variant="caption" component="p" color="textSecondary">
            {times}
          </Typography>
          {tone !== 'neutral' && (
            <Typography variant="caption" component="p" color="textSecondary">
              {[facts && `${facts}.`, isPresent && !address && words.advice(occurrence)]
                .filter(Boolean)
                .join(' ')}
            </Typography>
          )}
        </Box>
        {action}
      </Box>
      {acknowledgement !== null && (
        <Typography variant="caption" component="p" sx={{ mt: '2px', overflowWrap: 'anywhere' }}>
          {t(acknowledgement.note === '' ? 'monitoring.takenBy' : 'monitoring.takenByNote', {
            name: acknowledgement.name,
            time: clock(acknowledgement.timestamp),
            note: acknowledgement.note,
          })}
        </Typography>
      )}
    </Box>
  );
}

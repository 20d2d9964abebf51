import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Alert, Problem, StatusPage } from '../../../../contract/api/monitoring.ts';
import { Time, useFormat } from '../../../ui/figures/figures.tsx';
import { PlainList } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import type { Tone } from '../../../ui/theme/tokens.ts';
import { AlertRow } from './AlertRow.tsx';
import { problemAddress } from './problemAddress.ts';
import { problemTone } from './problemTone.ts';
import { TakeButton } from './TakeButton.tsx';
import { isSame, isInBar, unalertedOf } from './barProblem.ts';

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
        tone={problem && problemTone(problem)}
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
                <AlertRow
                  key={`${problem.kind} ${problem.subject}`}
                  tone={problemTone(problem)}
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
          {`${t('monitoring.began')} `}
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
    <AlertRow
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
            alert.told === 0
              ? t('monitoring.notAlerted')
              : t(alert.untold > 0 ? 'monitoring.untoldText' : 'monitoring.toldText', {
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

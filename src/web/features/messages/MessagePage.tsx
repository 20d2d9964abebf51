import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useParams } from 'react-router';
import { messages, type MessageDetail } from '../../../contract/api/messages.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { DASH, Time, useFormat } from '../../ui/figures.tsx';
import { MessageBubble } from '../../parts/MessageBubble.tsx';
import { Facts, Page, Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StatusChip, useStatusWord } from '../../ui/StatusChip.tsx';
import { toneOf } from '../../ui/status.ts';
import type { Tone } from '../../ui/tokens.ts';
import { useReason } from '../../parts/useReason.ts';
import { en } from '../../i18n/en.ts';
import { Copyable } from './Copyable.tsx';
import { useAdvice } from '../../parts/useAdvice.ts';
import { Rows } from '../../ui/layout.tsx';

type Step = MessageDetail['timeline'][number];
const MOVING: readonly MessageDetail['status'][] = ['QUEUED', 'CLAIMED', 'SUBMITTED', 'AMBIGUOUS'];

export function MessagePage() {
  const { t } = useTranslation();
  const { messageId = '' } = useParams();
  const query = useGet(
    messages.get,
    { messageId },
    { every: (message) => (message && MOVING.includes(message.status) ? 5000 : false) },
  );
  const back = { to: '/dashboard/campaigns/sent-messages', label: t('messages.back') };
  const message = query.data;
  if (message === undefined) {
    if (!query.isError)
      return (
        <Page title={t('loading')} back={back}>
          <Skeleton variant="rounded" height={320} />
        </Page>
      );
    const gone = query.error instanceof CallError && query.error.status === 404;
    return (
      <Page title={t('messages.title')} back={back}>
        <Section>
          <ErrorState
            title={gone ? t('messages.notFound') : t('list.failed')}
            text={gone ? t('messages.notFoundText') : messageOf(query.error)}
            retry={gone ? undefined : () => void query.refetch()}
          />
        </Section>
      </Page>
    );
  }
  return (
    <Page
      title={t('messages.oneTitle', { destination: message.destination })}
      back={back}
      aside={<StatusChip status={message.status} />}
    >
      <Rows>
        <Advice message={message} />
        {message.dupRisk && <Alert severity="warning">{t('messages.dupRisk')}</Alert>}
        <Box
          sx={{
            display: 'grid',
            gap: 5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.3fr) minmax(0, 1fr)' },
            alignItems: 'start',
          }}
        >
          <Section title={t('messages.timeline')}>
            <Timeline steps={message.timeline} />
          </Section>
          <Rows>
            <Section title={t('messages.text')}>
              <MessageBubble from={message.senderId}>{message.text}</MessageBubble>
            </Section>
            <FactSheet message={message} />
          </Rows>
        </Box>
      </Rows>
    </Page>
  );
}

/** Explains a failed status in plain words, with advice. */
function Advice({ message }: { message: MessageDetail }) {
  const advice = useAdvice(message);
  return advice === undefined ? null : (
    <Alert severity={advice.severity}>
      <AlertTitle>{advice.title}</AlertTitle>
      {advice.text}
    </Alert>
  );
}

function FactSheet({ message }: { message: MessageDetail }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const reason = useReason();
  const me = useMe();
  return (
    <Section title={t('messages.facts')}>
      <Facts
        rows={[
          [
            t('messages.destination'),
            <Copyable key="to" name={t('messages.destination')} value={message.destination} />,
          ],
          [
            t('messages.network'),
            [message.network, message.country].filter(Boolean).join(', ') || DASH,
          ],
          [
            t('messages.sender'),
            <Copyable key="sender" name={t('messages.sender')} value={message.senderId} />,
          ],
          message.clientId === me.clientId ? null : [t('messages.owner'), message.clientName],
          [
            t('messages.campaign'),
            message.campaignId === null ? (
              t('messages.single')
            ) : (
              <Link
                key="campaign"
                component={RouterLink}
                to={`/dashboard/campaigns/${message.campaignId}`}
              >
                {message.campaignName}
              </Link>
            ),
          ],
          [t('messages.encoding'), t(`messages.alphabets.${message.encoding}`)],
          [t('messages.segments'), number(message.segments)],
          [t('messages.units'), number(message.units)],
          message.carrierStatus === null
            ? null
            : [
                t('messages.carrierStatus'),
                <StatusChip key="carrier" status={message.carrierStatus} />,
              ],
          message.errorCode === null ? null : [t('messages.errorCode'), reason(message.errorCode)],
          message.carrierMessageId === null
            ? null
            : [
                t('messages.carrierId'),
                <Copyable
                  key="carrier-id"
                  name={t('messages.carrierId')}
                  value={message.carrierMessageId}
                />,
              ],
          message.connectorId === null ? null : [t('messages.connector'), message.connectorId],
          [t('messages.sent'), <Time key="created" at={message.createTimestamp} />],
          [t('messages.submitted'), <Time key="submitted" at={message.submitTimestamp} />],
          [t('messages.done'), <Time key="done" at={message.doneTimestamp} />],
          [
            t('messages.messageId'),
            <Copyable key="id" name={t('messages.messageId')} value={message.messageId} />,
          ],
        ]}
      />
    </Section>
  );
}

const TONES: Partial<Record<Step['kind'], Tone>> = {
  ACCEPTED: 'info',
  ROUTED: 'info',
  SUBMITTED: 'info',
  REQUEUED: 'warning',
  AMBIGUOUS: 'warning',
  RESENT: 'warning',
  FAILED_OVER: 'warning',
};

function toneOfStep(step: Step): Tone {
  const status = step.facts['status'] ?? step.facts['carrierStatus'];
  return (
    TONES[step.kind] ??
    (status === undefined || status === null ? 'neutral' : toneOf(String(status)))
  );
}

/** Every step with its moment and how long it took since the one before. */
function Timeline({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation();
  const { exact, duration } = useFormat();
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {steps.map((step, index) => {
        const before = steps[index - 1],
          tone = toneOfStep(step);
        return (
          <Box
            component="li"
            key={index}
            sx={{ display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr)', columnGap: 3 }}
          >
            <Box
              aria-hidden="true"
              sx={{ display: 'grid', gridTemplateRows: '20px 1fr', justifyItems: 'center' }}
            >
              <Box
                sx={(theme) => ({
                  width: 12,
                  height: 12,
                  borderRadius: '50%',
                  alignSelf: 'center',
                  backgroundColor: theme.vars?.palette.tone[tone].solid,
                  boxShadow: `0 0 0 4px ${theme.vars?.palette.tone[tone].ground}`,
                })}
              />
              {index < steps.length - 1 && (
                <Box
                  sx={(theme) => ({
                    width: '2px',
                    my: '4px',
                    backgroundColor: theme.vars?.palette.divider,
                  })}
                />
              )}
            </Box>
            <Box sx={{ pb: index < steps.length - 1 ? 5 : 0, minWidth: 0 }}>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'baseline' }}>
                <Typography variant="subtitle1" component="h3">
                  {t(`messages.kinds.${step.kind}`)}
                </Typography>
                {step.part !== null && (
                  <Typography variant="body2" component="span" color="textSecondary">
                    {t('messages.part', { part: step.part })}
                  </Typography>
                )}
                <Typography
                  variant="body2"
                  component="time"
                  dateTime={new Date(step.timestamp * 1000).toISOString()}
                  color="textSecondary"
                  sx={{ ml: { sm: 'auto' } }}
                >
                  {exact(step.timestamp)}
                </Typography>
              </Box>
              {before && step.timestamp - before.timestamp >= 0.05 && (
                <Typography variant="caption" component="p" color="textSecondary">
                  {t('messages.took', { time: duration(step.timestamp - before.timestamp) })}
                </Typography>
              )}
              <StepFacts step={step} />
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

type FactName = keyof typeof en.messages.factNames;
const isFactName = (name: string): name is FactName => Object.hasOwn(en.messages.factNames, name);

type SourceName = keyof typeof en.messages.sources;
const isSource = (value: unknown): value is SourceName =>
  typeof value === 'string' && Object.hasOwn(en.messages.sources, value);

function StepFacts({ step }: { step: Step }) {
  const { t } = useTranslation();
  const statusWord = useStatusWord();
  const reason = useReason();
  const shown = Object.entries(step.facts).filter(([, value]) => value !== null && value !== '');
  if (shown.length === 0) return null;
  return (
    <Typography variant="body2" component="p" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
      {shown.map(([name, value], index) => (
        <span key={name}>
          {index > 0 && ' · '}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {isFactName(name) ? t(`messages.factNames.${name}`) : name}
          </Box>{' '}
          {name === 'status'
            ? statusWord(String(value))
            : name === 'errorCode' || name === 'reason'
              ? reason(String(value))
              : name === 'source' && isSource(value)
                ? t(`messages.sources.${value}`)
                : String(value)}
        </span>
      ))}
    </Typography>
  );
}

import ReplayIcon from '@mui/icons-material/ReplayOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { webhooks, type WebhookDeliveryDetail } from '../../../contract/api/webhooks.ts';
import { useGet, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { CopyButton } from '../../ui/figures/CopyButton.tsx';
import { Moment, useFormat } from '../../ui/figures/figures.tsx';
import { Facts } from '../../ui/page/Page.tsx';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { Code } from '../../parts/webhooks/Code.tsx';

import { useAnswerWords } from './useAnswerWords.ts';
/** One delivery: request, answer, attempts, and a way to send it again. */
export function DeliveryPeek({ deliveryId }: { deliveryId: string }) {
  const { t } = useTranslation();
  const toast = useToast();
  const query = useGet(
    webhooks.delivery,
    { deliveryId },
    { every: (latest) => (latest?.status === 'PENDING' ? 2000 : false) },
  );
  const replay = useSend(webhooks.replay, {
    changes: [webhooks.delivery, webhooks.deliveries, webhooks.list],
    done: () => toast.success(t('webhooks.replayDone')),
  });
  const delivery = query.data;
  if (query.isError) return <Alert severity="error">{messageOf(query.error)}</Alert>;
  if (delivery === undefined) return <Skeleton variant="rounded" height={320} />;
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3 }}>
        <StatusChip status={delivery.status} />
        <Button
          variant="contained"
          size="small"
          startIcon={<ReplayIcon />}
          loading={replay.isPending}
          onClick={() => replay.mutate({ deliveryId })}
        >
          {t('webhooks.replay')}
        </Button>
      </Box>
      <Detail delivery={delivery} />
    </>
  );
}

function Detail({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { t } = useTranslation();
  const { number, exact } = useFormat();
  const answerWords = useAnswerWords();
  const {
    attempts,
    replays,
    nextTimestamp,
    messageId,
    eventId,
    createTimestamp,
    body,
    request,
    answer,
    tries,
    url,
  } = delivery;
  const copied = (name: string, value: string, shown: ReactNode = value) => (
    <Box
      key={name}
      component="span"
      sx={{
        display: 'inline-flex',
        gap: 1,
        alignItems: 'center',
        fontFamily: 'ui-monospace, monospace',
        fontSize: 12,
        overflowWrap: 'anywhere',
      }}
    >
      {shown}
      <CopyButton value={value} name={name} />
    </Box>
  );
  return (
    <>
      <Facts
        rows={[
          [t('webhooks.address'), copied(t('webhooks.address'), url)],
          [t('webhooks.eventId'), copied(t('webhooks.eventId'), eventId)],
          messageId === null
            ? null
            : [
                t('webhooks.messageId'),
                copied(
                  t('webhooks.messageId'),
                  messageId,
                  <Link
                    component={RouterLink}
                    to={`/dashboard/campaigns/sent-messages/${messageId}`}
                  >
                    {messageId}
                  </Link>,
                ),
              ],
          [t('webhooks.when'), <Moment key="when" at={createTimestamp} />],
          [
            t('webhooks.attempts'),
            [
              number(attempts),
              ...(replays > 0 ? [t('webhooks.replays', { count: replays })] : []),
            ].join(' · '),
          ],
          nextTimestamp === null
            ? null
            : [t('webhooks.next'), <Moment key="next" at={nextTimestamp} />],
        ]}
      />
      {tries.length > 0 && (
        <Box>
          <Typography variant="subtitle2" component="h3" sx={{ mb: 2 }}>
            {t('webhooks.tries')}
          </Typography>
          <Box component="ol" sx={{ m: 0, pl: 5, display: 'grid', gap: 1, fontSize: 13 }}>
            {tries.map((each) => (
              <li
                key={each.timestamp}
              >{`${exact(each.timestamp)} · ${answerWords(each.error, each.status)} · ${number(each.milliseconds)} ms`}</li>
            ))}
          </Box>
        </Box>
      )}
      <Part
        title={t('webhooks.sent')}
        text={request === null ? pretty(body) : `${request}\n\n${pretty(body)}`}
      />
      {answer === null ? (
        <Typography variant="body2" color="textSecondary">
          {tries.length === 0 ? t('webhooks.notTried') : t('webhooks.noAnswer')}
        </Typography>
      ) : (
        <Part title={t('webhooks.received')} text={answer} />
      )}
    </>
  );
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', mb: 2 }}>
        <Typography variant="subtitle2" component="h3">
          {title}
        </Typography>
        <CopyButton value={text} name={title} />
      </Box>
      <Code label={title}>{text}</Code>
    </Box>
  );
}

const pretty = (json: string) => JSON.stringify(JSON.parse(json), null, 2);

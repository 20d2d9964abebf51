import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import DetailsIcon from '@mui/icons-material/ArticleOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import PauseIcon from '@mui/icons-material/PauseOutlined';
import ReplayIcon from '@mui/icons-material/ReplayOutlined';
import ResumeIcon from '@mui/icons-material/PlayArrowOutlined';
import TestIcon from '@mui/icons-material/SendOutlined';
import WebhookIcon from '@mui/icons-material/WebhookOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Select from '@mui/material/Select';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import {
  DELIVERY_STATUSES,
  TEST_EVENT,
  WEBHOOK_EVENTS,
  webhooks,
  type Webhook,
  type WebhookDelivery,
} from '../../../contract/api/webhooks.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { type Column } from '../../ui/column.ts';
import { DATE_FILTERS, DateFilter, dateRange } from '../../ui/DateFilter.tsx';
import { DASH, Time, useFormat, useNow } from '../../ui/figures.tsx';
import { ChoiceFilter, TextFilter } from '../../ui/FilterPill.tsx';
import { Folded } from '../../ui/Folded.tsx';
import { FormField } from '../../ui/FormField.tsx';
import { Facts, Page, Section } from '../../ui/Page.tsx';
import { RowMenu } from '../../ui/RowMenu.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusChip, useStatusWord } from '../../ui/StatusChip.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { useListAddress } from '../../ui/useListAddress.ts';
import { DeliveryDialog } from './DeliveryDialog.tsx';
import { SecretDialog } from '../../parts/webhooks/SecretDialog.tsx';
import { Snippets } from '../../parts/webhooks/Snippets.tsx';
import { nameOf, stateOf } from './stateOf.ts';
import { useEventWord } from './useEventWord.ts';
import { WebhookDialog } from './WebhookDialog.tsx';

const BACK = '/dashboard/settings/webhooks';
/** More than a client may have. */
const ALL = 200;

export function WebhookPage() {
  const { t } = useTranslation();
  const { webhookId = '' } = useParams();
  const query = useGet(webhooks.list, { pageSize: ALL }, { every: () => 5000 });
  const webhook = query.data?.webhooks.find((each) => each.webhookId === webhookId);
  const back = { to: BACK, label: t('webhooks.back') };
  if (webhook) return <One webhook={webhook} back={back} />;
  if (query.data === undefined && !query.isError)
    return (
      <Page title={t('loading')} back={back}>
        <Skeleton variant="rounded" height={320} />
      </Page>
    );
  return (
    <Page title={t('settings.tabs.webhooks')} back={back}>
      <Section>
        <ErrorState
          title={query.isError ? t('webhooks.loadFailed') : t('webhooks.notFound')}
          text={query.isError ? messageOf(query.error) : t('webhooks.notFoundText')}
          retry={query.isError ? () => void query.refetch() : undefined}
        />
      </Section>
    </Page>
  );
}

function One({ webhook, back }: { webhook: Webhook; back: { to: string; label: string } }) {
  const { t } = useTranslation();
  const me = useMe();
  const toast = useToast();
  const navigate = useNavigate();
  const { webhookId, url, enabled } = webhook;
  const name = nameOf(webhook, t('webhooks.callbacks'));
  const [asking, setAsking] = useState<'edit' | 'rotate' | 'remove' | 'replay' | null>(null);
  const close = () => setAsking(null);
  const changes = [webhooks.list, webhooks.deliveries];
  const test = useSend(webhooks.sendTest, { changes });
  const update = useSend(webhooks.update, {
    changes,
    done: (changed) =>
      toast.success(changed.enabled ? t('webhooks.resumedDone') : t('webhooks.pausedDone')),
  });
  const rotate = useSend(webhooks.rotateSecret, { changes, done: close });
  const remove = useSend(webhooks.remove, {
    changes,
    done: () => {
      toast.success(t('webhooks.removedDone'));
      void navigate(BACK);
    },
  });

  return (
    <Page
      title={name}
      back={back}
      aside={<StatusChip status={stateOf(webhook)} />}
      purpose={url === null ? t('webhooks.callbacksText') : undefined}
      actions={
        <>
          {url !== null && (
            <Button
              variant="contained"
              startIcon={<TestIcon />}
              loading={test.isPending}
              onClick={() => test.mutate({ webhookId })}
            >
              {t('webhooks.test')}
            </Button>
          )}
          {url !== null && !me.impersonated && (
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<EditIcon />}
              onClick={() => setAsking('edit')}
            >
              {t('webhooks.edit')}
            </Button>
          )}
          <RowMenu
            name={name}
            actions={[
              ...(webhook.failedCount > 0
                ? [
                    {
                      key: 'replay',
                      label: t('webhooks.replayFailed'),
                      icon: <ReplayIcon />,
                      act: () => setAsking('replay'),
                    },
                  ]
                : []),
              ...(me.impersonated
                ? []
                : [
                    {
                      key: 'rotate',
                      label: t('webhooks.rotate'),
                      icon: <KeyIcon />,
                      act: () => setAsking('rotate'),
                    },
                    {
                      key: 'pause',
                      label: enabled ? t('webhooks.pause') : t('webhooks.resume'),
                      icon: enabled ? <PauseIcon /> : <ResumeIcon />,
                      act: () => update.mutate({ webhookId, enabled: !enabled }),
                    },
                    {
                      key: 'remove',
                      label: t('webhooks.remove'),
                      icon: <DeleteIcon />,
                      danger: true,
                      act: () => setAsking('remove'),
                    },
                  ]),
            ]}
          />
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 5 }}>
        {test.data && <TestResult {...test.data} onClose={() => test.reset()} />}
        <Health webhook={webhook} />
        <About webhook={webhook} />
        <Folded title={t('webhooks.check')}>
          <Snippets />
        </Folded>
        <Log webhook={webhook} />
      </Box>
      {asking === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {asking === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      <ConfirmDialog
        open={asking === 'rotate'}
        title={t('webhooks.rotateTitle')}
        action={t('webhooks.rotate')}
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate({ webhookId })}
        onClose={close}
      >
        {t('webhooks.rotateText')}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'remove'}
        title={t('webhooks.removeTitle')}
        action={t('webhooks.remove')}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ webhookId })}
        onClose={close}
      >
        {t('webhooks.removeText', { name })}
      </ConfirmDialog>
      {rotate.data && <SecretDialog secret={rotate.data.secret} onClose={() => rotate.reset()} />}
    </Page>
  );
}

/** What one's own server said to a test. */
function TestResult({
  status,
  lastStatus,
  lastError,
  tries,
  answer,
  onClose,
}: {
  status: string;
  lastStatus: number | null;
  lastError: string | null;
  tries: readonly { milliseconds: number }[];
  answer: string | null;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const time = `${number(tries.at(-1)?.milliseconds ?? 0)} ms`;
  const took = status === 'DELIVERED';
  const said = answer?.split('\n\n').slice(1).join('\n\n').trim() ?? '';
  return (
    <Alert
      severity={took ? 'success' : 'error'}
      onClose={onClose}
      sx={{ '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' } }}
    >
      <AlertTitle>{took ? t('webhooks.testDone') : t('webhooks.testFailed')}</AlertTitle>
      {took
        ? t('webhooks.testDoneText', { status: lastStatus, time })
        : t('webhooks.testFailedText', { reason: lastError, time })}
      {said !== '' && (
        <Box
          component="code"
          sx={{ display: 'block', mt: 2, fontSize: 12, whiteSpace: 'pre-wrap' }}
        >
          {said.slice(0, 500)}
        </Box>
      )}
    </Alert>
  );
}

function Health({ webhook: { enabled, breaker, failingSinceTimestamp } }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  if (!enabled) return <Alert severity="info">{t('webhooks.pausedText')}</Alert>;
  if (failingSinceTimestamp === null && breaker === null) return null;
  return (
    <Alert severity={breaker ? 'error' : 'warning'}>
      {failingSinceTimestamp !== null && (
        <AlertTitle>
          {t('webhooks.failingSince', { time: exact(failingSinceTimestamp) })}
        </AlertTitle>
      )}
      {breaker
        ? t('webhooks.openSince', { time: exact(breaker.probeTimestamp) })
        : t('webhooks.failingText')}
    </Alert>
  );
}

function About({
  webhook: { url, events, pendingCount, failedCount, createTimestamp, oldSecretUntilTimestamp },
}: {
  webhook: Webhook;
}) {
  const { t } = useTranslation();
  const { number, exact } = useFormat();
  return (
    <Section>
      <Facts
        rows={[
          url === null
            ? null
            : [
                t('webhooks.address'),
                <Box
                  key="url"
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
                  {url}
                  <CopyButton value={url} name={t('webhooks.address')} />
                </Box>,
              ],
          url === null
            ? null
            : [
                t('webhooks.eventsHead'),
                events.map((event) => t(`webhooks.events.${event}`)).join(', '),
              ],
          [t('webhooks.waiting'), number(pendingCount)],
          [t('webhooks.failed'), number(failedCount)],
          [t('webhooks.created'), <Time key="created" at={createTimestamp} />],
        ]}
      />
      {oldSecretUntilTimestamp !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
          {t('webhooks.oldUntil', { time: exact(oldSecretUntilTimestamp) })}
        </Typography>
      )}
    </Section>
  );
}

const FILTERS = ['status', 'event', 'message', ...DATE_FILTERS];

/** What was sent to it, newest first. */
function Log({ webhook: { webhookId, url } }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const statusWord = useStatusWord();
  const word = useEventWord();
  const toast = useToast();
  const list = useListAddress();
  const days = dateRange(list, useNow());
  const statuses = DELIVERY_STATUSES.filter((each) => list.values('status').includes(each));
  const events = [...WEBHOOK_EVENTS, TEST_EVENT].filter((each) =>
    list.values('event').includes(each),
  );
  const message = list.value('message');
  const query = useGet(
    webhooks.deliveries,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.webhookIds': [webhookId],
      'filter.deliveryStatuses': statuses,
      'filter.events': events,
      'filter.messageIds': message === '' ? [] : [message],
      'filter.startTimestamp': days.start,
      'filter.endTimestamp': days.end,
    },
    {
      keep: true,
      every: (latest) =>
        latest?.deliveries.some(({ status }) => status === 'PENDING') ? 2000 : 10_000,
    },
  );
  const replay = useSend(webhooks.replay, {
    changes: [webhooks.deliveries, webhooks.list],
    done: () => toast.success(t('webhooks.replayDone')),
  });
  // The delivery that is looked at stands in the address as well, so that it can be sent to a colleague.
  const [parameters, setParameters] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const open = list.value('delivery');
  const withDelivery = (deliveryId: string | null) => {
    const next = new URLSearchParams(parameters);
    if (deliveryId === null) next.delete('delivery');
    else next.set('delivery', deliveryId);
    return next;
  };

  const columns: Column<WebhookDelivery>[] = [
    {
      key: 'status',
      label: t('webhooks.deliveryState'),
      onPhone: true,
      cell: ({ status }) => <StatusChip status={status} />,
    },
    {
      key: 'answer',
      label: t('webhooks.answer'),
      maxWidth: 260,
      onPhone: true,
      value: ({ lastStatus, lastError }) => lastError ?? lastStatus,
      cell: ({ lastStatus, lastError }) =>
        lastError ?? (lastStatus === null ? DASH : `HTTP ${lastStatus}`),
    },
    ...(url === null
      ? [
          {
            key: 'url',
            label: t('webhooks.address'),
            from: 900,
            maxWidth: 240,
            cell: (row: WebhookDelivery) => row.url,
          },
        ]
      : []),
    {
      key: 'attempts',
      label: t('webhooks.attempts'),
      figure: true,
      from: 620,
      value: ({ attempts }) => attempts,
      cell: ({ attempts }) => number(attempts),
    },
    {
      key: 'next',
      label: t('webhooks.next'),
      figure: true,
      from: 820,
      cell: ({ nextTimestamp }) => (nextTimestamp === null ? DASH : <Time at={nextTimestamp} />),
    },
    {
      key: 'when',
      label: t('webhooks.when'),
      figure: true,
      onPhone: true,
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
    },
  ];
  return (
    <Box component="section" aria-labelledby="webhook-log">
      <Typography variant="h2" id="webhook-log" sx={{ mb: 3 }}>
        {t('webhooks.log')}
      </Typography>
      <DataTable
        label={t('webhooks.log')}
        query={query}
        rowsOf={(page) => page.deliveries}
        keyOf={({ deliveryId }) => deliveryId}
        list={list}
        filters={FILTERS}
        nameLabel={t('webhooks.event')}
        columns={columns}
        name={({ event, deliveryId }) => ({
          text: word(event),
          to: `?${withDelivery(deliveryId).toString()}`,
        })}
        rowMenu={({ deliveryId, event }) => (
          <RowMenu
            name={word(event)}
            actions={[
              {
                key: 'details',
                label: t('webhooks.details'),
                icon: <DetailsIcon />,
                act: () => setParameters(withDelivery(deliveryId), { state }),
              },
              {
                key: 'replay',
                label: t('webhooks.replay'),
                icon: <ReplayIcon />,
                act: () => replay.mutate({ deliveryId }),
              },
            ]}
          />
        )}
        toolbar={
          <>
            <ChoiceFilter
              name={t('webhooks.deliveryState')}
              chosen={statuses}
              choices={DELIVERY_STATUSES.map((value) => ({ value, label: statusWord(value) }))}
              onChange={(status) => list.filter({ status })}
            />
            <ChoiceFilter
              name={t('webhooks.event')}
              chosen={events}
              choices={[...WEBHOOK_EVENTS, TEST_EVENT].map((value) => ({
                value,
                label: word(value),
              }))}
              onChange={(event) => list.filter({ event })}
            />
            <TextFilter
              name={t('webhooks.messageId')}
              value={message}
              onChange={(value) => list.filter({ message: value === '' ? [] : [value] })}
            />
            <DateFilter name={t('webhooks.when')} list={list} />
          </>
        }
        empty={
          <EmptyState
            icon={<WebhookIcon />}
            title={t('webhooks.logEmpty')}
            text={t('webhooks.logEmptyText')}
          />
        }
      />
      {open !== '' && (
        <DeliveryDialog
          deliveryId={open}
          onClose={() => setParameters(withDelivery(null), { state })}
        />
      )}
    </Box>
  );
}

const SINCE = { hour: 3600, day: 86_400, week: 7 * 86_400, all: Infinity } as const;
type Since = keyof typeof SINCE;
const SINCES = Object.keys(SINCE) as Since[];

function ReplayDialog({
  webhook: { webhookId, failedCount },
  onClose,
}: {
  webhook: Webhook;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const toast = useToast();
  const [since, setSince] = useState<Since>('day');
  const replay = useSend(webhooks.replayFailed, {
    changes: [webhooks.deliveries, webhooks.list],
    done: ({ count, more }) => {
      toast.success(
        more
          ? t('webhooks.replayFailedMore', { count: number(count) })
          : t('webhooks.replayFailedDone', { count }),
      );
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      title={t('webhooks.replayFailedTitle')}
      action={t('webhooks.replay')}
      busy={replay.isPending}
      onClose={onClose}
      onConfirm={() =>
        replay.mutate({ webhookId, sinceTimestamp: Math.max(0, Date.now() / 1000 - SINCE[since]) })
      }
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        <span>{t('webhooks.replayFailedText', { count: failedCount })}</span>
        <FormField id="replay-since" label={t('webhooks.replayFailedSince')}>
          {(parts) => (
            <Select
              native
              size="small"
              value={since}
              onChange={(event) =>
                setSince(SINCES.find((each) => each === event.target.value) ?? 'day')
              }
              inputProps={{ id: parts.id }}
            >
              {SINCES.map((each) => (
                <option key={each} value={each}>
                  {t(`webhooks.since.${each}`)}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      </Box>
    </ConfirmDialog>
  );
}

import ReplayIcon from '@mui/icons-material/ReplayOutlined';
import WebhookIcon from '@mui/icons-material/WebhookOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import {
  DELIVERY_STATUSES,
  TEST_EVENT,
  type Webhook,
  WEBHOOK_EVENTS,
  type WebhookDelivery,
  webhooks,
} from '../../../../contract/api/webhooks.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DATE_FILTERS, DateFilter, dateRange } from '../../../ui/lists/DateFilter.tsx';
import { DASH, Time, useFormat, useNow } from '../../../ui/figures/figures.tsx';
import { ChoiceFilter, TextFilter } from '../../../ui/lists/FilterPill.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { StatusChip, useStatusWord } from '../../../ui/figures/StatusChip.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { DeliveryPeek } from '../DeliveryPeek.tsx';
import { useAnswerWords } from '../useAnswerWords.ts';
import { useEventWord } from '../useEventWord.ts';

const FILTERS = ['status', 'event', 'message', ...DATE_FILTERS];
/** The name of the open delivery in the address. */
const PEEKED = 'delivery';

/** Deliveries to a webhook, newest first. */
export function DeliveryLog({ webhook: { webhookId, url, breaker } }: { webhook: Webhook }) {
  const { t } = useTranslation();

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

  const columns = useColumns({ url, isSuspended: breaker !== null });
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
        nameWidth={24}
        columns={columns}
        name={({ event, deliveryId }) => ({
          text: word(event),
          to: list.peeked(deliveryId, PEEKED),
        })}
        peek={{
          label: t('webhooks.delivery'),
          param: PEEKED,
          pageOf: () => undefined,
          body: (_row, deliveryId) => <DeliveryPeek deliveryId={deliveryId} />,
        }}
        rowMenu={({ deliveryId, event }) => (
          <RowMenu
            name={word(event)}
            actions={[
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
    </Box>
  );
}

function useColumns({
  url,
  isSuspended,
}: {
  url: string | null;
  isSuspended: boolean;
}): Column<WebhookDelivery>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  const answerWords = useAnswerWords();
  return [
    {
      key: 'phone',
      label: t('webhooks.phone'),
      from: 520,
      width: 15,
      onPhone: 'line',
      cell: ({ phone }) => phone ?? DASH,
    },
    {
      key: 'status',
      label: t('webhooks.deliveryState'),
      onPhone: 'chip',
      cell: ({ status }) => <StatusChip status={status} />,
    },
    {
      key: 'answer',
      label: t('webhooks.answer'),
      grows: true,
      onPhone: 'line',
      value: ({ lastStatus, lastError }) => lastError ?? lastStatus,
      cell: ({ lastStatus, lastError }) => answerWords(lastError, lastStatus),
    },
    {
      key: 'took',
      label: t('webhooks.took'),
      figure: true,
      from: 680,
      value: ({ lastMilliseconds }) => lastMilliseconds,
      cell: ({ lastMilliseconds }) =>
        lastMilliseconds === null ? DASH : `${number(lastMilliseconds)} ms`,
    },
    ...(url === null
      ? [
          {
            key: 'url',
            label: t('webhooks.address'),
            from: 900,
            width: 27,
            cell: (row: WebhookDelivery) => row.url,
          },
        ]
      : []),
    {
      key: 'attempts',
      label: t('webhooks.attempts'),
      figure: true,
      from: 900,
      value: ({ attempts }) => attempts,
      cell: ({ attempts }) => number(attempts),
    },
    // One time holds for all while the host is suspended, and the page says it above.
    ...(isSuspended
      ? []
      : [
          {
            key: 'next',
            label: t('webhooks.next'),
            figure: true,
            from: 1000,
            cell: ({ nextTimestamp }: WebhookDelivery) =>
              nextTimestamp === null ? DASH : <Time at={nextTimestamp} />,
          },
        ]),
    {
      key: 'when',
      label: t('webhooks.when'),
      figure: true,
      onPhone: 'amount',
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
    },
  ];
}

import DoneIcon from '@mui/icons-material/TaskAltOutlined';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../contract/endpoint.ts';
import { senders } from '../../../contract/api/senders.ts';
import { useGet } from '../../parts/queries.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { DASH, useFormat, useNow } from '../../ui/figures/figures.tsx';
import { useListed } from '../../ui/lists/useListed.ts';
import { Page } from '../../ui/page/Page.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { senderAddress, useOwnerName } from './columns.tsx';

type Waiting = Output<typeof senders.review>['senderIds'][number];
const EVERY = 30_000;

/** Sender IDs waiting for staff, longest first; each links to its documents and decision. */
export function ReviewQueue() {
  const { t } = useTranslation();
  const list = useListAddress();
  const { country, number, exact } = useFormat();
  const ownerName = useOwnerName();
  const listed = useListed();
  const query = useGet(
    senders.review,
    { pageSize: list.pageSize, pageToken: list.token },
    { keep: true, every: () => EVERY },
  );
  const hasDocuments =
    query.data?.senderIds.some(({ waitingDocuments }) => waitingDocuments > 0) ?? false;
  const columns = useMemo(
    (): readonly Column<Waiting>[] => [
      {
        key: 'todo',
        label: t('senders.review.todo'),
        grows: true,
        cell: ({ status, notApprovedBy, lateOperators: late }) =>
          status === 'WAITING_SETUP' && late.length > 0 ? (
            <Box
              component="span"
              sx={(theme) => ({ color: theme.vars?.palette.tone.warning.text })}
            >
              {t('senders.review.late', { count: late.length, operators: listed(late) })}
            </Box>
          ) : status === 'WAITING_SETUP' && notApprovedBy.length > 0 ? (
            t('senders.review.setUpAt', { operators: notApprovedBy.join(', ') })
          ) : status in TODO ? (
            t(`senders.review.todos.${TODO[status as keyof typeof TODO]}`)
          ) : (
            ''
          ),
        onPhone: 'line',
      },
      ...(hasDocuments
        ? [
            {
              key: 'documents',
              label: t('senders.review.documents'),
              figure: true,
              cell: ({ waitingDocuments }: Waiting) =>
                waitingDocuments === 0 ? DASH : number(waitingDocuments),
              value: ({ waitingDocuments }: Waiting) => waitingDocuments,
              from: 900,
            },
          ]
        : []),
      {
        key: 'owner',
        label: t('senders.owner'),
        cell: ownerName,
        width: 20,
        onPhone: 'line',
        from: 620,
      },
      {
        key: 'kind',
        label: t('senders.kind'),
        cell: ({ kind }) => t(`senders.kinds.${kind}`),
        from: 1000,
      },
      {
        key: 'country',
        label: t('senders.country'),
        cell: ({ country: code }) => country(code),
        from: 760,
      },
      {
        key: 'waiting',
        label: t('senders.review.waiting'),
        cell: ({ statusTimestamp }) => <For since={statusTimestamp} />,
        value: ({ statusTimestamp }) => exact(statusTimestamp),
        figure: true,
        onPhone: 'amount',
      },
    ],
    [t, number, exact, ownerName, listed, country, hasDocuments],
  );
  return (
    <Page
      title={t('senders.review.title')}
      purpose={t('senders.review.purpose')}
      back={{ to: '/dashboard/sender-ids', label: t('senders.back') }}
    >
      <DataTable
        label={t('senders.review.title')}
        query={query}
        rowsOf={(page) => page.senderIds}
        keyOf={({ senderIdId }) => senderIdId}
        list={list}
        filters={[]}
        nameLabel={t('senders.name')}
        nameWidth={15}
        name={({ senderId, senderIdId }) => ({ text: senderId, to: senderAddress(senderIdId) })}
        columns={columns}
        empty={
          <EmptyState icon={<DoneIcon />} title={t('senders.review.empty')} text={<Unpaid />} />
        }
      />
    </Page>
  );
}

/** The time that a request has waited, with the moment it began on hover. */
function For({ since }: { since: number }) {
  const { age, exact } = useFormat();
  const now = useNow();
  return (
    <Tooltip describeChild title={exact(since)}>
      <time dateTime={new Date(since * 1000).toISOString()} style={{ whiteSpace: 'nowrap' }}>
        {age(Math.max(0, now - since))}
      </time>
    </Tooltip>
  );
}

/** Requests that wait for their applicants, and not for a reviewer. */
function Unpaid() {
  const { t } = useTranslation();
  const listed = useListed();
  const list = useGet(senders.list, { pageSize: 200, 'filter.status': ['DOCUMENTS_APPROVED'] });
  const names = (list.data?.senderIds ?? [])
    .filter(({ paymentStatus }) => paymentStatus === 'UNPAID')
    .map(({ senderId }) => senderId);
  return names.length === 0
    ? t('senders.review.emptyText')
    : t('senders.notReady.reviewEmpty', { names: listed(names) });
}

const TODO = {
  PENDING_DOCUMENTS_APPROVAL: 'PENDING_DOCUMENTS_APPROVAL',
  DOCUMENTS_APPROVED: 'DOCUMENTS_APPROVED',
  WAITING_SETUP: 'WAITING_SETUP',
} as const;

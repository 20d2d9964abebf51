import DoneIcon from '@mui/icons-material/TaskAltOutlined';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../contract/endpoint.ts';
import { senders } from '../../../contract/api/senders.ts';
import { useGet } from '../../parts/queries.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { DASH, Time, useFormat } from '../../ui/figures.tsx';
import { useListed } from '../../ui/useListed.ts';
import { Page } from '../../ui/Page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useListAddress } from '../../ui/useListAddress.ts';
import { senderAddress, useOwnerName } from './columns.tsx';

type Waiting = Output<typeof senders.review>['senderIds'][number];
const EVERY = 30_000;

/** Sender IDs waiting for staff, longest first; each links to its documents and decision. */
export function ReviewQueue() {
  const { t } = useTranslation();
  const list = useListAddress();
  const { country, number } = useFormat();
  const ownerName = useOwnerName();
  const query = useGet(
    senders.review,
    { pageSize: list.pageSize, pageToken: list.token },
    { keep: true, every: () => EVERY },
  );
  const columns = useMemo(
    (): readonly Column<Waiting>[] => [
      {
        key: 'todo',
        label: t('senders.review.todo'),
        grows: true,
        cell: ({ status }) =>
          status in TODO ? t(`senders.review.todos.${TODO[status as keyof typeof TODO]}`) : '',
        onPhone: true,
      },
      {
        key: 'documents',
        label: t('senders.review.documents'),
        figure: true,
        cell: ({ waitingDocuments }) => (waitingDocuments === 0 ? DASH : number(waitingDocuments)),
        value: ({ waitingDocuments }) => waitingDocuments,
        from: 760,
      },
      {
        key: 'owner',
        label: t('senders.owner'),
        cell: ownerName,
        width: 24,
        onPhone: true,
        from: 620,
      },
      {
        key: 'kind',
        label: t('senders.kind'),
        cell: ({ kind }) => t(`senders.kinds.${kind}`),
        from: 900,
      },
      {
        key: 'country',
        label: t('senders.country'),
        cell: ({ country: code }) => country(code),
        from: 680,
      },
      {
        key: 'waiting',
        label: t('senders.review.waiting'),
        cell: ({ statusTimestamp }) => <Time at={statusTimestamp} />,
        figure: true,
        onPhone: true,
      },
    ],
    [t, number, ownerName, country],
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

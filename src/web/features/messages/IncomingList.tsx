import IncomingIcon from '@mui/icons-material/MoveToInboxOutlined';
import ReplyIcon from '@mui/icons-material/ReplyOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { messages, type Incoming } from '../../../contract/api/messages.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { ClientFilter } from '../../parts/clients/ClientFilter.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { DATE_FILTERS, DateFilter, dateRange } from '../../ui/lists/DateFilter.tsx';
import { DASH, Time, useNow } from '../../ui/figures/figures.tsx';
import { TextFilter } from '../../ui/lists/FilterPill.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { RowMenu } from '../../ui/lists/RowMenu.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { IncomingBody } from './IncomingBody.tsx';
import { useMessageExport } from './useMessageExport.ts';
import { canReply, replyAddress } from './reply.ts';

const FILTERS = ['number', 'to', 'client', ...DATE_FILTERS];
/** Frequent, so that a person who waits for answers sees them arrive. */
const EVERY = 10_000;

/** Every incoming message as a row, for people who look for one message or many. */
export function IncomingList({ toInbox }: { toInbox: string }) {
  const { t } = useTranslation();
  const me = useMe();
  const now = useNow();
  const list = useListAddress();
  const days = dateRange(list, now);
  const seesOthers = reachOf(me.clientAccessLevel, 'messaging.read') !== 'own';
  const sends = reachOf(me.clientAccessLevel, 'messaging.send') !== undefined;
  const filter = {
    'filter.destinations': list.values('number'),
    'filter.senderIds': list.values('to'),
    'filter.clientIds': list.values('client'),
    'filter.startTimestamp': days.start,
    'filter.endTimestamp': days.end,
  };
  const query = useGet(
    messages.received,
    { pageSize: list.pageSize, pageToken: list.token, ...filter },
    { keep: true, every: () => (list.page === 0 ? EVERY : false) },
  );

  const columns = useColumns({ seesOthers });
  const wholeExport = useMessageExport(messages.exportReceived, filter);

  return (
    <Page
      title={t('messages.incomingTitle')}
      purpose={t('messages.incomingPurpose')}
      actions={
        <Button variant="outlined" color="inherit" component={Link} to={toInbox}>
          {t('messages.inbox.asThreads')}
        </Button>
      }
    >
      <DataTable
        label={t('messages.incomingTitle')}
        query={query}
        rowsOf={(page) => page.moMessages}
        keyOf={({ messageId }) => messageId}
        list={list}
        filters={FILTERS}
        nameLabel={t('messages.from')}
        nameWidth={16}
        nameFigure
        name={({ source, messageId }) => ({
          text: source,
          to: `/dashboard/campaigns/incoming-messages/${messageId}`,
        })}
        columns={columns}
        peek={{
          label: t('messages.peek'),
          body: (row) => row && <IncomingBody message={row} />,
        }}
        wholeExports={[wholeExport]}
        rowMenu={
          sends
            ? (message) => (
                <RowMenu
                  name={message.source}
                  actions={
                    canReply(message)
                      ? [
                          {
                            key: 'reply',
                            label: t('messages.reply'),
                            icon: <ReplyIcon />,
                            to: replyAddress(message),
                          },
                        ]
                      : []
                  }
                />
              )
            : undefined
        }
        toolbar={
          <>
            <TextFilter
              name={t('messages.from')}
              help={t('messages.numberHelp')}
              value={list.value('number')}
              onChange={(value) => list.filter({ number: value === '' ? [] : [value] })}
            />
            <TextFilter
              name={t('messages.writtenTo')}
              help={t('messages.writtenToHelp')}
              value={list.value('to')}
              onChange={(value) => list.filter({ to: value === '' ? [] : [value] })}
            />
            {seesOthers && (
              <ClientFilter
                name={t('messages.owner')}
                clientId={list.value('client')}
                onChange={(clientId) => list.filter({ client: clientId === '' ? [] : [clientId] })}
              />
            )}
            <DateFilter name={t('messages.date')} list={list} />
          </>
        }
        empty={
          <EmptyState
            icon={<IncomingIcon />}
            title={t('messages.incomingEmpty')}
            text={t('messages.incomingEmptyText')}
            action={
              reachOf(me.clientAccessLevel, 'senders.request') !== undefined && (
                <Button
                  variant="outlined"
                  color="inherit"
                  component={Link}
                  to="/dashboard/sender-ids"
                >
                  {t('messages.seeSenders')}
                </Button>
              )
            }
          />
        }
      />
    </Page>
  );
}

function useColumns({ seesOthers }: { seesOthers: boolean }): Column<Incoming>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'text',
      label: t('messages.text'),
      grows: true,
      cell: ({ text }) => text,
      onPhone: true,
    },
    {
      key: 'to',
      label: t('messages.writtenTo'),
      from: 560,
      cell: ({ senderId }) => senderId,
      onPhone: true,
    },
    ...(seesOthers
      ? [
          {
            key: 'owner',
            label: t('messages.owner'),
            from: 860,
            width: 18,
            cell: ({ clientName }: Incoming) => clientName ?? DASH,
          },
          {
            key: 'found',
            label: t('messages.foundBy'),
            from: 1040,
            cell: ({ foundBy }: Incoming) =>
              foundBy === null ? DASH : t(`messages.found.${foundBy}`),
          },
        ]
      : []),
    {
      key: 'received',
      label: t('messages.received'),
      figure: true,
      cell: ({ receiveTimestamp }) => <Time at={receiveTimestamp} />,
      onPhone: true,
    },
  ];
}

import SentIcon from '@mui/icons-material/MarkEmailReadOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { COUNTRIES } from '../../../contract/shared/countries.ts';
import { MESSAGE_STATUSES, messages, type Message } from '../../../contract/api/messages.ts';
import { isLongEnough } from '../../../contract/shared/number-beginning.ts';
import { NETWORKS } from '../../../contract/shared/networks.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { CampaignFilter } from '../../parts/campaigns/CampaignFilter.tsx';
import { ClientFilter } from '../../parts/clients/ClientFilter.tsx';
import { SenderFilter } from '../../parts/SenderFilter.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { DATE_FILTERS, DateFilter, dateRange } from '../../ui/lists/DateFilter.tsx';
import { useFormat, useNow } from '../../ui/figures/figures.tsx';
import { ChoiceFilter, TextFilter } from '../../ui/lists/FilterPill.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { SearchField } from '../../ui/lists/SearchField.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { useStatusWord } from '../../ui/figures/StatusChip.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { SupplierFilters } from './SupplierFilters.tsx';
import { MessagePeek } from './message/MessagePeek.tsx';
import { useMessageExport } from './useMessageExport.ts';
import { useColumns } from './sentColumns.tsx';

const FILTERS = [
  'number',
  'sender',
  'status',
  'carrier',
  'campaign',
  'client',
  'country',
  'network',
  'connector',
  'route',
  'error',
  ...DATE_FILTERS,
];
const HOME = COUNTRIES.filter(({ suggested }) => suggested);
const OPERATORS = [
  ...new Set([...NETWORKS.values()].map(({ network }) => network).filter(Boolean)),
].toSorted();
const UNDELIVERED: readonly Message['status'][] = [
  'UNDELIVERABLE',
  'EXPIRED',
  'FAILED',
  'REJECTED',
];
const MOVING: readonly Message['status'][] = ['QUEUED', 'CLAIMED', 'SUBMITTED'];

export function SentMessages() {
  const { t } = useTranslation();
  const { country } = useFormat();
  const statusWord = useStatusWord();
  const me = useMe();
  const now = useNow();
  const list = useListAddress();
  const role = me.clientAccessLevel;
  const days = dateRange(list, now);
  const statuses = MESSAGE_STATUSES.filter((status) => list.values('status').includes(status));
  const seesOthers = reachOf(role, 'messaging.read') !== 'own';
  const operates = reachOf(role, 'gateway') !== undefined;
  const filter = {
    'filter.destinations': list.values('number'),
    'filter.senderIds': list.values('sender'),
    'filter.messageStatuses': statuses,
    'filter.carrierStatuses': list.values('carrier'),
    'filter.campaignIds': list.values('campaign'),
    'filter.clientIds': list.values('client'),
    'filter.countries': list.values('country'),
    'filter.networks': list.values('network'),
    ...(operates && {
      'filter.connectors': list.values('connector'),
      'filter.routes': list.values('route').map(Number),
      'filter.errorCodes': list.values('error'),
    }),
    'filter.startTimestamp': days.start,
    'filter.endTimestamp': days.end,
  };
  const query = useGet(
    messages.sent,
    { pageSize: list.pageSize, pageToken: list.token, ...filter },
    {
      keep: true,
      every: (page) =>
        list.page === 0 &&
        page?.mtMessages.some(
          ({ status, createTimestamp }) =>
            MOVING.includes(status) && Date.now() / 1000 - createTimestamp < 900,
        )
          ? 5000
          : false,
    },
  );
  const columns = useColumns({ seesOthers });
  const wholeExport = useMessageExport(messages.exportSent, filter);

  return (
    <Page title={t('messages.title')} purpose={t('messages.purpose')}>
      <DataTable
        label={t('messages.title')}
        query={query}
        rowsOf={(page) => page.mtMessages}
        keyOf={({ messageId }) => messageId}
        list={list}
        filters={FILTERS}
        nameLabel={t('messages.destination')}
        nameWidth={15}
        nameFigure
        name={({ destination, messageId }) => ({
          text: destination,
          to: `/dashboard/campaigns/sent-messages/${messageId}`,
        })}
        columns={columns}
        peek={{
          label: t('messages.peek'),
          body: (row, messageId) => <MessagePeek messageId={messageId} row={row} />,
          pageOf: (_row, messageId) => `/dashboard/campaigns/sent-messages/${messageId}`,
        }}
        views={[
          { key: 'moving', label: t('messages.views.moving'), filters: { status: MOVING } },
          {
            key: 'undelivered',
            label: t('messages.views.undelivered'),
            filters: { status: UNDELIVERED },
          },
        ]}
        wholeExports={[wholeExport]}
        toolbar={
          <>
            <SearchField
              label={t('messages.numberSearch')}
              hint={t('messages.numberHint')}
              value={list.value('number')}
              missing={(text) =>
                isLongEnough(text, me.country) ? undefined : t('messages.numberShort')
              }
              onChange={(text) => list.filter({ number: text === '' ? [] : [text] })}
            />
            <ChoiceFilter
              name={t('messages.status')}
              chosen={statuses}
              choices={MESSAGE_STATUSES.map((value) => ({ value, label: statusWord(value) }))}
              onChange={(status) => list.filter({ status })}
            />
            <SenderFilter
              name={t('messages.sender')}
              chosen={list.values('sender')}
              onChange={(sender) => list.filter({ sender })}
            />
            <DateFilter name={t('messages.date')} list={list} />
            <CampaignFilter
              name={t('messages.campaign')}
              chosen={list.values('campaign')}
              fits={({ startTimestamp }) => startTimestamp !== null}
              onChange={(campaign) => list.filter({ campaign })}
            />
            {seesOthers && (
              <ClientFilter
                name={t('messages.owner')}
                clientId={list.value('client')}
                onChange={(clientId) => list.filter({ client: clientId === '' ? [] : [clientId] })}
              />
            )}
            <ChoiceFilter
              name={t('messages.country')}
              chosen={list.values('country')}
              choices={HOME.map(({ code }) => ({ value: code, label: country(code) }))}
              onChange={(country) => list.filter({ country })}
            />
            <ChoiceFilter
              name={t('messages.network')}
              chosen={list.values('network')}
              choices={OPERATORS.map((value) => ({ value, label: value }))}
              onChange={(network) => list.filter({ network })}
            />
            <TextFilter
              name={t('messages.carrierStatus')}
              help={t('messages.carrierHelp')}
              value={list.value('carrier')}
              onChange={(value) => list.filter({ carrier: value === '' ? [] : [value] })}
            />
            {operates && <SupplierFilters list={list} />}
          </>
        }
        empty={
          <EmptyState
            icon={<SentIcon />}
            title={t('messages.empty')}
            text={t('messages.emptyText')}
            action={
              reachOf(role, 'messaging.send') !== undefined && (
                <Button variant="contained" component={Link} to="/dashboard/campaigns/from-file">
                  {t('campaigns.new')}
                </Button>
              )
            }
          />
        }
      />
    </Page>
  );
}

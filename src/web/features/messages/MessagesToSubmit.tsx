import CampaignIcon from '@mui/icons-material/CampaignOutlined';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { campaigns } from '../../../contract/api/campaigns.ts';
import { startOfDay, toDeliverEnd, dayOf } from '../../../contract/shared/dates.ts';
import { messages, type MessageToSubmit } from '../../../contract/api/messages.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { LIVE, useGet, useMe } from '../../parts/queries.ts';
import { useCampaignActions } from '../../parts/campaigns/useCampaignActions.tsx';
import { CampaignFilter } from '../../parts/campaigns/CampaignFilter.tsx';
import { ClientFilter } from '../../parts/clients/ClientFilter.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { DATE_FILTERS, DateFilter, dateRange } from '../../ui/lists/DateFilter.tsx';
import { Time, useFormat, useNow } from '../../ui/figures/figures.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { RowMenu } from '../../ui/lists/RowMenu.tsx';
import { shownStatus } from '../../parts/campaigns/campaignState.ts';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { NothingToSubmit } from './NothingToSubmit.tsx';
import { TO_SUBMIT, TO_SUBMIT_ADDRESS } from './toSubmit.ts';

const FILTERS = ['campaign', 'client', ...DATE_FILTERS];
const OFFERED = 100;
const SHOWN = 50;

/** The numbers of one campaign, or of some days, that are not submitted yet. */
export function MessagesToSubmit() {
  const { t } = useTranslation();

  const me = useMe();
  const now = useNow();
  const list = useListAddress();
  const { actionsOf, dialog } = useCampaignActions();
  const role = me.clientAccessLevel;
  const seesOthers = reachOf(role, 'messaging.read') !== 'own';
  const days = dateRange(list, now);
  const query = useGet(
    messages.toDeliver,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.campaignIds': list.values('campaign'),
      'filter.clientIds': list.values('client'),
      'filter.startTimestamp': days.start === undefined ? undefined : startOfDay(dayOf(days.start)),
      'filter.endTimestamp': days.end === undefined ? undefined : toDeliverEnd(dayOf(days.end)),
    },
    {
      keep: true,
      every: (page) =>
        list.page === 0 &&
        page?.messages.some(
          ({ campaignStatus }) => campaignStatus === 'RUNNING' || campaignStatus === 'QUEUED',
        )
          ? LIVE
          : 15_000,
    },
  );
  const open = useGet(
    campaigns.list,
    { pageSize: OFFERED, pageToken: '', 'filter.campaignStatuses': [...TO_SUBMIT] },
    { every: () => 15_000 },
  );
  // A campaign of the rows, or a chosen one, may be older than those.
  const shown = [
    ...new Set([
      ...list.values('campaign'),
      ...(query.data?.messages.map(({ campaignId }) => campaignId) ?? []),
    ]),
  ].slice(0, SHOWN);
  const named = useGet(
    campaigns.list,
    {
      pageSize: SHOWN,
      'filter.campaignIds': shown,
      'filter.campaignStatuses': [...TO_SUBMIT],
    },
    { when: shown.length > 0, every: () => 15_000, keep: true },
  );
  const byId = new Map(
    [...(named.data?.campaigns ?? []), ...(open.data?.campaigns ?? [])].map((campaign) => [
      campaign.campaignId,
      campaign,
    ]),
  );
  // Actions on a single campaign are above the list, since its rows move away while the menu is open.
  const chosen = list.values('campaign');
  const alone =
    chosen.length === 1
      ? byId.get(chosen[0] ?? '')
      : open.data?.campaigns.length === 1
        ? open.data.campaigns[0]
        : undefined;
  const buttons = alone
    ? actionsOf(alone).flatMap((action) =>
        'act' in action
          ? [
              <Button
                key={action.key}
                variant="outlined"
                color={action.danger ? 'error' : 'inherit'}
                startIcon={action.icon}
                onClick={action.act}
              >
                {action.label}
              </Button>,
            ]
          : [],
      )
    : [];

  const columns = useColumns({ seesOthers });

  return (
    <Page
      title={t('messages.toSubmitTitle')}
      back={{ to: TO_SUBMIT_ADDRESS, label: t('messages.toSubmitAll') }}
      actions={buttons.length > 0 && buttons}
    >
      <DataTable
        label={t('messages.toSubmitTitle')}
        query={query}
        rowsOf={(page) => page.messages}
        keyOf={({ messageId, campaignId, rowNumber }) => messageId ?? `${campaignId}/${rowNumber}`}
        list={list}
        filters={FILTERS}
        nameLabel={t('messages.destination')}
        nameWidth={15}
        nameFigure
        name={({ destination, messageId }) => ({
          text: destination,
          ...(messageId === null ? {} : { to: `/dashboard/campaigns/sent-messages/${messageId}` }),
        })}
        columns={columns}
        rowMenu={({ campaignId, campaignName }) => {
          const campaign = byId.get(campaignId);
          return (
            <RowMenu
              name={campaignName}
              actions={[
                {
                  key: 'open',
                  label: t('messages.openCampaign'),
                  icon: <CampaignIcon />,
                  to: `/dashboard/campaigns/${campaignId}`,
                },
                ...(campaign ? actionsOf(campaign) : []),
              ]}
            />
          );
        }}
        toolbar={
          <>
            <CampaignFilter
              name={t('messages.campaign')}
              chosen={list.values('campaign')}
              statuses={TO_SUBMIT}
              onChange={(campaign) => list.filter({ campaign })}
            />
            {seesOthers && (
              <ClientFilter
                name={t('messages.owner')}
                clientId={list.value('client')}
                onChange={(clientId) => list.filter({ client: clientId === '' ? [] : [clientId] })}
              />
            )}
            <DateFilter name={t('messages.due')} list={list} />
          </>
        }
        empty={<NothingToSubmit />}
      />
      {dialog}
    </Page>
  );
}

function useColumns({ seesOthers }: { seesOthers: boolean }): Column<MessageToSubmit>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  return [
    {
      key: 'status',
      label: t('messages.campaignStatus'),
      cell: ({ campaignStatus }) => <StatusChip status={shownStatus(campaignStatus)} />,
      onPhone: true,
    },
    {
      key: 'campaign',
      label: t('messages.campaign'),
      width: 22,
      from: 480,
      cell: ({ campaignId, campaignName }) => (
        <MuiLink component={Link} to={`/dashboard/campaigns/${campaignId}`}>
          {campaignName}
        </MuiLink>
      ),
      onPhone: true,
    },
    ...(seesOthers
      ? [
          {
            key: 'owner',
            label: t('messages.owner'),
            from: 980,
            width: 16,
            cell: ({ clientName }: MessageToSubmit) => clientName,
          },
        ]
      : []),
    { key: 'sender', label: t('messages.sender'), from: 760, cell: ({ senderId }) => senderId },
    { key: 'text', label: t('messages.text'), from: 860, grows: true, cell: ({ text }) => text },
    {
      key: 'segments',
      label: t('messages.segments'),
      figure: true,
      from: 1100,
      cell: ({ segments }) => number(segments),
    },
    {
      key: 'units',
      label: t('messages.units'),
      figure: true,
      from: 1040,
      cell: ({ units }) => number(units),
    },
    {
      key: 'due',
      label: t('messages.due'),
      figure: true,
      cell: ({ dueTimestamp }) => <Time at={dueTimestamp} />,
      onPhone: true,
    },
  ];
}

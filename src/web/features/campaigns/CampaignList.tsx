/** The list of campaigns. */
import CampaignIcon from '@mui/icons-material/CampaignOutlined';
import MessagesIcon from '@mui/icons-material/MarkEmailReadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CAMPAIGN_STATUSES, campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import { decidesOnOthers, reachOf } from '../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { CampaignProgress, hasBegun } from '../../parts/campaigns/CampaignProgress.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { DATE_FILTERS, DateFilter, dateRange } from '../../ui/lists/DateFilter.tsx';
import { Time, useFormat, useNow } from '../../ui/figures/figures.tsx';
import { ClientFilter } from '../../parts/clients/ClientFilter.tsx';
import { SenderFilter } from '../../parts/SenderFilter.tsx';
import { ChoiceFilter } from '../../ui/lists/FilterPill.tsx';
import { doneOf } from '../../parts/outcomes/OutcomeBar.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { SearchField } from '../../ui/lists/SearchField.tsx';
import { RowMenu } from '../../ui/lists/RowMenu.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { StatusChip, useStatusWord } from '../../ui/figures/StatusChip.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { NewCampaign } from './NewCampaign.tsx';
import { ApprovalQueue } from './ApprovalQueue.tsx';
import { paceOf } from '../../parts/campaigns/campaignPace.ts';
import { shownStatus } from '../../parts/campaigns/campaignState.ts';
import { useCampaignActions } from '../../parts/campaigns/useCampaignActions.tsx';
import { useFollowedBalance } from '../../parts/useFollowedBalance.ts';
import { usePhone } from '../../ui/page/usePhone.ts';

const FILTERS = ['q', 'client', 'status', 'sender', ...DATE_FILTERS];

const unitsOf = ({ unitsCharged, unitsReserved, startTimestamp }: Campaign) =>
  startTimestamp === null ? unitsReserved : unitsCharged;

export function CampaignList() {
  const { t } = useTranslation();
  const statusWord = useStatusWord();
  const me = useMe();
  const now = useNow();
  const list = useListAddress();
  const { actionsOf, dialog } = useCampaignActions();
  const role = me.clientAccessLevel;
  const sends = reachOf(role, 'messaging.send') !== undefined;
  const seesOthers = reachOf(role, 'campaigns.read') !== 'own';
  const days = dateRange(list, now);
  const statuses = CAMPAIGN_STATUSES.filter((status) => list.values('status').includes(status));
  const query = useGet(
    campaigns.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.clientIds': list.values('client'),
      'filter.campaignStatuses': statuses,
      'filter.senderIds': list.values('sender'),
      'filter.query': list.value('q'),
      'filter.createStartTimestamp': days.start,
      'filter.createEndTimestamp': days.end,
    },
    { keep: true, every: (page) => paceOf(page?.campaigns ?? [], Date.now() / 1000) },
  );
  useFollowedBalance(query.data?.campaigns ?? []);
  const columns = useColumns({ seesOthers });

  const begin = <NewCampaign />;
  return (
    <Page
      title={t('campaigns.title')}
      purpose={t(sends ? 'campaigns.purpose' : 'campaigns.purposeRead')}
      actions={
        <>
          {decidesOnOthers(me) && (
            <Button
              component={Link}
              to="/dashboard/campaigns/decided-texts"
              variant="outlined"
              color="inherit"
            >
              {t('approval.decided')}
            </Button>
          )}
          {sends && begin}
        </>
      }
    >
      <ApprovalQueue actionsOf={actionsOf} />
      <DataTable
        label={t('campaigns.title')}
        query={query}
        rowsOf={(page) => page.campaigns}
        keyOf={({ campaignId }) => campaignId}
        list={list}
        filters={FILTERS}
        nameLabel={t('campaigns.name')}
        name={({ campaignName, campaignId }) => ({
          text: campaignName,
          to: `/dashboard/campaigns/${campaignId}`,
        })}
        columns={columns}
        views={[
          {
            key: 'running',
            label: t('campaigns.views.running'),
            filters: { status: ['QUEUED', 'RUNNING', 'PAUSED'] },
          },
          {
            key: 'scheduled',
            label: t('campaigns.views.scheduled'),
            filters: { status: ['SCHEDULED'] },
          },
          {
            key: 'drafts',
            label: t('campaigns.views.drafts'),
            filters: { status: ['PENDING'] },
          },
        ]}
        rowMenu={(campaign) => (
          <RowMenu
            name={campaign.campaignName}
            actions={[
              ...(reachOf(role, 'messaging.read') === undefined || campaign.startTimestamp === null
                ? []
                : [
                    {
                      key: 'messages',
                      label: t('campaigns.viewMessages'),
                      icon: <MessagesIcon />,
                      to: `/dashboard/campaigns/sent-messages?campaign=${campaign.campaignId}`,
                    },
                  ]),
              ...actionsOf(campaign),
            ]}
          />
        )}
        toolbar={
          <>
            <SearchField
              label={t('campaigns.search')}
              hint={t('campaigns.searchHint')}
              value={list.value('q')}
              onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
            />
            {reachOf(role, 'clients.read') !== undefined && (
              <ClientFilter
                name={t('campaigns.owner')}
                clientId={list.value('client')}
                onChange={(clientId) => list.filter({ client: clientId === '' ? [] : [clientId] })}
              />
            )}
            <ChoiceFilter
              name={t('campaigns.status')}
              chosen={statuses}
              choices={CAMPAIGN_STATUSES.map((value) => ({
                value,
                label: statusWord(shownStatus(value)),
              }))}
              onChange={(status) => list.filter({ status })}
            />
            <SenderFilter
              name={t('campaigns.sender')}
              chosen={list.values('sender')}
              when={reachOf(role, 'senders.read') !== undefined}
              onChange={(sender) => list.filter({ sender })}
            />
            <DateFilter name={t('campaigns.createdOn')} list={list} />
          </>
        }
        empty={
          <EmptyState
            icon={<CampaignIcon />}
            title={t('campaigns.empty')}
            text={sends ? t('campaigns.emptyText') : t('campaigns.emptyRead')}
            action={sends && begin}
          />
        }
      />
      {dialog}
    </Page>
  );
}

function useColumns({ seesOthers }: { seesOthers: boolean }): Column<Campaign>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  // A card has a label for each fact, so a time to come is no progress, and a progress says how many there are.
  const isPhone = usePhone();
  return [
    {
      key: 'status',
      label: t('campaigns.status'),
      cell: ({ status }) => <StatusChip status={shownStatus(status)} />,
      onPhone: true,
    },
    {
      key: 'progress',
      label: t('campaigns.progress'),
      cell: (campaign) => {
        if (hasBegun(campaign)) return <CampaignProgress campaign={campaign} />;
        return !isPhone && campaign.status === 'SCHEDULED' ? (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            <Time at={campaign.scheduleTimestamp} />
          </Box>
        ) : null;
      },
      value: ({ counts, recipientCount, startTimestamp }) =>
        startTimestamp === null ? null : doneOf(counts, recipientCount),
      onPhone: true,
    },
    ...(isPhone
      ? [
          {
            key: 'due',
            label: t('messages.due'),
            onPhone: true,
            cell: ({ status, scheduleTimestamp }: Campaign) =>
              status === 'SCHEDULED' && scheduleTimestamp !== null ? (
                <Time at={scheduleTimestamp} />
              ) : null,
          },
        ]
      : []),
    {
      key: 'recipients',
      label: t('campaigns.recipients'),
      figure: true,
      from: 820,
      onPhone: true,
      cell: (campaign) => (isPhone && hasBegun(campaign) ? null : number(campaign.recipientCount)),
      value: ({ recipientCount }) => recipientCount,
    },
    {
      key: 'units',
      label: t('campaigns.units'),
      figure: true,
      from: seesOthers ? 1180 : 980,
      // A draft has cost nothing yet, which is no figure to compare.
      cell: (campaign) => {
        const units = unitsOf(campaign);
        return campaign.startTimestamp === null && units === 0 ? null : number(units);
      },
      value: unitsOf,
    },
    {
      key: 'sender',
      label: t('campaigns.sender'),
      from: seesOthers ? 1000 : 900,
      cell: ({ senderId }) => senderId,
    },
    ...(seesOthers
      ? [
          {
            key: 'owner',
            label: t('campaigns.owner'),
            from: 900,
            width: 17,
            cell: ({ clientName }: Campaign) => clientName,
          },
        ]
      : []),
    {
      key: 'created',
      label: t('campaigns.created'),
      figure: true,
      from: 700,
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
      onPhone: true,
    },
  ];
}

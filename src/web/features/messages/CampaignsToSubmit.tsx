import CampaignIcon from '@mui/icons-material/CampaignOutlined';
import { useTranslation } from 'react-i18next';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { CampaignProgress, hasBegun } from '../../parts/CampaignProgress.tsx';
import { paceOf } from '../../parts/campaignPace.ts';
import { shownStatus } from '../../parts/campaignState.ts';
import { ClientFilter } from '../../parts/ClientFilter.tsx';
import { useGet, useMe } from '../../parts/queries.ts';
import { useCampaignActions } from '../../parts/useCampaignActions.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { DateFilter } from '../../ui/DateFilter.tsx';
import { Time, useFormat } from '../../ui/figures.tsx';
import { Page } from '../../ui/Page.tsx';
import { RowMenu } from '../../ui/RowMenu.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useListAddress } from '../../ui/useListAddress.ts';
import { NothingToSubmit } from './NothingToSubmit.tsx';
import { TO_SUBMIT, TO_SUBMIT_ADDRESS } from './toSubmit.ts';

const FILTERS = ['client'];

/** Campaigns with messages to submit; the name of each opens its numbers. */
export function CampaignsToSubmit() {
  const { t } = useTranslation();
  const me = useMe();
  const list = useListAddress();
  const { actionsOf, dialog } = useCampaignActions();
  const seesOthers = reachOf(me.clientAccessLevel, 'messaging.read') !== 'own';
  const query = useGet(
    campaigns.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.campaignStatuses': [...TO_SUBMIT],
      'filter.clientIds': list.values('client'),
    },
    { keep: true, every: (page) => paceOf(page?.campaigns ?? [], Date.now() / 1000) },
  );
  const columns = useColumns({
    seesOthers,
    isUnderWay: query.data?.campaigns.some(hasBegun) ?? false,
  });
  return (
    <Page title={t('messages.toSubmitTitle')} purpose={t('messages.toSubmitPurpose')}>
      <DataTable
        label={t('messages.toSubmitTitle')}
        query={query}
        rowsOf={(page) => page.campaigns}
        keyOf={({ campaignId }) => campaignId}
        list={list}
        filters={FILTERS}
        nameLabel={t('messages.campaign')}
        nameWidth={26}
        name={({ campaignId, campaignName }) => ({
          text: campaignName,
          to: `${TO_SUBMIT_ADDRESS}?campaign=${campaignId}`,
        })}
        columns={columns}
        rowMenu={(campaign) => (
          <RowMenu
            name={campaign.campaignName}
            actions={[
              {
                key: 'open',
                label: t('messages.openCampaign'),
                icon: <CampaignIcon />,
                to: `/dashboard/campaigns/${campaign.campaignId}`,
              },
              ...actionsOf(campaign),
            ]}
          />
        )}
        toolbar={
          <>
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

const leftOf = ({ counts, recipientCount, startTimestamp }: Campaign) =>
  startTimestamp === null ? recipientCount : counts.queued;

/** @param isUnderWay a campaign has begun: without one there is no progress to compare */
function useColumns({
  seesOthers,
  isUnderWay,
}: {
  seesOthers: boolean;
  isUnderWay: boolean;
}): Column<Campaign>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  return [
    {
      key: 'status',
      label: t('campaigns.status'),
      cell: ({ status }) => <StatusChip status={shownStatus(status)} />,
      onPhone: true,
    },
    {
      key: 'left',
      label: t('messages.toSubmitLeft'),
      figure: true,
      cell: (campaign) => number(leftOf(campaign)),
      value: leftOf,
      onPhone: true,
    },
    {
      key: 'progress',
      label: t('campaigns.progress'),
      from: isUnderWay ? 760 : Infinity,
      // Nothing is under way before the start, and the column says nothing then.
      cell: (campaign) => (hasBegun(campaign) ? <CampaignProgress campaign={campaign} /> : null),
    },
    ...(seesOthers
      ? [
          {
            key: 'owner',
            label: t('messages.owner'),
            from: 1040,
            width: 16,
            cell: ({ clientName }: Campaign) => clientName,
          },
        ]
      : []),
    { key: 'sender', label: t('messages.sender'), from: 980, cell: ({ senderId }) => senderId },
    {
      key: 'text',
      label: t('messages.text'),
      from: 620,
      grows: true,
      onPhone: true,
      cell: ({ text }) => text,
    },
    {
      key: 'due',
      label: t('messages.due'),
      figure: true,
      cell: ({ scheduleTimestamp, startTimestamp }) => (
        <Time at={startTimestamp ?? scheduleTimestamp} />
      ),
      onPhone: true,
    },
  ];
}

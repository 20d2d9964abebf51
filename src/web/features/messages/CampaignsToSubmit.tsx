import CampaignIcon from '@mui/icons-material/CampaignOutlined';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { CampaignProgress, hasBegun } from '../../parts/campaigns/CampaignProgress.tsx';
import { paceOf } from '../../parts/campaigns/campaignPace.ts';
import { shownStatus } from '../../parts/campaigns/campaignState.ts';
import { ClientFilter } from '../../parts/clients/ClientFilter.tsx';
import { useGet, useMe } from '../../parts/queries.ts';
import { useCampaignActions } from '../../parts/campaigns/useCampaignActions.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { DateFilter } from '../../ui/lists/DateFilter.tsx';
import { DASH, Time, useFormat } from '../../ui/figures/figures.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { RowMenu } from '../../ui/lists/RowMenu.tsx';
import { SearchField } from '../../ui/lists/SearchField.tsx';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { NothingToSubmit } from './NothingToSubmit.tsx';
import { TO_SUBMIT, TO_SUBMIT_ADDRESS } from './toSubmit.ts';

const FILTERS = ['q', 'client'];

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
      'filter.query': list.value('q') || undefined,
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
            <SearchField
              label={t('campaigns.search')}
              hint={t('campaigns.searchHint')}
              value={list.value('q')}
              onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
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

const leftOf = ({ counts, recipientCount, startTimestamp }: Campaign) =>
  startTimestamp === null ? recipientCount : counts.queued;

const dueOf = ({ scheduleTimestamp, startTimestamp }: Campaign) =>
  startTimestamp ?? scheduleTimestamp;

/** The moment at which a campaign goes out, and how soon that is. */
function Due({ at }: { at: number | null }) {
  const { minute } = useFormat();
  if (at === null) return <span>{DASH}</span>;
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {minute(at)}
      <Typography component="span" variant="body2" color="textSecondary">
        {' · '}
        <Time at={at} />
      </Typography>
    </span>
  );
}

/** @param isUnderWay a campaign has begun: without one there is no progress to compare */
function useColumns({
  seesOthers,
  isUnderWay,
}: {
  seesOthers: boolean;
  isUnderWay: boolean;
}): Column<Campaign>[] {
  const { t } = useTranslation();
  const { number, exact } = useFormat();
  return [
    {
      key: 'status',
      label: t('campaigns.status'),
      cell: ({ status }) => <StatusChip status={shownStatus(status)} />,
      onPhone: 'chip',
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
    {
      key: 'sender',
      label: t('messages.sender'),
      from: 980,
      cell: ({ senderId }) => senderId,
      onPhone: 'line',
    },
    {
      key: 'text',
      label: t('messages.text'),
      from: 620,
      grows: true,
      onPhone: 'line',
      cell: ({ text }) => text,
    },
    {
      key: 'due',
      label: t('messages.due'),
      figure: true,
      cell: (campaign) => <Due at={dueOf(campaign)} />,
      value: (campaign) => {
        const at = dueOf(campaign);
        return at === null ? null : exact(at);
      },
      onPhone: true,
    },
  ];
}

import CampaignIcon from '@mui/icons-material/CampaignOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Campaign } from '../../../contract/api/campaigns.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { Time, useFormat } from '../../ui/figures/figures.tsx';
import { RowMenu } from '../../ui/lists/RowMenu.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { SAMPLE_CAMPAIGN } from './samples.ts';
import { Rows } from '../../ui/page/layout.tsx';

type Kind = 'rows' | 'tick' | 'empty' | 'loading' | 'failed';
type Rows = {
  campaigns: Campaign[];
  collectionCount: number;
  collectionCountIsLowerBound?: boolean;
  nextPageToken: string;
};

const STATUSES = ['RUNNING', 'COMPLETED', 'SCHEDULED', 'FAILED'] as const;
const ROWS = STATUSES.map((status): Campaign => ({
  ...SAMPLE_CAMPAIGN,
  campaignId: status,
  status,
}));

/** The list of the product with rows, rows to tick, none, on its way and failed. */
export function Tables() {
  return (
    <Rows isFluid gap={8}>
      {(['rows', 'tick', 'empty', 'loading', 'failed'] as const).map((kind) => (
        <Table key={kind} kind={kind} />
      ))}
    </Rows>
  );
}

function Table({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const list = useListAddress();
  const query = useQuery<Rows>({
    queryKey: ['test', kind],
    queryFn: () => answerOf(kind),
    retry: false,
    staleTime: Infinity,
  });
  const columns: Column<Campaign>[] = [
    {
      key: 'status',
      label: t('campaigns.status'),
      cell: ({ status }) => <StatusChip status={status} />,
      onPhone: true,
    },
    {
      key: 'recipients',
      label: t('campaigns.recipients'),
      figure: true,
      from: 700,
      cell: ({ recipientCount }) => number(recipientCount),
      value: ({ recipientCount }) => recipientCount,
      onPhone: true,
    },
    {
      key: 'created',
      label: t('campaigns.created'),
      figure: true,
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
      onPhone: true,
    },
  ];
  return (
    <DataTable
      label={`${t('campaigns.title')} ${kind}`}
      query={query}
      rowsOf={(page) => page.campaigns}
      keyOf={({ campaignId }) => campaignId}
      list={list}
      filters={[]}
      nameLabel={t('campaigns.name')}
      name={({ campaignName, status }) =>
        status === 'FAILED' ? { text: campaignName } : { text: campaignName, to: '#' }
      }
      columns={columns}
      rowMenu={({ status, campaignName }) => (
        <RowMenu
          name={`${campaignName} ${status}`}
          actions={[{ key: 'a', label: t('clients.edit'), icon: <CampaignIcon />, to: '#' }]}
        />
      )}
      {...(kind === 'tick' && {
        selection: {
          actions: (rows: readonly Campaign[], clear: () => void) => (
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              onClick={clear}
            >{`${t('common.apply')}: ${rows.map(({ status }) => status).join(', ')}`}</Button>
          ),
        },
      })}
      empty={
        <EmptyState
          icon={<CampaignIcon />}
          title={t('campaigns.empty')}
          text={t('campaigns.emptyText')}
        />
      }
    />
  );
}

function answerOf(kind: Kind): Promise<Rows> {
  if (kind === 'loading') return new Promise(() => undefined);
  if (kind === 'failed') return Promise.reject(new Error('404'));
  const full = kind !== 'empty';
  return Promise.resolve({
    campaigns: full ? ROWS : [],
    collectionCount: full ? 10_000 : 0,
    collectionCountIsLowerBound: full,
    nextPageToken: full ? 'next' : '',
  });
}

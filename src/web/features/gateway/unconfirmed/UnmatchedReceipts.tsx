import DoneIcon from '@mui/icons-material/DoneAllOutlined';
import MatchIcon from '@mui/icons-material/SyncOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { unmatchedReceipts, type UnmatchedReceipt } from '../../../../contract/api/unconfirmed.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { StatusFrame } from '../../../parts/monitoring/StatusFrame.tsx';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { type Column } from '../../../ui/data-table/column.ts';
import { DASH, Time, useFormat } from '../../../ui/figures/figures.tsx';
import { ChoiceFilter } from '../../../ui/lists/FilterPill.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { CarrierChip, useStatusWord } from '../../../ui/figures/StatusChip.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { useCarrierConnectors } from '../useCarrierConnectors.ts';

/** Receipts whose ids match no message, and matching them again. */
export function UnmatchedReceipts() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const toast = useToast();
  const list = useListAddress();
  const chosen = list.values('connector');
  const query = useGet(
    unmatchedReceipts.list,
    { pageSize: list.pageSize, pageToken: list.token, 'filter.connectors': chosen },
    { keep: true },
  );
  const removed = query.data?.removed ?? 0;
  const connectors = useCarrierConnectors();
  const match = useSend(unmatchedReceipts.matchAgain, {
    changes: [unmatchedReceipts.list],
    done: ({ matched, left }) => {
      const rest = t('unconfirmed.unmatched', { count: left, value: number(left) });
      toast.success(
        `${t('unconfirmed.matched', { count: matched, value: number(matched) })}. ${rest}`,
      );
    },
  });
  const columns = useColumns();
  return (
    <StatusFrame
      tab="receipts"
      purpose={[
        t('unconfirmed.purposes.receipts'),
        ...((query.data?.receipts.length ?? 0) > 0 ? [t('unconfirmed.receiptsCauses')] : []),
        ...(removed > 0
          ? [t('unconfirmed.removed', { count: removed, value: number(removed) })]
          : []),
      ].join(' ')}
      actions={
        (query.data?.receipts.length ?? 0) > 0 && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<MatchIcon />}
            loading={match.isPending}
            loadingPosition="start"
            onClick={() => {
              if (chosen.length === 0) match.mutate({});
              for (const cid of chosen) match.mutate({ cid });
            }}
          >
            {t('unconfirmed.matchAgain')}
          </Button>
        )
      }
    >
      <DataTable
        label={t('unconfirmed.tabs.receipts')}
        query={query}
        rowsOf={(page) => page.receipts}
        keyOf={({ connectorId, carrierMessageId, phone, status, receiveTimestamp }) =>
          [connectorId, carrierMessageId, phone, status, receiveTimestamp].join(' ')
        }
        list={list}
        filters={['connector']}
        nameLabel={t('unconfirmed.carrierMessageId')}
        nameFigure
        name={({ carrierMessageId }) => ({ text: carrierMessageId })}
        columns={columns}
        toolbar={
          <ChoiceFilter
            name={t('unconfirmed.connector')}
            chosen={chosen}
            choices={connectors.map((value) => ({ value, label: value }))}
            onChange={(connector) => list.filter({ connector })}
          />
        }
        empty={
          <EmptyState
            icon={<DoneIcon />}
            title={t('unconfirmed.receiptsEmpty')}
            text={t('unconfirmed.receiptsEmptyText')}
          />
        }
      />
    </StatusFrame>
  );
}

function useColumns(): Column<UnmatchedReceipt>[] {
  const { t } = useTranslation();
  const statusWord = useStatusWord();
  return [
    {
      key: 'connector',
      label: t('unconfirmed.connector'),
      onPhone: true,
      cell: ({ connectorId }) => connectorId ?? DASH,
    },
    {
      key: 'phone',
      label: t('unconfirmed.phone'),
      onPhone: true,
      cell: ({ phone }) => phone || DASH,
    },
    {
      key: 'status',
      label: t('unconfirmed.status'),
      from: 700,
      cell: ({ status }) => statusWord(status),
    },
    {
      key: 'carrierStatus',
      label: t('unconfirmed.carrierStatus'),
      from: 900,
      cell: ({ carrierStatus }) =>
        carrierStatus === '' ? DASH : <CarrierChip status={carrierStatus} />,
      value: ({ carrierStatus }) => carrierStatus,
    },
    {
      key: 'errorCode',
      label: t('unconfirmed.errorCode'),
      from: 1100,
      cell: ({ errorCode }) => errorCode ?? DASH,
    },
    {
      key: 'received',
      label: t('unconfirmed.received'),
      figure: true,
      onPhone: true,
      cell: ({ receiveTimestamp }) => <Time at={receiveTimestamp} />,
    },
  ];
}

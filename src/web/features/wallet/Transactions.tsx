import BuyIcon from '@mui/icons-material/AddShoppingCartOutlined';
import InvoiceIcon from '@mui/icons-material/DescriptionOutlined';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import ReceiptIcon from '@mui/icons-material/ReceiptLongOutlined';
import TransferIcon from '@mui/icons-material/SwapHorizOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { reachOf } from '../../../contract/shared/roles.ts';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../../contract/api/payments.ts';
import {
  purchases,
  TRANSACTION_TYPES,
  type Transaction,
  type TransactionType,
} from '../../../contract/api/purchases.ts';
import { LIVE, useGet, useMe } from '../../parts/queries.ts';
import { ClientFilter } from '../../parts/ClientFilter.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { DATE_FILTERS, DateFilter, dateRange } from '../../ui/DateFilter.tsx';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { DASH, Time, useFormat, useNow } from '../../ui/figures.tsx';
import { ChoiceFilter } from '../../ui/FilterPill.tsx';
import { Page } from '../../ui/Page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusChip, useStatusWord } from '../../ui/StatusChip.tsx';
import { useListAddress } from '../../ui/useListAddress.ts';
import { StatementDialog } from './StatementDialog.tsx';
import { TransferDialog } from '../../parts/wallet/TransferDialog.tsx';

const isStatus = (value: string): value is PaymentStatus =>
  PAYMENT_STATUSES.some((status) => status === value);
const isType = (value: string): value is TransactionType =>
  TRANSACTION_TYPES.some((type) => type === value);

/** Every movement of the wallet with the balance that it led to, and purchases that are under way or failed. */
export function Transactions() {
  const { t } = useTranslation();
  const { units } = useFormat();
  const statusWord = useStatusWord();
  const me = useMe();
  const list = useListAddress();
  const now = useNow();
  const [open, setOpen] = useState<'transfer' | 'statement' | null>(null);
  const { start, end } = dateRange(list, now);
  const filter = {
    'filter.types': list.values('type').filter(isType),
    'filter.paymentStatuses': list.values('status').filter(isStatus),
    'filter.clientIds': list.values('client'),
    'filter.startTimestamp': start,
    'filter.endTimestamp': end,
  };
  const query = useGet(
    purchases.list,
    { pageSize: list.pageSize, pageToken: list.token, ...filter },
    {
      keep: true,
      every: (latest) =>
        latest?.purchases.some(({ paymentStatus }) => paymentStatus === 'PENDING')
          ? LIVE * 2
          : false,
    },
  );
  const may = (permission: 'purchases.buy' | 'purchases.transfer' | 'platform.read') =>
    reachOf(me.clientAccessLevel, permission) !== undefined;
  const seesOthers = reachOf(me.clientAccessLevel, 'purchases.read') !== 'own';
  const about = (row: Transaction) =>
    row.campaignName ??
    row.otherClientName ??
    row.note ??
    (row.receipt === null ? null : `${row.receipt}`) ??
    DASH;
  const columns = useColumns({ seesOthers, about });
  const buy = may('purchases.buy') && (
    <Button
      variant="contained"
      component={Link}
      to="/dashboard/purchases/topup"
      startIcon={<BuyIcon />}
    >
      {t('wallet.buy')}
    </Button>
  );
  return (
    <Page
      title={t('wallet.title')}
      purpose={t('wallet.purpose', { balance: units(me.smsBalance) })}
      actions={
        <>
          {may('platform.read') && (
            <Button
              variant="outlined"
              color="inherit"
              component={Link}
              to="/dashboard/purchases/payments"
            >
              {t('wallet.truth.title')}
            </Button>
          )}
          <Button
            variant="outlined"
            color="inherit"
            component={Link}
            to="/dashboard/purchases/invoices"
            startIcon={<InvoiceIcon />}
          >
            {t('wallet.invoices.title')}
          </Button>
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<ReceiptIcon />}
            onClick={() => setOpen('statement')}
          >
            {t('wallet.statement.button')}
          </Button>
          <DownloadButton
            endpoint={purchases.export}
            input={filter}
            fallbackName="transactions.csv"
            icon={<DownloadIcon />}
            disabled={query.data?.collectionCount === 0}
          >
            {t('wallet.export')}
          </DownloadButton>
          {may('purchases.transfer') && !me.impersonated && (
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<TransferIcon />}
              onClick={() => setOpen('transfer')}
            >
              {t('wallet.transfer.button')}
            </Button>
          )}
          {buy}
        </>
      }
    >
      <DataTable
        label={t('wallet.title')}
        query={query}
        rowsOf={(page) => page.purchases}
        keyOf={({ purchaseId, paymentStatus }) => `${purchaseId} ${paymentStatus}`}
        list={list}
        filters={['type', 'status', 'client', ...DATE_FILTERS]}
        nameLabel={t('wallet.ref')}
        name={({ ref, purchaseId, type, campaignId, amount }) => ({
          text: ref,
          ...(type === 'PURCHASE' && amount !== null
            ? { to: `/dashboard/purchases/topup/${purchaseId}` }
            : campaignId === null
              ? {}
              : { to: `/dashboard/campaigns/${campaignId}` }),
        })}
        columns={columns}
        toolbar={
          <>
            <ChoiceFilter
              name={t('wallet.type')}
              choices={TRANSACTION_TYPES.map((type) => ({
                value: type,
                label: t(`wallet.types.${type}`),
              }))}
              chosen={list.values('type')}
              onChange={(type) => list.filter({ type })}
            />
            <ChoiceFilter
              name={t('wallet.status')}
              choices={PAYMENT_STATUSES.map((status) => ({
                value: status,
                label: statusWord(status),
              }))}
              chosen={list.values('status')}
              onChange={(status) => list.filter({ status })}
            />
            {seesOthers && (
              <ClientFilter
                name={t('wallet.client')}
                clientId={list.value('client')}
                onChange={(id) => list.filter({ client: id === '' ? [] : [id] })}
              />
            )}
            <DateFilter name={t('wallet.when')} list={list} />
          </>
        }
        empty={
          <EmptyState
            icon={<ReceiptIcon />}
            title={t('wallet.empty')}
            text={t('wallet.emptyText')}
            action={buy || undefined}
          />
        }
      />
      {open === 'transfer' && <TransferDialog onClose={() => setOpen(null)} />}
      {open === 'statement' && (
        <StatementDialog
          clientId={list.value('client') || undefined}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  );
}

function useColumns({
  seesOthers,
  about,
}: {
  seesOthers: boolean;
  about(row: Transaction): string;
}): Column<Transaction>[] {
  const { t } = useTranslation();
  const { number, money } = useFormat();
  return [
    {
      key: 'type',
      label: t('wallet.type'),
      onPhone: true,
      cell: ({ type }) => t(`wallet.types.${type}`),
    },
    ...(seesOthers
      ? [
          {
            key: 'client',
            label: t('wallet.client'),
            from: 900,
            maxWidth: 220,
            cell: ({ clientName }: Transaction) => clientName,
          },
        ]
      : []),
    { key: 'about', label: t('wallet.about'), from: 640, maxWidth: 260, cell: about },
    {
      key: 'units',
      label: t('wallet.units'),
      figure: true,
      onPhone: true,
      cell: ({ units: moved, balanceAfter }) =>
        `${moved > 0 && balanceAfter !== null ? '+' : ''}${number(moved)}`,
      value: ({ units: moved }) => moved,
    },
    {
      key: 'before',
      label: t('wallet.before'),
      figure: true,
      from: 1100,
      cell: ({ balanceBefore }) => (balanceBefore === null ? DASH : number(balanceBefore)),
      value: ({ balanceBefore }) => balanceBefore,
    },
    {
      key: 'after',
      label: t('wallet.after'),
      figure: true,
      from: 480,
      cell: ({ balanceAfter }) => (balanceAfter === null ? DASH : number(balanceAfter)),
      value: ({ balanceAfter }) => balanceAfter,
    },
    {
      key: 'amount',
      label: t('wallet.amount'),
      figure: true,
      from: 760,
      cell: ({ amount, currency }) =>
        amount === null || currency === null ? DASH : money(amount, currency),
      value: ({ amount }) => amount,
    },
    {
      key: 'status',
      label: t('wallet.status'),
      onPhone: true,
      cell: ({ paymentStatus }) => <StatusChip status={paymentStatus} />,
    },
    {
      key: 'when',
      label: t('wallet.when'),
      figure: true,
      from: 560,
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
    },
  ];
}

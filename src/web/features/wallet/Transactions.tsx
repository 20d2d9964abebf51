import BuyIcon from '@mui/icons-material/AddShoppingCartOutlined';
import InvoiceIcon from '@mui/icons-material/DescriptionOutlined';
import TruthIcon from '@mui/icons-material/FactCheckOutlined';
import RatesIcon from '@mui/icons-material/PriceChangeOutlined';
import ReceiptIcon from '@mui/icons-material/ReceiptLongOutlined';
import TransferIcon from '@mui/icons-material/SwapHorizOutlined';
import Button from '@mui/material/Button';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { reachOf, type Permission } from '../../../contract/shared/roles.ts';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../../contract/api/payments.ts';
import {
  purchases,
  TRANSACTION_TYPES,
  type Transaction,
  type TransactionType,
} from '../../../contract/api/purchases.ts';
import { download } from '../../api/call.ts';
import { LIVE, useGet, useMe } from '../../parts/queries.ts';
import { ClientFilter } from '../../parts/ClientFilter.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { DATE_FILTERS, DateFilter, dateRange } from '../../ui/DateFilter.tsx';
import { MoreMenu, type RowAction } from '../../ui/RowMenu.tsx';
import { useFormat, useNow } from '../../ui/figures.tsx';
import { ChoiceFilter } from '../../ui/FilterPill.tsx';
import { Rows } from '../../ui/layout.tsx';
import { Page } from '../../ui/Page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useStatusWord } from '../../ui/StatusChip.tsx';
import { useAddressDialog } from '../../ui/useAddressDialog.ts';
import { useListAddress } from '../../ui/useListAddress.ts';
import { MonthSums } from './MonthSums.tsx';
import { ownFirst } from './ownFirst.ts';
import { StatementDialog } from './StatementDialog.tsx';
import { TransactionPeek } from './TransactionPeek.tsx';
import { paidFor, useTransactionColumns } from './useTransactionColumns.tsx';
import { TransferDialog } from '../../parts/wallet/TransferDialog.tsx';

const isStatus = (value: string): value is PaymentStatus =>
  PAYMENT_STATUSES.some((status) => status === value);
const isType = (value: string): value is TransactionType =>
  TRANSACTION_TYPES.some((type) => type === value);

/** The name of a movement: its campaign, the other account or its note, else what such a movement is. */
export function about(row: Transaction, t: TFunction): string {
  if (row.campaignName !== null) return row.campaignName;
  if (row.otherClientName !== null)
    return t(`wallet.transferred.${row.units < 0 ? 'TRANSFER_OUT' : 'TRANSFER_IN'}`, {
      name: row.otherClientName,
    });
  // A note that a program gave may be empty.
  if (row.note)
    return row.type === 'PURCHASE' ? t('wallet.paidWith', { name: row.note }) : row.note;
  if (row.type === 'PURCHASE' && row.phone !== null)
    return t('wallet.mobileMoney', { phone: row.phone });
  return t(`wallet.unnamed.${row.type}`);
}

/** The thing that a movement is about: its payment, its campaign, or the account that the units went to or came from. */
function addressOf(row: Transaction, seesClients: boolean): { to?: string } {
  if (row.type === 'PURCHASE' && row.amount !== null)
    return { to: `/dashboard/purchases/topup/${row.purchaseId}` };
  if (row.campaignId !== null) return { to: `/dashboard/campaigns/${row.campaignId}` };
  return seesClients && row.otherClientId !== null
    ? { to: `/dashboard/clients/view/${row.otherClientId}` }
    : {};
}

/** Every movement of the wallet with the resulting balance, and purchases that are pending or failed. */
export function Transactions() {
  const { t } = useTranslation();
  const { units } = useFormat();
  const statusWord = useStatusWord();
  const me = useMe();
  const reach = reachOf(me.clientAccessLevel, 'purchases.read');
  const seesOthers = reach !== 'own';
  const address = useListAddress();
  // Sellers begin with their own account, staff with all.
  const opensWithOwn = reach === 'tree';
  const list = opensWithOwn ? ownFirst(address, me.clientId) : address;
  const clientId = list.value('client');
  const isOwn = clientId === me.clientId;
  const now = useNow();
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
  const may = (permission: Permission) => reachOf(me.clientAccessLevel, permission) !== undefined;
  const canTransfer = may('purchases.transfer') && !me.impersonated;
  const [open, setOpen] = useAddressDialog(canTransfer ? ['transfer', 'statement'] : ['statement']);
  const columns = useTransactionColumns({
    seesOthers,
    isOwn,
    isSettled: query.data?.purchases.every(({ paymentStatus }) => paymentStatus === 'COMPLETED'),
    hasAmounts: query.data?.purchases.some((row) => paidFor(row) !== null),
  });
  const own = { key: 'own', label: t('wallet.views.own'), filters: { client: [me.clientId] } };
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
  const more: RowAction[] = [
    ...(may('platform.read')
      ? [
          {
            key: 'truth',
            label: t('wallet.truth.title'),
            icon: <TruthIcon />,
            to: '/dashboard/purchases/payments',
          },
        ]
      : []),
    ...(may('rates.read') && !may('rates.update')
      ? [
          {
            key: 'rates',
            label: t('wallet.rates.title'),
            icon: <RatesIcon />,
            to: '/dashboard/purchases/rates',
          },
        ]
      : []),
    {
      key: 'invoices',
      label: t('wallet.invoices.title'),
      icon: <InvoiceIcon />,
      to: '/dashboard/purchases/invoices',
    },
    {
      key: 'statement',
      label: t('wallet.statement.button'),
      icon: <ReceiptIcon />,
      act: () => setOpen('statement'),
    },
  ];
  return (
    <Page
      title={t('wallet.title')}
      purpose={t(seesOthers ? 'wallet.purposeOthers' : 'wallet.purpose', {
        balance: units(me.smsBalance),
      })}
      actions={
        <>
          <MoreMenu actions={more} />
          {canTransfer && (
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
      <Rows isFluid>
        <MonthSums clientId={opensWithOwn && isOwn ? '' : clientId} seesOthers={seesOthers} />
        <DataTable
          label={t('wallet.title')}
          query={query}
          rowsOf={(page) => page.purchases}
          keyOf={({ purchaseId, paymentStatus }) => `${purchaseId} ${paymentStatus}`}
          list={list}
          filters={['type', 'status', 'client', ...DATE_FILTERS]}
          nameLabel={t('wallet.about')}
          name={(row) => ({
            text: about(row, t),
            ...addressOf(row, may('clients.read')),
          })}
          columns={columns}
          peek={{
            label: t('wallet.transaction'),
            body: (row) => row && <TransactionPeek row={row} seesOthers={seesOthers} />,
          }}
          {...(opensWithOwn && { opening: own })}
          views={[
            ...(seesOthers && !opensWithOwn ? [own] : []),
            {
              key: 'bought',
              label: t('wallet.views.bought'),
              filters: { type: ['PURCHASE'] },
            },
            {
              key: 'pending',
              label: t('wallet.views.pending'),
              filters: { status: ['PENDING'] },
            },
          ]}
          wholeExports={[
            {
              label: t('wallet.export'),
              help: t('wallet.exportHelp'),
              run: () => download(purchases.export, filter, 'transactions.csv'),
            },
          ]}
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
                  // The tab says whose the list is.
                  clientId={opensWithOwn && isOwn ? '' : clientId}
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
      </Rows>
      {open === 'transfer' && <TransferDialog onClose={() => setOpen(null)} />}
      {open === 'statement' && (
        <StatementDialog clientId={clientId || undefined} onClose={() => setOpen(null)} />
      )}
    </Page>
  );
}

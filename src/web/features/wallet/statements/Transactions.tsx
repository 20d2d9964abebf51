import BuyIcon from '@mui/icons-material/AddShoppingCartOutlined';
import ReceiptIcon from '@mui/icons-material/ReceiptLongOutlined';
import TransferIcon from '@mui/icons-material/SwapHorizOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { reachOf, type Permission } from '../../../../contract/shared/roles.ts';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../../../contract/api/payments.ts';
import {
  purchases,
  TRANSACTION_TYPES,
  type TransactionType,
} from '../../../../contract/api/purchases.ts';
import { download } from '../../../api/call.ts';
import { LIVE, useGet, useMe } from '../../../parts/queries.ts';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { DATE_FILTERS, dateRange } from '../../../ui/lists/DateFilter.tsx';
import { useFormat, useNow } from '../../../ui/figures/figures.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useAddressDialog } from '../../../ui/dialogs/useAddressDialog.ts';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { MonthSums } from './MonthSums.tsx';
import { movementAddress, movementName } from './movement.ts';
import { ownFirst } from './ownFirst.ts';
import { StatementDialog } from './StatementDialog.tsx';
import { TransactionFilters } from './TransactionFilters.tsx';
import { TransactionPeek } from './TransactionPeek.tsx';
import { paidFor, useTransactionColumns } from './useTransactionColumns.tsx';
import { WalletMenu } from '../WalletMenu.tsx';
import { TransferDialog } from '../../../parts/wallet/TransferDialog.tsx';

const isStatus = (value: string): value is PaymentStatus =>
  PAYMENT_STATUSES.some((status) => status === value);
const isType = (value: string): value is TransactionType =>
  TRANSACTION_TYPES.some((type) => type === value);

/** Every movement of the wallet with the resulting balance, and purchases that are pending or failed. */
export function Transactions() {
  const { t } = useTranslation();
  const { units } = useFormat();
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
  return (
    <Page
      title={t('wallet.title')}
      purpose={t(seesOthers ? 'wallet.purposeOthers' : 'wallet.purpose', {
        balance: units(me.smsBalance),
      })}
      actions={
        <>
          <WalletMenu onStatement={() => setOpen('statement')} />
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
            text: movementName(row, t),
            ...movementAddress(row, may('clients.read')),
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
            <TransactionFilters
              list={list}
              seesOthers={seesOthers}
              // The tab says whose the list is.
              clientId={opensWithOwn && isOwn ? '' : clientId}
            />
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

import ProofIcon from '@mui/icons-material/FactCheckOutlined';
import PaymentsIcon from '@mui/icons-material/PaymentsOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  PAYMENT_STATUSES,
  payments,
  type Payment,
  type PaymentStatus,
} from '../../../../contract/api/payments.ts';
import { useGet } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { ClientFilter } from '../../../parts/clients/ClientFilter.tsx';
import { AfterList } from '../../../ui/data-table/AfterList.tsx';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DATE_FILTERS, DateFilter, dateRange } from '../../../ui/lists/DateFilter.tsx';
import { DASH, Time, useFormat, useNow } from '../../../ui/figures/figures.tsx';
import { ChoiceFilter } from '../../../ui/lists/FilterPill.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { SearchField } from '../../../ui/lists/SearchField.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { StatusChip, useStatusWord } from '../../../ui/figures/StatusChip.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { OrphanCallbacks } from './OrphanCallbacks.tsx';
import { PaymentDays } from './PaymentDays.tsx';
import { Rows } from '../../../ui/page/layout.tsx';

const isStatus = (value: string): value is PaymentStatus =>
  PAYMENT_STATUSES.some((status) => status === value);

/** Every payment with its requests and answers, the callbacks that belong to none, and whether the ledger balances. */
export function Payments() {
  const { t } = useTranslation();

  const statusWord = useStatusWord();
  const list = useListAddress();
  const { start, end } = dateRange(list, useNow());
  const query = useGet(
    payments.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.query': list.value('q') || undefined,
      'filter.paymentStatuses': list.values('status').filter(isStatus),
      'filter.clientIds': list.values('client'),
      'filter.startTimestamp': start,
      'filter.endTimestamp': end,
    },
    { keep: true },
  );
  const columns = useColumns({
    hasKinds: new Set(query.data?.payments.map(({ purpose }) => purpose)).size > 1,
  });
  return (
    <Page
      title={t('wallet.truth.title')}
      purpose={t('wallet.truth.purpose')}
      back={{ to: '/dashboard/purchases', label: t('menu.transactions') }}
    >
      <Rows isFluid gap={6}>
        <PaymentDays />
        <Proof />
        <DataTable
          label={t('wallet.truth.title')}
          query={query}
          rowsOf={(page) => page.payments}
          keyOf={({ purchaseId }) => purchaseId}
          list={list}
          filters={['q', 'status', 'client', ...DATE_FILTERS]}
          nameLabel={t('wallet.ref')}
          nameWidth={12}
          name={({ ref, purchaseId }) => ({
            text: ref,
            to: `/dashboard/purchases/payments/${purchaseId}`,
          })}
          columns={columns}
          toolbar={
            <>
              <SearchField
                label={t('wallet.truth.search')}
                hint={t('wallet.truth.searchHint')}
                value={list.value('q')}
                onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
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
              <ClientFilter
                name={t('wallet.client')}
                clientId={list.value('client')}
                onChange={(id) => list.filter({ client: id === '' ? [] : [id] })}
              />
              <DateFilter name={t('wallet.when')} list={list} />
            </>
          }
          empty={
            <EmptyState
              icon={<PaymentsIcon />}
              title={t('wallet.truth.empty')}
              text={t('wallet.truth.emptyText')}
            />
          }
        />
        <AfterList query={query}>
          <OrphanCallbacks />
        </AfterList>
      </Rows>
    </Page>
  );
}

/** @param hasKinds the rows are for different things, and say for which */
function useColumns({ hasKinds }: { hasKinds: boolean }): Column<Payment>[] {
  const { t } = useTranslation();
  const { money } = useFormat();
  return [
    {
      key: 'client',
      label: t('wallet.client'),
      onPhone: 'line',
      grows: true,
      cell: ({ clientName }) => clientName,
    },
    {
      key: 'purpose',
      label: t('wallet.about'),
      from: hasKinds ? 640 : Infinity,
      cell: ({ purpose }) => t(`wallet.purposes.${purpose}`),
    },
    {
      key: 'amount',
      label: t('wallet.amount'),
      figure: true,
      onPhone: 'amount',
      cell: ({ amount, currency }) => money(amount, currency),
      value: ({ amount }) => amount,
    },
    {
      key: 'phone',
      label: t('wallet.phone'),
      from: 760,
      onPhone: 'line',
      cell: ({ phone }) => phone,
    },
    {
      key: 'receipt',
      label: t('wallet.payment.code'),
      from: 760,
      cell: ({ receipt }) => receipt ?? DASH,
    },
    {
      key: 'status',
      label: t('wallet.status'),
      onPhone: 'chip',
      cell: ({ paymentStatus }) => <StatusChip status={paymentStatus} />,
    },
    {
      key: 'when',
      label: t('wallet.when'),
      figure: true,
      from: 480,
      onPhone: 'line',
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
    },
  ];
}

function Proof() {
  const { t } = useTranslation();
  const last = useGet(payments.ledger, {});
  const [busy, setBusy] = useState(false);
  const again = useGet(payments.ledger, { now: 'true' }, { when: busy });
  const shown = busy && again.data ? again.data : last.data;
  if (last.error) return <Alert severity="error">{messageOf(last.error)}</Alert>;
  if (!shown) return null;
  const check = (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      loading={again.isFetching}
      onClick={() => {
        if (busy) void again.refetch();
        else setBusy(true);
      }}
    >
      {t('wallet.truth.proveNow')}
    </Button>
  );
  const proved = (
    <>
      {t('wallet.truth.proved')} <Time at={shown.timestamp} />.
    </>
  );
  if (!shown.ok)
    return (
      <Alert severity="error" icon={<ProofIcon />} action={check}>
        {t('wallet.truth.unbalanced', {
          faults: `${shown.negative} / ${shown.drift} / ${shown.unbalanced} / ${shown.holds} / ${shown.reserves} / ${shown.overdrawn}`,
        })}{' '}
        {proved}
      </Alert>
    );
  // A sound ledger takes a line, not a banner.
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
      <Typography
        variant="body2"
        component="p"
        color="textSecondary"
        sx={{ flex: '1 1 280px', display: 'flex', gap: 2 }}
      >
        <ProofIcon aria-hidden="true" color="success" sx={{ fontSize: 18 }} />
        <span>
          {t('wallet.truth.balanced')} {proved}
        </span>
      </Typography>
      {check}
    </Box>
  );
}

import ProofIcon from '@mui/icons-material/FactCheckOutlined';
import PaymentsIcon from '@mui/icons-material/PaymentsOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reachOf } from '../../../contract/shared/roles.ts';
import type { Output } from '../../../contract/endpoint.ts';
import {
  PAYMENT_STATUSES,
  payments,
  type Payment,
  type PaymentStatus,
} from '../../../contract/api/payments.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { ClientFilter } from '../../parts/ClientFilter.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { DATE_FILTERS, DateFilter, dateRange } from '../../ui/DateFilter.tsx';
import { DASH, Time, useFormat, useNow } from '../../ui/figures.tsx';
import { ChoiceFilter } from '../../ui/FilterPill.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusChip, useStatusWord } from '../../ui/StatusChip.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { useListAddress } from '../../ui/useListAddress.ts';
import { TextField } from '../../ui/TextField.tsx';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';

type Orphan = Output<typeof payments.orphans>['orphans'][number];
const isStatus = (value: string): value is PaymentStatus =>
  PAYMENT_STATUSES.some((status) => status === value);

/** Every payment with all that was asked and heard, the callbacks that belong to none, and whether the ledger adds up. */
export function Payments() {
  const { t } = useTranslation();
  const { money } = useFormat();
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
  const columns: Column<Payment>[] = [
    {
      key: 'client',
      label: t('wallet.client'),
      onPhone: true,
      maxWidth: 240,
      cell: ({ clientName }) => clientName,
    },
    {
      key: 'purpose',
      label: t('wallet.about'),
      from: 640,
      cell: ({ purpose }) => t(`wallet.purposes.${purpose}`),
    },
    {
      key: 'amount',
      label: t('wallet.amount'),
      figure: true,
      onPhone: true,
      cell: ({ amount, currency }) => money(amount, currency),
      value: ({ amount }) => amount,
    },
    { key: 'phone', label: t('wallet.phone'), from: 760, cell: ({ phone }) => phone },
    {
      key: 'receipt',
      label: t('wallet.receipt'),
      from: 760,
      cell: ({ receipt }) => receipt ?? DASH,
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
      from: 480,
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
    },
  ];
  return (
    <Page
      title={t('wallet.truth.title')}
      purpose={t('wallet.truth.purpose')}
      back={{ to: '/dashboard/purchases', label: t('menu.transactions') }}
    >
      <Box sx={{ display: 'grid', gap: 6, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Proof />
        <DataTable
          label={t('wallet.truth.title')}
          query={query}
          rowsOf={(page) => page.payments}
          keyOf={({ purchaseId }) => purchaseId}
          list={list}
          filters={['q', 'status', 'client', ...DATE_FILTERS]}
          nameLabel={t('wallet.ref')}
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
        <Orphans />
      </Box>
    </Page>
  );
}

function Proof() {
  const { t } = useTranslation();
  const last = useGet(payments.ledger, {});
  const [busy, setBusy] = useState(false);
  const again = useGet(payments.ledger, { now: 'true' }, { when: busy });
  const shown = busy && again.data ? again.data : last.data;
  if (last.error) return <Alert severity="error">{messageOf(last.error)}</Alert>;
  if (!shown) return null;
  return (
    <Alert
      severity={shown.ok ? 'success' : 'error'}
      icon={<ProofIcon />}
      action={
        <Button
          size="small"
          color="inherit"
          loading={again.isFetching}
          onClick={() => {
            if (busy) void again.refetch();
            else setBusy(true);
          }}
        >
          {t('wallet.truth.proveNow')}
        </Button>
      }
    >
      {shown.ok
        ? t('wallet.truth.balanced')
        : t('wallet.truth.unbalanced', {
            faults: `${shown.negative} / ${shown.drift} / ${shown.unbalanced} / ${shown.holds} / ${shown.reserves} / ${shown.overdrawn}`,
          })}{' '}
      {t('wallet.truth.proved')} <Time at={shown.timestamp} />.
    </Alert>
  );
}

function Orphans() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const [claiming, setClaiming] = useState<Orphan | null>(null);
  const query = useGet(payments.orphans, { pageSize: 25 });
  if (!query.data || query.data.orphans.length === 0) return null;
  const may = reachOf(me.clientAccessLevel, 'platform.edit') !== undefined && !me.impersonated;
  return (
    <Section title={`${t('wallet.truth.orphans')} (${number(query.data.collectionCount)})`}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 4 }}>
        {query.data.orphans.map((orphan) => (
          <Box
            component="li"
            key={orphan.eventId}
            sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', alignItems: 'center' }}
          >
            <Box sx={{ flex: '1 1 300px', minWidth: 0, overflowWrap: 'anywhere' }}>
              {[
                orphan.receipt ?? t('wallet.truth.noReceipt'),
                orphan.amount,
                orphan.phone,
                orphan.address,
              ]
                .filter(Boolean)
                .join(' · ')}{' '}
              <Time at={orphan.timestamp} />
            </Box>
            {may && orphan.checkoutId !== null && (
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                onClick={() => setClaiming(orphan)}
              >
                {t('wallet.truth.claim')}
              </Button>
            )}
          </Box>
        ))}
      </Box>
      {claiming && <ClaimDialog orphan={claiming} onClose={() => setClaiming(null)} />}
    </Section>
  );
}

/** Which payment an orphan pays: by its reference. */
function ClaimDialog({ orphan, onClose }: { orphan: Orphan; onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const [ref, setRef] = useState('');
  const found = useGet(
    payments.list,
    { pageSize: 1, 'filter.query': ref.trim() },
    { when: /^TU[0-9A-Z]{6,10}$/i.test(ref.trim()) },
  );
  const payment = found.data?.payments[0];
  const claim = useSend(payments.claim, {
    changes: [payments.orphans, payments.list],
    done: ({ paymentStatus }) => {
      toast.success(
        t(paymentStatus === 'COMPLETED' ? 'wallet.truth.claimed' : 'wallet.truth.claimAsked'),
      );
      onClose();
    },
    failed: () => undefined,
  });
  return (
    <Dialog
      open
      onClose={claim.isPending ? undefined : onClose}
      aria-labelledby="claim-title"
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id="claim-title">
        {t('wallet.truth.claimTitle', { receipt: orphan.receipt ?? '' })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        {claim.error && <Alert severity="error">{messageOf(claim.error)}</Alert>}
        <TextField
          field={{ name: 'ref', value: ref, onChange: (event) => setRef(event.target.value) }}
          label={t('wallet.truth.claimRef')}
          help={t('wallet.truth.claimHelp')}
          autoFocus
          autoComplete="off"
          input={{ maxLength: 12, spellCheck: false }}
        />
        {payment && (
          <Alert severity="info">{`${payment.clientName} · ${payment.currency} ${payment.amount} · ${payment.phone}`}</Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" variant="outlined" onClick={onClose} disabled={claim.isPending}>
          {t('common.cancel')}
        </Button>
        <Button
          variant="contained"
          disabled={!payment}
          loading={claim.isPending}
          onClick={() => {
            if (payment) claim.mutate({ eventId: orphan.eventId, purchaseId: payment.purchaseId });
          }}
        >
          {t('wallet.truth.claim')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

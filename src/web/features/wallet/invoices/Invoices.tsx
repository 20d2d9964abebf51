import DetailsIcon from '@mui/icons-material/EditOutlined';
import InvoiceIcon from '@mui/icons-material/DescriptionOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { invoices, type Invoice } from '../../../../contract/api/invoices.ts';
import { useGet, useMe } from '../../../parts/queries.ts';
import { download, messageOf } from '../../../api/call.ts';
import { ClientFilter } from '../../../parts/clients/ClientFilter.tsx';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { type Column } from '../../../ui/data-table/column.ts';
import { DATE_FILTERS, DateFilter, dateRange } from '../../../ui/lists/DateFilter.tsx';
import { DASH, Time, useFormat, useNow } from '../../../ui/figures/figures.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { SearchField } from '../../../ui/lists/SearchField.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { InvoiceDetailsDialog } from './InvoiceDetailsDialog.tsx';

/** The invoices of received payments: the viewer's own and those of clients below. */
export function Invoices() {
  const { t } = useTranslation();

  const me = useMe();
  const toast = useToast();
  const list = useListAddress();
  const { start, end } = dateRange(list, useNow());
  const [editing, setEditing] = useState(false);
  const query = useGet(
    invoices.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.query': list.value('q') || undefined,
      'filter.clientIds': list.values('client'),
      'filter.startTimestamp': start,
      'filter.endTimestamp': end,
    },
    { keep: true },
  );
  const seesOthers = reachOf(me.clientAccessLevel, 'purchases.read') !== 'own';
  const save = ({ invoiceId, ref }: Invoice) =>
    void download(invoices.pdf, { invoiceId }, `${ref}.pdf`).catch((failure: unknown) =>
      toast.error(messageOf(failure)),
    );
  const columns = useColumns({
    seesOthers,
    hasTax: query.data?.invoices.some(({ taxName }) => taxName !== null) ?? false,
    save,
  });
  return (
    <Page
      title={t('wallet.invoices.title')}
      purpose={t('wallet.invoices.purpose')}
      back={{ to: '/dashboard/purchases', label: t('menu.transactions') }}
      actions={
        reachOf(me.clientAccessLevel, 'invoices.details') !== undefined &&
        !me.impersonated && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<DetailsIcon />}
            onClick={() => setEditing(true)}
          >
            {t('wallet.invoices.details')}
          </Button>
        )
      }
    >
      <DataTable
        label={t('wallet.invoices.title')}
        query={query}
        rowsOf={(page) => page.invoices}
        keyOf={({ invoiceId }) => invoiceId}
        list={list}
        filters={['q', 'client', ...DATE_FILTERS]}
        nameLabel={t('wallet.invoices.number')}
        nameWidth={16}
        name={({ ref, purchaseId }) => ({
          text: ref,
          to: `/dashboard/purchases/topup/${purchaseId}`,
        })}
        columns={columns}
        toolbar={
          <>
            <SearchField
              label={t('wallet.invoices.search')}
              hint={t('wallet.invoices.searchHint')}
              value={list.value('q')}
              onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
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
            icon={<InvoiceIcon />}
            title={t('wallet.invoices.empty')}
            text={t('wallet.invoices.emptyText')}
          />
        }
      />
      {editing && <InvoiceDetailsDialog onClose={() => setEditing(false)} />}
    </Page>
  );
}

/** @param hasTax an invoice has a tax: without one the column stands there by choice alone */
function useColumns({
  seesOthers,
  hasTax,
  save,
}: {
  seesOthers: boolean;
  hasTax: boolean;
  save(invoice: Invoice): void;
}): Column<Invoice>[] {
  const { t } = useTranslation();
  const { number, money } = useFormat();
  return [
    ...(seesOthers
      ? [
          {
            key: 'client',
            label: t('wallet.client'),
            onPhone: 'line' as const,
            grows: true,
            cell: ({ clientName }: Invoice) => clientName,
          },
        ]
      : []),
    {
      key: 'seller',
      label: t('wallet.invoices.seller'),
      from: 760,
      ...(seesOthers && { width: 24 }),
      cell: ({ sellerName }) => sellerName,
    },
    {
      key: 'about',
      label: t('wallet.about'),
      from: 640,
      onPhone: 'line',
      // Beside a client, the client grows.
      grows: !seesOthers,
      cell: ({ purpose, units }) =>
        purpose === 'UNITS'
          ? t('units', { count: units, value: number(units) })
          : t('wallet.purposes.SENDER_FEE'),
    },
    {
      key: 'tax',
      label: t('wallet.invoices.tax'),
      figure: true,
      from: hasTax ? 900 : Infinity,
      cell: ({ tax, taxName, currency }) =>
        taxName === null ? DASH : `${taxName} ${money(tax, currency)}`,
      value: ({ tax }) => tax,
    },
    {
      key: 'total',
      label: t('wallet.invoices.total'),
      figure: true,
      onPhone: 'amount',
      cell: ({ total, currency }) => money(total, currency),
      value: ({ total }) => total,
    },
    {
      key: 'when',
      label: t('wallet.when'),
      figure: true,
      from: 480,
      onPhone: 'line',
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
    },
    {
      key: 'pdf',
      label: t('wallet.invoices.download'),
      figure: true,
      onPhone: 'chip',
      cell: (row) => (
        <IconButton
          size="small"
          edge="end"
          aria-label={`${t('wallet.invoices.download')} ${row.ref}`}
          onClick={() => save(row)}
        >
          <InvoiceIcon fontSize="small" />
        </IconButton>
      ),
    },
  ];
}

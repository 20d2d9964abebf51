import { useFormat } from '../../../ui/figures/figures.tsx';
import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/EditOutlined';
import ImportIcon from '@mui/icons-material/UploadFileOutlined';
import RatesIcon from '@mui/icons-material/PriceChangeOutlined';
import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rates, type ClientRate } from '../../../../contract/api/rates.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../../parts/queries.ts';
import { ClientFilter } from '../../../parts/clients/ClientFilter.tsx';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { RateDialog } from '../../../parts/wallet/RateDialog.tsx';
import { useRateRemoval } from '../../../parts/wallet/useRateRemoval.tsx';
import { RateImportDialog } from './RateImportDialog.tsx';
import { useRateColumns } from './useRateColumns.tsx';

/** Prices of a message part: the platform's, or one client's own and inherited ones; a client reads its own. */
export function RatesScreen() {
  const { t } = useTranslation();
  const { region } = useFormat();

  const me = useMe();
  const mayChange = reachOf(me.clientAccessLevel, 'rates.update') !== undefined;
  const list = useListAddress();
  const clientId = list.value('client');
  const [editing, setEditing] = useState<ClientRate | 'new' | null>(null);
  const [importing, setImporting] = useState(false);
  const { remove, removal } = useRateRemoval();
  const query = useGet(
    rates.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      ...(clientId !== '' && { 'filter.clientIds': [clientId] }),
    },
    { keep: true },
  );
  const owner = query.data?.rates[0];
  const margins = query.data?.rates.some(({ ownCostPrice }) => ownCostPrice !== null) ?? false;
  const columns = useRateColumns({
    margins,
    changes: query.data?.rates.some(({ next }) => next !== null) ?? false,
    // Another account's prices are named as inherited even where all of them are.
    sources:
      query.data?.rates.some(
        ({ inherited, clientId: of }) =>
          inherited && (of !== me.clientId || query.data.rates.some((each) => !each.inherited)),
      ) ?? false,
    all: query.data?.rates.map(({ regionFilters }) => regionFilters) ?? [],
  });
  const add = mayChange && (
    <Button
      variant="contained"
      startIcon={<AddIcon />}
      onClick={() => setEditing('new')}
      disabled={!owner}
    >
      {t('wallet.rates.add')}
    </Button>
  );
  return (
    <Page
      title={t('wallet.rates.title')}
      purpose={
        owner &&
        (owner.clientId !== me.clientId
          ? t('wallet.rates.purpose', { name: owner.clientName })
          : t(mayChange ? 'wallet.rates.purposeSeller' : 'wallet.rates.purposeOwn'))
      }
      actions={
        mayChange && (
          <>
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<ImportIcon />}
              onClick={() => setImporting(true)}
              disabled={!owner}
            >
              {t('wallet.rates.import')}
            </Button>
            {add}
          </>
        )
      }
    >
      <DataTable
        label={t('wallet.rates.title')}
        query={query}
        rowsOf={(page) => page.rates}
        keyOf={({ rateId }) => rateId}
        list={list}
        filters={['client']}
        nameLabel={t('clients.region')}
        nameWidth={16}
        name={({ regionName }) => ({ text: region(regionName) })}
        columns={columns}
        {...(mayChange && {
          rowMenu: (rate: ClientRate) => (
            <RowMenu
              name={region(rate.regionName)}
              actions={[
                {
                  key: 'edit',
                  label: rate.inherited ? t('wallet.rates.makeOwn') : t('wallet.rates.change'),
                  icon: <EditIcon />,
                  act: () => setEditing(rate),
                },
                ...(rate.inherited
                  ? []
                  : [
                      {
                        key: 'remove',
                        label: t('wallet.rates.remove'),
                        icon: <RemoveIcon />,
                        danger: true,
                        act: () => remove(rate),
                      },
                    ]),
              ]}
            />
          ),
        })}
        {...(mayChange && {
          toolbar: (
            <ClientFilter
              name={t('wallet.client')}
              clientId={clientId}
              onChange={(id) => list.filter({ client: id === '' ? [] : [id] })}
            />
          ),
        })}
        empty={
          <EmptyState
            icon={<RatesIcon />}
            title={t('wallet.rates.empty')}
            text={t('wallet.rates.emptyText')}
            {...(mayChange && { action: add })}
          />
        }
      />
      {editing !== null && owner && (
        <RateDialog
          rate={editing === 'new' ? null : editing}
          clientId={owner.clientId}
          onClose={() => setEditing(null)}
        />
      )}
      {importing && owner && (
        <RateImportDialog
          clientId={owner.clientId}
          clientName={owner.clientName}
          onClose={() => setImporting(false)}
        />
      )}
      {removal}
    </Page>
  );
}

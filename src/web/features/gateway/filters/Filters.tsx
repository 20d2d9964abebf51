import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import FilterIcon from '@mui/icons-material/FilterAltOutlined';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Output } from '../../../../contract/endpoint.ts';
import {
  FILTER_TYPES,
  routeFilters,
  type FilterType,
  type RouteFilter,
} from '../../../../contract/api/route-filters.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { isBlank } from '../../../ui/data-table/isBlank.ts';
import { type Column } from '../../../ui/data-table/column.ts';
import { Time } from '../../../ui/figures/figures.tsx';
import { ChoiceFilter } from '../../../ui/lists/FilterPill.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { SearchField } from '../../../ui/lists/SearchField.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { DraftBar } from '../versions/DraftBar.tsx';
import { ExpressionsShown, FilterSentence } from './FilterSentence.tsx';
import { routesIn, UsedBy } from '../UsedBy.tsx';
import { FilterDialog } from './FilterDialog.tsx';
import { DRAFTED } from '../versions/stale.ts';

const typesOf = (values: string[]): FilterType[] =>
  FILTER_TYPES.filter((type) => values.includes(type));

const FILTERS = ['q', 'type'];
const rowsOf = (page: Output<typeof routeFilters.list>) => page.filters;

/** Conditions on a message, by which routes choose. */
export function Filters() {
  const { t } = useTranslation();
  const toast = useToast();
  const list = useListAddress();
  const [editing, setEditing] = useState<RouteFilter | 'new' | null>(null);
  const [deleting, setDeleting] = useState<RouteFilter | null>(null);
  const [areExpressionsShown, setExpressionsShown] = useState(false);
  const query = useGet(
    routeFilters.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.query': list.value('q') || undefined,
      'filter.types': typesOf(list.values('type')),
    },
    { keep: true },
  );
  const remove = useSend(routeFilters.remove, {
    changes: DRAFTED,
    done: (_done, { fid }) => {
      setDeleting(null);
      toast.success(t('gateway.deleted', { name: fid }));
    },
  });
  // The name of a filter leads to it by its address.
  const [parameters, setParameters] = useSearchParams();
  const opened = query.data?.filters.find(({ fid }) => fid === parameters.get('open')) ?? null;
  const edited = editing ?? opened;
  const closeEditing = () => {
    setEditing(null);
    setParameters(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('open');
        return next;
      },
      { replace: true },
    );
  };
  const columns = useColumns();
  const create = (
    <Button variant="contained" startIcon={<FilterIcon />} onClick={() => setEditing('new')}>
      {t('gateway.filters.create')}
    </Button>
  );
  return (
    <Page
      title={t('gateway.filters.title')}
      purpose={t('gateway.filters.purpose')}
      actions={!isBlank(query, list, FILTERS, rowsOf) && create}
    >
      <DraftBar />
      <ExpressionsShown value={areExpressionsShown}>
        <DataTable
          label={t('gateway.filters.title')}
          query={query}
          rowsOf={rowsOf}
          keyOf={({ fid }) => fid}
          list={list}
          filters={FILTERS}
          nameLabel={t('gateway.filters.fid')}
          nameWidth={16}
          name={({ fid }) => ({ text: fid, to: list.peeked(fid, 'open') })}
          columns={columns}
          rowMenu={(filter) => (
            <RowMenu
              name={filter.fid}
              actions={[
                {
                  key: 'edit',
                  label: t('gateway.edit'),
                  icon: <EditIcon />,
                  act: () => setEditing(filter),
                },
                {
                  key: 'delete',
                  label: t('gateway.delete'),
                  icon: <DeleteIcon />,
                  danger: true,
                  act: () => setDeleting(filter),
                },
              ]}
            />
          )}
          toolbar={
            <>
              <SearchField
                label={t('gateway.filters.search')}
                hint={t('gateway.filters.search')}
                value={list.value('q')}
                onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
              />
              <ChoiceFilter
                name={t('gateway.filters.type')}
                choices={FILTER_TYPES.map((type) => ({
                  value: type,
                  label: t(`gateway.filters.names.${type}`),
                }))}
                chosen={list.values('type')}
                onChange={(type) => list.filter({ type })}
              />
              <FormControlLabel
                control={
                  <Switch
                    size="small"
                    checked={areExpressionsShown}
                    onChange={(event) => setExpressionsShown(event.target.checked)}
                  />
                }
                sx={{ ml: 0, mr: 1, order: 1 }}
                label={t('routing.showExpressions')}
                slotProps={{ typography: { variant: 'body2' } }}
              />
            </>
          }
          empty={
            <EmptyState
              icon={<FilterIcon />}
              title={t('gateway.filters.empty')}
              text={t('gateway.filters.emptyText')}
              action={create}
            />
          }
        />
      </ExpressionsShown>
      {edited !== null && (
        <FilterDialog filter={edited === 'new' ? null : edited} onClose={closeEditing} />
      )}
      <ConfirmDialog
        open={deleting !== null}
        danger
        title={t('gateway.deleteTitle', { name: deleting?.fid ?? '' })}
        action={t('gateway.delete')}
        busy={remove.isPending}
        onClose={() => setDeleting(null)}
        onConfirm={() => {
          if (deleting) remove.mutate({ fid: deleting.fid });
        }}
      >
        {t('gateway.filters.deleteText')}
      </ConfirmDialog>
    </Page>
  );
}

function useColumns(): Column<RouteFilter>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'type',
      label: t('gateway.filters.type'),
      onPhone: 'line',
      cell: ({ type }) => t(`gateway.filters.names.${type}`),
    },
    {
      key: 'description',
      label: t('gateway.filters.description'),
      onPhone: 'text',
      grows: true,
      cell: (filter) => <FilterSentence filter={filter} />,
      value: ({ description }) => description,
    },
    {
      key: 'usedBy',
      label: t('gateway.filters.usedBy'),
      from: 640,
      onPhone: true,
      width: 30,
      cell: ({ usedBy, fid }) => (
        <UsedBy usedBy={usedBy} of={{ fid }} none={t('connectors.notUsed')} />
      ),
      value: ({ usedBy }) => routesIn(usedBy),
    },
    {
      key: 'updated',
      label: t('gateway.updated'),
      figure: true,
      from: 760,
      cell: ({ updateTimestamp }) => <Time at={updateTimestamp} />,
    },
  ];
}

import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import DisableIcon from '@mui/icons-material/BlockOutlined';
import DownIcon from '@mui/icons-material/ArrowDownward';
import EditIcon from '@mui/icons-material/EditOutlined';
import EnableIcon from '@mui/icons-material/CheckCircleOutlined';
import RouteIcon from '@mui/icons-material/AltRouteOutlined';
import UpIcon from '@mui/icons-material/ArrowUpward';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Direction } from '../../../contract/api/route-filters.ts';
import type { MoRoute, moRoutes, MtRoute, mtRoutes } from '../../../contract/api/routes.ts';
import { useGet, useSend } from '../../parts/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { DASH, Time, useFormat } from '../../ui/figures.tsx';
import { ChoiceFilter, TextFilter } from '../../ui/FilterPill.tsx';
import { Page } from '../../ui/Page.tsx';
import { RowMenu } from '../../ui/RowMenu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { useListAddress } from '../../ui/useListAddress.ts';
import { DraftBar, ReloadButton } from './DraftBar.tsx';
import { DRAFTED } from './stale.ts';

type AnyRoute = MtRoute | MoRoute;
type Props<R extends AnyRoute> = {
  direction: Direction;
  title: string;
  purpose: string;
  endpoints: typeof mtRoutes | typeof moRoutes;
  types: readonly R['type'][];
  targetsLabel: string;
  targetsOf(route: R): string;
  dialog(route: R | null, onClose: () => void): ReactNode;
};

/** The routes of one direction, the first that is tried at the top; moved, switched off and on, changed and deleted here. */
export function RouteList<R extends AnyRoute>({
  direction,
  title,
  purpose,
  endpoints,
  types,
  targetsLabel,
  targetsOf,
  dialog,
}: Props<R>) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const toast = useToast();
  const list = useListAddress();
  const [editing, setEditing] = useState<R | 'new' | null>(null);
  const [deleting, setDeleting] = useState<R | null>(null);
  const input = {
    pageSize: list.pageSize,
    pageToken: list.token,
    'filter.types': list.values('type'),
    'filter.fids': list.values('fid'),
    'filter.cids': list.values('cid'),
  };
  // The two directions answer alike but for where their routes lead.
  const query = useGet(endpoints.list as typeof mtRoutes.list, input, { keep: true });
  const options = { changes: DRAFTED };
  const move = useSend(endpoints.move as typeof mtRoutes.move, {
    ...options,
    done: ({ order }) => toast.success(t('gateway.routes.moved', { order: number(order) })),
  });
  const update = useSend(endpoints.update as typeof mtRoutes.update, {
    ...options,
    done: ({ order, enabled }) =>
      toast.success(
        t(enabled ? 'gateway.routes.switchedOn' : 'gateway.routes.switchedOff', {
          order: number(order),
        }),
      ),
  });
  const remove = useSend(endpoints.remove, {
    ...options,
    done: () => {
      setDeleting(null);
      toast.success(t('gateway.routes.deleted'));
    },
  });
  const columns: Column<R>[] = [
    {
      key: 'filters',
      label: t('gateway.routes.filters'),
      onPhone: true,
      maxWidth: 300,
      cell: ({ filters }) =>
        filters.length === 0
          ? t('gateway.routes.everything')
          : filters.map(({ fid }) => fid).join(', '),
      value: ({ filters }) => filters.map(({ fid }) => fid).join(', '),
    },
    {
      key: 'targets',
      label: targetsLabel,
      onPhone: true,
      maxWidth: 340,
      cell: (route) => targetsOf(route),
    },
    {
      key: 'state',
      label: t('gateway.state'),
      onPhone: true,
      value: ({ enabled }) => (enabled ? 'ACTIVE' : 'INACTIVE'),
      cell: ({ enabled, findings }) => (
        <Box sx={{ display: 'inline-flex', gap: 1.5, alignItems: 'center' }}>
          <StatusChip status={enabled ? 'ACTIVE' : 'INACTIVE'} />
          {findings.length > 0 && (
            <Tooltip title={findings.join(' ')}>
              <WarningIcon
                titleAccess={findings.join(' ')}
                sx={(theme) => ({ fontSize: 18, color: theme.vars?.palette.tone.warning.text })}
              />
            </Tooltip>
          )}
        </Box>
      ),
    },
    {
      key: 'updated',
      label: t('gateway.updated'),
      figure: true,
      from: 900,
      cell: ({ updateTimestamp }) => <Time at={updateTimestamp} />,
    },
  ];
  const create = (
    <Button variant="contained" startIcon={<RouteIcon />} onClick={() => setEditing('new')}>
      {t('gateway.routes.create')}
    </Button>
  );
  const typeWord = (type: AnyRoute['type']) => t(`gateway.routes.types.${type}`);
  const labelOf = (route: R) => `${number(route.order)} · ${typeWord(route.type)}`;
  return (
    <Page
      title={title}
      purpose={purpose}
      actions={
        <>
          <Button
            variant="outlined"
            color="inherit"
            component={Link}
            to={`/dashboard/jasmin/simulate?direction=${direction}`}
          >
            {t('gateway.simulate.title')}
          </Button>
          <Button
            variant="outlined"
            color="inherit"
            component={Link}
            to="/dashboard/jasmin/versions"
          >
            {t('gateway.versions.title')}
          </Button>
          <ReloadButton />
          {create}
        </>
      }
    >
      <DraftBar />
      <DataTable
        label={title}
        query={query}
        rowsOf={(page) => page.routes as unknown as readonly R[]}
        keyOf={({ routeId }) => String(routeId)}
        list={list}
        filters={['type', 'fid', 'cid']}
        nameLabel={t('gateway.routes.order')}
        name={(route) => ({ text: labelOf(route) })}
        columns={columns}
        rowMenu={(route) => (
          <RowMenu
            name={labelOf(route)}
            actions={[
              {
                key: 'edit',
                label: t('gateway.edit'),
                icon: <EditIcon />,
                act: () => setEditing(route),
              },
              ...(route.order > 0
                ? [
                    {
                      key: 'up',
                      label: t('gateway.routes.up'),
                      icon: <UpIcon />,
                      act: () => move.mutate({ routeId: route.routeId, direction: 'UP' as const }),
                    },
                    {
                      key: 'down',
                      label: t('gateway.routes.down'),
                      icon: <DownIcon />,
                      act: () =>
                        move.mutate({ routeId: route.routeId, direction: 'DOWN' as const }),
                    },
                  ]
                : []),
              route.enabled
                ? {
                    key: 'off',
                    label: t('gateway.disable'),
                    icon: <DisableIcon />,
                    act: () => update.mutate({ routeId: route.routeId, enabled: false }),
                  }
                : {
                    key: 'on',
                    label: t('gateway.enable'),
                    icon: <EnableIcon />,
                    act: () => update.mutate({ routeId: route.routeId, enabled: true }),
                  },
              {
                key: 'delete',
                label: t('gateway.delete'),
                icon: <DeleteIcon />,
                danger: true,
                act: () => setDeleting(route),
              },
            ]}
          />
        )}
        toolbar={
          <>
            <ChoiceFilter
              name={t('gateway.filters.type')}
              choices={types.map((type) => ({ value: type, label: typeWord(type) }))}
              chosen={list.values('type')}
              onChange={(type) => list.filter({ type })}
            />
            <TextFilter
              name={t('gateway.filters.fid')}
              value={list.value('fid')}
              onChange={(fid) => list.filter({ fid: fid === '' ? [] : [fid] })}
            />
            <TextFilter
              name={t('gateway.routes.connector')}
              value={list.value('cid')}
              onChange={(cid) => list.filter({ cid: cid === '' ? [] : [cid] })}
            />
          </>
        }
        empty={
          <EmptyState
            icon={<RouteIcon />}
            title={t('gateway.routes.empty')}
            text={
              direction === 'MT' ? t('gateway.routes.mtEmptyText') : t('gateway.routes.moEmptyText')
            }
            action={create}
          />
        }
      />
      {editing !== null && dialog(editing === 'new' ? null : editing, () => setEditing(null))}
      <ConfirmDialog
        open={deleting !== null}
        danger
        title={t('gateway.routes.deleteTitle', { order: deleting ? number(deleting.order) : DASH })}
        action={t('gateway.delete')}
        busy={remove.isPending}
        onClose={() => setDeleting(null)}
        onConfirm={() => {
          if (deleting) remove.mutate({ routeId: deleting.routeId });
        }}
      >
        {t('gateway.routes.deleteText')}
      </ConfirmDialog>
    </Page>
  );
}

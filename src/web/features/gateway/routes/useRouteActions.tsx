import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import DisableIcon from '@mui/icons-material/BlockOutlined';
import DownIcon from '@mui/icons-material/ArrowDownward';
import EditIcon from '@mui/icons-material/EditOutlined';
import EnableIcon from '@mui/icons-material/CheckCircleOutlined';
import UpIcon from '@mui/icons-material/ArrowUpward';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { moRoutes, mtRoutes } from '../../../../contract/api/routes.ts';
import { useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import type { RowAction } from '../../../ui/lists/RowMenu.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import type { AnyRoute } from './lanes.ts';
import { DRAFTED } from '../versions/stale.ts';

/** Actions on a route: edit, move, switch off and on, delete. */
export function useRouteActions<R extends AnyRoute>(
  endpoints: typeof mtRoutes | typeof moRoutes,
  edit: (route: R) => void,
): {
  actionsOf(route: R): RowAction[];
  move(routeId: number, towards: 'UP' | 'DOWN', pastRouteId: number, failed: () => void): void;
  dialog: ReactNode;
} {
  const { t } = useTranslation();
  const { number } = useFormat();
  const toast = useToast();
  const [deleting, setDeleting] = useState<R | null>(null);
  const options = { changes: DRAFTED };
  // The two directions answer alike but for where their routes lead.
  const move = useSend(endpoints.move as typeof mtRoutes.move, {
    ...options,
    done: ({ order }) => toast.success(t('gateway.routes.moved', { order: number(order) })),
  });
  const place = useSend(endpoints.move as typeof mtRoutes.move, options);
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

  function actionsOf(route: R): RowAction[] {
    const { routeId, order, enabled } = route;
    const moves: RowAction[] =
      order > 0
        ? [
            {
              key: 'up',
              label: t('gateway.routes.up'),
              icon: <UpIcon />,
              act: () => move.mutate({ routeId, direction: 'UP' }),
            },
            {
              key: 'down',
              label: t('gateway.routes.down'),
              icon: <DownIcon />,
              act: () => move.mutate({ routeId, direction: 'DOWN' }),
            },
          ]
        : [];
    return [
      {
        key: 'edit',
        label: t('gateway.edit'),
        icon: <EditIcon />,
        act: () => edit(route),
      },
      ...moves,
      {
        key: enabled ? 'off' : 'on',
        label: t(enabled ? 'gateway.disable' : 'gateway.enable'),
        icon: enabled ? <DisableIcon /> : <EnableIcon />,
        act: () => update.mutate({ routeId, enabled: !enabled }),
      },
      {
        key: 'delete',
        label: t('gateway.delete'),
        icon: <DeleteIcon />,
        danger: true,
        act: () => setDeleting(route),
      },
    ];
  }

  return {
    actionsOf,
    move: (routeId, direction, pastRouteId, failed) =>
      place.mutate({ routeId, direction, pastRouteId }, { onError: failed }),
    dialog: (
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
    ),
  };
}

import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import RestartIcon from '@mui/icons-material/RestartAlt';
import StartIcon from '@mui/icons-material/PlayArrowOutlined';
import StopIcon from '@mui/icons-material/StopOutlined';
import TestIcon from '@mui/icons-material/SendOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { connectors } from '../../../../contract/api/connectors.ts';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import { useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import type { RowAction } from '../../../ui/lists/RowMenu.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { CALLS, editAddress, EDITED, ORDERED, routesAddress, type Connector } from './kinds.ts';
import { TestDeliveryDialog } from './TestDeliveryDialog.tsx';

/** Its form is code that the list needs only then. */
const TestSendDialog = lazy(async () => ({
  default: (await import('./TestSendDialog.tsx')).TestSendDialog,
}));

type Asked = { what: 'stop' | 'restart' | 'delete' | 'test'; connector: Connector };

/**
 * Actions on a connector, with their confirmations.
 * @param deleted called after a connector is deleted, to leave its page
 * @param opened the connector whose stop the address asks to confirm, and how it stops asking
 */
export function useConnectorActions(
  kind: ConnectorKind,
  deleted?: () => void,
  opened?: { stops: Connector | null; onClose(): void },
) {
  const { t } = useTranslation();
  const toast = useToast();
  const [chosen, setAsked] = useState<Asked | null>(null);
  const asked: Asked | null =
    chosen ?? (opened?.stops ? { what: 'stop', connector: opened.stops } : null);
  const close = () => {
    setAsked(null);
    opened?.onClose();
    remove.reset();
  };
  const start = useSend(connectors.start, {
    changes: ORDERED,
    done: (_done, { cid }) => toast.success(t('connectors.started', { name: cid })),
  });
  const stop = useSend(connectors.stop, {
    changes: ORDERED,
    done: (_done, { cid }) => {
      close();
      toast.success(t('connectors.stopped', { name: cid }));
    },
  });
  const restart = useSend(connectors.restart, {
    changes: ORDERED,
    done: (_done, { cid }) => {
      setAsked(null);
      toast.success(t('connectors.restarted', { name: cid }));
    },
  });
  const remove = useSend(CALLS[kind].remove, {
    changes: EDITED,
    failed: () => undefined,
    done: (_done, { cid }) => {
      setAsked(null);
      toast.success(t('connectors.deleted', { name: cid }));
      deleted?.();
    },
  });
  const cid = asked?.connector.cid ?? '';

  const actionsOf = (connector: Connector): RowAction[] => [
    connector.wanted === 'STOPPED'
      ? {
          key: 'start',
          label: t('connectors.start'),
          icon: <StartIcon />,
          act: () => start.mutate({ cid: connector.cid }),
        }
      : {
          key: 'stop',
          label: t('connectors.stop'),
          icon: <StopIcon />,
          act: () => setAsked({ what: 'stop', connector }),
        },
    ...(kind !== 'HTTP' && connector.wanted === 'STARTED'
      ? [
          {
            key: 'restart',
            label: t('connectors.restart'),
            icon: <RestartIcon />,
            act: () => setAsked({ what: 'restart', connector }),
          },
        ]
      : []),
    {
      key: 'test',
      label: t(kind === 'HTTP' ? 'connectors.testPost' : 'connectors.test'),
      icon: <TestIcon />,
      act: () => setAsked({ what: 'test', connector }),
    },
    {
      key: 'edit',
      label: t('connectors.edit'),
      icon: <EditIcon />,
      to: editAddress(kind, connector.cid),
    },
    {
      key: 'delete',
      label: t('connectors.delete'),
      icon: <DeleteIcon />,
      danger: true,
      act: () => setAsked({ what: 'delete', connector }),
    },
  ];

  const dialog = (
    <>
      <ConfirmDialog
        open={asked?.what === 'stop'}
        danger
        title={t('connectors.stopTitle', { name: cid })}
        action={t('connectors.stop')}
        busy={stop.isPending}
        onClose={close}
        onConfirm={() => stop.mutate({ cid })}
      >
        {t(kind === 'HTTP' ? 'connectors.stopTextHttp' : 'connectors.stopText')}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.what === 'restart'}
        title={t('connectors.restartTitle', { name: cid })}
        action={t('connectors.restart')}
        busy={restart.isPending}
        onClose={close}
        onConfirm={() => restart.mutate({ cid })}
      >
        {t('connectors.restartText')}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.what === 'delete'}
        danger
        title={t('connectors.deleteTitle', { name: cid })}
        action={t('connectors.delete')}
        busy={remove.isPending}
        onClose={close}
        onConfirm={() => remove.mutate({ cid })}
      >
        {remove.isError ? (
          <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
            <Alert severity="error">{messageOf(remove.error)}</Alert>
            {asked !== null && asked.connector.usedBy.length > 0 && (
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                component={Link}
                to={routesAddress(kind)}
              >
                {t('connectors.toRoutes')}
              </Button>
            )}
          </Box>
        ) : (
          t('connectors.deleteText')
        )}
      </ConfirmDialog>
      {asked?.what === 'test' &&
        (kind === 'HTTP' ? (
          <TestDeliveryDialog cid={cid} onClose={close} />
        ) : (
          <Suspense>
            <TestSendDialog connector={asked.connector} onClose={close} />
          </Suspense>
        ))}
    </>
  );
  return { actionsOf, dialog };
}

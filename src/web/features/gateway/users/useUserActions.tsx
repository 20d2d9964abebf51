import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import DisableIcon from '@mui/icons-material/BlockOutlined';
import BindsIcon from '@mui/icons-material/CableOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import EnableIcon from '@mui/icons-material/CheckCircleOutlined';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import TrafficIcon from '@mui/icons-material/SwapVertOutlined';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { gatewayGroups } from '../../../../contract/api/gateway-groups.ts';
import { gatewayUsers, type SmppUser } from '../../../../contract/api/gateway-users.ts';
import { useMe, useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import type { RowAction } from '../../../ui/lists/RowMenu.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';

type Question = 'disable' | 'delete' | 'reset';
const CHANGED = [gatewayUsers.list, gatewayGroups.list];

/** Actions on a gateway user, with the confirmations of those that cannot be taken back. */
export function useUserActions(opens: {
  edit(user: SmppUser): void;
  binds(user: SmppUser): void;
  secret(made: { username: string; password: string }): void;
}): { actionsOf(user: SmppUser): RowAction[]; dialog: ReactNode } {
  const { t } = useTranslation();
  const me = useMe();
  const toast = useToast();
  const [asked, setAsked] = useState<{ question: Question; user: SmppUser } | null>(null);
  const update = useSend(gatewayUsers.update, {
    changes: CHANGED,
    done: ({ uid, enabled }) => {
      setAsked(null);
      toast.success(t(enabled ? 'gateway.enabled' : 'gateway.disabled', { name: uid }));
    },
  });
  const remove = useSend(gatewayUsers.remove, {
    changes: CHANGED,
    done: (_done, { uid }) => {
      setAsked(null);
      toast.success(t('gateway.deleted', { name: uid }));
    },
  });
  const reset = useSend(gatewayUsers.resetPassword, {
    changes: CHANGED,
    done: ({ username, password }) => {
      setAsked(null);
      opens.secret({ username, password });
    },
  });

  function actionsOf(user: SmppUser): RowAction[] {
    const ask = (question: Question) => () => setAsked({ question, user });
    const binds: RowAction = {
      key: 'binds',
      label: t('gateway.users.seeBinds'),
      icon: <BindsIcon />,
      act: () => opens.binds(user),
    };
    const traffic: RowAction = {
      key: 'traffic',
      label: t('softwareUse.title'),
      icon: <TrafficIcon />,
      to: `/dashboard/jasmin/software-traffic?client=${encodeURIComponent(user.clientId)}`,
    };
    if (me.impersonated) return [binds, traffic];
    return [
      {
        key: 'edit',
        label: t('gateway.edit'),
        icon: <EditIcon />,
        act: () => opens.edit(user),
      },
      binds,
      traffic,
      {
        key: 'reset',
        label: t('gateway.users.reset'),
        icon: <KeyIcon />,
        act: ask('reset'),
      },
      user.enabled
        ? {
            key: 'disable',
            label: t('gateway.disable'),
            icon: <DisableIcon />,
            danger: true,
            act: ask('disable'),
          }
        : {
            key: 'enable',
            label: t('gateway.enable'),
            icon: <EnableIcon />,
            act: () => update.mutate({ uid: user.uid, enabled: true }),
          },
      {
        key: 'delete',
        label: t('gateway.delete'),
        icon: <DeleteIcon />,
        danger: true,
        act: ask('delete'),
      },
    ];
  }

  const uid = asked?.user.uid ?? '';
  const questions = {
    delete: {
      title: t('gateway.deleteTitle', { name: uid }),
      action: t('gateway.delete'),
      text: t('gateway.users.deleteText'),
      confirm: () => remove.mutate({ uid }),
    },
    reset: {
      title: t('gateway.users.resetTitle', { name: uid }),
      action: t('gateway.users.reset'),
      text: t('gateway.users.resetText'),
      confirm: () => reset.mutate({ uid }),
    },
    disable: {
      title: t('gateway.users.disableTitle', { name: uid }),
      action: t('gateway.disable'),
      text: t('gateway.users.disableText'),
      confirm: () => update.mutate({ uid, enabled: false }),
    },
  };
  const question = questions[asked?.question ?? 'disable'];
  const dialog = (
    <ConfirmDialog
      open={asked !== null}
      danger={asked?.question !== 'reset'}
      busy={update.isPending || remove.isPending || reset.isPending}
      onConfirm={question.confirm}
      onClose={() => setAsked(null)}
      title={question.title}
      action={question.action}
    >
      {question.text}
    </ConfirmDialog>
  );
  return { actionsOf, dialog };
}

import ActivateIcon from '@mui/icons-material/HowToRegOutlined';
import LevelIcon from '@mui/icons-material/ManageAccountsOutlined';
import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined';
import BrandIcon from '@mui/icons-material/PaletteOutlined';
import BlockIcon from '@mui/icons-material/BlockOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import ImpersonateIcon from '@mui/icons-material/SwitchAccountOutlined';
import ResendIcon from '@mui/icons-material/ForwardToInboxOutlined';
import ResetIcon from '@mui/icons-material/LockResetOutlined';
import StrongIcon from '@mui/icons-material/PhonelinkEraseOutlined';
import UnblockIcon from '@mui/icons-material/LockOpenOutlined';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { clients } from '../../../contract/api/clients.ts';
import type { Client } from '../../../contract/api/client-fields.ts';
import { security } from '../../../contract/api/security.ts';
import { useMe, useSend } from '../../parts/queries.ts';
import { writeActing } from '../../api/session.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import type { RowAction } from '../../ui/lists/RowMenu.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { ChangeLevelDialog, MoveDialog } from './ManageDialogs.tsx';
import { actionsFor, type ClientAction } from './permissions.ts';

/** The server's limit for acting for a client. */
const ACTING_SECONDS = 900;
const CHANGES = [clients.list, clients.get, clients.tree];
const ICONS: Record<ClientAction, typeof EditIcon> = {
  edit: EditIcon,
  brand: BrandIcon,
  activate: ActivateIcon,
  resend: ResendIcon,
  resetPassword: ResetIcon,
  impersonate: ImpersonateIcon,
  changeLevel: LevelIcon,
  move: MoveIcon,
  removeStrongSignIn: StrongIcon,
  unblock: UnblockIcon,
  block: BlockIcon,
};
const isDangerous = (action: ClientAction) => action === 'block' || action === 'removeStrongSignIn';
/** Actions with a page of their own, and its path. */
const PAGES = { edit: 'edit', brand: 'branding' } as const;
type Asked = {
  action: Exclude<ClientAction, keyof typeof PAGES | 'changeLevel' | 'move'>;
  client: Client;
};

/** Actions that the signed-in client may take on another, with the confirmation that each asks for. */
export function useClientActions(): { actionsOf(client: Client): RowAction[]; dialog: ReactNode } {
  const { t } = useTranslation();
  const me = useMe();
  const toast = useToast();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);
  const [placing, setPlacing] = useState<{ action: 'changeLevel' | 'move'; client: Client } | null>(
    null,
  );
  const close = () => setOpen(false);
  const saying = (text: string) => {
    close();
    toast.success(text);
  };
  const name = asked?.client.clientName ?? '';

  const activate = useSend(clients.activate, {
    changes: CHANGES,
    done: () => saying(t('clients.activated')),
  });
  const resend = useSend(clients.resendInvitation, {
    changes: CHANGES,
    done: ({ sentBy }) => saying(t(`clients.resent.${sentBy}`)),
  });
  const resetPassword = useSend(clients.resetPassword, {
    changes: CHANGES,
    done: ({ sentBy }) => saying(t(`clients.passwordReset.${sentBy}`)),
  });
  const block = useSend(clients.block, {
    changes: CHANGES,
    done: () => saying(t('clients.blocked', { name })),
  });
  const unblock = useSend(clients.unblock, {
    changes: CHANGES,
    done: () => saying(t('clients.unblocked', { name })),
  });
  const impersonate = useSend(clients.impersonate, {
    done: ({ token, client }) =>
      void writeActing({ token, client, until: Date.now() / 1000 + ACTING_SECONDS }).then(() =>
        location.assign('/dashboard'),
      ),
  });
  const removeStrongSignIn = useSend(security.removeOf, {
    done: () => saying(t('security.removeOf.done')),
  });
  const doing = {
    removeStrongSignIn,
    activate,
    resend,
    resetPassword,
    block,
    unblock,
    impersonate,
  };

  const actionsOf = useCallback(
    (client: Client): RowAction[] =>
      actionsFor(me, client).map((action) => {
        const Icon = ICONS[action];
        const shown = { key: action, label: t(`clients.${action}`), icon: <Icon /> };
        if (action === 'edit' || action === 'brand')
          return { ...shown, to: `/dashboard/clients/view/${client.clientId}/${PAGES[action]}` };
        if (action === 'changeLevel' || action === 'move')
          return { ...shown, act: () => setPlacing({ action, client }) };
        return {
          ...shown,
          danger: isDangerous(action),
          act: () => {
            setAsked({ action, client });
            setOpen(true);
          },
        };
      }),
    [me, t],
  );

  // The question stays as it was while it fades.
  const question = asked && (
    <ConfirmDialog
      open={open}
      title={t(TITLES[asked.action], { name })}
      action={t(`clients.${asked.action}`)}
      danger={isDangerous(asked.action)}
      busy={doing[asked.action].isPending || impersonate.isSuccess}
      onClose={close}
      onConfirm={() => doing[asked.action].mutate({ clientId: asked.client.clientId })}
    >
      {t(TEXTS[asked.action])}
    </ConfirmDialog>
  );
  const place =
    placing &&
    (placing.action === 'move' ? (
      <MoveDialog client={placing.client} onClose={() => setPlacing(null)} />
    ) : (
      <ChangeLevelDialog client={placing.client} onClose={() => setPlacing(null)} />
    ));
  return {
    actionsOf,
    dialog: (
      <>
        {question}
        {place}
      </>
    ),
  };
}

const TITLES = {
  removeStrongSignIn: 'security.removeOf.title',
  activate: 'clients.activateTitle',
  resend: 'clients.resendTitle',
  resetPassword: 'clients.resetTitle',
  block: 'clients.blockTitle',
  unblock: 'clients.unblockTitle',
  impersonate: 'clients.impersonateTitle',
} as const satisfies Record<Asked['action'], string>;
const TEXTS = {
  removeStrongSignIn: 'security.removeOf.text',
  activate: 'clients.activateText',
  resend: 'clients.resendText',
  resetPassword: 'clients.resetText',
  block: 'clients.blockText',
  unblock: 'clients.unblockText',
  impersonate: 'clients.impersonateText',
} as const satisfies Record<Asked['action'], string>;

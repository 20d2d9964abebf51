import ApproveIcon from '@mui/icons-material/TaskAltOutlined';
import BlockIcon from '@mui/icons-material/BlockOutlined';
import DelegateIcon from '@mui/icons-material/ShareOutlined';
import ReadyIcon from '@mui/icons-material/VerifiedOutlined';
import RejectIcon from '@mui/icons-material/CancelOutlined';
import UnblockIcon from '@mui/icons-material/LockOpenOutlined';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reachOf, type Role } from '../../../contract/shared/roles.ts';
import { senderDocuments } from '../../../contract/api/sender-documents.ts';
import { senders, type Sender } from '../../../contract/api/senders.ts';
import { useMe, useSend } from '../../parts/queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import type { RowAction } from '../../ui/lists/RowMenu.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { Rows } from '../../ui/page/layout.tsx';

export const SENDER_CHANGES = [
  senders.list,
  senders.get,
  senders.review,
  senders.search,
  senderDocuments.list,
];

export type SenderAction = 'approve' | 'reject' | 'ready' | 'block' | 'unblock' | 'delegate';
const ICONS: Record<SenderAction, typeof BlockIcon> = {
  approve: ApproveIcon,
  reject: RejectIcon,
  ready: ReadyIcon,
  block: BlockIcon,
  unblock: UnblockIcon,
  delegate: DelegateIcon,
};
const DANGER: readonly SenderAction[] = ['reject', 'block'];

/** Actions that an account may take on a sender ID in its state. */
function senderActions(role: Role, sender: Sender): SenderAction[] {
  const { status } = sender;
  const may = (permission: 'senders.approve' | 'senders.block' | 'senders.delegate') =>
    reachOf(role, permission) !== undefined;
  return [
    ...(may('senders.approve') &&
    status === 'DOCUMENTS_APPROVED' &&
    sender.paymentStatus !== 'UNPAID'
      ? ['approve' as const]
      : []),
    ...(may('senders.approve') && status === 'WAITING_SETUP' ? ['ready' as const] : []),
    // A sender ID whose owner is out of reach is only delegated to the account.
    ...(may('senders.delegate') &&
    status === 'READY_FOR_SENDING' &&
    !sender.isGeneric &&
    sender.clientName !== null
      ? ['delegate' as const]
      : []),
    ...(may('senders.block') && status === 'INACTIVE' ? ['unblock' as const] : []),
    ...(may('senders.block') && status === 'READY_FOR_SENDING' && sender.clientName !== null
      ? ['block' as const]
      : []),
    ...(may('senders.approve') &&
    ['PENDING_DOCUMENTS_APPROVAL', 'DOCUMENTS_APPROVED', 'WAITING_SETUP'].includes(status)
      ? ['reject' as const]
      : []),
  ];
}

type Asked = { action: Exclude<SenderAction, 'delegate'>; sender: Sender };

/** Actions on a sender ID, with the confirmation that each asks for. */
export function useSenderActions(): { actionsOf(sender: Sender): RowAction[]; dialog: ReactNode } {
  const { t } = useTranslation();
  const me = useMe();
  const toast = useToast();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const name = asked?.sender.senderId ?? '';
  const saying = (text: string) => {
    setOpen(false);
    toast.success(text);
  };
  const approve = useSend(senders.approve, {
    changes: SENDER_CHANGES,
    done: (_, { approved }) =>
      saying(t(approved ? 'senders.approved' : 'senders.rejected', { name })),
  });
  const ready = useSend(senders.markReady, {
    changes: SENDER_CHANGES,
    done: () => saying(t('senders.readied', { name })),
  });
  const update = useSend(senders.update, {
    changes: SENDER_CHANGES,
    done: (_, { senderId }) =>
      saying(t(senderId.status === 'INACTIVE' ? 'senders.blocked' : 'senders.unblocked', { name })),
  });

  const actionsOf = useCallback(
    (sender: Sender): RowAction[] =>
      senderActions(me.clientAccessLevel, sender).map((action) => {
        const Icon = ICONS[action];
        const shown = {
          key: action,
          label: t(`senders.${action}`),
          icon: <Icon />,
          danger: DANGER.includes(action),
        };
        if (action === 'delegate')
          return { ...shown, to: `/dashboard/sender-ids/delegate?senderId=${sender.senderIdId}` };
        return {
          ...shown,
          act: () => {
            setAsked({ action, sender });
            setReason('');
            setMissing(false);
            setOpen(true);
          },
        };
      }),
    [me.clientAccessLevel, t],
  );

  function confirm() {
    if (!asked) return;
    const {
      action,
      sender: { senderIdId },
    } = asked;
    const written = reason.trim();
    if (action === 'reject' && written === '') return setMissing(true);
    if (action === 'approve') approve.mutate({ senderIdId, approved: true });
    else if (action === 'reject') approve.mutate({ senderIdId, approved: false, reason: written });
    else if (action === 'ready') ready.mutate({ senderIdId });
    else
      update.mutate({
        senderIdId,
        senderId: {
          status: action === 'block' ? 'INACTIVE' : 'READY_FOR_SENDING',
          ...(action === 'block' && written !== '' && { reason: written }),
        },
      });
  }

  const dialog = asked && (
    <ConfirmDialog
      open={open}
      title={t(TITLES[asked.action], { name })}
      action={t(`senders.${asked.action}`)}
      danger={DANGER.includes(asked.action)}
      busy={approve.isPending || ready.isPending || update.isPending}
      onClose={() => setOpen(false)}
      onConfirm={confirm}
    >
      <Rows gap={4}>
        <div>{t(TEXTS[asked.action])}</div>
        {DANGER.includes(asked.action) && (
          <ReasonField
            value={reason}
            missing={missing}
            onChange={(text) => {
              setReason(text);
              setMissing(false);
            }}
          />
        )}
      </Rows>
    </ConfirmDialog>
  );
  return { actionsOf, dialog };
}

/** Why something is rejected or blocked, in words that its owner reads. */
export function ReasonField({
  value,
  missing,
  onChange,
}: {
  value: string;
  missing: boolean;
  onChange(text: string): void;
}) {
  const { t } = useTranslation();
  return (
    <TextField
      field={{ name: 'reason', value, onChange: (event) => onChange(event.target.value) }}
      label={t('senders.reasonLabel')}
      help={t('senders.reasonHelp')}
      error={missing ? t('senders.reasonMissing') : undefined}
      multiline
      input={{ maxLength: 500 }}
    />
  );
}

const TITLES = {
  approve: 'senders.approveTitle',
  reject: 'senders.rejectTitle',
  ready: 'senders.readyTitle',
  block: 'senders.blockTitle',
  unblock: 'senders.unblockTitle',
} as const;
const TEXTS = {
  approve: 'senders.approveText',
  reject: 'senders.rejectText',
  ready: 'senders.readyText',
  block: 'senders.blockText',
  unblock: 'senders.unblockText',
} as const;

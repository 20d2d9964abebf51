import { useTranslation } from 'react-i18next';
import { auth } from '../../../../contract/api/auth.ts';
import { clients } from '../../../../contract/api/clients.ts';
import { testMessages } from '../../../../contract/api/test-messages.ts';
import { placeholders } from '../../../../contract/shared/template.ts';
import { useGet, useMe, useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import type { MessageForm } from './messageForm.ts';

/** Asks before a test is sent; its script is fetched when it opens. */
export function SendTestDialog({
  message: { senderId, text, replaceLookalikes },
  fields,
  onClose,
}: {
  message: Pick<MessageForm, 'senderId' | 'text' | 'replaceLookalikes'>;
  fields: Readonly<Record<string, string>>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const { segments, units } = useFormat();
  const { data: own } = useGet(clients.get, { clientId: useMe().clientId });
  const toast = useToast();
  const send = useSend(testMessages.send, {
    changes: [auth.me],
    done: (sent) => {
      onClose();
      toast.success(
        t('testMessage.sent', {
          destination: sent.destination,
          segments: segments(sent.segments),
          units: units(sent.units),
        }),
      );
    },
  });
  const used = Object.fromEntries(
    Object.entries(placeholders(text).length === 0 ? {} : fields).map(([name, value]) => [
      name,
      value.slice(0, 1000),
    ]),
  );
  return (
    <ConfirmDialog
      open
      title={t('testMessage.title')}
      action={t('testMessage.confirm')}
      busy={send.isPending}
      onClose={onClose}
      onConfirm={() => send.mutate({ senderId, text, replaceLookalikes, fields: used })}
    >
      {t('testMessage.text', { phone: own?.phone ?? DASH })}
    </ConfirmDialog>
  );
}

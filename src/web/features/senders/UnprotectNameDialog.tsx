import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { ProtectedName } from '../../../contract/api/sender-rules.ts';
import { senders } from '../../../contract/api/senders.ts';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { useSend } from '../../parts/queries.ts';
import { filled } from '../../ui/fields/rules.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { CHANGES, useCountry } from './protectedNames.ts';

export function UnprotectNameDialog({
  row: { name, country },
  onClose,
}: {
  row: ProtectedName;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const nameOf = useCountry();
  const fields = useFields({
    rules: z.object({ reason: filled(t('senders.reasonMissing'), 300) }),
    values: { reason: '' },
  });
  const remove = useSend(senders.unprotect, {
    changes: CHANGES,
    failed: fields.failed,
    done: () => {
      toast.success(t('senders.protected.removed', { name }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('senders.protected.removeTitle', { name })}
      text={t('senders.protected.removeText', { where: nameOf(country) })}
      action={t('senders.protected.remove')}
      danger
      busy={remove.isPending}
      refusal={fields.refusal}
      onClose={onClose}
      onSubmit={fields.submit(({ reason }) => remove.mutate({ name, country, reason }))}
    >
      <TextField
        {...fields.text('reason')}
        label={t('senders.protected.reason')}
        help={t('senders.protected.reasonHelp')}
        autoFocus
        autoComplete="off"
        input={{ maxLength: 300 }}
      />
    </FormDialog>
  );
}

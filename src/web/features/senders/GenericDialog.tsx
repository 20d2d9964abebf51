import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { senders } from '../../../contract/api/senders.ts';
import { SENDER_KINDS, type SenderKind } from '../../../contract/shared/sender-names.ts';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { useMe, useSend } from '../../parts/queries.ts';
import { CountryField } from '../../ui/fields/PhoneFields.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { KindField } from './KindField.tsx';
import { SENDER_CHANGES } from './useSenderActions.tsx';

type GenericForm = { senderId: string; kind: SenderKind; country: string };

/** Enters a sender ID of the platform's own. */
export function GenericDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const me = useMe();
  const fields = useFields<GenericForm>({
    rules: z.object({
      senderId: z.string().check(z.minLength(1, t('senders.apply.nameMissing'))),
      kind: z.enum(SENDER_KINDS),
      country: z.string(),
    }),
    values: { senderId: '', kind: 'TRANSACTIONAL', country: me.country },
  });
  const kind = useController({ control: fields.control, name: 'kind' });
  const country = useController({ control: fields.control, name: 'country' });
  const add = useSend(senders.addGeneric, {
    changes: SENDER_CHANGES,
    failed: fields.failed,
    done: ({ senderId }) => {
      toast.success(t('senders.added', { name: senderId }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('senders.genericTitle')}
      text={t('senders.genericText')}
      action={t('senders.addGeneric')}
      busy={add.isPending}
      refusal={fields.refusal}
      onClose={onClose}
      onSubmit={fields.submit((form) => add.mutate(form))}
    >
      <TextField
        {...fields.text('senderId')}
        label={t('senders.name')}
        autoFocus
        autoComplete="off"
        input={{ maxLength: 15, spellCheck: false }}
      />
      <KindField value={kind.field.value} onChange={kind.field.onChange} />
      <CountryField
        field={country.field}
        value={country.field.value}
        error={country.fieldState.error?.message}
      />
    </FormDialog>
  );
}

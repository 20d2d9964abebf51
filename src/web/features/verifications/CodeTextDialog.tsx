import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { RECEIVER_LANGUAGES } from '../../../contract/shared/receiver-languages.ts';
import { verifications, type VerificationText } from '../../../contract/api/verifications.ts';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { useSend } from '../../parts/queries.ts';
import { atMost, filled } from '../../ui/fields/rules.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';

/** Sets the text of codes for a brand and language. */
export function CodeTextDialog({
  row,
  onClose,
}: {
  /** Null for a new one. */
  row: VerificationText | null;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const fields = useFields<VerificationText>({
    rules: z.object({
      brand: z.string().check(z.trim(), atMost(40)),
      language: z.enum(RECEIVER_LANGUAGES),
      text: filled(t('verifications.textMissing'), 300),
    }),
    values: row ?? { brand: '', language: 'en', text: '' },
  });
  const save = useSend(verifications.putText, {
    changes: [verifications.texts],
    failed: fields.failed,
    done: () => {
      toast.success(t('verifications.textSaved'));
      onClose();
    },
  });
  const isNew = row === null;
  return (
    <FormDialog
      title={t(isNew ? 'verifications.addText' : 'verifications.editText')}
      action={t('guard.save')}
      width="sm"
      gap={4}
      busy={save.isPending}
      refusal={fields.refusal}
      onClose={onClose}
      onSubmit={fields.submit((form) => save.mutate(form))}
    >
      <TextField
        {...fields.text('brand')}
        label={t('verifications.brand')}
        help={t('verifications.brandHelp')}
        disabled={!isNew}
        autoComplete="off"
        input={{ maxLength: 40 }}
      />
      <SelectField
        control={fields.control}
        name="language"
        label={t('verifications.language')}
        disabled={!isNew}
      >
        {RECEIVER_LANGUAGES.map((each) => (
          <option key={each} value={each}>
            {t(`verifications.languages.${each}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        {...fields.text('text')}
        label={t('verifications.text')}
        help={t('verifications.textHelp')}
        multiline
        lines={[2, 6]}
        input={{ maxLength: 300 }}
      />
    </FormDialog>
  );
}

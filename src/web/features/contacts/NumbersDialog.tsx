import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { AT_ONCE } from '../../../contract/api/contacts.ts';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { filled } from '../../ui/fields/rules.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { phonesIn } from './phonesIn.ts';

type Props = {
  title: string;
  text?: string;
  action: string;
  /** The second field; `missing` is the message where it is empty. */
  about: { name: string; label: string; missing: string };
  /** Rejects with the server's refusal. */
  onSubmit(phones: string[], about: string): Promise<unknown>;
  onClose(): void;
};

/** Takes phone numbers, as many as are pasted, and one line about them. */
export function NumbersDialog({ title, text, action, about, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const fields = useFields({
    rules: z.object({
      phones: z.string().check(
        z.refine((written) => phonesIn(written).length > 0, {
          error: t('contacts.numbersMissing'),
        }),
        z.refine((written) => phonesIn(written).length <= AT_ONCE, {
          error: t('contacts.numbersMany'),
        }),
      ),
      about: filled(about.missing, 300),
    }),
    values: { phones: '', about: '' },
    aliases: { [about.name]: 'about' },
  });
  return (
    <FormDialog
      title={title}
      {...(text !== undefined && { text })}
      action={action}
      busy={fields.formState.isSubmitting}
      refusal={fields.refusal}
      onClose={onClose}
      onSubmit={fields.submit((written) => onSubmit(phonesIn(written.phones), written.about))}
    >
      <TextField
        {...fields.text('phones')}
        label={t('contacts.numbers')}
        help={t('contacts.numbersHelp')}
        multiline
        autoFocus
        input={{ spellCheck: false }}
      />
      <TextField
        {...fields.text('about')}
        label={about.label}
        autoComplete="off"
        input={{ maxLength: 300 }}
      />
    </FormDialog>
  );
}

import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { guard } from '../../../contract/api/guard.ts';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { useSend } from '../../parts/queries.ts';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { CountriesField } from './CountriesField.tsx';

/** Chooses the countries that the account sends to. */
export function CountriesDialog({
  countries,
  onClose,
}: {
  countries: readonly string[];
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const fields = useFields<{ countries: string[] }>({
    rules: z.object({
      countries: z.array(z.string()).check(z.minLength(1, t('guard.countriesMissing'))),
    }),
    values: { countries: [...countries] },
  });
  const { field } = useController({ control: fields.control, name: 'countries' });
  const save = useSend(guard.setCountries, {
    changes: [guard.rules],
    failed: fields.failed,
    done: () => {
      toast.success(t('guard.countriesSaved'));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('guard.choose')}
      text={t('guard.chooseText')}
      action={t('guard.save')}
      width="sm"
      busy={save.isPending}
      refusal={fields.refusal}
      onClose={onClose}
      onSubmit={fields.submit((form) => save.mutate(form))}
    >
      <CountriesField
        value={field.value}
        error={fields.errorOf('countries')}
        onChange={field.onChange}
      />
    </FormDialog>
  );
}

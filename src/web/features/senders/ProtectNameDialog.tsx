import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { COUNTRIES } from '../../../contract/shared/countries.ts';
import {
  PROTECTED_KINDS,
  protectedKey,
  type ProtectedName,
} from '../../../contract/api/sender-rules.ts';
import { senders } from '../../../contract/api/senders.ts';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { useSend } from '../../parts/queries.ts';
import { filled, fits } from '../../ui/fields/rules.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { CHANGES, EVERYWHERE, HOME, useCountry } from './protectedNames.ts';

const OFFERED = [
  EVERYWHERE,
  ...HOME,
  ...COUNTRIES.map(({ code }) => code).filter((code) => !HOME.includes(code)),
];

export function ProtectNameDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const nameOf = useCountry();
  const fields = useFields<ProtectedName>({
    rules: z.object({
      name: fits(protectedKey.name, t('senders.protected.nameWrong')),
      country: z.string(),
      kind: z.enum(PROTECTED_KINDS),
      reason: filled(t('senders.reasonMissing'), 300),
    }),
    values: { name: '', country: EVERYWHERE, kind: 'BRAND', reason: '' },
  });
  const { control } = fields;
  const kind = useWatch({ control, name: 'kind' });
  const protect = useSend(senders.protect, {
    changes: CHANGES,
    failed: fields.failed,
    done: ({ name }) => {
      toast.success(t('senders.protected.added', { name }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('senders.protected.addTitle')}
      text={t('senders.protected.addText')}
      action={t('senders.protected.add')}
      busy={protect.isPending}
      refusal={fields.refusal}
      onClose={onClose}
      onSubmit={fields.submit((form) => protect.mutate(form))}
    >
      <TextField
        {...fields.text('name')}
        label={t('senders.protected.name')}
        help={t('senders.protected.nameHelp')}
        autoFocus
        autoComplete="off"
        input={{ maxLength: 40, spellCheck: false }}
      />
      <SelectField control={control} name="country" label={t('senders.country')}>
        {OFFERED.map((code) => (
          <option key={code} value={code}>
            {nameOf(code)}
          </option>
        ))}
      </SelectField>
      <SelectField
        control={control}
        name="kind"
        label={t('senders.kind')}
        help={t(`senders.protected.kindTexts.${kind}`)}
      >
        {PROTECTED_KINDS.map((each) => (
          <option key={each} value={each}>
            {t(`senders.protected.kinds.${each}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        {...fields.text('reason')}
        label={t('senders.protected.reason')}
        help={t('senders.protected.reasonHelp')}
        autoComplete="off"
        input={{ maxLength: 300 }}
      />
    </FormDialog>
  );
}

import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { CONSENT_PURPOSES, CONSENT_SOURCES, consents } from '../../../../contract/api/consents.ts';
import { AT_ONCE } from '../../../../contract/api/contacts.ts';
import { startOfDay } from '../../../../contract/shared/dates.ts';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { useSend } from '../../../parts/queries.ts';
import { DateInput } from '../../../ui/fields/DateField.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Halves } from '../../../ui/page/layout.tsx';
import { filled } from '../../../ui/fields/rules.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { isDayOrNone } from './consent.ts';
import { phonesIn } from '../phonesIn.ts';

/** Records that people agreed: to what, by which way, to which words, and where the proof lies. */
export function ConsentDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const toast = useToast();
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
      purpose: z.enum(CONSENT_PURPOSES),
      source: z.enum(CONSENT_SOURCES),
      wording: filled(t('contacts.consentWordingMissing'), 1000),
      evidence: z.string().check(z.trim()),
      day: z.string().check(z.refine(isDayOrNone, { error: t('contacts.consentDayWrong') })),
    }),
    values: {
      phones: '',
      purpose: 'PROMOTIONS' as (typeof CONSENT_PURPOSES)[number],
      source: 'WEBSITE' as (typeof CONSENT_SOURCES)[number],
      wording: '',
      evidence: '',
      day: '',
    },
    aliases: { timestamp: 'day' },
  });
  const { control } = fields;
  const { field: day, fieldState: dayState } = useController({ control, name: 'day' });
  const record = useSend(consents.record, {
    changes: [consents.list],
    failed: fields.failed,
    done: ({ recorded }) => {
      toast.success(t('contacts.consentRecorded', { count: recorded, value: number(recorded) }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('contacts.recordConsent')}
      action={t('contacts.recordConsent')}
      busy={record.isPending}
      refusal={fields.refusal}
      width="sm"
      isTall
      onClose={onClose}
      onSubmit={fields.submit(({ phones, day: given, ...form }) =>
        record.mutate({
          ...form,
          phones: phonesIn(phones),
          ...(given !== '' && { timestamp: startOfDay(given) }),
        }),
      )}
    >
      <TextField
        {...fields.text('phones')}
        label={t('contacts.numbers')}
        help={t('contacts.numbersHelp')}
        multiline
        autoFocus
        input={{ spellCheck: false }}
      />
      <Halves>
        <SelectField control={control} name="purpose" label={t('contacts.consentPurpose')}>
          {CONSENT_PURPOSES.map((purpose) => (
            <option key={purpose} value={purpose}>
              {t(`contacts.purposes.${purpose}`)}
            </option>
          ))}
        </SelectField>
        <SelectField control={control} name="source" label={t('contacts.consentWay')}>
          {CONSENT_SOURCES.map((source) => (
            <option key={source} value={source}>
              {t(`contacts.ways.${source}`)}
            </option>
          ))}
        </SelectField>
      </Halves>
      <TextField
        {...fields.text('wording')}
        label={t('contacts.consentWording')}
        help={t('contacts.consentWordingHelp')}
        multiline
        input={{ maxLength: 1000 }}
      />
      <TextField
        {...fields.text('evidence')}
        label={`${t('contacts.consentEvidence')} (${t('contacts.optional')})`}
        help={t('contacts.consentEvidenceHelp')}
        autoComplete="off"
        input={{ maxLength: 500 }}
      />
      <DateInput
        name="day"
        label={`${t('contacts.consentGiven')} (${t('contacts.optional')})`}
        error={dayState.error?.message}
        value={day.value}
        onChange={day.onChange}
      />
    </FormDialog>
  );
}

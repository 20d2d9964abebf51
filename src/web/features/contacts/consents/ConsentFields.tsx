import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { DateInput } from '../../../ui/fields/DateField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { lacksSubject, type ConsentForm } from './consent.ts';
import { Halves, Rows } from '../../../ui/page/layout.tsx';

/** A consent: its subject, way and time, all optional. */
export function ConsentFields({
  value,
  error,
  hasColumn = false,
  onChange,
}: {
  value: ConsentForm;
  /** The fault, of the subject where that is missing, else of the day. */
  error?: string | undefined;
  /** A file states consents in a column, and takes from here what its rows lack. */
  hasColumn?: boolean;
  onChange(value: ConsentForm): void;
}) {
  const { t } = useTranslation();
  const field = (name: 'what' | 'how') => ({
    name: `consent-${name}`,
    value: value[name],
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...value, [name]: event.target.value }),
  });
  const isWithoutSubject = lacksSubject(value);
  return (
    <Rows role="group" aria-labelledby="consent-label" gap={4}>
      <Typography
        id="consent-label"
        variant="subtitle2"
        component="h3"
      >{`${t('contacts.consentTitle')} (${t('contacts.optional')})`}</Typography>
      <Typography variant="body2" color="textSecondary">
        {t(hasColumn ? 'contacts.consentColumns' : 'contacts.consentNote')}
      </Typography>
      <TextField
        field={field('what')}
        label={t('contacts.consentWhat')}
        error={isWithoutSubject ? error : undefined}
        autoComplete="off"
        input={{ maxLength: 500, placeholder: t('contacts.consentWhatHint') }}
      />
      <Halves gap={4}>
        <TextField
          field={field('how')}
          label={t('contacts.consentHow')}
          autoComplete="off"
          input={{ maxLength: 200, placeholder: t('contacts.consentHowHint') }}
        />
        <DateInput
          name="consent-day"
          label={t('contacts.consentWhen')}
          error={isWithoutSubject ? undefined : error}
          value={value.day}
          onChange={(day) => onChange({ ...value, day })}
        />
      </Halves>
    </Rows>
  );
}

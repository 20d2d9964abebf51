import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/TextField.tsx';
import type { ConsentForm } from './consent.ts';
import { Halves, Rows } from '../../ui/layout.tsx';

/** A consent: its subject, way and time, all optional. */
export function ConsentFields({
  value,
  onChange,
}: {
  value: ConsentForm;
  onChange(value: ConsentForm): void;
}) {
  const { t } = useTranslation();
  const field = (name: keyof ConsentForm) => ({
    name: `consent-${name}`,
    value: value[name],
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...value, [name]: event.target.value }),
  });
  return (
    <Rows role="group" aria-labelledby="consent-label" gap={4}>
      <Typography
        id="consent-label"
        variant="subtitle2"
      >{`${t('contacts.consentTitle')} (${t('contacts.optional')})`}</Typography>
      <TextField
        field={field('what')}
        label={t('contacts.consentWhat')}
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
        <TextField
          field={field('day')}
          label={t('contacts.consentWhen')}
          type="date"
          input={{ min: '1900-01-01', max: '2099-12-31' }}
        />
      </Halves>
    </Rows>
  );
}

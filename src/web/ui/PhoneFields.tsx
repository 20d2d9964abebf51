import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useTranslation } from 'react-i18next';
import { COUNTRIES, countryNames, PHONE_PREFIXES } from '../../contract/shared/countries.ts';
import { FormField } from './FormField.tsx';
import type { Bound } from './TextField.tsx';

/** Every country with its dialling prefix, those of the house first. */
export function CountryField({
  field,
  value,
  error,
  label,
}: {
  field: Bound;
  value: string;
  error?: string | undefined;
  label?: string;
}) {
  const { t, i18n } = useTranslation();
  const nameOf = countryNames(i18n.language);
  const named = COUNTRIES.map((country) => ({
    ...country,
    name: i18n.language === 'en' ? country.label : (nameOf(country.code) ?? country.label),
  }));
  const others = named
    .filter(({ suggested }) => !suggested)
    .sort((a, b) => a.name.localeCompare(b.name, i18n.language));
  const option = ({ code, name, phonePrefix }: (typeof named)[number]) => (
    <option key={code} value={code}>{`${name} (${phonePrefix})`}</option>
  );
  const { ref, name, onChange, onBlur } = field;
  return (
    <FormField id={name} label={label ?? t('fields.country')} error={error}>
      {(parts) => (
        <Select
          native
          value={value}
          onChange={(event) => void onChange(event as Parameters<Bound['onChange']>[0])}
          onBlur={onBlur}
          inputRef={ref}
          input={<OutlinedInput />}
          inputProps={{
            id: parts.id,
            name,
            autoComplete: 'country',
            'aria-describedby': parts['aria-describedby'],
          }}
        >
          {value === '' && <option value="">{t('fields.chooseCountry')}</option>}
          <optgroup label={t('fields.suggestedCountries')}>
            {named.filter(({ suggested }) => suggested).map(option)}
          </optgroup>
          <optgroup label={t('fields.allCountries')}>{others.map(option)}</optgroup>
        </Select>
      )}
    </FormField>
  );
}

/** How a number of this country is written. */
export function usePhoneHint(country: string): string {
  const { t } = useTranslation();
  if (country === 'TZ' || country === 'UG' || country === 'MZ')
    return t('fields.phoneNine', { prefix: PHONE_PREFIXES[country]?.slice(1) ?? '' });
  return country === 'KE' || country === ''
    ? t('fields.phoneDefault')
    : t('fields.phoneOther', { prefix: PHONE_PREFIXES[country] ?? '' });
}

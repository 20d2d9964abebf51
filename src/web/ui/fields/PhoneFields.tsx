import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useTranslation } from 'react-i18next';
import { COUNTRIES, countryNames, PHONE_PREFIXES } from '../../../contract/shared/countries.ts';
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

/** Numbers as they are dialled in their own country. */
const DIALLED = {
  KE: '0712 345678',
  TZ: '0754 123456',
  UG: '0772 123456',
  MZ: '84 123 4567',
} as const;

/** How a number of this country is written: with its prefix, or as it is dialled at home. */
export function usePhoneHint(country: string): string {
  const { t } = useTranslation();
  const prefix = PHONE_PREFIXES[country]?.slice(1) ?? '';
  const also = (hint: string, home: keyof typeof DIALLED) =>
    t('fields.phoneAlso', { hint, example: DIALLED[home] });
  if (country === 'TZ' || country === 'UG' || country === 'MZ')
    return also(t('fields.phoneNine', { prefix }), country);
  return country === 'KE' || country === ''
    ? also(t('fields.phoneDefault'), 'KE')
    : t('fields.phoneOther', { prefix: PHONE_PREFIXES[country] ?? '' });
}

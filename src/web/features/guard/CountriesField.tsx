import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslation } from 'react-i18next';
import { COUNTRIES } from '../../../contract/shared/countries.ts';
import { FormField } from '../../ui/fields/FormField.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';

const CODES = COUNTRIES.map(({ code }) => code);

/** Any number of countries, found by name. Its id is the field of the form. */
export function CountriesField({
  value,
  error,
  onChange,
}: {
  value: readonly string[];
  error: string | undefined;
  onChange(countries: string[]): void;
}) {
  const { t } = useTranslation();
  const { country } = useFormat();
  return (
    <FormField id="countries" label={t('guard.countries')} error={error}>
      {(parts) => (
        <Autocomplete<string, true>
          id={parts.id}
          multiple
          value={[...value]}
          options={CODES}
          filterSelectedOptions
          getOptionLabel={country}
          noOptionsText={t('guard.noCountry')}
          onChange={(_event, chosen) => onChange(chosen)}
          renderInput={(params) => (
            <OutlinedInput
              fullWidth
              ref={params.slotProps.input.ref}
              className={params.slotProps.input.className}
              startAdornment={params.slotProps.input.startAdornment}
              endAdornment={params.slotProps.input.endAdornment}
              inputProps={{
                ...params.slotProps.htmlInput,
                'aria-describedby': parts['aria-describedby'],
              }}
              sx={{ flexWrap: 'wrap', gap: 1, height: 'auto', minHeight: 36 }}
            />
          )}
        />
      )}
    </FormField>
  );
}

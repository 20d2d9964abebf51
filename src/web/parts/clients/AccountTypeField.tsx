import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { Controller, type Control, type FieldValues, type Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ACCOUNT_TYPES } from '../../../contract/api/client-fields.ts';

/** An account of a person or of a company. */
export function AccountTypeField<F extends FieldValues>({
  control,
  name,
}: {
  control: Control<F>;
  name: Path<F>;
}) {
  const { t } = useTranslation();
  return (
    <Box>
      <FormLabel id={`${name}-label`} sx={{ display: 'block' }}>
        {t('fields.accountType')}
      </FormLabel>
      <Controller
        name={name}
        control={control}
        render={({ field }) => (
          <RadioGroup
            row
            aria-labelledby={`${name}-label`}
            value={field.value}
            onChange={field.onChange}
          >
            {ACCOUNT_TYPES.map((type) => (
              <FormControlLabel
                key={type}
                value={type}
                control={<Radio size="small" />}
                label={t(`fields.types.${type}`)}
              />
            ))}
          </RadioGroup>
        )}
      />
    </Box>
  );
}

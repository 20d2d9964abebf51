import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { routeFilters, type Direction } from '../../../../contract/api/route-filters.ts';
import { useAll } from '../../../parts/queries.ts';
import { FormField } from '../../../ui/fields/FormField.tsx';

/** Which filters must all match, of those that can be asked about this direction. */
export function FilterChoice({
  direction,
  value,
  error,
  onChange,
}: {
  direction: Direction;
  value: readonly string[];
  error?: string | undefined;
  onChange(fids: string[]): void;
}) {
  const { t } = useTranslation();
  const found = useAll(routeFilters.list, 'filters', {});
  const fits = (found.data?.filters ?? []).filter(({ directions }) =>
    directions.includes(direction),
  );
  return (
    <Choice
      id="filters"
      label={t('gateway.routes.filters')}
      help={t('gateway.routes.filtersHelp')}
      error={error}
      value={value}
      onChange={onChange}
      options={fits.map(({ fid, description }) => ({ value: fid, text: description }))}
    />
  );
}

type ChoiceProps = {
  id: string;
  label: string;
  help: string;
  error?: string | undefined;
  value: readonly string[];
  options: readonly { value: string; text: string }[];
  onChange(values: string[]): void;
};

/** Several of what there is, in the order in which they were chosen. */
export function Choice({ id, label, help, error, value, options, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <FormField id={id} label={label} help={help} error={error}>
      {(parts) => (
        <Autocomplete
          id={parts.id}
          multiple
          value={[...value]}
          onChange={(_event, next) => onChange(next)}
          options={options.map((option) => option.value)}
          noOptionsText={t('gateway.noneToChoose')}
          renderOption={({ key, ...props }, name) => (
            <Box component="li" key={key} {...props}>
              <Box sx={{ minWidth: 0 }}>
                <Typography noWrap>{name}</Typography>
                <Typography variant="body2" color="textSecondary" noWrap>
                  {options.find((option) => option.value === name)?.text}
                </Typography>
              </Box>
            </Box>
          )}
          renderValue={(names, getItemProps) =>
            names.map((name, index) => {
              const { key, ...props } = getItemProps({ index });
              return <Chip key={key} label={name} size="small" {...props} />;
            })
          }
          renderInput={({ slotProps, id: inputId, disabled, fullWidth }) => (
            <OutlinedInput
              id={inputId}
              disabled={disabled}
              fullWidth={fullWidth}
              {...slotProps.input}
              inputProps={{
                ...slotProps.htmlInput,
                'aria-describedby': parts['aria-describedby'],
                'aria-invalid': parts['aria-invalid'],
              }}
            />
          )}
        />
      )}
    </FormField>
  );
}

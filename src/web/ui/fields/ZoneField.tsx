import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useController, type Control, type FieldValues, type Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormField } from './FormField.tsx';
import { matchingZones, offsetOf, zoneName, zonesWith } from './zones.ts';

/** Returns the offsets of zones at this moment; each is computed once. */
function presentOffsets(): (zone: string) => string {
  const now = Date.now() / 1000;
  const known = new Map<string, string>();
  return (zone) => {
    const found = known.get(zone) ?? offsetOf(zone, now);
    known.set(zone, found);
    return found;
  };
}

/** A time zone, searched by its name or its present offset. Its id is its name. */
export function ZoneField<F extends FieldValues>({
  control,
  name,
  label,
}: {
  control: Control<F>;
  name: Path<F>;
  label: string;
}) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const chosen = String(field.value);
  const zones = useMemo(() => zonesWith(chosen), [chosen]);
  const [offset] = useState(presentOffsets);
  return (
    <FormField
      id={name}
      label={label}
      help={t('time.zoneNow', { offset: offset(chosen) })}
      error={fieldState.error?.message}
    >
      {(parts) => (
        <Autocomplete<string, false, true>
          id={parts.id}
          disableClearable
          autoHighlight
          value={chosen}
          onChange={(_event, zone) => field.onChange(zone)}
          onBlur={field.onBlur}
          options={zones}
          noOptionsText={t('time.zoneNone')}
          filterOptions={(options, { inputValue }) =>
            // The chosen zone stands in the field when it opens: all others are offered too.
            inputValue === zoneName(chosen) ? options : matchingZones(options, inputValue, offset)
          }
          getOptionLabel={zoneName}
          renderOption={({ key, ...props }, zone) => (
            <Box component="li" key={key} {...props} sx={{ gap: 3 }}>
              <Typography component="span" noWrap sx={{ flex: 1 }}>
                {zoneName(zone)}
              </Typography>
              <Typography component="span" variant="body2" color="textSecondary">
                {offset(zone)}
              </Typography>
            </Box>
          )}
          renderInput={({ slotProps, id, fullWidth }) => (
            <OutlinedInput
              id={id}
              fullWidth={fullWidth}
              inputRef={field.ref}
              {...slotProps.input}
              inputProps={{
                ...slotProps.htmlInput,
                name,
                spellCheck: false,
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

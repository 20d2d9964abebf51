import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { FormField } from '../../ui/fields/FormField.tsx';

export type Choice = { value: string; about: string };

type Props = {
  id: string;
  label: string;
  hint: string;
  value: string;
  choices: readonly Choice[];
  error?: string | undefined;
  type: 'email' | 'tel';
  onChoose(value: string): void;
};

/** One of those known, or whatever is entered; Enter or leaving the field takes it. */
export function Chooser({ id, label, hint, value, choices, error, type, onChoose }: Props) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const take = (wanted: string) => {
    const given = wanted.trim();
    if (given !== '' && given !== value) onChoose(given);
  };
  return (
    <FormField id={id} label={label} error={error}>
      {(parts) => (
        <Autocomplete<Choice, false, true, true>
          id={parts.id}
          freeSolo
          disableClearable
          openOnFocus
          selectOnFocus
          handleHomeEndKeys={false}
          value={value}
          inputValue={typed}
          options={[...choices]}
          getOptionLabel={(option) => (typeof option === 'string' ? option : option.value)}
          getOptionKey={(option) => (typeof option === 'string' ? option : option.value)}
          // Opening the list with a choice made shows all options, not only matches.
          filterOptions={(options) =>
            typed.trim() === value
              ? options
              : options.filter(({ value: each, about }) =>
                  `${each} ${about}`.toLowerCase().includes(typed.trim().toLowerCase()),
                )
          }
          onInputChange={(_event, text) => setTyped(text)}
          onChange={(_event, chosen) => take(typeof chosen === 'string' ? chosen : chosen.value)}
          onBlur={() => take(typed)}
          renderOption={({ key, ...props }, option) => (
            <Box component="li" key={key} {...props}>
              <Box sx={{ minWidth: 0 }}>
                <Typography noWrap>{option.value}</Typography>
                <Typography variant="body2" color="textSecondary" noWrap>
                  {option.about}
                </Typography>
              </Box>
            </Box>
          )}
          renderInput={({ slotProps, id: inputId, disabled, fullWidth }) => (
            <OutlinedInput
              id={inputId}
              disabled={disabled}
              fullWidth={fullWidth}
              placeholder={hint}
              {...slotProps.input}
              inputProps={{
                ...slotProps.htmlInput,
                inputMode: type,
                spellCheck: false,
                autoCapitalize: 'none',
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

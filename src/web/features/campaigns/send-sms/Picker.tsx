import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { FormField } from '../../../ui/fields/FormField.tsx';

type Props<Item> = {
  id: string;
  label: string;
  hint: string;
  nothing: string;
  loadingText: string;
  value: readonly Item[];
  onChange(items: Item[]): void;
  /** Results of the last query; `loading` while they are on their way. */
  items: readonly Item[];
  loading: boolean;
  /** Called with the search text while the list is open; null when it closes. */
  onAsk(text: string | null): void;
  keyOf(item: Item): string;
  nameOf(item: Item): string;
  detailOf(item: Item): string;
};

const PAUSE = 200;

/** Several things, looked for by a part of their name. */
export function Picker<Item>({
  id,
  label,
  hint,
  nothing,
  loadingText,
  value,
  onChange,
  items,
  loading,
  onAsk,
  keyOf,
  nameOf,
  detailOf,
}: Props<Item>) {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => onAsk(open ? typed.trim() : null), typed === '' ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [typed, open, onAsk]);
  return (
    <FormField id={id} label={label}>
      {(parts) => (
        <Autocomplete<Item, true>
          id={parts.id}
          multiple
          disableCloseOnSelect
          value={[...value]}
          onChange={(_event, next) => onChange(next)}
          inputValue={typed}
          onInputChange={(_event, text, reason) => {
            if (reason !== 'reset') setTyped(text);
          }}
          open={open}
          onOpen={() => setOpen(true)}
          onClose={() => setOpen(false)}
          options={[...items]}
          loading={loading}
          loadingText={loadingText}
          noOptionsText={nothing}
          filterOptions={(options) => options}
          getOptionLabel={nameOf}
          getOptionKey={keyOf}
          isOptionEqualToValue={(one, other) => keyOf(one) === keyOf(other)}
          renderOption={({ key, ...props }, item) => (
            <Box component="li" key={key} {...props}>
              <Box sx={{ minWidth: 0 }}>
                <Typography noWrap>{nameOf(item)}</Typography>
                <Typography variant="body2" color="textSecondary" noWrap>
                  {detailOf(item)}
                </Typography>
              </Box>
            </Box>
          )}
          renderInput={({ slotProps, id: inputId, disabled, fullWidth }) => (
            <OutlinedInput
              id={inputId}
              disabled={disabled}
              fullWidth={fullWidth}
              placeholder={value.length === 0 ? hint : undefined}
              {...slotProps.input}
              inputProps={{ ...slotProps.htmlInput, 'aria-describedby': parts['aria-describedby'] }}
            />
          )}
        />
      )}
    </FormField>
  );
}

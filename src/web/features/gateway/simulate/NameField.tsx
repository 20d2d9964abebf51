import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../../ui/fields/FormField.tsx';
import { useTooLong } from '../../../ui/fields/TextField.tsx';

/** The pause in typing after which the list is read again. */
const PAUSE = 200;

/** A list that opens under a field, and the part of a name that it is narrowed by. */
export function useNameList() {
  const [isOpen, setOpen] = useState(false);
  // A name that stands there already would hide all others: only typing narrows the list.
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    isOpen,
    query,
    type: setTyped,
    open() {
      setTyped('');
      setQuery('');
      setOpen(true);
    },
    narrow: () => setOpen(true),
    close: () => setOpen(false),
  };
}

type Props = {
  id: string;
  label: string;
  value: string;
  maxLength: number;
  list: ReturnType<typeof useNameList>;
  options: readonly { name: string; text: string }[];
  isLoading: boolean;
  onChange(name: string): void;
};

/** A name, chosen from a list, or typed where nothing has it yet. */
export function NameField(props: Props) {
  const { id, label, value, maxLength, list, options, isLoading, onChange } = props;
  const { t } = useTranslation();
  const tooLong = useTooLong(value.length, maxLength);
  return (
    <FormField id={id} label={label} {...(tooLong !== undefined && { error: tooLong })}>
      {(parts) => (
        <Autocomplete<string, false, false, true>
          id={parts.id}
          freeSolo
          forcePopupIcon
          value={value}
          inputValue={value}
          onInputChange={(_event, text, reason) => {
            if (reason === 'input') list.type(text);
            onChange(text);
          }}
          open={list.isOpen}
          onOpen={(event) => (event.type === 'change' ? list.narrow() : list.open())}
          onClose={list.close}
          options={options.map(({ name }) => name)}
          filterOptions={(names) => names}
          loading={isLoading}
          loadingText={t('loading')}
          renderOption={({ key, ...item }, name) => (
            <Box component="li" key={key} {...item}>
              <Box sx={{ minWidth: 0 }}>
                <Typography noWrap>{name}</Typography>
                <Typography variant="body2" color="textSecondary" noWrap>
                  {options.find((option) => option.name === name)?.text}
                </Typography>
              </Box>
            </Box>
          )}
          renderInput={({ slotProps, id: inputId, disabled, fullWidth }) => (
            <OutlinedInput
              id={inputId}
              disabled={disabled}
              fullWidth={fullWidth}
              {...slotProps.input}
              inputProps={{
                ...slotProps.htmlInput,
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

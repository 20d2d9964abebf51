import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clients } from '../../../contract/api/clients.ts';
import type { Client } from '../../../contract/api/client-fields.ts';
import { useGet } from '../queries.ts';
import { FormField } from '../../ui/fields/FormField.tsx';
import { useSearch } from '../../ui/lists/useSearch.ts';

export type Picked = Pick<Client, 'clientId' | 'clientName' | 'accessLevel' | 'email'>;

type Props = {
  id: string;
  label: string;
  help?: string;
  error?: string | undefined;
  /** The text when no client is chosen. */
  nobody?: string;
  value: Picked | null;
  onChange(client: Picked | null): void;
  disabled?: boolean;
  /** True for clients that may be chosen. */
  fits?(client: Picked): boolean;
};

/** One client, looked for by name, e-mail or phone. */
export function ClientPicker({
  id,
  label,
  help,
  error,
  nobody,
  disabled = false,
  value,
  onChange,
  fits = () => true,
}: Props) {
  const { t } = useTranslation();
  const { typed, asked, type } = useSearch();
  const [open, setOpen] = useState(false);
  const found = useGet(
    clients.search,
    { query: asked === value?.clientName ? '' : asked },
    { when: open, keep: true },
  );
  return (
    <FormField id={id} label={label} help={help} error={error}>
      {(parts) => (
        <Autocomplete<Picked>
          id={parts.id}
          disabled={disabled}
          value={value}
          onChange={(_event, next) => onChange(next)}
          inputValue={typed}
          onInputChange={(_event, text) => type(text)}
          open={open}
          onOpen={() => setOpen(true)}
          onClose={() => setOpen(false)}
          options={(found.data?.clients ?? []).filter(fits)}
          loading={found.isFetching}
          loadingText={t('loading')}
          noOptionsText={t('clients.pickNone')}
          filterOptions={(options) => options}
          getOptionLabel={({ clientName }) => clientName}
          getOptionKey={({ clientId }) => clientId}
          isOptionEqualToValue={(one, other) => one.clientId === other.clientId}
          renderOption={({ key, ...props }, client) => (
            <Box component="li" key={key} {...props}>
              <Box sx={{ minWidth: 0 }}>
                <Typography noWrap>{client.clientName}</Typography>
                <Typography
                  variant="body2"
                  color="textSecondary"
                  noWrap
                >{`${t(`roles.${client.accessLevel}`)}${client.email === null ? '' : ` · ${client.email}`}`}</Typography>
              </Box>
            </Box>
          )}
          renderInput={({ slotProps, id: inputId, disabled: off, fullWidth }) => (
            <OutlinedInput
              id={inputId}
              disabled={off}
              fullWidth={fullWidth}
              placeholder={nobody ?? t('clients.pickHint')}
              // The account without a choice is a value, and not a hint.
              {...(nobody !== undefined && {
                sx: { '& input::placeholder': { color: 'text.primary' } },
              })}
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

import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { MAPPED_STATUSES } from '../../../../contract/api/connector-settings.ts';
import type { FieldDescription } from '../../../../contract/api/connector-fields.ts';
import { LimitedInput } from '../../../ui/fields/LimitedInput.tsx';
import { useStatusWord } from '../../../ui/figures/StatusChip.tsx';
import type { Pair } from './formValues.ts';
import { Rows } from '../../../ui/page/layout.tsx';

export const MONO = {
  '& input, & textarea': { fontFamily: 'ui-monospace, monospace', fontSize: 13 },
};
const LONGEST_WORD = 64;

/** A table of two columns that grows: a carrier's statuses with their meaning, or headers. */
export function FieldRows({
  field: { name, type },
  label,
  help,
  error,
  rows,
  onChange,
}: {
  field: FieldDescription;
  label: string;
  help: string;
  error: string | undefined;
  rows: readonly Pair[];
  onChange(rows: readonly Pair[]): void;
}) {
  const { t } = useTranslation();
  const statusWord = useStatusWord();
  const map = type === 'status map';
  const left = t(map ? 'connectors.form.word' : 'connectors.form.headerName');
  const right = t(map ? 'connectors.form.stands' : 'connectors.form.headerValue');
  const set = (at: number, pair: Pair) =>
    onChange(rows.map((each, index) => (index === at ? pair : each)));
  return (
    <Box role="group" aria-labelledby={`${name}-label`} aria-describedby={`${name}-said`}>
      <Typography variant="subtitle2" component="p" id={`${name}-label`}>
        {label}
      </Typography>
      <FormHelperText
        id={`${name}-said`}
        error={error !== undefined}
        role={error === undefined ? undefined : 'alert'}
        sx={{ mt: 0.5, mb: 2 }}
      >
        {error ?? help}
      </FormHelperText>
      <Rows gap={2}>
        {rows.map(([key, value], at) => (
          // Rows have nothing lasting but their place.
          <Box
            key={at}
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto',
              gap: 2,
              alignItems: 'center',
            }}
          >
            <LimitedInput
              size="small"
              most={LONGEST_WORD}
              value={key}
              onChange={(event) => set(at, [event.target.value, value])}
              inputProps={{
                'aria-label': `${left} ${at + 1}`,
                spellCheck: false,
              }}
              sx={MONO}
            />
            {map ? (
              <Select
                native
                size="small"
                value={value}
                onChange={(event) => set(at, [key, String(event.target.value)])}
                input={<OutlinedInput />}
                inputProps={{ 'aria-label': `${right} ${at + 1}` }}
              >
                {MAPPED_STATUSES.map((status) => (
                  <option key={status} value={status}>
                    {statusWord(status)}
                  </option>
                ))}
              </Select>
            ) : (
              <LimitedInput
                size="small"
                most={1000}
                value={value}
                onChange={(event) => set(at, [key, event.target.value])}
                inputProps={{
                  'aria-label': `${right} ${at + 1}`,
                  spellCheck: false,
                }}
                sx={MONO}
              />
            )}
            <IconButton
              size="small"
              aria-label={t('connectors.form.remove', { row: at + 1 })}
              onClick={() => onChange(rows.filter((_each, index) => index !== at))}
            >
              <RemoveIcon />
            </IconButton>
          </Box>
        ))}
        <Box>
          <Button
            id={name}
            size="small"
            variant="outlined"
            color="inherit"
            startIcon={<AddIcon />}
            aria-label={`${t('connectors.form.add')}: ${label}`}
            onClick={() => onChange([...rows, ['', map ? 'DELIVERED' : '']])}
          >
            {t('connectors.form.add')}
          </Button>
        </Box>
      </Rows>
    </Box>
  );
}

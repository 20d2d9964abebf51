import Alert from '@mui/material/Alert';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../ui/figures/figures.tsx';
import { FormField } from '../ui/fields/FormField.tsx';

/** Titles above a header take a few rows. */
const ROWS = Array.from({ length: 10 }, (_, at) => at + 1);

/** The row of an uploaded file that has the names of its columns, or none. */
export function HeaderRow({
  value,
  busy,
  error,
  onChange,
}: {
  value: number | null;
  busy: boolean;
  error: string | null;
  onChange(headerRow: number): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const rows = value === null || ROWS.includes(value) ? ROWS : [...ROWS, value];
  return (
    <FormField
      id="header-row"
      label={t('fromFile.headerRow')}
      help={t('fromFile.headerHelp')}
      {...(error !== null && { error })}
    >
      {(parts) => (
        <Select
          native
          value={value ?? 0}
          disabled={busy}
          onChange={(event) => onChange(Number(event.target.value))}
          input={<OutlinedInput />}
          inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}
        >
          {rows.map((row) => (
            <option key={row} value={row}>
              {t('fromFile.headerIn', { row: number(row) })}
            </option>
          ))}
          <option value={0}>{t('fromFile.headerNone')}</option>
        </Select>
      )}
    </FormField>
  );
}

/** Says that characters were removed from a file, if any were. */
export function RemovedCharacters({ count }: { count: number }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (count === 0) return null;
  return <Alert severity="warning">{t('fromFile.removed', { count, value: number(count) })}</Alert>;
}

import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Switch from '@mui/material/Switch';
import { useTranslation } from 'react-i18next';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import type { FieldDescription } from '../../../../contract/api/connector-fields.ts';
import { LimitedInput } from '../../../ui/fields/LimitedInput.tsx';
import { FormField } from '../../../ui/fields/FormField.tsx';
import { PasswordField, TextField } from '../../../ui/fields/TextField.tsx';
import type { Value } from './formValues.ts';
import { useFieldWords } from './useFieldWords.ts';
import { FieldRows, MONO } from './FieldRows.tsx';

type Props = {
  kind: ConnectorKind;
  field: FieldDescription;
  value: Value;
  /** The default value. */
  standard: unknown;
  error: string | undefined;
  /** True while the connector is being created. */
  making: boolean;
  /** For a secret: whether it is set, and whether it will be removed. */
  secret?: { isSet: boolean; removed: boolean; mayRemove: boolean; remove(removed: boolean): void };
  onChange(value: Value): void;
};

/** One setting by its description: label, help with the default, and the control of its type. */
export function Field({ kind, field, value, standard, error, making, secret, onChange }: Props) {
  const { t } = useTranslation();
  const words = useFieldWords(kind);
  const { name, type, longest, choices } = field;
  const label = words.label(name);
  // A default that the field holds would be read twice.
  const usual = String(standard) === value ? undefined : usualOf();
  const help = [
    words.help(name),
    usual,
    field.reconnects && !making ? t('connectors.form.reconnects') : undefined,
  ]
    .filter(Boolean)
    .join(' ');

  /** The usual value, if it helps. */
  function usualOf(): string | undefined {
    if (
      standard === undefined ||
      standard === '' ||
      type === 'yes or no' ||
      type === 'headers' ||
      type === 'status map' ||
      type === 'long text' ||
      (Array.isArray(standard) && standard.length === 0)
    )
      return undefined;
    if (name === 'host' || name === 'username') return undefined;
    return t('connectors.form.standard', { value: words.value(field, standard) });
  }

  if (typeof value === 'boolean') {
    return (
      <Box>
        <FormControlLabel
          control={
            <Switch
              id={name}
              checked={value}
              onChange={(_event, checked) => onChange(checked)}
              slotProps={{ input: { 'aria-describedby': `${name}-said` } }}
            />
          }
          label={label}
        />
        <FormHelperText
          id={`${name}-said`}
          error={error !== undefined}
          role={error === undefined ? undefined : 'alert'}
          // Below the label, and not below the switch.
          sx={{ mt: 0.5, ml: '47px' }}
        >
          {error ?? help}
        </FormHelperText>
      </Box>
    );
  }
  if (typeof value !== 'string')
    return (
      <FieldRows
        field={field}
        label={label}
        help={help}
        error={error}
        rows={value}
        onChange={onChange}
      />
    );
  const bound = {
    name,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (type === 'secret' && secret) {
    const said = secret.isSet ? `${help} ${t('connectors.form.secretSet')}` : help;
    return (
      <Box>
        <PasswordField
          field={bound}
          label={label}
          help={said}
          error={error}
          autoComplete="new-password"
          disabled={secret.removed}
          input={{ maxLength: longest ?? 200, spellCheck: false }}
        />
        {secret.isSet && secret.mayRemove && (
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={secret.removed}
                onChange={(_event, checked) => secret.remove(checked)}
              />
            }
            label={t('connectors.form.secretRemove')}
          />
        )}
      </Box>
    );
  }
  if (type === 'choice') {
    return (
      <FormField id={name} label={label} help={help} error={error}>
        {(parts) => (
          <Select
            native
            value={value}
            onChange={(event) => onChange(String(event.target.value))}
            input={<OutlinedInput />}
            inputProps={{
              id: parts.id,
              name,
              'aria-describedby': parts['aria-describedby'],
              'aria-invalid': parts['aria-invalid'],
            }}
          >
            {standard === undefined && <option value="">{words.choice(name, '')}</option>}
            {choices?.map((choice) => (
              <option key={choice} value={String(choice)}>
                {words.choice(name, String(choice))}
              </option>
            ))}
          </Select>
        )}
      </FormField>
    );
  }
  if (type === 'long text' || type === 'words') {
    return (
      <FormField
        id={name}
        label={label}
        help={type === 'words' ? `${help} ${t('connectors.form.onePerLine')}` : help}
        error={error}
      >
        {(parts) => (
          <LimitedInput
            {...bound}
            most={longest}
            id={parts.id}
            multiline
            minRows={type === 'words' ? 2 : 4}
            maxRows={16}
            sx={MONO}
            inputProps={{
              'aria-describedby': parts['aria-describedby'],
              'aria-invalid': parts['aria-invalid'],
              spellCheck: false,
            }}
          />
        )}
      </FormField>
    );
  }
  const isNumber = type === 'number' || type === 'whole number';
  const unit = words.unit(field);
  return (
    <TextField
      field={bound}
      label={label}
      help={help}
      error={error}
      autoComplete="off"
      end={unit && <InputAdornment position="end">{unit}</InputAdornment>}
      input={
        isNumber
          ? { inputMode: type === 'number' ? 'decimal' : 'numeric', maxLength: 12 }
          : { maxLength: longest, spellCheck: false }
      }
    />
  );
}

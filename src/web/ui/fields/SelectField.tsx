import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import type { ReactNode, Ref } from 'react';
import { useController, type Control, type FieldValues, type Path } from 'react-hook-form';
import { FormField } from './FormField.tsx';

type Shown = {
  label: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
  autoFocus?: boolean;
  /** The options. */
  children: ReactNode;
};

/** One of several options, as the browser draws them on this device. Its id is its name. */
export function SelectInput({
  name,
  label,
  help,
  error,
  disabled,
  autoFocus,
  value,
  onChange,
  onBlur,
  inputRef,
  children,
}: Shown & {
  name: string;
  error?: string | undefined;
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  inputRef?: Ref<unknown>;
}) {
  return (
    <FormField id={name} label={label} help={help} error={error}>
      {(parts) => (
        <Select
          native
          value={value}
          disabled={disabled}
          autoFocus={autoFocus}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          inputRef={inputRef}
          input={<OutlinedInput />}
          inputProps={{ id: parts.id, name, 'aria-describedby': parts['aria-describedby'] }}
        >
          {children}
        </Select>
      )}
    </FormField>
  );
}

/** The select of a form's field. */
export function SelectField<F extends FieldValues>({
  control,
  name,
  ...shown
}: Shown & { control: Control<F>; name: Path<F> }) {
  const { field, fieldState } = useController({ control, name });
  return (
    <SelectInput
      {...shown}
      name={name}
      error={fieldState.error?.message}
      value={String(field.value)}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  );
}

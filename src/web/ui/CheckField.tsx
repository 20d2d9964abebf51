import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { ReactNode } from 'react';
import { useController, type Control, type FieldValues, type Path } from 'react-hook-form';

/** A box of a form that is ticked or not. */
export function CheckField<F extends FieldValues>({
  control,
  name,
  label,
  disabled,
}: {
  control: Control<F>;
  name: Path<F>;
  label: ReactNode;
  disabled?: boolean;
}) {
  const { field } = useController({ control, name });
  return (
    <FormControlLabel
      control={
        <Checkbox
          size="small"
          disabled={disabled}
          checked={Boolean(field.value)}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      }
      label={label}
    />
  );
}

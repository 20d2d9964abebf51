import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { useId, type ReactNode } from 'react';
import { useController, type Control, type FieldValues, type Path } from 'react-hook-form';

/** A box of a form that is ticked or not. */
export function CheckField<F extends FieldValues>({
  control,
  name,
  label,
  help,
  disabled,
}: {
  control: Control<F>;
  name: Path<F>;
  label: ReactNode;
  help?: string;
  disabled?: boolean;
}) {
  const { field } = useController({ control, name });
  const helpId = useId();
  const box = (
    <FormControlLabel
      control={
        <Checkbox
          size="small"
          disabled={disabled}
          checked={Boolean(field.value)}
          onChange={field.onChange}
          onBlur={field.onBlur}
          slotProps={{ input: help === undefined ? {} : { 'aria-describedby': helpId } }}
        />
      }
      label={label}
    />
  );
  if (help === undefined) return box;
  return (
    <div>
      {box}
      <FormHelperText id={helpId} sx={{ mt: 0, ml: '27px' }}>
        {help}
      </FormHelperText>
    </div>
  );
}

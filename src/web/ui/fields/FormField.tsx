import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import type { ReactNode } from 'react';

export type FieldParts = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
};

/** A label above, the control, and help or the error under it; the control takes the parts that tie the three together. */
export function FormField({
  id,
  label,
  help,
  error,
  aside,
  children,
}: {
  id: string;
  label: ReactNode;
  help?: ReactNode;
  error?: string;
  aside?: ReactNode;
  children(parts: FieldParts): ReactNode;
}) {
  const said = error ?? help;
  return (
    <FormControl fullWidth error={error !== undefined}>
      <div
        style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 8 }}
      >
        <FormLabel htmlFor={id} id={`${id}-label`}>
          {label}
        </FormLabel>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': said === undefined ? undefined : `${id}-said`,
        'aria-invalid': error !== undefined,
      })}
      {said !== undefined && (
        <FormHelperText id={`${id}-said`} role={error === undefined ? undefined : 'alert'}>
          {said}
        </FormHelperText>
      )}
    </FormControl>
  );
}

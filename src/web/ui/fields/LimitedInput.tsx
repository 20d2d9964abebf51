import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { useTooLong } from './TextField.tsx';

/** An input of a row or a toolbar, named by `aria-label`: a longer text is kept and said to be too long, never cut. */
export function LimitedInput({
  most,
  value,
  note,
  inputProps,
  flex,
  sx,
  ...props
}: Omit<OutlinedInputProps, 'value'> & {
  most: number | undefined;
  value: string;
  /** Shown below the field over what stands there, so that nothing moves while somebody types. */
  note?: string | undefined;
  /** Its share of a row; `sx` is of the input inside. */
  flex?: { xs: string; sm: string };
}) {
  const id = useId();
  const tooLong = useTooLong(value.length, most);
  return (
    <Box
      sx={{
        display: 'grid',
        minWidth: 0,
        position: 'relative',
        alignContent: 'start',
        flex: props.fullWidth ? 1 : flex,
      }}
    >
      <OutlinedInput
        {...props}
        value={value}
        error={tooLong !== undefined}
        inputProps={{
          ...inputProps,
          ...(tooLong !== undefined && { 'aria-invalid': true }),
          ...((tooLong ?? note) !== undefined && { 'aria-describedby': id }),
        }}
        {...(sx !== undefined && { sx })}
      />
      {tooLong === undefined && note !== undefined && (
        <FormHelperText
          id={id}
          role="status"
          sx={{
            position: 'absolute',
            top: '100%',
            left: 0,
            zIndex: 3,
            width: 'max-content',
            maxWidth: 320,
            mt: 1,
            mx: 0,
            px: 3,
            py: 2,
            border: 1,
            borderColor: 'divider',
            borderRadius: 'var(--corner-small)',
            backgroundColor: 'background.paper',
            boxShadow: 2,
          }}
        >
          {note}
        </FormHelperText>
      )}
      {tooLong !== undefined && (
        <FormHelperText id={id} role="alert" error>
          {tooLong}
        </FormHelperText>
      )}
    </Box>
  );
}

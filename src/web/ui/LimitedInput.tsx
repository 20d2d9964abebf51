import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { useTooLong } from './TextField.tsx';

/** An input of a row or a toolbar, named by `aria-label`: a longer text is kept and said to be too long, never cut. */
export function LimitedInput({
  most,
  value,
  inputProps,
  flex,
  sx,
  ...props
}: Omit<OutlinedInputProps, 'value'> & {
  most: number | undefined;
  value: string;
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
          ...(tooLong !== undefined && { 'aria-invalid': true, 'aria-describedby': id }),
        }}
        {...(sx !== undefined && { sx })}
      />
      {tooLong !== undefined && (
        <FormHelperText id={id} role="alert" error>
          {tooLong}
        </FormHelperText>
      )}
    </Box>
  );
}

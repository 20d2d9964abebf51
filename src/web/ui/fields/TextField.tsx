import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import {
  useState,
  type ChangeEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
} from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from './FormField.tsx';

/** The binding of an input to its form: a form library's registration, or a value with its change handler. */
export type Bound = {
  name: string;
  value?: string;
  onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): unknown;
  onBlur?(event: unknown): unknown;
  ref?: Ref<HTMLInputElement>;
};

type Props = {
  field: Bound;
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  aside?: ReactNode;
  start?: ReactNode;
  end?: ReactNode;
  type?: string;
  autoFocus?: boolean;
  autoComplete?: string;
  disabled?: boolean;
  multiline?: boolean;
  /** The height of a field that grows with its text. */
  lines?: readonly [least: number, most: number];
  /** A fixed height in lines, for text that is pasted by the thousand lines: a field that grows would measure it at every key. */
  rows?: number;
  /** A longer text than its `maxLength` is kept and said to be too long, never cut. */
  input?: InputHTMLAttributes<HTMLInputElement>;
};

/**
 * Says by how much a text is too long; undefined if it is not. A browser's own limit would cut what
 * is pasted without a word.
 */
export function useTooLong(length: number, most: number | undefined): string | undefined {
  const { t, i18n } = useTranslation();
  if (most === undefined || length <= most) return undefined;
  // Not `useFormat`, which would come with the sign-in page.
  const written = (value: number) => value.toLocaleString(i18n.language);
  return t('fields.tooLong', { most: written(most), value: written(length) });
}

/** One line of text (or several) with its label, its help and its error. Its id is its name. */
export function TextField({
  field,
  label,
  help,
  error,
  aside,
  start,
  end,
  type,
  autoFocus,
  autoComplete,
  disabled,
  multiline,
  lines: [minRows, maxRows] = [2, 20],
  rows,
  input,
}: Props) {
  const { ref, name, value, onChange, onBlur } = field;
  const { maxLength, ...attributes } = input ?? {};
  const [typed, setTyped] = useState(0);
  const tooLong = useTooLong(value?.length ?? typed, maxLength);
  const said = tooLong ?? error;
  return (
    <FormField
      id={name}
      label={label}
      help={help}
      {...(said !== undefined && { error: said })}
      aside={aside}
    >
      {(parts) => (
        <OutlinedInput
          id={parts.id}
          name={name}
          {...(value === undefined ? {} : { value })}
          onChange={(event) => {
            setTyped(event.target.value.length);
            onChange(event);
          }}
          onBlur={onBlur}
          inputRef={ref}
          type={type}
          autoFocus={autoFocus}
          autoComplete={autoComplete}
          disabled={disabled}
          multiline={multiline}
          {...(rows === undefined ? multiline && { minRows, maxRows } : { rows })}
          startAdornment={start}
          endAdornment={end}
          inputProps={{
            'aria-describedby': parts['aria-describedby'],
            'aria-invalid': parts['aria-invalid'],
            ...attributes,
          }}
        />
      )}
    </FormField>
  );
}

/** A password, which its writer may look at. */
export function PasswordField(
  props: Omit<Props, 'type' | 'end' | 'start' | 'multiline'> & {
    autoComplete: 'current-password' | 'new-password';
  },
) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      input={{ maxLength: 128, ...props.input }}
      end={
        <InputAdornment position="end">
          <IconButton
            size="small"
            edge="end"
            aria-label={shown ? t('signIn.hide') : t('signIn.show')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <VisibilityOffIcon /> : <VisibilityIcon />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}

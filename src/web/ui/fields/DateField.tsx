import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import Popover from '@mui/material/Popover';
import { lazy, Suspense, useState, type ReactNode, type Ref } from 'react';
import { useController, type Control, type FieldValues, type Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FIRST_DAY, isDay, isDayTime, LAST_DAY, type Day } from '../../../contract/shared/dates.ts';
import { readMoment, writeMoment } from './calendarDays.ts';
import { FormField } from './FormField.tsx';

// Fetched when a field opens it first: most forms with a date are sent without.
const Calendar = lazy(async () => ({ default: (await import('./Calendar.tsx')).Calendar }));
/** About the calendar's own, so that its place is chosen before it has come. */
const CALENDAR_SIZE = { width: 300, height: 340 };

type Shown = {
  label: ReactNode;
  help?: ReactNode;
  /** A day alone, `2026-03-05`, unless a time belongs to it, `2026-03-05T14:30`. */
  hasTime?: boolean;
  /** The first and the last day that may be chosen. */
  min?: Day;
  max?: Day;
  autoFocus?: boolean;
};

type Props = Shown & {
  name: string;
  /** A day or moment; an unreadable text is a value too, which the form refuses. */
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  inputRef?: Ref<HTMLInputElement>;
  error?: string | undefined;
};

/**
 * A day, or a day and a time, typed or chosen from a calendar, in the product's format in every
 * browser and language. Its id is its name.
 */
export function DateInput({
  name,
  value,
  onChange,
  onBlur,
  inputRef,
  label,
  help,
  error,
  hasTime = false,
  min = FIRST_DAY,
  max = LAST_DAY,
  autoFocus,
}: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [isLeft, setLeft] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const read = (text: string) => readMoment(text, hasTime) ?? text.trim();
  const unfit = useUnfit(value, hasTime, { min, max });
  const shown = isLeft ? (unfit ?? error) : error;
  return (
    <>
      <FormField id={name} label={label} help={help} {...(shown !== undefined && { error: shown })}>
        {(parts) => (
          <OutlinedInput
            id={parts.id}
            name={name}
            value={read(typed) === value ? typed : writeMoment(value)}
            placeholder={t(hasTime ? 'time.momentHint' : 'time.dayHint')}
            autoComplete="off"
            autoFocus={autoFocus}
            inputRef={inputRef}
            onChange={(event) => {
              setTyped(event.target.value);
              onChange(read(event.target.value));
            }}
            onBlur={() => {
              // The value is written out as it was understood.
              setTyped('');
              setLeft(true);
              onBlur?.();
            }}
            endAdornment={
              <InputAdornment position="end">
                <IconButton
                  size="small"
                  edge="end"
                  aria-label={t('time.openCalendar')}
                  aria-haspopup="dialog"
                  aria-expanded={anchor !== null}
                  onClick={(event) => setAnchor(event.currentTarget)}
                >
                  <CalendarIcon />
                </IconButton>
              </InputAdornment>
            }
            inputProps={{
              'aria-describedby': parts['aria-describedby'],
              'aria-invalid': parts['aria-invalid'],
              spellCheck: false,
            }}
          />
        )}
      </FormField>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-modal': true,
            'aria-label': t('time.calendar'),
            sx: { mt: 1 },
          },
        }}
      >
        <Suspense fallback={<Box sx={CALENDAR_SIZE} />}>
          <Calendar
            value={value}
            hasTime={hasTime}
            bounds={{ min, max }}
            onChange={onChange}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      </Popover>
    </>
  );
}

/** Says how to write the value where it cannot be read, or its bounds where it lies beyond them. */
function useUnfit(
  value: string,
  hasTime: boolean,
  { min, max }: { min: Day; max: Day },
): string | undefined {
  const { t } = useTranslation();
  if (value === '') return undefined;
  if (!(hasTime ? isDayTime(value) : isDay(value)))
    return t(hasTime ? 'time.momentWrong' : 'time.dayWrong');
  const day = value.slice(0, 10);
  return day < min || day > max ? t('time.beyond', { min, max }) : undefined;
}

/** The date of a form's field. */
export function DateField<F extends FieldValues>({
  control,
  name,
  ...shown
}: Shown & { control: Control<F>; name: Path<F> }) {
  const { field, fieldState } = useController({ control, name });
  return (
    <DateInput
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

import NextIcon from '@mui/icons-material/ChevronRight';
import NextYearIcon from '@mui/icons-material/KeyboardDoubleArrowRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import PreviousYearIcon from '@mui/icons-material/KeyboardDoubleArrowLeft';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf, isDay, isDayTime, startOfDay, type Day } from '../../../contract/shared/dates.ts';
import { dayAfterKey, inMonths, weeksOf, within } from './calendarDays.ts';
import { useDayNames } from './useDayNames.ts';

const NOON = '12:00';
const two = (value: number) => String(value).padStart(2, '0');
const HOURS = Array.from({ length: 24 }, (_, hour) => two(hour));
const MINUTES = Array.from({ length: 12 }, (_, step) => two(step * 5));

/** The days of a month, and the time of the chosen one where it has any. A day alone closes it. */
export function Calendar({
  value,
  hasTime,
  bounds,
  onChange,
  onClose,
}: {
  value: string;
  hasTime: boolean;
  bounds: { min: Day; max: Day };
  onChange(value: string): void;
  onClose(): void;
}) {
  const { t, i18n } = useTranslation();
  const [today] = useState(() => dayOf(Date.now() / 1000 - new Date().getTimezoneOffset() * 60));
  const chosen = isDay(value.slice(0, 10)) ? value.slice(0, 10) : null;
  const time = isDayTime(value) ? value.slice(11) : NOON;
  const [at, setAt] = useState(() => within(chosen ?? today, bounds));
  const current = useRef<HTMLButtonElement>(null);
  const moved = useRef(true);
  const heading = useId();
  const inWords = (day: Day, options: Intl.DateTimeFormatOptions) =>
    // English here is British, whose day stands before its month.
    new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-GB' : i18n.language, {
      ...options,
      timeZone: 'UTC',
    }).format(startOfDay(day) * 1000);
  // A press of the month's buttons leaves the focus with them.
  useEffect(() => {
    if (moved.current) current.current?.focus();
    moved.current = false;
  }, [at]);

  function choose(day: Day) {
    setAt(day);
    onChange(hasTime ? `${day}T${time}` : day);
    if (!hasTime) onClose();
  }
  const turn = (months: number) => setAt(within(inMonths(at, months), bounds));
  const month = at.slice(0, 7);
  return (
    <Box sx={{ p: 3, display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <IconButton size="small" aria-label={t('time.previousYear')} onClick={() => turn(-12)}>
          <PreviousYearIcon />
        </IconButton>
        <IconButton size="small" aria-label={t('time.previousMonth')} onClick={() => turn(-1)}>
          <PreviousIcon />
        </IconButton>
        <Typography
          id={heading}
          variant="subtitle2"
          component="h2"
          aria-live="polite"
          sx={{ flex: 1, textAlign: 'center' }}
        >
          {inWords(at, { month: 'long', year: 'numeric' })}
        </Typography>
        <IconButton size="small" aria-label={t('time.nextMonth')} onClick={() => turn(1)}>
          <NextIcon />
        </IconButton>
        <IconButton size="small" aria-label={t('time.nextYear')} onClick={() => turn(12)}>
          <NextYearIcon />
        </IconButton>
      </Box>
      <table
        role="grid"
        aria-labelledby={heading}
        style={{ borderSpacing: 0, textAlign: 'center', margin: 'auto' }}
        onKeyDown={(event) => {
          const next = dayAfterKey(at, event.key, event.shiftKey, bounds);
          if (next === undefined) return;
          event.preventDefault();
          moved.current = true;
          setAt(next);
        }}
      >
        <DayHeads />
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} role="gridcell" aria-selected={day === chosen}>
                  <ButtonBase
                    ref={day === at ? current : undefined}
                    tabIndex={day === at ? 0 : -1}
                    disabled={within(day, bounds) !== day}
                    aria-current={day === today ? 'date' : undefined}
                    aria-label={inWords(day, { dateStyle: 'full' })}
                    onClick={() => choose(day)}
                    sx={dayLooks(day === chosen, day === today, day.startsWith(month))}
                  >
                    {Number(day.slice(8))}
                  </ButtonBase>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hasTime && (
        <TimeOfDay
          value={time}
          onChange={(written) => onChange(`${at}T${written}`)}
          onClose={onClose}
        />
      )}
    </Box>
  );
}

function DayHeads() {
  const [short, long] = [useDayNames('short'), useDayNames('long')];
  return (
    <thead>
      <tr>
        {short.map((name, at) => (
          <Typography
            key={name}
            component="th"
            variant="caption"
            color="textSecondary"
            scope="col"
            abbr={long[at]}
          >
            {name.replace(/\.$/, '').slice(0, 3)}
          </Typography>
        ))}
      </tr>
    </thead>
  );
}

const dayLooks = (isChosen: boolean, isToday: boolean, isInMonth: boolean) => (theme: Theme) => ({
  width: 36,
  height: 36,
  borderRadius: 'var(--corner)',
  fontSize: 13,
  fontVariantNumeric: 'tabular-nums',
  fontWeight: isChosen || isToday ? 600 : 400,
  color: isChosen
    ? theme.vars?.palette.primary.contrastText
    : theme.vars?.palette.text[isInMonth ? 'primary' : 'secondary'],
  backgroundColor: isChosen ? theme.vars?.palette.primary.main : 'transparent',
  border: isToday && !isChosen ? `1px solid ${theme.vars?.palette.primary.main}` : 0,
  '&:hover': isChosen ? {} : { backgroundColor: theme.vars?.palette.action.hover },
  '&.Mui-disabled': { opacity: 0.38 },
});

/** Hours and minutes, which change the moment at once. */
function TimeOfDay({
  value,
  onChange,
  onClose,
}: {
  value: string;
  onChange(value: string): void;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const [hour = '', minute = ''] = value.split(':');
  const part = (
    label: string,
    chosen: string,
    offered: readonly string[],
    written: (next: string) => string,
  ) => (
    <Select
      native
      value={chosen}
      input={<OutlinedInput />}
      inputProps={{ 'aria-label': label }}
      onChange={(event) => onChange(written(event.target.value))}
    >
      {[...new Set([...offered, chosen])].toSorted().map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </Select>
  );
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      {part(t('time.hour'), hour, HOURS, (next) => `${next}:${minute}`)}:
      {part(t('time.minute'), minute, MINUTES, (next) => `${hour}:${next}`)}
      <Button variant="contained" onClick={onClose} sx={{ ml: 'auto' }}>
        {t('common.close')}
      </Button>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import {
  DATE_PRESETS,
  dayOf,
  endOfDay,
  isDay,
  presetDays,
  startOfDay,
  type DatePreset,
  type Day,
} from '../../../contract/shared/dates.ts';
import { DateInput } from '../fields/DateField.tsx';
import { useFormat, useNow } from '../figures/figures.tsx';
import { FilterPill } from './FilterPill.tsx';
import type { ListAddress } from './useListAddress.ts';

/** Parameters of the address that hold a range of days: a preset, or the first and last day. */
export const DATE_FILTERS = ['days', 'from', 'to'] as const;

const isPreset = (text: string): text is DatePreset =>
  DATE_PRESETS.some((preset) => preset === text);

/** The chosen range in seconds, each end left out where it is open. A preset moves with the day it is looked at. */
export function dateRange(
  list: Pick<ListAddress, 'value'>,
  now: number,
): { start?: number; end?: number } {
  const preset = list.value('days');
  const { first, last } = isPreset(preset)
    ? presetDays(preset, now)
    : { first: list.value('from'), last: list.value('to') };
  return {
    start: isDay(first) ? startOfDay(first) : undefined,
    end: isDay(last) ? endOfDay(last) : undefined,
  };
}

/** The chosen range in words, or null without one. */
export function rangeText(list: Pick<ListAddress, 'value'>, t: TFunction): string | null {
  const preset = list.value('days'),
    from = list.value('from'),
    to = list.value('to');
  if (isPreset(preset)) return t(`time.${preset}`);
  return from || to ? `${from || '…'} – ${to || '…'}` : null;
}

/** Days in UTC, by preset or one by one. */
export function DateFilter({
  name,
  list,
  isListed,
}: {
  name: string;
  list: ListAddress;
  isListed?: boolean;
}) {
  const { t } = useTranslation();
  const preset = list.value('days'),
    from = list.value('from'),
    to = list.value('to');
  const value = rangeText(list, t);
  const choose = (changes: { days?: string; from?: Day; to?: Day }) =>
    list.filter(
      Object.fromEntries(DATE_FILTERS.map((key) => [key, changes[key] ? [changes[key]] : []])),
    );
  return (
    <FilterPill name={name} value={value} onClear={() => choose({})} isListed={isListed}>
      {(close) => (
        <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' } }}>
          <MenuList
            autoFocusItem
            sx={(theme) => ({
              p: 1,
              minWidth: 160,
              borderRight: { sm: `1px solid ${theme.vars?.palette.divider}` },
            })}
          >
            {DATE_PRESETS.map((offered) => (
              <MenuItem
                key={offered}
                selected={offered === preset}
                onClick={() => {
                  close();
                  choose({ days: offered });
                }}
              >
                {t(`time.${offered}`)}
              </MenuItem>
            ))}
          </MenuList>
          <Days
            from={from}
            to={to}
            onApply={(days) => {
              close();
              choose(days);
            }}
          />
        </Box>
      )}
    </FilterPill>
  );
}

function Days({
  from,
  to,
  onApply,
}: {
  from: Day;
  to: Day;
  onApply(days: { from: Day; to: Day }): void;
}) {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const today = startOfDay(dayOf(useNow()));
  const [first, setFirst] = useState(from);
  const [last, setLast] = useState(to);
  const unread = [first, last].some((day) => day !== '' && !isDay(day));
  const wrong = !unread && first !== '' && last !== '' && first > last;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!wrong && !unread && (first !== '' || last !== '')) onApply({ from: first, to: last });
  }
  return (
    <Box
      component="form"
      onSubmit={submit}
      noValidate
      sx={{ p: 4, width: 230, display: 'grid', gap: 3, alignContent: 'start' }}
    >
      <Typography variant="subtitle2" component="h3">
        {t('time.custom')}
      </Typography>
      <DateInput name="days-from" label={t('time.from')} value={first} onChange={setFirst} />
      <DateInput
        name="days-to"
        label={t('time.to')}
        error={wrong ? t('time.wrongOrder') : undefined}
        help={t('time.utcDays', { start: clock(today), end: clock(today + 86_399) })}
        value={last}
        onChange={setLast}
      />
      <Button
        type="submit"
        variant="contained"
        disabled={wrong || unread || (first === '' && last === '')}
      >
        {t('common.apply')}
      </Button>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../contract/endpoint.ts';
import type { stats } from '../../../contract/api/statistics.ts';
import { roundShare } from '../../../contract/shared/percentages.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { visuallyHidden } from '../../ui/page/visuallyHidden.ts';

export type Cell = Output<typeof stats.hours>['cells'][number];
export type Shown = 'rate' | 'messages';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const LEGEND_STEPS = 5;
/** Fewer hours than this would make cells of a needless width. */
const FEWEST_HOURS = 12;
/** The width of the weekdays, and the least one of an hour, in pixels with the gap after them. */
const NAMES = 43;
const HOUR = 20;
/** The weekdays stay while the hours scroll past them. */
const PINNED = { position: 'sticky', left: 0, backgroundColor: 'background.paper' } as const;

/**
 * Weekdays by the hours from the first with messages to the last, each the stronger the higher its figure.
 * The arrow keys move between cells, and the figure of the current one is shown below.
 */
export function HourMap({
  cells,
  shown,
  label,
  weekday,
  told,
}: {
  cells: readonly Cell[];
  shown: Shown;
  label: string;
  weekday(each: number): string;
  told(cell: Cell): string;
}) {
  const { t } = useTranslation();
  const { number, rate } = useFormat();
  const grid = useRef<HTMLDivElement>(null);
  const found = new Map(cells.map((cell) => [cell.weekday * 24 + cell.hour, cell]));
  const [stop, setStop] = useState({ day: cells[0]?.weekday ?? 1, hour: cells[0]?.hour ?? 0 });
  const [pointed, setPointed] = useState<{ day: number; hour: number } | null>(null);
  const values = cells.map((cell) => valueOf(cell, shown)).filter((value) => value !== null);
  const [least, most] = [shown === 'messages' ? 0 : Math.min(...values), Math.max(...values)];
  const strength = (value: number) =>
    most === least ? 100 : Math.round(12 + 88 * ((value - least) / (most - least)));
  const words = (value: number) => (shown === 'messages' ? number(value) : rate(value));
  const at = pointed && found.get(pointed.day * 24 + pointed.hour);

  const hours = hoursWith(cells);
  const [firstHour, lastHour] = [hours[0]!, hours.at(-1)!];
  const shownHour = (hour: number) => Math.min(lastHour, Math.max(firstHour, hour));
  // Another filter can leave out the hour of the current cell.
  const stopHour = shownHour(stop.hour);

  function onKeyDown(event: KeyboardEvent) {
    const [days, steps] =
      { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] ??
      [];
    if (days === undefined || steps === undefined) return;
    event.preventDefault();
    const day = Math.min(7, Math.max(1, stop.day + days));
    const hour = shownHour(stopHour + steps);
    setStop({ day, hour });
    grid.current?.querySelector<HTMLElement>(`[data-at="${day} ${hour}"]`)?.focus();
  }

  return (
    <Box>
      <Box
        sx={{
          position: 'relative',
          overflowX: 'auto',
          scrollPaddingLeft: NAMES,
          p: '2px',
          m: '-2px',
        }}
      >
        <Box
          ref={grid}
          role="grid"
          aria-label={label}
          onKeyDown={onKeyDown}
          sx={{
            display: 'grid',
            gridTemplateColumns: `40px repeat(${hours.length}, minmax(17px, 1fr))`,
            gap: '3px',
            minWidth: NAMES + hours.length * HOUR,
            fontSize: 11,
            color: 'text.secondary',
            '& [role=row]': { display: 'contents' },
          }}
        >
          <div role="row">
            <Box role="columnheader" sx={PINNED}>
              <Box component="span" sx={visuallyHidden}>
                {t('stats.hour')}
              </Box>
            </Box>
            {hours.map((hour) => {
              // Every third has room to be seen.
              const isSeen = (hour - firstHour) % 3 === 0 && hour < lastHour;
              return (
                <Box
                  key={hour}
                  role="columnheader"
                  sx={{
                    position: 'relative',
                    textAlign: 'left',
                    lineHeight: '16px',
                    whiteSpace: 'nowrap',
                    width: 0,
                  }}
                >
                  <Box component="span" sx={isSeen ? undefined : visuallyHidden}>
                    {`${String(hour).padStart(2, '0')}:00`}
                  </Box>
                </Box>
              );
            })}
          </div>
          {WEEKDAYS.map((day) => (
            <div role="row" key={day}>
              <Box
                role="rowheader"
                sx={{ ...PINNED, lineHeight: '24px', textTransform: 'capitalize' }}
              >
                {weekday(day)}
              </Box>
              {hours.map((hour) => {
                const cell = found.get(day * 24 + hour);
                const value = cell ? valueOf(cell, shown) : null;
                return (
                  <Box
                    key={hour}
                    role="gridcell"
                    aria-label={cell ? told(cell) : t('stats.hourNone')}
                    data-at={`${day} ${hour}`}
                    tabIndex={stop.day === day && stopHour === hour ? 0 : -1}
                    onFocus={() => {
                      setStop({ day, hour });
                      setPointed({ day, hour });
                    }}
                    onBlur={() => setPointed(null)}
                    onPointerEnter={() => setPointed({ day, hour })}
                    onPointerLeave={() => setPointed(null)}
                    sx={(theme) => ({
                      height: 24,
                      borderRadius: '4px',
                      boxShadow: `inset 0 0 0 1px ${theme.vars?.palette.divider}`,
                      background: value === null ? 'transparent' : colour(theme, strength(value)),
                      '&:hover, &:focus-visible': {
                        outline: `2px solid ${theme.vars?.palette.text.primary}`,
                        outlineOffset: 0,
                      },
                    })}
                  />
                );
              })}
            </div>
          ))}
        </Box>
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 3,
          alignItems: 'center',
          justifyContent: 'space-between',
          mt: 3,
        }}
      >
        <Typography variant="body2" aria-hidden="true" color={at ? 'textPrimary' : 'textSecondary'}>
          {at ? (
            told(at)
          ) : (
            <>
              {t('stats.hourHint')}
              {/* A phone has no arrow keys. */}
              <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
                {` ${t('stats.hourKeys')}`}
              </Box>
            </>
          )}
        </Typography>
        <Legend least={least} most={most} words={words} strength={strength} />
      </Box>
    </Box>
  );
}

type Vars = {
  vars?: { palette: { data: { main: string }; surface: { sunken: string } } };
};

const colour = ({ vars }: Vars, strength: number) =>
  `color-mix(in srgb, ${vars?.palette.data.main} ${strength}%, ${vars?.palette.surface.sunken})`;

/** The colours with their figures. */
function Legend({
  least,
  most,
  words,
  strength,
}: {
  least: number;
  most: number;
  words(value: number): string;
  strength(value: number): number;
}) {
  const steps = [
    ...new Map(
      Array.from({ length: LEGEND_STEPS }, (_, step) => {
        const value = least + ((most - least) * step) / (LEGEND_STEPS - 1);
        return [words(value), value] as const;
      }),
    ),
  ];
  return (
    <Box aria-hidden="true" sx={{ display: 'flex', gap: 3 }}>
      {steps.map(([word, value]) => (
        <Box key={word} sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
          <Box
            sx={(theme) => ({
              width: 14,
              height: 14,
              borderRadius: '3px',
              backgroundColor: colour(theme, strength(value)),
              boxShadow: `inset 0 0 0 1px ${theme.vars?.palette.divider}`,
            })}
          />
          <Typography variant="caption" color="textSecondary">
            {word}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** The hours from the first with messages to the last, and later or earlier ones if these are few. */
function hoursWith(cells: readonly Cell[]): number[] {
  const found = cells.map(({ hour }) => hour);
  const first = Math.min(24 - FEWEST_HOURS, ...found);
  const last = Math.max(first + FEWEST_HOURS - 1, ...found);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function valueOf(cell: Cell, shown: Shown): number | null {
  if (shown === 'messages' || cell.deliveryRate === null)
    return shown === 'messages' ? cell.messages : null;
  // As the legend writes it: cells of one written rate have one colour.
  return roundShare(cell.deliveryRate, 3);
}

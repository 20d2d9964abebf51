import Box from '@mui/material/Box';
import { styled, type Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatsRow } from '../../../../contract/api/statistics.ts';
import { useFormat } from '../../../ui/figures.tsx';
import africa from './africa.json';
import { CLASSES, classOf } from './classes.ts';

const SHAPES: readonly (readonly [string, string])[] = Object.entries(africa.countries);

const Continent = styled('svg')(({ theme }) => ({
  width: '100%',
  maxWidth: 420,
  margin: '0 auto',
  display: 'block',
  '& path': {
    fill: theme.vars?.palette.surface.sunken,
    stroke: theme.vars?.palette.background.paper,
    strokeWidth: 1.5,
    strokeLinejoin: 'round',
  },
  ...Object.fromEntries(
    CLASSES.map(({ key, strength }) => [`& .${key}`, { fill: colour(theme, strength) }]),
  ),
  '& [role=button]': { cursor: 'pointer', outline: 'none' },
  '& [role=button]:hover, & [role=button]:focus-visible, & [aria-pressed=true]': {
    stroke: theme.vars?.palette.text.primary,
    strokeWidth: 2.5,
  },
}));

const colour = ({ vars }: Theme, strength: number) =>
  `color-mix(in srgb, ${vars?.palette.tone.success.solid} ${strength}%, ${vars?.palette.surface.sunken})`;

/**
 * Africa, each country the stronger the more of its messages arrived. A country is a button that filters the report; its figures
 * stand below the map at hover and focus. Load it by `lazy`: it is a chunk of its own.
 */
export default function CountryMap({
  rows,
  chosen,
  label,
  onChoose,
}: {
  rows: readonly StatsRow[];
  chosen: readonly string[];
  label: string;
  onChoose(country: string): void;
}) {
  const { t } = useTranslation();
  const { number, percent, country } = useFormat();
  const [pointed, setPointed] = useState<string | null>(null);
  const found = new Map(rows.map((row) => [row.key, row]));
  const describe = (row: StatsRow) =>
    row.deliveryRate === null
      ? t('stats.map.open', { country: country(row.key), messages: number(row.messages) })
      : t('stats.map.told', {
          country: country(row.key),
          messages: number(row.messages),
          rate: percent(row.deliveryRate),
        });
  const shown = found.get(pointed ?? chosen[0] ?? '');
  const press = (code: string) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onChoose(code);
  };
  // Countries with messages are drawn last, so that the ring of their focus lies over their neighbours.
  const inOrder = SHAPES.toSorted(([a], [b]) => Number(found.has(a)) - Number(found.has(b)));
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 148px' },
        alignItems: 'end',
      }}
    >
      <Continent
        role="group"
        aria-label={label}
        viewBox={`-2 -2 ${africa.width + 4} ${africa.height + 4}`}
      >
        {inOrder.map(([code, shape]) => {
          const row = found.get(code);
          return row === undefined ? (
            <path key={code} d={shape} aria-hidden="true" />
          ) : (
            <path
              key={code}
              d={shape}
              className={classOf(row.deliveryRate)}
              role="button"
              tabIndex={0}
              aria-label={describe(row)}
              aria-pressed={chosen.includes(code)}
              onClick={() => onChoose(code)}
              onKeyDown={press(code)}
              onFocus={() => setPointed(code)}
              onBlur={() => setPointed(null)}
              onPointerEnter={() => setPointed(code)}
              onPointerLeave={() => setPointed(null)}
            />
          );
        })}
      </Continent>
      <Box>
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 1 }}>
          {t('stats.rate')}
        </Typography>
        {CLASSES.map(({ key, from, to, strength }) => (
          <Box key={key} sx={{ display: 'flex', alignItems: 'center', gap: 2, lineHeight: '20px' }}>
            <Box
              aria-hidden="true"
              sx={(theme) => ({
                width: 14,
                height: 14,
                borderRadius: '3px',
                backgroundColor: colour(theme, strength),
                boxShadow: `inset 0 0 0 1px ${theme.vars?.palette.divider}`,
              })}
            />
            <Typography variant="caption">
              {to === 1
                ? t('stats.map.from', { from: percent(from) })
                : t('stats.map.between', { from: percent(from), to: percent(to) })}
            </Typography>
          </Box>
        ))}
      </Box>
      <Typography
        variant="body2"
        aria-hidden="true"
        sx={{
          gridColumn: '1 / -1',
          minHeight: 20,
          color: shown ? 'text.primary' : 'text.secondary',
        }}
      >
        {shown ? describe(shown) : t('stats.map.hint')}
      </Typography>
    </Box>
  );
}

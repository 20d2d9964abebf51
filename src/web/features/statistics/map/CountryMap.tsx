import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { styled, type Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatsRow } from '../../../../contract/api/statistics.ts';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { PlainList } from '../../../ui/page/layout.tsx';
import africa from './africa.json';
import { CLASSES, classesFor, classOf } from './classes.ts';

/** Countries whose figures stand beside the map. */
const LISTED = 6;
const SHAPES: readonly (readonly [string, string])[] = Object.entries(africa.countries);

const Continent = styled('svg')(({ theme }) => ({
  width: '100%',
  maxWidth: 420,
  [theme.breakpoints.down('sm')]: { maxWidth: 240 },
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
  '& [data-pointed=true], & [role=button]:focus-visible, & [aria-pressed=true]': {
    stroke: theme.vars?.palette.text.primary,
    strokeWidth: 2.5,
  },
}));

const colour = ({ vars }: Theme, strength: number) =>
  `color-mix(in srgb, ${vars?.palette.tone.success.solid} ${strength}%, ${vars?.palette.surface.sunken})`;

/**
 * Africa, each country the stronger the more of its messages arrived. A country is a button that filters the
 * report; the figures of the largest stand beside the map, and those of a smaller one at hover and focus.
 * Load it by `lazy`: it is a chunk of its own.
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
  const classes = classesFor(rows.map(({ deliveryRate }) => deliveryRate));
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
  const largest = rows.toSorted((a, b) => b.messages - a.messages).slice(0, LISTED);
  // A country that is not among the largest takes the last place while it is looked at.
  const listed =
    shown === undefined || largest.includes(shown)
      ? largest
      : [...largest.slice(0, LISTED - 1), shown];
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
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 200px' },
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
              className={classOf(row.deliveryRate, classes)}
              data-pointed={pointed === code}
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
        <Figures
          label={label}
          rows={listed}
          pointed={pointed}
          chosen={chosen}
          onPoint={setPointed}
          onChoose={onChoose}
        />
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 4, mb: 1 }}>
          {t('stats.rate')}
        </Typography>
        {classes.map(({ key, from, to, strength }) => (
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
    </Box>
  );
}

/** The figures of countries; each name filters the report. */
function Figures({
  label,
  rows,
  pointed,
  chosen,
  onPoint,
  onChoose,
}: {
  label: string;
  rows: readonly StatsRow[];
  pointed: string | null;
  chosen: readonly string[];
  onPoint(country: string | null): void;
  onChoose(country: string): void;
}) {
  const { number, percent, country } = useFormat();
  return (
    <PlainList gap={0} aria-label={label}>
      {rows.map(({ key, messages, deliveryRate }) => (
        <Box
          component="li"
          key={key}
          onPointerEnter={() => onPoint(key)}
          onPointerLeave={() => onPoint(null)}
          sx={(theme) => ({
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr) auto 40px',
            columnGap: 2,
            mx: -2,
            px: 2,
            borderRadius: '4px',
            fontSize: 13,
            lineHeight: '26px',
            fontVariantNumeric: 'tabular-nums',
            ...((key === pointed || chosen.includes(key)) && {
              backgroundColor: theme.vars?.palette.surface.sunken,
            }),
          })}
        >
          <Link
            component="button"
            color="textPrimary"
            noWrap
            aria-pressed={chosen.includes(key)}
            onClick={() => onChoose(key)}
            onFocus={() => onPoint(key)}
            onBlur={() => onPoint(null)}
            sx={{ textAlign: 'left', lineHeight: '26px' }}
          >
            {country(key)}
          </Link>
          <span>{number(messages)}</span>
          <Box component="span" sx={{ color: 'text.secondary', textAlign: 'right' }}>
            {deliveryRate === null ? DASH : percent(deliveryRate)}
          </Box>
        </Box>
      ))}
    </PlainList>
  );
}

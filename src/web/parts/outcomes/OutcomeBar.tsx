import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { Campaign } from '../../../contract/api/campaigns.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import type { Tone } from '../../ui/theme/tokens.ts';

type Counts = Campaign['counts'];
export type Outcome = keyof Counts;

/**
 * The outcomes in the order of a message's life, each with its colour; `queued` is the empty track.
 * A shade, in per cent of the text's colour, tells neighbours of one tone apart.
 */
export const OUTCOMES: readonly { outcome: Outcome; tone: Tone | 'track'; shade?: number }[] = [
  { outcome: 'delivered', tone: 'success' },
  { outcome: 'submitted', tone: 'info' },
  { outcome: 'ambiguous', tone: 'warning' },
  { outcome: 'expired', tone: 'warning' },
  { outcome: 'undeliverable', tone: 'error' },
  { outcome: 'rejected', tone: 'error', shade: 40 },
  { outcome: 'failed', tone: 'error', shade: 65 },
  { outcome: 'unknown', tone: 'neutral' },
  { outcome: 'cancelled', tone: 'neutral' },
  { outcome: 'queued', tone: 'track' },
];

/** How many of a campaign's messages have been handed to a carrier or refused there. */
export function doneOf(counts: Counts, total: number): number {
  return Math.max(0, total - counts.queued - counts.cancelled);
}

/** The colour of an outcome, the same in every bar. */
export function colourOf({ vars }: Theme, tone: Tone, shade = 0): string | undefined {
  const solid = vars?.palette.tone[tone].solid;
  return shade === 0
    ? solid
    : `color-mix(in srgb, ${solid}, ${vars?.palette.text.primary} ${shade}%)`;
}

/** The parts of a bar. A low bar has one for all outcomes of a colour: several would be slivers that nobody can tell apart. */
function partsOf(counts: Counts, isLow: boolean) {
  const parts: ((typeof OUTCOMES)[number] & { count: number })[] = [];
  for (const { outcome, tone, shade } of OUTCOMES) {
    const last = parts.at(-1);
    if (isLow && last?.tone === tone) last.count += counts[outcome];
    else parts.push({ outcome, tone, ...(shade && { shade }), count: counts[outcome] });
  }
  return parts;
}

/** A campaign's messages by outcome, as one bar whose full length is all of them. */
export function OutcomeBar({
  counts,
  total,
  label,
  height = 8,
}: {
  counts: Counts;
  total: number;
  label: string;
  height?: number;
}) {
  const isLow = height < 8;
  return (
    <Box
      role="img"
      aria-label={label}
      sx={(theme) => ({
        display: 'flex',
        height,
        borderRadius: `${height / 2}px`,
        overflow: 'hidden',
        backgroundColor: theme.vars?.palette.surface.sunken,
        boxShadow: `inset 0 0 0 1px ${theme.vars?.palette.divider}`,
      })}
    >
      {partsOf(counts, isLow).map(({ outcome, tone, shade, count }) => {
        const share = total === 0 ? 0 : (count / total) * 100;
        if (tone === 'track' || share === 0) return null;
        return (
          <Box
            key={outcome}
            sx={(theme) => ({
              width: `${share}%`,
              minWidth: '2px',
              backgroundColor: colourOf(theme, tone, isLow ? 0 : shade),
              transition: theme.transitions.create('width'),
              '&:not(:last-child)': {
                boxShadow: `inset -1px 0 0 ${theme.vars?.palette.background.paper}`,
              },
            })}
          />
        );
      })}
    </Box>
  );
}

/** The square that ties a row of a table to its part of the bar. */
export function OutcomeDot({ tone, shade }: { tone: Tone | 'track'; shade?: number | undefined }) {
  return (
    <Box
      component="span"
      aria-hidden="true"
      sx={(theme) => ({
        display: 'inline-block',
        width: 10,
        height: 10,
        borderRadius: '3px',
        flex: 'none',
        backgroundColor:
          tone === 'track' ? theme.vars?.palette.surface.sunken : colourOf(theme, tone, shade),
        boxShadow:
          tone === 'track' ? `inset 0 0 0 1px ${theme.vars?.palette.surface.control}` : 'none',
      })}
    />
  );
}

/** A colour of a chart with its name and sum. */
export function ToneKey({
  tone,
  name,
  count,
  drawn = 'area',
}: {
  tone: Tone;
  name: string;
  count: number;
  /** How the chart shows it. */
  drawn?: 'area' | 'line' | 'nothing';
}) {
  const { number } = useFormat();
  return (
    <Typography
      variant="body2"
      component="p"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}
    >
      {drawn === 'area' && <OutcomeDot tone={tone} />}
      {drawn === 'line' && (
        <Box
          component="span"
          aria-hidden="true"
          sx={(theme) => ({
            flex: 'none',
            width: 16,
            height: 3,
            borderRadius: '1.5px',
            backgroundColor: colourOf(theme, tone),
          })}
        />
      )}
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <span className="figure">{number(count)}</span>
    </Typography>
  );
}

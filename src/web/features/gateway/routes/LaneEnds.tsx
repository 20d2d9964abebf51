import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useFormat } from '../../../ui/figures/figures.tsx';
import type { Tone } from '../../../ui/theme/tokens.ts';
import { pageAddress } from '../connectors/kinds.ts';
import { sharesOf, type End } from './lanes.ts';

const TONE_OF: Record<NonNullable<End['state']>, Tone> = {
  live: 'success',
  slow: 'warning',
  down: 'error',
  stopped: 'warning',
  draft: 'neutral',
  new: 'info',
};

/** The connectors or targets of a route, each with its state and its share, cost or turn. */
export function LaneEnds({
  ends,
  type,
  weights,
  struck,
  isNew = false,
  swap,
}: {
  ends: readonly End[];
  type: string;
  weights: readonly number[] | null;
  struck?: boolean;
  /** True for a route that is not in force itself: that its connectors are not either goes without saying. */
  isNew?: boolean;
  /** The button that replaces a connector. */
  swap?: ((cid: string) => ReactNode) | undefined;
}) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  const shares = sharesOf(ends.length, weights);
  const turnOf = (at: number): string | undefined =>
    ends.length > 1 && type.startsWith('Failover')
      ? t(at === 0 ? 'routing.first' : 'routing.next')
      : undefined;
  const noteOf = ({ cost }: End, at: number): string | undefined => {
    if (ends.length < 2) return undefined;
    if (type.startsWith('RandomRoundrobin')) return percent(shares[at]!);
    if (type === 'LeastCostMTRoute')
      return cost == null ? t('routing.noCost') : t('routing.cost', { cost: number(cost) });
    return undefined;
  };
  return (
    <Box
      component="ul"
      // A pill is higher than the line of text in the same row.
      sx={{
        m: 0,
        my: '-3px',
        p: 0,
        listStyle: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
      }}
    >
      {ends.map((end, at) => (
        <Box
          component="li"
          key={end.key}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            maxWidth: '100%',
            // The button that replaces it shows where a mouse or the keyboard is.
            '@media (hover: hover)': {
              '& .MuiIconButton-root': { opacity: 0 },
              '&:hover .MuiIconButton-root, &:focus-within .MuiIconButton-root': { opacity: 1 },
            },
          }}
        >
          <Pill
            end={isNew && end.state === 'new' ? withoutState(end) : end}
            turn={turnOf(at)}
            note={noteOf(end, at)}
            struck={struck === true}
          />
          {end.cid !== undefined && swap?.(end.cid)}
        </Box>
      ))}
    </Box>
  );
}

const withoutState = ({ state: _new, ...end }: End): End => end;

function Pill({
  end,
  turn,
  note,
  struck,
}: {
  end: End;
  /** Said before the name: when its turn is. */
  turn: string | undefined;
  /** Said after the name. */
  note: string | undefined;
  struck: boolean;
}) {
  const { t } = useTranslation();
  const { name, kind, cid, state } = end;
  const tone = state && TONE_OF[state];
  return (
    <Box
      sx={(theme) => ({
        display: 'inline-flex',
        // A note that finds no room goes below the name, which would otherwise be broken between letters.
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        maxWidth: '100%',
        minHeight: 26,
        boxSizing: 'border-box',
        px: 2,
        py: 0.5,
        borderRadius: '13px',
        fontSize: 13,
        lineHeight: '18px',
        border: `1px solid ${theme.vars?.palette.divider}`,
        backgroundColor: theme.vars?.palette.background.paper,
        ...(struck && { textDecoration: 'line-through', color: 'text.secondary' }),
      })}
    >
      {tone && <Dot tone={tone} />}
      {turn !== undefined && <Note>{turn}</Note>}
      {kind && cid !== undefined ? (
        <Link
          component={RouterLink}
          to={pageAddress(kind, cid)}
          color="textPrimary"
          underline="hover"
          sx={{ overflowWrap: 'anywhere', fontWeight: 550 }}
        >
          {name}
        </Link>
      ) : (
        <Box component="span" sx={{ overflowWrap: 'anywhere', fontWeight: 550 }}>
          {name}
        </Box>
      )}
      {note !== undefined && <Note>{note}</Note>}
      {tone && state && state !== 'live' && (
        <Typography
          variant="caption"
          component="span"
          sx={(theme) => ({ color: theme.vars?.palette.tone[tone].text })}
        >
          {t(`routing.states.${state}`)}
        </Typography>
      )}
    </Box>
  );
}

function Note({ children }: { children: string }) {
  return (
    <Typography variant="caption" component="span" color="textSecondary" noWrap>
      {children}
    </Typography>
  );
}

function Dot({ tone }: { tone: Tone }) {
  return (
    <Box
      aria-hidden="true"
      component="span"
      sx={(theme) => ({
        flex: 'none',
        width: 8,
        height: 8,
        borderRadius: '50%',
        backgroundColor: theme.vars?.palette.tone[tone].solid,
      })}
    />
  );
}

/** The shares of a round robin as one bar, in the order of its connectors. */
export function ShareBar({ count, weights }: { count: number; weights: readonly number[] | null }) {
  return (
    <Box aria-hidden="true" sx={{ display: 'flex', gap: '2px', height: 6, mt: 1.5, maxWidth: 120 }}>
      {sharesOf(count, weights).map((share, at) => (
        <Box
          // The shares have no names of their own.
          // oxlint-disable-next-line no-array-index-key
          key={at}
          sx={(theme) => ({
            flex: `${share * 100} 0 3px`,
            borderRadius: '3px',
            // Neighbours differ, whatever their number.
            backgroundColor: theme.vars?.palette.tone[at % 2 === 0 ? 'info' : 'neutral'].solid,
          })}
        />
      ))}
    </Box>
  );
}

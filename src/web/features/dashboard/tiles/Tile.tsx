import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

/** Enough for four tiles and the room between them; with less there are two in a row, never three and one. */
const FOUR = '@container (min-width: 976px)';

/** The tiles side by side, as many as fit. A phone keeps room for two lines under each figure. */
export function TileRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={label} sx={{ containerType: 'inline-size' }}>
      <Box
        sx={{
          '--remark': { xs: '40px', sm: '20px' },
          display: 'grid',
          gap: { xs: 3, sm: 4 },
          gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
          [FOUR]: { gridTemplateColumns: 'repeat(auto-fit, minmax(236px, 1fr))' },
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

/** One figure with the days before it as a curve, and what it is compared with. Its room is kept while it loads. */
export function Tile({
  name,
  value,
  to,
  spark,
  children,
}: {
  name: string;
  value: string | undefined;
  to?: string | undefined;
  spark?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Box
      sx={(theme) => ({
        containerType: 'inline-size',
        minWidth: 0,
        minHeight: 112,
        boxSizing: 'border-box',
        px: 4,
        py: 3.5,
        display: 'flex',
        flexDirection: 'column',
        gap: 1,
        backgroundColor: theme.vars?.palette.background.paper,
        border: `1px solid ${theme.vars?.palette.divider}`,
        borderRadius: 'var(--corner-card)',
      })}
    >
      <Typography variant="body2" component="h2" color="textSecondary" sx={{ fontWeight: 400 }}>
        {to ? (
          <Link component={RouterLink} to={to} color="inherit" sx={{ fontWeight: 400 }}>
            {name}
          </Link>
        ) : (
          name
        )}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 2, minHeight: 36 }}>
        <Typography
          variant="figure"
          component="p"
          sx={{ flex: 'none', mr: 'auto', maxWidth: '100%', overflowWrap: 'anywhere' }}
        >
          {value ?? <Skeleton width={90} />}
        </Typography>
        <Box
          sx={{
            minWidth: 0,
            display: 'none',
            '@container (min-width: 224px)': { display: 'block' },
          }}
        >
          {spark}
        </Box>
      </Box>
      <Box sx={{ mt: 'auto', minHeight: 'var(--remark)' }}>
        {value === undefined ? <Skeleton width="70%" height={18} /> : children}
      </Box>
    </Box>
  );
}

/** A remark under a figure. */
export function Remark({ children }: { children: ReactNode }) {
  return (
    <Typography variant="caption" component="p" color="textSecondary" sx={{ lineHeight: '20px' }}>
      {children}
    </Typography>
  );
}

import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** The way on, always in sight at the foot of a long form. */
export function ActionBar({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <Box
      className="action-bar"
      sx={(theme) => ({
        position: 'sticky',
        bottom: 'var(--bottom-bar, 0px)',
        zIndex: 2,
        mx: { xs: -4, sm: -6 },
        mb: -12,
        mt: 5,
        px: { xs: 4, sm: 6 },
        py: 3,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 3,
        alignItems: 'center',
        backgroundColor: theme.vars?.palette.background.paper,
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      <Box
        sx={{
          display: { xs: note ? 'block' : 'none', sm: 'block' },
          flex: '1 1 160px',
          minWidth: 0,
          color: 'text.secondary',
          fontSize: 13,
          lineHeight: '18px',
        }}
      >
        {note}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 2,
          minWidth: 0,
          flex: { xs: '1 1 100%', sm: 'none' },
          // It goes below the others where it finds no room beside them.
          '& > :last-child': { flex: { xs: '1 0 auto', sm: 'none' } },
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

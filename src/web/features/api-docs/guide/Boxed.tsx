/** A boxed part of the guide. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export function Boxed({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={(theme) => ({
        mt: 4,
        '&:first-child': { mt: 0 },
        p: 4,
        border: `1px solid ${theme.vars?.palette.divider}`,
        borderRadius: 'var(--corner-card)',
        backgroundColor: theme.vars?.palette.background.paper,
      })}
    >
      {children}
    </Box>
  );
}

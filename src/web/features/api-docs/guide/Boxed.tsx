import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export function Boxed({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={(theme) => ({
        mt: 4,
        '&:first-of-type': { mt: 0 },
        p: 4,
        border: `1px solid ${theme.vars?.palette.divider}`,
        borderRadius: '10px',
        backgroundColor: theme.vars?.palette.background.paper,
      })}
    >
      {children}
    </Box>
  );
}

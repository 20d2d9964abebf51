import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/**
 * The filters of a list, and at the right its count and buttons. A second row of filters moves nothing that somebody is
 * about to press.
 */
export function ListBar({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 3,
        flexWrap: 'wrap',
        mb: 3,
        '& > *': { minHeight: 36 },
      }}
    >
      {children}
    </Box>
  );
}

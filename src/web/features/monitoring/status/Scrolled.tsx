import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={label}>
      {children}
    </Box>
  );
}

import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export function Row({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', '& + &': { mt: 3 } }}
    >
      {children}
    </Box>
  );
}

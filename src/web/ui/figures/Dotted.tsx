import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** The room of a dot between two facts. */
const DOT = '16px';

/** Facts in a line, with a dot between them. A line breaks between facts, and neither ends nor begins with a dot. */
export function Dotted({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ display: 'block', minWidth: 0, overflowX: 'clip' }}>
      <Box
        component="span"
        sx={{
          display: 'block',
          // A dot stands before each fact; that of the first in a line lies outside and is not drawn.
          ml: `-${DOT}`,
          '& > *': { display: 'inline-block', position: 'relative', pl: DOT },
          '& > *::before': {
            content: '"\\00b7"',
            position: 'absolute',
            left: 0,
            width: DOT,
            textAlign: 'center',
          },
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

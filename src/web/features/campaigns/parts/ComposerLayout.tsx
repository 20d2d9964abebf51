import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Rows } from '../../../ui/page/layout.tsx';
import { SIDE_PANEL } from '../../../ui/dialogs/SidePanel.tsx';
import { STICKY_TOP } from '../../../ui/page/stickyTop.ts';

/**
 * The parts of a message at the left, its phone and its price beside them; below each other where there is no room.
 * @param isReviewing the review covers the right side, and the text makes room for it
 */
export function ComposerLayout({
  children,
  aside,
  isReviewing,
}: {
  children: ReactNode;
  aside: ReactNode;
  isReviewing: boolean;
}) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 5, lg: 6 },
        alignItems: 'start',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          md: isReviewing ? 'minmax(0, 1fr)' : 'minmax(0, 1fr) 300px',
          lg: isReviewing ? 'minmax(0, 708px)' : 'minmax(0, 708px) 360px',
        },
        ...(isReviewing && { mr: { lg: `${SIDE_PANEL - 24}px` } }),
      }}
    >
      <Rows isFluid gap={4}>
        {children}
      </Rows>
      {!isReviewing && (
        <Box sx={{ position: { md: 'sticky' }, top: { md: `calc(${STICKY_TOP} + 16px)` } }}>
          {aside}
        </Box>
      )}
    </Box>
  );
}

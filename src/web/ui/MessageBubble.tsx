import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A text as a phone shows it, line breaks and all; `from` stands above it and `note` under it. */
export function MessageBubble({ from, note, children }: { from?: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', minWidth: 0 }}>
      {from && <Typography variant="caption" color="textSecondary" component="p" sx={{ pl: 1 }}>{from}</Typography>}
      <Box
        sx={(theme) => ({
          px: 3.5, py: 2.5, borderRadius: '14px 14px 14px 4px', maxWidth: 440, minWidth: 60, minHeight: 20, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere',
          backgroundColor: theme.vars?.palette.surface.sunken, border: `1px solid ${theme.vars?.palette.divider}`,
        })}
      >
        {children}
      </Box>
      {note && <Typography variant="caption" color="textSecondary" component="p" sx={{ pl: 1 }}>{note}</Typography>}
    </Box>
  );
}

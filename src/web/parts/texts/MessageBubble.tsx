import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/**
 * A text as a phone shows it, with line breaks; `from` is above it and `note` below. The phone's own messages
 * are on the other side.
 */
export function MessageBubble({
  from,
  note,
  written = false,
  children,
}: {
  from?: ReactNode;
  note?: ReactNode;
  written?: boolean;
  children: ReactNode;
}) {
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: written ? 'end' : 'start', minWidth: 0 }}>
      {from && (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ pl: 1 }}>
          {from}
        </Typography>
      )}
      <Box
        sx={(theme) => ({
          px: 3.5,
          py: 2.5,
          borderRadius: written ? '14px 14px 4px 14px' : '14px 14px 14px 4px',
          maxWidth: 440,
          minWidth: 60,
          minHeight: 20,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          backgroundColor: written
            ? theme.vars?.palette.surface.accent
            : theme.vars?.palette.surface.sunken,
          border: `1px solid ${theme.vars?.palette.divider}`,
        })}
      >
        {children}
      </Box>
      {note && (
        <Typography
          variant="caption"
          color="textSecondary"
          component="p"
          sx={{ px: 1, textAlign: written ? 'right' : 'left' }}
        >
          {note}
        </Typography>
      )}
    </Box>
  );
}

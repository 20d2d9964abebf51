import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Tone } from '../../../ui/theme/tokens.ts';

/** A state in a word on the ground of its tone. */
export function StateChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'inline-flex',
        alignItems: 'center',
        height: 24,
        px: 2,
        borderRadius: 'var(--corner-small)',
        fontSize: 12,
        lineHeight: '16px',
        fontWeight: 550,
        whiteSpace: 'nowrap',
        color: theme.vars?.palette.tone[tone].text,
        backgroundColor: theme.vars?.palette.tone[tone].ground,
      })}
    >
      {children}
    </Box>
  );
}

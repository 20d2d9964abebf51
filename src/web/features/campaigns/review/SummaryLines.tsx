import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export function SummaryLines({
  rows,
}: {
  rows: readonly (readonly [string, ReactNode, string?] | null)[];
}) {
  return (
    <Box component="dl" sx={{ m: 0 }}>
      {rows
        .filter((row) => row !== null)
        .map(([name, value, detail]) => (
          <Box
            key={name}
            sx={(theme) => ({
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr) auto',
              gap: '2px 16px',
              px: { xs: 4, sm: 5 },
              py: 2,
              borderTop: `1px solid ${theme.vars?.palette.divider}`,
              fontSize: 13,
              lineHeight: '18px',
            })}
          >
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {name}
            </Box>
            <Box
              component="dd"
              sx={{ m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums', fontWeight: 550 }}
            >
              {value}
            </Box>
            {detail && (
              <Typography
                variant="caption"
                component="dd"
                color="textSecondary"
                sx={{ m: 0, gridColumn: '1 / -1' }}
              >
                {detail}
              </Typography>
            )}
          </Box>
        ))}
    </Box>
  );
}

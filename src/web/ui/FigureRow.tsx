import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A few figures beside each other, each under its name. */
export function FigureRow({
  figures,
  isEven = false,
}: {
  figures: readonly (readonly [string, ReactNode])[];
  /** True for many short figures: on a phone they stand in columns. */
  isEven?: boolean;
}) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: isEven ? { xs: 'grid', sm: 'flex' } : 'flex',
        gridTemplateColumns: 'repeat(auto-fill, minmax(88px, 1fr))',
        alignItems: 'end',
        flexWrap: 'wrap',
        columnGap: { xs: isEven ? 4 : 6, sm: 10 },
        rowGap: 3,
      }}
    >
      {figures.map(([name, value]) => (
        <Box key={name}>
          <Typography variant="body2" component="dt" color="textSecondary">
            {name}
          </Typography>
          <Typography variant="figure" component="dd" sx={{ m: 0 }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

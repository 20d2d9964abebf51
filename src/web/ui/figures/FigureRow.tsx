import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A few figures beside each other, each under its name. */
export function FigureRow({
  figures,
  isEven = false,
  onPhone,
}: {
  figures: readonly (readonly [string, ReactNode])[];
  /** True for many short figures: they stand in columns of one width. */
  isEven?: boolean;
  /** How many columns a phone has, where their names need more room than the narrowest. */
  onPhone?: number;
}) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: isEven ? 'grid' : 'flex',
        gridTemplateColumns: {
          xs: `repeat(${onPhone ?? 'auto-fill'}, minmax(${onPhone ? 0 : '88px'}, 1fr))`,
          sm: 'repeat(auto-fit, minmax(132px, 1fr))',
        },
        alignItems: 'end',
        flexWrap: 'wrap',
        columnGap: isEven ? 4 : { xs: 6, sm: 10 },
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

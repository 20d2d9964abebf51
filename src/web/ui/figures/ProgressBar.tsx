import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useFormat } from './figures.tsx';

/** Progress from 0 to 1, with its name and share; null while it is unknown. */
export function ProgressBar({
  label,
  value,
  detail,
}: {
  label: string;
  value: number | null;
  detail?: ReactNode;
}) {
  const { percent } = useFormat();
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, mb: 2 }}>
        <Typography variant="subtitle2" component="span" noWrap>
          {label}
        </Typography>
        <Typography
          variant="body2"
          component="span"
          color="textSecondary"
          sx={{ whiteSpace: 'nowrap' }}
        >
          {value === null ? null : percent(value)}
        </Typography>
      </Box>
      <LinearProgress
        aria-label={label}
        variant={value === null ? 'indeterminate' : 'determinate'}
        value={value === null ? undefined : value * 100}
      />
      {detail && (
        <Typography variant="body2" color="textSecondary" component="div" sx={{ mt: 2 }}>
          {detail}
        </Typography>
      )}
    </Box>
  );
}

import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';

type Props = {
  at: number;
  count: number;
  labels: { previous: string; next: string };
  onStep(at: number): void;
};

/** Steps through the samples of a preview, one at a time; nothing where there is only one. */
export function SampleSteps({ at, count, labels, onStep }: Props) {
  if (count <= 1) return null;
  const button = (label: string, to: number, icon: ReactNode) => (
    <Tooltip title={label}>
      <span>
        <IconButton
          size="small"
          aria-label={label}
          disabled={to < 0 || to >= count}
          onClick={() => onStep(to)}
        >
          {icon}
        </IconButton>
      </span>
    </Tooltip>
  );
  return (
    <Box>
      {button(labels.previous, at - 1, <PreviousIcon />)}
      {button(labels.next, at + 1, <NextIcon />)}
    </Box>
  );
}

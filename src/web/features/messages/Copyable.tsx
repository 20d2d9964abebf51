import Box from '@mui/material/Box';
import { CopyButton } from '../../ui/figures/CopyButton.tsx';

/** A fact that people take somewhere else. */
export function Copyable({ name, value }: { name: string; value: string }) {
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minWidth: 0 }}
    >
      <span>{value}</span>
      <CopyButton value={value} name={name} />
    </Box>
  );
}

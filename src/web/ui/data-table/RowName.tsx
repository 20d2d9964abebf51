import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';

export function Name({ text, to }: { text: string; to?: string }) {
  return to === undefined ? (
    <Box component="span" sx={{ fontWeight: 550 }}>
      {text}
    </Box>
  ) : (
    <Link component={RouterLink} to={to} title={text}>
      {text}
    </Link>
  );
}

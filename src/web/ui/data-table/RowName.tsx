import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

/** The name of a row. */
export type RowName = {
  text: string;
  to?: string;
  /** A text that is read, in up to three lines on a phone; other names have one. */
  isText?: boolean;
  /** A chip behind the text, for the few rows that have one. */
  chip?: ReactNode;
};

export function Name({ text, to, chip }: RowName) {
  const name = <Text text={text} to={to} />;
  return chip === undefined ? (
    name
  ) : (
    // The chip goes below a long name on a phone.
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
        maxWidth: '100%',
        verticalAlign: 'middle',
        '& > .MuiChip-root': { ml: { sm: 2 } },
      }}
    >
      {name}
      {chip}
    </Box>
  );
}

function Text({ text, to }: { text: string; to: string | undefined }) {
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

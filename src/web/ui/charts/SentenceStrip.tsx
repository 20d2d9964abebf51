import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

/** Stands in a sentence for a name that is drawn otherwise. */
export const NAME = '\u0000';

/** Sentences about matters that need no card: one line where there is room for it. */
export function SentenceStrip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 8,
        rowGap: 1.5,
        fontSize: 13,
        lineHeight: '18px',
        color: 'text.secondary',
      }}
    >
      {children}
    </Box>
  );
}

/**
 * A sentence of a strip.
 * @param text with `NAME` at the place of the name
 * @param to the target of the name, where it is a link
 */
export function NamedSentence({
  text,
  name,
  to,
}: {
  text: string;
  name: string;
  to?: string | undefined;
}) {
  const [before = '', after = ''] = text.split(NAME);
  return (
    <li>
      {before}
      {to === undefined ? (
        <strong>{name}</strong>
      ) : (
        <Link component={RouterLink} to={to} sx={{ fontWeight: 600 }}>
          {name}
        </Link>
      )}
      {after}
    </li>
  );
}

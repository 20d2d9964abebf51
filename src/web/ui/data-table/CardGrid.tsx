import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import type { Paged, RowsProps } from './props.ts';

/** Rows as cards beside each other, for things that are recognised by their look rather than compared. */
export function CardGrid<T, P extends Paged>({
  label,
  rows,
  keyOf,
  query,
  card,
}: RowsProps<T, P> & { card(row: T): ReactNode }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      aria-busy={query.isFetching}
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gap: { xs: 3, sm: 4 },
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(300px, 100%), 1fr))',
        opacity: query.isPlaceholderData ? 0.6 : 1,
      }}
    >
      {rows === undefined
        ? Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} component="li" variant="rounded" height={180} />
          ))
        : rows.map((row) => (
            <Box component="li" key={keyOf(row)} sx={{ display: 'grid', minWidth: 0 }}>
              {card(row)}
            </Box>
          ))}
    </Box>
  );
}

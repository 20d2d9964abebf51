import Box from '@mui/material/Box';
import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, type ReactNode } from 'react';

/**
 * The parts of a page below a list. They are shown with its rows, not before: a list that turns out to be shorter or higher
 * than the placeholders of its rows would move them.
 */
export function AfterList({
  query,
  children,
}: {
  query: UseQueryResult<unknown, Error>;
  children: ReactNode;
}) {
  // The list draws its rows just as late.
  const isDrawn = useDeferredValue(query.data) !== undefined || query.isError;
  return <Box sx={{ display: isDrawn ? 'contents' : 'none' }}>{children}</Box>;
}

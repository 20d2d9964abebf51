import { startTransition, useEffect, useState } from 'react';
import { NONE } from './ticks.ts';

/** New rows drawn at once: about a screen at first, and in each step few enough to go unnoticed. */
const FIRST_ROWS = 25;

const MORE_ROWS = 10;

/** The number of rows to draw now; it grows in steps to all of them. Rows that are drawn already do not count. */
export function useGrowing<T>(
  page: unknown,
  rows: readonly T[] = [],
  keyOf: (row: T) => string,
): number {
  const [now, setNow] = useState<{ page: unknown; drawn: number; keys: ReadonlySet<string> }>({
    page: undefined,
    drawn: 0,
    keys: NONE,
  });
  const drawn = now.page === page ? now.drawn : reach(rows, keyOf, now.keys, FIRST_ROWS);
  useEffect(() => {
    if (now.page === page && now.drawn === rows.length) return;
    const keys = new Set(rows.slice(0, drawn).map(keyOf));
    startTransition(() =>
      setNow({
        page,
        drawn: now.page === page ? reach(rows, keyOf, keys, MORE_ROWS) : drawn,
        keys,
      }),
    );
  });
  return drawn;
}

/** How many of the rows come before there is one too many that is not among the known. */
function reach<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  known: ReadonlySet<string>,
  most: number,
): number {
  let strange = 0;
  const end = rows.findIndex((row) => !known.has(keyOf(row)) && ++strange > most);
  return end < 0 ? rows.length : end;
}

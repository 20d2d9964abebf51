import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { useStored } from './useStored.ts';

/** The person's choice for a column: always or never shown. A missing column has no choice. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

const PREFIX = 'columns.';

/** True when a column is shown: by choice, else if the list is wide enough. */
export function isShown(
  column: { key: string; from?: number },
  choice: ColumnChoice,
  width: number,
): boolean {
  const { key, from = 0 } = column;
  // A list of unknown width is as wide as can be, and still has no room for a column that is for no width.
  return choice[key] ?? (from !== Infinity && width >= from);
}

/**
 * True when a file of the list has the column. One that is for no width says the same of each row shown here,
 * and not of those of other pages.
 */
export const isInFile: typeof isShown = (column, choice, width) =>
  column.from === Infinity ? choice[column.key] !== false : isShown(column, choice, width);

/** The style of a column nobody chose: hidden where the list is too narrow for it, at any width if it is for none. */
export function hiddenBelow(from: number | undefined) {
  const hidden = { display: 'none' } as const;
  if (from === undefined) return {};
  return from === Infinity ? hidden : { [`@container (max-width: ${from - 0.02}px)`]: hidden };
}

/** The same columns, hidden in lists that are so many pixels wider; those that are always or never shown stay as they are. */
export function fitting<C extends { from?: number }>(
  columns: readonly C[],
  pixels: number,
): readonly C[] {
  if (pixels === 0) return columns;
  return columns.map((column) =>
    column.from === undefined ? column : { ...column, from: column.from + pixels },
  );
}

/**
 * The pixels for `fitting` with which one more column is hidden in a list of this width, the one that needs the widest list;
 * undefined where those that are left are chosen or always shown.
 * @param pixels those of now
 */
export function roomToHide(
  columns: readonly { key: string; from?: number }[],
  choice: ColumnChoice,
  width: number,
  pixels: number,
): number | undefined {
  const shown = columns.flatMap(({ key, from = Infinity }) =>
    choice[key] === undefined && from + pixels <= width ? [from] : [],
  );
  return shown.length === 0 ? undefined : Math.floor(width - Math.max(...shown)) + 1;
}

/** The style of a column that is the last one where the list is too narrow for all those after it: its distance from the edge. */
export function edgeBelow(after: readonly { key: string; from?: number }[], choice: ColumnChoice) {
  if (after.length === 0 || after.some(({ key, from }) => from === undefined || choice[key]))
    return {};
  const least = Math.min(...after.map(({ from = 0 }) => from));
  const edge = { paddingRight: '20px' } as const;
  return least === Infinity ? edge : { [`@container (max-width: ${least - 0.02}px)`]: edge };
}

/** Which list this is, in whatever language and for whichever row's page: the address without keys, and its columns. */
export function listName(path: string, columns: readonly { key: string }[]): string {
  return `${path
    .split('/')
    .filter((part) => part !== '' && !/\d/.test(part))
    .join('/')}:${columns.map(({ key }) => key).join(',')}`;
}

/** The stored choice, or none if it has another format. */
export function readChoice(stored: unknown): ColumnChoice {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter(
      (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
    ),
  );
}

/** The columns chosen for this list in this browser; `choose(null)` forgets them. */
export function useColumnChoice(columns: readonly { key: string }[]): {
  choice: ColumnChoice;
  choose(next: ColumnChoice | null): void;
} {
  const [stored, store] = useStored(PREFIX + listName(useLocation().pathname, columns));
  const choice = useMemo(() => readChoice(stored), [stored]);
  return { choice, choose: (next) => store(next ?? undefined) };
}

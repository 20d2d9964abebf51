import type { ColumnChoice } from './listColumns.ts';

type Headed = { key: string; label: string; over?: string; from?: number };

/** The name of a column where the heading over it is not seen. */
export const wholeLabel = ({ label, over }: Pick<Headed, 'label' | 'over'>): string =>
  over === undefined ? label : `${over}: ${label}`;

/** The columns before this one that stand under the same heading without another between. */
export function before<C extends Headed>(columns: readonly C[], at: number): readonly C[] {
  const { over } = columns[at]!;
  if (over === undefined) return [];
  let first = at;
  while (first > 0 && columns[first - 1]!.over === over) first--;
  return columns.slice(first, at);
}

/**
 * The style of the heading over a column: it is written over the first one of its group that is shown. Columns go by the width of
 * the list, so that no cell can span them.
 */
export function onlyFirst(before: readonly Headed[], choice: ColumnChoice) {
  if (before.length === 0) return {};
  const hidden = { display: 'none' } as const;
  const least = Math.min(...before.map(({ key, from = 0 }) => (choice[key] === true ? 0 : from)));
  if (least === 0) return hidden;
  return least === Infinity ? {} : { [`@container (min-width: ${least}px)`]: hidden };
}

import type { ListProps, Paged } from './props.ts';

/** The heading above a row: its group's, where the row before is of another. */
export function headingOf<T>(
  group: ListProps<T, Paged>['group'],
  rows: readonly T[],
  index: number,
): string | undefined {
  if (group === undefined) return undefined;
  const row = rows[index]!;
  const name = group.of(row);
  if (index > 0 && group.of(rows[index - 1]!) === name) return undefined;
  return group.heading?.(row) ?? name;
}

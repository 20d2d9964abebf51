import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Column } from './column.ts';
import type { ListAddress } from '../useListAddress.ts';

export type Paged = {
  collectionCount: number;
  collectionCountIsLowerBound?: boolean;
  nextPageToken: string;
};

export type ListProps<T, P extends Paged> = {
  label: string;
  query: UseQueryResult<P, Error>;
  rowsOf(page: P): readonly T[];
  keyOf(row: T): string;
  /** The row's name and link: its first column, and the title of its card. */
  name(row: T): { text: string; to?: string };
  nameLabel: string;
  columns: readonly Column<T>[];
  rowMenu?(row: T): ReactNode;
  /**
   * Gives every row a box to tick, and a bar with what can be done with the ticked rows of this page (small buttons). Ticks go
   * with the page: another page or filter begins without. Call `clear` when it is done.
   */
  selection?: { actions(rows: readonly T[], clear: () => void): ReactNode };
  list: ListAddress;
  /** The filters in the address, so that an empty list can tell "none" from "none that match". */
  filters: readonly string[];
  toolbar?: ReactNode;
  empty: ReactNode;
};

export type RowsProps<T, P extends Paged> = ListProps<T, P> & {
  page: P | undefined;
  rows: readonly T[] | undefined;
  ticked: ReadonlySet<string>;
  tick(keys: ReadonlySet<string>): void;
  toggle(key: string): void;
};

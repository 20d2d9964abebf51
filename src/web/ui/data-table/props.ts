/** The properties that the parts of a list share. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Column } from './column.ts';
import type { RowName } from './RowName.tsx';
import type { View } from './savedViews.ts';
import type { ListAddress } from '../lists/useListAddress.ts';

export type Paged = {
  collectionCount: number;
  collectionCountIsLowerBound?: boolean;
  nextPageToken: string;
};

/** A file of all rows that match the filters, written by the server. */
export type WholeExport = { label: string; help?: string; run(): Promise<void> };

/** One row shown beside the list: a click on a row opens it, and the arrow keys walk on. */
export type PeekOf<T> = {
  /** The kind of thing that a row is, such as "Message". */
  label: string;
  /** Its name in the address, by default `peek`. */
  param?: string;
  /** Null where it cannot be shown: the row in the address may be none of this page. */
  body(row: T | undefined, key: string): ReactNode;
  /** The page of the same thing; by default the link of the row's name. */
  pageOf?(row: T | undefined, key: string): string | undefined;
};

export type ListProps<T, P extends Paged> = {
  label: string;
  query: UseQueryResult<P, Error>;
  rowsOf(page: P): readonly T[];
  keyOf(row: T): string;
  /** The row's name and link: its first column, and the title of its card. */
  name(row: T): RowName;
  nameLabel: string;
  /** The room of a name in widths of a digit, where another column grows. */
  nameWidth?: number;
  /** Shares the room that is left among all columns: for lists whose texts are all short. */
  isEven?: boolean;
  /** Names are figures, such as phone numbers. */
  nameFigure?: boolean;
  columns: readonly Column<T>[];
  /** A heading over the rows that share it, such as the day of a log; rows come in the order of their groups. */
  group?: {
    label: string;
    of(row: T): string;
    /** The heading where it says more than the group, such as its sum. */
    heading?(row: T): string;
  };
  rowMenu?(row: T): ReactNode;
  /** Draws each row as a card in a grid, in place of the table; its columns are those of the exported file. */
  card?(row: T): ReactNode;
  /**
   * Gives every row a box to tick, and a bar with what can be done with the ticked rows of this page (small buttons). Ticks go
   * with the page: another page or filter begins without. Call `clear` when it is done.
   */
  selection?: { actions(rows: readonly T[], clear: () => void): ReactNode };
  peek?: PeekOf<T>;
  list: ListAddress;
  /** The filters in the address, so that an empty list can tell "none" from "none that match". */
  filters: readonly string[];
  toolbar?: ReactNode;
  /** The number of rows up to which the list has no bar of tools. */
  bareUpTo?: number;
  /** Tabs above the list; the person's own come after them. */
  views?: readonly View[];
  /** The view that the list opens with, before that of all rows; its `list` sets the filters of it where the address has none. */
  opening?: View;
  wholeExports?: readonly WholeExport[];
  empty: ReactNode;
};

export type RowsProps<T, P extends Paged> = ListProps<T, P> & {
  page: P | undefined;
  rows: readonly T[] | undefined;
  ticked: ReadonlySet<string>;
  tick(keys: ReadonlySet<string>): void;
  toggle(key: string): void;
  /** The row beside the list, or null; `look` shows another there, and is missing where rows have no panel. */
  looked: string | null;
  look: ((key: string) => void) | undefined;
};

import type { ReactNode } from 'react';

/**
 * A column of a list, after the name of the row. A screen that keeps its columns (`useMemo`) does not draw
 * unchanged rows again.
 */
export type Column<T> = {
  /** Unique within the list and stable: the person's choice of columns is stored under it. */
  key: string;
  label: string;
  /** A heading over this column and those beside it that have the same. */
  over?: string;
  cell(row: T): ReactNode;
  /**
   * The value in an exported file, figures without separators. Needed when `cell` gives a grouped figure or
   * a drawing; texts, `Time` and `StatusChip` are read from the cell, and an unreadable column is left out.
   * A time that is missing is `Time` without one: a dash on screen, empty in the file.
   */
  value?(row: T): string | number | null;
  /** Right-aligned. */
  figure?: boolean;
  /**
   * Hidden where the list is narrower than this many pixels, unless the person chose the column; the most important columns have
   * none. `Infinity` hides it at any width until it is chosen.
   */
  from?: number;
  /** The room of its text in widths of a digit; longer text is cut. Without it the column is as wide as its widest cell. */
  width?: number;
  /** Takes the room that the other columns leave, in place of the row's name. One column of a list at most. */
  grows?: boolean;
  /**
   * Shown in a row's card on a phone; about three or four of a list. `true` is a line with the label. Facts that are plain
   * without it are shorter: `amount` stands at the right of the name, `line` under the name, `chip` at the right of that,
   * `text` on lines of its own below, whatever its length.
   */
  onPhone?: boolean | 'amount' | 'line' | 'chip' | 'text';
};

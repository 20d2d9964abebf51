import { useRowHeight } from '../../ui/data-table/rowHeight.ts';

/**
 * Columns of a table by its own width in pixels: those that it has room for, and the facts below the row's
 * name in place of the others.
 */
export const columnsFrom = (width: number) =>
  ({
    wide: {
      display: 'none',
      [`@container (min-width: ${width}px)`]: { display: 'table-cell' },
    },
    narrow: { [`@container (min-width: ${width}px)`]: { display: 'none' } },
    /** The last column that is left, as far from the edge as the last one of other tables. */
    last: { [`@container (max-width: ${width - 0.05}px)`]: { pr: 5 } },
  }) as const;

/** Shown where the table has room for its columns; else the row's name says it. */
export const { wide: WIDE, narrow: NARROW, last: LAST_NARROW } = columnsFrom(620);

/** Shown where there is room for everything. */
export const { wide: WIDER } = columnsFrom(900);

/** Rows as high as those of the lists. */
export function useDense() {
  const { height } = useRowHeight();
  return {
    '& tbody :is(td, th)': { height, py: '3px', '@container (max-width: 619.95px)': { py: '8px' } },
  } as const;
}

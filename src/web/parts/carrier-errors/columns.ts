import { useRowHeight } from '../../ui/data-table/rowHeight.ts';

/** Shown where the table has room for its columns; else the row's name says it. */
export const WIDE = {
  display: 'none',
  '@container (min-width: 620px)': { display: 'table-cell' },
} as const;

/** Shown where there is room for everything. */
export const WIDER = {
  display: 'none',
  '@container (min-width: 900px)': { display: 'table-cell' },
} as const;

/** The facts below the row's name, where their columns are hidden. */
export const NARROW = { '@container (min-width: 620px)': { display: 'none' } } as const;

/** The last column on a phone, as far from the edge as the last one of other tables. */
export const LAST_NARROW = { '@container (max-width: 619.95px)': { pr: 5 } } as const;

/** Beside the name, and on a line of its own below it on a phone. */
export const BELOW_ON_PHONE = {
  display: 'block',
  width: 'fit-content',
  my: 1,
  '@container (min-width: 620px)': { display: 'inline-block', my: 0, ml: 2 },
} as const;

/** Rows as high as those of the lists. */
export function useDense() {
  const { height } = useRowHeight();
  return {
    '& tbody :is(td, th)': { height, py: '3px', '@container (max-width: 619.95px)': { py: '8px' } },
  } as const;
}

/** Cells that several reports share. */
import type { Cell } from '../../core/files/table-types.ts';

export function moment(at: Date | null): Cell {
  return at === null ? null : { at: at.getTime() / 1000 };
}

/** A moment is seconds since the epoch and shown in the file's zone; a share is a figure from 0 to 1. */
export type Cell = string | number | { at: number } | { share: number } | null;

/** A column's heading, and its approximate width in characters. */
export type TableColumn = { readonly heading: string; readonly width: number };

export type Table = {
  /** The next bytes of the file. */
  rows(rows: readonly (readonly Cell[])[]): Promise<Buffer>;
  /** The last bytes of the file. */
  end(): Promise<Buffer>;
  /** Plain data from which `openTable` resumes after the last bytes it returned. */
  readonly state: TableState;
};

/**
 * State of a workbook: the directory entries of the sheets so far, and the position in the open
 * one.
 */
export type WorkbookState = {
  format: 'XLSX';
  offset: number;
  sheets: { offset: number; crc: number; packed: number; plain: number }[];
  row: number;
};

export type TableState = { format: 'CSV'; begun: boolean } | WorkbookState;

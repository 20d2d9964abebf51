/** Uploaded files that cannot be read as a table. */
export const uploads = {
  refused: {
    EMPTY: 'This file is empty. Check that it is the right one, and that it was saved.',
    NOT_A_TABLE:
      'This is not a table that can be read here. Save it as XLSX or as CSV (UTF-8), then upload it again.',
    OLD_EXCEL:
      'This workbook is in the old Excel format (.xls) or has a password. Save it as .xlsx without a password.',
    ENCODING: 'The characters of this file cannot be read. Save it as CSV (UTF-8).',
    NO_PLAYSMS_USERS:
      'This file has no users of playSMS. Upload a dump of its database with the table that ends in _tblUser (mysqldump playsms).',
    TOO_LARGE: 'This file is too large: at most {limit} MB. Send it in parts.',
    TOO_MANY_ROWS: 'This file has more than {limit} rows. Send it in parts.',
    TOO_MANY_COLUMNS: 'Row {row} has more than {limit} columns. Remove those that are not needed.',
    ROW_TOO_LONG:
      'Row {row} has more than {limit} characters. Perhaps a quotation mark in it or before it is not closed.',
    CELL_TOO_LONG:
      'Row {row} has a cell of more than {limit} characters. Shorten it, or remove its column.',
    NO_SUCH_ROW: 'Row {row} is empty or too far down to hold the names of the columns.',
    QUOTE_NOT_CLOSED:
      'A quotation mark opened in row {row} is not closed before the end of the file. Close it or remove it.',
    ROWS_IN_A_CELL:
      'Row {row} has a cell of several lines that holds what look like further rows. Close or remove the quotation mark that begins it.',
    DAMAGED:
      'This workbook is damaged. Open it in a spreadsheet program, save it again as .xlsx and upload that.',
    INFLATES_TOO_MUCH:
      'This workbook unpacks to far more than its size. Copy the list into a new workbook.',
    TOO_MANY_PARTS:
      'This workbook has more than {limit} parts (sheets, pictures). Copy the list into a workbook of its own.',
    HAS_DOCTYPE:
      'This workbook holds declarations that spreadsheet programs never write. Copy the list into a new workbook.',
  },
} as const;

/**
 * Files of rows, written slice by slice: CSV and XLSX. What a writer needs to go on is plain data, so that the work survives a
 * restart between any two slices; nothing here grows with the file.
 */

import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { CSV_START, csvLine, isFormula } from '../../../contract/shared/csv.ts';
import { startOfDay } from '../../../contract/shared/dates.ts';
import { wallClock } from '../../../contract/shared/zones.ts';

/** A moment is seconds since the epoch and shown in the file's zone; a share is a figure from 0 to 1. */
export type Cell = string | number | { at: number } | { share: number } | null;

/** A column's heading, and its approximate width in characters. */
export type TableColumn = { readonly heading: string; readonly width: number };

export type Table = {
  /** The bytes that follow those given before. */
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
type WorkbookState = {
  format: 'XLSX';
  offset: number;
  sheets: { offset: number; crc: number; packed: number; plain: number }[];
  row: number;
};
export type TableState = { format: 'CSV'; begun: boolean } | WorkbookState;

/** Media type and extension of each format. */
export const TABLE_TYPES = {
  CSV: 'text/csv; charset=utf-8',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Initial state of a table, before anything is written. */
export const newTable = (format: 'CSV' | 'XLSX'): TableState =>
  format === 'CSV' ? { format, begun: false } : { format, offset: 0, sheets: [], row: 0 };

/** The rows of a sheet of Excel, its heading among them; further rows go on another sheet. */
export const SHEET_ROWS = 1_048_576;
/** A part of a workbook that is larger needs another form of directory, which some programs do not read. */
const SHEET_BYTES = 2 ** 31;

/**
 * @param columns the heading row, on every sheet
 * @param zone (IANA) of the moments
 * @param state of a writer before, or `newTable`
 */
export function openTable(
  columns: readonly TableColumn[],
  zone: string,
  state: TableState,
  sheetRows = SHEET_ROWS,
): Table {
  const local = openClock(zone);
  return state.format === 'CSV'
    ? openCsv(columns, local, { ...state })
    : openWorkbook(
        columns,
        local,
        { ...state, sheets: state.sheets.map((sheet) => ({ ...sheet })) },
        sheetRows,
      );
}

/** Returns a function from a moment to the zone's local time, as seconds to be read as UTC. */
function openClock(zone: string): (timestamp: number) => number {
  // Clocks are set at full quarters of an hour; asking the calendar for each of a million moments takes ten seconds.
  const QUARTER = 900;
  const offsets = new Map<number, number>();
  return (timestamp) => {
    const quarter = Math.floor(timestamp / QUARTER);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      const { day, seconds } = wallClock(quarter * QUARTER, zone);
      if (offsets.size > 10_000) offsets.clear();
      offsets.set(quarter, (offset = startOfDay(day) + seconds - quarter * QUARTER));
    }
    return timestamp + offset;
  };
}

// ---- CSV ----

function openCsv(
  columns: readonly TableColumn[],
  local: (timestamp: number) => number,
  state: { format: 'CSV'; begun: boolean },
): Table {
  const start = () => {
    if (state.begun) return '';
    state.begun = true;
    return CSV_START + csvLine(columns.map(({ heading }) => heading));
  };
  const written = (cell: Cell): string => {
    if (cell === null) return '';
    if (typeof cell === 'object')
      return 'at' in cell
        ? new Date(local(cell.at) * 1000).toISOString().slice(0, 19).replace('T', ' ')
        : String(Math.round(cell.share * 10_000) / 10_000);
    return String(cell);
  };
  return {
    rows: async (rows) =>
      Buffer.from(start() + rows.map((row) => csvLine(row.map(written))).join('')),
    end: async () => Buffer.from(start()),
    get state() {
      return { ...state };
    },
  };
}

// ---- XLSX (ECMA-376): a ZIP archive (APPNOTE 6.3) of XML parts ----

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEETML = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
// However many sheets there will be: what has no type of its own is one.
const TYPES =
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${SHEETML}.worksheet+xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${SHEETML}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEETML}.styles+xml"/></Types>`;
const SHEET_END = '</sheetData></worksheet>';
// Places in the list of `cellXfs` below.
const MOMENT = 1,
  HEADING = 2,
  SHARE = 3,
  QUOTED = 4;
const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf numFmtId="10" applyNumberFormat="1"/><xf quotePrefix="1"/></cellXfs></styleSheet>';
const pack = promisify(deflateRaw) as (
  bytes: Buffer,
  options: { level: number; finishFlush: number },
) => Promise<Buffer>;

function openWorkbook(
  columns: readonly TableColumn[],
  local: (timestamp: number) => number,
  state: WorkbookState,
  sheetRows: number,
): Table {
  const letters = columns.map((_, index) => lettersOf(index));
  const sheetStart =
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${columns.map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols><sheetData>`;
  let out: Buffer[] = [];
  const put = (bytes: Buffer) => {
    out.push(bytes);
    state.offset += bytes.length;
  };
  const taken = () => {
    const bytes = Buffer.concat(out);
    out = [];
    return bytes;
  };

  /** Packs XML onto the open sheet. Each piece ends at a full byte and looks back into no other, so one process can go on where another was. */
  async function write(xml: string): Promise<void> {
    const sheet = state.sheets.at(-1)!;
    const plain = Buffer.from(xml);
    const packed = await pack(plain, { level: 4, finishFlush: constants.Z_SYNC_FLUSH });
    sheet.crc = crc32(plain, sheet.crc);
    sheet.plain += plain.length;
    sheet.packed += packed.length;
    put(packed);
  }

  async function openSheet(): Promise<void> {
    // The types come first, by which programs know the file.
    if (state.sheets.length === 0) putStored('[Content_Types].xml', TYPES);
    state.sheets.push({ offset: state.offset, crc: 0, packed: 0, plain: 0 });
    state.row = 0;
    put(
      localHeader(sheetPart(state.sheets.length), { streamed: true, crc: 0, packed: 0, plain: 0 }),
    );
    await write(
      sheetStart +
        rowXml(
          columns.map(({ heading }) => heading),
          HEADING,
        ),
    );
  }

  async function closeSheet(): Promise<void> {
    await write(SHEET_END);
    const sheet = state.sheets.at(-1)!;
    // An empty last block: the pieces before said that more would come.
    const last = Buffer.from([0x03, 0x00]);
    sheet.packed += last.length;
    put(last);
    const descriptor = Buffer.alloc(16);
    descriptor.write('PK\x07\x08', 'latin1');
    descriptor.writeUInt32LE(sheet.crc, 4);
    descriptor.writeUInt32LE(sheet.packed, 8);
    descriptor.writeUInt32LE(sheet.plain, 12);
    put(descriptor);
  }

  function putStored(name: string, content: string): Entry {
    const bytes = Buffer.from(content);
    const entry = {
      name,
      streamed: false,
      offset: state.offset,
      crc: crc32(bytes),
      packed: bytes.length,
      plain: bytes.length,
    };
    put(Buffer.concat([localHeader(name, entry), bytes]));
    return entry;
  }

  function rowXml(cells: readonly Cell[], style?: number): string {
    state.row++;
    let xml = `<row r="${state.row}">`;
    for (const [index, cell] of cells.entries()) {
      if (cell === null || cell === '') continue;
      const at = `r="${letters[index]}${state.row}"`;
      if (typeof cell === 'number') xml += `<c ${at}><v>${cell}</v></c>`;
      else if (typeof cell === 'object')
        xml +=
          'at' in cell
            ? `<c ${at} s="${MOMENT}"><v>${serialOf(local(cell.at))}</v></c>`
            : `<c ${at} s="${SHARE}"><v>${cell.share}</v></c>`;
      else
        xml += `<c ${at}${style === undefined ? (isFormula(cell) ? ` s="${QUOTED}"` : '') : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
    }
    return `${xml}</row>`;
  }

  return {
    async rows(rows) {
      if (state.sheets.length === 0) await openSheet();
      for (let at = 0; at < rows.length;) {
        if (state.row >= sheetRows || state.sheets.at(-1)!.plain >= SHEET_BYTES) {
          await closeSheet();
          await openSheet();
        }
        const slice = rows.slice(at, at + sheetRows - state.row);
        await write(slice.map((row) => rowXml(row)).join(''));
        at += slice.length;
      }
      return taken();
    },
    async end() {
      if (state.sheets.length === 0) await openSheet();
      await closeSheet();
      const numbers = state.sheets.map((_, index) => index + 1);
      const relation = (id: number, type: string, target: string) =>
        `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
      const relations = (list: string) =>
        `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list}</Relationships>`;
      const types = Buffer.from(TYPES);
      const entries: Entry[] = [
        {
          name: '[Content_Types].xml',
          streamed: false,
          offset: 0,
          crc: crc32(types),
          packed: types.length,
          plain: types.length,
        },
        ...state.sheets.map((sheet, index) => ({
          ...sheet,
          name: sheetPart(index + 1),
          streamed: true,
        })),
        putStored('_rels/.rels', relations(relation(1, 'officeDocument', 'xl/workbook.xml'))),
        putStored(
          'xl/workbook.xml',
          `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers.map((n) => `<sheet name="${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
        ),
        putStored(
          'xl/_rels/workbook.xml.rels',
          relations(
            numbers.map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`)).join('') +
              relation(numbers.length + 1, 'styles', 'styles.xml'),
          ),
        ),
        putStored('xl/styles.xml', STYLES),
      ];
      put(directory(entries, state.offset));
      return taken();
    },
    get state() {
      return { ...state, sheets: state.sheets.map((sheet) => ({ ...sheet })) };
    },
  };
}

type Entry = {
  name: string;
  streamed: boolean;
  offset: number;
  crc: number;
  packed: number;
  plain: number;
};

const sheetPart = (number: number) => `xl/worksheets/sheet${number}.xml`;

/**
 * Fields that the local header and the directory share (APPNOTE 4.4): the sizes of a streamed part
 * follow it, and its header has none.
 */
function commonFields(
  { streamed, crc, packed, plain }: Pick<Entry, 'streamed' | 'crc' | 'packed' | 'plain'>,
  name: Buffer,
): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x0800 | (streamed ? 0x0008 : 0), 2);
  fields.writeUInt16LE(streamed ? 8 : 0, 4);
  fields.writeUInt16LE(0x0021, 8); // 1980-01-01, the first there is: the same rows make the same file
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed, 14);
  fields.writeUInt32LE(plain, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function localHeader(
  name: string,
  entry: Pick<Entry, 'streamed' | 'crc' | 'packed' | 'plain'>,
): Buffer {
  const written = Buffer.from(name);
  return Buffer.concat([
    Buffer.from('PK\x03\x04', 'latin1'),
    commonFields(entry, written),
    written,
  ]);
}

function directory(entries: readonly Entry[], offset: number): Buffer {
  const rows = entries.map((entry) => {
    const name = Buffer.from(entry.name);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(entry.offset, 10);
    return Buffer.concat([
      Buffer.from('PK\x01\x02', 'latin1'),
      Buffer.from([20, 0]),
      commonFields(entry, name),
      rest,
      name,
    ]);
  });
  const size = rows.reduce((sum, row) => sum + row.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...rows, end]);
}

/** A column's name: A to Z, then AA. */
function lettersOf(index: number): string {
  return (
    (index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) +
    String.fromCharCode(65 + (index % 26))
  );
}

/** Days since the last of 1899, as spreadsheets count them, to the second. */
function serialOf(timestamp: number): number {
  return Math.round((Math.floor(timestamp) / 86_400 + 25_569) * 1e8) / 1e8;
}

/** Excel's limit of characters in a cell. */
const CELL_CHARACTERS = 32_767;
// Characters that XML cannot hold, lone surrogates included, and texts that read as an escape of
// one.
const UNSAFE =
  /[&<>]|[\0-\x08\x0b\x0c\r\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|_(?=x[0-9a-fA-F]{4}_)/g;
const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function xmlText(text: string): string {
  return text
    .slice(0, CELL_CHARACTERS)
    .replace(
      UNSAFE,
      (sign) =>
        NAMED[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );
}

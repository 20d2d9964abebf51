import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { isFormula } from '../../../contract/shared/csv.ts';
import { roundShare } from '../../../contract/shared/percentages.ts';
import type { Cell, TableColumn, Table, WorkbookState } from './table-types.ts';
import type { Entry } from './zip-directory.ts';
import { localHeader, directory } from './zip-directory.ts';

/** The rows of an Excel sheet, heading included; further rows go on another sheet. */
export const SHEET_ROWS = 1_048_576;

/** A larger part needs another form of directory, which some programs do not read. */
const SHEET_BYTES = 2 ** 31;

// ---- XLSX (ECMA-376): a ZIP archive (APPNOTE 6.3) of XML parts ----

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const SHEETML = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

// However many sheets follow: a part without its own type is a worksheet.
const TYPES =
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${SHEETML}.worksheet+xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${SHEETML}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEETML}.styles+xml"/></Types>`;

const SHEET_END = '</sheetData></worksheet>';

// Indexes in the list of `cellXfs` below.
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

/**
 * Opens a workbook, or continues one that another process began.
 * @param local a timestamp in the zone of the file
 */
export function openWorkbook(
  columns: readonly TableColumn[],
  local: (timestamp: number) => number,
  state: WorkbookState,
  sheetRows: number,
): Table {
  return new Workbook(columns, local, state, sheetRows);
}

class Workbook implements Table {
  readonly #columns: readonly TableColumn[];
  readonly #letters: readonly string[];
  readonly #local: (timestamp: number) => number;
  readonly #state: WorkbookState;
  readonly #sheetRows: number;
  #out: Buffer[] = [];

  constructor(
    columns: readonly TableColumn[],
    local: (timestamp: number) => number,
    state: WorkbookState,
    sheetRows: number,
  ) {
    this.#columns = columns;
    this.#letters = columns.map((_, index) => lettersOf(index));
    this.#local = local;
    this.#state = state;
    this.#sheetRows = sheetRows;
  }

  get state(): WorkbookState {
    return { ...this.#state, sheets: this.#state.sheets.map((sheet) => ({ ...sheet })) };
  }

  async rows(rows: readonly (readonly Cell[])[]): Promise<Buffer> {
    const state = this.#state;
    if (state.sheets.length === 0) await this.#openSheet();
    for (let at = 0; at < rows.length;) {
      if (state.row >= this.#sheetRows || state.sheets.at(-1)!.plain >= SHEET_BYTES) {
        await this.#closeSheet();
        await this.#openSheet();
      }
      const slice = rows.slice(at, at + this.#sheetRows - state.row);
      await this.#write(slice.map((row) => this.#rowXml(row)).join(''));
      at += slice.length;
    }
    return this.#taken();
  }

  async end(): Promise<Buffer> {
    const { sheets } = this.#state;
    if (sheets.length === 0) await this.#openSheet();
    await this.#closeSheet();
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
      ...sheets.map((sheet, index) => ({ ...sheet, name: sheetPart(index + 1), streamed: true })),
      ...Object.entries(lastParts(sheets.length)).map(([name, xml]) => this.#putStored(name, xml)),
    ];
    this.#put(directory(entries, this.#state.offset));
    return this.#taken();
  }

  #put(bytes: Buffer): void {
    this.#out.push(bytes);
    this.#state.offset += bytes.length;
  }

  #taken(): Buffer {
    const bytes = Buffer.concat(this.#out);
    this.#out = [];
    return bytes;
  }

  /**
   * Compresses XML onto the open sheet. Each piece ends at a full byte and refers to no earlier
   * one, so another process can continue.
   */
  async #write(xml: string): Promise<void> {
    const sheet = this.#state.sheets.at(-1)!;
    const plain = Buffer.from(xml);
    const packed = await pack(plain, { level: 4, finishFlush: constants.Z_SYNC_FLUSH });
    sheet.crc = crc32(plain, sheet.crc);
    sheet.plain += plain.length;
    sheet.packed += packed.length;
    this.#put(packed);
  }

  async #openSheet(): Promise<void> {
    const state = this.#state;
    // The types come first, by which programs know the file.
    if (state.sheets.length === 0) this.#putStored('[Content_Types].xml', TYPES);
    state.sheets.push({ offset: state.offset, crc: 0, packed: 0, plain: 0 });
    state.row = 0;
    this.#put(
      localHeader(sheetPart(state.sheets.length), { streamed: true, crc: 0, packed: 0, plain: 0 }),
    );
    const headings = this.#columns.map(({ heading }) => heading);
    await this.#write(sheetStart(this.#columns) + this.#rowXml(headings, HEADING));
  }

  async #closeSheet(): Promise<void> {
    await this.#write(SHEET_END);
    const sheet = this.#state.sheets.at(-1)!;
    // An empty last block: the pieces before announced more.
    const last = Buffer.from([0x03, 0x00]);
    sheet.packed += last.length;
    this.#put(last);
    const descriptor = Buffer.alloc(16);
    descriptor.write('PK\x07\x08', 'latin1');
    descriptor.writeUInt32LE(sheet.crc, 4);
    descriptor.writeUInt32LE(sheet.packed, 8);
    descriptor.writeUInt32LE(sheet.plain, 12);
    this.#put(descriptor);
  }

  #putStored(name: string, content: string): Entry {
    const bytes = Buffer.from(content);
    const entry = {
      name,
      streamed: false,
      offset: this.#state.offset,
      crc: crc32(bytes),
      packed: bytes.length,
      plain: bytes.length,
    };
    this.#put(Buffer.concat([localHeader(name, entry), bytes]));
    return entry;
  }

  #rowXml(cells: readonly Cell[], style?: number): string {
    const row = ++this.#state.row;
    let xml = `<row r="${row}">`;
    for (const [index, cell] of cells.entries()) {
      if (cell === null || cell === '') continue;
      const at = `r="${this.#letters[index]}${row}"`;
      if (typeof cell === 'number') xml += `<c ${at}><v>${cell}</v></c>`;
      else if (typeof cell === 'object')
        xml +=
          'at' in cell
            ? `<c ${at} s="${MOMENT}"><v>${serialOf(this.#local(cell.at))}</v></c>`
            : `<c ${at} s="${SHARE}"><v>${roundShare(cell.share, 4)}</v></c>`;
      else
        xml += `<c ${at}${style === undefined ? (isFormula(cell) ? ` s="${QUOTED}"` : '') : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
    }
    return `${xml}</row>`;
  }
}

function sheetStart(columns: readonly TableColumn[]): string {
  return (
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${columns.map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols><sheetData>`
  );
}

/** The parts after the sheets, by name: they list the sheets. */
function lastParts(sheetCount: number): Record<string, string> {
  const numbers = Array.from({ length: sheetCount }, (_, index) => index + 1);
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (list: string) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list}</Relationships>`;
  return {
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers.map((n) => `<sheet name="${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      numbers.map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`)).join('') +
        relation(sheetCount + 1, 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': STYLES,
  };
}

const sheetPart = (number: number) => `xl/worksheets/sheet${number}.xml`;

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

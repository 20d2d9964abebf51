/** XLSX: the rows of a workbook's first sheet that has any, streamed. */

import { SaxesParser } from 'saxes';
import {
  LIMITS,
  UploadRefused,
  damaged,
  emptyFile,
  hasDoctype,
  notATable,
  rowTooLong,
  tooLarge,
  tooManyColumns,
  tooManyRows,
} from './upload-refused.ts';
import type { FileSource, Row } from './source.ts';
import { openArchive } from './zip.ts';
import type { Archive } from './zip.ts';

/** All rows of the first visible sheet with something in it, in batches; empty rows and cells are as the sheet has them. */
export async function* readXlsx(source: FileSource): AsyncGenerator<Row[]> {
  const archive = await openArchive(source);
  const workbook = await readWorkbook(archive);
  for (const sheet of workbook.sheets) {
    let found = false;
    for await (const rows of readSheet(archive, sheet, workbook)) {
      found ||= rows.some((row) => row.cells.some((cell) => cell !== ''));
      if (found) yield rows;
    }
    if (found) return;
  }
  throw emptyFile();
}

type Workbook = {
  /** Parts of the visible sheets, in the workbook's order. */
  readonly sheets: readonly string[];
  readonly texts: TextTable;
  /** By cell style, whether its numbers are dates. */
  readonly dateStyles: readonly boolean[];
  /** Days count from 1904 instead of 1900. */
  readonly from1904: boolean;
};

async function readWorkbook(archive: Archive): Promise<Workbook> {
  if (!archive.has('_rels/.rels')) throw notATable();
  const start = (await readRelations(archive, '')).find(({ type }) => type === 'officeDocument');
  if (start === undefined || !archive.has(start.part)) throw notATable();

  const sheetIds: string[] = [];
  let isWorkbook = false;
  let from1904 = false;
  await parseXml(archive, start.part, {
    open({ name, attributes }) {
      if (name === 'workbook') isWorkbook = true;
      else if (name === 'workbookPr') from1904 = isTrue(attributes['date1904']);
      else if (name === 'sheet' && (attributes['state'] ?? 'visible') === 'visible')
        sheetIds.push(relationId(attributes));
    },
  });
  // A text document or a presentation is built alike.
  if (!isWorkbook) throw notATable();

  const relations = await readRelations(archive, start.part);
  const partOf = (type: string) =>
    relations.find((relation) => relation.type === type && archive.has(relation.part))?.part;
  const sheets = sheetIds.flatMap((id) =>
    relations.filter((each) => each.id === id && each.type === 'worksheet').map(({ part }) => part),
  );
  const texts = partOf('sharedStrings');
  const styles = partOf('styles');
  return {
    sheets,
    texts: texts === undefined ? new TextTable() : await readTexts(archive, texts),
    dateStyles: styles === undefined ? [] : await readDateStyles(archive, styles),
    from1904,
  };
}

/** `r:id`; the prefix is a writer's choice. */
function relationId(attributes: Record<string, string>): string {
  return Object.entries(attributes).find(([name]) => localName(name) === 'id')?.[1] ?? '';
}

type Relation = { readonly id: string; readonly type: string; readonly part: string };

/** Relations of a part; the archive's root is ''. */
async function readRelations(archive: Archive, part: string): Promise<Relation[]> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const file = `${folder}_rels/${part.slice(slash)}.rels`;
  const relations: Relation[] = [];
  if (!archive.has(file)) return relations;
  await parseXml(archive, file, {
    open({ name, attributes }) {
      const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = attributes;
      if (name !== 'Relationship' || mode === 'External') return;
      // The URIs of types differ between the two editions of the format, their last words do not.
      relations.push({
        id,
        type: type.slice(type.lastIndexOf('/') + 1),
        part: resolvePart(folder, target),
      });
    },
  });
  return relations;
}

function resolvePart(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}

/** Different texts by number: bytes in blocks, since millions of strings would take several times the memory. */
class TextTable {
  private readonly blocks: Buffer[] = [];
  private readonly starts: number[] = [];
  private readonly lengths: number[] = [];
  private used = 0;

  add(text: string): void {
    const length = Buffer.byteLength(text);
    const free = BLOCK - (this.used % BLOCK);
    // No text spans two blocks; it has at most LIMITS.rowCharacters of four bytes.
    if (length > free) this.used += free;
    if (this.used + length > LIMITS.sharedTextBytes || this.starts.length === LIMITS.sharedTexts) {
      throw tooLarge(LIMITS.sharedTextBytes);
    }
    const block = (this.blocks[Math.floor(this.used / BLOCK)] ??= Buffer.allocUnsafe(BLOCK));
    block.write(text, this.used % BLOCK);
    this.starts.push(this.used);
    this.lengths.push(length);
    this.used += length;
  }

  get(index: number): string {
    const start = this.starts[index];
    const length = this.lengths[index];
    if (start === undefined || length === undefined) throw damaged();
    const offset = start % BLOCK;
    return this.blocks[Math.floor(start / BLOCK)]?.toString('utf8', offset, offset + length) ?? '';
  }
}

const BLOCK = 4 * LIMITS.rowCharacters;

async function readTexts(archive: Archive, part: string): Promise<TextTable> {
  const texts = new TextTable();
  let text = '';
  let inText = false;
  let inPhonetic = false;
  await parseXml(archive, part, {
    open({ name }) {
      if (name === 'si') text = '';
      else if (name === 'rPh') inPhonetic = true;
      else if (name === 't') inText = !inPhonetic;
    },
    text(characters) {
      if (inText) text += characters;
      if (text.length > LIMITS.rowCharacters) throw damaged();
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 'si') texts.add(unescapeText(text));
    },
  });
  return texts;
}

// ECMA-376 part 1, 18.8.30: the formats that need no definition.
const isBuiltInDate = (format: number): boolean =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58);

/**
 * True if a number format shows a date or time, ignoring colours, locales, literals and escaped
 * characters.
 */
function isDateFormat(code: string): boolean {
  return /[dmyhs]/i.test(
    code.replace(/"[^"]*"|\[(?!h+\]|m+\]|s+\])[^\]]*\]|\\.|_.|\*.|General/gi, ''),
  );
}

async function readDateStyles(archive: Archive, part: string): Promise<boolean[]> {
  const styles: boolean[] = [];
  const ownDates = new Map<number, boolean>();
  let inCellFormats = false;
  await parseXml(archive, part, {
    open({ name, attributes }) {
      if (name === 'numFmt')
        ownDates.set(Number(attributes['numFmtId']), isDateFormat(attributes['formatCode'] ?? ''));
      else if (name === 'cellXfs') inCellFormats = true;
      else if (name === 'xf' && inCellFormats) {
        const format = Number(attributes['numFmtId']);
        styles.push(ownDates.get(format) ?? isBuiltInDate(format));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return styles;
}

// Row limit of every spreadsheet program; a longer sheet can only be an attack.
const SHEET_ROWS = 1_048_576;

async function* readSheet(
  archive: Archive,
  part: string,
  workbook: Workbook,
): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  let number = 0;
  let cells: string[] = [];
  let characters = 0;
  let column = -1;
  let type: string | undefined;
  let style: string | undefined;
  let value = '';
  let inValue = false;
  let inPhonetic = false;
  const chunks = readXml(archive, part, {
    open({ name, attributes }) {
      switch (name) {
        case 'row':
          // Programs may leave the number out; one that goes back would make rows unfindable.
          number = Math.max(number + 1, Number(attributes['r'] ?? 0) || 0);
          if (number > SHEET_ROWS) throw tooManyRows();
          cells = [];
          characters = 0;
          column = -1;
          break;
        case 'c':
          column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r']);
          type = attributes['t'];
          style = attributes['s'];
          value = '';
          break;
        case 'rPh':
          inPhonetic = true;
          break;
        case 'v':
          inValue = true;
          break;
        case 't':
          inValue = !inPhonetic;
      }
    },
    text(text) {
      if (inValue) value += text;
      if (value.length > LIMITS.rowCharacters) throw rowTooLong(number);
    },
    close(name) {
      switch (name) {
        case 'v':
        case 't':
          inValue = false;
          break;
        case 'rPh':
          inPhonetic = false;
          break;
        case 'c': {
          if (value === '') break;
          const shown = formatCell(value, type, style, workbook);
          if (column >= LIMITS.columns) throw tooManyColumns(number);
          characters += shown.length;
          if (characters > LIMITS.rowCharacters) throw rowTooLong(number);
          while (cells.length < column) cells.push('');
          cells[column] = shown;
          break;
        }
        case 'row':
          rows.push({ number, cells });
      }
    },
  });
  for await (const _ of chunks) {
    if (rows.length === 0) continue;
    yield rows;
    rows = [];
  }
}

/** The column of a reference such as `AB12`, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let index = 0; index < reference.length; index++) {
    const letter = (reference.charCodeAt(index) | 0x20) - 0x60;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column === 0) throw damaged();
  return column - 1;
}

function formatCell(
  value: string,
  type: string | undefined,
  style: string | undefined,
  workbook: Workbook,
): string {
  switch (type) {
    case 's':
      return workbook.texts.get(Number(value)).trim();
    case 'b':
      return isTrue(value) ? 'TRUE' : 'FALSE';
    case 'inlineStr':
    case 'str':
      return unescapeText(value).trim();
    case 'd':
    case 'e':
      return value.trim();
    default:
      return workbook.dateStyles[Number(style ?? 0)] === true
        ? formatDate(value, workbook.from1904)
        : formatNumber(value);
  }
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** A number as written out, never `2.54712E+11`; 15 digits, which is what spreadsheet programs show. */
function formatNumber(value: string): string {
  if (/^-?[0-9]{1,15}$/.test(value)) return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value.trim();
  const rounded = Number(number.toPrecision(15));
  const shown = String(rounded);
  if (!shown.includes('e')) return shown;
  return Math.abs(rounded) < 1
    ? rounded.toFixed(20).replace(/0+$/, '')
    : BigInt(rounded).toString();
}

const DAY_SECONDS = 86_400;

/** A day count as ISO date, with the time of day where it has one; a time alone where it is no whole day. */
function formatDate(value: string, from1904: boolean): string {
  const count = Number(value);
  if (!Number.isFinite(count) || count < 0 || count > 2_958_466) return formatNumber(value);
  // Rounded before it is cut in two: 23:59:59.9999 is the next day.
  const seconds = Math.round(count * DAY_SECONDS);
  const time = seconds % DAY_SECONDS;
  const day = (seconds - time) / DAY_SECONDS;
  // Day 60 is a 29 February 1900 that never was, so days before it are one further from the epoch.
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  const iso = new Date(epoch + seconds * 1000).toISOString();
  if (count < 1) return iso.slice(11, 19);
  return time === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** Control characters stand in XLSX as `_x000D_` (ECMA-376 part 1, 22.9.2.19). */
function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replaceAll('\0', '')
    .toWellFormed();
}

type Handlers = {
  /** The name without its prefix. */
  open(tag: { name: string; attributes: Record<string, string> }): void;
  text?(characters: string): void;
  close?(name: string): void;
};

// A tag or a text is never longer than a row may be; without this, one that never ends would fill the memory.
const LONGEST_TOKEN = 4 * LIMITS.rowCharacters;

/** Parses a part; yields after each chunk of it, when the handlers have seen what it held. */
async function* readXml(archive: Archive, part: string, handlers: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  });
  const decoder = new TextDecoder();
  let sinceToken = 0;
  parser.on('doctype', () => {
    throw hasDoctype();
  });
  parser.on('opentag', (tag) => {
    sinceToken = 0;
    handlers.open({ name: localName(tag.name), attributes: tag.attributes });
  });
  if (handlers.text !== undefined) parser.on('text', handlers.text);
  parser.on('closetag', (tag) => {
    sinceToken = 0;
    handlers.close?.(localName(tag.name));
  });
  const feed = (step: () => void) => {
    try {
      step();
    } catch (error) {
      throw error instanceof UploadRefused ? error : damaged();
    }
  };
  for await (const chunk of archive.read(part)) {
    sinceToken += chunk.length;
    feed(() => parser.write(decoder.decode(chunk, { stream: true })));
    if (sinceToken > LONGEST_TOKEN) throw damaged();
    yield;
  }
  feed(() => parser.close());
  yield;
}

async function parseXml(archive: Archive, part: string, handlers: Handlers): Promise<void> {
  for await (const _ of readXml(archive, part, handlers));
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

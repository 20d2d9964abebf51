/** XLSX: the rows of a workbook's first sheet that has any, streamed. */
import {
  LIMITS,
  emptyFile,
  notATable,
  rowTooLong,
  tooManyColumns,
  tooManyRows,
} from './upload-refused.ts';
import type { FileSource, Row } from './source.ts';
import { openArchive } from './zip.ts';
import type { Archive } from './zip.ts';
import { isBuiltInDate, isDateFormat, columnOf, formatCell, isTrue } from './xlsx-cells.ts';
import { readXml, parseXml, localName } from './xlsx-xml.ts';
import type { Workbook } from './xlsx-texts.ts';
import { TextTable, readTexts } from './xlsx-texts.ts';
/**
 * All rows of the first visible non-empty sheet, in batches; empty rows and cells stay as in the
 * sheet.
 */
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
  // A text document or a presentation has the same container.
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

/** `r:id`; writers choose the prefix. */
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
      // The URIs of types differ between the two editions of the format; their last words do not.
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

// The row limit of every spreadsheet program; a longer sheet can only be an attack.
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
          // Programs may omit the number; a decreasing one would make rows unfindable.
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

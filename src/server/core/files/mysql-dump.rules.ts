/** Reads the rows of one table from a dump of MySQL or MariaDB (mysqldump, with or without column names). */

/**
 * An INSERT up to its tuples, or a CREATE TABLE up to its columns. A list of columns ends before the next
 * bracket: none is read twice.
 */
const STATEMENTS =
  /^(?:INSERT (?:IGNORE )?INTO `?(?<into>\w+)`?\s*(?:\((?<list>[^()]{0,20000})\)\s*)?VALUES\s*|CREATE TABLE (?:IF NOT EXISTS )?`?(?<created>\w+)`? \(\r?\n)/gim;

/** Characters after a backslash that mean another one (MySQL reference manual, 9.1.1). */
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', 0: '', Z: '' };

export type DumpedTable = { columns: string[]; rows: { line: number; cells: string[] }[] };

/**
 * @param isWanted says whether a table's name is the wanted one
 * @param most rows are read
 * @returns undefined where the text has no such table
 */
export function readDumpedTable(
  dump: string,
  isWanted: (table: string) => boolean,
  most: number,
): DumpedTable | undefined {
  let columns = createdColumns(dump, isWanted);
  const rows: DumpedTable['rows'] = [];
  for (const { named, ...row } of readDumpedRows(dump, isWanted)) {
    columns = named ?? columns;
    rows.push(row);
    if (rows.length >= most) break;
  }
  return columns === undefined ? undefined : { columns, rows };
}

/** The rows of a table, one at a time; `named` are the columns where the statement names them. */
export function* readDumpedRows(
  dump: string,
  isWanted: (table: string) => boolean,
): Generator<{ named: string[] | undefined; line: number; cells: string[] }> {
  // A dump may have a statement for each row: lines are counted on from the one before.
  let [line, counted] = [1, 0];
  for (const { into, list, index, end } of listStatements(dump)) {
    if (into === undefined || !isWanted(into)) continue;
    const named = list?.split(',').map((name) => name.trim().replace(/`/g, ''));
    const tuples = new TupleReader(dump, end);
    line += countLines(dump, counted, index);
    counted = index;
    for (let cells = tuples.next(); cells; cells = tuples.next())
      yield { named, line: line + tuples.line, cells };
  }
}

/** The names of all tables that have rows, each once. */
export function listDumpedTables(dump: string): string[] {
  const tables = new Set<string>();
  for (const { into } of listStatements(dump)) if (into !== undefined) tables.add(into);
  return [...tables];
}

type Statement = {
  /** The table of an INSERT. */
  into?: string | undefined;
  /** The columns that it names. */
  list?: string | undefined;
  /** The table of a CREATE TABLE. */
  created?: string | undefined;
  index: number;
  /** The place after the head: of the first tuple, or of the first column. */
  end: number;
};

/** The statements of a dump, one at a time; a value that looks like one is none. */
function* listStatements(dump: string): Generator<Statement> {
  const heads = new RegExp(STATEMENTS);
  for (let head = heads.exec(dump); head; head = heads.exec(dump)) {
    const end = heads.lastIndex;
    yield { ...head.groups, index: head.index, end };
    if (head.groups?.['into'] !== undefined) heads.lastIndex = endOfTuples(dump, end);
  }
}

/** PostgreSQL's text cannot hold NUL, and a dump may have one that is not escaped. */
const withoutNul = (cell: string) => cell.replaceAll('\0', '');

const [QUOTE, BACKSLASH, SEMICOLON] = [0x27, 0x5c, 0x3b];

/** The place of the first semicolon outside quotes. */
function endOfTuples(text: string, from: number): number {
  let isQuoted = false;
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isQuoted = !isQuoted;
    else if (code === BACKSLASH && isQuoted) at++;
    else if (code === SEMICOLON && !isQuoted) break;
  }
  return at;
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1))
    lines++;
  return lines;
}

/** Longer than the definition of any table of a portal. */
const DEFINITION = 20_000;

/** The columns of a table as its definition lists them. */
export function createdColumns(
  dump: string,
  isWanted: (table: string) => boolean,
): string[] | undefined {
  for (const { created, end } of listStatements(dump)) {
    if (created === undefined || !isWanted(created)) continue;
    const [body = ''] = dump.slice(end, end + DEFINITION).split(/^\)/m, 1);
    return [...body.matchAll(/^\s*`(\w+)` /gm)].map(([, name = '']) => name);
  }
  return undefined;
}

/** The tuples after VALUES, one at a time, up to the semicolon. */
class TupleReader {
  readonly #text: string;
  #at: number;
  #lines = 0;
  /** The line on which the last tuple began, counted from that of VALUES. */
  line = 0;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  next(): string[] | undefined {
    while (/[\s,]/.test(this.#text[this.#at] ?? ';')) this.#step();
    if (this.#text[this.#at] !== '(') return undefined;
    this.line = this.#lines;
    const cells: string[] = [];
    do {
      this.#step();
      cells.push(withoutNul(this.#cell()));
    } while (this.#text[this.#at] === ',');
    if (this.#text[this.#at] !== ')') return undefined;
    this.#step();
    return cells;
  }

  #cell(): string {
    while (this.#text[this.#at] === ' ') this.#step();
    if (this.#text[this.#at] !== "'") {
      const start = this.#at;
      while (/[^,)]/.test(this.#text[this.#at] ?? ')')) this.#step();
      const bare = this.#text.slice(start, this.#at).trim();
      return /^null$/i.test(bare) ? '' : bare;
    }
    this.#step();
    return this.#quoted();
  }

  /** The rest of a quoted value, in slices: a letter at a time makes a chain as long as the value. */
  #quoted(): string {
    const pieces: string[] = [];
    for (let start = this.#at; this.#at < this.#text.length;) {
      const letter = this.#text[this.#at]!;
      if (letter !== '\\' && letter !== "'") {
        this.#step();
        continue;
      }
      pieces.push(this.#text.slice(start, this.#at));
      this.#step();
      const next = this.#text[this.#at] ?? '';
      if (letter === '\\') pieces.push(ESCAPES[next] ?? next);
      else if (next === "'") pieces.push(next);
      else break;
      this.#step();
      start = this.#at;
    }
    return pieces.join('');
  }

  #step(): void {
    if (this.#text[this.#at] === '\n') this.#lines++;
    this.#at++;
  }
}

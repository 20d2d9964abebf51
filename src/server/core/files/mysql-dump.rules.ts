/** Reads the rows of one table from a dump of MySQL or MariaDB (mysqldump, with or without column names). */

const INSERTS = /^INSERT (?:IGNORE )?INTO `?(\w+)`?\s*(?:\(([^)]*)\)\s*)?VALUES\s*/gim;

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
  for (const { 0: start, 1: table = '', 2: list, index } of dump.matchAll(INSERTS)) {
    if (!isWanted(table)) continue;
    const named = list?.split(',').map((name) => name.trim().replace(/`/g, ''));
    const tuples = new TupleReader(dump, index + start.length);
    line += countLines(dump, counted, index);
    counted = index;
    for (let cells = tuples.next(); cells; cells = tuples.next())
      yield { named, line: line + tuples.line, cells };
  }
}

/** The names of all tables that have rows, each once. */
export function listDumpedTables(dump: string): string[] {
  return [...new Set([...dump.matchAll(INSERTS)].map(([, table = '']) => table))];
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
  for (const match of dump.matchAll(/^CREATE TABLE (?:IF NOT EXISTS )?`?(\w+)`? \(\r?\n/gim)) {
    const [head, table = ''] = match;
    if (!isWanted(table)) continue;
    const start = match.index + head.length;
    const [body = ''] = dump.slice(start, start + DEFINITION).split(/^\)/m, 1);
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
      cells.push(this.#cell());
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
    let cell = '';
    for (this.#step(); this.#at < this.#text.length; this.#step()) {
      const letter = this.#text[this.#at]!;
      if (letter === '\\') {
        this.#step();
        const escaped = this.#text[this.#at] ?? '';
        cell += ESCAPES[escaped] ?? escaped;
      } else if (letter !== "'") cell += letter;
      else if (this.#text[this.#at + 1] === "'") {
        this.#step();
        cell += "'";
      } else break;
    }
    this.#step();
    return cell;
  }

  #step(): void {
    if (this.#text[this.#at] === '\n') this.#lines++;
    this.#at++;
  }
}

// The Markdown of the manual: as much of it as the manual needs, read strictly. What is not known here is a mistake in the
// text rather than a guess, so that pages and PDF cannot differ from what was meant.

/** A piece of text that looks alike. Bold is what stands on the screen, word by word. */
export type Run = { text: string; style?: 'bold' | 'code' | 'emphasis'; href?: string };
export type Block =
  | { kind: 'heading'; level: 2 | 3; id: string; runs: Run[] }
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { kind: 'table'; head: Run[][]; rows: Run[][][] }
  | { kind: 'picture'; alt: string; path: string }
  | { kind: 'note'; blocks: Block[] }
  | { kind: 'code'; text: string };
export type Page = { title: string; blocks: Block[] };

type Line = { text: string; at: number };
type Where = { file: string };

/** Reads one file: a title, then blocks. @throws naming file and line where something is not understood */
export function readMarkdown(text: string, file: string): Page {
  const lines = text.split('\n').map((line, index) => ({ text: line.trimEnd(), at: index + 1 }));
  const first = lines.shift();
  const title = /^# (\S.*)$/.exec(first?.text ?? '')?.[1];
  if (title === undefined) throw new Error(`${file}:1: a page begins with its title, "# ..."`);
  return { title, blocks: readBlocks(lines, { file }) };
}

const LIST = /^(?:-|(\d+)\.) +(?=\S)/;

function readBlocks(lines: readonly Line[], where: Where): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  let id: string | undefined;
  const wrong = (line: Line, what: string): never => {
    throw new Error(`${where.file}:${line.at}: ${what}`);
  };
  const takeWhile = (holds: (text: string) => boolean): Line[] => {
    const from = at;
    while (at < lines.length && holds(lines[at]!.text)) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at]!;
    const { text } = line;
    const heading = /^(#+) (\S.*)$/.exec(text);
    const anchor = /^<a id="([a-z0-9-]+)"><\/a>$/.exec(text);
    const picture = /^!\[([^\]]+)\]\(([^)\s]+)\)$/.exec(text);
    if (text === '') at++;
    else if (anchor) {
      id = anchor[1];
      at++;
    } else if (heading) {
      const level = heading[1]!.length;
      if (level !== 2 && level !== 3) wrong(line, 'headings within a page have two or three #');
      if (id === undefined)
        wrong(
          line,
          'before a heading stands its address, <a id="..."></a>, the same in every language',
        );
      blocks.push({
        kind: 'heading',
        level: level as 2 | 3,
        id: id!,
        runs: readRuns(heading[2]!, line, where),
      });
      id = undefined;
      at++;
    } else if (picture) {
      blocks.push({ kind: 'picture', alt: picture[1]!, path: picture[2]! });
      at++;
    } else if (text === '```') {
      at++;
      const code = takeWhile((each) => each !== '```');
      if (at === lines.length) wrong(line, 'this code has no end');
      at++;
      blocks.push({ kind: 'code', text: code.map((each) => each.text).join('\n') });
    } else if (text.startsWith('|')) {
      const rows = takeWhile((each) => each.startsWith('|')).map((row) => ({
        ...row,
        cells: row.text.replace(/^\| ?| ?\|$/g, '').split(' | '),
      }));
      const [head, rule, ...body] = rows;
      if (!head || !rule || !/^\|(-+\|)+$/.test(rule.text))
        wrong(line, 'a table begins with a head and a rule, |---|---|');
      const width = head!.cells.length;
      for (const row of body)
        if (row.cells.length !== width)
          wrong(row, `this row has ${row.cells.length} cells, and the head ${width}`);
      blocks.push({
        kind: 'table',
        head: head!.cells.map((cell) => readRuns(cell.trim(), head!, where)),
        rows: body.map((row) => row.cells.map((cell) => readRuns(cell.trim(), row, where))),
      });
    } else if (text.startsWith('>')) {
      blocks.push({
        kind: 'note',
        blocks: readBlocks(
          takeWhile((each) => each.startsWith('>')).map((each) => ({
            ...each,
            text: each.text.replace(/^> ?/, ''),
          })),
          where,
        ),
      });
    } else if (LIST.test(text)) {
      const [, start] = LIST.exec(text)!;
      const ordered = start !== undefined;
      const items: Line[][] = [];
      for (; at < lines.length; at++) {
        const each = lines[at]!;
        const mark = LIST.exec(each.text);
        if (mark && (mark[1] !== undefined) === ordered)
          items.push([{ ...each, text: each.text.slice(mark[0].length) }]);
        else if (/^ {2}/.test(each.text))
          items.at(-1)!.push({ ...each, text: each.text.replace(/^ {2,3}/, '') });
        // A blank line is part of the list when the list goes on after it.
        else if (
          each.text === '' &&
          /^( {2}|-|\d+\.)/.test(lines[at + 1]?.text ?? '') &&
          (LIST.exec(lines[at + 1]!.text)?.[1] !== undefined ||
            !ordered ||
            lines[at + 1]!.text.startsWith('  '))
        )
          items.at(-1)!.push(each);
        else break;
      }
      blocks.push({
        kind: 'list',
        ordered,
        start: Number(start ?? 1),
        items: items.map((item) => readBlocks(item, where)),
      });
    } else if (/^[\s<#]/.test(text)) wrong(line, `this is not understood: ${text.slice(0, 40)}`);
    else {
      const paragraph = takeWhile(
        (each) => each !== '' && !LIST.test(each) && !/^[|>#<!]/.test(each),
      );
      if (paragraph.length === 0) wrong(line, `this is not understood: ${text.slice(0, 40)}`);
      blocks.push({
        kind: 'paragraph',
        runs: readRuns(paragraph.map((each) => each.text).join(' '), line, where),
      });
    }
  }
  if (id !== undefined) throw new Error(`${where.file}: no heading follows the address "${id}"`);
  return blocks;
}

const INLINE =
  /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)|(?<![\p{L}\d*])\*([^*\s][^*]*)\*/gu;

function readRuns(text: string, line: Line, { file }: Where): Run[] {
  const runs: Run[] = [];
  let from = 0;
  const plain = (piece: string) => {
    if (/\*\*|`|\]\(/.test(piece))
      throw new Error(`${file}:${line.at}: a mark is not closed: ${piece.slice(0, 60)}`);
    if (piece !== '') runs.push({ text: piece });
  };
  for (const match of text.matchAll(INLINE)) {
    plain(text.slice(from, match.index));
    const [whole, bold, code, label, href, emphasis] = match;
    if (bold !== undefined) runs.push({ text: bold, style: 'bold' });
    else if (code !== undefined) runs.push({ text: code, style: 'code' });
    else if (label !== undefined) runs.push({ text: label, href: href! });
    else runs.push({ text: emphasis!, style: 'emphasis' });
    from = match.index + whole.length;
  }
  plain(text.slice(from));
  return runs;
}

export const plainText = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

/** Every block with those within it, in reading order. */
export function* everyBlock(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    yield block;
    if (block.kind === 'list') for (const item of block.items) yield* everyBlock(item);
    if (block.kind === 'note') yield* everyBlock(block.blocks);
  }
}

/** Every piece of text of a page, in reading order, headings and cells among them. */
export function* everyRun(blocks: readonly Block[]): Generator<Run> {
  for (const block of everyBlock(blocks)) {
    if (block.kind === 'heading' || block.kind === 'paragraph') yield* block.runs;
    if (block.kind === 'table')
      for (const cells of [block.head, ...block.rows]) for (const runs of cells) yield* runs;
  }
}

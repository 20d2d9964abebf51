// The manual's Markdown, parsed by marked and read strictly: anything that pages and PDF do not
// know is an error in the text rather than a guess.
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';

/** A piece of text in one style. Bold is a text of the screen, word by word. */
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

const ANCHOR = /^<a id="([a-z0-9-]+)"><\/a>\s*$/;

/** Reads one file: a title, then blocks. @throws naming the file and the line of an error */
export function readMarkdown(text: string, file: string): Page {
  const [title, ...tokens] = Lexer.lex(text);
  if (title?.type !== 'heading' || title.depth !== 1)
    throw new Error(`${file}:1: a page begins with its title, "# ..."`);
  const line = 1 + lineBreaks(title.raw);
  return {
    title: plainText(readRuns(title.tokens!, file, 1)),
    blocks: readBlocks(tokens, file, line),
  };
}

const lineBreaks = (text: string) => text.split('\n').length - 1;

function readBlocks(tokens: readonly Token[], file: string, firstLine: number): Block[] {
  const blocks: Block[] = [];
  let line = firstLine;
  let id: string | undefined;
  for (const token of tokens as readonly MarkedToken[]) {
    const anchor = ANCHOR.exec(token.raw);
    // An anchor on the line above its heading, which begins in the same token.
    if (anchor) id = anchor[1];
    else if (token.type !== 'space') {
      blocks.push(readBlock(token, id, file, line));
      id = undefined;
    }
    line += lineBreaks(token.raw);
  }
  if (id !== undefined) throw new Error(`${file}: no heading follows the address "${id}"`);
  return blocks;
}

function readBlock(token: MarkedToken, id: string | undefined, file: string, line: number): Block {
  const fail = (message: string): never => {
    throw new Error(`${file}:${line}: ${message}`);
  };
  if (id !== undefined && token.type !== 'heading') fail(`no heading follows the address "${id}"`);
  switch (token.type) {
    case 'heading': {
      const { depth } = token;
      if (depth !== 2 && depth !== 3) return fail('headings within a page have two or three #');
      if (id === undefined)
        return fail(
          'a heading needs its address above it, <a id="..."></a>, the same in every language',
        );
      return { kind: 'heading', level: depth, id, runs: readRuns(token.tokens, file, line) };
    }
    case 'paragraph': {
      const [only, ...others] = token.tokens;
      if (only?.type === 'image' && others.length === 0)
        return { kind: 'picture', alt: only['text'] as string, path: only['href'] as string };
      return { kind: 'paragraph', runs: readRuns(token.tokens, file, line) };
    }
    // The text of a list item without blank lines.
    case 'text':
      return { kind: 'paragraph', runs: readRuns(token.tokens ?? [token], file, line) };
    case 'list':
      return readList(token, file, line);
    case 'table':
      return readTable(token, file, line);
    case 'blockquote':
      return { kind: 'note', blocks: readBlocks(token.tokens, file, line) };
    case 'code':
      if (token.codeBlockStyle === 'indented') break;
      return { kind: 'code', text: token.text };
  }
  return fail(`this is not supported: ${token.raw.slice(0, 40).trim()}`);
}

function readList(list: Tokens.List, file: string, firstLine: number): Block {
  let line = firstLine;
  const items = list.items.map((item) => {
    const blocks = readBlocks(item.tokens, file, line);
    line += lineBreaks(item.raw);
    return blocks;
  });
  return { kind: 'list', ordered: list.ordered, start: Number(list.start || 1), items };
}

/** marked fills short rows and cuts long ones, so the cells are counted in the source. */
function readTable(table: Tokens.Table, file: string, firstLine: number): Block {
  const width = table.header.length;
  const [, , ...rows] = table.raw.trimEnd().split('\n');
  for (const [at, row] of rows.entries()) {
    const cells = row.replace(/^\s*\||\|\s*$/g, '').split(/(?<!\\)\|/).length;
    if (cells !== width)
      throw new Error(
        `${file}:${firstLine + 2 + at}: this row has ${cells} cells, and the head ${width}`,
      );
  }
  return {
    kind: 'table',
    head: table.header.map(({ tokens }) => readRuns(tokens, file, firstLine)),
    rows: table.rows.map((cells, at) =>
      cells.map(({ tokens }) => readRuns(tokens, file, firstLine + 2 + at)),
    ),
  };
}

function readRuns(tokens: readonly Token[], file: string, firstLine: number): Run[] {
  const runs: Run[] = [];
  let line = firstLine;
  for (const token of tokens as readonly MarkedToken[]) {
    const run = readRun(token, file, line);
    const last = runs.at(-1);
    // Escapes and bare addresses split a text that looks alike.
    if (last && last.style === run.style && !last.href && !run.href) last.text += run.text;
    else runs.push(run);
    line += lineBreaks(token.raw);
  }
  return runs;
}

function readRun(token: MarkedToken, file: string, line: number): Run {
  const text = 'text' in token ? token.text.replaceAll('\n', ' ') : '';
  switch (token.type) {
    case 'text':
    case 'escape':
      if (/\*\*|`|\]\(/.test(token.raw))
        throw new Error(`${file}:${line}: a mark is not closed: ${token.raw.slice(0, 60)}`);
      return { text };
    case 'strong':
      return { text, style: 'bold' };
    case 'em':
      return { text, style: 'emphasis' };
    case 'codespan':
      return { text, style: 'code' };
    case 'link':
      // A bare address is text: it is an example rather than a link.
      return token.raw.startsWith('[') ? { text, href: token.href } : { text: token.raw };
  }
  throw new Error(`${file}:${line}: this is not supported: ${token.raw.slice(0, 40)}`);
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

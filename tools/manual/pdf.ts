// The manual as one PDF: a cover, contents with page numbers, the chapters, and an outline for the reader's sidebar.
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import PdfDocument from 'pdfkit';
import { VERSION } from '../../src/contract/shared/version.ts';
import { PARTS, pictureOf, targetOf, type Book, type Chapter } from './book.ts';
import { FRAME } from './frame.ts';
import { plainText, type Block, type Run } from './markdown.ts';

type Sheet = InstanceType<typeof PdfDocument>;
/** A picture as JPEG, which a PDF holds as it is, with its size in pixels. */
export type Image = {
  data: Buffer;
  width: number;
  height: number;
  /** Of the width of a whole screen. */ share: number;
};
type Images = ReadonlyMap<string, Image>;

const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = { side: 62, top: 64, bottom: 68 };
const WIDTH = PAGE.width - 2 * MARGIN.side;
const BOTTOM = PAGE.height - MARGIN.bottom;
const INK = '#141B22';
const QUIET = '#55616E';
const LINE = '#D5DAE0';
const ACCENT = '#0F766E';
const TINT = '#EFF6F5';
const SUNKEN = '#F1F3F6';

const FONT = {
  plain: 'Helvetica',
  bold: 'Helvetica-Bold',
  emphasis: 'Helvetica-Oblique',
  code: 'Courier',
} as const;
type Look = { size: number; leading: number; colour: string; bold?: boolean };
const BODY: Look = { size: 10, leading: 15, colour: INK };
const CELL: Look = { size: 9, leading: 13, colour: INK };
const HEAD: Look = { size: 8.5, leading: 12, colour: QUIET, bold: true };
const CAPTION: Look = { size: 8.5, leading: 12, colour: QUIET };
const H1: Look = { size: 24, leading: 30, colour: INK, bold: true };
const H2: Look = { size: 15, leading: 20, colour: INK, bold: true };
const H3: Look = { size: 11.5, leading: 16, colour: INK, bold: true };

type Piece = {
  text: string;
  font: string;
  size: number;
  colour: string;
  width: number;
  link?: { goTo?: string; url?: string };
};
type Line = Piece[];

/** Where a chapter or a section begins, as links within the document name it. */
const anchorOf = (slug: string, id?: string) => (id === undefined ? slug : `${slug}#${id}`);

/**
 * Writes the manual of one language as a PDF.
 * @param images the pictures, by their file in the repository
 * @returns how many pages it has
 */
export async function writePdf(book: Book, images: Images, file: string): Promise<number> {
  const words = FRAME[book.language];
  const sheet: Sheet = new PdfDocument({
    size: 'A4',
    margins: { left: MARGIN.side, right: MARGIN.side, top: MARGIN.top, bottom: MARGIN.bottom },
    bufferPages: true,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: book.language,
    displayTitle: true,
    info: { Title: words.title, CreationDate: new Date(0), ModDate: new Date(0) },
  });
  const out = createWriteStream(file);
  sheet.pipe(out);

  cover(sheet, book);
  const entries = contentsOf(book);
  const rows = entries.map((entry) => ({ ...entry, look: CONTENTS[entry.level] }));
  const contents = layContents(rows);
  for (let page = 0; page < contents.length; page++) newPage(sheet);

  const pages = new Map<string, number>();
  const writer: Writer = { sheet, book, images, pages, y: 0, left: MARGIN.side, width: WIDTH };
  for (const chapter of book.chapters) writeChapter(writer, chapter);

  contents.forEach((page, at) => {
    sheet.switchToPage(1 + at);
    for (const { title, anchor, look, y } of page) {
      const number = String((pages.get(anchor) ?? 0) + 1);
      sheet
        .font(look.bold ? FONT.bold : FONT.plain)
        .fontSize(look.size)
        .fillColor(look.colour);
      sheet.text(title, MARGIN.side + look.indent, y, {
        lineBreak: false,
        ...(pages.has(anchor) && { goTo: anchor }),
      });
      if (pages.has(anchor))
        sheet.text(number, PAGE.width - MARGIN.side - sheet.widthOfString(number), y, {
          lineBreak: false,
        });
    }
    if (at === 0)
      sheet
        .font(FONT.bold)
        .fontSize(H1.size)
        .fillColor(INK)
        .text(words.contents, MARGIN.side, MARGIN.top, { lineBreak: false });
  });
  outline(sheet, book, pages);

  const { count } = sheet.bufferedPageRange();
  for (let at = 1; at < count; at++) {
    sheet.switchToPage(at);
    const number = String(at + 1);
    // Below the margin, where writing would open a page of its own.
    sheet.page.margins.bottom = 0;
    sheet
      .font(FONT.plain)
      .fontSize(8.5)
      .fillColor(QUIET)
      .text(words.title, MARGIN.side, PAGE.height - 42, { lineBreak: false });
    sheet.text(number, PAGE.width - MARGIN.side - sheet.widthOfString(number), PAGE.height - 42, {
      lineBreak: false,
    });
  }
  sheet.end();
  await finished(out);
  return count;
}

function newPage(sheet: Sheet): void {
  sheet.addPage();
}

function cover(sheet: Sheet, book: Book): void {
  const words = FRAME[book.language];
  newPage(sheet);
  sheet.rect(0, 0, PAGE.width, 250).fill(ACCENT);
  sheet
    .font(FONT.bold)
    .fontSize(40)
    .fillColor('#FFFFFF')
    .text(words.title, MARGIN.side, 150, { lineBreak: false });
  let y = 300;
  for (const { name, chapters } of PARTS) {
    sheet
      .font(FONT.bold)
      .fontSize(11)
      .fillColor(ACCENT)
      .text(name[book.language], MARGIN.side, y, { lineBreak: false });
    const titles = chapters
      .filter((slug) => slug !== 'index')
      .map((slug) => book.chapters.find((chapter) => chapter.slug === slug)!.title)
      .join(' · ');
    sheet
      .font(FONT.plain)
      .fontSize(11)
      .fillColor(QUIET)
      .text(titles, MARGIN.side, y + 17, { width: WIDTH, lineGap: 3 });
    y = sheet.y + 18;
  }
  sheet
    .font(FONT.plain)
    .fontSize(10)
    .fillColor(QUIET)
    .text(words.version.replace('{version}', VERSION), MARGIN.side, PAGE.height - 90, {
      lineBreak: false,
    });
}

// ---- contents and outline ----

type Entry = { level: 0 | 1 | 2; title: string; anchor: string };
const CONTENTS = [
  { size: 9, colour: ACCENT, bold: true, indent: 0, before: 16, height: 16 },
  { size: 11, colour: INK, bold: true, indent: 0, before: 6, height: 17 },
  { size: 10, colour: QUIET, bold: false, indent: 16, before: 0, height: 15 },
] as const;

function contentsOf({ language, chapters }: Book): Entry[] {
  return PARTS.flatMap(({ name, chapters: slugs }) => [
    { level: 0, title: name[language].toUpperCase(), anchor: '' } as const,
    ...slugs.flatMap((slug): Entry[] => {
      const chapter = chapters.find((each) => each.slug === slug)!;
      const sections = chapter.blocks.flatMap((block): Entry[] =>
        block.kind === 'heading' && block.level === 2
          ? [{ level: 2, title: plainText(block.runs), anchor: anchorOf(slug, block.id) }]
          : [],
      );
      return [{ level: 1, title: chapter.title, anchor: anchorOf(slug) }, ...sections];
    }),
  ]);
}

/** The lines of the contents with their places, page by page; a heading does not stand alone at a page's end. */
function layContents<T extends Entry & { look: (typeof CONTENTS)[number] }>(
  rows: readonly T[],
): (T & { y: number })[][] {
  const pages: (T & { y: number })[][] = [[]];
  let y = MARGIN.top + 50;
  rows.forEach((row, at) => {
    const { before, height } = row.look;
    const keep =
      row.level < 2
        ? rows
            .slice(at + 1, at + 3)
            .reduce((sum, next) => sum + next.look.before + next.look.height, 0)
        : 0;
    if (y + before + height + keep > BOTTOM) {
      pages.push([]);
      y = MARGIN.top;
    } else if (pages.at(-1)!.length > 0) y += before;
    pages.at(-1)!.push({ ...row, y });
    y += height;
  });
  return pages;
}

function outline(sheet: Sheet, { chapters }: Book, pages: ReadonlyMap<string, number>): void {
  for (const chapter of chapters) {
    // The outline takes the page that is open.
    sheet.switchToPage(pages.get(anchorOf(chapter.slug))!);
    const item = sheet.outline.addItem(chapter.title, { expanded: false });
    for (const block of chapter.blocks) {
      if (block.kind !== 'heading' || block.level !== 2) continue;
      sheet.switchToPage(pages.get(anchorOf(chapter.slug, block.id))!);
      item.addItem(plainText(block.runs));
    }
  }
}

// ---- chapters ----

type Writer = {
  sheet: Sheet;
  book: Book;
  images: Images;
  pages: Map<string, number>;
  y: number;
  left: number;
  width: number;
};

function writeChapter(writer: Writer, chapter: Chapter): void {
  turn(writer);
  mark(writer, anchorOf(chapter.slug));
  writeLines(writer, layText(writer, [{ text: chapter.title }], H1, writer.width, chapter), H1);
  writer.y += 14;
  writeBlocks(writer, chapter.blocks, chapter);
}

function turn(writer: Writer): void {
  newPage(writer.sheet);
  writer.y = MARGIN.top;
}

/** Opens a page where the present one has no such room. */
function need(writer: Writer, height: number): void {
  if (writer.y + height > BOTTOM && writer.y > MARGIN.top) turn(writer);
}

function mark(writer: Writer, anchor: string): void {
  const { sheet, pages, y } = writer;
  const { start, count } = sheet.bufferedPageRange();
  pages.set(anchor, start + count - 1);
  sheet.addNamedDestination(anchor, 'XYZ', 0, Math.max(0, y - 12), null);
}

function writeBlocks(writer: Writer, blocks: readonly Block[], chapter: Chapter): void {
  blocks.forEach((block, at) => {
    const next = blocks[at + 1];
    switch (block.kind) {
      case 'heading': {
        const look = block.level === 2 ? H2 : H3;
        const lines = layText(writer, block.runs, look, writer.width, chapter);
        // A heading stays with the beginning of what follows it.
        need(
          writer,
          lines.length * look.leading +
            26 +
            (next ? beginningOf(writer, next, blocks[at + 2], chapter) : 0),
        );
        if (writer.y > MARGIN.top) writer.y += block.level === 2 ? 20 : 12;
        mark(writer, anchorOf(chapter.slug, block.id));
        writeLines(writer, lines, look);
        writer.y += block.level === 2 ? 6 : 4;
        break;
      }
      case 'paragraph': {
        const lines = layText(writer, block.runs, BODY, writer.width, chapter);
        need(writer, beginningOf(writer, block, next, chapter));
        writeLines(writer, lines, BODY);
        writer.y += 7;
        break;
      }
      case 'list': {
        block.items.forEach((item, index) => {
          const sign = block.ordered ? `${block.start + index}.` : '•';
          const [first] = item;
          need(writer, first ? beginningOf(writer, first, item[1], chapter) : 0);
          writer.sheet
            .font(FONT.plain)
            .fontSize(BODY.size)
            .fillColor(QUIET)
            .text(sign, writer.left, writer.y + 2.5, { lineBreak: false });
          indented(writer, 18, () => writeBlocks(writer, item, chapter));
          writer.y -= item.at(-1)?.kind === 'paragraph' ? 3 : 0;
        });
        writer.y += 5;
        break;
      }
      case 'note': {
        const height = indentedHeight(writer, 14, block.blocks, chapter) + 14;
        need(writer, Math.min(height, 300));
        writer.sheet
          .rect(writer.left, writer.y, writer.width, height)
          .fill(TINT)
          .rect(writer.left, writer.y, 2.5, height)
          .fill(ACCENT);
        writer.y += 10;
        indented(writer, 14, () => writeBlocks(writer, block.blocks, chapter));
        writer.y += 9;
        break;
      }
      case 'code': {
        const lines = block.text.split('\n');
        const height = lines.length * 12 + 16;
        need(writer, height);
        writer.sheet.roundedRect(writer.left, writer.y, writer.width, height, 4).fill(SUNKEN);
        writer.sheet.font(FONT.code).fontSize(8.5).fillColor(INK);
        lines.forEach((line, index) =>
          writer.sheet.text(line, writer.left + 10, writer.y + 9 + index * 12, {
            lineBreak: false,
          }),
        );
        writer.y += height + 9;
        break;
      }
      case 'table':
        writeTable(writer, block, chapter);
        break;
      case 'picture':
        writePicture(writer, block, chapter);
        break;
    }
  });
}

function indented(writer: Writer, by: number, work: () => void): void {
  writer.left += by;
  writer.width -= by;
  work();
  writer.left -= by;
  writer.width += by;
}

function indentedHeight(
  writer: Writer,
  by: number,
  blocks: readonly Block[],
  chapter: Chapter,
): number {
  let height = 0;
  indented(writer, by, () => {
    height = blocks.reduce((sum, block) => sum + heightOf(writer, block, chapter), 0);
  });
  return height;
}

/** The room that a block needs to begin on a page: what introduces a list or a table stays with its first lines. */
function beginningOf(
  writer: Writer,
  block: Block,
  next: Block | undefined,
  chapter: Chapter,
): number {
  if (block.kind === 'picture') return heightOf(writer, block, chapter) * SMALLEST;
  if (block.kind !== 'paragraph') return Math.min(heightOf(writer, block, chapter), 50);
  const lines = layText(writer, block.runs, BODY, writer.width, chapter).length;
  return (
    Math.min(lines, 4) * BODY.leading +
    (lines <= 4 && next && ['list', 'table', 'code'].includes(next.kind)
      ? Math.min(heightOf(writer, next, chapter), 50)
      : 0)
  );
}

/** About how high a block becomes; exact for paragraphs, lists and notes of paragraphs. */
function heightOf(writer: Writer, block: Block, chapter: Chapter): number {
  switch (block.kind) {
    case 'heading':
      return 50;
    case 'paragraph':
      return layText(writer, block.runs, BODY, writer.width, chapter).length * BODY.leading + 7;
    case 'list':
      return (
        block.items.reduce((sum, item) => sum + indentedHeight(writer, 18, item, chapter) - 3, 0) +
        5
      );
    case 'note':
      return indentedHeight(writer, 14, block.blocks, chapter) + 30;
    case 'code':
      return block.text.split('\n').length * 12 + 25;
    case 'table':
      return 60;
    case 'picture':
      return pictureSize(writer, block, chapter).height + 30;
  }
}

// ---- text ----

/** Breaks runs into lines of pieces that look alike. */
function layText(
  writer: Writer,
  runs: readonly Run[],
  look: Look,
  width: number,
  chapter: Chapter,
): Line[] {
  const { sheet } = writer;
  const lines: Line[] = [[]];
  let used = 0;
  const put = (word: string, style: Omit<Piece, 'text' | 'width'>) => {
    sheet.font(style.font).fontSize(style.size);
    const length = sheet.widthOfString(word);
    const line = lines.at(-1)!;
    if (word !== ' ' && used + length > width && line.length > 0) {
      // The blank before a break is not written.
      if (line.at(-1)?.text.endsWith(' ')) {
        const last = line.at(-1)!;
        last.text = last.text.slice(0, -1);
        if (last.text === '') line.pop();
      }
      lines.push([]);
      used = 0;
    }
    const here = lines.at(-1)!;
    if (word === ' ' && here.length === 0) return;
    const last = here.at(-1);
    if (
      last &&
      last.font === style.font &&
      last.size === style.size &&
      last.link?.goTo === style.link?.goTo &&
      last.link?.url === style.link?.url
    ) {
      last.text += word;
      last.width += length;
    } else here.push({ ...style, text: word, width: length });
    used += length;
  };
  for (const run of runs) {
    const link = run.href === undefined ? undefined : linkOf(run.href, chapter, writer.book);
    const font =
      run.style === 'code'
        ? FONT.code
        : run.style === 'emphasis'
          ? FONT.emphasis
          : run.style === 'bold' || look.bold
            ? FONT.bold
            : FONT.plain;
    const style = {
      font,
      size: run.style === 'code' ? look.size - 0.5 : look.size,
      colour: link ? ACCENT : look.colour,
      ...(link && { link }),
    };
    for (const word of run.text.split(/( )/))
      if (word !== '') for (const part of fit(sheet, word, style, width)) put(part, style);
  }
  return lines;
}

/** A word that is wider than a line, such as an address, in pieces that are not. */
function fit(
  sheet: Sheet,
  word: string,
  { font, size }: { font: string; size: number },
  width: number,
): string[] {
  sheet.font(font).fontSize(size);
  if (sheet.widthOfString(word) <= width) return [word];
  const parts = [''];
  for (const sign of word) {
    if (sheet.widthOfString(parts.at(-1)! + sign) > width) parts.push('');
    parts[parts.length - 1] += sign;
  }
  return parts;
}

/** Within the document where the link names a section, else to its address; an address of the portal has none on paper. */
function linkOf(href: string, chapter: Chapter, book: Book): Piece['link'] {
  const target = targetOf(href, chapter);
  if (target.kind === 'address')
    return /^(https?|mailto):/.test(target.href) ? { url: target.href } : undefined;
  const section = book.chapters.some(({ slug }) => slug === target.slug);
  return section ? { goTo: anchorOf(target.slug, target.id) } : undefined;
}

function writeLines(writer: Writer, lines: readonly Line[], look: Look): void {
  for (const line of lines) {
    need(writer, look.leading);
    writeLine(writer, line, writer.left, writer.y, look);
    writer.y += look.leading;
  }
}

function writeLine({ sheet }: Writer, line: Line, left: number, y: number, look: Look): void {
  let x = left;
  for (const { text, font, size, colour, width, link } of line) {
    const top = y + (look.leading - look.size) / 2 + (look.size - size);
    sheet
      .font(font)
      .fontSize(size)
      .fillColor(colour)
      .text(text, x, top, {
        lineBreak: false,
        ...(link?.goTo !== undefined && { goTo: link.goTo }),
        ...(link?.url !== undefined && { link: link.url }),
      });
    x += width;
  }
}

// ---- tables and pictures ----

/** The share of its size down to which a picture shrinks to stay on a page. */
const SMALLEST = 0.65;

const PAD = { x: 7, y: 5 };

function writeTable(
  writer: Writer,
  { head, rows }: Extract<Block, { kind: 'table' }>,
  chapter: Chapter,
): void {
  const { sheet } = writer;
  const columns = columnWidths(writer, [head, ...rows]);
  const lay = (cells: readonly Run[][], look: Look) => {
    const texts = cells.map((runs, at) =>
      layText(writer, runs, look, columns[at]! - 2 * PAD.x, chapter),
    );
    return {
      texts,
      height: Math.max(...texts.map((lines) => lines.length)) * look.leading + 2 * PAD.y,
    };
  };
  const put = ({ texts, height }: ReturnType<typeof lay>, look: Look) => {
    let x = writer.left;
    texts.forEach((lines, at) => {
      lines.forEach((line, index) =>
        writeLine(writer, line, x + PAD.x, writer.y + PAD.y + index * look.leading, look),
      );
      x += columns[at]!;
    });
    writer.y += height;
  };
  const heads = lay(head, HEAD);
  const putHead = () => {
    sheet.rect(writer.left, writer.y, writer.width, heads.height).fill(SUNKEN);
    put(heads, HEAD);
  };
  const bodies = rows.map((cells) => lay(cells, CELL));
  need(writer, heads.height + (bodies[0]?.height ?? 0));
  putHead();
  for (const body of bodies) {
    if (writer.y + body.height > BOTTOM) {
      turn(writer);
      putHead();
    }
    put(body, CELL);
    sheet
      .moveTo(writer.left, writer.y)
      .lineTo(writer.left + writer.width, writer.y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke();
  }
  writer.y += 14;
}

/** Columns by what they hold: short ones as wide as they need, the rest shared by the length of their texts. */
function columnWidths({ sheet, width }: Writer, rows: readonly (readonly Run[][])[]): number[] {
  const count = rows[0]!.length;
  const measure = (at: number) =>
    rows.map((cells) => {
      sheet.font(FONT.bold).fontSize(CELL.size);
      return sheet.widthOfString(plainText(cells[at]!)) + 2 * PAD.x + 4;
    });
  const widest = Array.from({ length: count }, (_, at) => Math.max(...measure(at)));
  const longestWord = Array.from({ length: count }, (_, at) =>
    Math.max(
      ...rows.flatMap((cells) =>
        plainText(cells[at]!)
          .split(' ')
          .map(
            (word) => sheet.font(FONT.bold).fontSize(CELL.size).widthOfString(word) + 2 * PAD.x + 4,
          ),
      ),
    ),
  );
  if (widest.reduce((sum, each) => sum + each, 0) <= width) {
    const spare = width - widest.reduce((sum, each) => sum + each, 0);
    return widest.map((each, at) => each + (at === count - 1 ? spare : 0));
  }
  const average = Array.from(
    { length: count },
    (_, at) => measure(at).reduce((sum, each) => sum + each, 0) / rows.length,
  );
  const least = widest.map((each, at) =>
    Math.min(each, Math.max(70, Math.min(longestWord[at]!, width / count))),
  );
  const room = width - least.reduce((sum, each) => sum + each, 0);
  const weight = average.map(
    (each, at) =>
      Math.max(0, Math.sqrt(each) * 10 - least[at]! * 0.3) + (widest[at]! > least[at]! ? 1 : 0),
  );
  const total = weight.reduce((sum, each) => sum + each, 0) || 1;
  const widths = least.map((each, at) =>
    Math.min(each + (room * weight[at]!) / total, Math.max(widest[at]!, each)),
  );
  const left = width - widths.reduce((sum, each) => sum + each, 0);
  const largest = average.indexOf(Math.max(...average));
  return widths.map((each, at) => each + (at === largest ? left : 0));
}

function pictureSize(
  { width, images }: Writer,
  block: Extract<Block, { kind: 'picture' }>,
  chapter: Chapter,
): { width: number; height: number } {
  const image = images.get(pictureOf(block, chapter).file);
  if (!image)
    throw new Error(
      `${chapter.file}: the picture ${pictureOf(block, chapter).file} is missing; npm run generate -- manual-pictures takes it`,
    );
  // Wide ones nearly as wide as the text, those of a phone as high as a third of a page.
  const scale = Math.min((Math.min(width, 440) * image.share) / image.width, 300 / image.height);
  return { width: image.width * scale, height: image.height * scale };
}

function writePicture(
  writer: Writer,
  block: Extract<Block, { kind: 'picture' }>,
  chapter: Chapter,
): void {
  const { sheet, images } = writer;
  const size = pictureSize(writer, block, chapter);
  const { alt, file } = pictureOf(block, chapter);
  const caption = layText(writer, [{ text: alt }], CAPTION, writer.width, chapter);
  const below = 14 + caption.length * CAPTION.leading;
  // Rather a little smaller than on the next page, with half of this one empty.
  const room = BOTTOM - writer.y - below;
  const scale = room >= size.height ? 1 : room >= size.height * SMALLEST ? room / size.height : 1;
  const [width, height] = [size.width * scale, size.height * scale];
  need(writer, height + below);
  writer.y += 4;
  sheet.image(images.get(file)!.data, writer.left, writer.y, { width, height });
  sheet.rect(writer.left, writer.y, width, height).lineWidth(0.6).strokeColor(LINE).stroke();
  writer.y += height + 5;
  writeLines(writer, caption, CAPTION);
  writer.y += 10;
}

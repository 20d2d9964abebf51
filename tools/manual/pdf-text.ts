// Text on the sheets of the PDF: styles, line breaking, links and page breaks.
import type PdfDocument from 'pdfkit';
import { targetOf, type Book, type Chapter } from './book.ts';
import type { Run } from './markdown.ts';

export type Sheet = InstanceType<typeof PdfDocument>;
/** A picture as JPEG, which a PDF holds as it is, with its size in pixels. */
export type Image = {
  data: Buffer;
  width: number;
  height: number;
  /** Share of the width of a whole screen. */ share: number;
};
export type Images = ReadonlyMap<string, Image>;

export const PAGE = { width: 595.28, height: 841.89 };
export const MARGIN = { side: 62, top: 64, bottom: 68 };
export const WIDTH = PAGE.width - 2 * MARGIN.side;
export const BOTTOM = PAGE.height - MARGIN.bottom;
export const INK = '#141B22';
export const QUIET = '#55616E';
export const LINE = '#D5DAE0';
export const ACCENT = '#0F766E';
export const TINT = '#EFF6F5';
export const SUNKEN = '#F1F3F6';

export const FONT = {
  plain: 'Helvetica',
  bold: 'Helvetica-Bold',
  emphasis: 'Helvetica-Oblique',
  code: 'Courier',
} as const;
export type Look = { size: number; leading: number; colour: string; bold?: boolean };
export const BODY: Look = { size: 10, leading: 15, colour: INK };
export const CELL: Look = { size: 9, leading: 13, colour: INK };
export const HEAD: Look = { size: 8.5, leading: 12, colour: QUIET, bold: true };
export const CAPTION: Look = { size: 8.5, leading: 12, colour: QUIET };
export const H1: Look = { size: 24, leading: 30, colour: INK, bold: true };
export const H2: Look = { size: 15, leading: 20, colour: INK, bold: true };
export const H3: Look = { size: 11.5, leading: 16, colour: INK, bold: true };

type Piece = {
  text: string;
  font: string;
  size: number;
  colour: string;
  width: number;
  link?: { goTo?: string; url?: string };
};
export type Line = Piece[];

/** The destination of a chapter or a section for links within the document. */
export const anchorOf = (slug: string, id?: string) => (id === undefined ? slug : `${slug}#${id}`);

export type Writer = {
  sheet: Sheet;
  book: Book;
  images: Images;
  pages: Map<string, number>;
  y: number;
  left: number;
  width: number;
};

export function newPage(sheet: Sheet): void {
  sheet.addPage();
}

export function turn(writer: Writer): void {
  newPage(writer.sheet);
  writer.y = MARGIN.top;
}

/** Opens a page where the present one has no such room. */
export function need(writer: Writer, height: number): void {
  if (writer.y + height > BOTTOM && writer.y > MARGIN.top) turn(writer);
}

export function mark(writer: Writer, anchor: string): void {
  const { sheet, pages, y } = writer;
  const { start, count } = sheet.bufferedPageRange();
  pages.set(anchor, start + count - 1);
  sheet.addNamedDestination(anchor, 'XYZ', 0, Math.max(0, y - 12), null);
}

/** Breaks runs into lines of pieces that look alike. */
export function layText(
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

export function writeLines(writer: Writer, lines: readonly Line[], look: Look): void {
  for (const line of lines) {
    need(writer, look.leading);
    writeLine(writer, line, writer.left, writer.y, look);
    writer.y += look.leading;
  }
}

export function writeLine(
  { sheet }: Writer,
  line: Line,
  left: number,
  y: number,
  look: Look,
): void {
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

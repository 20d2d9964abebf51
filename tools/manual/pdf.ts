// The manual as one PDF: a cover, contents with page numbers, the chapters, and an outline for the reader's sidebar.
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import PdfDocument from 'pdfkit';
import { VERSION } from '../../src/contract/shared/version.ts';
import { PARTS, type Book } from './book.ts';
import { FRAME } from './frame.ts';
import { plainText } from './markdown.ts';
import { writeChapter } from './pdf-blocks.ts';
import {
  ACCENT,
  anchorOf,
  BOTTOM,
  FONT,
  H1,
  INK,
  MARGIN,
  newPage,
  PAGE,
  QUIET,
  WIDTH,
  type Images,
  type Sheet,
  type Writer,
} from './pdf-text.ts';

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

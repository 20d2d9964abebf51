// The blocks of a chapter on the sheets of the PDF.
import type { Chapter } from './book.ts';
import type { Block } from './markdown.ts';
import { pictureSize, SMALLEST, writePicture } from './pdf-picture.ts';
import { writeTable } from './pdf-table.ts';
import {
  ACCENT,
  anchorOf,
  BODY,
  FONT,
  H1,
  H2,
  H3,
  INK,
  layText,
  MARGIN,
  mark,
  need,
  QUIET,
  SUNKEN,
  TINT,
  turn,
  writeLines,
  type Writer,
} from './pdf-text.ts';

export function writeChapter(writer: Writer, chapter: Chapter): void {
  turn(writer);
  mark(writer, anchorOf(chapter.slug));
  writeLines(writer, layText(writer, [{ text: chapter.title }], H1, writer.width, chapter), H1);
  writer.y += 14;
  writeBlocks(writer, chapter.blocks, chapter);
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

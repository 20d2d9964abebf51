// Tables on the sheets of the PDF.
import type { Chapter } from './book.ts';
import { plainText, type Block, type Run } from './markdown.ts';
import {
  BOTTOM,
  CELL,
  FONT,
  HEAD,
  layText,
  LINE,
  need,
  SUNKEN,
  turn,
  writeLine,
  type Look,
  type Writer,
} from './pdf-text.ts';

const PAD = { x: 7, y: 5 };

export function writeTable(
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

// Pictures on the sheets of the PDF.
import { pictureOf, type Chapter } from './book.ts';
import type { Block } from './markdown.ts';
import { BOTTOM, CAPTION, layText, LINE, need, writeLines, type Writer } from './pdf-text.ts';

/** The share of its size down to which a picture shrinks to stay on a page. */
export const SMALLEST = 0.65;

export function pictureSize(
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

export function writePicture(
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

/** The shared texts of a workbook, kept in blocks to save memory. */
import { LIMITS, damaged, tooLarge } from './upload-refused.ts';
import type { Archive } from './zip.ts';
import { unescapeText, parseXml } from './xlsx-xml.ts';

export type Workbook = {
  /** Parts of the visible sheets, in the workbook's order. */
  readonly sheets: readonly string[];
  readonly texts: TextTable;
  /** By cell style, whether its numbers are dates. */
  readonly dateStyles: readonly boolean[];
  /** Days count from 1904 instead of 1900. */
  readonly from1904: boolean;
};

/**
 * Distinct texts by number: bytes in blocks, since millions of strings would take several times the
 * memory.
 */
export class TextTable {
  private readonly blocks: Buffer[] = [];
  private readonly starts: number[] = [];
  private readonly lengths: number[] = [];
  private used = 0;

  add(text: string): void {
    const length = Buffer.byteLength(text);
    const free = BLOCK - (this.used % BLOCK);
    // No text spans two blocks; it has at most LIMITS.rowCharacters of four bytes.
    if (length > free) this.used += free;
    if (this.used + length > LIMITS.sharedTextBytes || this.starts.length === LIMITS.sharedTexts) {
      throw tooLarge(LIMITS.sharedTextBytes);
    }
    const block = (this.blocks[Math.floor(this.used / BLOCK)] ??= Buffer.allocUnsafe(BLOCK));
    block.write(text, this.used % BLOCK);
    this.starts.push(this.used);
    this.lengths.push(length);
    this.used += length;
  }

  get(index: number): string {
    const start = this.starts[index];
    const length = this.lengths[index];
    if (start === undefined || length === undefined) throw damaged();
    const offset = start % BLOCK;
    return this.blocks[Math.floor(start / BLOCK)]?.toString('utf8', offset, offset + length) ?? '';
  }
}

const BLOCK = 4 * LIMITS.rowCharacters;

export async function readTexts(archive: Archive, part: string): Promise<TextTable> {
  const texts = new TextTable();
  let text = '';
  let inText = false;
  let inPhonetic = false;
  await parseXml(archive, part, {
    open({ name }) {
      if (name === 'si') text = '';
      else if (name === 'rPh') inPhonetic = true;
      else if (name === 't') inText = !inPhonetic;
    },
    text(characters) {
      if (inText) text += characters;
      if (text.length > LIMITS.rowCharacters) throw damaged();
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 'si') texts.add(unescapeText(text));
    },
  });
  return texts;
}

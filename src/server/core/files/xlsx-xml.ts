/** Parts of a workbook read as a stream of XML events. */
import { SaxesParser } from 'saxes';
import { LIMITS, UploadRefused, damaged, hasDoctype } from './upload-refused.ts';
import type { Archive } from './zip.ts';

/**
 * Control characters stand in XLSX as `_x000D_` (ECMA-376 part 1, 22.9.2.19). As in a CSV, those that no
 * phone shows and no text of PostgreSQL holds are left out.
 */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '')
    .toWellFormed();
}

type Handlers = {
  /** The name without its prefix. */
  open(tag: { name: string; attributes: Record<string, string> }): void;
  text?(characters: string): void;
  close?(name: string): void;
};

// A tag or a text is never longer than a row may be; without this, an endless one would fill the
// memory.
const LONGEST_TOKEN = 4 * LIMITS.rowCharacters;

/** Parses a part; yields after each chunk, once the handlers have processed it. */
export async function* readXml(
  archive: Archive,
  part: string,
  handlers: Handlers,
): AsyncGenerator<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  });
  const decoder = new TextDecoder();
  let sinceToken = 0;
  parser.on('doctype', () => {
    throw hasDoctype();
  });
  parser.on('opentag', (tag) => {
    sinceToken = 0;
    handlers.open({ name: localName(tag.name), attributes: tag.attributes });
  });
  if (handlers.text !== undefined) parser.on('text', handlers.text);
  parser.on('closetag', (tag) => {
    sinceToken = 0;
    handlers.close?.(localName(tag.name));
  });
  const feed = (step: () => void) => {
    try {
      step();
    } catch (error) {
      throw error instanceof UploadRefused ? error : damaged();
    }
  };
  for await (const chunk of archive.read(part)) {
    sinceToken += chunk.length;
    feed(() => parser.write(decoder.decode(chunk, { stream: true })));
    if (sinceToken > LONGEST_TOKEN) throw damaged();
    yield;
  }
  feed(() => parser.close());
  yield;
}

export async function parseXml(archive: Archive, part: string, handlers: Handlers): Promise<void> {
  for await (const _ of readXml(archive, part, handlers));
}

export function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

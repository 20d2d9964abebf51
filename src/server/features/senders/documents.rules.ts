import { inflateSync } from 'node:zlib';
import type { DocumentType } from '../../../contract/api/sender-documents.ts';

// The type of a file by its first octets: PNG (W3C, 5.2), JPEG (ITU T.81, B.1.1.3), PDF (ISO 32000-2, 7.5.2). At the very
// beginning: readers look for a PDF's header further on too, which is how one hides behind another kind of file.
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** The type of a file by its content; undefined for one that is not accepted. */
export function typeOf(bytes: Buffer): DocumentType | undefined {
  if (bytes.subarray(0, 8).equals(PNG)) return 'image/png';
  if (bytes.subarray(0, 3).equals(JPEG)) return 'image/jpeg';
  if (/^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8))) return 'application/pdf';
  return undefined;
}

export type PdfFault = 'BROKEN' | 'LOCKED' | 'ACTIVE';

// Parts of a PDF that do something rather than show something (ISO 32000-2, 12.6.4, 7.11.4, 12.7, 13):
// scripts, starting programs, other files, forms that send, films. Names that are long enough never to stand
// in compressed octets by chance; every script's action has one of them.
const ACTIVE =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia\w*|XFA\s*[[\d]|GoToE|GoToR|SubmitForm|ImportData|Rendition|Movie|Flash)/;
/** An object's word, in `obj` and `endobj`, and the beginning of a stream; not its end. */
const WORD = /obj|(?<!end)stream\r?\n/g;
/**
 * The most octets that are looked at of one file, packed and unpacked, and as many of what stands before its streams.
 * It stops a decompression bomb, and a file whose words make each look go over all of it again.
 */
const MOST_READ = 32 * 1024 * 1024;

/**
 * The reason why a PDF is not safe to show. Its objects are read, also where objects are packed
 * into streams and names are written with escapes; what cannot be looked at is refused.
 */
export function pdfFault(bytes: Buffer): PdfFault | undefined {
  const text = bytes.toString('latin1');
  if (!/%%EOF\s*$/.test(text.slice(-1024).replaceAll('\0', ' '))) return 'BROKEN';
  const plain = unescaped(text);
  if (/\/Encrypt(?![A-Za-z0-9])/.test(plain)) return 'LOCKED';
  if (ACTIVE.test(plain)) return 'ACTIVE';
  let left = MOST_READ;
  let headsLeft = MOST_READ;
  let object = 0;
  for (const match of text.matchAll(WORD)) {
    if (match[0] === 'obj') {
      object = match.index;
      continue;
    }
    headsLeft -= match.index - object;
    if (headsLeft < 0) return 'BROKEN';
    const head = unescaped(text.slice(object, match.index));
    if (!/\/ObjStm/.test(head) && !(/\/First\s/.test(head) && /\/N\s/.test(head))) continue;
    const start = match.index + match[0].length;
    const end = text.indexOf('endstream', start);
    if (end < 0) return 'BROKEN';
    left -= end - start;
    const packed = left < 0 ? undefined : objectsOf(head, bytes.subarray(start, end), left);
    if (packed === undefined) return 'BROKEN';
    left -= packed.length;
    if (ACTIVE.test(unescaped(packed))) return 'ACTIVE';
  }
  return undefined;
}

/** The objects of a stream as text; undefined where they are packed in another way than everybody's, or too many. */
function objectsOf(head: string, bytes: Buffer, most: number): string | undefined {
  if (!head.includes('/Filter')) return bytes.toString('latin1');
  if (
    !/\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/.test(head) ||
    /\/DecodeParms/.test(head)
  )
    return undefined;
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most), finishFlush: 2 }).toString(
      'latin1',
    );
  } catch {
    return undefined;
  }
}

/** Names with their escapes read: `/J#61vaScript` is `/JavaScript`. */
function unescaped(text: string): string {
  return text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

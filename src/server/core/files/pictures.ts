import type { Readable } from 'node:stream';
import sharp from 'sharp';
import { fileRefused, tooLarge } from '../../infra/errors.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';

const MOST_BYTES = 5 * 1024 * 1024;
const MOST_PIXELS = 40_000_000;

// File types by their first octets: PNG (W3C, 5.2), JPEG (ITU T.81, B.1.1.3), WebP (RFC 9649, 2.4).
const KNOWN: ((bytes: Buffer) => boolean)[] = [
  (bytes) =>
    bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff,
  (bytes) =>
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
];

/** The crop of a picture: a square that it fills, or a box that it fits into. */
export type Cut = { width: number; height: number; fit: 'cover' | 'inside' };

/**
 * Reads a picture to its end and re-encodes it as WebP, so that only its pixels are kept: no
 * location, no second file hidden in it.
 * @throws Refusal TOO_LARGE, FILE_REFUSED if the content is not PNG, JPEG or WebP
 */
export async function readPicture(stream: Readable, cut: Cut, language: Language): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    length += piece.length;
    // Read to its end even so: an unread stream hangs its request.
    if (length <= MOST_BYTES) pieces.push(piece);
  }
  if (length > MOST_BYTES) throw tooLarge('5 MB');
  const bytes = Buffer.concat(pieces);
  if (!KNOWN.some((is) => is(bytes))) throw fileRefused(sentence(language, 'NOT_A_PICTURE'));
  try {
    return await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ ...cut, withoutEnlargement: cut.fit === 'inside' })
      .webp({ quality: 85 })
      .toBuffer();
  } catch {
    throw fileRefused(sentence(language, 'NOT_A_PICTURE'));
  }
}

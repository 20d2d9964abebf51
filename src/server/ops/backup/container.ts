/**
 * The file of a backup, version 1 (`docs/adr/0029-backup-format-and-restore.md`): a plain header, then frames of one compressed
 * stream, each sealed, so that a frame that was changed, moved, left out or cut off is found before anything is done with it.
 * Nothing is ever held but the frame at hand.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import * as z from 'zod/mini';
import { StartupError } from '../../infra/startup-error.ts';

const MAGIC = Buffer.from('TUMABACKUP\n');
const FORMAT = 1;
const FRAME = 1 << 20;
const LAST = 0x8000_0000;
const SEAL_BYTES = 16;
/** 32 MB for a moment: what somebody who stole a backup pays for each guess. */
const SCRYPT = { N: 1 << 15, r: 8, p: 1, maxmem: 64 << 20 };

const headerShape = z.object({
  format: z.number(),
  product: z.string(),
  /** Number of the newest migration. */
  schema: z.number(),
  /** The moment that the data is of. */
  at: z.string(),
  encryption: z.nullable(
    z.object({ cipher: z.literal('aes-256-gcm'), key: z.literal('scrypt'), salt: z.string() }),
  ),
});

/** The part of a backup that is readable without its key. */
export type Header = z.output<typeof headerShape>;

/** The compressed stream: facts, and rows as PostgreSQL's COPY writes them. */
export type Block = { json: unknown } | { data: Buffer };

/**
 * The octets of a backup of these blocks. They are pulled: who reads slowly slows the blocks down.
 * @param key encrypts it: a text that only its owner knows
 */
export function writeContainer(
  about: Omit<Header, 'format' | 'encryption'>,
  key: string | undefined,
  blocks: AsyncIterable<Block>,
): Readable {
  const salt = randomBytes(16);
  const header: Header = {
    format: FORMAT,
    ...about,
    encryption:
      key === undefined
        ? null
        : { cipher: 'aes-256-gcm', key: 'scrypt', salt: salt.toString('base64') },
  };
  const headerBytes = Buffer.from(JSON.stringify(header));
  const compress = createZstdCompress();
  // An error in the blocks ends the frames with the same error.
  pipeline(
    Readable.from(encode(blocks), { objectMode: false, highWaterMark: FRAME }),
    compress,
    () => {},
  );
  async function* file(): AsyncGenerator<Buffer> {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(headerBytes.length);
    yield Buffer.concat([MAGIC, length, headerBytes]);
    yield* sealed(compress, new Sealer(headerBytes, key, salt));
  }
  return Readable.from(file(), { objectMode: false });
}

async function* encode(blocks: AsyncIterable<Block>): AsyncGenerator<Buffer> {
  for await (const block of blocks) {
    const data = 'data' in block ? block.data : Buffer.from(JSON.stringify(block.json));
    const head = Buffer.alloc(5);
    head.writeUInt8('data' in block ? 1 : 0);
    head.writeUInt32BE(data.length, 1);
    yield head;
    yield data;
  }
}

async function* sealed(compressed: AsyncIterable<Buffer>, sealer: Sealer): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  const frame = (last: boolean): Buffer => {
    const { payload, seal } = sealer.seal(Buffer.concat(parts), last);
    const head = Buffer.alloc(4);
    head.writeUInt32BE((last ? LAST : 0) + payload.length);
    [parts, size] = [[], 0];
    return Buffer.concat([head, payload, seal]);
  };
  for await (const part of compressed) {
    if (size >= FRAME) yield frame(false);
    parts.push(part);
    size += part.length;
  }
  yield frame(true);
}

/**
 * Seals frames in their order, or opens them: with a key by AES-256-GCM, without one by a checksum. The
 * header is part of every seal.
 */
class Sealer {
  readonly #header: Buffer;
  readonly #key: Buffer | undefined;
  #count = 0n;

  constructor(header: Buffer, key: string | undefined, salt: Buffer) {
    this.#header = createHash('sha256').update(header).digest();
    this.#key = key === undefined ? undefined : scryptSync(key, salt, 32, SCRYPT);
  }

  /** Each backup has a key of its own, so the number of the frame is nonce enough; its last octet marks the last frame. */
  #nonce(last: boolean): Buffer {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64BE(this.#count++, 0);
    nonce.writeUInt8(last ? 1 : 0, 11);
    return nonce;
  }

  #checksum(nonce: Buffer, payload: Buffer): Buffer {
    return createHash('sha256')
      .update(this.#header)
      .update(nonce)
      .update(payload)
      .digest()
      .subarray(0, SEAL_BYTES);
  }

  seal(plain: Buffer, last: boolean): { payload: Buffer; seal: Buffer } {
    const nonce = this.#nonce(last);
    if (!this.#key) return { payload: plain, seal: this.#checksum(nonce, plain) };
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(this.#header);
    const payload = Buffer.concat([cipher.update(plain), cipher.final()]);
    return { payload, seal: cipher.getAuthTag() };
  }

  /** Undefined where the seal is broken. */
  open(payload: Buffer, seal: Buffer, last: boolean): Buffer | undefined {
    const nonce = this.#nonce(last);
    if (!this.#key) return this.#checksum(nonce, payload).equals(seal) ? payload : undefined;
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, {
      authTagLength: SEAL_BYTES,
    })
      .setAAD(this.#header)
      .setAuthTag(seal);
    try {
      return Buffer.concat([decipher.update(payload), decipher.final()]);
    } catch {
      return undefined;
    }
  }
}

/**
 * Reads a backup's header, and its blocks when they are asked for; each frame is checked before what is in it is given.
 * @throws StartupError for a file that is none, is damaged or cut off, or does not open with the key
 */
export async function openContainer(
  file: string,
  key: string | undefined,
): Promise<{ header: Header; blocks(): AsyncGenerator<Block> }> {
  const { header } = await readHeader(
    new Octets(createReadStream(file, { highWaterMark: FRAME })),
    file,
  );
  if (header.encryption && key === undefined)
    throw new StartupError(
      `${file} is encrypted. Set BACKUP_KEY or BACKUP_KEY_FILE to the key that it was made with.`,
    );
  return {
    header,
    async *blocks() {
      const octets = new Octets(createReadStream(file, { highWaterMark: FRAME }));
      try {
        const { bytes } = await readHeader(octets, file);
        const sealer = new Sealer(
          bytes,
          header.encryption ? key : undefined,
          Buffer.from(header.encryption?.salt ?? '', 'base64'),
        );
        const decompress = createZstdDecompress();
        pipeline(
          Readable.from(frames(octets, sealer, file, header.encryption !== null), {
            objectMode: false,
          }),
          decompress,
          () => {},
        );
        yield* decode(new Octets(decompress), file);
      } finally {
        octets.close();
      }
    },
  };
}

async function readHeader(
  octets: Octets,
  file: string,
): Promise<{ header: Header; bytes: Buffer }> {
  const none = new StartupError(`${file} is not a backup of Tuma.`);
  const magic = await octets.take(MAGIC.length);
  if (!magic?.equals(MAGIC)) throw none;
  const length = (await octets.take(4))?.readUInt32BE() ?? 0;
  const bytes = length > 0 && length < 1 << 16 ? await octets.take(length) : undefined;
  if (!bytes) throw none;
  let told: unknown;
  try {
    told = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw none;
  }
  const format = z.safeParse(z.object({ format: z.number() }), told).data?.format;
  if (format !== undefined && format > FORMAT)
    throw new StartupError(
      `${file} was made by a newer release of Tuma (form ${format}). Restore it with that release.`,
    );
  const header = z.safeParse(headerShape, told).data;
  if (!header) throw none;
  return { header, bytes };
}

async function* frames(
  octets: Octets,
  sealer: Sealer,
  file: string,
  encrypted: boolean,
): AsyncGenerator<Buffer> {
  for (let number = 1; ; number++) {
    const head = (await octets.take(4))?.readUInt32BE();
    const length = head === undefined ? 0 : head & ~LAST;
    // A length that no writer writes is damage; it must not make us wait for gigabytes.
    const body =
      head === undefined || length > 2 * FRAME ? undefined : await octets.take(length + SEAL_BYTES);
    const last = head !== undefined && head >= LAST;
    const plain = body && sealer.open(body.subarray(0, length), body.subarray(length), last);
    if (!plain) {
      const cut = head === undefined || (length <= 2 * FRAME && !body);
      throw new StartupError(
        cut
          ? `${file} is cut off at frame ${number}: what is there is not a whole backup. Take another copy of it.`
          : encrypted && number === 1
            ? `${file} does not open with this key, or is damaged. Set BACKUP_KEY or BACKUP_KEY_FILE to the key that it was made with.`
            : `${file} is damaged at frame ${number}. Take another copy of it.`,
      );
    }
    yield plain;
    if (last) return;
  }
}

async function* decode(octets: Octets, file: string): AsyncGenerator<Block> {
  for (;;) {
    const head = await octets.take(5);
    if (!head) return;
    const bytes = await octets.take(head.readUInt32BE(1));
    if (!bytes)
      throw new StartupError(`${file} ends in the midst of a block. Take another copy of it.`);
    yield head.readUInt8() === 1 ? { data: bytes } : { json: JSON.parse(bytes.toString('utf8')) };
  }
}

/** Octets by number, from whatever comes in pieces. */
class Octets {
  readonly #source: Readable;
  readonly #pieces: AsyncIterator<Buffer>;
  #held: Buffer[] = [];
  #size = 0;

  constructor(source: Readable) {
    this.#source = source;
    this.#pieces = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Undefined where the source ends before. */
  async take(length: number): Promise<Buffer | undefined> {
    while (this.#size < length) {
      const { value, done } = await this.#pieces.next();
      if (done) return undefined;
      this.#held.push(value);
      this.#size += value.length;
    }
    const all = this.#held.length === 1 ? this.#held[0]! : Buffer.concat(this.#held);
    this.#held = all.length > length ? [all.subarray(length)] : [];
    this.#size = all.length - length;
    return all.subarray(0, length);
  }

  close(): void {
    this.#source.destroy();
  }
}

/** PostgreSQL's COPY over a connection of `pg`, which knows its messages but has no words for them. Both ways go as fast as the slower side. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';

/** Octets that are handed on at once. */
const PIECE = 256 * 1024;
const PIECES_WAITING = 4;

type Connection = {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
  stream: Socket;
};

/** Messages of the driver that matter here. */
abstract class Copy {
  readonly text: string;
  rows = 0;

  constructor(text: string) {
    this.text = text;
  }

  submit(connection: Connection): void {
    connection.query(this.text);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0);
  }

  abstract handleError(error: Error): void;
  abstract handleReadyForQuery(): void;
}

class CopyOut extends Copy {
  #piece = Buffer.allocUnsafe(PIECE);
  #used = 0;
  #waiting: Buffer[] = [];
  #ended = false;
  #failure: Error | undefined;
  #stream: Socket | undefined;
  #wake = () => {};

  // The driver's octets are overwritten by what comes next: they are copied.
  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Connection): void {
    this.#stream = stream;
    if (this.#used + chunk.length > this.#piece.length) this.#flush(chunk.length);
    chunk.copy(this.#piece, this.#used);
    this.#used += chunk.length;
    if (this.#waiting.length >= PIECES_WAITING) stream.pause();
  }

  #flush(next: number): void {
    if (this.#used > 0) this.#waiting.push(this.#piece.subarray(0, this.#used));
    this.#piece = Buffer.allocUnsafe(Math.max(PIECE, next));
    this.#used = 0;
    this.#wake();
  }

  handleError(error: Error): void {
    this.#failure ??= error;
    this.#wake();
  }

  handleReadyForQuery(): void {
    this.#flush(0);
    this.#ended = true;
    this.#wake();
  }

  async *pieces(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const woken = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        const piece = this.#waiting.shift();
        if (piece) yield piece;
        else if (this.#failure) throw this.#failure;
        else if (this.#ended) return;
        else {
          this.#stream?.resume();
          await woken;
        }
      }
    } finally {
      // A reader that stops early leaves a server that keeps sending.
      if (!this.#ended) this.#stream?.destroy();
    }
  }
}

class CopyIn extends Copy {
  readonly #source: AsyncIterable<Buffer>;
  readonly #end = Promise.withResolvers<number>();
  #failure: Error | undefined;

  constructor(text: string, source: AsyncIterable<Buffer>) {
    super(text);
    this.#source = source;
    this.#end.promise.catch(() => {}); // thrown where it is awaited
  }

  handleCopyInResponse(connection: Connection): void {
    void this.#feed(connection);
  }

  async #feed(connection: Connection): Promise<void> {
    try {
      for await (const piece of this.#source) {
        if (this.#failure) return;
        connection.sendCopyFromChunk(piece);
        // A connection that broke drains no more.
        if (connection.stream.writableNeedDrain)
          await Promise.race([once(connection.stream, 'drain'), this.#end.promise]);
      }
      connection.endCopyFrom();
    } catch (error) {
      this.#failure ??= error as Error;
      connection.sendCopyFail('the source failed');
    }
  }

  handleError(error: Error): void {
    this.#failure ??= error;
    this.#end.reject(this.#failure);
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.#end.reject(this.#failure);
    else this.#end.resolve(this.rows);
  }

  get ended(): Promise<number> {
    return this.#end.promise;
  }
}

/** Runs a `copy ... to stdout`: its octets, and after them how many rows they were. */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer, number> {
  const copy = new CopyOut(text);
  client.query(copy as unknown as pg.Submittable);
  yield* copy.pieces();
  return copy.rows;
}

/** Runs a `copy ... from stdin` on these octets. @returns how many rows were taken */
export function copyIn(
  client: pg.Client,
  text: string,
  source: AsyncIterable<Buffer>,
): Promise<number> {
  const copy = new CopyIn(text, source);
  client.query(copy as unknown as pg.Submittable);
  return copy.ended;
}

/** Writes a whole database to a stream, as it was at one moment, while everybody goes on working in it. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import * as z from 'zod/mini';
import { openDatabase } from '../../infra/database/db.ts';
import { aboutShape, copyStatement, estimateBytes, readCatalog, SESSION } from './catalog.ts';
import type { About, Table } from './catalog.ts';
import { writeContainer } from './container.ts';
import type { Block } from './container.ts';
import { copyOut } from './copy.ts';
import { PRODUCT } from './product.ts';

/** How many rows a table has, and a checksum of their octets as COPY writes them. */
const sumShape = z.object({ rows: z.number(), bytes: z.number(), sha256: z.string() });
export type Sum = z.output<typeof sumShape>;

/** The blocks of a backup in their order: `about`, then of each table its name, its rows and its sum, at last the whole. */
export const blockShapes = {
  about: z.object({ about: aboutShape }),
  table: z.object({ table: z.string() }),
  sum: z.object({ sum: sumShape }),
  /** `secretKey`: the installation's, in base64; only in a backup that is encrypted. */
  whole: z.object({
    whole: z.object({
      tables: z.number(),
      rows: z.number(),
      bytes: z.number(),
      secretKey: z.nullable(z.string()),
    }),
  }),
};

const UNDEFINED_TABLE = '42P01';

export type Progress = {
  table: string;
  rows: number;
  bytes: number;
  /** About. */ ofBytes: number;
};

export type Backup = {
  /** The moment that it is of. */
  at: Date;
  /** The file's octets, to be read once. */
  octets: Readable;
  /** Its content; known when all of `octets` was read. */
  whole(): { tables: number; rows: number; bytes: number };
  /** Gives the connection back, whether or not all was read. */
  close(): Promise<void>;
};

/**
 * Takes a snapshot now; what changes later is not in it. One connection holds it, another reads the tables
 * under it, each in a transaction of its own: so nobody who must lock a table, such as whoever drops an old
 * day's, waits for longer than that table takes.
 * @param secretKey the installation's, which then comes along; only with a key
 */
export async function openBackup(
  databaseUrl: string,
  {
    key,
    secretKey,
    onProgress = () => {},
  }: { key: string | undefined; secretKey?: Buffer; onProgress?: (progress: Progress) => void },
): Promise<Backup> {
  const database = openDatabase({ connectionString: databaseUrl }, 'tuma_owner', {
    max: 1,
    name: 'tuma backup',
    onLost: () => {},
  });
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = await database.connect();
    clients.push(client);
    await client.query(SESSION);
    return client;
  };
  const close = async () => {
    for (const client of clients) await client.end().catch(() => {});
    await database.close();
  };
  try {
    const [holder, reader] = [await connect(), await connect()];
    await holder.query('begin isolation level repeatable read, read only');
    const {
      rows: [moment],
    } = await holder.query<{ snapshot: string; at: Date }>(
      'select pg_export_snapshot() as snapshot, clock_timestamp() as at',
    );
    const about = await readCatalog(holder);
    const whole = { tables: about.tables.length, rows: 0, bytes: 0 };
    const blocks = exportTables(
      reader,
      moment!.snapshot,
      about,
      whole,
      key === undefined ? null : (secretKey?.toString('base64') ?? null),
      onProgress,
    );
    const octets = writeContainer(
      { product: PRODUCT, schema: about.migrations.at(-1)!.number, at: moment!.at.toISOString() },
      key,
      blocks,
    );
    return { at: moment!.at, octets, whole: () => whole, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* exportTables(
  client: pg.Client,
  snapshot: string,
  about: About,
  whole: { rows: number; bytes: number; tables: number },
  secretKey: string | null,
  onProgress: (progress: Progress) => void,
): AsyncGenerator<Block> {
  const ofBytes = await estimateBytes(client);
  yield { json: { about } };
  for (const table of about.tables) {
    yield { json: { table: table.name } };
    const sum = startSum();
    await client.query(
      `begin isolation level repeatable read, read only; set transaction snapshot '${snapshot}'`,
    );
    try {
      for await (const data of readRows(client, table, sum)) {
        onProgress({
          table: table.name,
          rows: whole.rows,
          bytes: whole.bytes + sum.bytes,
          ofBytes,
        });
        yield { data };
      }
    } catch (error) {
      // A day whose messages were dropped meanwhile: they were to be forgotten.
      if (!(table.partition && (error as { code?: string }).code === UNDEFINED_TABLE)) throw error;
    }
    await client.query('rollback');
    const end = sum.end();
    whole.rows += end.rows;
    whole.bytes += end.bytes;
    yield { json: { sum: end } };
  }
  yield { json: { whole: { ...whole, secretKey } } };
}

type Summing = { rows: number; readonly bytes: number; add(piece: Buffer): void; end(): Sum };

/** Counts a table's octets as they pass; the copy itself reports the rows. */
export function startSum(): Summing {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    rows: 0,
    get bytes() {
      return bytes;
    },
    add(piece) {
      hash.update(piece);
      bytes += piece.length;
    },
    end() {
      return { rows: this.rows, bytes, sha256: hash.digest('hex') };
    },
  };
}

async function* readRows(client: pg.Client, table: Table, sum: Summing): AsyncGenerator<Buffer> {
  const copied = copyOut(client, copyStatement(table, 'to stdout'));
  try {
    for (;;) {
      const { value, done } = await copied.next();
      if (done) {
        sum.rows = value;
        return;
      }
      sum.add(value);
      yield value;
    }
  } finally {
    await copied.return(0);
  }
}

/** The sums of a database's tables as they are now, to compare. */
export async function sumTables(
  client: pg.Client,
  tables: readonly Table[],
): Promise<Map<string, Sum>> {
  const sums = new Map<string, Sum>();
  for (const table of tables) {
    const sum = startSum();
    for await (const _piece of readRows(client, table, sum));
    sums.set(table.name, sum.end());
  }
  return sums;
}

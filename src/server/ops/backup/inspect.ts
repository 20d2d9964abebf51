// Reads a backup from its file: the form of its parts, and whether all of them are whole.
import * as z from 'zod/mini';
import { isBeforeStart, knowsMigrations } from '../../infra/database/migrate.ts';
import { StartupError } from '../../infra/startup-error.ts';
import { blockShapes, startSum } from './backup.ts';
import type { Progress, Sum } from './backup.ts';
import type { About } from './catalog.ts';
import { openContainer } from './container.ts';
import type { Block, Header } from './container.ts';

/** A backup that was read to its end and is whole. */
export type Inspected = {
  file: string;
  key: string | undefined;
  header: Header;
  about: About;
  sums: ReadonlyMap<string, Sum>;
  whole: { tables: number; rows: number; bytes: number };
  /** The installation's key, if it came along. */
  secretKey: Buffer | undefined;
};

/**
 * Reads a whole backup and compares every checksum; touches nothing.
 * @throws StartupError where it is damaged, does not open with the key, or was made by a newer release
 */
export async function inspectBackup(
  file: string,
  key: string | undefined,
  onProgress: (progress: Progress) => void = () => {},
): Promise<Inspected> {
  const { header, blocks } = await openContainer(file, key);
  const sums = new Map<string, Sum>();
  let about: About | undefined;
  let whole: z.output<typeof blockShapes.whole>['whole'] | undefined;
  for await (const part of readParts(blocks(), file)) {
    if (part.kind === 'about') {
      ({ about } = part);
      if (isBeforeStart(about.migrations))
        throw new StartupError(
          `${file} was made by an earlier form of Tuma (${about.migrations[0]!.name}), which this release cannot read: nothing was changed. Restore it with the release that made it.`,
        );
      if (!knowsMigrations(about.migrations))
        throw new StartupError(
          `${file} was made by Tuma ${header.product}, whose database this release does not know. Restore it with that release or a later one.`,
        );
    } else if (part.kind === 'whole') {
      ({ whole } = part);
    } else {
      const sum = startSum();
      for await (const piece of part.rows) {
        sum.add(piece);
        onProgress({ table: part.table, rows: 0, bytes: sum.bytes, ofBytes: 0 });
      }
      const told = await part.sum();
      if (sum.end().sha256 !== told.sha256)
        throw new StartupError(
          `${file} is damaged: the rows of ${part.table} are not those that were written. Take another copy of it.`,
        );
      sums.set(part.table, told);
    }
  }
  if (!about || !whole || about.tables.some(({ name }) => !sums.has(name)))
    throw new StartupError(
      `${file} is not a whole backup: tables are missing. Take another copy of it.`,
    );
  return {
    file,
    key,
    header,
    about,
    sums,
    whole,
    secretKey: whole.secretKey === null ? undefined : Buffer.from(whole.secretKey, 'base64'),
  };
}

type Part =
  | { kind: 'about'; about: About }
  /** Its rows are read to their end, then its sum. */
  | { kind: 'table'; table: string; rows: AsyncIterable<Buffer>; sum(): Promise<Sum> }
  | { kind: 'whole'; whole: z.output<typeof blockShapes.whole>['whole'] };

/** The parts of a backup, in their order. */
export async function* readParts(
  blocks: AsyncGenerator<Block>,
  file: string,
): AsyncGenerator<Part> {
  const strange = new StartupError(
    `${file} is not in the form of a backup. Take another copy of it.`,
  );
  let next: Block | undefined;
  const advance = async () => {
    next = (await blocks.next()).value as Block | undefined;
  };
  try {
    for (await advance(); next; await advance()) {
      const json = 'json' in next ? next.json : undefined;
      const [about, table, whole] = [
        z.safeParse(blockShapes.about, json).data,
        z.safeParse(blockShapes.table, json).data,
        z.safeParse(blockShapes.whole, json).data,
      ];
      if (about) yield { kind: 'about', about: about.about };
      else if (whole) yield { kind: 'whole', whole: whole.whole };
      else if (table) {
        let sum: Sum | undefined;
        const rows = async function* (): AsyncGenerator<Buffer> {
          for (await advance(); next && 'data' in next; await advance()) yield next.data;
          sum = z.safeParse(blockShapes.sum, next && 'json' in next ? next.json : undefined).data
            ?.sum;
          if (!sum) throw strange;
        };
        yield {
          kind: 'table',
          table: table.table,
          rows: rows(),
          sum: async () => sum ?? Promise.reject(strange),
        };
      } else throw strange;
    }
  } finally {
    await blocks.return(undefined);
  }
}

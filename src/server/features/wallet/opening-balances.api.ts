import type { Readable } from 'node:stream';
import { MOST_OPENINGS, openingBalances } from '../../../contract/api/opening-balances.ts';
import type { Openings } from '../../../contract/api/opening-balances.ts';
import { describeFile, openRows } from '../../core/files/rows.ts';
import type { FileSource } from '../../core/files/source.ts';
import { refusalSentence, UploadRefused } from '../../core/files/upload-refused.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { fileRefused } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { once } from '../../infra/http/idempotency.ts';
import type { Language } from '../../i18n/language.ts';
import type { WalletContext } from './context.ts';
import type { DumpedTable } from '../../core/files/mysql-dump.rules.ts';
import { enterOpenings } from './opening-balances.ts';
import { guessColumns, readPlaysmsUsers } from './opening-balances.rules.ts';

/** A dump has other tables beside that of users. */
const MOST_MEGABYTES = 20;
const MOST_BYTES = MOST_MEGABYTES * 1024 * 1024;
const MOST_COLUMNS = 60;

/** Undoes a preview: only what it found remains. */
class PreviewRollback extends Error {
  readonly found: Openings;
  constructor(found: Openings) {
    super('preview');
    this.found = found;
  }
}

/** Balances that clients bring from another portal. */
export function openingBalanceRoutes({ database }: Pick<WalletContext, 'database'>): Route[] {
  return answer(openingBalances, {
    read: async (_input, { file, language }) => {
      const table = await readTable(await readAll(file.stream, language), file.fileName, language);
      return { ...table, ...guessColumns(table) };
    },
    preview: async (input, call) => {
      try {
        return await database.run(systemScope(), async (tx) => {
          throw new PreviewRollback(await enterOpenings(tx, call, input));
        });
      } catch (error) {
        if (error instanceof PreviewRollback) return error.found;
        throw error;
      }
    },
    enter: (input, call) =>
      database.run(systemScope(), (tx) =>
        once(tx, call.idempotency, call.session.clientId, () => enterOpenings(tx, call, input)),
      ),
  });
}

async function readAll(stream: Readable, language: Language): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MOST_BYTES) chunks.push(chunk);
  }
  if (size > MOST_BYTES)
    throw fileRefused(refusalSentence('TOO_LARGE', { limit: MOST_MEGABYTES }, language));
  return Buffer.concat(chunks);
}

/** @throws Refusal FILE_REFUSED for what is no table, or has too many rows */
async function readTable(
  bytes: Buffer,
  fileName: string,
  language: Language,
): Promise<DumpedTable> {
  const dumped = readPlaysmsUsers(bytes.toString('utf8'), MOST_OPENINGS + 1);
  try {
    const table = dumped ?? (await readSheet(bytes, fileName));
    if (table.rows.length > MOST_OPENINGS)
      throw new UploadRefused('TOO_MANY_ROWS', { limit: MOST_OPENINGS });
    return table;
  } catch (error) {
    if (!(error instanceof UploadRefused)) throw error;
    throw fileRefused(refusalSentence(error.code, error.details, language));
  }
}

async function readSheet(bytes: Buffer, fileName: string): Promise<DumpedTable> {
  const source: FileSource = {
    size: bytes.length,
    async *read(start, end) {
      yield bytes.subarray(start, end);
    },
  };
  // Which column has phones makes no difference here, nor so the country.
  const { layout } = await describeFile(source, fileName, 'KE');
  const rows: DumpedTable['rows'] = [];
  for await (const batch of openRows(source, layout)) {
    for (const { number, cells } of batch)
      rows.push({ line: number, cells: cells.slice(0, MOST_COLUMNS) });
    if (rows.length > MOST_OPENINGS) break;
  }
  return { columns: layout.columns.slice(0, MOST_COLUMNS), rows };
}

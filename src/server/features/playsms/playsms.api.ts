import type { Readable } from 'node:stream';
import { playsmsImports } from '../../../contract/api/playsms-imports.ts';
import { refusalSentence, tooLarge, UploadRefused } from '../../core/files/upload-refused.ts';
import type { Database } from '../../infra/database/db.ts';
import { fileRefused } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import {
  getImport,
  MOST_DUMP_MEBIBYTES,
  presentImport,
  readImport,
  startImport,
} from './playsms.ts';

const MOST_BYTES = MOST_DUMP_MEBIBYTES * 1024 * 1024;

/** Dumps of playSMS: read, previewed, imported in the background. */
export function playsmsRoutes({ database }: { database: Database }): Route[] {
  return answer(playsmsImports, {
    async read(_input, { own, file: { stream, fileName }, language }) {
      try {
        return await readImport(database, own, { bytes: await readAll(stream), fileName });
      } catch (error) {
        if (!(error instanceof UploadRefused)) throw error;
        throw fileRefused(refusalSentence(error.code, error.details, language));
      }
    },
    start: (input, call) => startImport(database, call, input),
    get: ({ importId }, { scope }) =>
      database.run(scope, async (tx) => presentImport(await getImport(tx, scope, importId))),
  });
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MOST_BYTES) chunks.push(chunk);
  }
  if (size > MOST_BYTES) throw tooLarge(MOST_BYTES);
  return Buffer.concat(chunks);
}

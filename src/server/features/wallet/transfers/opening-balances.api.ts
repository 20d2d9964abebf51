import { MOST_OPENINGS, openingBalances } from '../../../../contract/api/opening-balances.ts';
import type { DumpedTable } from '../../../core/files/mysql-dump.rules.ts';
import { readSheet, readWhole } from '../../../core/files/sheet.ts';
import { refusalSentence, UploadRefused } from '../../../core/files/upload-refused.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { fileRefused } from '../../../infra/errors.ts';
import { answer } from '../../../infra/http/http.ts';
import type { Route, UploadedFile } from '../../../infra/http/http.ts';
import { once } from '../../../infra/http/idempotency.ts';
import type { Language } from '../../../i18n/language.ts';
import type { WalletContext } from '../context.ts';
import { enterOpenings, previewOpenings } from './opening-balances.ts';
import { guessColumns, readPlaysmsUsers } from './opening-balances.rules.ts';

/** A dump has other tables beside that of users. */
const MOST_MEGABYTES = 20;

/** Balances that clients bring from another portal. */
export function openingBalanceRoutes({ database }: Pick<WalletContext, 'database'>): Route[] {
  return answer(openingBalances, {
    read: async (_input, { file, language }) => {
      const table = await readTable(file, language);
      return { ...table, ...guessColumns(table) };
    },
    preview: (input, call) => database.run(systemScope(), (tx) => previewOpenings(tx, call, input)),
    enter: (input, call) =>
      database.run(systemScope(), (tx) =>
        once(tx, call.idempotency, call.session.clientId, () => enterOpenings(tx, call, input)),
      ),
  });
}

/** @throws Refusal FILE_REFUSED for what is no table, or has too many rows */
async function readTable(
  { stream, fileName }: UploadedFile,
  language: Language,
): Promise<DumpedTable> {
  try {
    const bytes = await readWhole(stream, MOST_MEGABYTES);
    const dumped = readPlaysmsUsers(bytes.toString('utf8'), MOST_OPENINGS + 1);
    if (dumped && dumped.rows.length > MOST_OPENINGS)
      throw new UploadRefused('TOO_MANY_ROWS', { limit: MOST_OPENINGS });
    return dumped ?? (await readSheet(bytes, fileName, MOST_OPENINGS));
  } catch (error) {
    if (!(error instanceof UploadRefused)) throw error;
    throw fileRefused(refusalSentence(error.code, error.details, language));
  }
}

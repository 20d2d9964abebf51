import { Readable } from 'node:stream';
import { personal } from '../../../contract/api/personal-data.ts';
import { normalizePhone } from '../../../contract/shared/phone.ts';
import { record } from '../../core/audit/audit.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { badInput, numberInFlight } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { addTask } from '../../core/background/tasks.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import {
  countHeld,
  countInFlight,
  countryOf,
  EXPORTED,
  hashOfNumber,
  readMessages,
  readPart,
} from './personal-data.store.ts';
import type { Part } from './personal-data.store.ts';

const PAGE = 500;
/** Rows of a part that fit into the memory of a request; a file with more says so. */
const MOST_OF_A_PART = 10_000;

/** Access and erasure of what is kept on one phone number: of a client its own, of an administrator everybody's. */
export function personalRoutes({ database }: { database: Database }): Route[] {
  return answer(personal, {
    find: (input, { scope, language }) =>
      database.run(scope, async (tx) => {
        const number = await read(tx, scope, input.phone, 'phone', language);
        return { phone: `+${number}`, ...(await countHeld(tx, number, ofScope(scope))) };
      }),

    export: async (input, call) => {
      const number = await database.run(call.scope, async (tx) => {
        const found = await read(tx, call.scope, input.phone, 'phone', call.language);
        await record(tx, call, {
          action: 'NUMBER_EXPORTED',
          clientId: call.session.clientId,
          after: { hash: await hashOfNumber(tx, found) },
        });
        return found;
      });
      return {
        fileName: `personal-data-${number}.json`,
        contentType: 'application/json',
        stream: Readable.from(exportOf(database, call.scope, number)),
      };
    },

    erase: (input, call) =>
      database.run(call.scope, async (tx) => {
        const number = await read(tx, call.scope, input.phone, 'phone', call.language);
        if ((await read(tx, call.scope, input.confirm, 'confirm', call.language)) !== number)
          throw badInput([
            { field: 'confirm', message: sentence(call.language, 'NUMBERS_DIFFER') },
          ]);
        const of = ofScope(call.scope);
        const inFlight = await countInFlight(tx, number, of);
        if (inFlight > 0) throw numberInFlight(inFlight);
        const hash = await hashOfNumber(tx, number);
        await record(tx, call, {
          action: 'NUMBER_ERASED',
          clientId: call.session.clientId,
          after: { hash, everybody: of === null },
        });
        return {
          operationId: await addTask(tx, {
            clientId: call.session.clientId,
            kind: 'eraseNumber',
            description: hash,
            input: { number, of },
          }),
        };
      }),
  });
}

/** The client whose data a scope means; null for everyone. */
const ofScope = (scope: Scope) => (scope.reach === 'all' ? null : scope.clientId);

/** A number as people write it, as it lies in the tables. @throws Refusal BAD_INPUT at its field */
async function read(
  tx: Tx,
  scope: Scope,
  written: string,
  field: string,
  language: Language,
): Promise<string> {
  const result = normalizePhone(written, await countryOf(tx, scope.clientId));
  if (!result.ok) throw badInput([{ field, message: sentence(language, 'NOT_A_PHONE') }]);
  return result.e164.replace(/^\+/, '');
}

/** The file, a piece at a time. */
async function* exportOf(database: Database, scope: Scope, number: string): AsyncGenerator<string> {
  yield `{\n"phone": "+${number}",\n"exported": ${JSON.stringify(new Date())}`;
  const cutOff: Part[] = [];
  for (const part of EXPORTED) {
    const rows = await database.run(scope, (tx) =>
      readPart(tx, scope, part, number, MOST_OF_A_PART + 1),
    );
    if (rows.length > MOST_OF_A_PART) cutOff.push(part);
    yield `,\n"${part}": ${JSON.stringify(rows.slice(0, MOST_OF_A_PART), null, 1)}`;
  }
  if (cutOff.length > 0)
    yield `,\n"cutOff": ${JSON.stringify({ parts: cutOff, mostRows: MOST_OF_A_PART })}`;
  yield ',\n"messages": [';
  let after: string | undefined;
  for (let first = true; ;) {
    const rows = await database.run(scope, (tx) => readMessages(tx, scope, number, after, PAGE));
    for (const row of rows) {
      yield `${first ? '' : ','}\n${JSON.stringify(row)}`;
      first = false;
    }
    after = rows.at(-1)?.messageId;
    if (rows.length < PAGE) break;
  }
  yield '\n]\n}\n';
}

import { Readable } from 'node:stream';
import { optOuts } from '../../../../contract/api/opt-outs.ts';
import type { Database } from '../../../infra/database/db.ts';
import { answer } from '../../../infra/http/http.ts';
import type { Route } from '../../../infra/http/http.ts';
import { unsignedPage } from '../../../infra/database/pages.ts';
import type { PageTokens } from '../../../infra/database/pages.ts';
import { texts } from '../../../i18n/texts.ts';
import { optOutHeader, optOutLine } from '../export.rules.ts';
import { listOptOuts } from './opt-out-list.store.ts';
import {
  addWritten,
  chooseAnswers,
  pageOfOptOuts,
  presentAnswers,
  removeWritten,
} from './opt-outs.ts';

const DOWNLOADED_AT_ONCE = 5_000;

/** Opt-outs from a client's messages. */
export function optOutRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(optOuts, {
    list: ({ pageSize, pageToken, ...filter }, { scope }) =>
      database.run(scope, (tx) =>
        pageOfOptOuts(tx, scope, tokens, 'optouts', {
          query: filter['filter.query'],
          clientIds: filter['filter.clientIds'] ?? [],
          sources: filter['filter.sources'] ?? [],
          pageSize,
          pageToken,
        }),
      ),

    add: (written, { own, language }) =>
      database.run(own, (tx) =>
        addWritten(tx, own.clientId, { ...written, language, source: 'PORTAL' }),
      ),

    answers: (_input, { own }) => database.run(own, (tx) => presentAnswers(tx, own.clientId)),

    setAnswers: (input, call) =>
      database.run(call.own, async (tx) => {
        const { clientId } = call.own;
        await chooseAnswers(tx, clientId, call, input);
        return presentAnswers(tx, clientId);
      }),

    remove: ({ phones }, call) =>
      database.run(call.own, (tx) =>
        removeWritten(tx, call.own.clientId, call, { phones, language: call.language }),
      ),

    async download(_input, { own, language }) {
      async function* lines() {
        yield optOutHeader(language);
        for (let after: string | undefined; ;) {
          const { rows } = await database.run(own, (tx) =>
            listOptOuts(
              tx,
              own,
              { clientIds: [], sources: [], ranges: [] },
              unsignedPage(DOWNLOADED_AT_ONCE, after),
            ),
          );
          if (rows.length === 0) return;
          yield rows.map(optOutLine).join('');
          after = rows.at(-1)!.place;
        }
      }
      return {
        fileName: `${texts[language].contacts.fileNames.optOuts}.csv`,
        contentType: 'text/csv; charset=utf-8',
        stream: Readable.from(lines(), { objectMode: false }),
      };
    },
  });
}

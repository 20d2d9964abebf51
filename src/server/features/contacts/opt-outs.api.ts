import { Readable } from 'node:stream';
import { blockedNumbers } from '../../../contract/api/blocked-numbers.ts';
import { optOuts } from '../../../contract/api/opt-outs.ts';
import { record } from '../../core/audit/audit.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { addOptOuts, removeOptOuts } from '../../core/opt-outs/opt-outs.store.ts';
import { unsignedPage } from '../../infra/database/pages.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { texts } from '../../i18n/texts.ts';
import { blockNumbers, listBlocked, unblockNumbers } from './blocked.store.ts';
import { readPhones } from './contacts.ts';
import { getCountry } from './contacts.store.ts';
import { optOutHeader, optOutLine } from './export.rules.ts';
import { listOptOuts } from './opt-out-list.store.ts';
import { readSearch } from './search.rules.ts';

const DOWNLOADED_AT_ONCE = 5_000;
/** The audit log names this many numbers of one action, and the count of all. */
const RECORDED = 20;

/** Opt-outs from a client's messages, and numbers blocked for everybody. */
export function optOutRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return [
    ...answer(optOuts, {
      list: ({ pageSize, pageToken, ...filter }, { scope }) =>
        database.run(scope, async (tx) => {
          const page = await listOptOuts(
            tx,
            scope,
            {
              clientIds: filter['filter.clientIds'] ?? [],
              sources: filter['filter.sources'] ?? [],
              ranges: await phonesOf(tx, filter['filter.query'], scope.clientId),
            },
            tokens.openPage('optouts', { pageSize, pageToken }),
          );
          return {
            optOuts: page.rows.map(({ at, destination, place: _, ...row }) => ({
              ...row,
              phone: `+${destination}`,
              timestamp: at.getTime() / 1000,
            })),
            ...page.footer,
          };
        }),

      add: ({ phones, note }, { own, language }) =>
        database.run(own, async (tx) => {
          const destinations = readPhones(
            phones,
            await getCountry(tx, own.clientId),
            language,
            (at) => `phones.${at}`,
          );
          const added = await addOptOuts(tx, {
            clientId: own.clientId,
            destinations,
            source: 'PORTAL',
            notes: destinations.map(() => note),
          });
          return { added: added.length };
        }),

      remove: ({ phones }, call) =>
        database.run(call.own, async (tx) => {
          const { clientId } = call.own;
          const removed = await removeOptOuts(
            tx,
            clientId,
            readPhones(
              phones,
              await getCountry(tx, clientId),
              call.language,
              (at) => `phones.${at}`,
            ),
          );
          if (removed.length > 0)
            await record(tx, call, {
              action: 'OPT_OUTS_REMOVED',
              clientId,
              before: { count: removed.length, phones: removed.slice(0, RECORDED).map(plus) },
            });
          return { removed: removed.length };
        }),

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
    }),

    ...answer(blockedNumbers, {
      list: ({ pageSize, pageToken, ...filter }, { scope }) =>
        database.run(scope, async (tx) => {
          const page = await listBlocked(
            tx,
            {
              ranges: await phonesOf(tx, filter['filter.query'], scope.clientId),
            },
            tokens.openPage('blockednumbers', { pageSize, pageToken }),
          );
          return {
            blockedNumbers: page.rows.map(({ at, destination, reason }) => ({
              phone: plus(destination),
              reason,
              timestamp: at.getTime() / 1000,
            })),
            ...page.footer,
          };
        }),

      add: ({ phones, reason }, call) =>
        database.run(call.own, async (tx) => {
          const { clientId } = call.own;
          const added = await blockNumbers(
            tx,
            readPhones(
              phones,
              await getCountry(tx, clientId),
              call.language,
              (at) => `phones.${at}`,
            ),
            reason,
          );
          if (added.length > 0)
            await record(tx, call, {
              action: 'NUMBERS_BLOCKED',
              clientId,
              after: { count: added.length, phones: added.slice(0, RECORDED).map(plus), reason },
            });
          return { added: added.length };
        }),

      remove: ({ phones }, call) =>
        database.run(call.own, async (tx) => {
          const { clientId } = call.own;
          const removed = await unblockNumbers(
            tx,
            readPhones(
              phones,
              await getCountry(tx, clientId),
              call.language,
              (at) => `phones.${at}`,
            ),
          );
          if (removed.length > 0)
            await record(tx, call, {
              action: 'NUMBERS_UNBLOCKED',
              clientId,
              before: { count: removed.length, phones: removed.slice(0, RECORDED).map(plus) },
            });
          return { removed: removed.length };
        }),
    }),
  ];
}

function plus(destination: string): string {
  return `+${destination}`;
}

/** Only phones are looked for here: any other text finds nothing. */
async function phonesOf(tx: Tx, text: string, clientId: string) {
  if (text === '') return [];
  const ranges = readSearch(text, text, await getCountry(tx, clientId)).filter(
    (range) => range.column === 'phone',
  );
  return ranges.length === 0 ? [{ from: '', to: '' }] : ranges;
}

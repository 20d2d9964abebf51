import { blockedNumbers } from '../../../../contract/api/blocked-numbers.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { record } from '../../../core/audit/audit.ts';
import { cancelQueuedToBlocked } from '../../../core/dispatch/queue/suppress.store.ts';
import type { Database } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import type { PageTokens } from '../../../infra/database/pages.ts';
import { answer } from '../../../infra/http/http.ts';
import type { Route } from '../../../infra/http/http.ts';
import { blockNumbers, listBlocked, unblockNumbers } from './blocked-numbers.store.ts';
import { phoneRangesOf, readPhones } from '../contacts.ts';
import { getCountry } from '../contacts.store.ts';

/** The audit log names this many numbers of one action, and the count of all. */
const RECORDED = 20;

/** Numbers that are blocked for everybody. */
export function blockedNumberRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(blockedNumbers, {
    list: ({ pageSize, pageToken, ...filter }, { scope, session }) =>
      database.run(scope, async (tx) => {
        const withActors = reachOf(session.accessLevel, 'audit') !== undefined;
        const page = await listBlocked(
          tx,
          {
            ranges: await phoneRangesOf(tx, filter['filter.query'], scope.clientId),
            withActors,
          },
          tokens.openPage('blockednumbers', { pageSize, pageToken }),
        );
        return {
          blockedNumbers: page.rows.map(({ at, destination, reason, actorName }) => ({
            phone: `+${destination}`,
            reason,
            timestamp: at.getTime() / 1000,
            ...(withActors && { actorName }),
          })),
          ...page.footer,
        };
      }),

    add: ({ phones, reason }, call) =>
      // Messages of every account wait for these numbers.
      database.run(systemScope(), async (tx) => {
        const { clientId } = call.own;
        const added = await blockNumbers(
          tx,
          readPhones(phones, await getCountry(tx, clientId), call.language, (at) => `phones.${at}`),
          reason,
        );
        if (added.length > 0) {
          const cancelled = await cancelQueuedToBlocked(tx, added);
          await record(tx, call, {
            action: 'NUMBERS_BLOCKED',
            clientId,
            after: {
              count: added.length,
              phones: added.slice(0, RECORDED).map((phone) => `+${phone}`),
              reason,
              ...(cancelled > 0 && { messages: cancelled }),
            },
          });
        }
        return { added: added.length };
      }),

    remove: ({ phones }, call) =>
      database.run(call.own, async (tx) => {
        const { clientId } = call.own;
        const removed = await unblockNumbers(
          tx,
          readPhones(phones, await getCountry(tx, clientId), call.language, (at) => `phones.${at}`),
        );
        if (removed.length > 0)
          await record(tx, call, {
            action: 'NUMBERS_UNBLOCKED',
            clientId,
            before: {
              count: removed.length,
              phones: removed.slice(0, RECORDED).map((phone) => `+${phone}`),
            },
          });
        return { removed: removed.length };
      }),
  });
}

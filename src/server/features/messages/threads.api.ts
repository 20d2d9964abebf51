import { threads } from '../../../contract/api/threads.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import { readNumber } from '../../core/messages/messages.rules.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import type { NumberQuery } from '../../infra/database/scoped-query.ts';
import { search } from '../../infra/database/statement-timeout.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { notFound } from '../../infra/errors.ts';
import { findIncoming } from './incoming.store.ts';
import { findCountry } from './messages.store.ts';
import { getThread, listThreadMessages, listThreads, type ThreadFilter } from './threads.ts';
import { listKeywords, listPhonesNamed, markRead } from './threads.store.ts';

/** The inbox: conversations with phones. */
export function threadRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(threads, {
    list: ({ pageSize, pageToken, ...filter }, { scope, session }) =>
      search(database, scope, async (tx) => {
        const page = tokens.openPage('sms/threads', { pageSize, pageToken });
        const keywords = await listKeywords(tx, session.clientId);
        const wanted = await filterOf(tx, session.clientId, filter);
        if (wanted === undefined)
          return { threads: [], keywords, collectionCount: 0, nextPageToken: '' };
        const { threads: found, footer } = await listThreads(tx, scope, session, wanted, page);
        return { threads: found, keywords, ...footer };
      }),

    get: ({ messageId }, { scope, session }) =>
      database.run(scope, (tx) => getThread(tx, scope, session, messageId)),

    messages: ({ messageId, pageSize, pageToken }, { scope, session }) =>
      search(database, scope, async (tx) => {
        const page = tokens.openPage('sms/thread', { pageSize, pageToken });
        const { messages, footer } = await listThreadMessages(tx, scope, session, messageId, page);
        return { messages, ...footer };
      }),

    read: ({ messageId }, { scope, session }) =>
      database.run(scope, async (tx) => {
        if (!(await findIncoming(tx, scope, messageId))) throw notFound('message');
        await markRead(tx, session.clientId, messageId);
        return { ok: true };
      }),
  });
}

type Wanted = Omit<Parsed<typeof threads.list>, 'pageSize' | 'pageToken'>;

/** Undefined where nothing can match. */
async function filterOf(
  tx: Tx,
  clientId: string,
  filter: Wanted,
): Promise<ThreadFilter | undefined> {
  const sought = filter['filter.search'] ?? '';
  const numbers = sought === '' ? [] : await numbersOf(tx, clientId, sought);
  if (sought !== '' && numbers.length === 0) return undefined;
  return {
    numbers,
    destinations: filter['filter.senderIds'] ?? [],
    keywords: filter['filter.keywords'] ?? [],
    clientIds: filter['filter.clientIds'] ?? [],
    unread: filter['filter.unread'] ?? false,
    from: undefined,
    to: undefined,
  };
}

/** Digits are a number; anything else is the beginning of a contact's name. */
async function numbersOf(tx: Tx, clientId: string, sought: string): Promise<NumberQuery[]> {
  if (/^[+0-9 ().-]*$/.test(sought)) return [readNumber(sought, await findCountry(tx, clientId))];
  return (await listPhonesNamed(tx, clientId, sought)).map((exact) => ({ exact }));
}

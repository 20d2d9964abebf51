import { senders } from '../../contract/senders.ts';
import type { Sender } from '../../contract/senders.ts';
import { stopClause } from '../../contract/sms.ts';
import type { Database } from '../db.ts';
import { answer } from '../http.ts';
import type { Route } from '../http.ts';
import { cutPage, shownCount } from '../pages.ts';
import type { PageTokens } from '../pages.ts';
import { listSenders } from './senders.store.ts';
import type { SenderRow } from './senders.store.ts';

/** Sender IDs, as far as choosing one needs. */
export function senderRoutes({ database, tokens }: { database: Database; tokens: PageTokens }): Route[] {
  return answer(senders, {
    list: ({ pageSize, pageToken, ...filter }, { scope }) => database.run(scope, async (tx) => {
      const { rows, counted } = await listSenders(tx, scope, {
        statuses: filter['filter.status'] ?? [], clientIds: filter['filter.client_ids'] ?? [], hideGeneric: filter.hide_generic ?? false,
        after: tokens.decode('senderids', pageToken), limit: pageSize + 1,
      });
      const page = cutPage(rows, pageSize, (row) => row.id);
      return { senderIds: page.rows.map(show), nextPageToken: page.next ? tokens.encode('senderids', page.next) : '', ...shownCount(counted) };
    }),
  });
}

function show({ id, sender, createdAt, ...row }: SenderRow): Sender {
  return { ...row, senderIdId: id, senderId: sender, stopClause: row.kind === 'PROMOTIONAL' ? stopClause(row.country) : null, createTimestamp: createdAt.getTime() / 1000 };
}

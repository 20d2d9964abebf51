import { audit, type AuditEntry } from '../../contract/audit.ts';
import type { Database } from '../db.ts';
import { answer, type Route } from '../http.ts';
import { cutPage, shownCount, type PageTokens } from '../pages.ts';
import { listEntries, type EntryRow } from './audit.store.ts';

export function auditRoutes({ database, tokens }: { database: Database; tokens: PageTokens }): Route[] {
  return answer(audit, {
    list: ({ pageSize, pageToken, ...filter }, { scope }) => database.run(scope, async (tx) => {
      const { rows, counted } = await listEntries(tx, scope, {
        clientIds: filter['filter.clientIds'] ?? [], actions: filter['filter.actions'] ?? [], start: filter['filter.startTimestamp'], end: filter['filter.endTimestamp'],
        after: tokens.decode('audit', pageToken), limit: pageSize + 1,
      });
      const page = cutPage(rows, pageSize, (row) => row.id);
      return { auditEntries: page.rows.map(show), nextPageToken: page.next ? tokens.encode('audit', page.next) : '', ...shownCount(counted) };
    }),
  });
}

function show({ id, at, ...row }: EntryRow): AuditEntry {
  return { ...row, auditEntryId: id, timestamp: at.getTime() / 1000 };
}

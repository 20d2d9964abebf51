import type { Database } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { findRequester } from './requester.store.ts';
import type { ReportRow } from './reports.store.ts';
import type { ReadSlice } from './walk.ts';
import { openSentMessages } from './sent-messages.ts';
import { openIncomingMessages } from './incoming-messages.ts';
import { openDeliverySummary } from './delivery-summary.ts';
import { openTransactions } from './transactions.ts';

/** Reads a report's rows, from any place at which an earlier slice ended. */
export async function openSource(database: Database, report: ReportRow): Promise<ReadSlice> {
  const requester = await database.run(systemScope(), (tx) => findRequester(tx, report.clientId));
  switch (report.kind) {
    case 'SENT_MESSAGES':
    case 'CAMPAIGN_MESSAGES':
      return openSentMessages(database, report, requester?.country ?? '');
    case 'INCOMING_MESSAGES':
      return openIncomingMessages(database, report, requester?.country ?? '');
    case 'DELIVERY_SUMMARY':
      return openDeliverySummary(database, report);
    case 'TRANSACTIONS':
      return openTransactions(database, report);
  }
}

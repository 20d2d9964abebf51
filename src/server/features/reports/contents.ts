import type { Database } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { findAsker } from './requester.store.ts';
import type { ReportRow } from './reports.store.ts';
import type { Read } from './walk.ts';
import { sentMessages } from './sent-messages.ts';
import { incomingMessages } from './incoming-messages.ts';
import { deliverySummary } from './delivery-summary.ts';
import { transactions } from './transactions.ts';

/** Reads a report's rows, from any place at which an earlier slice ended. */
export async function openSource(database: Database, report: ReportRow): Promise<Read> {
  const asker = await database.run(systemScope(), (tx) => findAsker(tx, report.clientId));
  switch (report.kind) {
    case 'SENT_MESSAGES':
    case 'CAMPAIGN_MESSAGES':
      return sentMessages(database, report, asker?.country ?? '');
    case 'INCOMING_MESSAGES':
      return incomingMessages(database, report, asker?.country ?? '');
    case 'DELIVERY_SUMMARY':
      return deliverySummary(database, report);
    case 'TRANSACTIONS':
      return transactions(database, report);
  }
}

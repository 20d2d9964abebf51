/** The report of incoming messages. */
import type { Database } from '../../infra/database/db.ts';
import type { Cell } from '../../core/files/table-types.ts';
import { idTime } from '../../infra/ids.ts';
import { maskText, seesText } from '../../infra/mask.ts';
import { readNumber } from '../../core/messages/messages.rules.ts';
import { listVisibleClients } from '../../core/client-tree/visible-clients.ts';
import { SLICE } from './reports.rules.ts';
import type { ReportRow } from './reports.store.ts';
import { firstMessage, readReceived } from './source.store.ts';
import type { ReceivedRow } from './source.store.ts';
import type { ReadSlice } from './walk.ts';
import { readSpan, walk } from './walk.ts';

export async function openIncomingMessages(
  database: Database,
  report: ReportRow,
  country: string,
): Promise<ReadSlice> {
  const { filters } = report;
  const filter = {
    numbers: (filters.destinations ?? []).map((written) => readNumber(written, country)),
    recipients: filters.senderIds ?? [],
  };
  const span = await readSpan(database, report, async (tx) => {
    const id = await firstMessage(tx, 'incoming_message');
    return id === undefined ? undefined : idTime(id);
  });
  return walk<ReceivedRow>(
    database,
    report,
    span,
    null,
    async (tx, { scope }, window) =>
      readReceived(
        tx,
        scope,
        await listVisibleClients(tx, scope, filters.clientIds ?? []),
        filter,
        window,
        SLICE,
      ),
    async (_tx, { requester }, rows) =>
      rows.map((row) =>
        report.columns.map((column): Cell => {
          switch (column) {
            case 'messageId':
              return row.id;
            case 'received':
              return { at: idTime(row.id) / 1000 };
            case 'source':
              return /^[0-9]{9,}$/.test(row.source) ? `+${row.source}` : row.source;
            case 'recipient':
              return row.destination;
            case 'text':
              return seesText(requester, row.clientId ?? '') ? row.text : maskText(row.text);
            case 'client':
              return row.clientName;
            default:
              return null;
          }
        }),
      ),
  );
}

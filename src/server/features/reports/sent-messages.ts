/** The report of sent messages. */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { NETWORKS } from '../../../contract/shared/networks.ts';
import type { ReportColumn } from '../../../contract/shared/report-labels.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import type { Database } from '../../infra/database/db.ts';
import type { Cell } from '../../core/files/table-types.ts';
import { idTime } from '../../infra/ids.ts';
import { maskText, seesText } from '../../infra/mask.ts';
import { statusOf } from '../../core/messages/messages.rules.ts';
import { seesSuppliers } from '../../core/messages/suppliers.rules.ts';
import { listCharges, type Charge } from '../../core/messages/charges.store.ts';
import { listLiveParts } from '../../core/messages/live-parts.store.ts';
import { listVisibleClients } from '../../core/client-tree/visible-clients.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { SLICE } from './reports.rules.ts';
import type { ReportRow } from './reports.store.ts';
import { countSent, firstMessage, measureCampaigns, readSent } from './source.store.ts';
import type { SentRow } from './source.store.ts';
import type { ReadSlice } from './walk.ts';
import { toMessageFilter } from './filters.ts';
import { readSpan, runAsRequester, walk } from './walk.ts';
import { moment } from './cells.ts';

export async function openSentMessages(
  database: Database,
  report: ReportRow,
  country: string,
): Promise<ReadSlice> {
  const { filters } = report;
  const filter = toMessageFilter(filters, country);
  const ofCampaigns =
    filter.campaignIds.length > 0
      ? await database.run(systemScope(), (tx) => measureCampaigns(tx, filter.campaignIds))
      : undefined;
  const span = await readSpan(database, report, async (tx) => {
    const id = await firstMessage(tx, 'message');
    return id === undefined ? undefined : Math.max(idTime(id), ofCampaigns?.since?.getTime() ?? 0);
  });
  const narrowed =
    filter.numbers.length > 0 || filter.statuses.length > 0 || filter.carrierStatuses.length > 0;
  const total = narrowed
    ? null
    : ofCampaigns
      ? ofCampaigns.messages
      : await runAsRequester(database, report, async (tx, { scope }) =>
          countSent(
            tx,
            await listVisibleClients(tx, scope, filters.clientIds ?? []),
            filter,
            new Date(span.from),
            new Date(span.to),
          ),
        );
  const wanted = new Set(filters.messageStatuses);
  return walk<SentRow>(
    database,
    report,
    span,
    total,
    async (tx, { scope }, window) =>
      readSent(
        tx,
        scope,
        await listVisibleClients(tx, scope, filters.clientIds ?? []),
        filter,
        window,
        SLICE,
      ),
    async (tx, { requester }, rows) => {
      const live = rows.filter((row) => row.status < MESSAGE_STATUS.DELIVERED).map(({ id }) => id);
      const parts = Map.groupBy(
        live.length === 0 ? [] : await listLiveParts(tx, live),
        ({ messageId }) => messageId,
      );
      const charges = await listCharges(tx, rows);
      return rows.flatMap((row) => {
        const own = parts.get(row.id) ?? [];
        const status = statusOf(row.status, own);
        if (wanted.size > 0 && !wanted.has(status)) return [];
        return [
          report.columns.map((column) =>
            sentCell(column, row, {
              status,
              charge: charges.get(row.id)!,
              text: seesText(requester, row.clientId) ? row.text : maskText(row.text),
              connector: row.connector ?? own[0]?.connector ?? null,
              carrierId: row.carrierIds?.find((id) => id !== null) ?? own[0]?.carrierId ?? null,
              ...(!seesSuppliers(requester) && { connector: null, carrierId: null }),
              submittedAt: own[0]?.at ?? null,
            }),
          ),
        ];
      });
    },
  );
}

function sentCell(
  column: ReportColumn,
  row: SentRow,
  known: {
    status: string;
    charge: Charge;
    text: string;
    connector: string | null;
    carrierId: string | null;
    submittedAt: Date | null;
  },
): Cell {
  switch (column) {
    case 'messageId':
      return row.id;
    case 'created':
      return { at: idTime(row.id) / 1000 };
    case 'destination':
      return `+${row.destination}`;
    case 'sender':
      return row.sender;
    case 'status':
      return known.status;
    case 'carrierStatus':
      return row.carrierStatus;
    case 'error':
      return row.errorCode;
    case 'text':
      return known.text;
    case 'segments':
      return row.segments;
    case 'units':
      return unitsToNumber(row.units);
    case 'unitsHeld':
    case 'unitsCharged':
    case 'unitsRefunded':
      return known.charge[column];
    case 'country':
      return row.country;
    case 'network':
      return NETWORKS.get(row.network)?.network ?? '';
    case 'campaign':
      return row.campaignName;
    case 'client':
      return row.clientName;
    case 'submitted':
      return moment(row.submittedAt ?? known.submittedAt);
    case 'done':
      return moment(row.doneAt);
    case 'carrierMessageId':
      return known.carrierId;
    case 'connector':
      return known.connector;
    default:
      return null;
  }
}

// The contents of each kind of report, slice by slice, each in a short transaction in the scope of the requester.
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { NETWORKS } from '../../../contract/shared/networks.ts';
import { MOST_REPORTED } from '../../../contract/api/reports.ts';
import { SUMMARY_KEYS } from '../../../contract/api/report-columns.ts';
import type { ReportFilters } from '../../../contract/api/report-columns.ts';
import type { ReportColumn } from '../../../contract/shared/report-labels.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { notAllowed, reportTooLong } from '../../infra/errors.ts';
import type { Cell } from '../../core/files/table-types.ts';
import { idFloor, idTime } from '../../infra/ids.ts';
import { maskText, seesText } from '../../infra/mask.ts';
import { idBounds, readNumber, statusOf } from '../../core/messages/messages.rules.ts';
import { listLiveParts } from '../../core/messages/live-parts.store.ts';
import { listVisibleClients } from '../../core/client-tree/visible-clients.ts';
import { scopeOf, systemScope } from '../../infra/database/scope.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { texts } from '../../i18n/texts.ts';
import { referenceOf } from '../../core/ledger/reference.rules.ts';
import { listTransactions } from '../../core/ledger/transactions.store.ts';
import type {
  TransactionCursor as WalletPlace,
  TransactionFilter,
  TransactionRow,
} from '../../core/ledger/transactions.store.ts';
import { FIRST_WINDOW, narrower, nextWindow, reachFor, SLICE } from './reports.rules.ts';
import { findAsker } from './reports.store.ts';
import type { Asker, ReportRow } from './reports.store.ts';
import {
  COUNTS,
  countSent,
  firstHour,
  firstMessage,
  measureCampaigns,
  readReceived,
  readSent,
  readSummary,
} from './source.store.ts';
import type { ReceivedRow, SentFilter, SentRow, SummaryRow } from './source.store.ts';

const READ_SECONDS = 30;
const QUERY_CANCELED = '57014';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A slice's rows, where the next begins (nothing after the last), and how far the report is with it. */
type Slice = { rows: Cell[][]; next: unknown; progress: number };
type Read = (place: unknown) => Promise<Slice>;
type Viewer = { scope: Scope; asker: Asker };

/** Reads under what the client may see at that moment: less than when it asked, never more. @throws Refusal NOT_ALLOWED where that is nothing */
async function asAsker<T>(
  database: Database,
  report: ReportRow,
  work: (tx: Tx, viewer: Viewer) => Promise<T>,
): Promise<T> {
  const asker = await database.run(systemScope(), (tx) => findAsker(tx, report.clientId));
  const reach =
    asker?.clientStatus === 'ACTIVE'
      ? narrower(report.reach, reachFor(asker.accessLevel, report.kind))
      : undefined;
  if (!asker || !reach) throw notAllowed();
  const scope = scopeOf(asker, reach);
  return database.run(scope, async (tx) => {
    await tx.query(
      `select set_config('statement_timeout', $1, true), set_config('jit', 'off', true)`,
      [`${READ_SECONDS}s`],
    );
    return work(tx, { scope, asker });
  });
}

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

/** From the first moment to before the last, milliseconds: what was asked for, and nothing later than the request. */
type Span = { from: number; to: number };

async function spanOf(
  database: Database,
  { filters, createdAt }: ReportRow,
  first: (tx: Tx) => Promise<number | undefined>,
): Promise<Span> {
  const { from, to } = idBounds(filters.startTimestamp, filters.endTimestamp);
  const earliest = (await database.run(systemScope(), first)) ?? createdAt.getTime();
  return {
    from: Math.max(from ?? earliest, earliest),
    to: Math.min(to ?? Infinity, createdAt.getTime()),
  };
}

/** The place of a walk through time: the next id to read, and how much time to read at once (milliseconds). */
type Walk = { from: string; window: number; done: number };

/**
 * Walks through rows by their ids, which carry the time.
 * @param total how many there will be, where that is known
 */
function walk<Row extends { id: string }>(
  database: Database,
  report: ReportRow,
  span: Span,
  total: number | null,
  read: (tx: Tx, viewer: Viewer, window: { from: string; to: string }) => Promise<Row[]>,
  show: (tx: Tx, viewer: Viewer, rows: Row[]) => Promise<Cell[][]>,
): Read {
  return async (place) => {
    let { from, window, done } = (place ?? {
      from: idFloor(span.from),
      window: FIRST_WINDOW,
      done: 0,
    }) as Walk;
    for (;;) {
      const end = Math.min(span.to, idTime(from) + window);
      const began = Date.now();
      const found = await asAsker(database, report, async (tx, viewer) => {
        const rows = await read(tx, viewer, { from, to: idFloor(end) });
        return {
          full: rows.length === SLICE,
          last: rows.at(-1)?.id,
          read: rows.length,
          rows: await show(tx, viewer, rows),
        };
      }).catch((error: unknown) => {
        // Too much to look through at once: again, with less.
        if (
          (error as { code?: string }).code === QUERY_CANCELED &&
          window > nextWindow(window, { full: true, rows: 0, milliseconds: 0 })
        )
          return undefined;
        throw error;
      });
      window = nextWindow(window, {
        full: found?.full ?? true,
        rows: found?.read ?? 0,
        milliseconds: Date.now() - began,
      });
      if (!found) continue;
      from = found.full ? after(found.last!) : idFloor(end);
      done += found.read;
      const through = span.to <= span.from ? 1 : (idTime(from) - span.from) / (span.to - span.from);
      return {
        rows: found.rows,
        next: !found.full && end >= span.to ? undefined : ({ from, window, done } satisfies Walk),
        progress: total !== null && total > 0 ? done / total : through,
      };
    }
  };
}

/** The least id that is greater. */
function after(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function filterOf(filters: ReportFilters, country: string): SentFilter {
  const networks = filters.networks ?? [];
  const statuses = filters.messageStatuses ?? [];
  // The state of a message that has not ended is in its parts: it is read as queued, and then refined.
  const numbers = [
    ...new Set(
      statuses.map((status) =>
        MESSAGE_STATUS[status] < MESSAGE_STATUS.DELIVERED
          ? MESSAGE_STATUS.QUEUED
          : MESSAGE_STATUS[status],
      ),
    ),
  ];
  return {
    numbers: (filters.destinations ?? []).map((written) => readNumber(written, country)),
    senders: filters.senderIds ?? [],
    campaignIds: filters.campaignIds ?? [],
    statuses: numbers,
    carrierStatuses: filters.carrierStatuses ?? [],
    countries: filters.countries ?? [],
    networks:
      networks.length === 0
        ? null
        : [...NETWORKS.values()]
            .filter(({ network }) => networks.includes(network))
            .map(({ code }) => code),
  };
}

async function sentMessages(database: Database, report: ReportRow, country: string): Promise<Read> {
  const { filters } = report;
  const filter = filterOf(filters, country);
  const ofCampaigns =
    filter.campaignIds.length > 0
      ? await database.run(systemScope(), (tx) => measureCampaigns(tx, filter.campaignIds))
      : undefined;
  const span = await spanOf(database, report, async (tx) => {
    const id = await firstMessage(tx, 'message');
    return id === undefined ? undefined : Math.max(idTime(id), ofCampaigns?.since?.getTime() ?? 0);
  });
  const narrowed =
    filter.numbers.length > 0 || filter.statuses.length > 0 || filter.carrierStatuses.length > 0;
  const total = narrowed
    ? null
    : ofCampaigns
      ? ofCampaigns.messages
      : await asAsker(database, report, async (tx, { scope }) =>
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
    async (tx, { asker }, rows) => {
      const live = rows.filter((row) => row.status < MESSAGE_STATUS.DELIVERED).map(({ id }) => id);
      const parts = Map.groupBy(
        live.length === 0 ? [] : await listLiveParts(tx, live),
        ({ messageId }) => messageId,
      );
      return rows.flatMap((row) => {
        const own = parts.get(row.id) ?? [];
        const status = statusOf(row.status, own);
        if (wanted.size > 0 && !wanted.has(status)) return [];
        return [
          report.columns.map((column) =>
            sentCell(column, row, {
              status,
              text: seesText(asker, row.clientId) ? row.text : maskText(row.text),
              connector: own[0]?.connector ?? null,
              carrierId: own[0]?.carrierId ?? null,
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
      return row.carrierIds?.find((id) => id !== null) ?? known.carrierId;
    case 'connector':
      return row.connector ?? known.connector;
    default:
      return null;
  }
}

async function incomingMessages(
  database: Database,
  report: ReportRow,
  country: string,
): Promise<Read> {
  const { filters } = report;
  const filter = {
    numbers: (filters.destinations ?? []).map((written) => readNumber(written, country)),
    recipients: filters.senderIds ?? [],
  };
  const span = await spanOf(database, report, async (tx) => {
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
    async (_tx, { asker }, rows) =>
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
              return seesText(asker, row.clientId ?? '') ? row.text : maskText(row.text);
            case 'client':
              return row.clientName;
            default:
              return null;
          }
        }),
      ),
  );
}

/** By day a slice is a day; without days the sums of all are held until the end, which are as many as there are senders and networks. */
async function deliverySummary(database: Database, report: ReportRow): Promise<Read> {
  const { filters } = report;
  const filter = filterOf(filters, '');
  const keys = SUMMARY_KEYS.filter((key) => report.columns.includes(key));
  const span = await spanOf(database, report, async (tx) => (await firstHour(tx))?.getTime());
  const read = (from: number) =>
    asAsker(database, report, async (tx, { scope }) =>
      readSummary(
        tx,
        scope,
        await listVisibleClients(tx, scope, filters.clientIds ?? []),
        filter,
        keys,
        new Date(Math.max(from, Math.floor(span.from / HOUR) * HOUR)),
        new Date(Math.min(span.to, from + DAY)),
      ),
    );
  const show = (rows: readonly SummaryRow[]) =>
    rows.map((row) => report.columns.map((column) => summaryCell(column, row)));
  const firstDay = Math.floor(span.from / DAY) * DAY;
  if (keys.includes('day')) {
    return async (place) => {
      const day = typeof place === 'number' ? place : firstDay;
      const rows = day < span.to ? await read(day) : [];
      const next = day + DAY;
      return {
        rows: show(rows),
        next: next < span.to ? next : undefined,
        progress: (next - firstDay) / Math.max(1, span.to - firstDay),
      };
    };
  }
  return async () => {
    const sums = new Map<string, SummaryRow>();
    for (let day = firstDay; day < span.to; day += DAY)
      for (const row of await read(day)) {
        const key = keys.map((each) => row[each]).join('\t');
        const sum = sums.get(key);
        sums.set(key, sum ? addRows(sum, row) : row);
        if (sums.size > MOST_REPORTED / 10) throw reportTooLong(MOST_REPORTED / 10);
      }
    return {
      rows: show([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)),
      next: undefined,
      progress: 1,
    };
  };
}

function addRows(sum: SummaryRow, row: SummaryRow): SummaryRow {
  const counts = COUNTS.map((name) => [name, sum[name] + row[name]] as const);
  return { ...sum, ...Object.fromEntries(counts), units: sum.units + row.units };
}

function summaryCell(column: ReportColumn, row: SummaryRow): Cell {
  switch (column) {
    case 'network':
      return NETWORKS.get(row.network ?? 0)?.network ?? '';
    case 'units':
      return unitsToNumber(row.units);
    case 'handedOver':
      return row.submitted;
    case 'deliveryRate':
      return row.submitted === 0 ? null : { share: row.delivered / row.submitted };
    case 'day':
    case 'client':
    case 'sender':
    case 'country':
      return row[column] ?? '';
    case 'messages':
    case 'segments':
    case 'delivered':
    case 'undeliverable':
    case 'expired':
    case 'rejected':
    case 'failed':
    case 'cancelled':
    case 'unknown':
      return row[column];
    default:
      return null;
  }
}

async function transactions(database: Database, report: ReportRow): Promise<Read> {
  const { filters, createdAt } = report;
  const to = Math.min(
    filters.endTimestamp === undefined ? Infinity : filters.endTimestamp * 1000 + 1,
    createdAt.getTime(),
  );
  const from =
    filters.startTimestamp === undefined ? undefined : new Date(filters.startTimestamp * 1000);
  const filter: TransactionFilter = {
    statuses: filters.paymentStatuses ?? [],
    types: filters.types ?? [],
    clientIds: filters.clientIds ?? [],
    from,
    to: new Date(to),
  };
  let done = 0;
  return async (place) => {
    const at = place as { seq: string; open: number; id: string } | undefined;
    const after: WalletPlace | undefined = at && { ...at, seq: BigInt(at.seq) };
    const { rows, counted } = await asAsker(database, report, (tx, { scope }) =>
      listTransactions(tx, scope, filter, { after, limit: SLICE, oldestFirst: true }),
    );
    const last = rows.at(-1);
    done += rows.length;
    return {
      rows: rows.map((row) =>
        report.columns.map((column) =>
          transactionCell(column, row, texts[report.language].wallet.documents.types),
        ),
      ),
      next:
        last && rows.length === SLICE
          ? { seq: String(last.seq), open: last.open, id: last.id }
          : undefined,
      progress: done / Math.max(counted, done),
    };
  };
}

function transactionCell(
  column: ReportColumn,
  row: TransactionRow,
  types: Readonly<Record<string, string>>,
): Cell {
  switch (column) {
    case 'at':
      return moment(row.at);
    case 'ref':
      return row.number === null ? row.id.slice(-8).toUpperCase() : referenceOf(row.number);
    case 'type':
      return types[row.type] ?? row.type;
    case 'client':
      return row.clientName;
    case 'units':
      return unitsToNumber(row.units);
    case 'balanceBefore':
      return row.balanceAfter === null ? null : unitsToNumber(row.balanceAfter - row.units);
    case 'balanceAfter':
      return row.balanceAfter === null ? null : unitsToNumber(row.balanceAfter);
    case 'amount':
      return row.amount === null ? null : Number(row.amount);
    case 'currency':
      return row.currency;
    case 'paymentStatus':
      return row.status;
    case 'phone':
      return row.phone;
    case 'receipt':
      return row.receipt;
    case 'about':
      return row.campaignName ?? row.otherClientName ?? row.note;
    default:
      return null;
  }
}

function moment(at: Date | null): Cell {
  return at === null ? null : { at: at.getTime() / 1000 };
}

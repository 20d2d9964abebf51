import { messages } from '../../contract/messages.ts';
import type { Message, MessageDetail } from '../../contract/messages.ts';
import { NETWORKS } from '../../contract/networks.ts';
import { normalizePhone } from '../../contract/phone.ts';
import { unitsToNumber } from '../../contract/units.ts';
import type { Session } from '../auth/session.store.ts';
import type { Database, Tx } from '../db.ts';
import { notFound } from '../errors.ts';
import { answer } from '../http.ts';
import type { Route } from '../http.ts';
import { idFloor, idTime } from '../ids.ts';
import { maskText, seesText } from '../mask.ts';
import { cutPage, shownCount } from '../pages.ts';
import type { PageTokens } from '../pages.ts';
import { inOrder, statusOf } from './messages.rules.ts';
import { findMessage, findRoute, listEvents, listLiveParts, listMessages, listReceipts } from './messages.store.ts';
import type { LivePart, MessageRow } from './messages.store.ts';

/** The log of what was sent, and each message's life. */
export function messageRoutes({ database, tokens }: { database: Database; tokens: PageTokens }): Route[] {
  return answer(messages, {
    sent: ({ pageSize, pageToken, ...filter }, { scope, session }) => database.run(scope, async (tx) => {
      const { rows, counted, exact } = await listMessages(tx, scope, {
        destinations: (filter['filter.destinations'] ?? []).map(asDestination), senders: filter['filter.senderIds'] ?? [], campaignIds: filter['filter.campaignIds'] ?? [],
        clientIds: filter['filter.clientIds'] ?? [], statuses: filter['filter.messageStatuses'] ?? [], carrierStatuses: filter['filter.carrierStatuses'] ?? [],
        countries: filter['filter.countries'] ?? [], from: bound(filter['filter.startTimestamp']), to: bound(filter['filter.endTimestamp']),
      }, { after: tokens.decode('sms/mt', pageToken), limit: pageSize + 1 });
      const page = cutPage(rows, pageSize, (row) => row.id);
      const parts = await partsOf(tx, page.rows);
      return {
        mtMessages: page.rows.map((row) => show(row, parts.get(row.id) ?? [], session)),
        nextPageToken: page.next ? tokens.encode('sms/mt', page.next) : '', ...(exact ? { collectionCount: counted } : shownCount(counted)),
      };
    }),

    get: ({ messageId }, { scope, session }) => database.run(scope, async (tx) => {
      const row = await findMessage(tx, scope, messageId);
      if (!row) throw notFound('message');
      const parts = await listLiveParts(tx, [messageId]);
      return { ...show(row, parts, session), timeline: await timelineOf(tx, row, parts) };
    }),
  });
}

/** A number as people write it, as the log has it. */
function asDestination(written: string): string {
  const phone = normalizePhone(written, 'KE');
  return phone.ok ? phone.e164.slice(1) : written.replace(/\D/g, '');
}

function bound(timestamp: number | undefined): string | undefined {
  return timestamp === undefined ? undefined : idFloor(timestamp * 1000);
}

async function partsOf(tx: Tx, rows: MessageRow[]): Promise<Map<string, LivePart[]>> {
  const live = rows.filter((row) => row.status < 10).map((row) => row.id);
  return live.length === 0 ? new Map() : Map.groupBy(await listLiveParts(tx, live), (part) => part.messageId);
}

function show(row: MessageRow, parts: LivePart[], viewer: Session): Message {
  const first = parts[0];
  return {
    messageId: row.id, campaignId: row.campaignId, campaignName: row.campaignName, clientId: row.clientId, clientName: row.clientName, senderId: row.sender,
    destination: `+${row.destination}`, text: seesText(viewer, row.clientId) ? row.text : maskText(row.text),
    encoding: row.encoding === 0 ? 'GSM7' : row.encoding === 8 ? 'UCS2' : 'BINARY', segments: row.segments, units: unitsToNumber(row.units),
    country: row.country, network: NETWORKS.get(row.network)?.network ?? '', connectorId: row.connector ?? first?.connector ?? null, routeId: row.routeId,
    carrierMessageId: row.carrierIds?.find((id) => id !== null) ?? first?.carrierId ?? null,
    status: statusOf(row.status, parts), carrierStatus: row.carrierStatus, errorCode: row.errorCode, dupRisk: row.dupRisk ?? parts.some((part) => part.dupRisk),
    createTimestamp: idTime(row.id) / 1000, submitTimestamp: seconds(row.submittedAt ?? first?.at ?? null), doneTimestamp: seconds(row.doneAt),
  };
}

async function timelineOf(tx: Tx, row: MessageRow, parts: LivePart[]): Promise<MessageDetail['timeline']> {
  const accepted = idTime(row.id) / 1000;
  const route = await findRoute(tx, row.configVersion, row.routeId);
  const steps: MessageDetail['timeline'] = [
    { kind: 'ACCEPTED', timestamp: accepted, part: null, facts: { campaign: row.campaignName } },
    { kind: 'ROUTED', timestamp: accepted, part: null, facts: { route: route?.type ?? null, order: route?.order ?? null, filters: route?.filters.join(', ') ?? null } },
  ];
  const livePlaces = new Set(parts.map((part) => part.part));
  for (const part of parts) {
    if (part.state === 0) continue;
    steps.push({ kind: 'SUBMITTED', timestamp: part.at.getTime() / 1000, part: partOf(row, part.part), facts: { connector: part.connector, carrierMessageId: part.carrierId } });
  }
  for (const [index, carrierId] of (row.carrierIds ?? []).entries()) {
    if (carrierId === null || livePlaces.has(index + 1)) continue;
    steps.push({ kind: 'SUBMITTED', timestamp: seconds(row.submittedAt) ?? accepted, part: partOf(row, index + 1), facts: { connector: row.connector, carrierMessageId: carrierId } });
  }
  for (const receipt of await listReceipts(tx, row.id)) {
    steps.push({ kind: 'RECEIPT', timestamp: receipt.at.getTime() / 1000, part: receipt.part === null ? null : partOf(row, receipt.part), facts: { carrierStatus: receipt.carrierStatus, errorCode: receipt.errorCode } });
  }
  for (const event of await listEvents(tx, row.id)) {
    steps.push({ kind: event.kind, timestamp: event.at.getTime() / 1000, part: null, facts: { reason: String(event.detail?.['reason'] ?? '') } });
  }
  if (row.doneAt) steps.push({ kind: 'FINAL', timestamp: row.doneAt.getTime() / 1000, part: null, facts: { status: statusOf(row.status, []), errorCode: row.errorCode } });
  return inOrder(steps);
}

/** Which part a step belongs to, where a message has several. */
function partOf(row: MessageRow, part: number): number | null {
  return row.segments > 1 ? part : null;
}

function seconds(at: Date | null): number | null {
  return at === null ? null : at.getTime() / 1000;
}

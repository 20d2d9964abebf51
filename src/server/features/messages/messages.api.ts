import { Readable } from 'node:stream';
import { messages } from '../../../contract/api/messages.ts';
import type { Incoming, Message, MessageDetail, Waiting } from '../../../contract/api/messages.ts';
import { NETWORKS } from '../../../contract/shared/networks.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import type { Session } from '../../infra/http/caller.ts';
import { openWriter } from '../../core/messages/writing.rules.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { badPageToken, notFound } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Download, Route } from '../../infra/http/http.ts';
import { idFloor, idTime } from '../../infra/ids.ts';
import { maskText, seesText } from '../../infra/mask.ts';
import { pageOf } from '../../infra/database/pages.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { search } from '../../infra/database/statement-timeout.ts';
import type { Scope } from '../../infra/database/scope.ts';
import type { Language } from '../../infra/words.ts';
import { exportLines, receivedHeader, receivedLine, sentHeader, sentLine } from './export.rules.ts';
import { countIncoming, findIncoming, listIncoming } from './incoming.store.ts';
import type { IncomingFilter, IncomingRow } from './incoming.store.ts';
import { idBounds, inOrder, readNumber, statusOf } from '../../core/messages/messages.rules.ts';
import {
  countMessages,
  findCountry,
  findMessage,
  findRoute,
  listEvents,
  listMessages,
  listReceipts,
} from './messages.store.ts';
import { listLiveParts } from '../../core/messages/live-parts.store.ts';
import type { MessageFilter, MessageRow } from './messages.store.ts';
import type { LivePart } from '../../core/messages/live-parts.store.ts';
import {
  countWaiting,
  listNotExpanded,
  listQueued,
  listQueuedMessages,
  listWaitingCampaigns,
} from './waiting.store.ts';
import type {
  WaitingCampaign,
  WaitingFilter,
  WaitingMessage,
  WaitingRecipient,
} from './waiting.store.ts';

/** Rows of an export that are read at a time: each slice is a transaction of its own, so none holds up the vacuum of the queue. */
const SLICE = 2_000;

/** The logs of what was sent and received, each message's life, and what campaigns still have to hand over. */
export function messageRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(messages, {
    sent: ({ pageSize, pageToken, ...filter }, { scope, session }) =>
      search(database, scope, async (tx) => {
        const wanted = sentFilter(filter, await findCountry(tx, session.clientId));
        const page = tokens.openPage('sms/mt', { pageSize, pageToken });
        const found = await listMessages(tx, scope, wanted, {
          after: page.after,
          limit: page.size + 1,
        });
        const { counted, exact } = await countMessages(tx, scope, wanted);
        const { rows, footer } = pageOf(page, found, ({ id }) => id, counted, exact);
        return { mtMessages: await showAll(tx, rows, session), ...footer };
      }),

    exportSent: (filter, { scope, session, language }) =>
      exported(
        language === 'pt' ? 'Mensagens enviadas' : 'Sent messages',
        language,
        sentHeader,
        sentLine,
        (after, limit) =>
          search(database, scope, async (tx) =>
            showAll(
              tx,
              await listMessages(
                tx,
                scope,
                sentFilter(filter, await findCountry(tx, session.clientId)),
                { after, limit },
              ),
              session,
            ),
          ),
      ),

    get: ({ messageId }, { scope, session }) =>
      database.run(scope, async (tx) => {
        const row = await findMessage(tx, scope, messageId);
        if (!row) throw notFound('message');
        const parts = await listLiveParts(tx, [messageId]);
        return { ...show(row, parts, session), timeline: await timelineOf(tx, row, parts) };
      }),

    received: ({ pageSize, pageToken, ...filter }, { scope, session }) =>
      search(database, scope, async (tx) => {
        const wanted = receivedFilter(filter, await findCountry(tx, session.clientId));
        const page = tokens.openPage('sms/mo', { pageSize, pageToken });
        const found = await listIncoming(tx, scope, wanted, {
          after: page.after,
          limit: page.size + 1,
        });
        const counted = await countIncoming(tx, scope, wanted);
        const { rows, footer } = pageOf(page, found, ({ id }) => id, counted);
        return { moMessages: rows.map((row) => showIncoming(row, session)), ...footer };
      }),

    exportReceived: (filter, { scope, session, language }) =>
      exported(
        language === 'pt' ? 'Mensagens recebidas' : 'Incoming messages',
        language,
        receivedHeader,
        receivedLine,
        (after, limit) =>
          search(database, scope, async (tx) =>
            (
              await listIncoming(
                tx,
                scope,
                receivedFilter(filter, await findCountry(tx, session.clientId)),
                { after, limit },
              )
            ).map((row) => showIncoming(row, session)),
          ),
      ),

    getReceived: ({ messageId }, { scope, session }) =>
      database.run(scope, async (tx) => {
        const row = await findIncoming(tx, scope, messageId);
        if (!row) throw notFound('message');
        return showIncoming(row, session);
      }),

    toDeliver: ({ pageSize, pageToken, ...filter }, { scope, session }) =>
      search(database, scope, async (tx) => {
        const wanted: WaitingFilter = {
          campaignIds: filter['filter.campaignIds'] ?? [],
          clientIds: filter['filter.clientIds'] ?? [],
          from: dateOf(filter['filter.startTimestamp']),
          to: dateOf(filter['filter.endTimestamp']),
        };
        const page = tokens.openPage('sms/todeliver', { pageSize, pageToken });
        const found = await listWaiting(tx, scope, wanted, placeOf(page.after), page.size + 1);
        const counted = await countWaiting(tx, scope, wanted);
        const { rows, footer } = pageOf(page, found, ({ place }) => place, counted, true);
        return {
          messages: rows.map(({ campaign, message }) => showWaiting(campaign, message, session)),
          ...footer,
        };
      }),
  });
}

type SentFilter = Parsed<typeof messages.exportSent>;

function sentFilter(filter: SentFilter, country: string): MessageFilter {
  const networks = filter['filter.networks'] ?? [];
  return {
    numbers: (filter['filter.destinations'] ?? []).map((written) => readNumber(written, country)),
    senders: filter['filter.senderIds'] ?? [],
    campaignIds: filter['filter.campaignIds'] ?? [],
    clientIds: filter['filter.clientIds'] ?? [],
    statuses: filter['filter.messageStatuses'] ?? [],
    carrierStatuses: filter['filter.carrierStatuses'] ?? [],
    countries: filter['filter.countries'] ?? [],
    networks:
      networks.length === 0
        ? null
        : [...NETWORKS.values()]
            .filter(({ network }) => networks.includes(network))
            .map(({ code }) => code),
    ...idRange(filter),
  };
}

function receivedFilter(
  filter: Parsed<typeof messages.exportReceived>,
  country: string,
): IncomingFilter {
  return {
    numbers: (filter['filter.destinations'] ?? []).map((written) => readNumber(written, country)),
    destinations: filter['filter.senderIds'] ?? [],
    clientIds: filter['filter.clientIds'] ?? [],
    ...idRange(filter),
  };
}

function idRange(filter: {
  'filter.startTimestamp'?: number | undefined;
  'filter.endTimestamp'?: number | undefined;
}): { from: string | undefined; to: string | undefined } {
  const { from, to } = idBounds(filter['filter.startTimestamp'], filter['filter.endTimestamp']);
  return {
    from: from === undefined ? undefined : idFloor(from),
    to: to === undefined ? undefined : idFloor(to),
  };
}

function dateOf(timestamp: number | undefined): Date | undefined {
  return timestamp === undefined ? undefined : new Date(timestamp * 1000);
}

// ---- exports ----

/** A file of what `read` gives, slice after slice until there is no more. */
async function exported<Row extends { messageId: string }>(
  name: string,
  language: Language,
  header: (language: Language) => string,
  line: (row: Row) => string,
  read: (after: string | undefined, limit: number) => Promise<Row[]>,
): Promise<Download> {
  // The first slice before the answer begins: what is refused is refused with words.
  const first = await read(undefined, SLICE);
  const slices = exportLines(
    first,
    (after) => read(after, SLICE),
    SLICE,
    (rows) => rows.map((row) => line(row)).join(''),
    language,
  );
  return {
    fileName: `${name} ${new Date().toISOString().slice(0, 10)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from(
      (async function* () {
        yield header(language);
        yield* slices;
      })(),
      { objectMode: false },
    ),
  };
}

// ---- to deliver ----

/** Where a page goes on: in a campaign, after a message in the queue or after a row of its list. */
type Place = { due: Date; campaignId: string; chunk: string; position: number; row: number };
type WaitingItem = {
  place: string;
  campaign: WaitingCampaign;
  message: WaitingMessage | (WaitingRecipient & { text: string });
};

function placeOf(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined;
  const [due = '', campaignId = '', chunk = '', position = '', row = ''] = text.split('/');
  if (row === '') throw badPageToken();
  return {
    due: new Date(Number(due)),
    campaignId,
    chunk,
    position: Number(position),
    row: Number(row),
  };
}

const CAMPAIGNS_AT_ONCE = 50;

/** What waits, campaign after campaign: in each what is in the queue, then whoever is not made into a message yet. */
async function listWaiting(
  tx: Tx,
  scope: Scope,
  filter: WaitingFilter,
  from: Place | undefined,
  limit: number,
): Promise<WaitingItem[]> {
  const found: WaitingItem[] = [];
  let place = from;
  for (;;) {
    const campaigns = await listWaitingCampaigns(
      tx,
      scope,
      filter,
      place && { due: place.due, id: place.campaignId },
      CAMPAIGNS_AT_ONCE,
    );
    for (const campaign of campaigns) {
      const within = place?.campaignId === campaign.id ? place : undefined;
      found.push(...(await waitingOf(tx, campaign, within, limit - found.length)));
      if (found.length >= limit) return found;
    }
    const last = campaigns.at(-1);
    if (!last || campaigns.length < CAMPAIGNS_AT_ONCE) return found;
    // Past all of the last one: no row is numbered higher.
    place = {
      due: last.due,
      campaignId: last.id,
      chunk: '9223372036854775807',
      position: 0,
      row: 2_147_483_647,
    };
  }
}

async function waitingOf(
  tx: Tx,
  campaign: WaitingCampaign,
  from: Place | undefined,
  limit: number,
): Promise<WaitingItem[]> {
  const at = (chunk: string, position: number, row: number) =>
    [campaign.due.getTime(), campaign.id, chunk, position, row].join('/');
  const found: WaitingItem[] = [];
  let [chunk, position] = [from?.chunk ?? '0', from?.position ?? 0];
  while (found.length < limit) {
    const queued = await listQueued(tx, campaign.id, { chunk, position }, limit - found.length);
    if (queued.length === 0) break;
    const rows = await listQueuedMessages(
      tx,
      queued.map(({ id }) => id),
    );
    for (const each of queued) {
      const message = rows.get(each.id);
      if (message)
        found.push({ place: at(each.chunk, each.position, from?.row ?? 0), campaign, message });
      ({ chunk, position } = each);
    }
  }
  if (found.length >= limit) return found;
  const write = openWriter(campaign);
  for (const recipient of await listNotExpanded(
    tx,
    campaign.id,
    Math.max(campaign.expandRow, from?.row ?? 0),
    limit - found.length,
  )) {
    found.push({
      place: at(chunk, position, recipient.rowNo),
      campaign,
      message: { ...recipient, text: write(recipient.fields).text },
    });
  }
  return found;
}

function showWaiting(
  campaign: WaitingCampaign,
  message: WaitingItem['message'],
  viewer: Session,
): Waiting {
  const text = message.text ?? campaign.text;
  return {
    messageId: 'id' in message ? message.id : null,
    rowNumber: 'rowNo' in message ? message.rowNo : null,
    campaignId: campaign.id,
    campaignName: campaign.campaignName,
    campaignStatus: campaign.status,
    clientId: campaign.clientId,
    clientName: campaign.clientName,
    senderId: campaign.sender,
    destination: `+${message.destination}`,
    text: seesText(viewer, campaign.clientId) ? text : maskText(text),
    segments: message.segments,
    units: unitsToNumber(message.units),
    country: message.country,
    network: NETWORKS.get(message.network)?.network ?? '',
    dueTimestamp: campaign.due.getTime() / 1000,
  };
}

// ---- rows as they are shown ----

function showIncoming(row: IncomingRow, viewer: Session): Incoming {
  return {
    messageId: row.id,
    clientId: row.clientId,
    clientName: row.clientName,
    source: withPlus(row.source),
    senderId: row.destination,
    text: seesText(viewer, row.clientId ?? '') ? row.text : maskText(row.text),
    encoding:
      row.encoding === 8 ? 'UCS2' : row.encoding === 4 || row.encoding === 2 ? 'BINARY' : 'GSM7',
    foundBy: row.foundBy,
    connectorId: row.connector,
    receiveTimestamp: idTime(row.id) / 1000,
  };
}

/** A carrier may name as its source what is no number at all, or a short one. */
function withPlus(source: string): string {
  return /^[0-9]{9,}$/.test(source) ? `+${source}` : source;
}

async function showAll(tx: Tx, rows: MessageRow[], viewer: Session): Promise<Message[]> {
  const parts = await partsOf(tx, rows);
  return rows.map((row) => show(row, parts.get(row.id) ?? [], viewer));
}

async function partsOf(tx: Tx, rows: MessageRow[]): Promise<Map<string, LivePart[]>> {
  const live = rows.filter((row) => row.status < 10).map((row) => row.id);
  return live.length === 0
    ? new Map()
    : Map.groupBy(await listLiveParts(tx, live), (part) => part.messageId);
}

function show(row: MessageRow, parts: LivePart[], viewer: Session): Message {
  const first = parts[0];
  return {
    messageId: row.id,
    campaignId: row.campaignId,
    campaignName: row.campaignName,
    clientId: row.clientId,
    clientName: row.clientName,
    senderId: row.sender,
    destination: `+${row.destination}`,
    text: seesText(viewer, row.clientId) ? row.text : maskText(row.text),
    encoding: row.encoding === 0 ? 'GSM7' : row.encoding === 8 ? 'UCS2' : 'BINARY',
    segments: row.segments,
    units: unitsToNumber(row.units),
    country: row.country,
    network: NETWORKS.get(row.network)?.network ?? '',
    connectorId: row.connector ?? first?.connector ?? null,
    routeId: row.routeId,
    carrierMessageId: row.carrierIds?.find((id) => id !== null) ?? first?.carrierId ?? null,
    status: statusOf(row.status, parts),
    carrierStatus: row.carrierStatus,
    errorCode: row.errorCode,
    dupRisk: row.dupRisk ?? parts.some((part) => part.dupRisk),
    createTimestamp: idTime(row.id) / 1000,
    submitTimestamp: seconds(row.submittedAt ?? first?.at ?? null),
    doneTimestamp: seconds(row.doneAt),
  };
}

async function timelineOf(
  tx: Tx,
  row: MessageRow,
  parts: LivePart[],
): Promise<MessageDetail['timeline']> {
  const accepted = idTime(row.id) / 1000;
  const route = await findRoute(tx, row.configVersion, row.routeId);
  const steps: MessageDetail['timeline'] = [
    {
      kind: 'ACCEPTED',
      timestamp: accepted,
      part: null,
      facts: { campaign: row.campaignName, source: row.source },
    },
    {
      kind: 'ROUTED',
      timestamp: accepted,
      part: null,
      facts: {
        route: route?.type ?? null,
        order: route?.order ?? null,
        filters: route?.filters.join(', ') ?? null,
      },
    },
  ];
  const livePlaces = new Set(parts.map((part) => part.part));
  for (const part of parts) {
    if (part.state === 0) continue;
    steps.push({
      kind: 'SUBMITTED',
      timestamp: part.at.getTime() / 1000,
      part: partOf(row, part.part),
      facts: { connector: part.connector, carrierMessageId: part.carrierId },
    });
  }
  for (const [index, carrierId] of (row.carrierIds ?? []).entries()) {
    if (carrierId === null || livePlaces.has(index + 1)) continue;
    steps.push({
      kind: 'SUBMITTED',
      timestamp: seconds(row.submittedAt) ?? accepted,
      part: partOf(row, index + 1),
      facts: { connector: row.connector, carrierMessageId: carrierId },
    });
  }
  for (const receipt of await listReceipts(tx, row.id)) {
    steps.push({
      kind: 'RECEIPT',
      timestamp: receipt.at.getTime() / 1000,
      part: receipt.part === null ? null : partOf(row, receipt.part),
      facts: { carrierStatus: receipt.carrierStatus, errorCode: receipt.errorCode },
    });
  }
  for (const event of await listEvents(tx, row.id)) {
    steps.push({
      kind: event.kind,
      timestamp: event.at.getTime() / 1000,
      part: typeof event.detail?.['part'] === 'number' ? partOf(row, event.detail['part']) : null,
      facts: factsOf(event.detail ?? {}),
    });
  }
  if (row.doneAt)
    steps.push({
      kind: 'FINAL',
      timestamp: row.doneAt.getTime() / 1000,
      part: null,
      facts: { status: statusOf(row.status, []), errorCode: row.errorCode },
    });
  return inOrder(steps);
}

// The part is the step's own; the others are our numbers for a link.
const UNSHOWN = new Set(['part', 'connectorId', 'epoch']);

/** Of what was written down with an event: what can be shown, a word or a number. */
function factsOf(detail: Record<string, unknown>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(detail).filter(
      (fact): fact is [string, string | number] =>
        !UNSHOWN.has(fact[0]) && (typeof fact[1] === 'string' || typeof fact[1] === 'number'),
    ),
  );
}

/** Which part a step belongs to, where a message has several. */
function partOf(row: MessageRow, part: number): number | null {
  return row.segments > 1 ? part : null;
}

function seconds(at: Date | null): number | null {
  return at === null ? null : at.getTime() / 1000;
}

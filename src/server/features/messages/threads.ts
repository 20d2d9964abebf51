/** Conversations with phones, as pages of their newest messages. */
import type { Thread, ThreadHead, ThreadMessage } from '../../../contract/api/threads.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { PageFooter, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { notFound } from '../../infra/errors.ts';
import type { Session } from '../../infra/http/caller.ts';
import { idFloor } from '../../infra/ids.ts';
import { ANY_MESSAGE } from './message-filter.store.ts';
import { findIncoming, listIncoming, type IncomingFilter } from './incoming.store.ts';
import { presentIncoming, presentMessages } from './messages.present.ts';
import { listMessages } from './messages.store.ts';
import {
  beginsWith,
  keyText,
  newestOfThreads,
  replyOf,
  UNREAD_DAYS,
  type OwnedRow,
} from './threads.rules.ts';
import {
  findThreadContact,
  listContactNames,
  listOptedOut,
  listRead,
  listShownBefore,
  listUsableSenders,
} from './threads.store.ts';

/** Messages read at a time, and at most for one page. */
const BATCH = 500;
const MOST_READ = 2_000;

export type ThreadFilter = IncomingFilter & { keywords: string[]; unread: boolean };

/**
 * A page of conversations, the latest first. A conversation stands where its newest message is, so messages are read from
 * the newest on, and only the first of each conversation counts. Between two pages nothing is remembered: an older message of
 * a conversation that was on an earlier page is recognised by one search of the index. At most 2,000 messages are read for a
 * page, however many there are; where a few phones wrote them all, the page is short and the next continues after them.
 */
export async function listThreads(
  tx: Tx,
  scope: Scope,
  viewer: Session,
  filter: ThreadFilter,
  page: PageRequest,
): Promise<{ threads: Thread[]; footer: PageFooter }> {
  const found: OwnedRow[] = [];
  const seen = new Set<string>();
  let after = page.after;
  let isEnd = false;
  for (let read = 0; read < MOST_READ && found.length <= page.size && !isEnd; read += BATCH) {
    const rows = await listIncoming(tx, scope, filter, { after, limit: BATCH });
    isEnd = rows.length < BATCH;
    after = rows.at(-1)?.id ?? after;
    found.push(...(await newThreads(tx, scope, viewer, filter, page.after, rows, seen)));
  }
  const shown = found.slice(0, page.size);
  const place = found.length > page.size ? shown.at(-1)?.id : isEnd ? undefined : after;
  return {
    threads: await presentThreads(tx, viewer, shown),
    footer: {
      nextPageToken: place === undefined ? '' : page.tokenOf(place),
      collectionCount: shown.length,
      ...(place !== undefined && { collectionCountIsLowerBound: true as const }),
    },
  };
}

async function newThreads(
  tx: Tx,
  scope: Scope,
  viewer: Session,
  filter: ThreadFilter,
  pageAfter: string | undefined,
  rows: Awaited<ReturnType<typeof listIncoming>>,
  seen: Set<string>,
): Promise<OwnedRow[]> {
  const wanted =
    filter.keywords.length === 0
      ? rows
      : rows.filter(({ text }) => beginsWith(text, filter.keywords));
  const heads = newestOfThreads(wanted, seen);
  const before =
    pageAfter === undefined || heads.length === 0
      ? new Set<string>()
      : await listShownBefore(tx, scope, heads, pageAfter, filter);
  const fresh = heads.filter((row) => !before.has(keyText(row)));
  if (!filter.unread) return fresh;
  const unread = await listUnread(tx, viewer, fresh);
  return fresh.filter(({ id }) => unread.has(id));
}

async function listUnread(tx: Tx, viewer: Session, rows: OwnedRow[]): Promise<Set<string>> {
  const since = idFloor(Date.now() - UNREAD_DAYS * 86_400_000);
  const recent = rows.map(({ id }) => id).filter((id) => id >= since);
  const read = await listRead(tx, viewer.clientId, recent);
  return new Set(recent.filter((id) => !read.has(id)));
}

async function presentThreads(tx: Tx, viewer: Session, rows: OwnedRow[]): Promise<Thread[]> {
  const own = rows.filter(({ clientId }) => clientId === viewer.clientId);
  const names = await listContactNames(
    tx,
    viewer.clientId,
    own.map(({ source }) => source),
  );
  const unread = await listUnread(tx, viewer, rows);
  const optedOut = await listOptedOut(tx, rows);
  return rows.map((row) => {
    const { source, text, senderId, receiveTimestamp } = presentIncoming(row, viewer);
    return {
      clientId: row.clientId,
      clientName: row.clientName ?? '',
      phone: source,
      contactName: row.clientId === viewer.clientId ? (names.get(row.source) ?? null) : null,
      messageId: row.id,
      text,
      senderId,
      receiveTimestamp,
      unread: unread.has(row.id),
      optedOut: optedOut.has(keyText(row)),
    };
  });
}

/** The conversation that a message from a phone belongs to. @throws Refusal NOT_FOUND */
async function findThread(tx: Tx, scope: Scope, messageId: string): Promise<OwnedRow> {
  const row = await findIncoming(tx, scope, messageId);
  if (row === undefined || row.clientId === null) throw notFound('message');
  return row as OwnedRow;
}

/** Only its phone's messages with its account. */
const within = (row: OwnedRow): IncomingFilter => ({
  numbers: [{ exact: row.source }],
  destinations: [],
  clientIds: [row.clientId],
  from: undefined,
  to: undefined,
});

export async function getThread(
  tx: Tx,
  scope: Scope,
  viewer: Session,
  messageId: string,
): Promise<ThreadHead> {
  const row = await findThread(tx, scope, messageId);
  const { source: phone } = presentIncoming(row, viewer);
  const isOwn = row.clientId === viewer.clientId;
  const isOptedOut = (await listOptedOut(tx, [row])).size > 0;
  const [newest] = await listIncoming(tx, scope, within(row), { after: undefined, limit: 1 });
  const [sent] = isOwn ? await listSent(tx, scope, row, { after: undefined, limit: 1 }) : [];
  return {
    clientId: row.clientId,
    clientName: row.clientName ?? '',
    phone,
    optedOut: isOptedOut,
    contact: (isOwn ? await findThreadContact(tx, row) : undefined) ?? null,
    reply: replyOf({
      isOwn,
      maySend: reachOf(viewer.accessLevel, 'messaging.send') !== undefined,
      source: row.source,
      isOptedOut,
      writtenTo: (newest ?? row).destination,
      lastSender: sent?.sender,
      usable: isOwn ? await listUsableSenders(tx, row.clientId) : [],
    }),
  };
}

const listSent = (
  tx: Tx,
  scope: Scope,
  row: OwnedRow,
  page: { after: string | undefined; limit: number },
) => listMessages(tx, scope, { ...ANY_MESSAGE, ...within(row) }, page);

/** Both directions, newest first: ids carry the time, so one place continues both. */
export async function listThreadMessages(
  tx: Tx,
  scope: Scope,
  viewer: Session,
  messageId: string,
  page: PageRequest,
): Promise<{ messages: ThreadMessage[]; footer: PageFooter }> {
  const row = await findThread(tx, scope, messageId);
  const wanted = { after: page.after, limit: page.size + 1 };
  const received = (await listIncoming(tx, scope, within(row), wanted)).map((each) => {
    const { text, senderId, receiveTimestamp } = presentIncoming(each, viewer);
    return {
      messageId: each.id,
      received: true,
      text,
      senderId,
      status: null,
      campaignName: null,
      timestamp: receiveTimestamp,
    };
  });
  const sent = (await presentMessages(tx, await listSent(tx, scope, row, wanted), viewer)).map(
    ({ messageId: id, text, senderId, status, campaignName, createTimestamp }) => ({
      messageId: id,
      received: false,
      text,
      senderId,
      status,
      campaignName,
      timestamp: createTimestamp,
    }),
  );
  const both: ThreadMessage[] = [...received, ...sent].toSorted((a, b) =>
    a.messageId < b.messageId ? 1 : -1,
  );
  const messages = both.slice(0, page.size);
  const last = both.length > page.size ? messages.at(-1) : undefined;
  return {
    messages,
    footer: {
      nextPageToken: last === undefined ? '' : page.tokenOf(last.messageId),
      collectionCount: messages.length,
      ...(last !== undefined && { collectionCountIsLowerBound: true as const }),
    },
  };
}

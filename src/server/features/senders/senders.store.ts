// Long because every statement that writes a sender ID, or lists them, stands here.
import { REGISTRATION_STATUSES } from '../../../contract/api/sender-registrations.ts';
import type { RegistrationStatus } from '../../../contract/api/sender-registrations.ts';
import type { FEE_STATUSES, Sender, SenderStatus } from '../../../contract/api/senders.ts';
import type { Tx } from '../../infra/database/db.ts';
import { listPage, newestFirst } from '../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { ACTIONS } from './senders.rules.ts';
import type { Action } from './senders.rules.ts';
import { whereWithin, pathEnd } from '../../infra/database/scoped-query.ts';
import { isLate } from './registrations.store.ts';
import { addEvent } from './sender-events.store.ts';

export type SenderRow = {
  id: string;
  sender: string;
  clientId: string;
  clientName: string | null;
  kind: Sender['kind'];
  country: string;
  network: string[];
  status: SenderStatus;
  statusAt: Date;
  paymentStatus: (typeof FEE_STATUSES)[number];
  fee: string | null;
  currency: string | null;
  reason: string | null;
  isGeneric: boolean;
  createdAt: Date;
  /** The codes of networks whose operators have not approved it. */
  unregistered: number[];
  /** Those of them that are late with it. */
  late: number[];
};

/** A sender ID as its owner and its reviewers see it. */
export type WholeSender = SenderRow & {
  brandOwner: string | null;
  sample: string | null;
  impersonatorId: string | null;
  blockedByStaff: boolean;
  delegatedTo: string[];
  standIn: { senderIdId: string; senderId: string } | null;
};

/** The networks whose operators have had a sender ID for longer than operators usually take. */
const LATE = `array(select r.network from sender_registration r
  where r.sender_id = s.id and s.status in ('WAITING_SETUP', 'READY_FOR_SENDING')
    and ${isLate('r')}
  order by r.network)`;
const COLUMNS = `s.id, s.sender, s.client_id as "clientId", (select client_name from client where id = s.client_id) as "clientName", s.kind, s.country, s.network, s.status, s.status_at as "statusAt",
  s.payment_status as "paymentStatus", s.fee::text, s.currency, s.reason, s.is_generic as "isGeneric", s.created_at as "createdAt", s.unregistered, ${LATE} as late`;
const WHOLE = `${COLUMNS}, s.brand_owner as "brandOwner", s.sample, s.impersonator_id as "impersonatorId", s.blocked_by_staff as "blockedByStaff", s.delegated_to as "delegatedTo",
  (select jsonb_build_object('senderIdId', i.id, 'senderId', i.sender) from sender i where i.id = s.stand_in_id) as "standIn"`;

export type NewSender = {
  id: string;
  sender: string;
  clientId: string;
  kind: Sender['kind'];
  country: string;
  status: SenderStatus;
  isGeneric: boolean;
};
type RequestDetails = {
  fee: string | null;
  currency: string | null;
  brandOwner: string | null;
  sample: string | null;
  impersonatorId: string | null;
};

/** Adds a sender ID as it stands; one that was asked for with what was asked. */
export const insertSender = (tx: Tx, sender: NewSender & Partial<RequestDetails>): Promise<void> =>
  insertSenders(tx, [sender]);

/** Adds sender IDs in one statement, which takes all their names before it raises the version of acceptance. */
export async function insertSenders(
  tx: Tx,
  senders: readonly (NewSender & Partial<RequestDetails>)[],
): Promise<void> {
  await tx.query(
    `insert into sender (id, sender, client_id, kind, country, status, is_generic, payment_status, fee, currency, brand_owner, sample, impersonator_id)
     select id, sender, "clientId", kind, country, status, "isGeneric", payment, fee, currency, "brandOwner", sample, "impersonatorId"
     from jsonb_to_recordset($1) as t (id uuid, sender text, "clientId" uuid, kind text, country text, status text, "isGeneric" boolean, payment text,
       fee numeric, currency text, "brandOwner" text, sample text, "impersonatorId" uuid)`,
    [
      JSON.stringify(
        senders.map((sender) => ({ ...sender, payment: sender.fee ? 'UNPAID' : 'NOT_REQUIRED' })),
      ),
    ],
  );
}

/** The sender ID of this name in a country, unless it was rejected; under the system scope. */
export async function findLiveSender(
  tx: Tx,
  name: string,
  country: string,
): Promise<Pick<SenderRow, 'clientId' | 'sender' | 'kind'> | undefined> {
  const { rows } = await tx.query<Pick<SenderRow, 'clientId' | 'sender' | 'kind'>>(
    `select client_id as "clientId", sender, kind from sender where country = $2 and lower(sender) = lower($1) and status <> 'REJECTED'`,
    [name, country],
  );
  return rows[0];
}

/** The condition for sender IDs that a client may use without owning them. */
const SERVES = '(s.is_generic or ? = any (s.delegated_to))';

/** The sender IDs within reach, with those that serve the client without being its own. */
export async function listSenders(
  tx: Tx,
  scope: Scope,
  wanted: {
    statuses: string[];
    clientIds: string[];
    query?: string;
    hideGeneric: boolean;
    usableBy?: string | null;
    registrations?: readonly RegistrationStatus[];
    /** The codes of networks; null where the operator does not matter. */
    networks?: readonly number[] | null;
  },
  page: PageRequest,
): Promise<Page<SenderRow>> {
  const where = whereWithin(scope, 's.client_id', SERVES);
  if (wanted.statuses.length > 0) where.add('s.status = any (?)', wanted.statuses);
  if (wanted.clientIds.length > 0) where.add('s.client_id = any (?)', wanted.clientIds);
  if (wanted.query) where.add('position(lower(?) in lower(s.sender)) > 0', wanted.query);
  if (wanted.hideGeneric) where.add('not s.is_generic');
  const { registrations = [], networks = null, usableBy } = wanted;
  if (usableBy) where.add(`(s.client_id = ? or ${SERVES})`, usableBy, usableBy);
  if (registrations.length > 0 || networks !== null)
    where.add(
      'exists (select from sender_registration r where r.sender_id = s.id and r.status = any (?) and (?::smallint[] is null or r.network = any (?)))',
      registrations.length > 0 ? registrations : REGISTRATION_STATUSES,
      networks,
      networks,
    );
  return listPage<SenderRow>(tx, page, {
    counted: 'sender s',
    where,
    order: newestFirst('s.id'),
    read: (rows) => `select ${COLUMNS} from sender s ${rows}`,
  });
}

/** The first sender IDs in reach whose name begins with a text, or of each name the newest. */
export async function searchSenders(
  tx: Tx,
  scope: Scope,
  wanted: { text: string; distinct: boolean; limit: number },
): Promise<SenderRow[]> {
  const where = whereWithin(scope, 's.client_id', SERVES);
  if (wanted.text !== '') {
    const text = where.value(wanted.text);
    where.add(`s.name_key >= lower(${text}) and s.name_key < lower(${text}) || '\u{10FFFF}'`);
  }
  const { rows } = await tx.query<SenderRow>(
    `select ${wanted.distinct ? 'distinct on (s.name_key)' : ''} ${COLUMNS} from sender s where ${where.sql} order by s.name_key, s.id desc limit ${where.value(wanted.limit)}`,
    where.values,
  );
  return rows;
}

/** The condition for requests that wait for staff: a decision is due, and the applicant owes nothing. */
const WAITING = `(s.status = 'WAITING_SETUP' or (s.status = 'DOCUMENTS_APPROVED' and s.payment_status <> 'UNPAID')
  or (s.status = 'PENDING_DOCUMENTS_APPROVAL' and exists (select from sender_document d where d.sender_id = s.id and d.status = 'PENDING_APPROVAL' and d.replaced_by is null)))`;

/** Those that wait, longest first. */
export async function listWaiting(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
): Promise<Page<SenderRow & { waitingDocuments: number; at: string }>> {
  const where = whereWithin(scope, 's.client_id');
  where.add(
    `s.status in ('PENDING_DOCUMENTS_APPROVAL', 'DOCUMENTS_APPROVED', 'WAITING_SETUP') and ${WAITING}`,
  );
  return listPage<SenderRow & { waitingDocuments: number; at: string }>(tx, page, {
    counted: 'sender s',
    where,
    order: {
      keys: ['s.status_at', 's.id'],
      direction: 'asc',
      at: '?::timestamptz, ?::uuid',
      valuesOf: (place) => place.split('|'),
      placeOf: ({ at, id }) => `${at}|${id}`,
    },
    read: (rows) =>
      `select ${COLUMNS}, s.status_at::text as at, (select count(*)::int from sender_document d where d.sender_id = s.id and d.status = 'PENDING_APPROVAL' and d.replaced_by is null) as "waitingDocuments"
       from sender s ${rows}`,
  });
}

/** One that the caller may see, and whether it is within reach rather than only serves the caller. */
export async function findSender(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<(WholeSender & { within: boolean }) | undefined> {
  const where = whereWithin(scope, 's.client_id', SERVES);
  where.add('s.id = ?', id);
  const within = whereWithin(scope, 's.client_id');
  within.add('s.id = ?', id);
  const { rows } = await tx.query<WholeSender>(
    `select ${WHOLE} from sender s where ${where.sql}`,
    where.values,
  );
  if (!rows[0]) return undefined;
  const { rowCount } = await tx.query(`select from sender s where ${within.sql}`, within.values);
  return { ...rows[0], within: rowCount === 1 };
}

/** One within reach, locked until the transaction ends: other decisions on it or on its documents wait here. */
export async function lockSender(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<WholeSender | undefined> {
  const where = whereWithin(scope, 's.client_id');
  where.add('s.id = ?', id);
  const { rows } = await tx.query<WholeSender>(
    `select ${WHOLE} from sender s where ${where.sql} for update of s`,
    where.values,
  );
  return rows[0];
}

/** Moves a sender ID by an action; false where its status does not allow the action. */
export async function moveSender(
  tx: Tx,
  id: string,
  action: Action,
  more: { reason?: string | null; blockedByStaff?: boolean } = {},
): Promise<boolean> {
  const { from, to } = ACTIONS[action];
  const { rowCount } = await tx.query(
    `update sender set status = $3, status_at = now(), reason = $4, blocked_by_staff = $5 where id = $1 and status = any ($2) returning id`,
    [id, from, to, more.reason ?? null, more.blockedByStaff ?? false],
  );
  return rowCount === 1;
}

/** Lets a client send with it, or no longer. */
export async function setDelegated(
  tx: Tx,
  id: string,
  clientId: string,
  delegated: boolean,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    delegated
      ? 'update sender set delegated_to = delegated_to || $2::uuid where id = $1 and not ($2::uuid = any (delegated_to))'
      : 'update sender set delegated_to = array_remove(delegated_to, $2::uuid) where id = $1 and $2::uuid = any (delegated_to)',
    [id, clientId],
  );
  return rowCount === 1;
}

/** True if a client stands below another; undefined if the caller does not see it. */
export async function isBelow(
  tx: Tx,
  clientId: string,
  ownerId: string,
): Promise<boolean | undefined> {
  const { rows } = await tx.query<{ below: boolean }>(
    `select c.id <> o.id and starts_with(c.path, o.path) as below from client c, client o where c.id = $1 and o.id = $2`,
    [clientId, ownerId],
  );
  return rows[0]?.below;
}

/** Those of some clients that are to be seen, by their names. */
export async function listClientNames(
  tx: Tx,
  ids: readonly string[],
): Promise<{ clientId: string; clientName: string }[]> {
  const { rows } = await tx.query<{ clientId: string; clientName: string }>(
    `select id as "clientId", client_name as "clientName" from client where id = any ($1::uuid[]) order by natural_key(search_key(client_name)) collate "C", id`,
    [ids],
  );
  return rows;
}

/** Takes back from the clients of these paths the sender IDs of accounts that do not stand above them. */
export async function endDelegationsFromOutside(tx: Tx, path: string): Promise<void> {
  await tx.query(
    `update sender s set delegated_to = array(
       select d from unnest(s.delegated_to) d where not exists (
         select from client m, client o where m.id = d and m.path >= $1 and m.path < $2 and o.id = s.client_id and not starts_with(m.path, o.path)))
     where s.delegated_to && array(select id from client where path >= $1 and path < $2)`,
    [path, pathEnd(path)],
  );
}

/** The fee of a sender ID is paid. */
export async function markFeePaid(tx: Tx, id: string): Promise<void> {
  const { rows } = await tx.query<{ id: string; clientId: string }>(
    `update sender set payment_status = 'PAID' where id = $1 and payment_status = 'UNPAID' returning id, client_id as "clientId"`,
    [id],
  );
  if (rows[0]) await addEvent(tx, rows[0], 'FEE_PAID', null);
}

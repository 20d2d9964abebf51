/**
 * Every statement on the pipeline's tables: message, chunk, submission, receipt, message_event, campaign_delta,
 * scripted_message and connector_lease. No other file writes them. Each exported function is a step of one transaction that
 * the caller commits; a crash between any two of them leaves rows that say where to go on.
 *
 * The hot statements (claim, settle, receive) are plain text and free of joins: on tables that were never analysed the
 * planner turns `update ... from unnest()` into a nested scan that is fifty times slower. Values come to their rows by
 * `width_bucket(key, sorted keys)`, which is a binary search for the key's place, so their arrays are sorted.
 */
import { MESSAGE_STATUS, MESSAGE_STATUSES } from '../../../contract/api/messages.ts';
import { settled } from '../../infra/database/db.ts';
import type { Tx } from '../../infra/database/db.ts';
import { idTime } from '../../infra/ids.ts';
import { chooseChunks, sameNumber } from './dispatch.rules.ts';
import type { Cause, ChunkFound, ChunkWish } from './dispatch.rules.ts';
import { EVENT_OF_STATUS, tell } from './events.ts';
import type { MessageCallback, News } from './events.ts';

const {
  QUEUED,
  SUBMITTED,
  DELIVERED,
  UNDELIVERABLE,
  EXPIRED,
  REJECTED,
  FAILED,
  CANCELLED,
  UNKNOWN,
} = MESSAGE_STATUS;

/** Message ids in a chunk at most. */
export const CHUNK_SIZE = 500;
/** Rows of one hot statement at most: settle and receive are called with no more. */
export const BATCH = 400;
const IN_FLIGHT = 0;
const ACCEPTED = 1;
const AMBIGUOUS = 2;
const GONE = 3;
/** A carrier took it, in words that fit no partial index: by a carrier's id there is one way to it. */
const ANSWERED = `state + 0 in (${ACCEPTED}, ${GONE})`;

// --- enqueue (T1) ---------------------------------------------------------------------------------------------------

/** A message that was routed and priced and is to be sent. */
export type NewMessage = {
  /** A uuid v7 made now: it says which day's partition and which hour's counts the message belongs to. */
  id: string;
  clientId: string;
  campaignId: string | null;
  /** E.164 without the plus. */
  destination: string;
  sender: string;
  /** Null where it is the campaign's own text. */
  text: string | null;
  /** 0 GSM 03.38, 8 UCS-2: the data_coding of the wire; 4 octets, which go as they are. */
  encoding: number;
  segments: number;
  /** Ten-thousandths of a unit, for the whole message. */
  units: bigint;
  routeId: number;
  configVersion: number;
  country: string;
  network: number;
  class: 'BULK' | 'OTP' | 'ALERT';
  /** The higher, the sooner. */
  priority: number;
  /** After this it is not sent any more. */
  expiresAt: Date;
  /** Not sent before; null: at once. */
  notBefore: Date | null;
  source: 'PORTAL' | 'REST' | 'SMPP' | 'HTTP' | 'PLATFORM';
  clientReference: string | null;
  /** Whom its fate is told beside its client's webhooks. */
  callback?: MessageCallback | null;
  /** What routing read of it beside its own columns, so that it can be asked again. */
  facts?: StoredFacts;
  /** Of what came by SMPP or the gateway's HTTP API: whose credentials let it in. */
  gatewayUserId?: number | null;
  /** Octets that go to the carrier as they are, in one part. */
  payload?: { octets: Buffer; dataCoding: number; esmClass: number } | null;
  /** Of a test key: its outcome is scripted, it is never queued, counted or charged. */
  test?: boolean;
};

/** The encoding of a message that is octets. */
export const BINARY = 4;

/** When routing was asked, in milliseconds, and for whom; what is left out was not there. */
export type StoredFacts = { at: number; user?: string; group?: string; tags?: readonly string[] };

/**
 * Puts messages into the queue as `addToQueue` does, with one notification when the transaction commits.
 * @param how as of `addToQueue`
 */
export async function enqueue(
  tx: Tx,
  messages: readonly NewMessage[],
  how: { rates?: ReadonlyMap<number, number> } = {},
): Promise<void> {
  if (messages.length > 0) await settled([...addToQueue(tx, messages, how), wakeLinks(tx)]);
}

/** Lets links look at the queue at once; a call that is lost costs their next look, a moment later. */
export async function wakeLinks(tx: Tx): Promise<void> {
  await tx.query(`select pg_notify('chunk', '')`, [], 'wake links');
}

/**
 * Puts messages into the queue: the message rows, chunks of at most 500 that share everything a link asks for, and the
 * deltas of what was made. The caller holds the units already, and wakes the links.
 * @param how.rates messages a second of routes whose speed is known: their bulk chunks last a second at most, so that
 *   an urgent message never waits longer behind one
 * @returns a step for each statement; all are sent, so they may be left to the commit
 */
export function addToQueue(
  tx: Tx,
  messages: readonly NewMessage[],
  how: { rates?: ReadonlyMap<number, number> } = {},
): Promise<void>[] {
  if (messages.length === 0) return [];
  const chunks = cutIntoChunks(messages, how.rates ?? new Map());
  const deltas = new Deltas();
  for (const message of messages)
    deltas.add(message.id, message, { messages: 1, segments: message.segments });
  return [insertMessages(tx, messages), insertChunks(tx, chunks), deltas.write(tx)];
}

async function insertChunks(
  tx: Tx,
  chunks: readonly { of: NewMessage; ids: string[] }[],
): Promise<void> {
  await tx.query(
    `insert into chunk (route_id, priority, client_id, campaign_id, sender, message_ids, size, not_before, expires_at)
     select route_id, priority, client_id, campaign_id, sender, message_ids::uuid[], size, not_before, expires_at
     from unnest($1::int[], $2::smallint[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::smallint[], $8::timestamptz[], $9::timestamptz[])
       as t (route_id, priority, client_id, campaign_id, sender, message_ids, size, not_before, expires_at)`,
    [
      chunks.map(({ of }) => of.routeId),
      chunks.map(({ of }) => of.priority),
      chunks.map(({ of }) => of.clientId),
      chunks.map(({ of }) => of.campaignId),
      chunks.map(({ of }) => of.sender),
      chunks.map(({ ids }) => `{${ids.join(',')}}`),
      chunks.map(({ ids }) => ids.length),
      chunks.map(({ of }) => of.notBefore?.toISOString() ?? '-infinity'),
      chunks.map(({ of }) => of.expiresAt.toISOString()),
    ],
    'enqueue chunks',
  );
}

/** Whether a message was stored. */
export async function hasMessage(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query(`select from message where id = $1`, [id], 'has message')).rowCount > 0;
}

/** How many single messages of these clients wait to be handed over; of whom none do is left out. */
export async function countWaiting(
  tx: Tx,
  clientIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ clientId: string; waiting: number }>(
    `select client_id as "clientId", sum(size - pos)::int as waiting from chunk where campaign_id is null and client_id = any ($1::uuid[]) group by client_id`,
    [clientIds],
    'count waiting',
  );
  return new Map(rows.map(({ clientId, waiting }) => [clientId, waiting]));
}

/** What becomes of a test message: what a carrier would have said of it, and after how many seconds; at once, it refused it. */
export type Script = {
  status: number;
  carrierStatus: string | null;
  errorCode: string | null;
  seconds: number;
};

/** Stores messages of test keys: they are in no queue and in no count, and `playScripts` moves them. @returns a step for each statement */
export function enqueueScripted(
  tx: Tx,
  messages: readonly (NewMessage & { script: Script })[],
): Promise<unknown>[] {
  if (messages.length === 0) return [];
  return [
    insertMessages(tx, messages),
    tx.query(
      `insert into scripted_message (message_id, client_id, due_at, submitted, status, carrier_status, error_code, end_at)
       select id, client_id, coalesce(start, now()), seconds = 0, status, carrier_status, error_code, coalesce(start, now()) + seconds * interval '1 second'
       from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::int[], $5::smallint[], $6::text[], $7::text[]) as t (id, client_id, start, seconds, status, carrier_status, error_code)`,
      [
        messages.map(({ id }) => id),
        messages.map(({ clientId }) => clientId),
        messages.map(({ notBefore }) => notBefore),
        messages.map(({ script }) => script.seconds),
        messages.map(({ script }) => script.status),
        messages.map(({ script }) => script.carrierStatus),
        messages.map(({ script }) => script.errorCode),
      ],
      'enqueue scripted',
    ),
  ];
}

/** Moves test messages whose time has come, and tells of it as of real ones. @returns how many steps were made; 0 when nothing is due */
export async function playScripts(tx: Tx, limit: number): Promise<number> {
  const { rows } = await tx.query<{
    id: string;
    clientId: string;
    submitted: boolean;
    ends: boolean;
    status: number;
    carrierStatus: string | null;
    errorCode: string | null;
  }>(
    `select message_id as id, client_id as "clientId", submitted, end_at <= now() as ends, status, carrier_status as "carrierStatus", error_code as "errorCode"
     from scripted_message where due_at <= now() order by due_at limit $1 for update skip locked`,
    [limit],
  );
  if (rows.length === 0) return 0;
  const told = new Told();
  for (const { id, clientId, submitted } of rows)
    if (!submitted) told.add({ messageId: id, clientId, status: SUBMITTED }, undefined);
  const ended = rows.filter(({ ends }) => ends);
  for (const { id, clientId, status } of ended)
    told.add({ messageId: id, clientId, status }, undefined);
  const taken = rows.filter(({ submitted }) => !submitted).map(({ id }) => id);
  await tx.query(
    `update message set status = ${SUBMITTED}, submitted_at = now() where id = any ($1::uuid[]) and status = ${QUEUED}`,
    [taken],
  );
  await tx.query(
    `update scripted_message set submitted = true, due_at = end_at where message_id = any ($1::uuid[])`,
    [taken],
  );
  await tx.query(
    `update message m set status = t.status, carrier_status = t.carrier_status, error_code = t.error_code, done_at = now()
     from unnest($1::uuid[], $2::smallint[], $3::text[], $4::text[]) as t (id, status, carrier_status, error_code) where m.id = t.id and m.status in (${QUEUED}, ${SUBMITTED})`,
    [
      ended.map(({ id }) => id),
      ended.map(({ status }) => status),
      ended.map(({ carrierStatus }) => carrierStatus),
      ended.map(({ errorCode }) => errorCode),
    ],
  );
  await tx.query(`delete from scripted_message where message_id = any ($1::uuid[])`, [
    ended.map(({ id }) => id),
  ]);
  await told.write(tx);
  return rows.length;
}

/**
 * A client's limit of messages a day and what of it is used since midnight UTC: messages that were made, folded or not, and
 * those that a launched campaign has still to make. One statement, so that nothing is counted twice or missed between two.
 */
export async function getDailyUse(
  tx: Tx,
  clientId: string,
): Promise<{ limit: number; used: number } | undefined> {
  const { rows } = await tx.query<{ limit: number; used: number }>(
    `select c.daily_limit_messages as "limit",
       ((select coalesce(sum(messages), 0) from rollup_hour r where r.client_id = c.id and r.hour >= date_trunc('day', now(), 'UTC'))
        + (select coalesce(sum(messages), 0) from campaign_delta d where d.client_id = c.id and d.hour >= date_trunc('day', now(), 'UTC'))
        + (select coalesce(sum(total - expanded), 0) from campaign k where k.client_id = c.id and k.status in ('QUEUED', 'RUNNING', 'PAUSED') and k.units_held > 0))::float8 as used
     from client c where c.id = $1 and c.daily_limit_messages is not null`,
    [clientId],
    'daily use',
  );
  return rows[0];
}

/** Lets whoever else counts this client's messages of today wait until the transaction ends. */
export async function lockDailyUse(tx: Tx, clientId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('daily use'), hashtext($1))`, [clientId]);
}

async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  const column = <K extends keyof NewMessage>(name: K) => messages.map((message) => message[name]);
  await tx.query(
    `insert into message (id, client_id, campaign_id, destination, sender, text, encoding, segments, units, route_id,
       config_version, country, network, class, priority, expires_at, schedule_at, source, client_reference, facts,
       gateway_user_id, payload, data_coding, esm_class, callback, test)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::smallint[], $8::smallint[],
       $9::bigint[], $10::int[], $11::int[], $12::text[], $13::smallint[], $14::text[], $15::smallint[], $16::timestamptz[],
       $17::timestamptz[], $18::text[], $19::text[], $20::jsonb[], $21::int[], $22::bytea[], $23::smallint[], $24::smallint[],
       $25::jsonb[], $26::boolean[])`,
    [
      column('id'),
      column('clientId'),
      column('campaignId'),
      column('destination'),
      column('sender'),
      column('text'),
      column('encoding'),
      column('segments'),
      column('units'),
      column('routeId'),
      column('configVersion'),
      column('country'),
      column('network'),
      column('class'),
      column('priority'),
      column('expiresAt'),
      column('notBefore'),
      column('source'),
      column('clientReference'),
      messages.map(({ facts }) => (facts ? JSON.stringify(facts) : null)),
      messages.map(({ gatewayUserId }) => gatewayUserId ?? null),
      messages.map(({ payload }) => payload?.octets ?? null),
      messages.map(({ payload }) => payload?.dataCoding ?? null),
      messages.map(({ payload }) => payload?.esmClass ?? null),
      messages.map(({ callback }) => (callback ? JSON.stringify(callback) : null)),
      messages.map(({ test }) => test ?? false),
    ],
    'enqueue messages',
  );
}

function cutIntoChunks(
  messages: readonly NewMessage[],
  rates: ReadonlyMap<number, number>,
): { of: NewMessage; ids: string[] }[] {
  const open = new Map<string, { of: NewMessage; ids: string[] }>();
  const chunks: { of: NewMessage; ids: string[] }[] = [];
  for (const message of messages) {
    const key = [
      message.routeId,
      message.priority,
      message.clientId,
      message.campaignId,
      message.sender,
      message.expiresAt.getTime(),
      message.notBefore?.getTime(),
    ].join('\t');
    const rate = message.class === 'BULK' ? (rates.get(message.routeId) ?? CHUNK_SIZE) : CHUNK_SIZE;
    let chunk = open.get(key);
    if (!chunk || chunk.ids.length >= Math.max(1, Math.min(CHUNK_SIZE, Math.floor(rate)))) {
      chunk = { of: message, ids: [] };
      open.set(key, chunk);
      chunks.push(chunk);
    }
    chunk.ids.push(message.id);
  }
  return chunks;
}

// --- deltas (T7) ----------------------------------------------------------------------------------------------------

type Facts = {
  clientId: string;
  campaignId: string | null;
  sender: string;
  country: string;
  network: number;
};

/** What is counted. A message counts once, its units by the part; counts can go down (a late receipt of an expired message). */
export type Counts = {
  messages: number;
  segments: number;
  submitted: number;
  delivered: number;
  undeliverable: number;
  rejected: number;
  expired: number;
  failed: number;
  unknown: number;
  cancelled: number;
  /** Ten-thousandths of units. */
  captured: bigint;
  released: bigint;
};

/** One change of counts, of the hour in which its messages were made. */
export type Delta = Counts &
  Facts & { id: bigint; hour: Date; /** When it was counted. */ at: Date; causes: Cause[] };

const COUNTS = [
  'messages',
  'segments',
  'submitted',
  'delivered',
  'undeliverable',
  'rejected',
  'expired',
  'failed',
  'unknown',
  'cancelled',
] as const;
const COUNT_OF_STATUS: Readonly<Record<number, (typeof COUNTS)[number]>> = {
  [DELIVERED]: 'delivered',
  [UNDELIVERABLE]: 'undeliverable',
  [EXPIRED]: 'expired',
  [REJECTED]: 'rejected',
  [FAILED]: 'failed',
  [CANCELLED]: 'cancelled',
  [UNKNOWN]: 'unknown',
};

const HOUR = 3_600_000;

/** Sums what a transaction changes, to one row for each group. */
class Deltas {
  readonly #rows = new Map<
    string,
    { hour: number; facts: Facts; counts: Counts; causes: Map<string, Cause> }
  >();

  /** @param causes what it ended of, and what it is taken back to have ended of; of those that count as none nothing is kept */
  add(messageId: string, facts: Facts, change: Partial<Counts>, ...causes: Cause[]): void {
    const hour = Math.floor(idTime(messageId) / HOUR) * HOUR;
    const key = `${hour}\t${facts.campaignId}\t${facts.clientId}\t${facts.network}\t${facts.country}\t${facts.sender}`;
    let row = this.#rows.get(key);
    if (!row) {
      row = {
        hour,
        facts,
        causes: new Map(),
        counts: {
          messages: 0,
          segments: 0,
          submitted: 0,
          delivered: 0,
          undeliverable: 0,
          rejected: 0,
          expired: 0,
          failed: 0,
          unknown: 0,
          cancelled: 0,
          captured: 0n,
          released: 0n,
        },
      };
      this.#rows.set(key, row);
    }
    for (const name of COUNTS) row.counts[name] += change[name] ?? 0;
    row.counts.captured += change.captured ?? 0n;
    row.counts.released += change.released ?? 0n;
    for (const cause of causes) {
      if (cause.status === DELIVERED || cause.status === CANCELLED) continue;
      const name = `${cause.status}\t${cause.errorCode}\t${cause.carrierStatus}`;
      row.causes.set(name, {
        ...cause,
        messages: cause.messages + (row.causes.get(name)?.messages ?? 0),
      });
    }
  }

  async write(tx: Tx): Promise<void> {
    if (this.#rows.size === 0) return;
    const rows = [...this.#rows.values()];
    await tx.query(
      `insert into campaign_delta (hour, client_id, campaign_id, sender, country, network, ${COUNTS.join(', ')}, captured, released, causes)
       select * from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::smallint[],
         ${COUNTS.map((_, at) => `$${at + 7}::int[]`).join(', ')}, $17::bigint[], $18::bigint[], $19::jsonb[])`,
      [
        rows.map(({ hour }) => new Date(hour)),
        rows.map(({ facts }) => facts.clientId),
        rows.map(({ facts }) => facts.campaignId),
        rows.map(({ facts }) => facts.sender),
        rows.map(({ facts }) => facts.country),
        rows.map(({ facts }) => facts.network),
        ...COUNTS.map((name) => rows.map(({ counts }) => counts[name])),
        rows.map(({ counts }) => counts.captured),
        rows.map(({ counts }) => counts.released),
        rows.map(({ causes }) => (causes.size === 0 ? null : JSON.stringify([...causes.values()]))),
      ],
      'write deltas',
    );
  }
}

// --- what is told (events.ts) ---------------------------------------------------------------------------------------

/** One step of a message; where SUBMITTED is told, what the message's row does not say yet. */
type Step = {
  messageId: string;
  clientId: string;
  status: number;
  connectorId?: number;
  carrierId?: string;
};

/**
 * Collects the steps of a transaction, and tells those that somebody asked for. Whether anybody did is one lookup by the
 * clients, sent with the last statements of the transaction; only where somebody did are the messages read.
 */
class Told {
  /** By what is known of a message's own callback: it has one or may have, or has none. */
  readonly #steps: { asked: Step[]; quiet: Step[] } = { asked: [], quiet: [] };
  readonly #order = new Map<Step, number>();

  /** @param calls whether the message has a callback; undefined where that is not known */
  add(step: Step, calls: boolean | undefined): void {
    (calls === false ? this.#steps.quiet : this.#steps.asked).push(step);
    this.#order.set(step, this.#order.size);
  }

  async write(tx: Tx): Promise<void> {
    const { asked, quiet } = this.#steps;
    if (asked.length + quiet.length === 0) return;
    const { rows } = await tx.query<{ clientId: string; events: string[] }>(
      `select client_id as "clientId", events from webhook where client_id = any ($1::uuid[]) and enabled and url is not null`,
      [[...new Set([...asked, ...quiet].map(({ clientId }) => clientId))]],
      'told clients',
    );
    const subscribed = (step: Step) =>
      rows.some(
        ({ clientId, events }) =>
          clientId === step.clientId && events.includes(eventOf(step.status)),
      );
    const steps = [...asked, ...(rows.length === 0 ? [] : quiet.filter(subscribed))].sort(
      (a, b) => this.#order.get(a)! - this.#order.get(b)!,
    );
    for (const batch of batches(steps)) await tell(tx, await readNews(tx, batch, subscribed));
  }
}

const STATUS_NAME = Object.fromEntries(
  MESSAGE_STATUSES.map((name) => [MESSAGE_STATUS[name], name]),
);
const eventOf = (status: number) => EVENT_OF_STATUS[STATUS_NAME[status]!] ?? '';

/** What is told of steps that somebody may want to hear of. */
async function readNews(
  tx: Tx,
  steps: readonly Step[],
  subscribed: (step: Step) => boolean,
): Promise<News[]> {
  const ids = [...new Set(steps.map(({ messageId }) => messageId))].sort();
  const { rows } = await tx.query<
    Omit<
      News,
      'messageId' | 'status' | 'subscribed' | 'connectorCid' | 'submittedAt' | 'doneAt' | 'test'
    > & {
      test: boolean;
      now: Date;
      id: string;
      connectorId: number | null;
      submittedAt: Date | null;
      doneAt: Date | null;
    }
  >(
    `select id, client_id as "clientId", client_reference as "clientReference", sender as "from", destination as "to", error_code as "errorCode", carrier_status as "carrierStatus",
       connector_id as "connectorId", carrier_ids[1] as "carrierId", segments, submitted_at as "submittedAt", done_at as "doneAt", callback, test, now() as now
     from message where id = any ($1::uuid[]) and id >= $2 and id <= $3`,
    [ids, ids[0], ids.at(-1)],
    'told messages',
  );
  const wanted = new Map(
    rows.filter(({ callback }) => callback !== null).map((row) => [row.id, row]),
  );
  const kept = steps.filter((step) => wanted.has(step.messageId) || subscribed(step));
  if (kept.length === 0) return [];
  const messages = new Map(rows.map((row) => [row.id, row]));
  const { rows: connectors } = await tx.query<{ id: number; cid: string }>(
    `select id, cid from connector where id = any ($1::int[])`,
    [
      [
        ...new Set([
          ...rows.map(({ connectorId }) => connectorId),
          ...kept.map(({ connectorId }) => connectorId),
        ]),
      ],
    ],
    'told connectors',
  );
  const cids = new Map(connectors.map(({ id, cid }) => [id, cid]));
  return kept.flatMap((step) => {
    const message = messages.get(step.messageId);
    if (!message) return [];
    const { id, connectorId, submittedAt, doneAt, test, now, ...facts } = message;
    const open = step.status === SUBMITTED;
    return [
      {
        ...facts,
        messageId: id,
        status: STATUS_NAME[step.status]!,
        subscribed: subscribed(step),
        connectorCid: cids.get(step.connectorId ?? connectorId ?? 0) ?? null,
        carrierId: step.carrierId ?? facts.carrierId,
        submittedAt: open ? now.toISOString() : (submittedAt?.toISOString() ?? null),
        doneAt: open ? null : (doneAt?.toISOString() ?? null),
        ...(open && { errorCode: null, carrierStatus: null }),
        ...(test && { test }),
      },
    ];
  });
}

/**
 * Takes the oldest deltas out, in the order of their ids: what the caller does with them commits with their end. The
 * last one's id names the batch, because no delta is ever taken twice.
 */
export async function takeDeltas(tx: Tx, limit: number): Promise<Delta[]> {
  const { rows } = await tx.query<Delta>(
    `delete from campaign_delta where id = any (array(select id from campaign_delta order by id limit $1 for update skip locked))
     returning id, hour, at, client_id as "clientId", campaign_id as "campaignId", sender, country, network, ${COUNTS.join(', ')}, captured, released, coalesce(causes, '[]') as causes`,
    [limit],
    'take deltas',
  );
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

// --- pause, resume, cancel (T9) -------------------------------------------------------------------------------------

/** Whose chunks: a campaign's, a client's, or the single messages of some clients under a sender, which may be another sender ID's in a campaign. */
export type Whose =
  | { campaignId: string }
  | { clientId: string }
  | { sender: string; clientIds: readonly string[] };

function whose(where: Whose): [condition: string, ...values: unknown[]] {
  if ('campaignId' in where) return ['campaign_id = $1', where.campaignId];
  if ('clientId' in where) return ['client_id = $1', where.clientId];
  return [
    'sender = $1 and client_id = any ($2::uuid[]) and campaign_id is null',
    where.sender,
    where.clientIds,
  ];
}

/**
 * Stops chunks so that they can go on later: no link may lease them, and a link that has one misses at its next claim.
 * Messages already claimed run their course.
 * @param seconds how long the pause will be, where that is known: their validity does not run meanwhile
 */
export async function pauseChunks(tx: Tx, where: Whose, seconds = 0): Promise<number> {
  const [condition, ...values] = whose(where);
  const { rowCount } = await tx.query(
    `update chunk set stopped = true, owner = null, epoch = null, expires_at = expires_at + $${values.length + 1} * interval '1 second' where ${condition} and not stopped`,
    [...values, seconds],
  );
  return rowCount;
}

/** Lets what is stopped be valid for so many seconds more. */
export async function extendStopped(tx: Tx, where: Whose, seconds: number): Promise<void> {
  const [condition, ...values] = whose(where);
  await tx.query(
    `update chunk set expires_at = expires_at + $${values.length + 1} * interval '1 second' where ${condition} and stopped`,
    [...values, seconds],
  );
}

/** Lets paused chunks go on; of a client or a sender those whose campaign is not stopped itself. */
export async function resumeChunks(tx: Tx, where: Whose): Promise<number> {
  const [condition, ...values] = whose(where);
  const runs =
    'campaignId' in where
      ? ''
      : `
    and (campaign_id is null or exists (select from campaign c where c.id = chunk.campaign_id and c.status in ('QUEUED', 'RUNNING')))`;
  const { rowCount } = await tx.query(
    `update chunk set stopped = false, owner = null, epoch = null where ${condition} and stopped${runs}`,
    values,
  );
  if (rowCount > 0) await wakeLinks(tx);
  return rowCount;
}

/** Stops what came into the queue beside a block: accepted, or put back, by a transaction that the block did not see. */
export async function stopBlocked(tx: Tx): Promise<number> {
  return (
    await tx.query(
      `update chunk set stopped = true, owner = null, epoch = null where not stopped and client_id in (select id from client where client_status = 'BLOCKED')`,
    )
  ).rowCount;
}

/**
 * Under which names single messages of which clients wait that no sender ID lets them use any longer: one of the name is
 * blocked, or was taken back from them, and no other serves them. As acceptance chooses: any country's will do.
 */
export async function unservedChunks(tx: Tx): Promise<{ sender: string; clientId: string }[]> {
  const { rows } = await tx.query<{ sender: string; clientId: string }>(
    `select w.sender, w.client_id as "clientId" from (select distinct sender, client_id from chunk where campaign_id is null) w
     where exists (select from sender s where lower(s.sender) = lower(w.sender) and s.status <> 'REJECTED')
       and not exists (select from sender s where lower(s.sender) = lower(w.sender) and s.status = 'READY_FOR_SENDING' and (s.is_generic or s.client_id = w.client_id or w.client_id = any (s.delegated_to)))`,
  );
  return rows;
}

/** Stops chunks for good; `dropStopped` then cancels what was not handed over. */
export async function stopChunks(tx: Tx, where: Whose): Promise<number> {
  const [condition, ...values] = whose(where);
  return (
    await tx.query(`update chunk set stopped = true where ${condition} and not stopped`, values)
  ).rowCount;
}

/** A message that waits on a route which no longer carries any. */
export type Stranded = {
  id: string;
  destination: string;
  sender: string;
  text: string;
  facts: StoredFacts | null;
};

/**
 * Gives the messages of up to `limit` chunks whose routes are gone new routes. A chunk that a link holds is taken from it:
 * the link's next claim misses; one that is stopped waits until it is let go on. What no route takes ends as FAILED, its units released. Pinned messages (a negative
 * route) stay with their connector.
 * @param config.carrying the routes that carry messages now
 * @param config.route asks the configuration in force; null: no route
 * @returns how many chunks there were; 0 when there are no more
 */
export async function rerouteStranded(
  tx: Tx,
  config: { version: number; carrying: readonly number[]; route(message: Stranded): number | null },
  limit: number,
): Promise<number> {
  const { rows: chunks } = await tx.query<{
    id: bigint;
    priority: number;
    clientId: string;
    campaignId: string | null;
    sender: string;
    ids: string[];
    attempt: number;
    dupRisk: boolean;
    notBefore: Date | null;
    expiresAt: Date;
  }>(
    `delete from chunk where id = any (array(select id from chunk where route_id > 0 and route_id <> all ($1::int[]) and not stopped order by id limit $2 for update skip locked))
     returning id, priority, client_id as "clientId", campaign_id as "campaignId", sender, message_ids[pos + 1:] as ids, attempt, dup_risk as "dupRisk",
       case when isfinite(not_before) then not_before end as "notBefore", expires_at as "expiresAt"`,
    [config.carrying, limit],
  );
  const again: Requeue[] = [];
  for (const chunk of chunks) {
    const { rows } = await tx.query<Stranded>(
      `select m.id, m.destination, m.sender, coalesce(m.text, c.text, '') as text, m.facts
       from message m left join campaign c on c.id = m.campaign_id where m.id = any ($1::uuid[])`,
      [chunk.ids],
    );
    const routed = new Map(rows.map((message) => [message.id, config.route(message)]));
    const routeOf = (id: string) => routed.get(id) ?? null;
    const lost = rows.flatMap(({ id }) => (routeOf(id) === null ? [id] : []));
    if (lost.length > 0)
      await endQueued(tx, [{ ids: lost, dupRisk: chunk.dupRisk }], FAILED, 'NO_ROUTE');
    const ids = chunk.ids.filter((id) => routeOf(id) !== null);
    await tx.query(
      `update message set route_id = ($2::int[])[array_position($1::uuid[], id)], config_version = $3 where id = any ($1)`,
      [ids, ids.map((id) => routeOf(id)), config.version],
    );
    again.push(...ids.map((messageId) => ({ ...chunk, messageId, routeId: routeOf(messageId)! })));
  }
  await requeue(tx, again);
  if (again.length > 0) await wakeLinks(tx);
  return chunks.length;
}

/**
 * Deletes up to `limit` stopped chunks: what they had not handed over becomes CANCELLED and its units are released by
 * deltas. Repeat until `chunks` is 0. Only for a campaign that was cancelled, or a sender that was blocked.
 */
export async function dropStopped(
  tx: Tx,
  where: Whose,
  limit: number,
): Promise<{ chunks: number; messages: number }> {
  const [condition, ...values] = whose(where);
  const { rows } = await tx.query<Unsent>(
    `delete from chunk where id = any (array(
       select id from chunk where stopped and ${condition} order by id limit $${values.length + 1} for update skip locked))
     returning message_ids[pos + 1:] as ids, dup_risk as "dupRisk"`,
    [...values, limit],
  );
  const messages = await endQueued(tx, rows, CANCELLED, null);
  return { chunks: rows.length, messages };
}

/**
 * Cancels one message of a client that no link has claimed yet. A chunk that a link holds is taken from it: the link's next
 * claim misses, and what else is in it is leased again.
 * @returns false where it is with a carrier already, or has ended
 */
export async function cancelQueued(tx: Tx, clientId: string, messageId: string): Promise<boolean> {
  const {
    rows: [message],
  } = await tx.query<{ routeId: number }>(
    `select route_id as "routeId" from message where id = $1 and client_id = $2 and status = ${QUEUED}`,
    [messageId, clientId],
    'cancel message',
  );
  if (!message) return false;
  const {
    rows: [chunk],
  } = await tx.query<{ dupRisk: boolean }>(
    `update chunk set message_ids = message_ids[:pos] || array_remove(message_ids[pos + 1:], $3::uuid), size = size - 1, owner = null, epoch = null
     where id = (select id from chunk where client_id = $1 and route_id = $2 and $3 = any (message_ids[pos + 1:]) limit 1 for update) and $3 = any (message_ids[pos + 1:])
     returning dup_risk as "dupRisk"`,
    [clientId, message.routeId, messageId],
    'cancel chunk',
  );
  if (!chunk) return false;
  await tx.query(
    `delete from chunk where client_id = $1 and route_id = $2 and pos = size`,
    [clientId, message.routeId],
    'cancel empty',
  );
  await endQueued(tx, [{ ids: [messageId], dupRisk: chunk.dupRisk }], CANCELLED, null);
  await wakeLinks(tx);
  return true;
}

/** What a chunk had not handed over; with `dupRisk` an earlier attempt may have, whose answer was lost. */
type Unsent = { ids: string[]; dupRisk: boolean };

/** Ends messages that no part of is with a carrier as far as anyone knows, and releases their units. */
async function endQueued(
  tx: Tx,
  chunks: readonly Unsent[],
  status: number,
  errorCode: string | null,
): Promise<number> {
  const deltas = new Deltas();
  const told = new Told();
  let ended = 0;
  for (const dupRisk of [false, true]) {
    for (const batch of batches(
      chunks
        .filter((chunk) => chunk.dupRisk === dupRisk)
        .flatMap(({ ids }) => ids)
        .sort(),
    )) {
      const { rows } = await tx.query<Facts & { id: string; units: bigint; calls: boolean }>(
        `update message set status = $2, error_code = $3, dup_risk = nullif($6, false), done_at = now()
         where id = any ($1::uuid[]) and id >= $4 and id <= $5 and status = ${QUEUED}
         returning id, units, client_id as "clientId", campaign_id as "campaignId", sender, country, network, callback is not null as calls`,
        [batch, status, errorCode, batch[0], batch.at(-1), dupRisk],
        'end queued',
      );
      for (const row of rows) {
        deltas.add(
          row.id,
          row,
          { [countOf(status)]: 1, released: row.units },
          { status, errorCode, carrierStatus: null, messages: 1 },
        );
        told.add({ messageId: row.id, clientId: row.clientId, status }, row.calls);
      }
      ended += rows.length;
    }
  }
  await settled([deltas.write(tx), told.write(tx)]);
  return ended;
}

function countOf(status: number): (typeof COUNTS)[number] {
  const name = COUNT_OF_STATUS[status];
  if (!name) throw new Error(`status ${status} is not counted`);
  return name;
}

/** An array of ids or numbers as PostgreSQL reads it. The driver puts each value in quotes and looks into it for more, which is a good part of what a message costs here. */
function list(values: readonly (string | number | bigint)[]): string {
  return `{${values.join(',')}}`;
}

function* batches<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH);
}

// --- what a campaign still has open ---------------------------------------------------------------------------------

/** Messages of a campaign by where they stand: waiting, claimed, with a carrier, or handed to the wire with the answer lost. */
export type Open = { queued: number; inFlight: number; submitted: number; ambiguous: number };

/** Counts what a campaign still has open; a campaign is complete when nothing is queued or in flight. */
export async function campaignOpen(tx: Tx, campaignId: string): Promise<Open> {
  const { rows } = await tx.query<Open>(
    `select
       (select coalesce(sum(size - pos), 0)::int from chunk where campaign_id = $1) as queued,
       count(distinct message_id) filter (where state = ${IN_FLIGHT})::int as "inFlight",
       count(distinct message_id) filter (where state = ${ACCEPTED})::int as submitted,
       count(distinct message_id) filter (where state = ${AMBIGUOUS})::int as ambiguous
     from submission where campaign_id = $1 and client_id = (select client_id from campaign where id = $1)`,
    [campaignId],
    'campaign open',
  );
  return rows[0]!;
}

/** Which of these campaigns have nothing queued and nothing in flight: they are complete once they are expanded. */
export async function campaignsAtRest(tx: Tx, campaignIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from unnest($1::uuid[]) as c (id)
     where not exists (select from chunk where campaign_id = c.id and pos < size)
       and not exists (select from submission where campaign_id = c.id and state = ${IN_FLIGHT})`,
    [campaignIds],
  );
  return rows.map(({ id }) => id);
}

// --- a link's chunks (T2) -------------------------------------------------------------------------------------------

/** A chunk in a link's hands, with the messages that it has not handed over yet. */
export type LeasedChunk = {
  id: bigint;
  routeId: number;
  priority: number;
  clientId: string;
  campaignId: string | null;
  sender: string;
  pos: number;
  size: number;
  attempt: number;
  dupRisk: boolean;
  expiresAt: Date;
  /** From `pos` on, in the chunk's order; one that is not QUEUED any more is only passed over. */
  messages: QueuedMessage[];
};

/** What a link needs of a message in order to send it. */
export type QueuedMessage = {
  id: string;
  status: number;
  destination: string;
  text: string;
  encoding: number;
  units: bigint;
  country: string;
  network: number;
  class: string;
  /** h: an answer that is lost holds the message; r: it is sent again. */
  policy: 'h' | 'r';
  /** It has a callback. */
  calls: boolean;
  /** Octets to send as they are, in place of the text. */
  payload: Buffer | null;
  dataCoding: number | null;
  esmClass: number | null;
};

/** Who asks: a lease of a connector. Every step of a link fails on rows of another epoch. */
export type Lease = { connectorId: number; carrierAccountId: number; epoch: bigint };

/**
 * Leases chunks of the routes that a link serves, as `chooseChunks` wants them. Nothing is on the wire yet.
 * @param want.shares of routes that several links share, how many messages this one may take: a longer chunk is cut in two
 * @throws LeaseLost when the connector has a newer owner
 */
export async function leaseChunks(
  tx: Tx,
  lease: Lease,
  want: ChunkWish & { routeIds: readonly number[]; shares?: ReadonlyMap<number, number> },
): Promise<LeasedChunk[]> {
  const held = await tx.query(
    `select from connector_lease where connector_id = $1 and epoch = $2 for share`,
    [lease.connectorId, lease.epoch],
    'lease held',
  );
  if (held.rowCount === 0) throw new LeaseLost(lease);
  const found = await findChunks(tx, want.routeIds);
  const candidates = chooseChunks(found, want);
  if (candidates.length === 0) return [];
  if (want.shares && want.shares.size > 0)
    await cutToShares(
      tx,
      found.filter(({ id }) => candidates.includes(id)),
      want.shares,
    );
  const { rows: leased } = await tx.query<Omit<LeasedChunk, 'messages'> & { ids: string }>(
    `update chunk set owner = $2, epoch = $3
     where id = any (array(select id from chunk where id = any ($1::bigint[]) and owner is null and not stopped for update skip locked))
     returning id, route_id as "routeId", priority, client_id as "clientId", campaign_id as "campaignId", sender, pos, size,
       attempt, dup_risk as "dupRisk", expires_at as "expiresAt", array_to_string(message_ids[pos + 1:], ',') as ids`,
    [list(candidates), lease.connectorId, lease.epoch],
    'lease chunks',
  );
  const chunks = leased.map((chunk) => ({
    ...chunk,
    ids: chunk.ids === '' ? [] : chunk.ids.split(','),
  }));
  const messages = await readMessages(tx, chunks);
  return chunks
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ ids, ...chunk }) => ({
      ...chunk,
      messages: ids.map((id) => messages.get(id) ?? lostMessage(id)),
    }));
}

/**
 * Cuts chunks that are longer than a share in two. Their campaigns are read for share first, as in `requeue`: a pause or a
 * cancel either sees both halves or is seen by them.
 */
async function cutToShares(
  tx: Tx,
  chunks: readonly (ChunkFound & { routeId: number; campaignId: string | null })[],
  shares: ReadonlyMap<number, number>,
): Promise<void> {
  const long = chunks.filter(({ routeId, left }) => left > (shares.get(routeId) ?? Infinity));
  if (long.length === 0) return;
  const campaignIds = [
    ...new Set(long.map(({ campaignId }) => campaignId).filter((id) => id !== null)),
  ].sort();
  if (campaignIds.length > 0)
    await tx.query(
      `select from campaign where id = any ($1::uuid[]) order by id for share`,
      [campaignIds],
      'cut campaigns',
    );
  for (const { id, routeId } of long) {
    await tx.query(
      `with long as (select * from chunk where id = $1 and owner is null and not stopped and size - pos > $2::int for update skip locked),
       rest as (
         insert into chunk (route_id, priority, client_id, campaign_id, sender, message_ids, size, attempt, dup_risk, not_before, expires_at)
         select route_id, priority, client_id, campaign_id, sender, message_ids[pos + $2 + 1:], size - pos - $2, attempt, dup_risk, not_before, expires_at from long)
       update chunk set message_ids = long.message_ids[long.pos + 1:long.pos + $2], size = $2, pos = 0 from long where chunk.id = long.id`,
      [id, shares.get(routeId)],
      'cut chunk',
    );
  }
}

function lostMessage(id: string): never {
  throw new Error(`message ${id} stands in a chunk and not in its table`);
}

/** One chunk of each client by the most urgent, and the first of all: lookups by the queue's index, so a long queue costs no more. */
async function findChunks(
  tx: Tx,
  routeIds: readonly number[],
): Promise<(ChunkFound & { routeId: number; campaignId: string | null })[]> {
  const free =
    'route_id = $1 and owner is null and not stopped and not_before <= now() and expires_at > now()';
  const columns = 'id, priority, client_id, size - pos as "left", campaign_id';
  const found = new Map<bigint, ChunkFound & { routeId: number; campaignId: string | null }>();
  for (const routeId of routeIds) {
    const { rows } = await tx.query<ChunkFound & { campaignId: string | null }>(
      `with recursive next as (
         (select ${columns}, 1 as n from chunk where ${free} order by priority desc, client_id, id limit 1)
         union all
         select more.*, next.n + 1 from next cross join lateral (
           (select ${columns} from chunk where ${free} and priority = next.priority and client_id > next.client_id
            order by priority desc, client_id, id limit 1)
           union all
           (select ${columns} from chunk where ${free} and priority < next.priority
            order by priority desc, client_id, id limit 1)
           limit 1) more where next.n < 64)
       select id, priority, client_id as "clientId", "left", campaign_id as "campaignId" from next
       union all
       (select id, priority, client_id, size - pos, campaign_id from chunk where ${free} order by priority desc, client_id, id limit 64)`,
      [routeId],
      'find chunks',
    );
    for (const row of rows) found.set(row.id, { ...row, routeId });
  }
  return [...found.values()];
}

async function readMessages(
  tx: Tx,
  chunks: readonly { ids: string[]; campaignId: string | null }[],
): Promise<Map<string, QueuedMessage>> {
  const campaigns = new Map<string, { text: string; policy: 'h' | 'r' }>();
  const campaignIds = [
    ...new Set(chunks.map(({ campaignId }) => campaignId).filter((id) => id !== null)),
  ];
  if (campaignIds.length > 0) {
    const { rows } = await tx.query<{ id: string; text: string; policy: 'h' | 'r' }>(
      `select id, text, policy from campaign where id = any ($1::uuid[])`,
      [campaignIds],
      'read campaigns',
    );
    for (const row of rows) campaigns.set(row.id, row);
  }
  const messages = new Map<string, QueuedMessage>();
  for (const batch of batches(chunks.flatMap(({ ids }) => ids).sort())) {
    const { rows } = await tx.query<
      Omit<QueuedMessage, 'text'> & { text: string | null; campaignId: string | null }
    >(
      `select id, status, destination, text, encoding, units, country, network, class, campaign_id as "campaignId", callback is not null as calls,
         payload, data_coding as "dataCoding", esm_class as "esmClass"
       from message where id = any ($1::uuid[]) and id >= $2 and id <= $3`,
      [list(batch), batch[0], batch.at(-1)],
      'read messages',
    );
    for (const { campaignId, ...row } of rows) {
      const campaign = campaignId === null ? undefined : campaigns.get(campaignId);
      messages.set(row.id, {
        ...row,
        text: row.text ?? campaign?.text ?? '',
        policy: campaign?.policy ?? (row.class === 'OTP' ? 'r' : 'h'),
      });
    }
  }
  return messages;
}

/** The connector has a newer owner: whoever meets this closes its socket. */
export class LeaseLost extends Error {
  constructor(lease: Lease) {
    super(`connector ${lease.connectorId} has a newer owner than epoch ${lease.epoch}`);
  }
}

/** Gives chunks back so that any link may lease them: those of `ids`, or, when a link drains, all that it has. */
export async function returnChunks(
  tx: Tx,
  lease: Lease,
  ids: readonly bigint[] | null = null,
): Promise<number> {
  const { rowCount } = await tx.query(
    `update chunk set owner = null, epoch = null where owner = $1 and epoch = $2 and ($3::bigint[] is null or id = any ($3))`,
    [lease.connectorId, lease.epoch, ids],
  );
  return rowCount;
}

// --- claim (T3) -----------------------------------------------------------------------------------------------------

/** One PDU that a link is about to write: it may be on the wire from the moment its row is committed. */
export type Part = Facts & {
  messageId: string;
  part: number;
  parts: number;
  destination: string;
  /** This part's share of the message's units. */
  units: bigint;
  policy: 'h' | 'r';
  routeId: number;
  priority: number;
  attempt: number;
  dupRisk: boolean;
  /** The message's own; the row is looked at an hour later. */
  expiresAt: Date;
  /** The message has a callback; undefined where that was not read. */
  calls?: boolean;
};

/** The next messages of a chunk: the cursor moves over `count` of them, `rows` are written for those to be sent. */
export type Claim = { chunkId: bigint; from: number; count: number; parts: Part[] };

/**
 * Moves the cursors and writes the intent, in one statement that commits before the socket is touched. A chunk whose
 * last message is claimed goes.
 * @returns the chunks that hit; of any other (paused, cancelled, expired, or owned by another) nothing may be sent
 */
export async function claim(tx: Tx, lease: Lease, claims: readonly Claim[]): Promise<Set<bigint>> {
  const ordered = [...claims].sort((a, b) => (a.chunkId < b.chunkId ? -1 : 1));
  const rows = ordered.flatMap((one, index) =>
    one.parts.map((part) => ({ ...part, index: index + 1 })),
  );
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  // Facts that all parts of a chunk share come once a chunk and are found by its place among the claims.
  const shared = ordered.map((one) => one.parts[0]);
  const { rows: hit } = await tx.query<{ id: bigint }>(
    `with moved as (
       update chunk set pos = pos + ($3::int[])[width_bucket(id, $1::bigint[])]
       where id = any ($1) and owner = $4 and epoch = $5 and not stopped and pos = ($2::int[])[width_bucket(id, $1)]
         and pos + ($3::int[])[width_bucket(id, $1)] < size returning id),
     finished as (
       delete from chunk
       where id = any ($1) and owner = $4 and epoch = $5 and not stopped and pos = ($2::int[])[width_bucket(id, $1)]
         and pos + ($3::int[])[width_bucket(id, $1)] = size returning id),
     hit as (select id from moved union all select id from finished),
     intent as (
       insert into submission (message_id, part, parts, connector_id, carrier_account_id, epoch, route_id, policy, attempt, dup_risk, priority,
         client_id, campaign_id, sender, destination, country, network, units, expires_at)
       select message_id, part, parts, $4, $6, $5, ($7::int[])[index], policy, ($8::int[])[index], ($9::boolean[])[index], ($10::int[])[index],
         ($11::uuid[])[index], ($12::uuid[])[index], ($13::text[])[index], destination, country, network, units, ($14::timestamptz[])[index] + interval '1 hour'
       from unnest($15::int[], $16::uuid[], $17::smallint[], $18::smallint[], $19::text[], $20::text[], $21::text[], $22::smallint[], $23::bigint[])
         as t (index, message_id, part, parts, policy, destination, country, network, units)
       where ($1::bigint[])[index] = any (array(select id from hit)))
     select id from hit`,
    [
      list(ordered.map(({ chunkId }) => chunkId)),
      list(ordered.map(({ from }) => from)),
      list(ordered.map(({ count }) => count)),
      lease.connectorId,
      lease.epoch,
      lease.carrierAccountId,
      shared.map((part) => part?.routeId),
      shared.map((part) => part?.attempt),
      shared.map((part) => part?.dupRisk),
      shared.map((part) => part?.priority),
      shared.map((part) => part?.clientId),
      shared.map((part) => part?.campaignId),
      shared.map((part) => part?.sender),
      shared.map((part) => part?.expiresAt),
      list(column('index')),
      list(column('messageId')),
      list(column('part')),
      list(column('parts')),
      column('policy'),
      column('destination'),
      column('country'),
      list(column('network')),
      list(column('units')),
    ],
    'claim',
  );
  return new Set(hit.map(({ id }) => id));
}

// --- settle (T4) ----------------------------------------------------------------------------------------------------

/**
 * What became of a claimed part.
 * - accepted: the carrier has it under this id (in the form in which ids are compared).
 * - refused: the carrier will not have it; failed: it could not be put on the wire. The message ends.
 * - dropped: not written, because another part of the message was refused.
 * - requeued: not taken (throttled, queue full) or never written; it waits until `notBefore` and goes again.
 * - lost: handed to the wire and never answered: held as ambiguous, or sent again, by the part's policy.
 */
export type Answer = { part: Part } &
  /** `receiptSeconds`: how long its receipt is waited for at least. */
  (
    | { outcome: 'accepted'; carrierId: string; receiptSeconds?: number }
    | { outcome: 'refused' | 'failed'; errorCode: string }
    | { outcome: 'dropped' }
    | { outcome: 'requeued'; notBefore: Date | null }
    | { outcome: 'lost'; reason: string }
  );

/** Stores what became of claimed parts: see `store`. */
export async function settle(tx: Tx, lease: Lease, answers: readonly Answer[]): Promise<void> {
  await store(tx, lease.carrierAccountId, [{ lease, answers }], []);
}

/** Stores receipts: see `store`. */
export async function receive(
  tx: Tx,
  carrierAccountId: number,
  receipts: readonly NewReceipt[],
): Promise<void> {
  await store(tx, carrierAccountId, [], receipts);
}

/**
 * Stores what became of claimed parts of one carrier account, and its receipts, at most 400 of each, in the order of
 * the wire: answers, then receipts. An answer whose row another owner has dealt with meanwhile changes nothing, nor
 * does a receipt that came before. Receipts that came before their answers are matched. Only when this is committed
 * may the carrier be told that a receipt is safe.
 *
 * Statements that do not need each other's results are sent together.
 */
export async function store(
  tx: Tx,
  carrierAccountId: number,
  batches: readonly { lease: Lease; answers: readonly Answer[] }[],
  receipts: readonly NewReceipt[],
): Promise<void> {
  const [deltas, told] = [new Deltas(), new Told()];
  const accepted = batches.flatMap(({ lease, answers }) =>
    answers
      .filter((answer) => answer.outcome === 'accepted')
      .map((answer) => ({ ...answer, lease })),
  );
  const answered = settleAccepted(tx, accepted, deltas, told);
  const early = earlyReceipts(
    tx,
    carrierAccountId,
    accepted.map(({ carrierId }) => carrierId),
  );
  const matched = match(tx, carrierAccountId, receipts, deltas, told);
  const [waiting, names] = await settled([early, matched, answered]);
  for (const { lease, answers } of batches) await settleOthers(tx, lease, answers, deltas, told);
  if (waiting.length > 0) await matchStored(tx, carrierAccountId, waiting, deltas, told);
  await settled([
    deltas.write(tx),
    told.write(tx),
    insertReceipts(tx, carrierAccountId, receipts, names),
  ]);
}

async function settleAccepted(
  tx: Tx,
  accepted: readonly { lease: Lease; part: Part; carrierId: string; receiptSeconds?: number }[],
  deltas: Deltas,
  told: Told,
): Promise<void> {
  await settled(
    [...Map.groupBy(accepted, ({ part }) => part.part)].map(async ([part, of]) => {
      of.sort((a, b) => (a.part.messageId < b.part.messageId ? -1 : 1));
      const { rows } = await tx.query<{ id: string }>(
        `update submission set state = ${ACCEPTED}, carrier_id = ($2::text[])[width_bucket(message_id, $1::uuid[])], at = now(),
         expires_at = greatest(expires_at, now() + ($7::int[])[width_bucket(message_id, $1)] * interval '1 second')
       where message_id = any ($1) and part = $3 and state in (${IN_FLIGHT}, ${AMBIGUOUS})
         and connector_id = ($4::int[])[width_bucket(message_id, $1)] and epoch = ($5::bigint[])[width_bucket(message_id, $1)]
         and attempt = ($6::int[])[width_bucket(message_id, $1)]
       returning message_id as id`,
        [
          list(of.map((one) => one.part.messageId)),
          of.map((one) => one.carrierId),
          part,
          list(of.map(({ lease }) => lease.connectorId)),
          list(of.map(({ lease }) => lease.epoch)),
          list(of.map((one) => one.part.attempt)),
          list(of.map((one) => Math.ceil(one.receiptSeconds ?? 0))),
        ],
        'settle accepted',
      );
      const hit = new Set(rows.map(({ id }) => id));
      for (const { part: one, lease, carrierId } of of) {
        if (!hit.has(one.messageId)) continue;
        deltas.add(one.messageId, one, { submitted: one.part === 1 ? 1 : 0, captured: one.units });
        if (one.part === 1)
          told.add(
            {
              messageId: one.messageId,
              clientId: one.clientId,
              status: SUBMITTED,
              connectorId: lease.connectorId,
              carrierId,
            },
            one.calls,
          );
      }
    }),
  );
}

async function settleOthers(
  tx: Tx,
  lease: Lease,
  answers: readonly Answer[],
  deltas: Deltas,
  told: Told,
): Promise<void> {
  if (answers.every((answer) => answer.outcome === 'accepted')) return;
  const held = answers.filter((answer) => answer.outcome === 'lost' && holds(answer.part));
  const gone = answers.filter(
    (answer) => answer.outcome !== 'accepted' && !(answer.outcome === 'lost' && holds(answer.part)),
  );
  const nowHeld = await takeRows(
    tx,
    lease,
    held,
    `update submission set state = ${AMBIGUOUS}, ${HOLD}`,
    `${IN_FLIGHT}`,
  );
  await noteEvents(tx, lease, nowHeld, 'AMBIGUOUS');
  const again: Requeue[] = [];
  const requeued: Answer[] = [];
  const resent: Answer[] = [];
  for (const answer of await takeRows(
    tx,
    lease,
    gone,
    'delete from submission',
    `${IN_FLIGHT}, ${AMBIGUOUS}`,
  )) {
    const { part } = answer;
    switch (answer.outcome) {
      case 'requeued':
        again.push({ ...part, notBefore: answer.notBefore, attempt: nextAttempt(part) });
        if (answer.notBefore) requeued.push(answer);
        break;
      case 'lost':
        again.push({ ...part, notBefore: null, dupRisk: true, attempt: nextAttempt(part) });
        resent.push(answer);
        break;
      case 'dropped':
        deltas.add(part.messageId, part, { released: part.units });
        break;
      case 'refused':
      case 'failed':
        deltas.add(part.messageId, part, { released: part.units });
        await endMessage(
          tx,
          { ...part, connectorId: lease.connectorId },
          answer.outcome === 'refused' ? REJECTED : FAILED,
          answer.errorCode,
          deltas,
          told,
        );
    }
  }
  await noteEvents(tx, lease, requeued, 'REQUEUED');
  await noteEvents(tx, lease, resent, 'RESENT');
  await requeue(tx, again);
}

/** Tells one claim of a message from the next; a message that is throttled for a day comes round. */
const nextAttempt = ({ attempt }: { attempt: number }) => (attempt % 30_000) + 1;

/** A long message is never sent again as a whole: some of its parts may be with the carrier. */
const holds = (part: { policy: string; parts: number }) => part.policy === 'h' || part.parts > 1;

/**
 * Does `what` to the rows of these answers that are still this link's, and gives the answers that hit. An answer that was
 * stored already, and comes again because nobody heard of the commit, misses: the message's next claim has another attempt.
 */
async function takeRows(
  tx: Tx,
  lease: Lease,
  answers: readonly Answer[],
  what: string,
  states: string,
): Promise<Answer[]> {
  const hits: Answer[] = [];
  for (const [part, of] of Map.groupBy(answers, (answer) => answer.part.part)) {
    of.sort((a, b) => (a.part.messageId < b.part.messageId ? -1 : 1));
    const { rows } = await tx.query<{ id: string }>(
      `${what} where message_id = any ($1::uuid[]) and part = $2 and connector_id = $3 and epoch = $4 and state in (${states})
         and attempt = ($5::int[])[width_bucket(message_id, $1::uuid[])] returning message_id as id`,
      [
        of.map((answer) => answer.part.messageId),
        part,
        lease.connectorId,
        lease.epoch,
        of.map((answer) => answer.part.attempt),
      ],
      `settle: ${what}`.slice(0, 40),
    );
    const hit = new Set(rows.map(({ id }) => id));
    hits.push(...of.filter((answer) => hit.has(answer.part.messageId)));
  }
  return hits;
}

/** An ambiguous part is given up thirty minutes from now or at the end of its validity, whichever is later. */
const HOLD = `expires_at = greatest(now() + interval '30 minutes', expires_at - interval '1 hour')`;

async function endMessage(
  tx: Tx,
  part: Facts & { messageId: string; connectorId: number },
  status: number,
  errorCode: string,
  deltas: Deltas,
  told: Told,
): Promise<void> {
  const {
    rows: [moved],
  } = await tx.query<{ calls: boolean }>(
    `update message set status = $2, error_code = $3, connector_id = $4, done_at = now() where id = $1 and status in (${QUEUED}, ${SUBMITTED}) returning callback is not null as calls`,
    [part.messageId, status, errorCode, part.connectorId],
    'end message',
  );
  if (!moved) return;
  deltas.add(
    part.messageId,
    part,
    { [countOf(status)]: 1 },
    { status, errorCode, carrierStatus: null, messages: 1 },
  );
  told.add({ messageId: part.messageId, clientId: part.clientId, status }, moved.calls);
}

/** The lease that it happened under names the link's loss: all that became ambiguous with it have the same. */
async function noteEvents(
  tx: Tx,
  { connectorId, epoch }: { connectorId: number; epoch: bigint },
  answers: readonly { part: Part; reason?: string }[],
  kind: 'REQUEUED' | 'AMBIGUOUS' | 'RESENT',
): Promise<void> {
  if (answers.length === 0) return;
  await tx.query(
    `insert into message_event (message_id, client_id, kind, detail)
     select message_id, client_id, $3, detail from unnest($1::uuid[], $2::uuid[], $4::jsonb[]) as t (message_id, client_id, detail)`,
    [
      answers.map(({ part }) => part.messageId),
      answers.map(({ part }) => part.clientId),
      kind,
      answers.map(({ part, reason }) =>
        JSON.stringify({ part: part.part, reason, connectorId, epoch: String(epoch) }),
      ),
    ],
    'note events',
  );
}

type Requeue = Pick<
  Part,
  | 'messageId'
  | 'clientId'
  | 'campaignId'
  | 'sender'
  | 'routeId'
  | 'priority'
  | 'attempt'
  | 'dupRisk'
  | 'expiresAt'
> & { notBefore: Date | null };

/**
 * Puts messages back into chunks. The campaign's row is read for share, so that a cancel or a pause either sees the
 * chunk or is seen by it: what comes back for a stopped campaign, or a blocked client, is born stopped. What waits for its
 * hours is valid for as much longer as it waits, like the chunks that the pause found.
 */
async function requeue(tx: Tx, messages: readonly Requeue[]): Promise<void> {
  const groups = Map.groupBy(messages, (message) =>
    [
      message.routeId,
      message.priority,
      message.clientId,
      message.campaignId,
      message.sender,
      message.attempt,
      message.dupRisk,
      message.expiresAt.getTime(),
      message.notBefore?.getTime(),
    ].join('\t'),
  );
  for (const group of groups.values()) {
    const of = group[0]!;
    const ids = [...new Set(group.map(({ messageId }) => messageId))];
    const { rowCount } = await tx.query(
      `insert into chunk (route_id, priority, client_id, campaign_id, sender, message_ids, size, attempt, dup_risk, not_before, expires_at, stopped)
       select $1, $2, $3, $4::uuid, $5, $6::uuid[], cardinality($6), $7, $8, $9, $10::timestamptz + case when stopped then greatest(coalesce(resume_at - now(), '0'), '0') else '0' end, stopped
       from ${of.campaignId === null ? `(select client_status = 'BLOCKED' as stopped, null::timestamptz as resume_at from client where id = $3) c` : `(select status not in ('QUEUED', 'RUNNING', 'COMPLETED') as stopped, resume_at from campaign where id = $4 for share) c`}`,
      [
        of.routeId,
        of.priority,
        of.clientId,
        of.campaignId,
        of.sender,
        ids,
        of.attempt,
        of.dupRisk,
        of.notBefore?.toISOString() ?? '-infinity',
        of.expiresAt,
      ],
      of.campaignId === null ? 'requeue' : 'requeue campaign',
    );
    if (rowCount === 0)
      throw new Error(`campaign ${of.campaignId} or client ${of.clientId} has messages and no row`);
  }
}

// --- receive (T5) ---------------------------------------------------------------------------------------------------

/** A carrier's receipt, read and mapped. */
export type NewReceipt = {
  /** In the form in which ids are compared. */
  carrierId: string;
  /** What it means: a final status, or SUBMITTED for one that only says that the carrier is at work. */
  status: number;
  /** The carrier's own word. */
  carrierStatus: string;
  errorCode: string | null;
  /** The phone, E.164 without the plus as far as the carrier writes it so; empty where the receipt names none. */
  destination: string;
  /** As it came, without the message's text. */
  body: string | null;
};

type Gone = Facts & {
  messageId: string;
  part: number;
  parts: number;
  state: number;
  units: bigint;
  carrierId: string;
  destination: string;
  connectorId: number;
  dupRisk: boolean;
  at: Date;
};
const GONE_COLUMNS = `message_id as "messageId", part, parts, state, units, carrier_id as "carrierId", destination, connector_id as "connectorId",
  dup_risk as "dupRisk", at, client_id as "clientId", campaign_id as "campaignId", sender, country, network`;

async function insertReceipts(
  tx: Tx,
  carrierAccountId: number,
  receipts: readonly NewReceipt[],
  names: ReadonlyMap<NewReceipt, PartName>,
): Promise<void> {
  if (receipts.length === 0) return;
  await tx.query(
    `insert into receipt (carrier_account_id, carrier_id, stat, carrier_status, error_code, destination, body, matched, message_id, part)
     select $1, carrier_id, stat, carrier_status, error_code, destination, body, message_id is not null, message_id, part
     from unnest($2::text[], $3::smallint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::uuid[], $9::smallint[])
       as t (carrier_id, stat, carrier_status, error_code, destination, body, message_id, part)
     on conflict (received_on, carrier_account_id, carrier_id, destination, stat) do update
       set matched = true, message_id = excluded.message_id, part = excluded.part
       where excluded.message_id is not null and not receipt.matched`,
    [carrierAccountId, ...insertable(receipts, names)],
    'insert receipts',
  );
}

/** Columns of receipts, each key once (a carrier may repeat itself within a batch), in its order so that no two wait for each other. */
function insertable(
  receipts: readonly NewReceipt[],
  names: ReadonlyMap<NewReceipt, PartName>,
): unknown[][] {
  const once = new Map<string, NewReceipt>();
  for (const receipt of receipts) {
    const key = `${receipt.carrierId}\t${receipt.destination}\t${receipt.status}`;
    const first = once.get(key);
    if (!first || (names.has(receipt) && !names.has(first))) once.set(key, receipt);
  }
  const rows = [...once].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, receipt]) => receipt);
  return [
    rows.map((row) => row.carrierId),
    rows.map((row) => row.status),
    rows.map((row) => row.carrierStatus),
    rows.map((row) => row.errorCode),
    rows.map((row) => row.destination),
    rows.map((row) => row.body),
    rows.map((row) => names.get(row)?.messageId ?? null),
    rows.map((row) => names.get(row)?.part ?? null),
  ];
}

/**
 * Finds what receipts speak of and moves it on. By the carrier's id and the phone; where no id is known (the answer
 * was lost) by the phone alone, when only one part can be meant.
 * @returns the part of each receipt that has one, those included that changed nothing (repeats, intermediate words)
 */
async function match(
  tx: Tx,
  carrierAccountId: number,
  receipts: readonly NewReceipt[],
  deltas: Deltas,
  told: Told,
): Promise<Map<NewReceipt, PartName>> {
  const finals = onePerId(receipts.filter(({ status }) => status !== SUBMITTED));
  const byId = new Map<string, Gone[]>();
  for (const row of await deleteMatching(tx, carrierAccountId, finals))
    byId.set(row.carrierId, [...(byId.get(row.carrierId) ?? []), row]);
  const ends: End[] = finals.flatMap((receipt) =>
    (byId.get(receipt.carrierId) ?? []).map((row) => ({ receipt, row })),
  );
  const names = new Map<NewReceipt, PartName>();
  const left: NewReceipt[] = [];
  for (const receipt of receipts) {
    const row = byId.get(receipt.carrierId)?.find(({ destination }) => isTo(destination, receipt));
    if (row) names.set(receipt, row);
    else left.push(receipt);
  }
  if (left.length > 0) await matchOneByOne(tx, carrierAccountId, left, names, ends, deltas, told);
  await endMatched(tx, ends, deltas, told);
  return names;
}

type PartName = { messageId: string; part: number };
type End = { receipt: NewReceipt; row: Gone };

/** The first final receipt of each id, in the order of ids. */
function onePerId(receipts: readonly NewReceipt[]): NewReceipt[] {
  const once = new Map<string, NewReceipt>();
  for (const receipt of receipts)
    if (!once.has(receipt.carrierId)) once.set(receipt.carrierId, receipt);
  return [...once.values()].sort((a, b) => (a.carrierId < b.carrierId ? -1 : 1));
}

/** Whether a receipt is of a message to this phone: an id alone is not enough, carriers use theirs again. */
function isTo(destination: string, receipt: NewReceipt): boolean {
  return (
    receipt.destination === destination ||
    receipt.destination === '' ||
    sameNumber(destination, receipt.destination)
  );
}

/**
 * The newest of each id and phone. Which that is a subquery says, row by row: no join that could be planned badly. Nor may
 * the states imply the condition of the index by expiry: a planner that remembers an empty queue takes that index, reads
 * everything that waits, and does so again for each row that it finds.
 */
async function deleteMatching(
  tx: Tx,
  carrierAccountId: number,
  finals: readonly NewReceipt[],
): Promise<Gone[]> {
  if (finals.length === 0) return [];
  const { rows } = await tx.query<Gone>(
    `delete from submission
     where carrier_account_id = $1 and carrier_id = any ($2::text[]) and ${ANSWERED}
       and destination = ($3::text[])[width_bucket(carrier_id collate "C", $2)]
       and at = (select max(other.at) from submission other where other.carrier_account_id = $1 and other.carrier_id = submission.carrier_id
         and other.destination = submission.destination and other.${ANSWERED})
     returning ${GONE_COLUMNS}`,
    [
      carrierAccountId,
      finals.map(({ carrierId }) => carrierId),
      finals.map(({ destination }) => destination),
    ],
    'receive',
  );
  return rows;
}

/**
 * The receipts that the hot statement did not match: a phone written differently, an intermediate word, an id that
 * nobody stored because the answer was lost, a repeat, or nothing of ours.
 */
async function matchOneByOne(
  tx: Tx,
  carrierAccountId: number,
  receipts: readonly NewReceipt[],
  names: Map<NewReceipt, PartName>,
  ends: End[],
  deltas: Deltas,
  told: Told,
): Promise<void> {
  const ids = [...new Set(receipts.map(({ carrierId }) => carrierId))];
  const { rows: named } = await tx.query<Gone>(
    `select ${GONE_COLUMNS} from submission where carrier_account_id = $1 and carrier_id = any ($2::text[]) and ${ANSWERED}
     order by at desc for update`,
    [carrierAccountId, ids],
    'receive by id',
  );
  const { rows: nameless } = await tx.query<Gone>(
    `select ${GONE_COLUMNS} from submission where carrier_account_id = $1 and destination = any ($2::text[]) and state >= ${AMBIGUOUS} and carrier_id is null
     order by at desc for update`,
    [
      carrierAccountId,
      [...new Set(receipts.map(({ destination }) => destination).filter((phone) => phone !== ''))],
    ],
    'receive by phone',
  );
  // What an earlier receipt of the same id ended: a second word on it must not end another message to that phone.
  const { rows: ended } = await tx.query<PartName & { carrierId: string; destination: string }>(
    `select message_id as "messageId", part, carrier_id as "carrierId", destination from receipt
     where received_on between current_date - 1 and current_date and carrier_account_id = $1 and carrier_id = any ($2::text[]) and matched`,
    [carrierAccountId, ids],
    'receive repeats',
  );
  const taken = new Set<string>();
  for (const receipt of receipts) {
    const fits = (row: { carrierId: string; destination: string }) =>
      row.carrierId === receipt.carrierId && isTo(row.destination, receipt);
    let row = named.find((one) => fits(one) && !taken.has(keyOf(one)));
    const before = ended.find(fits);
    if (!row && before) {
      names.set(receipt, before);
      continue;
    }
    if (!row) {
      const ofPhone = nameless.filter(
        (one) => one.destination === receipt.destination && !taken.has(keyOf(one)),
      );
      if (ofPhone.length === 1 && !(await mayBeInFlight(tx, carrierAccountId, receipt.destination)))
        row = ofPhone[0];
    }
    if (!row) continue;
    names.set(receipt, row);
    await advance(tx, receipt, row, taken, ends, deltas, told);
  }
}

const keyOf = (row: PartName) => `${row.messageId}\t${row.part}`;

/** Moves one part as its receipt says; an ambiguous one has turned out to be accepted, and is charged now. */
async function advance(
  tx: Tx,
  receipt: NewReceipt,
  row: Gone,
  taken: Set<string>,
  ends: End[],
  deltas: Deltas,
  told: Told,
): Promise<void> {
  const resolved = row.state === AMBIGUOUS;
  if (resolved)
    deltas.add(row.messageId, row, { submitted: row.part === 1 ? 1 : 0, captured: row.units });
  if (receipt.status !== SUBMITTED) {
    taken.add(keyOf(row));
    await tx.query(
      `delete from submission where message_id = $1 and part = $2`,
      [row.messageId, row.part],
      'receive one',
    );
    ends.push({ receipt, row: { ...row, carrierId: receipt.carrierId } });
  } else if (resolved) {
    taken.add(keyOf(row));
    await tx.query(
      `update submission set state = ${ACCEPTED}, carrier_id = $3, expires_at = greatest(expires_at, now() + interval '1 hour') where message_id = $1 and part = $2`,
      [row.messageId, row.part, receipt.carrierId],
      'receive accepted',
    );
    if (row.part === 1)
      told.add(
        {
          messageId: row.messageId,
          clientId: row.clientId,
          status: SUBMITTED,
          connectorId: row.connectorId,
          carrierId: receipt.carrierId,
        },
        undefined,
      );
  }
}

/** A receipt can overtake the answer of a message that is in flight to the same phone: then it waits for that answer. */
async function mayBeInFlight(
  tx: Tx,
  carrierAccountId: number,
  destination: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from submission where state = ${IN_FLIGHT} and carrier_account_id = $1 and destination = $2 limit 1`,
    [carrierAccountId, destination],
    'receive in flight',
  );
  return rowCount > 0;
}

async function endMatched(tx: Tx, ends: readonly End[], deltas: Deltas, told: Told): Promise<void> {
  const [long, single] = [
    ends.filter(({ row }) => row.parts > 1),
    ends.filter(({ row }) => row.parts === 1),
  ];
  const groups = Map.groupBy(
    single,
    ({ receipt, row }) =>
      `${receipt.status}\t${receipt.carrierStatus}\t${receipt.errorCode}\t${row.dupRisk}\t${row.state === GONE}`,
  );
  await settled(
    [...groups.values()].map((group) =>
      endTogether(
        tx,
        group[0]!.receipt,
        group.map(({ row }) => row),
        deltas,
        told,
      ),
    ),
  );
  for (const { receipt, row } of long) await endPart(tx, receipt, row, deltas, told);
}

/** Messages of one part that end in the same way. */
async function endTogether(
  tx: Tx,
  receipt: NewReceipt,
  rows: Gone[],
  deltas: Deltas,
  told: Told,
): Promise<void> {
  const late = rows[0]?.state === GONE;
  // What expired here is only ever turned to DELIVERED, and never charged.
  if (late && receipt.status !== DELIVERED) return;
  rows.sort((a, b) => (a.messageId < b.messageId ? -1 : 1));
  const ids = rows.map(({ messageId }) => messageId);
  const before = late ? await expiredOf(tx, ids) : undefined;
  const { rows: moved } = await tx.query<{ id: string; calls: boolean }>(
    `update message set status = $5, carrier_status = $6, error_code = $7, dup_risk = $8, done_at = now(),
       (carrier_ids, submitted_at, connector_id) = (select array[($2::text[])[at]], ($3::timestamptz[])[at], ($4::int[])[at] from width_bucket(id, $1::uuid[]) at)
     where id = any ($1) and id >= $9 and id <= $10 and status ${late ? `= ${EXPIRED}` : `in (${QUEUED}, ${SUBMITTED})`} returning id, callback is not null as calls`,
    [
      list(ids),
      rows.map(({ carrierId }) => carrierId),
      rows.map(({ at }) => at),
      list(rows.map(({ connectorId }) => connectorId)),
      receipt.status,
      receipt.carrierStatus,
      receipt.errorCode,
      rows[0]?.dupRisk || null,
      ids[0],
      ids.at(-1),
    ],
    late ? 'end late' : 'end together',
  );
  const hit = new Map(moved.map(({ id, calls }) => [id, calls]));
  for (const row of rows) {
    const calls = hit.get(row.messageId);
    if (calls === undefined) continue;
    const takenBack = before?.get(row.messageId);
    deltas.add(
      row.messageId,
      row,
      { [countOf(receipt.status)]: 1, ...(late && { expired: -1 }) },
      { ...receipt, messages: 1 },
      ...(takenBack ? [{ ...takenBack, messages: -1 }] : []),
    );
    told.add({ messageId: row.messageId, clientId: row.clientId, status: receipt.status }, calls);
  }
}

/** Of what those of these messages expired that did, so that it can be taken back; they stay so until the transaction ends. */
async function expiredOf(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, Omit<Cause, 'messages'>>> {
  const { rows } = await tx.query<{
    id: string;
    errorCode: string | null;
    carrierStatus: string | null;
  }>(
    `select id, error_code as "errorCode", carrier_status as "carrierStatus" from message where id = any ($1::uuid[]) and id >= $2 and id <= $3 and status = ${EXPIRED} for update`,
    [ids, ids[0], ids.at(-1)],
    'expired of',
  );
  return new Map(rows.map(({ id, ...cause }) => [id, { status: EXPIRED, ...cause }]));
}

/** A part of a long message: delivered, it is noted and the last one ends the message; anything else ends it at once. */
async function endPart(
  tx: Tx,
  receipt: NewReceipt,
  row: Gone,
  deltas: Deltas,
  told: Told,
): Promise<void> {
  const {
    rows: [before],
  } = await tx.query<{
    status: number;
    errorCode: string | null;
    carrierStatus: string | null;
    carrierIds: (string | null)[] | null;
    calls: boolean;
  }>(
    `select status, error_code as "errorCode", carrier_status as "carrierStatus", carrier_ids as "carrierIds", callback is not null as calls from message where id = $1 for update`,
    [row.messageId],
    'part before',
  );
  if (!before) return;
  const ids = Array.from({ length: row.parts }, (_, at) => before.carrierIds?.[at] ?? null);
  ids[row.part - 1] = row.carrierId;
  const open = before.status === QUEUED || before.status === SUBMITTED;
  const whole = ids.every((id) => id !== null);
  const ends = receipt.status === DELIVERED ? whole && (open || before.status === EXPIRED) : open;
  await tx.query(
    `update message set carrier_ids = $2, connector_id = $3, dup_risk = coalesce($4, dup_risk), submitted_at = least(submitted_at, $5),
       status = $6, carrier_status = case when $7 then $8 else carrier_status end, error_code = case when $7 then $9 else error_code end,
       done_at = case when $7 then now() else done_at end
     where id = $1`,
    [
      row.messageId,
      ids,
      row.connectorId,
      row.dupRisk || null,
      row.at,
      ends ? receipt.status : before.status,
      ends,
      receipt.carrierStatus,
      receipt.errorCode,
    ],
    'end part',
  );
  if (!ends) return;
  deltas.add(
    row.messageId,
    row,
    { [countOf(receipt.status)]: 1, ...(before.status === EXPIRED && { expired: -1 }) },
    { ...receipt, messages: 1 },
    ...(before.status === EXPIRED ? [{ ...before, messages: -1 }] : []),
  );
  told.add(
    { messageId: row.messageId, clientId: row.clientId, status: receipt.status },
    before.calls,
  );
}

// --- receipts that came too early -----------------------------------------------------------------------------------

type StoredReceipt = NewReceipt & { receivedOn: string };
const STORED = `received_on as "receivedOn", carrier_id as "carrierId", stat as status, carrier_status as "carrierStatus", error_code as "errorCode", destination, null as body`;

/** Receipts that overtook the answers just settled. */
async function earlyReceipts(
  tx: Tx,
  carrierAccountId: number,
  carrierIds: readonly string[],
): Promise<StoredReceipt[]> {
  if (carrierIds.length === 0) return [];
  const { rows } = await tx.query<StoredReceipt>(
    `select ${STORED} from receipt where received_on between current_date - 1 and current_date and not matched and carrier_account_id = $1 and carrier_id = any ($2::text[])`,
    [carrierAccountId, carrierIds],
    'early receipts',
  );
  return rows;
}

async function matchStored(
  tx: Tx,
  carrierAccountId: number,
  rows: readonly StoredReceipt[],
  deltas: Deltas,
  told: Told,
): Promise<number> {
  const names = await match(tx, carrierAccountId, rows, deltas, told);
  for (const row of rows) {
    const name = names.get(row);
    if (!name) continue;
    await tx.query(
      `update receipt set matched = true, message_id = $6, part = $7
       where received_on = $1 and carrier_account_id = $2 and carrier_id = $3 and stat = $4 and destination = $5`,
      [
        row.receivedOn,
        carrierAccountId,
        row.carrierId,
        row.status,
        row.destination,
        name.messageId,
        name.part,
      ],
      'mark matched',
    );
  }
  return names.size;
}

// --- recover (T6) ---------------------------------------------------------------------------------------------------

/** What a new owner found. */
export type Recovered = {
  lease: Lease;
  ambiguous: { messageId: string; part: number }[];
  resent: string[];
  chunks: number;
};

/**
 * Takes a connector over: a new epoch fences the old owner out, its chunks are free again, what it left in flight
 * becomes ambiguous or goes again by its policy, and receipts that waited are matched. Only when this is committed
 * may the new owner bind. The caller holds the connector's session lock.
 */
export async function recover(
  tx: Tx,
  connector: { connectorId: number; carrierAccountId: number; holder: string },
): Promise<Recovered> {
  const { connectorId, carrierAccountId, holder } = connector;
  const {
    rows: [lease],
  } = await tx.query<{ epoch: bigint }>(
    `insert into connector_lease (connector_id, carrier_account_id, epoch, holder) values ($1, $2, 1, $3)
     on conflict (connector_id) do update set epoch = connector_lease.epoch + 1, carrier_account_id = $2, holder = $3 returning epoch`,
    [connectorId, carrierAccountId, holder],
  );
  const epoch = lease!.epoch;
  const { rowCount: chunks } = await tx.query(
    `update chunk set owner = null, epoch = null where owner = $1 and epoch < $2`,
    [connectorId, epoch],
  );
  const { rows } = await tx.query<Part>(
    `select message_id as "messageId", part, parts, destination, units, policy, route_id as "routeId", priority, attempt, dup_risk as "dupRisk",
       expires_at - interval '1 hour' as "expiresAt", client_id as "clientId", campaign_id as "campaignId", sender, country, network
     from submission where connector_id = $1 and state = ${IN_FLIGHT} and epoch < $2 order by message_id, part for update`,
    [connectorId, epoch],
  );
  const hold = rows.filter(holds);
  const resend = rows.filter((row) => !holds(row));
  const lost = { connectorId, epoch: epoch - 1n };
  const noted = (part: Part) => ({ part, reason: 'the link was lost' });
  for (const batch of batches(hold)) {
    await tx.query(
      `update submission set state = ${AMBIGUOUS}, ${HOLD} where message_id = any ($1::uuid[]) and connector_id = $2 and state = ${IN_FLIGHT} and epoch < $3`,
      [batch.map(({ messageId }) => messageId), connectorId, epoch],
    );
  }
  await noteEvents(tx, lost, hold.map(noted), 'AMBIGUOUS');
  for (const batch of batches(resend)) {
    await tx.query(
      `delete from submission where message_id = any ($1::uuid[]) and connector_id = $2 and state = ${IN_FLIGHT} and epoch < $3`,
      [batch.map(({ messageId }) => messageId), connectorId, epoch],
    );
  }
  await noteEvents(tx, lost, resend.map(noted), 'RESENT');
  await requeue(
    tx,
    resend.map((row) => ({ ...row, notBefore: null, dupRisk: true, attempt: nextAttempt(row) })),
  );
  const [deltas, told] = [new Deltas(), new Told()];
  await matchWaiting(tx, carrierAccountId, deltas, told, '2 days');
  await settled([deltas.write(tx), told.write(tx)]);
  return {
    lease: { connectorId, carrierAccountId, epoch },
    chunks,
    ambiguous: hold.map(({ messageId, part }) => ({ messageId, part })),
    resent: resend.map(({ messageId }) => messageId),
  };
}

async function matchWaiting(
  tx: Tx,
  carrierAccountId: number,
  deltas: Deltas,
  told: Told,
  since: string,
): Promise<number> {
  let matched = 0;
  let after = '';
  for (;;) {
    const { rows } = await tx.query<StoredReceipt>(
      `select ${STORED} from receipt
       where received_on between current_date - 2 and current_date and not matched and carrier_account_id = $1 and carrier_id > $2 and received_at > now() - $3::interval
       order by carrier_id limit ${BATCH}`,
      [carrierAccountId, after, since],
    );
    if (rows.length === 0) return matched;
    matched += await matchStored(tx, carrierAccountId, rows, deltas, told);
    after = rows.at(-1)!.carrierId;
  }
}

// --- sweep (T8) -----------------------------------------------------------------------------------------------------

/** What a sweep did, and whether it came to its limit: then there is more, and nothing else to wait for. */
export type Swept = {
  matched: number;
  expired: number;
  unresolved: number;
  forgotten: number;
  queueExpired: number;
  again: boolean;
};

/** Chunks of 500 at most, and many of them hold a single message that was throttled. */
const MOST_CHUNKS_SWEPT = 20;

/**
 * What time alone brings about, in one transaction of at most `limit` rows a kind: receipts and answers that did not
 * see each other, messages that waited too long in the queue (EXPIRED, units released) or for a receipt (EXPIRED,
 * NO_RECEIPT), ambiguous ones past their hold (EXPIRED, UNRESOLVED, units released). Nothing to do where another runs it.
 */
export async function sweep(tx: Tx, limit: number): Promise<Swept> {
  const swept: Swept = {
    matched: 0,
    expired: 0,
    unresolved: 0,
    forgotten: 0,
    queueExpired: 0,
    again: false,
  };
  const {
    rows: [lock],
  } = await tx.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('dispatch sweep')) as mine`,
  );
  if (!lock?.mine) return swept;
  const [deltas, told] = [new Deltas(), new Told()];
  const { rows: accounts } = await tx.query<{ id: number }>(
    `select distinct carrier_account_id as id from connector_lease`,
  );
  for (const { id } of accounts)
    swept.matched += await matchWaiting(tx, id, deltas, told, '10 minutes');
  await expireSubmissions(tx, limit, swept, deltas, told);
  await settled([deltas.write(tx), told.write(tx)]);
  const { rows: late } = await tx.query<Unsent>(
    `delete from chunk where id = any (array(select id from chunk where expires_at <= now() order by expires_at limit ${MOST_CHUNKS_SWEPT} for update skip locked))
     returning message_ids[pos + 1:] as ids, dup_risk as "dupRisk"`,
  );
  swept.again ||= late.length === MOST_CHUNKS_SWEPT;
  swept.queueExpired = await endQueued(tx, late, EXPIRED, 'VALIDITY');
  return swept;
}

async function expireSubmissions(
  tx: Tx,
  limit: number,
  swept: Swept,
  deltas: Deltas,
  told: Told,
): Promise<void> {
  const { rows } = await tx.query<Gone>(
    `select ${GONE_COLUMNS} from submission where state > ${IN_FLIGHT} and expires_at < now() order by expires_at limit $1 for update skip locked`,
    [limit],
  );
  // In flight past its time: of a connector that no link serves any more.
  const { rows: orphans } = await tx.query<Gone>(
    `select ${GONE_COLUMNS} from submission where state = ${IN_FLIGHT} and expires_at < now() limit $1 for update skip locked`,
    [limit],
  );
  swept.again ||= rows.length === limit || orphans.length === limit;
  for (const row of [...rows, ...orphans]) {
    if (row.state === GONE) {
      await tx.query(`delete from submission where message_id = $1 and part = $2`, [
        row.messageId,
        row.part,
      ]);
      swept.forgotten++;
      continue;
    }
    // Kept for a week, so that a late receipt still finds it.
    await tx.query(
      `update submission set state = ${GONE}, expires_at = now() + interval '7 days' where message_id = $1 and part = $2`,
      [row.messageId, row.part],
    );
    const answered = row.state === ACCEPTED;
    if (!answered) deltas.add(row.messageId, row, { released: row.units });
    await tx.query(
      `update message set connector_id = $2, submitted_at = $3, dup_risk = $4, carrier_ids = case when $5 = 1 then array[$6::text] else carrier_ids end where id = $1`,
      [row.messageId, row.connectorId, row.at, row.dupRisk || null, row.parts, row.carrierId],
    );
    await endMessage(tx, row, EXPIRED, answered ? 'NO_RECEIPT' : 'UNRESOLVED', deltas, told);
    if (answered) swept.expired++;
    else swept.unresolved++;
  }
}

/** What waits in the queue of these routes, in messages, but for those of one campaign. */
export async function queuedByRoute(
  tx: Tx,
  routeIds: readonly number[],
  exceptCampaignId: string,
): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ routeId: number; queued: number }>(
    `select route_id as "routeId", sum(size - pos)::int as queued from chunk
     where route_id = any ($1) and not stopped and expires_at > now() and campaign_id is distinct from $2 group by route_id`,
    [routeIds, exceptCampaignId],
  );
  return new Map(rows.map(({ routeId, queued }) => [routeId, queued]));
}

/** Campaigns that were cancelled or failed and still have chunks: whoever cancelled them died before dropping these. */
export async function campaignsToDrop(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct c.id from chunk join campaign c on c.id = chunk.campaign_id where chunk.stopped and c.status in ('CANCELLED', 'FAILED')`,
  );
  return rows.map(({ id }) => id);
}

// --- after a restore ------------------------------------------------------------------------------------------------

/**
 * What was on its way when the back-up was made may have gone out since: what was in flight is ambiguous and held, whatever its
 * policy, and every chunk is stopped. Nothing goes again by itself.
 */
export async function holdBack(tx: Tx): Promise<void> {
  await tx.query(
    `insert into message_event (message_id, client_id, kind, detail)
     select message_id, client_id, 'AMBIGUOUS', jsonb_build_object('part', part, 'reason', 'the data was restored from a back-up', 'connectorId', connector_id, 'epoch', epoch::text) from submission where state = ${IN_FLIGHT}`,
  );
  await tx.query(
    `update submission set state = ${AMBIGUOUS}, policy = 'h', ${HOLD} where state = ${IN_FLIGHT}`,
  );
  await tx.query(`update submission set policy = 'h' where state = ${AMBIGUOUS} and policy <> 'h'`);
  await tx.query(
    `update chunk set stopped = true, owner = null, epoch = null where not stopped or owner is not null`,
  );
  await tx.query(`update connector_lease set holder = null`);
}

/** Lets single messages that a restore stopped go on; those of a blocked client stay. Campaigns' go on with their campaign. */
export async function releaseSingles(tx: Tx): Promise<void> {
  const { rowCount } = await tx.query(
    `update chunk set stopped = false where stopped and campaign_id is null and client_id not in (select id from client where client_status = 'BLOCKED')`,
  );
  if (rowCount > 0) await wakeLinks(tx);
}

/** What of the queue a restore holds back: messages without a campaign, how many clients they are of, and how many messages are ambiguous. */
export async function countHeldBack(
  tx: Tx,
): Promise<{ singles: number; clients: number; ambiguous: number }> {
  const {
    rows: [counts],
  } = await tx.query<{ singles: number; clients: number; ambiguous: number }>(
    `select coalesce(sum(size - pos), 0)::int as singles, count(distinct client_id)::int as clients,
       (select count(distinct message_id)::int from submission where state = ${AMBIGUOUS}) as ambiguous
     from chunk where stopped and campaign_id is null and expires_at > now()`,
  );
  return counts!;
}

// --- retention ------------------------------------------------------------------------------------------------------

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Takes the texts away from messages that were made before, in the order of their ids; lengths, prices and outcomes stay.
 * @param after the last id of the step before
 * @returns the last id of this step; undefined where nothing is left
 */
export async function blankTexts(
  tx: Tx,
  after: string | undefined,
  before: Date,
  most: number,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `with step as (select id, client_id from message where id > $1 and id < uuid_v7_floor($2) order by id limit $3),
       blanked as (update message m set text = case when m.campaign_id is null or m.text is not null then '' end, payload = null from step s
         where m.id = s.id and m.client_id = s.client_id and m.id > $1 and m.id < uuid_v7_floor($2) and (m.text <> '' or m.payload is not null) and m.status > 0)
     select max(id::text) as id from step`,
    [after ?? FIRST_ID, before, most],
  );
  return rows[0]!.id ?? undefined;
}

/** Drops the rare steps of messages that were made before. @returns how many */
export async function dropEvents(tx: Tx, before: Date, most: number): Promise<number> {
  return (
    await tx.query(
      `delete from message_event where ctid = any (array(select ctid from message_event where message_id < uuid_v7_floor($1) order by message_id limit $2))`,
      [before, most],
    )
  ).rowCount;
}

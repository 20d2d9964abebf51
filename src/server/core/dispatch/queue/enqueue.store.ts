/**
 * Puts accepted messages into the queue: commits their rows, their chunks and the deltas of what
 * was made.
 */
import { settled } from '../../../infra/database/pipeline.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { Deltas } from '../counts/deltas.store.ts';
import { wakeLinks } from './queue.store.ts';
import { list } from '../sql.ts';
import type { NewMessage, Script } from '../types.ts';

/** Message ids in a chunk at most. */
const CHUNK_SIZE = 500;

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
    deltas.add(message.id, message, {
      messages: 1,
      segments: message.segments,
      gathered: message.waits ? message.units : 0n,
    });
  return [insertMessages(tx, messages), insertChunks(tx, chunks), deltas.write(tx)];
}

async function insertChunks(tx: Tx, chunks: readonly NewChunk[]): Promise<void> {
  await tx.query(
    `insert into chunk (route_id, priority, client_id, campaign_id, sender, message_ids, size, not_before, expires_at, stopped)
     select route_id, priority, client_id, campaign_id, sender, message_ids::uuid[], size, not_before, expires_at, stopped
     from unnest($1::int[], $2::smallint[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::smallint[], $8::timestamptz[], $9::timestamptz[], $10::boolean[])
       as t (route_id, priority, client_id, campaign_id, sender, message_ids, size, not_before, expires_at, stopped)`,
    [
      chunks.map(({ of }) => of.routeId),
      chunks.map(({ of }) => of.priority),
      chunks.map(({ of }) => of.clientId),
      chunks.map(({ of }) => of.campaignId),
      chunks.map(({ of }) => of.sender),
      chunks.map(idsOf),
      chunks.map(({ messages }) => messages.length),
      chunks.map(({ of }) => of.notBefore?.toISOString() ?? '-infinity'),
      chunks.map(({ of }) => of.expiresAt.toISOString()),
      chunks.map(({ of }) => of.waits ?? false),
    ],
    'enqueue chunks',
  );
}

/** Ids of a chunk at most, of messages of a class on a route that submits `rate` messages a second. */
export function chunkSize(of: NewMessage['class'], rate: number | undefined): number {
  if (of !== 'BULK' || rate === undefined) return CHUNK_SIZE;
  return Math.max(1, Math.min(CHUNK_SIZE, Math.floor(rate)));
}

/**
 * Stores messages of test keys: they are in no queue and in no count, and `playScripts` moves them. @returns
 * a step for each statement
 */
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

async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  const column = <K extends keyof NewMessage>(name: K) => messages.map((message) => message[name]);
  await tx.query(
    `insert into message (id, client_id, campaign_id, destination, sender, text, encoding, segments, units, route_id,
       config_version, country, network, class, priority, expires_at, scheduled_at, source, client_reference, facts,
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

/** Messages that share everything a link asks for, and one of them. */
export type NewChunk = { of: NewMessage; messages: NewMessage[] };

/** The ids of a chunk, as an array of PostgreSQL. */
export const idsOf = ({ messages }: NewChunk) => list(messages.map(({ id }) => id));

export function cutIntoChunks(
  messages: readonly NewMessage[],
  rates: ReadonlyMap<number, number>,
): NewChunk[] {
  const open = new Map<string, NewChunk>();
  const chunks: NewChunk[] = [];
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
    let chunk = open.get(key);
    if (!chunk || chunk.messages.length >= chunkSize(message.class, rates.get(message.routeId))) {
      chunk = { of: message, messages: [] };
      open.set(key, chunk);
      chunks.push(chunk);
    }
    chunk.messages.push(message);
  }
  return chunks;
}

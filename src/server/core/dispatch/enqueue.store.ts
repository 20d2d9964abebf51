/**
 * Puts accepted messages into the queue: commits their rows, their chunks and the deltas of what
 * was made.
 */
import { settled } from '../../infra/database/pipeline.ts';
import type { Tx } from '../../infra/database/db.ts';
import { Deltas } from './deltas.store.ts';
import { wakeLinks } from './queue.store.ts';
import type { NewMessage, Script } from './types.ts';

/** Message ids in a chunk at most. */
export const CHUNK_SIZE = 500;

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

/** Rows of incoming messages, which are stored before the carrier is answered. */
import { networkOf } from '../../../contract/shared/networks.ts';
import type { Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { joinParts } from './incoming.rules.ts';
import type { NewIncoming } from './incoming.rules.ts';

/**
 * A carrier repeats unanswered messages within this time; the same words later are a new message.
 */
const REPEATS_WITHIN = '10 minutes';

/**
 * The route of a message by the configuration in force, with the facts read beside its own columns.
 */
export type RoutedIncoming = {
  routeId: number;
  version: number;
  clientId: string | null;
  facts: { at: number; connector: string | null };
};
/** Asks for a whole message's way; undefined where no route takes it. */
export type FindRoute = (
  id: string,
  content: IncomingContent,
) => Promise<RoutedIncoming | undefined>;

/** The content of a whole message: its text, and its octets as they came. */
export type IncomingContent = { text: string; octets: Buffer };

/**
 * A whole message, its owner, and how the owner is known: by the number written to, by the last
 * conversation, or not at all, which makes it the platform's.
 */
export type StoredIncoming = IncomingContent & {
  id: string;
  clientId: string | null;
  foundBy: 'NUMBER' | 'CONVERSATION' | 'DEFAULT' | null;
};

/**
 * Stores a message or a part of one. A repeat changes nothing; the last part that comes makes the message,
 * which is given back.
 */
export async function storeIncoming(
  tx: Tx,
  message: NewIncoming,
  findRoute: FindRoute,
): Promise<StoredIncoming | undefined> {
  if (message.part) return storePart(tx, message, message.part, findRoute);
  // Two repeats at once on two links: the second waits and finds the first.
  await tx.query(
    `select pg_advisory_xact_lock(hashtext(encode($1, 'hex')))`,
    [message.hash],
    'incoming lock',
  );
  const { rowCount } = await tx.query(
    `select from incoming_message where carrier_account_id = $1 and hash = $2 and created_at > now() - interval '${REPEATS_WITHIN}'`,
    [message.carrierAccountId, message.hash],
    'incoming repeat',
  );
  return rowCount > 0 ? undefined : insertIncoming(tx, message, message, findRoute);
}

/** Finds the message that one repeats, where the phone wrote another to the number since; undefined where it did not. */
export async function findOvertaken(
  tx: Tx,
  message: NewIncoming,
): Promise<StoredIncoming | undefined> {
  const { rows } = await tx.query<Pick<StoredIncoming, 'id' | 'clientId' | 'foundBy'>>(
    `select id, client_id as "clientId", found_by as "foundBy" from incoming_message first
     where carrier_account_id = $1 and hash = $2 and created_at > now() - interval '${REPEATS_WITHIN}'
       and exists (select from incoming_message later where later.source = $3 and later.id > first.id and later.destination = $4)
     order by created_at desc limit 1`,
    [message.carrierAccountId, message.hash, message.source, message.destination],
    'incoming overtaken',
  );
  return rows[0] && { ...rows[0], text: message.text, octets: message.octets };
}

/** The key that the parts of one message share; a phone's reference numbers repeat. */
const SAME_MESSAGE =
  'carrier_account_id = $1 and source = $2 and destination = $3 and reference = $4 and total = $5';
/** How long the rest of a message is waited for. */
const WHOLE_WITHIN = '1 hour';

async function storePart(
  tx: Tx,
  message: NewIncoming,
  { reference, total, part }: { reference: number; total: number; part: number },
  findRoute: FindRoute,
): Promise<StoredIncoming | undefined> {
  const key = [message.carrierAccountId, message.source, message.destination, reference, total];
  await tx.query(
    `select pg_advisory_xact_lock(hashtext($1))`,
    [key.join('/')],
    'incoming parts lock',
  );
  const { rowCount } = await tx.query(
    `select from incoming_part where ${SAME_MESSAGE} and part = $6 and hash = $7 and created_at > now() - interval '${REPEATS_WITHIN}'`,
    [...key, part, message.hash],
    'incoming part repeat',
  );
  if (rowCount > 0) return undefined;
  // Stored parts belong to an earlier message where they are complete, too old, or another text in
  // the same place.
  await tx.query(
    `delete from incoming_part where ${SAME_MESSAGE} and (incoming_message_id is not null or created_at < now() - interval '${WHOLE_WITHIN}'
       or exists (select from incoming_part other where other.carrier_account_id = $1 and other.source = $2 and other.destination = $3 and other.reference = $4 and other.total = $5 and other.part = $6))`,
    [...key, part],
    'incoming parts old',
  );
  await tx.query(
    `insert into incoming_part (carrier_account_id, source, destination, reference, total, part, text, hash, connector_id, encoding, carrier_at, octets) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...key,
      part,
      message.text,
      message.hash,
      message.connectorId,
      message.encoding,
      message.carrierAt,
      message.octets,
    ],
    'incoming part',
  );
  const { rows } = await tx.query<IncomingContent & { encoding: number }>(
    `select text, octets, encoding from incoming_part where ${SAME_MESSAGE} order by part`,
    key,
    'incoming parts',
  );
  if (rows.length < total) return undefined;
  const stored = await insertIncoming(tx, message, joinParts(rows), findRoute);
  // They stay for a while, so that a repeat of one is known.
  await tx.query(
    `update incoming_part set incoming_message_id = $6 where ${SAME_MESSAGE}`,
    [...key, stored.id],
    'incoming parts whole',
  );
  return stored;
}

async function insertIncoming(
  tx: Tx,
  message: NewIncoming,
  { text, octets }: IncomingContent,
  findRoute: FindRoute,
): Promise<StoredIncoming> {
  const id = newId();
  const routed = await findRoute(id, { text, octets });
  const found = await findClient(tx, message);
  // A shared number stays one conversation: the client that the route names is the one the phone
  // means.
  const { clientId, foundBy } =
    routed?.clientId == null || routed.clientId === found.clientId
      ? found
      : { clientId: routed.clientId, foundBy: 'CONVERSATION' as const };
  await tx.query(
    `insert into incoming_message (id, client_id, found_by, carrier_account_id, connector_id, source, destination, text, encoding, carrier_at, hash, route_id, config_version, facts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      clientId,
      foundBy,
      message.carrierAccountId,
      message.connectorId,
      message.source,
      message.destination,
      text,
      message.encoding,
      message.carrierAt,
      message.hash,
      routed?.routeId ?? null,
      routed?.version ?? null,
      routed ? JSON.stringify(routed.facts) : null,
    ],
    'incoming insert',
  );
  return { id, text, octets, clientId, foundBy };
}

const joined = (parts: readonly { octets: Buffer }[]) =>
  Buffer.concat(parts.map(({ octets }) => octets));

/**
 * Messages whose missing parts do not come any more, with dots in their place: what did come was answered to the carrier,
 * so it is nowhere else. And parts that nobody repeats any more are dropped.
 * @returns what was stored, each with the message it came as
 */
export async function storeUnfinished(
  tx: Tx,
  limit: number,
  findRoute: (message: NewIncoming) => FindRoute,
): Promise<{ message: NewIncoming; stored: StoredIncoming }[]> {
  await tx.query(
    `delete from incoming_part where created_at < now() - interval '${WHOLE_WITHIN}' and incoming_message_id is not null`,
  );
  const { rows: keys } = await tx.query<{ key: unknown[] }>(
    `select jsonb_build_array(carrier_account_id, source, destination, reference, total) as key from incoming_part where incoming_message_id is null
     group by carrier_account_id, source, destination, reference, total having max(created_at) < now() - interval '${WHOLE_WITHIN}' limit ${limit}`,
  );
  const done: { message: NewIncoming; stored: StoredIncoming }[] = [];
  for (const { key } of keys) {
    await tx.query(`select pg_advisory_xact_lock(hashtext($1))`, [key.join('/')]);
    const { rows } = await tx.query<{
      part: number;
      total: number;
      text: string;
      octets: Buffer;
      hash: Buffer;
      connectorId: number;
      encoding: number;
      carrierAt: string;
    }>(
      `delete from incoming_part where ${SAME_MESSAGE} and incoming_message_id is null and created_at < now() - interval '${WHOLE_WITHIN}'
       returning part, total, text, octets, hash, connector_id as "connectorId", encoding, carrier_at as "carrierAt"`,
      key,
    );
    const [first] = rows;
    if (!first) continue;
    const parts = new Map(rows.map((row) => [row.part, row.text]));
    const text = Array.from({ length: first.total }, (_, at) => parts.get(at + 1) ?? '[…]').join(
      '',
    );
    const message: NewIncoming = {
      connectorId: first.connectorId,
      carrierAccountId: Number(key[0]),
      source: String(key[1]),
      destination: String(key[2]),
      text,
      octets: joined(rows.toSorted((a, b) => a.part - b.part)),
      encoding: first.encoding,
      carrierAt: first.carrierAt,
      hash: first.hash,
      part: undefined,
    };
    done.push({ message, stored: await insertIncoming(tx, message, message, findRoute(message)) });
  }
  return done;
}

/**
 * Finds the owner of a message: the owner of the number written to; else the client who wrote to
 * this phone last within a week, with the sender name that the phone answers to before any other;
 * else the platform.
 */
async function findClient(
  tx: Tx,
  message: NewIncoming,
): Promise<Pick<StoredIncoming, 'clientId' | 'foundBy'>> {
  const {
    rows: [owner],
  } = await tx.query<{ clientId: string }>(
    // A short code is one country's: another may have given it to somebody else.
    `select client_id as "clientId" from sender where lower(sender) = lower($1) and status = 'READY_FOR_SENDING' and not is_generic order by country = $2 desc, id limit 1`,
    [message.destination, networkOf(message.source).country],
    'incoming owner',
  );
  if (owner) return { clientId: owner.clientId, foundBy: 'NUMBER' };
  const {
    rows: [last],
  } = await tx.query<{ clientId: string }>(
    `select client_id as "clientId" from message where destination = $1 and id > uuid_v7_floor(now() - interval '7 days') order by lower(sender) = lower($2) desc, id desc limit 1`,
    [message.source, message.destination],
    'incoming last',
  );
  if (last) return { clientId: last.clientId, foundBy: 'CONVERSATION' };
  const {
    rows: [inbox],
  } = await tx.query<{ clientId: string }>(
    `select id as "clientId" from client where id = (select (value #>> '{}')::uuid from setting where key = 'inboxClientId')
     union all (select id from client where parent_id is null order by number limit 1) limit 1`,
    [],
    'incoming inbox',
  );
  return { clientId: inbox?.clientId ?? null, foundBy: inbox ? 'DEFAULT' : null };
}

/** Returns whether a client's webhooks subscribe to incoming messages. */
export async function wantsIncomingEvents(tx: Tx, clientId: string): Promise<boolean> {
  return (
    (
      await tx.query(
        `select from webhook where client_id = $1 and enabled and url is not null and 'mo.received' = any (events) limit 1`,
        [clientId],
        'incoming webhooks',
      )
    ).rowCount > 0
  );
}

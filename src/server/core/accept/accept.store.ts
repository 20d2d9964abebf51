/**
 * Rows of other folders that acceptance reads. Its own table, `acceptance_version`, is kept by
 * triggers.
 */
import type { Tx } from '../../infra/database/db.ts';
import { textList } from '../dispatch/sql.ts';
import type { ApprovalFacts } from './approval.rules.ts';
import type { Place } from '../../infra/database/parameters.ts';
import type { SenderFacts } from './sender.rules.ts';
import type { SendingWindow } from './sending-hours.rules.ts';

/**
 * Reads a counter that changes with every change to what decides about a message: prices, sender IDs,
 * sending hours, clients, users, groups and the configuration.
 */
export async function readStamp(tx: Tx): Promise<bigint> {
  const { rows } = await tx.query<{ version: bigint }>(
    'select version from acceptance_version',
    [],
    'accept stamp',
  );
  return rows[0]!.version;
}

/** The messages that one user submits over one interface, and its limit per second. */
export type RateRequest = { who: string; perSecond: number; wanted: number };

/**
 * Consumes from token buckets that hold one second's worth each and that all processes share.
 * Concurrent transactions of the same user wait for each other here. A clock that was set back takes nothing away.
 * @returns by `who`, how many of the wanted messages are allowed
 */
export async function consumeThroughput(
  tx: Tx,
  candidates: readonly RateRequest[],
): Promise<Map<string, number>> {
  const sorted = candidates.toSorted((a, b) => (a.who < b.who ? -1 : 1));
  const full = `least(excluded.per_second, t.available + greatest(0, extract(epoch from clock_timestamp() - t.updated_at)) * excluded.per_second)`;
  const { rows } = await tx.query<{ who: string; granted: number }>(
    `insert into throughput as t (who, per_second, wanted, granted, available, updated_at)
     select who, per_second, wanted, least(wanted, floor(per_second)), per_second - least(wanted, floor(per_second)), clock_timestamp()
     from unnest($1::text[], $2::float8[], $3::int[]) as wish (who, per_second, wanted)
     on conflict (who) do update set per_second = excluded.per_second, wanted = excluded.wanted, granted = least(excluded.wanted, floor(${full})),
       available = ${full} - least(excluded.wanted, floor(${full})), updated_at = clock_timestamp()
     returning who, granted`,
    [
      sorted.map(({ who }) => who),
      sorted.map(({ perSecond }) => Math.max(1, perSecond)),
      sorted.map(({ wanted }) => wanted),
    ],
    'take throughput',
  );
  return new Map(rows.map(({ who, granted }) => [who, granted]));
}

/** Limits how long the transaction waits for locks. */
export async function setLockTimeout(tx: Tx, milliseconds: number): Promise<void> {
  await tx.query(
    `select set_config('lock_timeout', $1, true)`,
    [`${milliseconds}ms`],
    'accept lock timeout',
  );
}

/** The facts about a client that decide whether it may send. */
export type ClientFacts = ApprovalFacts & {
  clientId: string;
  country: string;
  status: string;
  /** True if the client has a daily message limit. */
  limited: boolean;
  timezone: string;
  /**
   * The client's first gateway user. REST messages count as sent by it, so that user and group
   * filters apply.
   */
  uid: string | null;
  gid: string | null;
  /** True where its promotions need a consent on record; null: as the platform sets it. */
  demandsConsent: boolean | null;
};

export async function readClients(
  tx: Tx,
  clientIds: readonly string[],
): Promise<Map<string, Omit<ClientFacts, keyof ApprovalFacts>>> {
  const { rows } = await tx.query<Omit<ClientFacts, keyof ApprovalFacts>>(
    `select c.id as "clientId", c.country, c.client_status as status, c.daily_limit_messages is not null as limited, c.timezone, u.uid, u.gid,
       c.demands_consent as "demandsConsent"
     from client c left join lateral (select uid, gid from gateway_user where client_id = c.id order by id limit 1) u on true
     where c.id = any ($1::uuid[])`,
    [clientIds],
    'accept clients',
  );
  return new Map(rows.map((row) => [row.clientId, row]));
}

const SENDER = `id, sender, client_id as "clientId", kind, country, status, is_generic as "isGeneric", delegated_to as "delegatedTo", unregistered,
  (select jsonb_build_object('id', i.id, 'sender', i.sender, 'clientId', i.client_id, 'kind', i.kind, 'country', i.country, 'status', i.status,
     'isGeneric', i.is_generic, 'delegatedTo', i.delegated_to, 'unregistered', i.unregistered) from sender i where i.id = sender.stand_in_id) as "standIn"`;

/** Lists the live sender IDs of this name that the client might use, its own before others'. */
export async function listSendersNamed(
  tx: Tx,
  clientId: string,
  name: string,
): Promise<SenderFacts[]> {
  const { rows } = await tx.query<SenderFacts>(
    `select ${SENDER} from sender
     where lower(sender) = lower($2) and status <> 'REJECTED' and (is_generic or client_id = $1 or $1 = any (delegated_to))
     order by (client_id = $1) desc, is_generic, id`,
    [clientId, name],
  );
  return rows;
}

/** Reads the ready sender IDs of these names (lower case), of any client. */
export async function readSenders(tx: Tx, names: readonly string[]): Promise<SenderFacts[]> {
  const { rows } = await tx.query<SenderFacts>(
    `select ${SENDER} from sender where lower(sender) = any ($1::text[]) and status = 'READY_FOR_SENDING' order by id`,
    [names],
    'accept senders',
  );
  return rows;
}

/**
 * Reads the senders of messages that name none: a client's only ready name, else the platform's for
 * its country, else any of the platform's.
 */
export async function readDefaultSenders(
  tx: Tx,
  clientIds: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await tx.query<{ clientId: string; sender: string | null }>(
    `select c.id as "clientId", coalesce(
       (select min(sender) from sender where client_id = c.id and status = 'READY_FOR_SENDING' and not is_generic having count(distinct lower(sender)) = 1),
       (select sender from sender where is_generic and status = 'READY_FOR_SENDING' and kind <> 'SHORTCODE' order by country = c.country desc, created_at, id limit 1)) as sender
     from client c where c.id = any ($1::uuid[])`,
    [clientIds],
    'accept default senders',
  );
  return new Map(rows.map(({ clientId, sender }) => [clientId, sender]));
}

export async function findSender(tx: Tx, id: string): Promise<SenderFacts | undefined> {
  const { rows } = await tx.query<SenderFacts>(`select ${SENDER} from sender where id = $1`, [id]);
  return rows[0];
}

/** Lists the ready sender IDs that one stands in for. */
export async function listStoodInFor(tx: Tx, standInId: string): Promise<SenderFacts[]> {
  const { rows } = await tx.query<SenderFacts>(
    `select ${SENDER} from sender where stand_in_id = $1 and status = 'READY_FOR_SENDING' order by id`,
    [standInId],
  );
  return rows;
}

/**
 * Lists the sending hours of this kind of sender ID in these countries; a country without a row is
 * unrestricted.
 */
export async function listWindows(
  tx: Tx,
  kind: string,
  countries: readonly string[],
): Promise<SendingWindow[]> {
  const { rows } = await tx.query<SendingWindow>(
    `select country, opens, closes, days, timezone from sending_window where kind = $1 and country = any ($2) order by country`,
    [kind, countries],
  );
  return rows;
}

/** Reads the sending hours of every kind and country: a few rows per country. */
export async function readWindows(tx: Tx): Promise<(SendingWindow & { kind: string })[]> {
  const { rows } = await tx.query<SendingWindow & { kind: string }>(
    `select kind, country, opens, closes, days, timezone from sending_window`,
    [],
    'accept windows',
  );
  return rows;
}

/** True of an opt-out that a message of this sender ($3), promotional or not ($4), falls under. */
const CONCERNS = `(opt_out.sender = '' or lower(opt_out.sender) = lower($3)) and (opt_out.scope = 'EVERYTHING' or $4)`;

/**
 * Finds the numbers that the client may not write to under a sender ID: opted out of its messages, or
 * blocked for everyone.
 */
export async function findExcluded(
  tx: Tx,
  clientId: string,
  about: { sender: string; isPromotional: boolean },
  destinations: string[],
): Promise<{ optedOut: Set<string>; blocked: Set<string> }> {
  const { rows } = await tx.query<{ destination: string; blocked: boolean }>(
    `select destination, false as blocked from opt_out where client_id = $1 and destination = any ($2::text[]) and ${CONCERNS}
     union all select destination, true from blocked_number where destination = any ($2::text[])
     -- Numbers that were erased stand there as their hashes; where none ever was, nothing is hashed.
     union all select destination, blocked from unnest($2::text[]) as asked (destination) cross join lateral (
       select false as blocked from opt_out where client_id = $1 and opt_out.destination = number_hash(asked.destination) and ${CONCERNS}
       union all select true from blocked_number where blocked_number.destination = number_hash(asked.destination)) erased
     where exists (select from erased_number)`,
    [clientId, textList(destinations), about.sender, about.isPromotional],
    'left-out',
  );
  return {
    optedOut: new Set(rows.filter((row) => !row.blocked).map((row) => row.destination)),
    blocked: new Set(rows.filter((row) => row.blocked).map((row) => row.destination)),
  };
}

/**
 * A condition that a snapshot's stamp stands and none of these numbers is opted out of the client,
 * blocked, or erased: one common table expression and its test.
 */
export function standing(
  place: Place,
  {
    stamp,
    clientId,
    destinations,
  }: { stamp: bigint; clientId: string; destinations: readonly string[] | string },
): { sql: string; condition: string } {
  const [client, numbers] = [`${place(clientId)}::uuid`, `${place(destinations)}::text[]`];
  return {
    sql: `excluded_number as (
      select from opt_out where client_id = ${client} and destination = any (${numbers})
      union all select from blocked_number where destination = any (${numbers})
      union all select from unnest(${numbers}) as asked (destination) where exists (select from erased_number) and (
        exists (select from opt_out where client_id = ${client} and opt_out.destination = number_hash(asked.destination))
        or exists (select from blocked_number where blocked_number.destination = number_hash(asked.destination)))
      limit 1)`,
    condition: `exists (select from acceptance_version where version = ${place(stamp)}::bigint) and not exists (select from excluded_number)`,
  };
}

/**
 * As `findExcluded`, for many clients at once. @param pairs a client and an E.164 number without
 * the plus
 */
export async function readExcluded(
  tx: Tx,
  pairs: readonly { clientId: string; destination: string }[],
): Promise<{
  isOptedOut(
    message: { clientId: string; destination: string; sender: string },
    isPromotional: boolean,
  ): boolean;
  isBlocked(destination: string): boolean;
}> {
  const destinations = [...new Set(pairs.map(({ destination }) => destination))];
  const { rows } = await tx.query<{
    clientId: string | null;
    destination: string;
    scope: string;
    sender: string;
  }>(
    `select client_id as "clientId", destination, scope, sender from opt_out where client_id = any ($1::uuid[]) and destination = any ($2::text[])
     union all select null, destination, '', '' from blocked_number where destination = any ($2::text[])
     union all select erased.client_id, destination, erased.scope, erased.sender from unnest($2::text[]) as asked (destination) cross join lateral (
       select client_id, scope, sender from opt_out where client_id = any ($1::uuid[]) and opt_out.destination = number_hash(asked.destination)
       union all select null, '', '' from blocked_number where blocked_number.destination = number_hash(asked.destination)) erased
     where exists (select from erased_number)`,
    [[...new Set(pairs.map(({ clientId }) => clientId))], destinations],
    'accept left out',
  );
  const byNumber = Map.groupBy(
    rows,
    ({ clientId, destination }) => `${clientId ?? ''} ${destination}`,
  );
  return {
    isOptedOut: ({ clientId, destination, sender }, isPromotional) =>
      byNumber
        .get(`${clientId} ${destination}`)
        ?.some(
          (row) =>
            (row.sender === '' || row.sender.toLowerCase() === sender.toLowerCase()) &&
            (row.scope === 'EVERYTHING' || isPromotional),
        ) ?? false,
    isBlocked: (destination) => byNumber.has(` ${destination}`),
  };
}

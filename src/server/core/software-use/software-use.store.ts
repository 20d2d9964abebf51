/** Traffic of customers' software by credential: rows of the last call, and of hours by outcome. */
import type { SoftwareSource } from '../../../contract/api/software-use.ts';
import type { Tx } from '../../infra/database/db.ts';
import { listPage } from '../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import type { Where } from '../../infra/database/scoped-query.ts';

export type CallCount = { name: string; source: SoftwareSource; calls: number };
export type CountedUse = { useId: number; name: string; source: SoftwareSource };

/** Adds calls to the credentials that still exist, in the order of their ids so that no two writers wait for each other. */
const addTo = (column: string, found: string, name: string) =>
  `insert into software_use as s (client_id, ${column}, source, last_call_at, minute, calls)
   select k.client_id, k.id, t.source, now(), date_trunc('minute', now()), t.calls
   from unnest($1::text[], $2::text[], $3::int[]) as t (name, source, calls) join ${found}
   order by k.id, t.source
   on conflict (api_key_id, gateway_user_id, source) do update
     set client_id = excluded.client_id, last_call_at = excluded.last_call_at,
       calls_before = case s.minute when excluded.minute then s.calls_before when excluded.minute - interval '1 minute' then s.calls else 0 end,
       calls = excluded.calls + case s.minute when excluded.minute then s.calls else 0 end,
       minute = excluded.minute
   returning id::float8 as "useId", ${name} as name, source`;

const ADD_CALLS = {
  keys: addTo('api_key_id', 'api_key k on k.id = t.name::uuid', 'api_key_id::text'),
  users: addTo(
    'gateway_user_id',
    'gateway_user k on k.username = t.name',
    '(select username from gateway_user u where u.id = gateway_user_id)',
  ),
};

/** @param calls of API keys by their ids, or of gateway users by their names; each credential and source once */
export async function addCalls(
  tx: Tx,
  holder: keyof typeof ADD_CALLS,
  calls: readonly CallCount[],
): Promise<CountedUse[]> {
  const { rows } = await tx.query<CountedUse>(
    ADD_CALLS[holder],
    [
      calls.map(({ name }) => name),
      calls.map(({ source }) => source),
      calls.map(({ calls: count }) => count),
    ],
    `software calls of ${holder}`,
  );
  return rows;
}

/** Adds outcomes to this hour. */
export async function addOutcomes(
  tx: Tx,
  outcomes: readonly { useId: number; outcome: string; count: number }[],
): Promise<void> {
  await tx.query(
    `insert into software_hour as h (use_id, hour, outcome, count)
     select use_id, date_trunc('hour', now()), outcome, count from unnest($1::bigint[], $2::text[], $3::bigint[]) as t (use_id, outcome, count)
     order by use_id, outcome
     on conflict (use_id, hour, outcome) do update set count = h.count + excluded.count`,
    [
      outcomes.map(({ useId }) => useId),
      outcomes.map(({ outcome }) => outcome),
      outcomes.map(({ count }) => count),
    ],
    'software outcomes',
  );
}

export type UseRow = {
  id: number;
  apiKeyId: string | null;
  userId: number | null;
  source: SoftwareSource;
  lastCallAt: Date;
  callsPerMinute: number;
  callsLastMinute: number;
};

/** The part of the last whole minute that lies within the last 60 seconds. */
const LEFT = `(1 - extract(second from now()) / 60)`;
const USE = `s.id::float8 as id, s.api_key_id as "apiKeyId", s.gateway_user_id as "userId", s.source, s.last_call_at as "lastCallAt",
  case s.minute when date_trunc('minute', now()) then s.calls_before when date_trunc('minute', now()) - interval '1 minute' then s.calls else 0 end as "callsPerMinute",
  ceil(case s.minute when date_trunc('minute', now()) then s.calls + s.calls_before * ${LEFT} when date_trunc('minute', now()) - interval '1 minute' then s.calls * ${LEFT} else 0 end)::int as "callsLastMinute"`;

/** The traffic of some API keys or gateway users. */
export async function listUseOf(
  tx: Tx,
  of: { apiKeyIds?: readonly string[]; userIds?: readonly number[] },
): Promise<UseRow[]> {
  const { rows } = await tx.query<UseRow>(
    `select ${USE} from software_use s where s.api_key_id = any ($1::uuid[]) or s.gateway_user_id = any ($2::int[]) order by s.source`,
    [of.apiKeyIds ?? [], of.userIds ?? []],
    'software use',
  );
  return rows;
}

export type CredentialRow = UseRow & {
  clientId: string;
  clientName: string;
  name: string;
  keyPrefix: string | null;
  /** The moment of the last call to the microsecond, as a page continues after it. */
  moment: string;
};

function whereClients(scope: Scope, clientIds: readonly string[]): Where {
  const where = whereWithin(scope, 's.client_id');
  if (clientIds.length > 0) where.add('s.client_id = any (?)', clientIds);
  return where;
}

/** A page of the traffic of all credentials, the last call first. */
export async function listCredentials(
  tx: Tx,
  scope: Scope,
  clientIds: readonly string[],
  page: PageRequest,
): Promise<Page<CredentialRow>> {
  return listPage<CredentialRow>(tx, page, {
    counted: 'software_use s',
    where: whereClients(scope, clientIds),
    order: {
      keys: ['s.last_call_at', 's.id'],
      direction: 'desc',
      at: '?::timestamptz, ?::bigint',
      valuesOf: (place) => place.split(' / '),
      placeOf: ({ moment, id }) => `${moment} / ${id}`,
    },
    read: (rows) =>
      `select ${USE}, s.client_id as "clientId", c.client_name as "clientName", coalesce(k.name, u.username) as name, k.prefix as "keyPrefix", s.last_call_at::text as moment
       from software_use s join client c on c.id = s.client_id left join api_key k on k.id = s.api_key_id left join gateway_user u on u.id = s.gateway_user_id ${rows}`,
  });
}

export type OutcomeCount = { outcome: string; count: number };

/** The outcomes of the last 24 hours, by the rows they belong to, the most frequent first. */
export async function listOutcomes(
  tx: Tx,
  useIds: readonly number[],
): Promise<(OutcomeCount & { useId: number })[]> {
  const { rows } = await tx.query<OutcomeCount & { useId: number }>(
    `select use_id::float8 as "useId", outcome, sum(count)::float8 as count from software_hour
     where use_id = any ($1::bigint[]) and hour > now() - interval '24 hours'
     group by use_id, outcome order by 3 desc, outcome`,
    [useIds],
    'software outcomes of a day',
  );
  return rows;
}

/** The outcomes of the last 24 hours of all credentials together, the most frequent first. */
export async function sumOutcomes(
  tx: Tx,
  scope: Scope,
  clientIds: readonly string[],
): Promise<OutcomeCount[]> {
  const where = whereClients(scope, clientIds);
  const { rows } = await tx.query<OutcomeCount>(
    `select h.outcome, sum(h.count)::float8 as count from software_hour h join software_use s on s.id = h.use_id
     where h.hour > now() - interval '24 hours' and ${where.sql}
     group by h.outcome order by 2 desc, 1`,
    where.values,
  );
  return rows;
}

/** Deletes the hours that nobody is shown any more. */
export async function dropOldSoftwareHours(tx: Tx): Promise<void> {
  await tx.query(`delete from software_hour where hour < now() - interval '2 days'`);
}

// Random traffic of a tree of clients, and what the roll-ups of it should say.
import { aggregate } from '../../../src/server/features/campaigns/progress/aggregate.jobs.ts';
import { insertClient } from '../../../src/server/features/clients/clients.store.ts';
import { MESSAGE_STATUS } from '../../../src/contract/api/messages.ts';
import type { Database, Transaction } from '../../../src/server/infra/database/db.ts';
import { claimOf } from '../../../src/server/core/dispatch/submission/batch.rules.ts';
import { claim } from '../../../src/server/core/dispatch/submission/claim.store.ts';
import { enqueue } from '../../../src/server/core/dispatch/queue/enqueue.store.ts';
import { leaseChunks } from '../../../src/server/core/dispatch/submission/lease.store.ts';
import { recover } from '../../../src/server/core/dispatch/submission/recover.store.ts';
import { receive, settle } from '../../harness/carrier.ts';
import {
  dropStopped,
  pauseChunks,
  resumeChunks,
  stopChunks,
} from '../../../src/server/core/dispatch/queue/stop.store.ts';
import { sweep } from '../../../src/server/core/dispatch/sweep.store.ts';
import type { Answer, Lease, ClaimedPart, Part } from '../../../src/server/core/dispatch/types.ts';
import { moveRollups } from '../../../src/server/core/dispatch/counts/rollups.store.ts';
import { idFloor, newId } from '../../../src/server/infra/ids.ts';
import { hold, openAccounts, purchase } from '../../../src/server/core/ledger/ledger.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { lockTree } from '../../../src/server/core/client-tree/tree.ts';
import { makeMessage } from '../../harness/pipeline.ts';

const { DELIVERED, UNDELIVERABLE, EXPIRED, REJECTED, UNKNOWN } = MESSAGE_STATUS;
const CONNECTOR = 1;
const ROUTE = 1;
const UNITS = 10_000n;

export type Tree = { root: string; resellers: string[]; clients: string[] };

/** A root, two resellers and four clients, the wallets of all full, and held for what they will send. */
export async function plantTree(database: Database): Promise<Tree> {
  const add = async (name: string, parentId: string | null) => {
    const clientId = newId();
    await database.run(systemScope(), async (tx) => {
      await insertClient(tx, {
        clientId,
        parentId,
        clientName: name,
        accountType: 'COMPANY',
        email: `${clientId}@example.test`,
        country: 'KE',
        timezone: 'Africa/Nairobi',
        accessLevel: parentId === null ? 'ADMINISTRATOR' : 'RESELLER',
        clientStatus: 'ACTIVE',
        passwordHash: null,
      });
      await openAccounts(tx, clientId);
      const units = 10_000_000n * UNITS;
      await purchase(tx, { clientId, units, idempotencyKey: `start:${clientId}` });
      await hold(tx, { clientId, units, campaignId: null, idempotencyKey: `hold:${clientId}` });
    });
    return clientId;
  };
  const root = await add('Root', null);
  const resellers = [await add('Reseller', root), await add('Other reseller', root)];
  const clients = [
    await add('Under reseller', resellers[0]!),
    await add('Under other', resellers[1]!),
    await add('Under root', root),
  ];
  return { root, resellers, clients: [...clients, await add('Below it', clients[0]!)] };
}

/** Puts a client under another, as the portal does. */
export async function move(database: Database, clientId: string, parentId: string): Promise<void> {
  await database.run(systemScope(), async (tx) => {
    await lockTree(tx);
    const {
      rows: [from],
    } = await tx.query<{ path: string; number: number; parentId: string }>(
      'select path, number, parent_id as "parentId" from client where id = $1',
      [clientId],
    );
    const {
      rows: [to],
    } = await tx.query<{ path: string }>('select path from client where id = $1', [parentId]);
    if (to!.path.startsWith(from!.path) || from!.parentId === parentId) return;
    await moveRollups(tx, clientId, parentId);
    await tx.query(
      `update client set parent_id = case when id = $1 then $2::uuid else parent_id end, path = $3 || substr(path, length($4) + 1) where path like $4 || '%'`,
      [clientId, parentId, `${to!.path}${from!.number}.`, from!.path],
    );
  });
}

/**
 * Sends at random: puts, claims, answers of every kind, receipts once, twice and late, expiry, cancelling, moves in the tree.
 * @param options.fold what folds meanwhile; called now and then
 * @param options.campaignOf a running campaign of a client, or null for single messages; holds the units of what joins it
 */
export async function sendAtRandom(
  database: Database,
  tree: Tree,
  options: {
    steps: number;
    random: () => number;
    fold: () => Promise<void>;
    campaignOf?: (clientId: string, units: bigint) => Promise<string | null>;
  },
): Promise<void> {
  const { random } = options;
  const run = <T>(work: (tx: Transaction) => Promise<T>) => database.run(systemScope(), work);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const all = [tree.root, ...tree.resellers, ...tree.clients];
  let lease: Lease | undefined;
  let phone = 254_700_000_000;
  const takeOver = async () => {
    lease = (
      await run((tx) =>
        recover(tx, { connectorId: CONNECTOR, carrierAccountId: 1, holder: 'test' }),
      )
    ).lease;
  };
  const put = async (clientId = pick(all)) => {
    const day = 86_400_000;
    // Made within the days that there are partitions for; most of them now.
    const at = random() < 0.5 ? Date.now() : Date.now() - Math.floor(random() * 1.9 * day);
    const of = {
      clientId,
      sender: pick(['TUMA', 'SHOP', 'BANK']),
      country: pick(['KE', 'TZ']),
      network: pick([0, 1, 2]),
      segments: pick([1, 2]),
    };
    const messages = Array.from({ length: 1 + Math.floor(random() * 40) }, () =>
      makeMessage({
        ...of,
        id: `${idFloor(at).slice(0, 13)}${newId().slice(13)}`,
        routeId: ROUTE,
        destination: String(phone++),
        ...(random() < 0.1 && { class: 'OTP' }),
      }),
    );
    const campaignId =
      (await options.campaignOf?.(of.clientId, BigInt(messages.length) * UNITS)) ?? null;
    await run((tx) =>
      enqueue(
        tx,
        messages
          .map((message) => ({ ...message, campaignId }))
          .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      ),
    );
  };
  const send = async () => {
    if (!lease) await takeOver();
    const held = lease!;
    const chunks = await run((tx) =>
      leaseChunks(tx, held, {
        routeIds: [ROUTE],
        clients: 8,
        heldClients: new Set(),
        messages: 60,
        abovePriority: null,
        afterClient: null,
      }),
    );
    const parts: ClaimedPart[] = [];
    for (const chunk of chunks) {
      const of = chunk.messages.map((message): Part => ({
        messageId: message.id,
        part: 1,
        parts: 1,
        destination: message.destination,
        units: message.units,
        policy: message.policy,
        routeId: ROUTE,
        priority: chunk.priority,
        attempt: chunk.attempt,
        dupRisk: chunk.dupRisk,
        expiresAt: chunk.expiresAt,
        clientId: chunk.clientId,
        campaignId: chunk.campaignId,
        sender: chunk.sender,
        country: message.country,
        network: message.network,
      }));
      const next = claimOf({ chunkId: chunk.id, from: chunk.pos, count: of.length, parts: of });
      const hit = await run((tx) => claim(tx, [{ lease: held, claims: [next] }]));
      if (hit.has(chunk.id)) parts.push(...next.parts);
    }
    const answers = parts.flatMap((part): Answer[] => {
      const luck = random();
      if (luck < 0.02) return []; // stays in flight: the link's loss makes it ambiguous
      if (luck < 0.06)
        return [
          { part, outcome: 'refused', errorCode: pick(['ESME_RINVSRCADR', 'ESME_RINVDSTADR']) },
        ];
      if (luck < 0.08) return [{ part, outcome: 'failed', errorCode: 'ENCODING' }];
      if (luck < 0.1) return [{ part, outcome: 'lost', reason: 'the carrier did not answer' }];
      if (luck < 0.12) return [{ part, outcome: 'requeued', waitMs: null }];
      return [{ part, outcome: 'accepted', carrierId: `C${part.destination}` }];
    });
    for (let at = 0; at < answers.length; at += 200)
      await run((tx) => settle(tx, held, answers.slice(at, at + 200)));
  };
  const hear = async (states: string) => {
    const { rows } = await run((tx) =>
      tx.query<{ destination: string; carrierId: string | null }>(
        `select m.destination, p.carrier_id as "carrierId" from live_part p join message m on m.id = p.message_id where p.state in (${states}) order by p.message_id limit 40`,
      ),
    );
    const receipts = rows
      .filter(() => random() < 0.7)
      .flatMap(({ destination, carrierId }) => {
        const [status, carrierStatus] = pick([
          [DELIVERED, 'DELIVRD'],
          [DELIVERED, 'DELIVRD'],
          [DELIVERED, 'DELIVRD'],
          [UNDELIVERABLE, 'UNDELIV'],
          [UNDELIVERABLE, 'AbsentSubscriber'],
          [EXPIRED, 'EXPIRED'],
          [REJECTED, 'REJECTD'],
          [UNKNOWN, 'UNKNOWN'],
        ] as const);
        const receipt = {
          carrierId: carrierId ?? `C${destination}`,
          status,
          carrierStatus,
          errorCode: status === DELIVERED ? null : pick(['001', '027', null]),
          destination,
        };
        return random() < 0.1 ? [receipt, { ...receipt }] : [receipt];
      });
    await run((tx) => receive(tx, 1, receipts));
  };
  const expire = async () => {
    const [table, key, at] = pick([
      ['chunk', 'id', 'expires_at'],
      ['receipt_wait', 'id', 'due_at'],
      ['receipt_wait', 'id', 'due_at'],
      ['unconfirmed_part', 'message_id', 'expires_at'],
    ] as const);
    await run((tx) =>
      tx.query(
        `update ${table} set ${at} = now() - interval '1 second' where ${key} in (select ${key} from ${table} order by ${key} limit 5)`,
      ),
    );
    await run((tx) => sweep(tx, 200));
  };
  const cancel = async () => {
    const clientId = pick(tree.clients);
    await put(clientId); // the queue is often empty, and what is not queued cannot be cancelled
    await run((tx) => stopChunks(tx, { clientId }));
    await run((tx) => dropStopped(tx, { clientId }, 2));
    await run((tx) => resumeChunks(tx, { clientId }));
  };
  const wait = async () => {
    const clientId = pick(all);
    await run((tx) => pauseChunks(tx, { clientId }));
    await run((tx) => resumeChunks(tx, { clientId }));
  };
  const deeds: [number, () => Promise<void>][] = [
    [25, () => put()],
    [25, send],
    [20, () => hear('1')],
    [8, () => hear('2, 3')],
    [6, expire],
    [3, cancel],
    [2, wait],
    [2, takeOver],
    [3, () => move(database, pick(tree.clients), pick(all))],
    [20, options.fold],
  ];
  const weight = deeds.reduce((sum, [each]) => sum + each, 0);
  for (let step = 0; step < options.steps; step++) {
    let at = random() * weight;
    await deeds.find(([each]) => (at -= each) < 0)![1]();
  }
}

/** Folds all there is. */
export const foldAll = (database: Database) => aggregate(database);

const ENDS = {
  delivered: 10,
  undeliverable: 11,
  expired: 12,
  rejected: 13,
  failed: 14,
  cancelled: 15,
  unknown: 16,
};
const COUNTS = [
  'messages',
  'segments',
  'units',
  'submitted',
  'delivered',
  'undeliverable',
  'rejected',
  'expired',
  'failed',
  'unknown',
  'cancelled',
];
const MADE = `to_timestamp((('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint) / 1000.0)`;
const ABOVE = `up as (
  select id as client_id, parent_id as above from client where parent_id is not null
  union all select up.client_id, c.parent_id from up join client c on c.id = up.above where c.parent_id is not null),
  above as (select * from up union all select id, '00000000-0000-0000-0000-000000000000' from client)`;

/**
 * The differences between the roll-ups and the messages counted one by one: for every hour, and for every running total on
 * every day. Call it when all deltas are folded. A message's row alone does not tell its units or that it was submitted: for
 * these the days are compared with the hours.
 */
export async function rollupFaults(
  query: (sql: string) => Promise<Record<string, unknown>[]>,
): Promise<{
  faults: string[];
  compared: { messages: number; hours: number; days: number; failures: number };
}> {
  const faults: string[] = [];
  const compare = async (what: string, sql: string) => {
    for (const row of await query(sql))
      faults.push(
        `${what}: ${JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))}`,
      );
  };
  const hourly = ['messages', 'segments', ...Object.keys(ENDS)];
  await compare(
    'hour',
    `with m as (
      select date_trunc('hour', ${MADE}, 'UTC') as hour, client_id, sender, country, network, count(*) as messages, sum(segments) as segments,
        ${Object.entries(ENDS)
          .map(([name, status]) => `count(*) filter (where status = ${status}) as ${name}`)
          .join(', ')}
      from message where not test group by 1, 2, 3, 4, 5)
    select hour, client_id, sender, country, network, ${hourly.map((name) => `m.${name} as "${name} counted", r.${name} as "${name} rolled up"`).join(', ')}
    from m full join rollup_hour r using (hour, client_id, sender, country, network)
    where ${hourly.map((name) => `coalesce(m.${name}, 0) <> coalesce(r.${name}, 0)`).join(' or ')} limit 5`,
  );
  const kinds: [string, string, string][] = [
    ['OWN', `client_id, '', '', 0, 0`, 'hours'],
    ['OWN_FINE', 'client_id, sender, country, network, 0', 'hours'],
    ['OWN_SLOT', `client_id, '', '', 0, slot`, 'hours'],
    ['BELOW', `above, '', '', 0, 0`, 'hours join above using (client_id)'],
    ['BELOW_NETWORK', `above, '', country, network, 0`, 'hours join above using (client_id)'],
    ['BELOW_SLOT', `above, '', '', 0, slot`, 'hours join above using (client_id)'],
  ];
  for (const [kind, key, from] of kinds) {
    await compare(
      kind,
      `with recursive ${ABOVE},
      hours as (select *, (hour at time zone 'UTC')::date as day, ((extract(isodow from hour at time zone 'UTC') - 1) * 24 + extract(hour from hour at time zone 'UTC'))::int as slot from rollup_hour),
      wanted (client_id, sender, country, network, slot, day, ${COUNTS.join(', ')}) as (
        select ${key}, day, ${COUNTS.map((name) => `sum(${name})`).join(', ')} from ${from} group by 1, 2, 3, 4, 5, 6),
      found as (
        select k.client_id, k.sender, k.country, k.network::int, k.slot::int, day, ${COUNTS.map((name) => `${name} - lag(${name}, 1, 0::bigint) over w as ${name}`).join(', ')}
        from rollup_day join rollup_key k on k.id = key_id where k.kind = '${kind}' window w as (partition by key_id order by day))
      select client_id, sender, country, network, slot, day, w.messages as counted, f.messages as "rolled up" from wanted w full join found f using (client_id, sender, country, network, slot, day)
      where ${COUNTS.map((name) => `coalesce(w.${name}, 0) <> coalesce(f.${name}, 0)`).join(' or ')} limit 5`,
    );
  }
  const cause = `status::int, coalesce(error_code, '') as error_code, coalesce(carrier_status, '') as carrier_status`;
  for (const [kind, key, from] of [
    ['OWN', 'client_id, sender, country, network::int', 'message'],
    [
      'BELOW',
      `above as client_id, '' as sender, country, network::int`,
      'message join above using (client_id)',
    ],
  ] as const) {
    await compare(
      `failures ${kind}`,
      `with recursive ${ABOVE},
      wanted as (
        select ${key}, ${cause}, (${MADE} at time zone 'UTC')::date as day, count(*) as messages from ${from} where status in (11, 12, 13, 14, 16) and not test group by 1, 2, 3, 4, 5, 6, 7, 8),
      found as (
        select k.client_id, k.sender, k.country, k.network::int, k.status::int, k.error_code, k.carrier_status, day, messages - lag(messages, 1, 0::bigint) over (partition by key_id order by day) as messages
        from failure_day join failure_key k on k.id = key_id where k.kind = '${kind}')
      select client_id, sender, country, network, status, error_code, carrier_status, day, w.messages as counted, f.messages as "rolled up"
      from wanted w full join found f using (client_id, sender, country, network, status, error_code, carrier_status, day) where coalesce(w.messages, 0) <> coalesce(f.messages, 0) limit 5`,
    );
  }
  const [compared] = await query(
    `select (select count(*)::int from message where not test) as messages, (select count(*)::int from rollup_hour) as hours, (select count(*)::int from rollup_day) as days, (select count(*)::int from failure_day) as failures`,
  );
  return {
    faults,
    compared: compared as { messages: number; hours: number; days: number; failures: number },
  };
}

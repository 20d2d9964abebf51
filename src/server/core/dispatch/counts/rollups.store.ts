/**
 * Roll-ups: counts by the hour in rollup_hour, and running totals (running-totals.store.ts). No
 * other file writes them. The caller holds the lock of the aggregation or of the tree: one writer at
 * a time.
 */
import type { Tx } from '../../../infra/database/db.ts';
import { PLATFORM, ROLLUP_COUNTS as COUNTS, shortenCode } from '../dispatch.rules.ts';
import type { Cause } from '../dispatch.rules.ts';
import { FAILURES, Groups, MEASURES, addRunning, byIndex } from './running-totals.store.ts';

type Counts = Record<(typeof COUNTS)[number], bigint>;

/** One change of counts, of the hour in which its messages were made. */
export type Aggregated = {
  hour: Date;
  clientId: string;
  sender: string;
  country: string;
  network: number;
  captured: bigint;
  causes: readonly Cause[];
} & Record<Exclude<(typeof COUNTS)[number], 'units'>, number>;

/** Adds deltas to the roll-ups. Call with the deltas taken in the same transaction, which keeps the tree. */
export async function addRollups(tx: Tx, deltas: readonly Aggregated[]): Promise<void> {
  if (deltas.length === 0) return;
  const hours = sumByHour(deltas);
  await addHours(tx, hours);
  const above = await listAbove(tx, [...new Set(hours.map(({ of }) => of.clientId))]);
  const [measures, failures] = [new Groups(), new Groups()];
  for (const { of, counts } of hours) {
    const [day, slot, values] = [
      dayOf(of.hour),
      slotOf(of.hour),
      COUNTS.map((name) => counts[name]),
    ];
    for (const key of ownKeys(of, slot)) measures.add(key, day, values);
    for (const id of above.get(of.clientId) ?? [])
      for (const key of belowKeys(id, of, slot)) measures.add(key, day, values);
  }
  for (const delta of deltas) {
    for (const { status, errorCode, carrierStatus, messages } of delta.causes) {
      const cause = [status, shortenCode(errorCode), shortenCode(carrierStatus)];
      failures.add(
        [delta.clientId, 'OWN', delta.sender, delta.country, delta.network, ...cause],
        dayOf(delta.hour),
        [BigInt(messages)],
      );
      for (const id of above.get(delta.clientId) ?? [])
        failures.add([id, 'BELOW', '', delta.country, delta.network, ...cause], dayOf(delta.hour), [
          BigInt(messages),
        ]);
    }
  }
  await byIndex(tx, async () => {
    await addRunning(tx, MEASURES, measures.list());
    await addRunning(tx, FAILURES, failures.list());
  });
}

const ownKeys = ({ clientId, sender, country, network }: Aggregated, slot: number) => [
  [clientId, 'OWN', '', '', 0, 0],
  [clientId, 'OWN_FINE', sender, country, network, 0],
  [clientId, 'OWN_SLOT', '', '', 0, slot],
];
const belowKeys = (
  id: string,
  { country, network }: Pick<Aggregated, 'country' | 'network'>,
  slot: number,
) => [
  [id, 'BELOW', '', '', 0, 0],
  [id, 'BELOW_NETWORK', '', country, network, 0],
  [id, 'BELOW_SLOT', '', '', 0, slot],
];

const dayOf = (hour: Date) => hour.toISOString().slice(0, 10);
/** The hour of the UTC week; 0 is Monday 00. */
const slotOf = (hour: Date) => ((hour.getUTCDay() + 6) % 7) * 24 + hour.getUTCHours();

type Hour = { of: Aggregated; counts: Counts };

function sumByHour(deltas: readonly Aggregated[]): Hour[] {
  const sums = new Map<string, Hour>();
  for (const delta of deltas) {
    const key = `${delta.hour.getTime()}\t${delta.clientId}\t${delta.sender}\t${delta.country}\t${delta.network}`;
    let sum = sums.get(key);
    if (!sum)
      sums.set(
        key,
        (sum = {
          of: delta,
          counts: Object.fromEntries(COUNTS.map((name) => [name, 0n])) as Counts,
        }),
      );
    for (const name of COUNTS)
      sum.counts[name] += name === 'units' ? delta.captured : BigInt(delta[name]);
  }
  return [...sums.values()];
}

async function addHours(tx: Tx, hours: readonly Hour[]): Promise<void> {
  await tx.query(
    `insert into rollup_hour (hour, client_id, sender, country, network, ${COUNTS.join(', ')})
     select * from unnest($1::timestamptz[], $2::uuid[], $3::text[], $4::text[], $5::smallint[], ${COUNTS.map((_, at) => `$${at + 6}::bigint[]`).join(', ')})
     on conflict (client_id, hour, sender, country, network) do update set ${COUNTS.map((name) => `${name} = rollup_hour.${name} + excluded.${name}`).join(', ')}`,
    [
      hours.map(({ of }) => of.hour),
      hours.map(({ of }) => of.clientId),
      hours.map(({ of }) => of.sender),
      hours.map(({ of }) => of.country),
      hours.map(({ of }) => of.network),
      ...COUNTS.map((name) => hours.map(({ counts }) => counts[name])),
    ],
    'add hours',
  );
}

/** The ancestors of each of these clients, the platform last. */
async function listAbove(tx: Tx, clientIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await tx.query<{ clientId: string; above: string[] }>(
    `with recursive up as (
       select id as client_id, parent_id as above from client where id = any ($1::uuid[]) and parent_id is not null
       union all
       select up.client_id, c.parent_id from up join client c on c.id = up.above where c.parent_id is not null)
     select client_id as "clientId", array_agg(above) as above from up group by 1`,
    [clientIds],
    'above',
  );
  const above = new Map(rows.map((row) => [row.clientId, row.above]));
  return new Map(clientIds.map((id) => [id, [...(above.get(id) ?? []), PLATFORM]]));
}

const DAYS_AT_ONCE = 3_000;

/**
 * Moves the totals of a client and its descendants under a new parent. Call before the client
 * moves, in the transaction that locks the tree.
 * @param parentId the new parent
 */
export async function moveRollups(tx: Tx, clientId: string, parentId: string): Promise<void> {
  const above = await listAbove(tx, [clientId, parentId]);
  const [before, after] = [above.get(clientId)!, [parentId, ...above.get(parentId)!]];
  const changes = [
    ...before.filter((id) => !after.includes(id)).map((id) => ({ id, sign: -1n })),
    ...after.filter((id) => !before.includes(id)).map((id) => ({ id, sign: 1n })),
  ];
  const kindBelow = `case kind when 'OWN' then 'BELOW' when 'OWN_FINE' then 'BELOW_NETWORK' when 'OWN_SLOT' then 'BELOW_SLOT' else kind end`;
  for (const [running, key] of [
    [MEASURES, `${kindBelow}, '', country, network, slot`],
    [FAILURES, `'BELOW', '', country, network, status, error_code, carrier_status`],
  ] as const) {
    const { rows } = await tx.query<{ key: unknown[]; day: string; counts: string[] }>(
      `select json_build_array(${key}) as key, day, array[${running.counts.map((name) => `${name} - lag(${name}, 1, 0::bigint) over w`).join(', ')}]::text[] as counts
       from ${running.days} join ${running.keys} k on k.id = key_id where k.client_id = $1 window w as (partition by key_id order by day) order by day`,
      [clientId],
    );
    for (let at = 0; at < rows.length; at += DAYS_AT_ONCE) {
      const groups = new Groups();
      for (const { id, sign } of changes)
        for (const row of rows.slice(at, at + DAYS_AT_ONCE))
          groups.add(
            [id, ...row.key],
            row.day,
            row.counts.map((count) => sign * BigInt(count)),
          );
      await byIndex(tx, () => addRunning(tx, running, groups.list()));
    }
  }
}

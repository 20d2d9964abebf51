/**
 * Roll-ups: rollup_hour, and daily running totals in rollup_key, rollup_day, failure_key and
 * failure_day. No other file writes them. The caller holds the lock of the aggregation or of the
 * tree: one writer at a time.
 * A running total is the sum up to the end of a day, so a year is the difference of two rows just
 * as a day is. A late change, such as a receipt after three days, is added to every day from its
 * own on.
 */
import type { Tx } from '../../infra/database/db.ts';
import { PLATFORM, ROLLUP_COUNTS as COUNTS } from './dispatch.rules.ts';
import type { Cause } from './dispatch.rules.ts';

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

type Running = {
  keys: string;
  days: string;
  columns: readonly (readonly [name: string, type: string])[];
  counts: readonly string[];
};
const MEASURES: Running = {
  keys: 'rollup_key',
  days: 'rollup_day',
  counts: COUNTS,
  columns: [
    ['client_id', 'uuid'],
    ['kind', 'text'],
    ['sender', 'text'],
    ['country', 'text'],
    ['network', 'smallint'],
    ['slot', 'smallint'],
  ],
};
const FAILURES: Running = {
  keys: 'failure_key',
  days: 'failure_day',
  counts: ['messages'],
  columns: [
    ['client_id', 'uuid'],
    ['kind', 'text'],
    ['sender', 'text'],
    ['country', 'text'],
    ['network', 'smallint'],
    ['status', 'smallint'],
    ['error_code', 'text'],
    ['carrier_status', 'text'],
  ],
};

/** Changes of running totals, summed to one for each key and day. A key begins with its client's id. */
class Groups {
  readonly #rows = new Map<string, { key: readonly unknown[]; day: string; counts: bigint[] }>();

  add(key: readonly unknown[], day: string, counts: readonly bigint[]): void {
    const name = `${day}\t${key.join('\t')}`;
    const row = this.#rows.get(name);
    if (!row) this.#rows.set(name, { key, day, counts: [...counts] });
    else
      counts.forEach((count, at) => {
        row.counts[at]! += count;
      });
  }

  list(): { key: readonly unknown[]; day: string; counts: bigint[] }[] {
    return [...this.#rows.values()].filter(({ counts }) => counts.some((count) => count !== 0n));
  }
}

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
      const cause = [status, shorten(errorCode), shorten(carrierStatus)];
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

/** A carrier may put a number or an id into its word; a word for each message would be no roll-up. */
function shorten(text: string | null): string {
  return (text ?? '').replace(/[0-9]{6,}/g, '…').slice(0, 60);
}

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

/**
 * Reads rows one by one by their keys: on tables that were never analysed the planner reckons that any key has thousands of
 * days, and reads the table whole for a batch.
 */
async function byIndex(tx: Tx, work: () => Promise<void>): Promise<void> {
  const set = (value: 'on' | 'off') =>
    tx.query(
      `select set_config(name, $1, true) from unnest(array['enable_hashjoin', 'enable_mergejoin', 'enable_seqscan']) name`,
      [value],
      'planner',
    );
  await set('off');
  await work();
  await set('on');
}

/** A day that is new begins with what there was before; then each change is added to every day from its own on. */
async function addRunning(
  tx: Tx,
  { keys, days, columns, counts }: Running,
  groups: readonly { key: readonly unknown[]; day: string; counts: bigint[] }[],
): Promise<void> {
  if (groups.length === 0) return;
  const ids = await keyIds(
    tx,
    { keys, columns },
    groups.map(({ key }) => key),
  );
  const places = [groups.map(({ key }) => ids.get(key.join('\t'))), groups.map(({ day }) => day)];
  await tx.query(
    `insert into ${days} (key_id, day, client_id, ${counts.join(', ')})
     select t.key_id, t.day, t.client_id, ${counts.map((name) => `coalesce(p.${name}, 0)`).join(', ')}
     from unnest($1::bigint[], $2::date[], $3::uuid[]) as t (key_id, day, client_id)
       left join lateral (select * from ${days} where key_id = t.key_id and day < t.day order by day desc limit 1) p on true
     where not exists (select from ${days} d where d.key_id = t.key_id and d.day = t.day)`,
    [...places, groups.map(({ key }) => key[0])],
    `${days} begin`,
  );
  await tx.query(
    `update ${days} d set ${counts.map((name) => `${name} = d.${name} + s.${name}`).join(', ')}
     from (select e.key_id, e.day, ${counts.map((name) => `sum(t.${name})::bigint as ${name}`).join(', ')}
       from unnest($1::bigint[], $2::date[], ${counts.map((_, at) => `$${at + 3}::bigint[]`).join(', ')}) as t (key_id, day, ${counts.join(', ')})
         join ${days} e on e.key_id = t.key_id and e.day >= t.day group by 1, 2) s
     where d.key_id = s.key_id and d.day = s.day`,
    [...places, ...counts.map((_, at) => groups.map((group) => group.counts[at]))],
    `${days} add`,
  );
}

/** The ids of keys by their values, those that are new made first. */
async function keyIds(
  tx: Tx,
  { keys, columns }: Pick<Running, 'keys' | 'columns'>,
  wanted: readonly (readonly unknown[])[],
): Promise<Map<string, bigint>> {
  const once = [...new Map(wanted.map((key) => [key.join('\t'), key])).values()];
  const names = columns.map(([name]) => name);
  const given = `unnest(${columns.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ')}) as t (${names.join(', ')})`;
  const same = names.map((name) => `k.${name} = t.${name}`).join(' and ');
  const values = columns.map((_, at) => once.map((key) => key[at]));
  await tx.query(
    `insert into ${keys} (${names.join(', ')}) select * from ${given} where not exists (select from ${keys} k where ${same})`,
    values,
    `${keys} make`,
  );
  const { rows } = await tx.query<Record<string, unknown> & { id: bigint }>(
    `select k.* from ${given} join ${keys} k on ${same}`,
    values,
    `${keys} find`,
  );
  return new Map(rows.map((row) => [names.map((name) => row[name]).join('\t'), row.id]));
}

// ---- a client that moves ----

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

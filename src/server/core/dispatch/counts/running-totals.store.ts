/**
 * Daily running totals, in rollup_key, rollup_day, failure_key and failure_day; rollups.store.ts says
 * what is added. A running total is the sum up to the end of a day, so a year is the difference of
 * two rows just as a day is. A late change, such as a receipt after three days, is added to every day
 * from its own on.
 */
import type { Tx } from '../../../infra/database/db.ts';
import { ROLLUP_COUNTS as COUNTS } from '../dispatch.rules.ts';

type Running = {
  keys: string;
  days: string;
  columns: readonly (readonly [name: string, type: string])[];
  counts: readonly string[];
};
export const MEASURES: Running = {
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
export const FAILURES: Running = {
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
export class Groups {
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

/**
 * Reads rows one by one by their keys: on tables that were never analysed the planner reckons that any key has thousands of
 * days, and reads the table whole for a batch.
 */
export async function byIndex(tx: Tx, work: () => Promise<void>): Promise<void> {
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
export async function addRunning(
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

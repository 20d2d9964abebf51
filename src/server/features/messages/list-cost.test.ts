import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import type { Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { ANY_MESSAGE } from './message-filter.store.ts';
import type { MessageFilter } from './message-filter.store.ts';
import { countMessages } from './messages.store.ts';

// The rows that a count of a list reads, by PostgreSQL's own counters.
const db = await createTestDatabase();
const database = open(db);
const HOUR = 3_600_000;
const CLIENTS = 200;
const clientId = await addClient(database, { parentId: null, name: 'Root' });

const filter: MessageFilter = { ...ANY_MESSAGE, statuses: ['UNDELIVERABLE'] };

const thisHour = Math.floor(Date.now() / HOUR) * HOUR;
await db.query(
  `insert into rollup_hour (hour, client_id, sender, country, network, messages, segments, units, undeliverable)
   select to_timestamp($1::float8 / 1000) - make_interval(hours => hour), case when n = 0 then $2::uuid else gen_random_uuid() end,
     'INFO', 'KE', 1, 10, 10, 100000, 1
   from generate_series(0, 23) hour, generate_series(0, ${CLIENTS - 1}) n`,
  [thisHour, clientId],
);
await db.query('vacuum analyze rollup_hour');

/** Rows of the roll-ups that `work` reads. */
const rowsRead = <T>(work: (tx: Tx) => Promise<T>) =>
  database.run(systemScope(), async (tx) => {
    const rows = async () =>
      Number(
        (
          await tx.query<{ rows: string }>(
            `select sum(pg_stat_get_xact_tuples_fetched(oid) + pg_stat_get_xact_tuples_returned(oid)) as rows
             from pg_class where oid = 'rollup_hour'::regclass`,
          )
        ).rows[0]!.rows,
      );
    const before = await rows();
    const result = await work(tx);
    return { result, read: (await rows()) - before };
  });

test('a count by status reads each hour once', async () => {
  const { result, read } = await rowsRead((tx) => countMessages(tx, systemScope(), filter));
  expect(result).toEqual({ counted: 24 * CLIENTS, exact: true });
  expect(read).toBeLessThan(1.2 * 24 * CLIENTS);
});

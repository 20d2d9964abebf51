import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openDatabase } from './db.ts';
import { newId } from '../ids.ts';
import { knownMigrations, migrate } from './migrate.ts';
import { systemScope } from './scope.ts';

/** The database as this migration left it stands for that of an earlier release. */
const BEFORE = 12;

// The release before keeps writing with its own statements while the database is migrated to this release.
test('a database of the previous release is migrated under writes, and no message is lost', async () => {
  const db = await createTestDatabase({ empty: true });
  await migrate(db.url, undefined, {
    only: new Set(knownMigrations().filter((number) => number <= BEFORE)),
  });
  const clientId = newId();
  await db.query(
    `insert into client (id, path, client_name, account_type, country, access_level, client_status) values ($1, '1.', 'Before', 'COMPANY', 'KE', 'COMPANY', 'ACTIVE')`,
    [clientId],
  );
  const database = openDatabase({ connectionString: db.url }, 'tuma_portal', {
    max: 3,
    name: 'test',
    onLost: () => {},
  });
  let over = false;
  const acknowledged: string[] = [];
  const write = async (): Promise<void> => {
    while (!over) {
      const ids = Array.from({ length: 20 }, () => newId());
      await database.run(systemScope(), async (tx) => {
        await tx.query(
          `insert into message (id, client_id, destination, sender, text, encoding, segments, units, route_id, config_version) select id, $2, '254700000000', 'TUMA', 'Hi', 0, 1, 10000, 1, 1 from unnest($1::uuid[]) id`,
          [ids, clientId],
        );
        await tx.query(
          `insert into chunk (route_id, priority, client_id, sender, message_ids, size, expires_at) values (1, 0, $2, 'TUMA', $1, 20, now() + interval '1 day')`,
          [ids, clientId],
        );
        await tx.query(
          `insert into campaign_delta (hour, client_id, sender, country, network, messages) values (date_trunc('hour', now()), $1, 'TUMA', 'KE', 1, 20)`,
          [clientId],
        );
        await tx.query(
          `insert into outbox (client_id, kind, target, payload) values ($1, 'MAIL', 'x', '{}')`,
          [clientId],
        );
      });
      acknowledged.push(...ids);
    }
  };
  const writers = [write(), write()];
  try {
    await expect.poll(() => acknowledged.length, { timeout: 180_000 }).toBeGreaterThan(100);
    const { applied } = await migrate(db.url);
    expect(applied.length).toBe(knownMigrations().filter((number) => number > BEFORE).length);
    const then = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 180_000 }).toBeGreaterThan(then);
  } finally {
    over = true;
    await Promise.all(writers);
    await database.close();
  }
  expect(
    await db.query(
      `select (select count(*)::int from message) as messages, (select sum(size)::int from chunk) as queued, (select sum(messages)::int from campaign_delta) as counted`,
    ),
  ).toEqual([
    { messages: acknowledged.length, queued: acknowledged.length, counted: acknowledged.length },
  ]);
});

test('a migration that meets a lock yields, and completes once it is released', async () => {
  const db = await createTestDatabase({ empty: true });
  const all = knownMigrations();
  await migrate(db.url, undefined, { only: new Set(all.filter((number) => number <= BEFORE)) });
  const holder = openDatabase({ connectionString: db.url }, 'none', {
    max: 1,
    name: 'test',
    onLost: () => {},
  });
  const client = await holder.connect();
  await client.query('begin; lock table migration in share mode');
  const migrated = migrate(db.url);
  await expect
    .poll(
      () =>
        db.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        ),
      { timeout: 180_000 },
    )
    .not.toEqual([]);
  // It has given up once at least before the lock goes.
  await expect
    .poll(
      () =>
        db.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        ),
      { timeout: 180_000, interval: 20 },
    )
    .toEqual([]);
  await client.query('commit');
  await client.end();
  expect((await migrated).applied[0]).toBe('0013_submissions.sql');
  await holder.close();
});

test('rights that an earlier start did not grant are granted by the next, which waits for locks', async () => {
  const db = await createTestDatabase();
  await db.query('alter policy reach on contact to tuma_portal');
  await db.query('revoke select on contact from tuma_worker');
  const holder = openDatabase({ connectionString: db.url }, 'none', {
    max: 1,
    name: 'test',
    onLost: () => {},
  });
  const client = await holder.connect();
  await client.query('begin; lock table contact in share mode');
  const migrated = migrate(db.url);
  const waiting = () =>
    db.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
  await expect.poll(waiting, { timeout: 180_000 }).not.toEqual([]);
  await expect.poll(waiting, { timeout: 180_000, interval: 20 }).toEqual([]);
  await client.query('commit');
  await client.end();
  expect(await migrated).toEqual({ applied: [] });
  expect(
    await db.query(
      `select has_table_privilege('tuma_worker', 'contact', 'select') as reads, 'tuma_worker'::regrole = any (polroles) as "isReached" from pg_policy where polrelid = 'contact'::regclass`,
    ),
  ).toEqual([{ reads: true, isReached: true }]);
  await holder.close();
});

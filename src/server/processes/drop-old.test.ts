import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/harness/database.ts';
import { addClient } from '../../../test/harness/pipeline.ts';
import { countAttempt } from '../core/auth/limits/rate-limits.store.ts';
import { dropOldOutgoing } from '../core/background/outbox.store.ts';
import { openDatabase } from '../infra/database/db.ts';
import { systemScope } from '../infra/database/scope.ts';
import { dropOld } from './drop-old.ts';

const db = await createTestDatabase();
const database = openDatabase({ connectionString: db.url }, 'tuma_worker', {
  max: 4,
  name: 'test',
  onLost: () => {},
});
afterAll(() => database.close());

test('no sign-in waits for the deletion of other old rows', async () => {
  await db.query(
    `insert into rate_limit (key, count, until) values ('sign-in', 5, now() - interval '1 hour')`,
  );
  // Another kind of rows that takes long to delete.
  await db.query('begin; lock table known_device in access exclusive mode');
  const dropping = dropOld(database);
  try {
    await vi.waitFor(
      async () =>
        expect(
          await db.query(
            `select from pg_locks where relation = 'known_device'::regclass and not granted`,
          ),
        ).toHaveLength(1),
      { timeout: 30_000 },
    );
    const attempt = await database.run(systemScope(), async (tx) => {
      await tx.query(`set local lock_timeout = '5s'`);
      return countAttempt(tx, 'sign-in', 60);
    });
    expect(attempt.count).toBe(1);
  } finally {
    await db.query('rollback');
    await dropping;
  }
});

test('all old imports go in one run, however many there are, and what fails keeps no other kind', async () => {
  const clientId = await addClient(database);
  await db.query(
    `insert into contact_import (id, client_id, kind, upload_id, file_name, status, mapping, existing, row_count, created_at)
     select gen_random_uuid(), $1, 'CONTACTS', gen_random_uuid(), 'a.csv', 'COMPLETED', '{}', 'KEEP', 0, now() - interval '31 days' from generate_series(1, 45)`,
    [clientId],
  );
  await dropOld(database);
  expect(await db.query('select from contact_import')).toEqual([]);

  const dropped: string[] = [];
  await expect(
    dropOld(database, undefined, [
      () => Promise.reject(new Error('the first kind')),
      async () => void dropped.push('the second'),
    ]),
  ).rejects.toThrow('the first kind');
  expect(dropped).toEqual(['the second']);
});

test('rows of the outbox that ended a week ago are deleted in steps', async () => {
  await db.query(
    `insert into outbox (kind, target, payload, done_at) select 'MAIL', 'a', '{}', now() - interval '8 days' from generate_series(1, 5001)`,
  );
  expect(await database.run(systemScope(), dropOldOutgoing)).toBe(true);
  expect(await db.query('select from outbox')).toHaveLength(1);
  expect(await database.run(systemScope(), dropOldOutgoing)).toBe(false);
  expect(await db.query('select from outbox')).toEqual([]);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { migrate } from './migrate.ts';

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tuma-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql);
  return folder;
}

const one = { '0001_one.sql': 'create table one (id int);' };
const two = { ...one, '0002_two.sql': 'create table two (id int);' };
const database = await createTestDatabase({ empty: true });

test('migrations are applied once, in order, and refused when the files and the database differ', async () => {
  expect(await migrate(database.url, folderOf(one))).toEqual({ applied: ['0001_one.sql'] });
  expect(await migrate(database.url, folderOf(two))).toEqual({ applied: ['0002_two.sql'] });
  expect(await migrate(database.url, folderOf(two))).toEqual({ applied: [] });
  expect(await database.query('select number, name from migration order by number')).toEqual([
    { number: 1, name: '0001_one.sql' },
    { number: 2, name: '0002_two.sql' },
  ]);

  await expect(migrate(database.url, folderOf(one))).rejects.toThrow(
    'The database has migration 0002_two.sql, which this release of Tuma does not know',
  );
  await expect(
    migrate(database.url, folderOf({ ...two, '0001_one.sql': 'create table one (id bigint);' })),
  ).rejects.toThrow('db/migrations/0001_one.sql was changed after it was applied');
  await expect(
    migrate(database.url, folderOf({ ...two, '0002_two_more.sql': '' })),
  ).rejects.toThrow('db/migrations/0002_two_more.sql: each file needs a number of its own');
});

test('a migration that fails leaves nothing of itself and names its line', async () => {
  const files = {
    ...two,
    '0003_half.sql': 'create table half (id int);\nselect 1;\nselect nothing;',
  };
  await expect(migrate(database.url, folderOf(files))).rejects.toThrow(
    'db/migrations/0003_half.sql, line 3: column "nothing" does not exist',
  );
  expect(await database.query("select to_regclass('half') as found")).toEqual([{ found: null }]);
  expect(
    await migrate(
      database.url,
      folderOf({ ...two, '0003_half.sql': 'create table half (id int);' }),
    ),
  ).toEqual({ applied: ['0003_half.sql'] });
});

test('several processes may migrate at once', async () => {
  const folder = folderOf({
    ...two,
    '0003_half.sql': 'create table half (id int);',
    '0004_slow.sql': 'select pg_sleep(0.1); create table slow (id int);',
  });
  const runs = await Promise.all(Array.from({ length: 4 }, () => migrate(database.url, folder)));
  expect(runs.flatMap(({ applied }) => applied)).toEqual(['0004_slow.sql']);
});

import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
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

test('refuses a database from before the present start, and writes nothing into it', async () => {
  const [made] = await database.query<{ name: string }>(
    `select 'older_' || replace(gen_random_uuid()::text, '-', '') as name`,
  );
  await database.query(`create database ${made!.name} template template0`);
  onTestFinished(async () => {
    await database.query(`drop database ${made!.name} with (force)`);
  });
  const url = new URL(database.url);
  url.pathname = `/${made!.name}`;
  const older = {
    '0001_clients.sql': 'create table client (id uuid primary key);',
    '0002_wallet.sql': 'create table account (id uuid primary key);',
  };
  await migrate(url.href, folderOf(older));
  const contents = async () => {
    const client = new Client({ connectionString: url.href });
    await client.connect();
    try {
      const { rows } = await client.query(`select
        (select array_agg(oid || ' ' || relname || ' ' || relfilenode order by oid) from pg_class) as relations,
        (select array_agg(rolname::text order by rolname) from pg_roles) as roles,
        (select array_agg(m::text order by number) from migration m) as migrations,
        (select array_agg(n::text order by oid) from pg_namespace n) as schemas`);
      return rows;
    } finally {
      await client.end();
    }
  };
  const before = await contents();
  await expect(migrate(url.href)).rejects.toThrow(
    'The database was made by an earlier form of Tuma (0001_clients.sql), which this release cannot bring forward: it was left as it is. Start it with the release that made it, or give this one an empty DATA_DIR or DATABASE_URL.',
  );
  expect(await contents()).toEqual(before);
});

test('a failed migration leaves nothing and names its line', async () => {
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

test('several processes may migrate concurrently', async () => {
  const folder = folderOf({
    ...two,
    '0003_half.sql': 'create table half (id int);',
    '0004_slow.sql': 'select pg_sleep(0.1); create table slow (id int);',
  });
  const runs = await Promise.all(Array.from({ length: 4 }, () => migrate(database.url, folder)));
  expect(runs.flatMap(({ applied }) => applied)).toEqual(['0004_slow.sql']);
});

/** Every migration with the beginning of its digest. Installations have them: add a line, change none. */
const RELEASED = {
  '0001_foundation.sql': '1d81b42eb6d81c06',
  '0002_clients.sql': '623fbbe7ed81769c',
  '0003_security.sql': '48d4f56aa89f917b',
  '0004_senders.sql': '34e9658036c30601',
  '0005_wallet.sql': '795e39fd0f2bf026',
  '0006_contacts.sql': 'd846d557e985d823',
  '0007_campaigns.sql': 'aa8d987ff3bfc54e',
  '0008_messages.sql': 'db3035f2fd3874db',
  '0009_gateway.sql': '323995bbe5ae9a9e',
  '0010_work.sql': '489bc6f56e435938',
  '0011_reports.sql': 'bf09873eddfc4ed5',
  '0012_operations.sql': '44737fbd788e6e1b',
  '0013_submissions.sql': '6eb0fb212af7e8ac',
  '0014_notification_batch.sql': 'c7b76d76a49d7803',
  '0015_acceptance_version.sql': '2dded2fdb28c5055',
  '0016_approvers.sql': '71071cd6823b7bfc',
  '0017_refused_binds.sql': '4e8fba3ccaa31cb4',
  '0018_table_comments.sql': 'd2ff6e7c32831c25',
  '0019_accepted_into_links.sql': '1b993968dd97804c',
  '0020_campaign_steps.sql': '400aa9d06b707d97',
  '0021_incoming_read.sql': '15ba66f50d3a02be',
  '0022_campaign_list.sql': 'd3f8a7d7799a5167',
  '0023_brand_style.sql': '9bceeb2901781639',
  '0024_acknowledgements.sql': 'fdc85a52f931ef13',
  '0025_incoming_octets.sql': 'bdb56a6639e5260c',
  '0026_connector_outcomes.sql': 'bf196888e3997555',
  '0027_unconfirmed_decisions.sql': '8dcadea5d1209bf2',
  '0028_beem_requests.sql': 'c5e7e209806153d6',
  '0029_recipient_fields.sql': '65124eda58d1d086',
  '0030_password_adoption.sql': 'bc083811551d7de4',
  '0031_match_place.sql': 'c490f19136b1ce8e',
  '0032_event_comment.sql': 'a0ebb7b17abf97a7',
  '0033_erased_tlvs.sql': 'df77a7f71bd9123d',
  '0036_imported_connectors.sql': 'ada3cff1b143f358',
  '0047_initial_names.sql': 'a316da326895dd42',
  '0058_routes_that_heal.sql': '36d7ad25001ac649',
  '0065_stop_clauses.sql': '7de48151e03e2fad',
  '0066_stop_links.sql': 'ba0bea4cac15b2e7',
  '0067_opt_out_scope.sql': 'fe0b97e3ad69f724',
  '0068_opt_out_by_sender.sql': '3dc1945b52e12523',
  '0069_opt_out_key.sql': '4b17826ff277ef31',
  '0070_approvals.sql': '4976efe233d496d8',
  '0071_consents.sql': 'f6eefe6d68f4729d',
  '0075_verifications.sql': '43dac2e924ef6db1',
  '0076_guard.sql': '6886728d436348bf',
  '0077_unbind.sql': '0c5c744039160884',
  '0080_playsms_import.sql': '31b0fa31adc02079',
  '0082_sender_registrations.sql': '1b304a8983d82f3c',
  '0083_senders_of_operators.sql': '4640e372d2851cf0',
  '0085_opt_out_answers.sql': '896d49b73ca5da75',
  '0086_opt_out_answers_checked.sql': '1e6867da147fa7e9',
  '0087_software_use.sql': 'eec2aa6637610122',
  '0088_link_drops.sql': '1f0d4dfb92a1c4b0',
  '0090_stand_ins_by_country.sql': '8dcac08f4bf7ad6f',
  '0091_own_answers.sql': '7cc7eb47f092997f',
  '0094_unapproved_comment.sql': 'e48dcd9fab60866d',
  '0095_pair_used.sql': '2a6e6c200375d322',
  '0097_ended_opt_outs.sql': 'b60d2fbad15280ec',
  '0100_inherited_approval.sql': '4ee1a95d6b03eaea',
  '0101_shared_allowance.sql': '957a644af65ddfa9',
  '0109_drafts_by_id.sql': 'd41073aebad1dd8e',
  '0107_idempotency_key_age.sql': 'bc1c5b60d6e35ccb',
  '0111_sums_and_senders.sql': '0f6f7f7d4347a9ca',
  '0112_waiting_messages.sql': 'dc4fc168a22c2f82',
};

test('every migration is listed here, and a released one never changes', () => {
  const folder = join(import.meta.dirname, '../../../../db/migrations');
  const present = readdirSync(folder)
    .toSorted()
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')
        .slice(0, 16),
    ]);
  expect(Object.fromEntries(present)).toEqual(RELEASED);
});

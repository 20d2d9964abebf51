import { endDrafts } from '../../../src/server/features/campaigns/compose/drafts.jobs.ts';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import { putSetting } from '../../../src/server/core/installation/installation.store.ts';
import {
  blankRecipients,
  dropRecipients,
} from '../../../src/server/features/campaigns/prepare/recipients.store.ts';
import { keepRetention } from '../../../src/server/features/retention/retention.jobs.ts';
import { isLive } from '../../../src/server/features/retention/partitions.store.ts';
import { dropVerifications } from '../../../src/server/features/verifications/verifications.store.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { idFloor, newId } from '../../../src/server/infra/ids.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { addCampaign, addClient } from '../../harness/pipeline.ts';
import { dropUnderTraffic } from './scenario.ts';

const recipients = { blank: blankRecipients, drop: dropRecipients, endDrafts };

const db = await createTestDatabase();
const log = pino({ level: 'silent' });

// The small version of `npm run check -- retention`.
const open = (role: 'tuma_portal' | 'tuma_owner') =>
  openDatabase({ connectionString: db.url }, role, { max: 2, name: 'test', onLost: () => {} });

test('past days are dropped under traffic, and nothing is lost', async () => {
  expect(
    await dropUnderTraffic({ databaseUrl: db.url, days: 5, rowsOfDay: 200, workers: 2 }),
  ).toMatchObject({ dropped: 5, lost: 0 });
});

test("the contents of a campaign's file expire by the campaign's end, not by its creation, and in steps", async () => {
  const [database, owner] = [open('tuma_portal'), open('tuma_owner')];
  const clientId = await addClient(database);
  await database.run(systemScope(), (tx) =>
    putSetting(tx, 'retention', { textDays: 1, messageDays: 30, incomingDays: 3 }),
  );
  const [long, short] = [
    await addCampaign(database, clientId, { status: 'COMPLETED' }),
    await addCampaign(database, clientId, { status: 'COMPLETED' }),
  ];
  for (const [id, rows] of [
    [long, 4_500],
    [short, 1],
  ] as const)
    await db.query(
      `insert into recipient (campaign_id, row_no, client_id, destination, fields, segments, units, country) select $1, n, $2, (254700000000 + n)::text, '{"Name": "Asha"}', 1, 10000, 'KE' from generate_series(1, $3::int) n`,
      [id, clientId, rows],
    );
  const end = (id: string, hours: number) =>
    db.query(`update campaign set ended_at = now() - $2 * interval '1 hour' where id = $1`, [
      id,
      hours,
    ]);
  const kept = async () =>
    (
      await db.query<{ id: string }>(
        `select distinct campaign_id as id from recipient where client_id = $1 and fields is not null`,
        [clientId],
      )
    ).map(({ id }) => id);
  await end(short, 30);
  await keepRetention({ database, owner, recipients, dropVerifications, log });
  expect(await kept()).toEqual([long]);
  await end(long, 25);
  await keepRetention({ database, owner, recipients, dropVerifications, log });
  expect(await kept()).toEqual([]);
  await Promise.all([database.close(), owner.close()]);
});

test('texts are removed before rows, counts stay, and an unfinished message keeps its day', async () => {
  const [database, owner] = [open('tuma_portal'), open('tuma_owner')];
  const clientId = await addClient(database);
  const campaignId = await addCampaign(database, clientId, { status: 'COMPLETED', text: 'To all' });
  await db.query(
    `update setting set value = '{"textDays": 1, "messageDays": 30, "incomingDays": 3}' where key = 'retention'`,
  );
  await db.query(`delete from setting where key = 'retention places'`);
  const message = (
    id: string,
    hours: number,
    text: string | null,
    status: number,
    of: string | null,
  ) =>
    db.query(
      `insert into message (id, client_id, campaign_id, destination, sender, text, encoding, segments, units, route_id, config_version, status)
     values ((substr(uuid_v7_floor(now() - $1 * interval '1 hour')::text, 1, 24) || $2)::uuid, $3, $4, '254700000001', 'TUMA', $5, 0, 1, 1, 1, 1, $6)`,
      [hours, `${id.repeat(12)}`, clientId, of, text, status],
    );
  await message('a', 26, 'Your code is 1234', 10, null);
  await message('b', 26, null, 10, campaignId);
  await message('c', 26, 'Dear Asha', 10, campaignId);
  await message('d', 26, 'still waiting', 0, null);
  await message('e', 2, 'of today', 10, null);
  const mo = (hours: number, text: string) =>
    db.query(
      `insert into incoming_message (id, client_id, carrier_account_id, connector_id, source, destination, text, encoding, hash) values (uuid_v7_floor(now() - $1 * interval '1 hour'), $2, 1, 1, '254700000001', '2020', $3, 0, '')`,
      [hours, clientId, text],
    );
  await mo(100, 'too old');
  await mo(26, 'old');
  await mo(2, 'new');
  await db.query(
    `update campaign set ended_at = now() - interval '26 hours', id = id where id = $1`,
    [campaignId],
  );
  const texts = async () =>
    (
      await db.query<{ text: string | null }>(
        `select text from message where client_id = $1 order by right(id::text, 12)`,
        [clientId],
      )
    ).map(({ text }) => text);
  for (let times = 0; times < 2; times++) {
    await keepRetention({ database, owner, recipients, dropVerifications, log });
    expect(await texts()).toEqual(['', null, '', 'still waiting', 'of today']);
    expect(
      (
        await db.query(`select text from incoming_message where client_id = $1 order by id`, [
          clientId,
        ])
      ).map(({ text }) => text),
    ).toEqual(['', 'new']);
  }

  // A day with something of it on the wire is kept whole.
  await db.query(
    `insert into unconfirmed_part (message_id, part, parts, batch_id, connector_id, carrier_account_id, client_id, sender, destination, country, network, units, dup_risk, expires_at)
    values (uuid_v7_floor(now() - interval '40 days'), 1, 1, gen_random_uuid(), 1, 1, $1, 'TUMA', '254700000001', 'KE', 0, 1, false, now())`,
    [clientId],
  );
  await db.query(`do $$ declare d date := (now() at time zone 'UTC')::date - 40; begin
    execute format('create table %I partition of message for values from (%L) to (%L)', 'message_' || to_char(d, 'YYYYMMDD'), uuid_v7_floor(d::timestamp at time zone 'UTC'), uuid_v7_floor((d + 1)::timestamp at time zone 'UTC'));
    execute format('alter table %I owner to tuma_owner', 'message_' || to_char(d, 'YYYYMMDD'));
  end $$`);
  const past = () =>
    db.query(
      `select relname from pg_class where relname = 'message_' || to_char((now() at time zone 'UTC')::date - 40, 'YYYYMMDD')`,
    );
  await keepRetention({ database, owner, recipients, dropVerifications, log });
  expect(await past()).toHaveLength(1);
  await database.run(systemScope(), (tx) => tx.query('delete from unconfirmed_part'));
  // A row that is held is left to the next run.
  const reader = await database.connect();
  await reader.query('begin');
  await reader.query('select count(*) from message');
  await keepRetention({ database, owner, recipients, dropVerifications, log });
  expect(await past()).toHaveLength(1);
  await reader.query('commit');
  await reader.end();
  await keepRetention({ database, owner, recipients, dropVerifications, log });
  expect(await past()).toEqual([]);
  await Promise.all([database.close(), owner.close()]);
});

test('the text of a message that was under way when its days were over is removed once it has ended', async () => {
  const [database, owner] = [open('tuma_portal'), open('tuma_owner')];
  const clientId = await addClient(database);
  await db.query(
    `update setting set value = '{"textDays": 1, "messageDays": 60, "incomingDays": 3}' where key = 'retention'`,
  );
  await db.query(`delete from setting where key = 'retention places'`);
  const keep = async (daysAhead: number) => {
    // As if every hour until then had had its run.
    await db.query(`update setting set value = value - 'clock' where key = 'retention places'`);
    await keepRetention({
      database,
      owner,
      recipients,
      dropVerifications,
      log,
      now: new Date(Date.now() + daysAhead * 86_400_000),
    });
  };
  const add = async () => {
    const id = newId();
    await db.query(
      `insert into message (id, client_id, destination, sender, text, encoding, segments, units, route_id, config_version) values ($1, $2, '254700000001', 'TUMA', 'Your code', 0, 1, 1, 1, 1)`,
      [id, clientId],
    );
    return id;
  };
  const end = (id: string) => db.query('update message set status = 10 where id = $1', [id]);
  const texts = async (...ids: string[]) =>
    Promise.all(
      ids.map(
        async (id) =>
          (await db.query<{ text: string }>('select text from message where id = $1', [id]))[0]!
            .text,
      ),
    );
  const [soon, late] = [await add(), await add()];
  await keep(1.1);
  expect(await texts(soon, late)).toEqual(['Your code', 'Your code']);
  await end(soon);
  await keep(4.1);
  expect(await texts(soon, late)).toEqual(['', 'Your code']);
  await end(late);
  await keep(41.1);
  expect(await texts(soon, late)).toEqual(['', '']);
  await Promise.all([database.close(), owner.close()]);
});

test('a clock that is years ahead for a while takes no messages away', async () => {
  const [database, owner] = [open('tuma_portal'), open('tuma_owner')];
  const clientId = await addClient(database);
  await db.query(
    `update setting set value = '{"textDays": 1, "messageDays": 30, "incomingDays": 3}' where key = 'retention'`,
  );
  await db.query(`delete from setting where key = 'retention places'`);
  await db.query(
    `insert into message (id, client_id, destination, sender, text, encoding, segments, units, route_id, config_version, status) values ($1, $2, '254700000001', 'TUMA', 'Hello', 0, 1, 1, 1, 1, 10)`,
    [newId(), clientId],
  );
  const keep = (hours: number) =>
    keepRetention({
      database,
      owner,
      recipients,
      dropVerifications,
      log,
      now: new Date(Date.now() + hours * 3_600_000),
    });
  const text = () => db.query('select text from message where client_id = $1', [clientId]);
  await keep(0);
  for (let hour = 1; hour <= 3; hour++) await keep(10 * 365 * 24 + hour);
  expect(await text()).toEqual([{ text: 'Hello' }]);
  // Several workers, and each of their starts, run in the same minutes.
  for (let run = 1; run <= 20; run++) await keep(10 * 365 * 24 + 3 + run / 60);
  expect(await text()).toEqual([{ text: 'Hello' }]);
  await keep(4);
  expect(await text()).toEqual([{ text: 'Hello' }]);
  // The missed hours are caught up with, one more with each run.
  for (let hour = 25; hour <= 48; hour++) await keep(hour);
  expect(await text()).toEqual([{ text: '' }]);
  await Promise.all([database.close(), owner.close()]);
});

test('a day is kept whose message waits behind a younger one', async () => {
  const owner = openDatabase({ connectionString: db.url }, 'tuma_owner', {
    max: 2,
    name: 'test',
    onLost: () => {},
  });
  const day = new Date('2026-01-05');
  const id = (at: string) => idFloor(Date.parse(at));
  const chunk = (ids: string[], pos: number) =>
    db.query(
      `insert into chunk (route_id, priority, client_id, sender, message_ids, size, pos, expires_at) values (1, 0, gen_random_uuid(), 'TUMA', $1, $2, $3, now())`,
      [ids, ids.length, pos],
    );
  expect(await isLive(owner.plain, day)).toBe(false);
  // Both were put off by the carrier in this order.
  await chunk([id('2026-01-20'), id('2026-01-05T12:00:00Z')], 0);
  expect(await isLive(owner.plain, day)).toBe(true);
  await db.query('delete from chunk');
  await chunk([id('2026-01-05T12:00:00Z'), id('2026-01-20')], 1);
  expect(await isLive(owner.plain, day)).toBe(false);
  await db.query('delete from chunk');
  await owner.close();
});

test('verifications go with the messages of their time; open ones stay, and for 90 days those that were entered', async () => {
  const [database, owner] = [open('tuma_portal'), open('tuma_owner')];
  const clientId = await addClient(database);
  await db.query(
    `update setting set value = '{"textDays": 1, "messageDays": 30, "incomingDays": 3}' where key = 'retention'`,
  );
  for (const [at, [days, status]] of (
    [
      [31, 'EXPIRED'],
      [31, 'FAILED'],
      [31, 'PENDING'],
      [31, 'VERIFIED'],
      [91, 'VERIFIED'],
      [29, 'EXPIRED'],
    ] as const
  ).entries())
    await db.query(
      `insert into verification (id, client_id, destination, country, brand, language, length, code_hash, status, most_tries, resend_seconds, resend_at, expires_at)
       values (uuid_v7_floor(now() - $1 * interval '1 day'), $2, $3, 'KE', $4, 'en', 6, '', $5, 5, 60, now(), now() + interval '1 hour')`,
      [days + at / 1000, clientId, `25470000000${at}`, `${days} ${status}`, status],
    );
  // A step goes on after the one before, so that nothing which that kept is read again.
  const before = new Date(Date.now() - 30 * 86_400_000);
  const drop = (after?: string) =>
    database.run(systemScope(), (tx) => dropVerifications(tx, after, before, 1));
  const brands = async () =>
    (
      await db.query<{ brand: string }>(
        'select brand from verification where client_id = $1 order by id',
        [clientId],
      )
    ).map(({ brand }) => brand);
  const last = await drop();
  expect(await brands()).not.toContain('91 VERIFIED');
  expect(await drop('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBeUndefined();
  expect(await drop(last)).toBeDefined();
  expect(await brands()).toEqual(['31 VERIFIED', '31 PENDING', '31 EXPIRED', '29 EXPIRED']);
  await keepRetention({ database, owner, recipients, dropVerifications, log });
  expect((await brands()).toSorted()).toEqual(['29 EXPIRED', '31 PENDING', '31 VERIFIED']);
  await Promise.all([database.close(), owner.close()]);
});

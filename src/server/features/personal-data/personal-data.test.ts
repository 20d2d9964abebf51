import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal } from '../../../../test/harness/portal.ts';
import type { Person } from '../../../../test/harness/portal.ts';
import { addCampaign } from '../../../../test/harness/pipeline.ts';
import { findExcluded, readExcluded } from '../../core/accept/accept.store.ts';
import { record } from '../../core/audit/audit.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { checkLedger } from '../../core/ledger/verify-ledger.ts';
import { addOptOuts, removeOptOuts } from '../../core/opt-outs/opt-outs.store.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { startRunner } from '../../core/background/runner.ts';
import { pino } from 'pino';
import { dropExpiredUploads } from '../../core/uploads/uploads.ts';
import { eraseNumber } from './personal-data.jobs.ts';
import { eraseFrom } from './personal-data.store.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const { database } = portal;
const { query } = db;
const worker = openDatabase({ connectionString: db.url }, 'tuma_worker', {
  max: 4,
  name: 'test',
  onLost: () => {},
});
const runner = startRunner({
  database: worker,
  log: pino({ level: 'silent' }),
  concurrency: 1,
  handlers: { eraseNumber: eraseNumber(worker) },
});
afterAll(async () => {
  await runner.stop();
  await worker.close();
});

const NUMBER = '254712999888';
const OTHER = '254712999777';
let admin: Person;
let client: Person;
let second: Person;
beforeAll(async () => {
  admin = await portal.add('admin', 'ADMINISTRATOR', null);
  client = await portal.add('client', 'CLIENT', admin);
  second = await portal.add('second', 'CLIENT', admin);
  for (const { token } of [admin, client, second]) await portal.stepUp(token);
});

const PATH = '/v1/portal/personaldata';
const erase = async (token: string, phone = `+${NUMBER}`) => {
  const answer = await portal.call('POST', `${PATH}:erase`, {
    token,
    body: { phone, confirm: phone },
  });
  expect(answer.status).toBe(200);
  runner.wake();
  await expect
    .poll(
      async () =>
        (await query('select status from task where id = $1', [answer.body['operationId']]))[0]?.[
          'status'
        ],
      { timeout: 180_000, interval: 100 },
    )
    .toBe('COMPLETED');
};

/** Puts the number wherever this product writes numbers, and another number beside it. */
async function spreadNumber(person: Person, number: string) {
  const { clientId } = person;
  await portal.call('POST', '/v1/portal/contacts', {
    token: person.token,
    body: { phone: `+${number}`, firstName: 'Asha', lastName: 'Mwangi' },
  });
  const campaignId = await addCampaign(database, clientId, { status: 'COMPLETED', text: 'To all' });
  const messageId = newId();
  const put = (sql: string, values: unknown[]) => query(sql, values);
  await put(`update campaign set summary = $2 where id = $1`, [
    campaignId,
    JSON.stringify({ sample: [{ phone: number }] }),
  ]);
  await put(
    `insert into campaign_audience (campaign_id, client_id, recipients, group_ids, contact_ids) values ($1, $2, $3, '{}', '{}')`,
    [campaignId, clientId, [`0${number.slice(-9)}`, '0700000000']],
  );
  await put(
    `insert into recipient (campaign_id, row_no, client_id, destination, fields, segments, units, country) values ($1, 1, $2, $3, $4, 1, 10000, 'KE')`,
    [campaignId, clientId, number, JSON.stringify({ Phone: `0${number.slice(-9)}`, Name: 'Asha' })],
  );
  await put(
    `insert into recipient_refused (campaign_id, row_no, client_id, value, reason) values ($1, 2, $2, $3, 'DUPLICATE')`,
    [campaignId, clientId, `0${number.slice(-9, -6)} ${number.slice(-6)}`],
  );
  await put(
    `insert into message (id, client_id, campaign_id, destination, sender, text, encoding, segments, units, route_id, config_version, status, client_reference, callback) values ($1, $2, $3, $4, 'TUMA', 'Dear Asha', 0, 1, 10000, 1, 1, 10, $4, $5)`,
    [messageId, clientId, campaignId, number, JSON.stringify({ kind: 'SMPP', to: number })],
  );
  await put(
    `insert into submission (message_id, client_id, part, parts, connector_id, carrier_account_id, carrier_id, destination, dup_risk) values ($1, $2, 1, 1, 1, 1, 'C1', $3, false)`,
    [messageId, clientId, number],
  );
  await put(
    `insert into receipt (carrier_account_id, carrier_id, stat, carrier_status, destination, body, matched, message_id, part) values (1, $3, 1, 'DELIVRD', $2, $4, true, $1, 0)`,
    [messageId, number, messageId, `id:1 to:${number}`],
  );
  await put(
    `insert into message_event (message_id, client_id, kind, detail) values ($1, $2, 'CALLBACK', $3)`,
    [messageId, clientId, JSON.stringify({ to: number })],
  );
  await put(
    `insert into incoming_message (id, client_id, carrier_account_id, connector_id, source, destination, text, encoding, hash) values ($1, $2, 1, 1, $3, '2020', $4, 0, '')`,
    [newId(), clientId, number, `call me on ${number}`],
  );
  await put(
    `insert into outbox (client_id, kind, target, payload, not_before) values ($1, 'HTTP_CONNECTOR', 'x', $2, now() + interval '1 day')`,
    [clientId, JSON.stringify({ mo: { from: `+${number}` } })],
  );
  await put(
    `insert into idempotency_key (client_id, key, body_hash, answer) values ($1, $2, '', $3)`,
    [clientId, `key ${number}`, JSON.stringify({ to: number })],
  );
  await put(
    `insert into upload (id, client_id, purpose, file_name, expires_at) values ($1, $2, 'CONTACTS', 'people.csv', now() + interval '1 day')`,
    [messageId, clientId],
  );
  await put(`insert into file_part (file_id, part, bytes) values ($1, 0, $2)`, [
    messageId,
    Buffer.from(`Phone\n0${number.slice(-9)}`),
  ]);
  await database.run(systemScope(), async (tx) => {
    await addOptOuts(tx, {
      clientId,
      destinations: [number],
      source: 'PORTAL',
      notes: [`asked by ${number}`],
    });
    await record(
      tx,
      { session: { clientId, impersonatorId: null }, address: '', userAgent: '' },
      { action: 'OPT_OUTS_REMOVED', clientId, after: { phones: [`+${number}`] } },
    );
  });
}

/** Every table and column in which a text occurs, whatever they are: of a partitioned table its parts. */
async function whereIs(text: string): Promise<string[]> {
  const columns = await query<{ of: string; name: string }>(
    `select c.relname as of, a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and t.typname in ('text', 'varchar', 'bpchar', 'json', 'jsonb', '_text', 'bytea') order by 1, 2`,
  );
  const found = [];
  for (const { of, name } of columns) {
    const [row] = await query<{ there: boolean }>(
      `select exists (select from "${of}" where case when pg_typeof("${name}")::text = 'bytea' then encode("${name}"::text::bytea, 'escape') else "${name}"::text end like $1) as there`,
      [`%${text}%`],
    );
    if (row!.there) found.push(`${of}.${name}`);
  }
  return found;
}

test('a number is found, exported and erased: no table has it, counts stay exact, and its opt-out is honoured', async () => {
  for (const person of [client, second])
    for (const number of [NUMBER, OTHER]) await spreadNumber(person, number);
  const counts = async () =>
    (
      await query(
        `select (select count(*)::int from message) as messages, (select sum(units)::int from message) as units, (select count(*)::int from recipient) as recipients, (select count(*)::int from incoming_message) as mo, (select count(*)::int from receipt) as receipts, (select count(*)::int from opt_out) as "optOuts"`,
      )
    )[0];
  const before = await counts();

  const found = await portal.call('POST', `${PATH}:find`, {
    token: client.token,
    body: { phone: '0712 999 888' },
  });
  expect(found.body).toEqual({
    phone: `+${NUMBER}`,
    contacts: 1,
    messages: 1,
    incoming: 1,
    optOuts: 1,
    campaignRows: 1,
    inFlight: 0,
  });
  expect(
    (await portal.call('POST', `${PATH}:find`, { token: admin.token, body: { phone: NUMBER } }))
      .body,
  ).toMatchObject({ contacts: 2, messages: 2 });
  const given = (
    await portal.call('POST', `${PATH}:export`, { token: client.token, body: { phone: NUMBER } })
  ).body;
  expect(given).toMatchObject({
    phone: `+${NUMBER}`,
    contacts: [{ firstName: 'Asha', clientId: client.clientId }],
    messages: [{ text: 'Dear Asha', receipts: [{ status: 'DELIVRD' }] }],
    incoming: [{ text: `call me on ${NUMBER}` }],
    optOuts: [{ source: 'PORTAL' }],
    campaignRows: [{ fields: { Name: 'Asha' } }],
  });
  expect(
    (
      await portal.call('POST', `${PATH}:erase`, {
        token: client.token,
        body: { phone: NUMBER, confirm: OTHER },
      })
    ).status,
  ).toBe(400);

  // Its own of one client: the other's stays.
  await erase(client.token);
  expect(
    (await portal.call('POST', `${PATH}:find`, { token: client.token, body: { phone: NUMBER } }))
      .body,
  ).toMatchObject({ contacts: 0, messages: 0, incoming: 0, optOuts: 0, campaignRows: 0 });
  expect(
    (await portal.call('POST', `${PATH}:find`, { token: second.token, body: { phone: NUMBER } }))
      .body,
  ).toMatchObject({ contacts: 1, messages: 1, incoming: 1, optOuts: 1, campaignRows: 1 });

  await erase(admin.token);
  // The files that named it go when uploads are next looked after.
  expect(
    await query(
      'select upload.id from upload join file_part on file_id = upload.id where expires_at > now() and position($1::bytea in file_part.bytes) > 0',
      [Buffer.from(NUMBER.slice(-9))],
    ),
  ).toEqual([]);
  await dropExpiredUploads(database);
  expect(await whereIs(NUMBER)).toEqual([]);
  expect(await whereIs(NUMBER.slice(-9))).toEqual([]);
  expect(await whereIs(OTHER)).toEqual(
    expect.arrayContaining([
      'contact.phone',
      'message.destination',
      'incoming_message.source',
      'opt_out.destination',
      'recipient.destination',
      'receipt.destination',
      'outbox.payload',
      'audit_entry.after',
    ]),
  );
  expect(await counts()).toEqual(before);
  expect(
    await query(
      `select group_name from contact_group where contact_count <> (select count(*) from contact_group_member where group_id = contact_group.id)`,
    ),
  ).toEqual([]);
  expect((await database.run(systemScope(), checkLedger)).ok).toBe(true);
  expect(
    await query(
      `select action from audit_entry where action in ('NUMBER_EXPORTED', 'NUMBER_ERASED') order by id`,
    ),
  ).toEqual([
    { action: 'NUMBER_EXPORTED' },
    { action: 'NUMBER_ERASED' },
    { action: 'NUMBER_ERASED' },
  ]);

  // An opt-out is honoured after the erasure on every path, and the answer reveals no number.
  const about = { sender: 'TUMA', isPromotional: true };
  const to = (destination: string) => ({
    clientId: client.clientId,
    destination,
    sender: about.sender,
  });
  await database.run(systemScope(), async (tx) => {
    expect(
      (await findExcluded(tx, client.clientId, about, [NUMBER, OTHER, '254700000009'])).optedOut,
    ).toEqual(new Set([NUMBER, OTHER]));
    const leftOut = await readExcluded(tx, [
      { clientId: client.clientId, destination: NUMBER },
      { clientId: client.clientId, destination: '254700000009' },
    ]);
    expect([
      leftOut.isOptedOut(to(NUMBER), true),
      leftOut.isOptedOut(to('254700000009'), true),
      leftOut.isBlocked(NUMBER),
    ]).toEqual([true, false, false]);
  });
  expect(
    (
      await portal.call('GET', '/v1/portal/optouts', {
        token: client.token,
        body: { pageSize: 50 },
      })
    ).body['optOuts'].map(({ phone }: { phone: string }) => phone),
  ).toEqual([`+${OTHER}`]);
  await database.run(systemScope(), async (tx) => {
    expect(await removeOptOuts(tx, client.clientId, [NUMBER])).toEqual([NUMBER]);
    expect((await findExcluded(tx, client.clientId, about, [NUMBER])).optedOut.size).toBe(0);
  });
});

test('messages in flight finish first, and the audit log stays append-only', async () => {
  const number = '254712999666';
  await query(
    `insert into message (id, client_id, destination, sender, text, encoding, segments, units, route_id, config_version, status) values ($1, $2, $3, 'TUMA', 'x', 0, 1, 10000, 1, 1, 0)`,
    [newId(), client.clientId, number],
  );
  const refused = await portal.call('POST', `${PATH}:erase`, {
    token: client.token,
    body: { phone: number, confirm: number },
  });
  expect([refused.status, refused.body['error']]).toEqual([409, 'NUMBER_IN_FLIGHT']);
  const campaignId = await addCampaign(database, client.clientId, { status: 'SCHEDULED' });
  await query(
    `insert into recipient (campaign_id, row_no, client_id, destination, segments, units, country) values ($1, 1, $2, $3, 1, 10000, 'KE')`,
    [campaignId, client.clientId, number],
  );
  await query(`update message set status = 10 where destination = $1`, [number]);
  expect(
    (
      await portal.call('POST', `${PATH}:erase`, {
        token: client.token,
        body: { phone: number, confirm: number },
      })
    ).status,
  ).toBe(409);
  await query(`update campaign set status = 'CANCELLED' where id = $1`, [campaignId]);
  await erase(client.token, `+${number}`);
  expect(await query('select id from message where destination = $1', [number])).toEqual([]);
  await expect(query(`update audit_entry set action = 'X'`)).rejects.toThrow(/append-only/);
  await expect(
    database.run(systemScope(), (tx) => tx.query(`update audit_entry set action = 'X'`)),
  ).rejects.toThrow(/permission denied/);
  await expect(
    database.run(systemScope(), (tx) => tx.query('select key from erasure_key')),
  ).rejects.toThrow(/permission denied/);
});

test('erasing a number keeps objects that operators named by digits, and longer numbers', async () => {
  const number = '25470077';
  const longer = `${number}1234`;
  await query(`insert into gateway_group (gid) values ($1)`, [number]);
  await query(
    `insert into audit_entry (id, action, client_id, after) values ($1, 'OPT_OUTS_REMOVED', $2, $3)`,
    [newId(), client.clientId, JSON.stringify({ phones: [`+${number}`, `+${longer}`] })],
  );
  await worker.run(systemScope(), (tx) => eraseFrom(tx, number, null, 'rest'));
  expect(await query('select gid from gateway_group where gid = $1', [number])).toHaveLength(1);
  const [entry] = await query<{ after: { phones: string[] } }>(
    `select after from audit_entry where after::text like $1`,
    [`%${longer}%`],
  );
  expect(entry!.after.phones).toEqual([expect.stringMatching(/^\+~/), `+${longer}`]);
});

test('a number that is erased again keeps each of its opt-outs, in the wider scope', async () => {
  const number = '254799000123';
  const add = (scope: string, sender: string) =>
    query(
      `insert into opt_out (client_id, destination, source, scope, sender) values ($1, $2, 'MO', $3, $4)`,
      [client.clientId, number, scope, sender],
    );
  const erase = () => worker.run(systemScope(), (tx) => eraseFrom(tx, number, null, 'lists'));
  await add('PROMOTIONAL', '');
  await erase();
  await add('EVERYTHING', '');
  await add('PROMOTIONAL', 'SALE');
  await erase();
  expect(
    await query(
      'select scope, sender from opt_out where destination in ($1, number_hash($1)) order by sender',
      [number],
    ),
  ).toEqual([
    { scope: 'EVERYTHING', sender: '' },
    { scope: 'PROMOTIONAL', sender: 'SALE' },
  ]);
});

test('a report that was begun before the erasure is waited for, and its file goes like the others', async () => {
  const number = '254799000456';
  const [report, later] = [newId(), newId()];
  const begin = (id: string) =>
    query(
      `insert into report (id, client_id, name, kind, format, filters, columns, language, timezone, reach, status, rows, bytes)
       values ($1, $2, 'Sent', 'SENT_MESSAGES', 'CSV', '{}', '{destination}', 'en', 'UTC', 'own', 'PROCESSING', 1, 10)`,
      [id, client.clientId],
    );
  const end = (id: string) =>
    query(
      `update report set status = 'READY_FOR_DOWNLOAD', ended_at = now(), expires_at = now() + interval '7 days' where id = $1`,
      [id],
    );
  await begin(report);
  await query(`insert into contact (id, client_id, phone) values ($1, $2, $3)`, [
    newId(),
    client.clientId,
    number,
  ]);
  const answer = await portal.call('POST', `${PATH}:erase`, {
    token: client.token,
    body: { phone: `+${number}`, confirm: `+${number}` },
  });
  const task = async () =>
    (
      await query<{ status: string; waits: boolean; input: { number: string } }>(
        'select status, not_before > now() and holder is null as waits, input from task where id = $1',
        [answer.body['operationId']],
      )
    )[0]!;
  runner.wake();
  await expect.poll(task, { timeout: 60_000 }).toMatchObject({ status: 'PENDING', waits: true });
  await end(report);
  // One that begins from now on reads nothing of the number any more.
  await begin(later);
  await query('update task set not_before = now() where id = $1', [answer.body['operationId']]);
  runner.wake();
  await expect.poll(task, { timeout: 60_000 }).toMatchObject({ status: 'COMPLETED' });
  expect((await task()).input.number).not.toContain(number);
  // The contact that went before the wait counts, with both files.
  expect(
    await query('select result from task where id = $1', [answer.body['operationId']]),
  ).toMatchObject([{ result: { rows: 3 } }]);
  expect(
    await query('select expires_at <= now() as gone from report where id = $1', [report]),
  ).toEqual([{ gone: true }]);
  await query('delete from report where id = any ($1)', [[report, later]]);
});

test('a campaign that was being prepared when the erasure began stores its recipients first, and they are erased', async () => {
  const number = '254799000789';
  const campaignId = await addCampaign(database, client.clientId, { status: 'PENDING' });
  const answer = await portal.call('POST', `${PATH}:erase`, {
    token: client.token,
    body: { phone: `+${number}`, confirm: `+${number}` },
  });
  const task = async () =>
    (
      await query<{ status: string; waits: boolean }>(
        'select status, not_before > now() and holder is null as waits from task where id = $1',
        [answer.body['operationId']],
      )
    )[0]!;
  runner.wake();
  await expect.poll(task, { timeout: 60_000 }).toMatchObject({ status: 'PENDING', waits: true });
  const goOn = () =>
    query('update task set not_before = now() where id = $1', [answer.body['operationId']]);
  // The preparation goes on: the recipient is stored, and the campaign is prepared.
  await query(
    `insert into recipient (campaign_id, row_no, client_id, destination, segments, units, country) values ($1, 1, $2, $3, 1, 10000, 'KE')`,
    [campaignId, client.clientId, number],
  );
  await query('update campaign set prepared_at = now() where id = $1', [campaignId]);
  await goOn();
  runner.wake();
  await expect.poll(task, { timeout: 60_000 }).toMatchObject({ status: 'PENDING', waits: true });
  await query(`update campaign set status = 'COMPLETED', ended_at = now() where id = $1`, [
    campaignId,
  ]);
  await goOn();
  runner.wake();
  await expect.poll(task, { timeout: 60_000 }).toMatchObject({ status: 'COMPLETED' });
  expect(await query('select from recipient where destination = $1', [number])).toEqual([]);
});

test('an export that leaves rows out names their part', async () => {
  const number = '254799000555';
  const exported = async () =>
    JSON.parse(
      (
        await portal.call('POST', `${PATH}:export`, {
          token: client.token,
          body: { phone: number },
        })
      ).text,
    ) as Record<string, unknown>;
  const add = (from: number, to: number) =>
    query(
      `insert into incoming_message (id, client_id, carrier_account_id, connector_id, source, destination, text, encoding, hash) select gen_random_uuid(), $1, 1, 1, $2, '2020', 'x', 0, n::text::bytea from generate_series($3::int, $4::int) n`,
      [client.clientId, number, from, to],
    );
  await add(1, 10_000);
  const whole = await exported();
  expect(whole['incoming']).toHaveLength(10_000);
  expect(whole).not.toHaveProperty('cutOff');
  await add(10_001, 10_001);
  const cut = await exported();
  expect(cut['incoming']).toHaveLength(10_000);
  expect(cut['cutOff']).toEqual({ parts: ['incoming'], mostRows: 10_000 });
});

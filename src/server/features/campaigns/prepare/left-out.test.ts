import { afterAll, expect, test } from 'vitest';
import {
  addRoute,
  addSender,
  call,
  messenger,
  startTasks,
} from '../../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addCampaign, until } from '../../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { sms } from '../../../../contract/api/campaign-sending.ts';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { compose } from '../../../../contract/api/compose.ts';
import { insertConsents } from '../../../core/consents/consents.store.ts';
import { setGuardRule } from '../../../core/guard/guard-rules.store.ts';
import { NEW_ACCOUNT_DAYS } from '../../../core/guard/guard.rules.ts';
import { checkLedger } from '../../../core/ledger/verify-ledger.ts';
import { openPageTokens } from '../../../infra/database/pages.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { campaignRoutes } from '../campaigns.api.ts';
import { composeRoutes } from '../compose/compose.api.ts';
import { keepSendingHours } from '../send/sending-hours.jobs.ts';
import { storeStep } from './prepare.ts';
import type { Preparation } from './prepare.rules.ts';
import { startDue } from '../send/schedule.jobs.ts';
import { addCounts } from '../expand/expansion.store.ts';

const db = await createTestDatabase();
const database = open(db, 'tuma_portal', 12);
const rootId = await addClient(database, { parentId: null });
await addRoute(database);
await db.query('delete from sending_window');
const routes = [
  ...campaignRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)), messenger }),
  ...composeRoutes({ database }),
];
const runner = startTasks(database);
afterAll(() => runner.stop());

async function newClient(sender: string, kind: 'PROMOTIONAL' | 'TRANSACTIONAL'): Promise<Caller> {
  const clientId = await addClient(database, { parentId: rootId, units: 100_000_000n });
  await addSender(database, clientId, sender, kind);
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  return { clientId, accessLevel: 'COMPANY', path: row!.path };
}
const setRule = (clientId: string, rule: Parameters<typeof setGuardRule>[2]) =>
  database.run(systemScope(), (tx) => setGuardRule(tx, clientId, rule, NEW_ACCOUNT_DAYS));
const range = (prefix: string) => ({ kind: 'RANGE' as const, prefix, reason: 'test' });

const [HERE, ABROAD, PUMPED] = ['+254711000001', '+258841000001', '+254722999001'] as const;

test('a campaign leaves out countries and ranges that its account does not send to: price, preview and reasons say so', async () => {
  const client = await newClient('GUARD1', 'TRANSACTIONAL');
  await setRule(client.clientId, { kind: 'COUNTRIES', countries: ['KE'], reason: '' });
  await setRule(client.clientId, range('254722999'));
  const input = { recipients: [HERE, ABROAD, PUMPED], senderId: 'GUARD1', text: 'Hello' };
  expect(await call(routes, compose.price, client, input)).toMatchObject({
    recipients: 1,
    leftOut: 2,
  });
  const { campaignId, summary } = await call(routes, compose.compose, client, input);
  expect(summary).toMatchObject({ valid: 1 });
  expect(summary!.reasons.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual([
    { reason: 'COUNTRY_NOT_ALLOWED', count: 1 },
    { reason: 'RANGE_BLOCKED', count: 1 },
  ]);
  const preview = await call(routes, sms.fromFilePreview, client, { campaignId });
  expect(preview.messages.map(({ destination }) => destination)).toEqual([HERE]);
});

test('rules that were set after a campaign was prepared count when it is sent, and its units come back', async () => {
  const client = await newClient('GUARD2', 'TRANSACTIONAL');
  const { campaignId, summary } = await call(routes, compose.compose, client, {
    recipients: [HERE, ABROAD, PUMPED],
    senderId: 'GUARD2',
    text: 'Hello',
  });
  expect(summary).toMatchObject({ valid: 3 });
  await setRule(client.clientId, { kind: 'COUNTRIES', countries: ['KE'], reason: '' });
  await setRule(client.clientId, range('254722999'));
  await call(routes, sms.sendCampaign, client, { campaignId });
  await until('expansion', async () => {
    runner.wake();
    return (
      (
        await db.query('select from campaign where id = $1 and expanded_at is not null', [
          campaignId,
        ])
      ).length > 0
    );
  });
  expect(
    await db.query('select destination from message where campaign_id = $1', [campaignId]),
  ).toEqual([{ destination: HERE.slice(1) }]);
  expect(
    await db.query(
      'select skipped from recipient where campaign_id = $1 and skipped is not null order by row_no',
      [campaignId],
    ),
  ).toEqual([{ skipped: 'COUNTRY_NOT_ALLOWED' }, { skipped: 'RANGE_BLOCKED' }]);
  const [units] = await db.query<{ back: string; due: string; cancelled: number }>(
    `select units_released as back, cancelled, (select sum(units)::bigint from recipient where campaign_id = $1 and skipped is not null) as due
     from campaign where id = $1`,
    [campaignId],
  );
  expect(units).toMatchObject({ cancelled: 2, back: units!.due });
  expect(await database.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
  expect((await call(routes, campaigns.get, client, { campaignId })).recipientCount).toBe(3);
});

test('the price counts nobody without a consent where the account demands one', async () => {
  const client = await newClient('GUARD3', 'PROMOTIONAL');
  await db.query('update client set demands_consent = true where id = $1', [client.clientId]);
  await database.run(systemScope(), (tx) =>
    insertConsents(
      tx,
      client.clientId,
      [HERE.slice(1)],
      { purpose: 'PROMOTIONS', source: 'PAPER', wording: 'Yes', evidence: '', givenAt: null },
      null,
    ),
  );
  const input = { recipients: [HERE, PUMPED], senderId: 'GUARD3', text: 'Sale' };
  const price = await call(routes, compose.price, client, input);
  expect(price).toMatchObject({ recipients: 1, leftOut: 1 });
  const { summary } = await call(routes, compose.compose, client, input);
  expect(summary).toMatchObject({ valid: 1, units: price.units });
});

test('messages that software sent for nothing are counted by their campaign, and those of others are not', async () => {
  const { clientId } = await newClient('GUARD4', 'TRANSACTIONAL');
  const [software, composed] = [
    await addCampaign(database, clientId),
    await addCampaign(database, clientId),
  ];
  await db.query(
    `update campaign set source = case when id = $1 then 'SOFTWARE' else 'COMPOSE' end, total = 0, expanded = 0, segments = 0 where id in ($1, $2)`,
    [software, composed],
  );
  const none = {
    submitted: 0,
    delivered: 0,
    undeliverable: 0,
    rejected: 0,
    expired: 0,
    failed: 0,
    unknown: 0,
    cancelled: 0,
    captured: 0n,
    released: 0n,
  };
  await database.run(systemScope(), (tx) =>
    addCounts(
      tx,
      [software, composed].map((campaignId) => ({
        ...none,
        campaignId,
        gathered: 0n,
        messages: 3,
        segments: 4,
      })),
    ),
  );
  expect(
    await db.query(
      'select source, total, expanded, segments from campaign where id in ($1, $2) order by source',
      [software, composed],
    ),
  ).toEqual([
    { source: 'COMPOSE', total: 0, expanded: 0, segments: 0 },
    { source: 'SOFTWARE', total: 3, expanded: 3, segments: 4 },
  ]);
});

const phones = (count: number) =>
  Array.from({ length: count }, (_, at) => `+2547110010${String(at).padStart(2, '0')}`);
const usedBy = async (clientId: string) =>
  (
    await db.query<{ count: number }>('select count from rate_limit where key like $1', [
      `%${clientId}`,
    ])
  )[0]?.count;

test('a new account sends as many messages by campaigns as its rule allows: price, summary, charge and window agree', async () => {
  const client = await newClient('NEW1', 'TRANSACTIONAL');
  const { clientId } = client;
  await setRule(clientId, { kind: 'NEW_ACCOUNT', messages: 5, seconds: 3600, reason: '' });
  // The third repeats the first: it takes no one's place.
  const recipients = [...phones(2), phones(1)[0]!, ...phones(9).slice(2)];
  const input = { recipients, senderId: 'NEW1', text: 'Hello' };
  const price = await call(routes, compose.price, client, input);
  expect(price).toMatchObject({ recipients: 5, leftOut: 5 });
  const { campaignId, summary } = await call(routes, compose.compose, client, input);
  expect(summary).toMatchObject({
    valid: 5,
    duplicate: 1,
    units: price.units,
    reasons: [{ reason: 'NEW_ACCOUNT_LIMIT', count: 4 }],
  });
  const other = await call(routes, compose.compose, client, { ...input, recipients: phones(1) });
  await call(routes, sms.sendCampaign, client, { campaignId });
  expect(await usedBy(clientId)).toBe(5);
  // A campaign that was prepared before is refused now, and one that is prepared now has no room.
  await expect(
    call(routes, sms.sendCampaign, client, { campaignId: other.campaignId }),
  ).rejects.toMatchObject({ code: 'NEW_ACCOUNT_LIMIT' });
  await expect(call(routes, compose.compose, client, input)).rejects.toMatchObject({
    code: 'NEW_ACCOUNT_LIMIT',
  });
  expect(await call(routes, compose.price, client, input)).toMatchObject({ recipients: 0 });
  await until('expansion', async () => {
    runner.wake();
    return (
      (await db.query('select from message where campaign_id = $1', [campaignId])).length === 5
    );
  });
  expect(await database.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
});

test('a step of a new account is stored by one statement, however many repeats it has', async () => {
  const client = await newClient('NEW3', 'TRANSACTIONAL');
  const { clientId } = client;
  await setRule(clientId, { kind: 'NEW_ACCOUNT', messages: 3, seconds: 3600, reason: '' });
  const campaignId = await addCampaign(database, clientId);
  const recipients = [1, 2, 1, 1, 2, 3, 1, 3, 4].map((person, at) => ({
    rowNo: at + 1,
    destination: `25471100200${person}`,
    fields: null,
    segments: 1,
    units: 10_000n,
    country: 'KE',
    network: 1,
  }));
  const store = (some: typeof recipients, before: Preparation | null) =>
    database.run(systemScope(), (tx) =>
      storeStep(
        tx,
        {
          id: campaignId,
          clientId,
          sender: 'NEW3',
          senderId: null,
          operatorSenders: null,
          scheduleAt: null,
        },
        before,
        {
          readings: some.map((recipient) => ({ region: 'Kenya', encoding: 'GSM7', recipient })),
          to: some.length,
          repeats: 0,
        },
      ),
    );
  const first = await store(recipients.slice(0, 1), null);
  expect(await store(recipients.slice(1), first)).toMatchObject({
    valid: 3,
    refused: { NEW_ACCOUNT_LIMIT: 1 },
  });
  // The number of a statement in its transaction.
  expect(
    await db.query(
      'select array_agg(row_no order by row_no) as rows from recipient where campaign_id = $1 and row_no > 1 group by cmin::text',
      [campaignId],
    ),
  ).toEqual([{ rows: [2, 6] }]);
  expect(
    await db.query<{ row: number; reason: string }>(
      'select row_no as row, reason from recipient_refused where campaign_id = $1 order by row_no',
      [campaignId],
    ),
  ).toEqual([
    ...[3, 4, 5, 7, 8].map((row) => ({ row, reason: 'DUPLICATE' })),
    { row: 9, reason: 'NEW_ACCOUNT_LIMIT' },
  ]);
});

test('campaigns of a new account that are sent at once share what is left, and a due one waits for the end of its time', async () => {
  const client = await newClient('NEW2', 'TRANSACTIONAL');
  const { clientId } = client;
  await setRule(clientId, { kind: 'NEW_ACCOUNT', messages: 5, seconds: 3600, reason: '' });
  const made = [];
  for (const count of [3, 3, 3])
    made.push(
      await call(routes, compose.compose, client, {
        recipients: phones(count),
        senderId: 'NEW2',
        text: `Hello ${made.length}`,
      }),
    );
  const [first, second, due] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
  const sent = await Promise.allSettled(
    [first, second].map(({ campaignId }) => call(routes, sms.sendCampaign, client, { campaignId })),
  );
  expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await usedBy(clientId)).toBe(3);

  await db.query(`update campaign set status = 'SCHEDULED', scheduled_at = now() where id = $1`, [
    due.campaignId,
  ]);
  await startDue(database);
  const read = async () =>
    (
      await db.query<{ status: string; reason: string; waits: boolean }>(
        `select status, reason, resume_at between now() + interval '50 minutes' and now() + interval '1 hour' as waits from campaign where id = $1`,
        [due.campaignId],
      )
    )[0];
  expect(await read()).toEqual({ status: 'PAUSED', reason: 'NEW_ACCOUNT_LIMIT', waits: true });
  await db.query(`update campaign set resume_at = now() where id = $1`, [due.campaignId]);
  await keepSendingHours(database);
  expect(await read()).toEqual({ status: 'PAUSED', reason: 'NEW_ACCOUNT_LIMIT', waits: true });
  await db.query(`update rate_limit set until = now() where key like $1`, [`%${clientId}`]);
  await db.query(`update campaign set resume_at = now() where id = $1`, [due.campaignId]);
  await keepSendingHours(database);
  expect(await read()).toMatchObject({ status: 'QUEUED' });
  expect(await usedBy(clientId)).toBe(3);
});

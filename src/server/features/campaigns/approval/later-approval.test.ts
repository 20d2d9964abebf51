// Campaigns that were sent when nobody had to approve them, and whose accounts need approval since.
import { expect, test } from 'vitest';
import { addRoute, addSender, call, messenger } from '../../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { newId } from '../../../infra/ids.ts';
import { openPageTokens } from '../../../infra/database/pages.ts';
import { notifyApprovers } from './approvers.jobs.ts';
import { campaignRoutes } from '../campaigns.api.ts';
import { startDue, withholdScheduled } from '../send/schedule.jobs.ts';
import { keepSendingHours } from '../send/sending-hours.jobs.ts';

const db = await createTestDatabase();
const database = open(db, 'tuma_portal', 12);
const rootId = await addClient(database, { parentId: null, name: 'Root' });
await addRoute(database);
const routes = campaignRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)), messenger });
const approver: Caller = { clientId: rootId, accessLevel: 'ADMINISTRATOR', path: '' };

/** A client below another, with a campaign that is scheduled or paused before its launch. */
async function addOwner() {
  const above = await addClient(database, { parentId: rootId });
  const clientId = await addClient(database, { parentId: above, units: 1_000_000n });
  await addSender(database, clientId, `S${clientId.slice(-8)}`);
  const [{ path }] = (await db.query('select path from client where id = $1', [clientId])) as [
    { path: string },
  ];
  const caller: Caller = { clientId, accessLevel: 'COMPANY', path };
  return {
    above,
    caller,
    async campaign(status: string, time: string, changes: { resume?: string; text?: string } = {}) {
      const id = newId();
      await db.query(
        `insert into campaign (id, client_id, campaign_name, sender_id, sender, text, source, country, status, prepared_at, summary, total, segments, scheduled_at, resume_at)
         select $1, $2, 'Test', id, sender, $5, 'FILE', 'KE', $3, now(), '{"units":"10000"}', 1, 1, now() + $4::interval, now() + $6::interval from sender where client_id = $2`,
        [id, clientId, status, time, changes.text ?? 'Hello', changes.resume ?? null],
      );
      await db.query(
        `insert into recipient (campaign_id, row_no, client_id, destination, segments, units, country) values ($1, 1, $2, '254711000001', 1, 10000, 'KE')`,
        [id, clientId],
      );
      return id;
    },
  };
}
const flag = (clientId: string) =>
  db.query('update client set requires_campaign_approval = true where id = $1', [clientId]);
const statusOf = async (id: string) =>
  (await db.query<{ status: string }>('select status from campaign where id = $1', [id]))[0]!
    .status;
const mailsTo = async (clientId: string) =>
  (await db.query(`select from outbox where kind = 'MAIL' and client_id = $1`, [clientId])).length;

test.each(['own', 'above'] as const)(
  'a scheduled campaign waits for approval once its account needs it: %s rule',
  async (whose) => {
    const { above, caller, campaign } = await addOwner();
    const id = await campaign('SCHEDULED', '2 hours');
    await withholdScheduled(database, messenger);
    expect(await statusOf(id)).toBe('SCHEDULED');
    await flag(whose === 'own' ? caller.clientId : above);
    await withholdScheduled(database, messenger);
    const presented = await call(routes, campaigns.get, caller, { campaignId: id });
    expect(presented).toMatchObject({
      status: 'WAITING_APPROVAL',
      reason: 'APPROVAL_REQUIRED',
      scheduleTimestamp: expect.any(Number) as number,
      unitsReserved: 0,
    });
    expect(await mailsTo(caller.clientId)).toBe(1);
    const { events } = await call(routes, campaigns.history, caller, { campaignId: id });
    expect(events).toMatchObject([
      { kind: 'PAUSED', reason: 'APPROVAL_REQUIRED', actorName: null },
    ]);
    const before = await mailsTo(whose === 'own' ? above : rootId);
    await notifyApprovers(database, messenger);
    expect(await mailsTo(whose === 'own' ? above : rootId)).toBe(before + 1);
    // Once: neither the campaign nor its owner hears of it again.
    await withholdScheduled(database, messenger);
    expect(await mailsTo(caller.clientId)).toBe(1);

    await call(routes, campaigns.approve, approver, { campaignId: id, approved: true });
    expect(await call(routes, campaigns.get, caller, { campaignId: id })).toMatchObject({
      status: 'SCHEDULED',
      reason: null,
    });
    await withholdScheduled(database, messenger);
    await db.query('update campaign set scheduled_at = now() where id = $1', [id]);
    await startDue(database, messenger);
    expect(await statusOf(id)).toBe('QUEUED');
  },
);

test('a campaign whose time comes just after the rule waits all the same', async () => {
  const { caller, campaign } = await addOwner();
  const id = await campaign('SCHEDULED', '-1 second');
  await flag(caller.clientId);
  await startDue(database, messenger);
  expect(await statusOf(id)).toBe('WAITING_APPROVAL');
  expect(await mailsTo(caller.clientId)).toBe(1);
  expect(await db.query('select from task where client_id = $1', [caller.clientId])).toEqual([]);
});

test('so does one that meets a content rule by now', async () => {
  const { campaign } = await addOwner();
  const id = await campaign('SCHEDULED', '-1 second', { text: 'Play at the casino' });
  await db.query(
    `insert into setting (key, value) values ('contentRules', '{"words":["casino"],"links":false,"mostRecipients":null}')`,
  );
  await startDue(database, messenger);
  await db.query(`delete from setting where key = 'contentRules'`);
  expect(await statusOf(id)).toBe('WAITING_APPROVAL');
  expect(
    await db.query('select approval_reasons as reasons from campaign where id = $1', [id]),
  ).toEqual([{ reasons: [{ rule: 'WORD', found: 'casino' }] }]);
});

test('a paused campaign waits for approval when a person resumes it, or its time to resume comes', async () => {
  const { caller, campaign } = await addOwner();
  const byHand = await campaign('PAUSED', '-2 hours');
  const byItself = await campaign('PAUSED', '-2 hours', { resume: '-1 second' });
  await flag(caller.clientId);
  expect(await call(routes, campaigns.resume, caller, { campaignId: byHand })).toMatchObject({
    status: 'WAITING_APPROVAL',
  });
  await keepSendingHours(database, messenger);
  expect(await statusOf(byItself)).toBe('WAITING_APPROVAL');
  // Another time does not go round it.
  const moved = await campaign('PAUSED', '-2 hours');
  await call(routes, campaigns.reschedule, caller, {
    campaignId: moved,
    scheduleTimestamp: Math.floor(Date.now() / 1000) + 3600,
  });
  await withholdScheduled(database, messenger);
  expect(await statusOf(moved)).toBe('WAITING_APPROVAL');
});

test('a campaign that was launched goes on', async () => {
  const { caller, campaign } = await addOwner();
  const id = await campaign('PAUSED', '-2 hours');
  await db.query('update campaign set units_held = 10000, started_at = now() where id = $1', [id]);
  await flag(caller.clientId);
  expect(await call(routes, campaigns.resume, caller, { campaignId: id })).toMatchObject({
    status: 'RUNNING',
  });
});

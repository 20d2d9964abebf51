import { Readable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  addRoute,
  addSender,
  call,
  messenger,
  startTasks,
} from '../../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../../test/harness/campaigns.ts';
import { withinOneHour } from '../../../../../test/harness/clock.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { sms } from '../../../../contract/api/campaign-sending.ts';
import { newId } from '../../../infra/ids.ts';
import { openPageTokens } from '../../../infra/database/pages.ts';
import { campaignRoutes } from '../campaigns.api.ts';
import { aggregate } from '../progress/aggregate.jobs.ts';
import { startDue } from './schedule.jobs.ts';

// Changes that meet a campaign between its creation and its first message.
const db = await createTestDatabase();
const database = open(db, 'tuma_portal', 12);
const rootId = await addClient(database, { parentId: null });
await addRoute(database);
const routes = campaignRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)), messenger });

/** A client with a sender ID, and campaigns of it whose time came `secondsAgo`. */
async function addOwner(): Promise<{
  caller: Caller;
  schedule(secondsAgo: number, units?: bigint): Promise<string>;
}> {
  const clientId = await addClient(database, { parentId: rootId, units: 1_000_000n });
  const sender = `S${clientId.slice(-8)}`;
  await addSender(database, clientId, sender);
  const [{ path }] = (await db.query('select path from client where id = $1', [clientId])) as [
    { path: string },
  ];
  return {
    caller: { clientId, accessLevel: 'COMPANY', path },
    async schedule(secondsAgo, units = 10_000n) {
      const id = newId();
      await db.query(
        `insert into campaign (id, client_id, campaign_name, sender_id, sender, text, source, country, status, prepared_at, summary, total, segments, scheduled_at)
         select $1, $2, 'Test', id, sender, 'Hello', 'FILE', 'KE', 'SCHEDULED', now(), jsonb_build_object('units', $3::text), 1, 1, now() - $4 * interval '1 second'
         from sender where client_id = $2`,
        [id, clientId, String(units), secondsAgo],
      );
      await db.query(
        `insert into recipient (campaign_id, row_no, client_id, destination, segments, units, country) values ($1, 1, $2, '254711000001', 1, $3, 'KE')`,
        [id, clientId, units],
      );
      return id;
    },
  };
}
const standing = async (id: string) =>
  (await db.query('select status, reason from campaign where id = $1', [id]))[0];

test('a campaign that fails at its start delays no other', async () => {
  const owner = await addOwner();
  const [broken, next] = [await owner.schedule(2, 0n), await owner.schedule(1)];
  await expect(startDue(database)).rejects.toThrow(broken);
  expect([await standing(broken), await standing(next)]).toEqual([
    { status: 'SCHEDULED', reason: null },
    { status: 'QUEUED', reason: null },
  ]);
  await db.query(`update campaign set status = 'CANCELLED' where id = $1`, [broken]);
});

test('a sender ID blocked meanwhile sends nothing', async () => {
  const owner = await addOwner();
  const id = await owner.schedule(1);
  await db.query(`update sender set status = 'INACTIVE' where client_id = $1`, [
    owner.caller.clientId,
  ]);
  await startDue(database);
  expect(await standing(id)).toEqual({ status: 'FAILED', reason: 'SENDER_NOT_READY' });
});

test("a blocked client's campaigns neither start nor expand, and do both when it is unblocked", async () => {
  const owner = await addOwner();
  const [due, later] = [await owner.schedule(1), await owner.schedule(-3600)];
  const block = (status: string) =>
    db.query('update client set client_status = $2 where id = $1', [owner.caller.clientId, status]);
  await startDue(database);
  await db.query(`update campaign set scheduled_at = now() where id = $1`, [later]);
  await block('BLOCKED');
  await startDue(database);
  const runner = startTasks(database);
  afterAll(() => runner.stop());
  runner.wake();
  await vi.waitFor(
    async () =>
      expect(
        await db.query(
          `select from task where kind = 'expandCampaign' and client_id = $1 and not_before > now()`,
          [owner.caller.clientId],
        ),
      ).toHaveLength(1),
    { timeout: 180_000 },
  );
  expect([await standing(due), await standing(later)]).toEqual([
    { status: 'QUEUED', reason: null },
    { status: 'SCHEDULED', reason: null },
  ]);
  expect(await db.query('select from chunk where client_id = $1', [owner.caller.clientId])).toEqual(
    [],
  );
  await block('ACTIVE');
  await startDue(database);
  await db.query(`update task set not_before = now() where client_id = $1`, [
    owner.caller.clientId,
  ]);
  runner.wake();
  await vi.waitFor(
    async () =>
      expect(
        await db.query('select from chunk where client_id = $1', [owner.caller.clientId]),
      ).toHaveLength(2),
    { timeout: 180_000 },
  );
});

test('a campaign cancelled during preparation has no recipients', async () => {
  const { caller } = await addOwner();
  const [{ sender }] = (await db.query('select sender from sender where client_id = $1', [
    caller.clientId,
  ])) as [{ sender: string }];
  const file = `phone\n${Array.from({ length: 20_000 }, (_, n) => `07${String(10_000_000 + n)}`).join('\n')}\n`;
  const { uploadId } = await call(
    routes,
    sms.fromFileStep1,
    caller,
    {},
    { file: { fileName: 'list.csv', stream: Readable.from([Buffer.from(file)]) } },
  );
  const { campaignId } = await call(routes, sms.fromFileStep2, caller, {
    uploadId,
    phoneColumn: 'phone',
    campaignName: 'Test',
    senderId: sender,
    text: 'Hello',
  });
  const runner = startTasks(database);
  afterAll(() => runner.stop());
  runner.wake();
  await vi.waitFor(
    async () =>
      expect(
        await db.query('select from campaign where id = $1 and prepare_row > 0', [campaignId]),
      ).toHaveLength(1),
    { timeout: 180_000, interval: 5 },
  );
  await call(routes, sms.cancelCampaign, caller, { campaignId });
  const { status, counts } = await call(routes, campaigns.get, caller, { campaignId });
  expect({ status, ...counts }).toMatchObject({
    status: 'CANCELLED',
    queued: 0,
    submitted: 0,
    cancelled: 0,
  });
});

describe('a client with a daily limit', () => {
  beforeEach(() => withinOneHour(30));
  const limited = async (limit: number) => {
    const owner = await addOwner();
    await db.query('update client set daily_limit_messages = $2 where id = $1', [
      owner.caller.clientId,
      limit,
    ]);
    const draft = async () => {
      const id = await owner.schedule(0);
      await db.query(
        `update campaign set status = 'PENDING', scheduled_at = null, summary = $2 where id = $1`,
        [
          id,
          JSON.stringify({
            units: '10000',
            rows: 1,
            valid: 1,
            segments: 1,
            gsm: 1,
            ucs2: 0,
            refused: {},
            regions: {},
          }),
        ],
      );
      return id;
    };
    return {
      ...owner,
      draft,
      send: async (campaignId: string) =>
        call(routes, sms.sendCampaign, owner.caller, { campaignId }),
    };
  };
  const overLimit = {
    status: 422,
    code: 'DAILY_LIMIT',
    values: { limit: 2, used: 2, wanted: 1, left: 0 },
  };

  test('sends up to it, and reports limit, use and rest beyond it, until the next day', async () => {
    const { caller, draft, send } = await limited(2);
    const [first, second, third] = [await draft(), await draft(), await draft()];
    await send(first);
    await send(second);
    await expect(send(third)).rejects.toMatchObject(overLimit);
    expect(await standing(third)).toEqual({ status: 'PENDING', reason: null });
    const { summary } = await call(routes, sms.fromFilePreview, caller, { campaignId: third });
    expect(summary.dailyLimit).toEqual({ limit: 2, used: 2 });

    // Made, folded, and then of the day before: each message counts once, and no longer than its day.
    const runner = startTasks(database);
    afterAll(() => runner.stop());
    runner.wake();
    await vi.waitFor(
      async () =>
        expect(
          await db.query('select from message where client_id = $1', [caller.clientId]),
        ).toHaveLength(2),
      { timeout: 180_000 },
    );
    await expect(send(third)).rejects.toMatchObject(overLimit);
    await aggregate(database);
    await expect(send(third)).rejects.toMatchObject(overLimit);
    await db.query(`update rollup_hour set hour = hour - interval '1 day' where client_id = $1`, [
      caller.clientId,
    ]);
    expect(await send(third)).toMatchObject({ status: 'QUEUED' });
  });

  test('two concurrent campaigns never share the remaining limit', async () => {
    const { draft, send } = await limited(1);
    const ids = await Promise.all([draft(), draft(), draft(), draft()]);
    const ends = await Promise.allSettled(ids.map(send));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      (await Promise.all(ids.map(standing)))
        .map((each) => (each as { status: string }).status)
        .sort(),
    ).toEqual(['PENDING', 'PENDING', 'PENDING', 'QUEUED']);
  });

  test('a scheduled campaign beyond it waits for its owner, who may resume it later', async () => {
    const { caller, schedule } = await limited(0);
    const id = await schedule(1);
    await startDue(database, messenger);
    expect(await standing(id)).toEqual({ status: 'PAUSED', reason: 'DAILY_LIMIT' });
    await expect(call(routes, campaigns.resume, caller, { campaignId: id })).rejects.toMatchObject({
      code: 'DAILY_LIMIT',
    });
    await db.query('update client set daily_limit_messages = 1 where id = $1', [caller.clientId]);
    expect(await call(routes, campaigns.resume, caller, { campaignId: id })).toMatchObject({
      status: 'QUEUED',
    });
  });
});

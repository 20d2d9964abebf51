import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import {
  addRoute,
  addSender,
  call,
  messenger,
  startTasks,
} from '../../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../../test/harness/campaigns.ts';
import {
  answerWith,
  claimSome,
  receiptsFor,
  takeOver,
} from '../../../../../test/harness/carrier.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { sms } from '../../../../contract/api/campaign-sending.ts';
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { Part } from '../../../core/dispatch/types.ts';
import { newId } from '../../../infra/ids.ts';
import { getBalances } from '../../../core/ledger/ledger.ts';
import { checkLedger } from '../../../core/ledger/verify-ledger.ts';
import { openPageTokens } from '../../../infra/database/pages.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { campaignRoutes } from '../campaigns.api.ts';
import { aggregate, dropEnded } from '../progress/aggregate.jobs.ts';

// Campaigns of three steps, a carrier that takes what it gets, and interruptions at any moment.
const ROWS = 11_000;
const UNITS = BigInt(ROWS) * 10_000n;

const db = await createTestDatabase();
const database = open(db, 'tuma_portal', 12);
const rootId = await addClient(database, { parentId: null });
await addRoute(database);
const lease = await takeOver(database, 1);
const clientId = await addClient(database, { parentId: rootId, units: UNITS * 100n });
await addSender(database, clientId, 'SHOP');
const client: Caller = { clientId, accessLevel: 'COMPANY', path: '1.2.' };
const routes = campaignRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)), messenger });
let runner = startTasks(database);
afterAll(() => runner.stop());
const system = <T>(work: Parameters<typeof database.run<T>>[1]) =>
  database.run(systemScope(), work);

const file = `phone\n${Array.from({ length: ROWS }, (_, n) => `07${String(10_000_000 + n)}`).join('\n')}\n`;
const prepared = await prepare();

async function prepare(interrupt?: () => Promise<void>): Promise<string> {
  const { uploadId } = await call(
    routes,
    sms.fromFileStep1,
    client,
    {},
    { file: { fileName: 'list.csv', stream: Readable.from([Buffer.from(file)]) } },
  );
  const { campaignId } = await call(routes, sms.fromFileStep2, client, {
    uploadId,
    phoneColumn: 'phone',
    campaignName: 'Test',
    senderId: 'SHOP',
    text: 'Hello',
  });
  await interrupt?.();
  await vi.waitFor(
    async () => {
      runner.wake();
      expect(
        await db.query('select from campaign where id = $1 and prepared_at is not null', [
          campaignId,
        ]),
      ).toHaveLength(1);
    },
    { timeout: 180_000, interval: 20 },
  );
  return campaignId;
}

/** The same campaign again, ready to be sent. */
async function copy(): Promise<string> {
  const id = newId();
  await db.query(
    `insert into campaign (id, client_id, campaign_name, sender_id, sender, text, source, country, status, prepared_at, summary, total, segments)
     select $1, client_id, campaign_name, sender_id, sender, text, source, country, 'PENDING', now(), summary, total, segments from campaign where id = $2`,
    [id, prepared],
  );
  await db.query(
    `insert into recipient (campaign_id, row_no, client_id, destination, segments, units, country, network)
     select $1, row_no, client_id, destination, segments, units, country, network from recipient where campaign_id = $2`,
    [id, prepared],
  );
  return id;
}

const send = async (campaignId: string) => {
  await call(routes, sms.sendCampaign, client, { campaignId });
  runner.wake();
};
const get = (campaignId: string) => call(routes, campaigns.get, client, { campaignId });

/** A carrier that accepts until it is stopped; returns the messages that it accepted. */
function startCarrier(): () => Promise<Part[]> {
  let going = true;
  const taken: Part[] = [];
  const work = (async () => {
    while (going) {
      const parts = await claimSome(database, lease, [1], 400);
      await answerWith(
        database,
        lease,
        parts.map((part) => ({ part, outcome: 'accepted' as const, carrierId: part.messageId })),
      );
      taken.push(...parts);
      if (parts.length === 0) await sleep(5);
    }
  })();
  return async () => {
    going = false;
    await work;
    return taken;
  };
}

async function foldAll(): Promise<void> {
  await dropEnded(database);
  await aggregate(database);
  expect(await system(checkLedger)).toMatchObject({ ok: true, unfolded: '0' });
}

test.each([0, 20, 60, 120, 250])(
  'cancelled after %d ms, captured and released units are the whole',
  async (milliseconds) => {
    const before = await system((tx) => getBalances(tx, clientId));
    const campaignId = await copy();
    const stopCarrier = startCarrier();
    await send(campaignId);
    await sleep(milliseconds);
    await call(routes, sms.cancelCampaign, client, { campaignId });
    await dropEnded(database);
    await sleep(30);
    const taken = (await stopCarrier()).filter((part) => part.campaignId === campaignId);
    await foldAll();
    const campaign = await get(campaignId);
    expect(campaign).toMatchObject({
      status: 'CANCELLED',
      counts: { queued: 0, submitted: taken.length, cancelled: ROWS - taken.length },
      unitsCharged: taken.length,
    });
    expect(new Set(taken.map((part) => part.destination)).size).toBe(taken.length);
    const after = await system((tx) => getBalances(tx, clientId));
    expect(after).toEqual({
      ...before,
      available: before.available - BigInt(taken.length) * 10_000n,
    });
    const rows = await db.query<{ status: number; n: bigint }>(
      'select status, count(*)::int as n from message where campaign_id = $1 group by status',
      [campaignId],
    );
    expect(rows.filter((row) => row.status === MESSAGE_STATUS.QUEUED).map((row) => row.n)).toEqual(
      taken.length > 0 ? [taken.length] : [],
    );
  },
);

test('paused and resumed repeatedly, each recipient gets one message', async () => {
  const campaignId = await copy();
  const stopCarrier = startCarrier();
  await send(campaignId);
  for (let time = 0; time < 6; time++) {
    await sleep(30);
    await call(routes, campaigns.pause, client, { campaignId });
    const { status } = await get(campaignId);
    expect(status).toBe('PAUSED');
    await call(routes, campaigns.resume, client, { campaignId });
    runner.wake();
  }
  await vi.waitFor(
    async () => {
      runner.wake();
      await aggregate(database);
      expect((await get(campaignId)).status).toBe('COMPLETED');
    },
    { timeout: 180_000, interval: 50 },
  );
  const taken = (await stopCarrier()).filter((part) => part.campaignId === campaignId);
  expect(taken).toHaveLength(ROWS);
  expect(new Set(taken.map((part) => part.destination)).size).toBe(ROWS);
  await foldAll();
  expect(await get(campaignId)).toMatchObject({
    unitsCharged: ROWS,
    counts: { queued: 0, submitted: ROWS },
  });

  // Receipts go on moving the counts after the end.
  await receiptsFor(
    database,
    taken.map((part, n) => ({
      carrierId: part.messageId,
      status: n % 10 === 0 ? MESSAGE_STATUS.UNDELIVERABLE : MESSAGE_STATUS.DELIVERED,
      carrierStatus: 'X',
      errorCode: null,
      destination: part.destination,
    })),
  );
  await foldAll();
  expect(await get(campaignId)).toMatchObject({
    status: 'COMPLETED',
    counts: { submitted: 0, delivered: ROWS * 0.9, undeliverable: ROWS / 10 },
  });
  const [hour] = await db.query(
    `select sum(messages)::int as messages, sum(delivered)::int as delivered from rollup_hour where client_id = $1`,
    [clientId],
  );
  expect(hour!['delivered']).toBe(ROWS * 0.9);
});

test('a worker that dies in the middle loses no row and duplicates none', async () => {
  const restart = async () => {
    for (let time = 0; time < 4; time++) {
      await sleep(40);
      await runner.stop();
      runner = startTasks(database);
    }
  };
  const campaignId = await prepare(restart);
  const [rows] = await db.query(
    `select count(*)::int as n, count(distinct destination)::int as numbers from recipient where campaign_id = $1`,
    [campaignId],
  );
  expect(rows).toEqual({ n: ROWS, numbers: ROWS });
  await send(campaignId);
  await restart();
  await vi.waitFor(
    async () => {
      runner.wake();
      expect(
        await db.query('select from campaign where id = $1 and expanded_at is not null', [
          campaignId,
        ]),
      ).toHaveLength(1);
    },
    { timeout: 180_000, interval: 20 },
  );
  const [messages] = await db.query(
    `select count(*)::int as n, count(distinct destination)::int as numbers from message where campaign_id = $1`,
    [campaignId],
  );
  expect(messages).toEqual({ n: ROWS, numbers: ROWS });
  expect(
    await db.query(`select sum(size - pos)::int as n from chunk where campaign_id = $1`, [
      campaignId,
    ]),
  ).toEqual([{ n: ROWS }]);
});

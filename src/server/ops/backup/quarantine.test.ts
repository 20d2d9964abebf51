import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addRoute,
  addSender,
  call,
  messenger,
  startTasks,
} from '../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../test/harness/campaigns.ts';
import { claimSome, takeOver } from '../../../../test/harness/carrier.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { enqueueAll, makeMessage } from '../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { campaigns } from '../../../contract/api/campaigns.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { restorations } from '../../../contract/api/quarantine.ts';
import { campaignRoutes } from '../../features/campaigns/campaigns.api.ts';
import {
  aggregate,
  dropEnded,
  sweepDispatch,
} from '../../features/campaigns/progress/aggregate.jobs.ts';
import { startDue } from '../../features/campaigns/send/schedule.jobs.ts';
import { keepSendingHours } from '../../features/campaigns/send/sending-hours.jobs.ts';
import { newId } from '../../infra/ids.ts';
import { hold } from '../../core/ledger/ledger.ts';
import { checkLedger } from '../../core/ledger/verify-ledger.ts';
import { claimOutgoing, addToOutbox, takeForWebhooks } from '../../core/background/outbox.store.ts';
import { openPageTokens } from '../../infra/database/pages.ts';
import { pauseChunks, resumeChunks } from '../../core/dispatch/queue/stop.store.ts';
import { holdUnfinishedWork } from './quarantine.ts';
import { releaseHeld } from './quarantine.jobs.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { quarantineRoutes } from './quarantine.api.ts';

// A database in the midst of its work, as a backup finds it, and what of it goes on after the restore.
const db = await createTestDatabase();
const database = open(db);
const worker = open(db, 'tuma_worker', 2);
const run = <T>(work: Parameters<typeof database.run<T>>[1]) => database.run(systemScope(), work);
const rootId = await addClient(database, { parentId: null });
const owner: Caller = {
  clientId: await addClient(database, { parentId: rootId, units: 10_000_000n }),
  accessLevel: 'COMPANY',
  path: '1.2.',
};
const root: Caller = { clientId: rootId, accessLevel: 'ADMINISTRATOR', path: '1.' };
await addRoute(database);
await addSender(database, owner.clientId, 'RESTORED');
const routes = [
  ...campaignRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)), messenger }),
  ...quarantineRoutes({ database }),
];
const runner = startTasks(database);
afterAll(() => runner.stop());

const [running, scheduled, paused] = [newId(), newId(), newId()];
let inFlight: string[] = [];

async function place(
  id: string,
  status: string,
  more: { held?: bigint; total?: number; scheduleAt?: string } = {},
): Promise<void> {
  await db.query(
    `insert into campaign (id, client_id, campaign_name, sender_id, sender, text, policy, source, country, status, prepared_at, summary, total, expanded, expand_row, segments, scheduled_at, units_held, created_by, started_at, expanded_at)
     select $1, $2, $3, id, sender, 'Hello', 'r', 'FILE', 'KE', $3, now(), '{"units":"10000","rows":1,"valid":1,"segments":1,"gsm":1,"ucs2":0,"refused":{},"regions":{"Kenya":{"country":"KE","messages":1,"segments":1,"units":"10000"}}}',
       $4::int, case when $6::bigint > 0 then $4::int else 0 end, $4::int, 1, $5, $6, $2, case when $6::bigint > 0 then now() end, case when $6::bigint > 0 then now() end
     from sender where client_id = $2`,
    [id, owner.clientId, status, more.total ?? 1, more.scheduleAt ?? null, more.held ?? 0n],
  );
  if (more.held)
    await run((tx) =>
      hold(tx, {
        clientId: owner.clientId,
        units: more.held!,
        campaignId: id,
        idempotencyKey: `campaign:${id}`,
      }),
    );
}
const message = (more: Partial<Parameters<typeof makeMessage>[0]>) =>
  makeMessage({ clientId: owner.clientId, routeId: 1, sender: 'RESTORED', ...more } as never);
const everybodyWorks = async () => {
  for (let turn = 0; turn < 2; turn++)
    for (const work of [aggregate, startDue, keepSendingHours, sweepDispatch, dropEnded])
      await work(database);
};

beforeAll(async () => {
  await place(running, 'RUNNING', { total: 10, held: 100_000n });
  await place(scheduled, 'SCHEDULED', { scheduleAt: new Date(Date.now() - 60_000).toISOString() });
  await place(paused, 'PAUSED', { total: 1, held: 10_000n });
  await enqueueAll(
    database,
    Array.from({ length: 10 }, (_, at) =>
      message({ campaignId: running, destination: String(254_711_000_000 + at), text: null }),
    ),
  );
  const lease = await takeOver(database, 1);
  inFlight = (await claimSome(database, lease, [1], 3)).map(({ messageId }) => messageId);
  await enqueueAll(
    database,
    Array.from({ length: 4 }, (_, at) =>
      message({ campaignId: null, destination: String(254_722_000_000 + at), text: 'Hi' }),
    ),
  );
  await run(async (tx) => {
    await hold(tx, {
      clientId: owner.clientId,
      units: 40_000n,
      campaignId: null,
      idempotencyKey: 'singles',
    });
    await addToOutbox(tx, {
      clientId: owner.clientId,
      kind: 'MAIL',
      target: 'a@b.cd',
      payload: {},
    });
    await addToOutbox(tx, { clientId: owner.clientId, kind: 'WEBHOOK', target: 'x', payload: {} });
    await tx.query(
      `insert into webhook_delivery (webhook_id, client_id, url, host, event_id, event, body, expires_at) values (gen_random_uuid(), $1, 'https://x', 'x', gen_random_uuid(), 'message.delivered', '{}', now() + interval '1 day')`,
      [owner.clientId],
    );
    await tx.query(
      `insert into session (id, client_id, access_hash, access_expires_at) values ($1, $2, 'x', now() + interval '1 hour')`,
      [newId(), owner.clientId],
    );
    await tx.query(
      `insert into payment (id, client_id, purpose, units, amount, currency, provider, phone, step, secret, after_seq, next_query_at) values ($1, $2, 'UNITS', 10000, 1, 'KES', 'MPESA', '254700000000', 'ON_PHONE', 'x', 0, now() + interval '1 hour')`,
      [newId(), owner.clientId],
    );
  });
  await run((tx) =>
    holdUnfinishedWork(tx, {
      file: '/backups/x.tumabackup',
      backupAt: new Date(Date.now() - 3_600_000),
    }),
  );
});

/** Runs the task of the release until it has made so many steps. */
async function step(most: number, end: 'stopRequested' | 'killed') {
  const [task] = await db.query<{ id: string; input: Record<string, unknown> }>(
    `select id, input from task where kind = 'releaseHeldWork' order by id desc limit 1`,
  );
  const progress: number[] = [];
  const outcome = await releaseHeld(worker).run({
    id: task!.id,
    clientId: root.clientId,
    input: task!.input,
    get stopRequested() {
      return end === 'stopRequested' && progress.length >= most;
    },
    advance: async (_tx, at) => {
      if (end === 'killed' && progress.length >= most) throw new Error('killed');
      progress.push(at);
    },
  });
  return { outcome, progress };
}

test('no unfinished work resumes by itself: queue, in-flight messages, schedules, webhooks, mails, sessions', async () => {
  await everybodyWorks();
  const lease = await takeOver(database, 1);
  expect(await claimSome(database, lease, [1], 100)).toEqual([]);
  expect(
    await db.query(
      'select campaign_name as was, status, reason from campaign order by campaign_name',
    ),
  ).toEqual([
    { was: 'PAUSED', status: 'PAUSED', reason: null },
    { was: 'RUNNING', status: 'PAUSED', reason: 'RESTORED' },
    { was: 'SCHEDULED', status: 'SCHEDULED', reason: null },
  ]);
  // Ambiguous and held, although the campaign's policy was to send again.
  expect(
    await db.query('select message_id as id, state from live_part order by message_id'),
  ).toEqual(inFlight.toSorted().map((id) => ({ id, state: 2 })));
  expect(
    await db.query(
      `select count(*)::int as count from message_event where kind = 'AMBIGUOUS' and detail ->> 'reason' = 'the data was restored from a back-up'`,
    ),
  ).toEqual([{ count: 3 }]);
  expect(await run((tx) => takeForWebhooks(tx, 10))).toEqual([]);
  expect(await run((tx) => claimOutgoing(tx, 'MAIL', 10, 60))).toEqual([]);
  expect(
    await db.query(
      `select (select count(*)::int from session where ended_at is null) as sessions, (select count(*)::int from payment where next_query_at <= now()) as asked, (select count(*)::int from webhook_delivery where next_at <= now()) as due`,
    ),
  ).toEqual([{ sessions: 0, asked: 1, due: 0 }]);
});

test('work after the restore starts at once', async () => {
  await enqueueAll(database, [
    message({ campaignId: null, destination: '254733000000', text: 'New' }),
  ]);
  await run((tx) =>
    hold(tx, { clientId: owner.clientId, units: 10_000n, campaignId: null, idempotencyKey: 'new' }),
  );
  const parts = await claimSome(database, await takeOver(database, 1), [1], 100);
  expect(parts.map(({ destination }) => destination)).toEqual(['254733000000']);
});

test('a client that is blocked and let in again gets its new messages on their way, and none that is held', async () => {
  await enqueueAll(database, [
    message({ campaignId: null, destination: '254733000001', text: 'New' }),
  ]);
  await run((tx) =>
    hold(tx, {
      clientId: owner.clientId,
      units: 10_000n,
      campaignId: null,
      idempotencyKey: 'new, blocked',
    }),
  );
  await run((tx) => pauseChunks(tx, { clientId: owner.clientId }));
  await run((tx) => resumeChunks(tx, { clientId: owner.clientId }));
  expect(
    await db.query(
      `select m.destination from chunk k join message m on m.id = any (k.message_ids) where k.campaign_id is null and not k.stopped`,
    ),
  ).toEqual([{ destination: '254733000001' }]);
});

test('held work can be released only by an administrator who saw the list', async () => {
  for (const campaignId of [running, paused])
    await expect(call(routes, campaigns.resume, owner, { campaignId })).rejects.toMatchObject({
      code: 'HELD_BACK',
      status: 409,
    });
  await expect(call(routes, restorations.get, owner, {})).rejects.toThrow('may not');
  const { restoration } = await call(routes, restorations.get, root, {});
  expect(restoration).toMatchObject({
    file: '/backups/x.tumabackup',
    campaignCount: 2,
    campaignMessages: 8,
    singles: 4,
    clients: 1,
    ambiguous: 3,
    webhooks: 2,
    mails: 1,
    others: 0,
    campaigns: [
      { campaignId: running, status: 'PAUSED', messages: 7 },
      { campaignId: scheduled, status: 'SCHEDULED', messages: 1 },
    ],
  });
});

test('released work resumes once; in-flight messages are never submitted again', async () => {
  const { restoration } = await call(routes, restorations.get, root, {});
  expect(
    await call(routes, restorations.release, root, { restorationId: restoration!.restorationId }),
  ).toEqual({ restoration: null });
  await expect(
    call(routes, restorations.release, root, { restorationId: restoration!.restorationId }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  // Stopped after the first step, it holds the rest again.
  expect((await step(1, 'stopRequested')).outcome).toBe('canceled');
  const again = await call(routes, restorations.get, root, {});
  expect(again.restoration).toMatchObject({ singles: 4, webhooks: 2, mails: 1 });
  await call(routes, restorations.release, root, {
    restorationId: again.restoration!.restorationId,
  });
  // Killed in each of its steps, it goes on with what is left.
  for (let steps = 0; steps < 5; steps++)
    await expect(step(steps, 'killed')).rejects.toThrow('killed');
  expect((await step(Infinity, 'killed')).outcome).toHaveProperty('done');
  await everybodyWorks();
  expect(await db.query('select status from campaign where id = $1', [running])).toEqual([
    { status: 'RUNNING' },
  ]);
  expect(
    await db.query(
      // No route leads to its numbers, which it finds out a second or two later.
      `select status in ('QUEUED', 'RUNNING') or (status, reason) = ('FAILED', 'NO_ROUTE') as began from campaign where id = $1`,
      [scheduled],
    ),
  ).toEqual([{ began: true }]);
  const parts = await claimSome(database, await takeOver(database, 1), [1], 100);
  expect(parts.filter(({ campaignId }) => campaignId === running)).toHaveLength(7);
  expect(parts.filter(({ destination }) => destination.startsWith('254722'))).toHaveLength(4);
  expect(parts.filter(({ messageId }) => inFlight.includes(messageId))).toEqual([]);
  expect(await run((tx) => takeForWebhooks(tx, 10))).toHaveLength(1);
  expect(await run((tx) => claimOutgoing(tx, 'MAIL', 10, 60))).toHaveLength(1);
  expect(await call(routes, campaigns.resume, owner, { campaignId: paused })).toMatchObject({
    status: 'RUNNING',
  });
  expect(
    await db.query(
      `select after from audit_entry where action = 'RESTORATION_RELEASED' order by id limit 1`,
    ),
  ).toEqual([
    {
      after: {
        campaignCount: 2,
        campaignMessages: 8,
        singles: 4,
        webhooks: 2,
        mails: 1,
        others: 0,
      },
    },
  ]);
});

test('messages that stay unresolved end with their units released, and the ledger balances', async () => {
  await db.query(
    `update unconfirmed_part set expires_at = now() where message_id = any ($1::uuid[])`,
    [inFlight],
  );
  await everybodyWorks();
  expect(
    await db.query('select distinct status from message where id = any ($1::uuid[])', [inFlight]),
  ).toEqual([{ status: MESSAGE_STATUS.EXPIRED }]);
  expect(await run(checkLedger)).toMatchObject({ ok: true });
});

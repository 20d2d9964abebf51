import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { claimSome, takeOver } from '../../../../../test/harness/carrier.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import {
  addClient,
  addConnector,
  enqueueAll,
  makeMessage,
  until,
} from '../../../../../test/harness/pipeline.ts';
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import {
  adoptNotifications,
  endNotifications,
} from '../../../core/dispatch/events/notifications.ts';
import {
  countHeldNotifications,
  holdNotifications,
  releaseHeldNotifications,
} from '../../../core/dispatch/events/notifications.store.ts';
import type {
  NotificationBatch,
  Notifier,
} from '../../../core/dispatch/events/notifications.store.ts';
import { storedCallback } from '../../../core/dispatch/events/events.ts';
import { storeAnswers } from '../../../core/dispatch/submission/settle.store.ts';
import type { Transaction, Tx } from '../../../infra/database/db.ts';
import { openDatabase } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { Outbound } from '../../../infra/http/outbound.ts';
import { newId } from '../../../infra/ids.ts';
import { DirectReceipts } from './direct-receipts.ts';

const db = await createTestDatabase();
const open = (role: 'tuma_gateway' | 'tuma_worker') =>
  openDatabase({ connectionString: db.url }, role, { max: 4, name: 'receipts', onLost: () => {} });
const database = open('tuma_gateway');
const worker = open('tuma_worker');
const outbound = new Outbound();
const run = <T>(work: (tx: Transaction) => Promise<T>) => database.run(systemScope(), work);
const inWorker = <T>(work: (tx: Tx) => Promise<T>) => worker.run(systemScope(), work);

/** The customer's server: answers each request as `answer` says. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const take: Answer = (_, response) => response.end('ok');
let answer = take;
let came: string[] = [];
const customer = createServer((request, response) => {
  came.push(request.url ?? '');
  answer(request, response);
});
await new Promise<void>((resolve) => {
  customer.listen(0, '127.0.0.1', resolve);
});
const server = `http://127.0.0.1:${(customer.address() as AddressInfo).port}`;

const { connectorId, routeId } = await addConnector(worker, 0, {}, 1);
const clientId = await addClient(worker);
const lease = await takeOver(database, connectorId);
const processes: DirectReceipts[] = [];
const startProcess = () => {
  const log = pino({ level: 'silent' });
  const process = new DirectReceipts({ database, outbound, log, allowPrivate: () => true });
  processes.push(process);
  return process;
};
afterAll(async () => {
  await Promise.all(processes.map((process) => process.stop()));
  await database.close();
  await worker.close();
  outbound.close();
  customer.closeAllConnections();
  customer.close();
});
beforeEach(async () => {
  await db.query('truncate outbox, notification_batch');
  came = [];
  answer = take;
});

let phone = 254_700_000_000;
/** Messages with a Kannel client's callback, on the wire; `mask` is its dlr-mask. */
async function onTheWire(count: number, mask: number) {
  const messages = Array.from({ length: count }, () => {
    const destination = String(phone++);
    const url = `${server}/${destination}?%d`;
    const callback = storedCallback({
      kind: 'URL',
      dialect: 'KANNEL',
      url,
      method: 'GET',
      level: mask,
    });
    return makeMessage({ clientId, routeId, destination, callback });
  });
  await enqueueAll(worker, messages);
  const parts = await claimSome(database, lease, [routeId], count);
  const commit = (
    notifier: Notifier,
    step: 'submitted' | 'delivered' | 'both',
    over: (tx: Transaction) => Transaction = (tx) => tx,
  ) =>
    run(async (own) => {
      const tx = over(own);
      const answers = parts.map((part) => ({
        part,
        outcome: 'accepted' as const,
        carrierId: `c${part.destination}`,
      }));
      const receipts = parts.map(({ destination }) => ({
        carrierId: `c${destination}`,
        status: MESSAGE_STATUS.DELIVERED,
        carrierStatus: 'DELIVRD',
        errorCode: null,
        destination,
        body: null,
      }));
      return (
        await storeAnswers(
          tx,
          1,
          step === 'delivered' ? [] : [{ lease, answers }],
          step === 'submitted' ? [] : receipts,
          { notifier },
        )
      ).notifications;
    });
  /** Commits the delivery of one of them, and lets the process call. */
  const deliverTo = async (process: DirectReceipts, destination: string) => {
    const receipt = {
      carrierId: `c${destination}`,
      status: MESSAGE_STATUS.DELIVERED,
      carrierStatus: 'DELIVRD',
      errorCode: null,
      destination,
    };
    const { notifications } = await run((tx) =>
      storeAnswers(tx, 1, [], [receipt], { notifier: process }),
    );
    process.notify(notifications);
  };
  /** Commits a step, and lets the process call. */
  const notify = async (process: DirectReceipts, step: 'submitted' | 'delivered' | 'both') =>
    process.notify(await commit(process, step));
  return { commit, notify, deliverTo, phones: messages.map(({ destination }) => destination) };
}
const outbox = () =>
  db.query<{ target: string; attempts: number; error: string | null; due: boolean }>(
    `select target, attempts, last_error as error, not_before <= now() as due from outbox order by id`,
  );
const batches = () =>
  db.query<{ size: number }>(`select cardinality(message_ids) as size from notification_batch`);
const allCalled = () => until('all called', async () => (await batches()).length === 0);
const [DELIVERED_ONLY, BOTH] = [3, 31];
/** Kannel's %d: 8 submitted, 1 delivered. */
const called = (destination: string, type: 1 | 8) => `/${destination}?${type}`;

const listOutbox = () =>
  db.query(`select payload -> 'event' ->> 'status' as status, attempts from outbox order by id`);

test('the receipts of a commit reach the customer at once and leave nothing behind', async () => {
  const { notify, phones } = await onTheWire(40, DELIVERED_ONLY);
  const process = startProcess();
  await notify(process, 'submitted');
  expect(await batches()).toEqual([]);
  await notify(process, 'delivered');
  await allCalled();
  expect(came.toSorted()).toEqual(phones.map((to) => called(to, 1)));
  expect(await outbox()).toEqual([]);
});

test('answers and receipts of messages with callbacks take two round trips, the second with the commit', async () => {
  const { commit } = await onTheWire(3, DELIVERED_ONLY);
  const process = startProcess();
  for (const step of ['submitted', 'delivered'] as const) {
    let [roundTrips, isAnswered] = [0, true];
    const notifications = await commit(process, step, (tx) => ({
      ...tx,
      async query(...statement: Parameters<typeof tx.query>) {
        if (isAnswered) roundTrips++;
        isAnswered = false;
        const result = await tx.query<never>(...statement);
        isAnswered = true;
        return result;
      },
    }));
    expect([step, roundTrips]).toEqual([step, 2]);
    process.notify(notifications);
  }
  await allCalled();
});

test('the receipts of one message arrive in their order, whatever their calls take', async () => {
  const { notify, phones } = await onTheWire(1, BOTH);
  const process = startProcess();
  let first: ServerResponse | undefined;
  answer = (_, response) => {
    first = response;
  };
  await notify(process, 'submitted');
  await until('the first call', () => first !== undefined);
  answer = take;
  await notify(process, 'delivered');
  expect(came).toEqual([called(phones[0]!, 8)]);
  first!.end('ok');
  await allCalled();
  expect(came).toEqual([called(phones[0]!, 8), called(phones[0]!, 1)]);
  expect(await outbox()).toEqual([]);
});

test('a call that fails goes to the outbox as tried once, and the next receipt goes behind it', async () => {
  const { notify, phones } = await onTheWire(1, BOTH);
  const process = startProcess();
  answer = (_, response) => response.writeHead(500).end();
  await notify(process, 'submitted');
  await allCalled();
  answer = take;
  await notify(process, 'delivered');
  await allCalled();
  expect(came).toEqual([called(phones[0]!, 8)]);
  expect(await outbox()).toMatchObject([
    { attempts: 1, error: 'HTTP 500', due: false },
    { attempts: 0, error: null, due: false },
  ]);
});

test('a receipt stays behind one that failed, also while other calls of that one have not ended', async () => {
  const { notify, deliverTo, phones } = await onTheWire(2, BOTH);
  const process = startProcess();
  let slow: ServerResponse | undefined;
  answer = ({ url }, response) => {
    if (url!.startsWith(`/${phones[0]!}`)) response.writeHead(500).end();
    else slow = response;
  };
  await notify(process, 'submitted');
  await until('both calls', () => came.length === 2 && slow !== undefined);
  await deliverTo(process, phones[0]!);
  await sleep(200);
  slow!.end('ok');
  await allCalled();
  expect(await listOutbox()).toEqual([
    { status: 'SUBMITTED', attempts: 1 },
    { status: 'DELIVERED', attempts: 0 },
  ]);
});

test('both receipts of one commit go to the outbox in their order where the first failed', async () => {
  const { notify } = await onTheWire(1, BOTH);
  answer = (_, response) => response.writeHead(500).end();
  await notify(startProcess(), 'both');
  await allCalled();
  expect(await listOutbox()).toEqual([
    { status: 'SUBMITTED', attempts: 1 },
    { status: 'DELIVERED', attempts: 0 },
  ]);
});

test('a host whose call failed is left to the outbox for a while; others are not', async () => {
  const failing = await onTheWire(1, DELIVERED_ONLY);
  const process = startProcess();
  answer = (_, response) => response.writeHead(503).end();
  await failing.notify(process, 'submitted');
  await failing.notify(process, 'delivered');
  await allCalled();
  expect(process.takes(`${server}/other`, newId())).toBe(false);
  expect(process.takes('http://elsewhere.example/', newId())).toBe(true);
  const next = await onTheWire(1, DELIVERED_ONLY);
  await next.notify(process, 'submitted');
  await next.notify(process, 'delivered');
  expect(await batches()).toEqual([]);
  expect(await outbox()).toMatchObject([{ attempts: 1 }, { attempts: 0, due: true }]);
});

test('receipts of a process that died go to the outbox once, after their time', async () => {
  const { commit, phones } = await onTheWire(3, BOTH);
  const dead = { owner: newId(), takes: () => true, takeEnded: () => [] };
  await commit(dead, 'submitted');
  const [left] = await commit(dead, 'delivered');
  expect(await inWorker((tx) => adoptNotifications(tx, 10))).toBe(0);
  await db.query(`update notification_batch set at = at - interval '61 seconds'`);
  expect(await inWorker((tx) => adoptNotifications(tx, 10))).toBe(2);
  expect(await inWorker((tx) => adoptNotifications(tx, 10))).toBe(0);
  // The process was only stopped, and ends late.
  await run((tx) => endNotifications(tx, [{ id: left!.id, failed: [] }]));
  const rows = await db.query<{ to: string; status: string; carrierId: string; cid: string }>(
    `select payload -> 'event' ->> 'to' as to, payload -> 'event' ->> 'status' as status, payload -> 'event' ->> 'carrierId' as "carrierId",
       payload -> 'event' ->> 'connectorCid' as cid from outbox where kind = 'RECEIPT_URL' order by id`,
  );
  const of = (status: string) =>
    phones.map((to) => ({ to, status, carrierId: `c${to}`, cid: 'carrier-0' }));
  expect(rows).toEqual([of('SUBMITTED'), of('DELIVERED')].flat());
});

test('receipts of a process that died keep their order wherever their rows lie', async () => {
  const { commit } = await onTheWire(1, BOTH);
  const dead = { owner: newId(), takes: () => true, takeEnded: () => [] };
  await commit(dead, 'submitted');
  await commit(dead, 'delivered');
  const [first] = await db.query<{ id: string; owner: string; ids: string[]; statuses: number[] }>(
    `delete from notification_batch where id = (select min(id) from notification_batch) returning id, owner, message_ids as ids, statuses`,
  );
  await db.query(
    `insert into notification_batch (id, owner, message_ids, statuses) values ($1, $2, $3, $4)`,
    [first!.id, first!.owner, first!.ids, first!.statuses],
  );
  await db.query(`update notification_batch set at = at - interval '61 seconds'`);
  expect(await inWorker((tx) => adoptNotifications(tx, 10))).toBe(2);
  expect(
    await db.query(`select payload -> 'event' ->> 'status' as status from outbox order by id`),
  ).toEqual([{ status: 'SUBMITTED' }, { status: 'DELIVERED' }]);
});

test('a receipt waits while another process may still be calling with the one before', async () => {
  const { commit } = await onTheWire(2, BOTH);
  await commit({ owner: newId(), takes: () => true, takeEnded: () => [] }, 'submitted');
  const process = startProcess();
  expect(await commit(process, 'delivered')).toEqual([]);
  expect(await outbox()).toMatchObject([
    { attempts: 0, due: false },
    { attempts: 0, due: false },
  ]);
});

test('a receipt waits for the one before even where its host counts as slow meanwhile', async () => {
  const { notify, phones } = await onTheWire(1, BOTH);
  const other = await onTheWire(1, DELIVERED_ONLY);
  const process = startProcess();
  let first: ServerResponse | undefined;
  answer = (_, response) => {
    first = response;
  };
  await notify(process, 'submitted');
  await until('the first call', () => first !== undefined);
  answer = (_, response) => response.writeHead(500).end();
  await other.notify(process, 'submitted');
  await other.notify(process, 'delivered');
  await until('the failed call', async () => (await batches()).length === 1);
  answer = take;
  await notify(process, 'delivered');
  first!.end('ok');
  await allCalled();
  expect(came.filter((path) => path.startsWith(`/${phones[0]!}`))).toEqual([
    called(phones[0]!, 8),
    called(phones[0]!, 1),
  ]);
});

test('a receipt goes to the outbox behind one of its message that waits there', async () => {
  const { commit } = await onTheWire(1, BOTH);
  await commit({ owner: newId(), takes: () => false, takeEnded: () => [] }, 'submitted');
  const process = startProcess();
  expect(await commit(process, 'delivered')).toEqual([]);
  expect(await outbox()).toMatchObject([{ due: true }, { due: true }]);
});

test('a process that stops ends its calls, and gives back those it has not begun', async () => {
  const { notify } = await onTheWire(40, DELIVERED_ONLY);
  const process = startProcess();
  const open: ServerResponse[] = [];
  answer = (_, response) => open.push(response);
  await notify(process, 'submitted');
  await notify(process, 'delivered');
  await until('as many calls as a host gets', () => open.length === 32);
  const stopped = process.stop();
  for (const response of open) response.end('ok');
  await stopped;
  expect(came).toHaveLength(32);
  expect(await outbox()).toMatchObject(Array.from({ length: 8 }, () => ({ attempts: 0 })));
  expect(await batches()).toEqual([]);
  expect(process.takes(server, newId())).toBe(false);
});

test('a restore holds what may have been called since the backup, until it is released', async () => {
  const { commit } = await onTheWire(3, DELIVERED_ONLY);
  const gone = { owner: newId(), takes: () => true, takeEnded: () => [] };
  await commit(gone, 'submitted');
  const left: readonly NotificationBatch[] = await commit(gone, 'delivered');
  expect(left).toHaveLength(1);
  await inWorker(holdNotifications);
  await db.query(`update notification_batch set at = at - interval '61 seconds'`);
  await inWorker(holdNotifications);
  expect(await inWorker(countHeldNotifications)).toBe(3);
  expect(await inWorker((tx) => adoptNotifications(tx, 10))).toBe(0);
  await inWorker((tx) => releaseHeldNotifications(tx, 0n, 1000));
  expect(await inWorker((tx) => adoptNotifications(tx, 10))).toBe(1);
  expect(await outbox()).toHaveLength(3);
});

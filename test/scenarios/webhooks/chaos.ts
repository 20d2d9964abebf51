// Webhooks told to a server that fails half the time, by workers that are killed.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import { publish } from '../../../src/server/core/dispatch/events/notifications.ts';
import type { EventFacts } from '../../../src/server/core/dispatch/events/events.ts';
import { newId } from '../../../src/server/infra/ids.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { newSecret } from '../../../src/server/features/webhooks/secrets.ts';
import { insertWebhook } from '../../../src/server/features/webhooks/webhooks.store.ts';
import { addClient, testKey } from '../../harness/pipeline.ts';
import { endProcess } from '../../harness/processes/processes.ts';
import { startReceiver, verify } from './scenario.ts';
import type { Arrival, Manner } from './scenario.ts';

export type ChaosResult = {
  events: number;
  arrivals: number;
  kills: number;
  /**
   * Events that the server never took, that were given up, arrivals that were not signed well, and events of
   * a message that came before an earlier one was taken.
   */
  missing: number;
  givenUp: number;
  badSignatures: number;
  outOfOrder: number;
  seconds: number;
};

/**
 * Tells `messages` messages of two clients, two steps each, one client's with callbacks besides, while two workers are
 * killed `kills` times; gives up after `patienceSeconds` with what is left.
 */
export async function webhookChaos({
  databaseUrl,
  messages,
  kills,
  random,
  patienceSeconds,
  say,
}: {
  databaseUrl: string;
  messages: number;
  kills: number;
  random: () => number;
  patienceSeconds: number;
  say(line: string): void;
}): Promise<ChaosResult> {
  const began = Date.now();
  const database = openDatabase({ connectionString: databaseUrl }, 'tuma_portal', {
    max: 4,
    name: 'chaos',
    onLost: () => {},
  });
  const manner: Manner = () => {
    const draw = random();
    if (draw < 0.5) return 200;
    if (draw < 0.68) return 500;
    if (draw < 0.78) return 'cut';
    if (draw < 0.86) return 'hang';
    if (draw < 0.94) return { status: 200, afterMilliseconds: 800 }; // after its time
    return { status: 200, afterMilliseconds: 100 };
  };
  const receivers = [await startReceiver(manner), await startReceiver(manner)];
  const secrets = new Map<string, string>();
  const clients = await Promise.all(
    receivers.map(async ({ url }, at) => {
      const clientId = await addClient(database);
      for (const address of [url, ...(at === 0 ? [null] : [])]) {
        const id = newId();
        const { secret, sealed } = newSecret(testKey, id);
        secrets.set(address === null ? `${receivers[0]!.host}/own` : url, secret);
        await database.run(systemScope(), (tx) =>
          insertWebhook(tx, {
            id,
            clientId,
            url: address,
            description: '',
            events: ['message.submitted', 'message.delivered'],
            secret: sealed,
          }),
        );
      }
      return clientId;
    }),
  );

  const workers: ChildProcess[] = [];
  const start = async (slot: number) => {
    const child = fork(fileURLToPath(new URL('./process.ts', import.meta.url)), [databaseUrl], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    workers[slot] = child;
    await new Promise<void>((resolve) => {
      child.once('message', () => resolve());
      child.once('exit', () => resolve());
    });
  };
  await Promise.all([start(0), start(1)]);

  const wait = (milliseconds: number) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds));
  const told = Array.from({ length: messages }, (_, at) => ({
    messageId: newId(),
    clientId: clients[at % 2]!,
    callback: at % 4 === 0 ? { kind: 'WEBHOOK' as const, url: `${receivers[0]!.host}/own` } : null,
  }));
  const news = (message: (typeof told)[0], status: 'SUBMITTED' | 'DELIVERED'): EventFacts => ({
    ...message,
    status,
    clientReference: null,
    from: 'TUMA',
    to: '254700000001',
    errorCode: null,
    carrierStatus: null,
    connectorCid: null,
    carrierId: null,
    segments: 1,
    submittedAt: new Date().toISOString(),
    doneAt: null,
    subscribed: true,
  });
  let feeding = true;
  const feed = (async () => {
    // Steps in batches as a gateway commits them; the second of a message soon after the first, or much later.
    const later: typeof told = [];
    for (let at = 0; at < told.length;) {
      const batch = told.slice(at, (at += 1 + Math.floor(random() * 20)));
      await database.run(systemScope(), (tx) =>
        publish(
          tx,
          batch.map((message) => news(message, 'SUBMITTED')),
        ),
      );
      later.push(...batch);
      const now = later.splice(0, Math.floor(random() * later.length));
      if (now.length > 0)
        await database.run(systemScope(), (tx) =>
          publish(
            tx,
            now.map((message) => news(message, 'DELIVERED')),
          ),
        );
      await wait(random() * 30);
    }
    if (later.length > 0)
      await database.run(systemScope(), (tx) =>
        publish(
          tx,
          later.map((message) => news(message, 'DELIVERED')),
        ),
      );
    feeding = false;
  })();

  let killed = 0;
  const pending = async () =>
    Number(
      (
        await database.run(systemScope(), (tx) =>
          tx.query<{ open: bigint }>(
            `select (select count(*) from webhook_delivery where status = 'PENDING') + (select count(*) from outbox where done_at is null) as open`,
          ),
        )
      ).rows[0]!.open,
    );
  while (killed < kills) {
    await wait(100 + random() * 900);
    const slot = Math.floor(random() * 2);
    await endProcess(workers[slot]!, 'SIGKILL');
    killed++;
    await start(slot);
    if (killed % 10 === 0)
      say(
        `${killed} kills, ${receivers.reduce((sum, { arrivals }) => sum + arrivals.length, 0)} requests`,
      );
  }
  await feed;
  for (
    const deadline = Date.now() + patienceSeconds * 1000;
    Date.now() < deadline && (feeding || (await pending()) > 0);
  )
    await wait(200);
  const { rows } = await database.run(systemScope(), (tx) =>
    tx.query<{ eventId: string; url: string; status: string }>(
      `select event_id as "eventId", url, status from webhook_delivery`,
    ),
  );
  await Promise.all(workers.map((worker) => endProcess(worker, 'SIGKILL')));
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  await database.close();

  const arrivals = receivers.flatMap(({ host, arrivals: each }) =>
    each.map((arrival) => ({ ...arrival, url: `${host}${arrival.path}` })),
  );
  const expected = 2 * (messages + told.filter(({ callback }) => callback !== null).length);
  const takenAt = (of: Arrival & { url: string }) =>
    `${of.url} ${String(of.headers['tuma-event-id'])}`;
  const taken = new Set(arrivals.filter(({ answered }) => answered === 200).map(takenAt));
  return {
    events: expected,
    arrivals: arrivals.length,
    kills: killed,
    missing: expected - rows.filter(({ eventId, url }) => taken.has(`${url} ${eventId}`)).length,
    givenUp: rows.filter(({ status }) => status !== 'DELIVERED').length,
    badSignatures: arrivals.filter(
      ({ url, headers, body, at }) =>
        !verify(String(headers['tuma-signature']), secrets.get(url) ?? '', body, at),
    ).length,
    outOfOrder: countOutOfOrder(arrivals),
    seconds: Math.round((Date.now() - began) / 100) / 10,
  };
}

/** Second steps that came before the first had been taken, and first steps that came after a second. */
function countOutOfOrder(arrivals: readonly (Arrival & { url: string })[]): number {
  const seen = new Map<string, { first: boolean; second: boolean }>();
  let wrong = 0;
  for (const { url, body, answered } of arrivals.toSorted((a, b) => a.at - b.at)) {
    const { type, data } = JSON.parse(body) as { type: string; data: { messageId: string } };
    const key = `${url} ${data.messageId}`;
    const state = seen.get(key) ?? { first: false, second: false };
    seen.set(key, state);
    if (type === 'message.submitted') {
      if (state.second) wrong++;
      state.first ||= answered === 200;
    } else {
      if (!state.first) wrong++;
      state.second = true;
    }
  }
  return wrong;
}

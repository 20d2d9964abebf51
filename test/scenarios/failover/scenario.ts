// Campaigns and single messages while the database's primary is killed again and again, and what came of each message.
import { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertApiKey } from '../../../src/server/features/api-keys/api-keys.store.ts';
import { newApiKey } from '../../../src/server/features/api-keys/api-keys.ts';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import type { Database } from '../../../src/server/infra/database/db.ts';
import { publishConfig } from '../../../src/server/core/dispatch/config-version.ts';
import { newId } from '../../../src/server/infra/ids.ts';
import { checkLedger } from '../../../src/server/core/ledger/verify-ledger.ts';
import { SANDBOX_PASSWORD } from '../../../src/server/features/sandbox/accounts.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { startApart } from '../processes-apart/scenario.ts';
import type { Apart } from '../processes-apart/scenario.ts';
import { startCluster } from '../../harness/cluster.ts';
import type { Cluster } from '../../harness/cluster.ts';
import { addConnector, addRoute, testKey } from '../../harness/pipeline.ts';
import { startCarrier } from '../../harness/processes.ts';
import type { CarrierProcess } from '../../harness/processes.ts';
import { freePorts } from '../../harness/product.ts';

export interface FailoverOptions {
  failovers: number;
  binds: number;
  window: number;
  /** Messages a second on each bind. */
  rate: number;
  /** Messages a second that software hands over one by one. */
  single: number;
  tell?: (line: string) => void;
}

export interface FailoverResult {
  failovers: number;
  /** Answered with 200 and not there, or there and with no carrier and nobody says so. */
  acknowledged: number;
  lostAcknowledged: number;
  lost: number;
  /** One key that made two messages, and messages that a phone got twice. */
  doubledByKey: number;
  doubled: number;
  ambiguous: number;
  unexplained: string[];
  /** Seconds from the kill until messages went out again and until a new call was answered with 200. */
  resumedSeconds: number[];
  answeredSeconds: number[];
  /** The answers to callers meanwhile, by status and code. */
  answers: Record<string, number>;
  unready: number;
  /** Most connections at the carrier at a time, of as many connectors. */
  mostBinds: number;
  ledgerOk: boolean;
  messages: number;
  rebuilt: Record<string, number>;
  seconds: number;
}

const SETTLE_MS = 180_000;

export async function failover(options: FailoverOptions): Promise<FailoverResult> {
  const began = performance.now();
  const { tell = () => {} } = options;
  const undo: (() => unknown)[] = [];
  try {
    const cluster = await startCluster();
    undo.push(() => cluster.stop());
    const carrier = await startCarrier([
      '--latency',
      '8',
      '--jitter',
      '8',
      '--receipt-delay',
      '20',
      '--receipt-jitter',
      '400',
      '--early',
      '0.05',
      '--twice',
      '0.05',
      '--rules',
      'false',
      '--record',
      '1000000',
    ]);
    undo.push(() => carrier.stop());
    const ports = await freePorts(6);
    const shared = {
      DATABASE_URL: cluster.url,
      SECRET_KEY: testKey.bytes.toString('hex'),
      SANDBOX: '1',
      PRIVATE_HOSTS: '127.0.0.1',
      LOG_LEVEL: process.env['FAILOVER_LOG'] ?? 'error',
    };
    const start = (
      name: 'api' | 'worker' | 'gateway',
      environment: Record<string, string> = {},
    ): Apart => {
      const apart = startApart(name, { ...shared, LOG_LEVEL: 'info', ...environment });
      undo.push(() => apart.stop());
      return apart;
    };
    const processes = [
      ...[0, 1].map((at) => start('api', { PORT: String(ports[at]) })),
      start('worker'),
      ...[0, 1].map((at) =>
        start('gateway', {
          SMPP_PORT: String(ports[2 + 2 * at]),
          HTTP_API_PORT: String(ports[3 + 2 * at]),
        }),
      ),
    ];
    await Promise.all(processes.map(({ ready }) => ready));
    for (const [at, each] of processes.entries())
      void each.ended.then((code) => {
        if (code !== 0)
          tell(
            `process ${at} ended with ${code}: ${each.output().split('\n').slice(-40).join('\n')}`,
          );
      });
    const database = openDatabase({ connectionString: cluster.url }, 'tuma_portal', {
      max: 3,
      name: 'failover',
      onLost: () => {},
    });
    undo.push(() => database.close());
    const { key, clientId } = await furnish(database, carrier, options);
    const apis = [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`] as const;
    const single = startSingles(apis, key, options.single);
    const campaigns = startCampaigns(apis, options);
    let [mostBinds, over] = [0, false];
    const watching = (async () => {
      for (; !over; await sleep(50)) mostBinds = Math.max(mostBinds, (await carrier.stats()).links);
    })();
    await waitFor(
      'messages on every bind',
      async () =>
        (await carrier.stats()).links === options.binds &&
        (await carrier.stats()).accepted > options.binds * options.rate,
    );

    const resumedSeconds: number[] = [];
    const answeredSeconds: number[] = [];
    const rebuilt: Record<string, number> = {};
    let unready = 0;
    for (let at = 1; at <= options.failovers; at++) {
      await sleep(1500 + ((at * 977) % 1500));
      const killedAt = performance.now();
      cluster.killPrimary();
      const before = (await carrier.stats()).accepted;
      const answered = single.nextNew();
      const unreadiness = saysUnready(apis[0]);
      await cluster.promote();
      if (await unreadiness()) unready++;
      const since = () => Number(((performance.now() - killedAt) / 1000).toFixed(2));
      const took = since();
      await Promise.all([
        answered.then(() => answeredSeconds.push(since())),
        // Messages claimed before the kill may still go out: one window for each bind.
        waitFor(
          'messages to go out again',
          async () => (await carrier.stats()).accepted > before + options.binds * options.window,
        ).then(() => resumedSeconds.push(since())),
      ]);
      const how = await cluster.rebuild();
      rebuilt[how] = (rebuilt[how] ?? 0) + 1;
      tell(
        `failover ${at} of ${options.failovers}: promoted after ${took} s, a call answered after ${answeredSeconds.at(-1)} s, messages out after ${resumedSeconds.at(-1)} s; standby ${how} after ${since()} s`,
      );
    }
    const { answers, acknowledged } = await single.stop();
    await campaigns.stop();
    await waitFor('everything settled', () => isSettled(database).catch(() => false));
    await sleep(2000);
    await waitFor('everything settled', () => isSettled(database).catch(() => false));
    over = true;
    await watching;
    const judged = await judge(cluster, database, carrier, clientId, acknowledged);
    return {
      failovers: options.failovers,
      acknowledged: acknowledged.size,
      ...judged,
      resumedSeconds,
      answeredSeconds,
      answers,
      unready,
      mostBinds,
      rebuilt,
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

/** Asks a node whether it is ready, until told to stop; whether it said no meanwhile. */
function saysUnready(api: string): () => Promise<boolean> {
  let [said, over] = [false, false];
  const asking = (async () => {
    for (; !over && !said; await sleep(50))
      said = await fetch(`${api}/readyz`).then(
        ({ status }) => status === 503,
        () => false,
      );
  })();
  return async () => {
    over = true;
    await asking;
    return said;
  };
}

async function furnish(
  database: Database,
  carrier: CarrierProcess,
  { binds, window, rate }: FailoverOptions,
): Promise<{ key: string; clientId: string }> {
  const ids: number[] = [];
  for (let at = 0; at < binds; at++) {
    const settings = {
      host: '127.0.0.1',
      port: carrier.port,
      username: `bind${at}`,
      window,
      con_fail_delay: 0.5,
      con_loss_delay: 0.5,
      res_to: 5,
      submit_throughput: rate,
    };
    ids.push((await addConnector(database, at, settings, at + 1)).connectorId);
  }
  return database.run(systemScope(), async (tx) => {
    await tx.query('delete from route where "order" > 0');
    if (binds > 1) await addRoute(tx, 10, 'RandomRoundrobinMTRoute', ids);
    await publishConfig(tx, null);
    const {
      rows: [client],
    } = await tx.query<{ id: string }>(
      `select c.id from client c where c.email = 'company@sandbox.test'`,
    );
    const { key, prefix, keyHash } = newApiKey(false);
    await insertApiKey(tx, {
      id: newId(),
      clientId: client!.id,
      name: 'failover',
      scopes: ['send'],
      ipList: [],
      test: false,
      prefix,
      keyHash,
    });
    return { key, clientId: client!.id };
  });
}

const phone = (prefix: string, at: number) => `${prefix}${String(at).padStart(6, '0')}`;

/** Software that hands over one message after another, each under a key of its own, and repeats what was not answered with 200. */
function startSingles(apis: readonly [string, string], key: string, perSecond: number) {
  const acknowledged = new Map<string, string>();
  const answers: Record<string, number> = {};
  const open = new Set<Promise<void>>();
  let stopping = false;
  let count = 0;
  let waiting: (() => void)[] = [];
  const send = async (at: number): Promise<void> => {
    const body = JSON.stringify({
      from: 'TUMA',
      to: phone('+254733', at),
      text: `Your order ${at} is ready.`,
    });
    const toldTo = waiting;
    waiting = [];
    for (let tries = at; ; tries++) {
      const answer = await fetch(`${apis[tries % 2]}/v1/messages`, {
        method: 'POST',
        body,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': `single-${at}`,
        },
        signal: AbortSignal.timeout(30_000),
      }).then(
        async (response) => ({
          status: response.status,
          retry: response.headers.has('retry-after'),
          body: (await response.json()) as { messageId?: string; error?: string },
        }),
        (error: Error) => ({
          status: 0,
          retry: false,
          body: { error: error.name } as { messageId?: string; error?: string },
        }),
      );
      const name =
        answer.status === 200
          ? '200'
          : answer.status === 0
            ? `none (${answer.body.error})`
            : `${answer.status} ${answer.body.error}${answer.retry ? ' with Retry-After' : ''}`;
      answers[name] = (answers[name] ?? 0) + 1;
      if (answer.status === 200) {
        acknowledged.set(phone('254733', at), answer.body.messageId!);
        for (const each of toldTo) each();
        return;
      }
      await sleep(200);
    }
  };
  const loop = (async () => {
    for (; !stopping; await sleep(1000 / perSecond)) {
      if (open.size >= 500) continue;
      const sending = send(count++).finally(() => open.delete(sending));
      open.add(sending);
    }
    await Promise.all(open);
  })();
  return {
    /** Resolves when a call that begins after this is answered with 200. */
    nextNew: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
      }),
    async stop() {
      stopping = true;
      await loop;
      return { acknowledged, answers };
    },
  };
}

/** A person who uploads a file and launches it, again and again, so that there is always a campaign under way. */
function startCampaigns(apis: readonly [string, string], { binds, rate }: FailoverOptions) {
  const size = Math.max(1000, binds * rate * 12);
  let stopping = false;
  let made = 0;
  /** Until it is answered with 200: what was done is not done twice under its key, and a step without one is begun anew. */
  const call = async <T>(
    path: string,
    body: object | FormData | undefined,
    headers: Record<string, string>,
  ): Promise<T> => {
    for (let tries = 0; ; tries++) {
      const answer = await fetch(`${apis[tries % 2]}/v1${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...headers,
          ...(body !== undefined &&
            !(body instanceof FormData) && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      }).then(
        async (response) => ({ status: response.status, body: (await response.json()) as T }),
        () => undefined,
      );
      if (answer?.status === 200) return answer.body;
      if (answer && answer.status < 500 && tries > 50)
        throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      await sleep(250);
    }
  };
  const loop = (async () => {
    while (!stopping) {
      const { token } = await call<{ token: string }>(
        '/signIn',
        { username: 'company@sandbox.test', password: SANDBOX_PASSWORD },
        {},
      );
      const me = { authorization: `Bearer ${token}` };
      const form = new FormData();
      form.set(
        'file',
        new Blob([
          [
            'phone,name',
            ...Array.from(
              { length: size },
              (_, at) => `${phone('0712', made * size + at)},Name ${at}`,
            ),
          ].join('\n'),
        ]),
        'list.csv',
      );
      const { uploadId } = await call<{ uploadId: string }>(
        '/portal/sms:sendFromFileStep1',
        form,
        me,
      );
      const { campaignId } = await call<{ campaignId: string }>(
        '/portal/sms:sendFromFileStep2',
        {
          uploadId,
          phoneColumn: 'phone',
          campaignName: `Failover ${made}`,
          senderId: 'TUMA',
          text: 'Hi #name#',
        },
        me,
      );
      made++;
      const status = async () =>
        (
          await call<{ status: string; counts: { delivered: number } }>(
            `/portal/campaigns/${campaignId}`,
            undefined,
            me,
          )
        ).status;
      await waitFor(
        'the campaign is prepared',
        async () =>
          await fetch(`${apis[0]}/v1/portal/sms:sendCampaign`, {
            method: 'POST',
            headers: { ...me, 'content-type': 'application/json', 'idempotency-key': campaignId },
            body: JSON.stringify({ campaignId }),
          }).then(
            (response) => response.status === 200,
            () => false,
          ),
      );
      await waitFor(
        'the campaign is through',
        async () => stopping || ['COMPLETED', 'FAILED'].includes(await status()),
        600_000,
      );
    }
  })();
  return {
    async stop() {
      stopping = true;
      await loop;
    },
  };
}

async function isSettled(database: Database): Promise<boolean> {
  const { rows } = await database.run(systemScope(), (tx) =>
    tx.query(
      `select from (select 1 from chunk where pos < size union all select 1 from live_part where state in (0, 1) union all select 1 from campaign_delta
       union all select 1 from receipt where not matched and received_at > now() - interval '10 seconds' union all select 1 from task where status = 'PENDING') open limit 1`,
    ),
  );
  return rows.length === 0;
}

async function judge(
  cluster: Cluster,
  database: Database,
  carrier: CarrierProcess,
  clientId: string,
  acknowledged: ReadonlyMap<string, string>,
) {
  const got = new Map<string, number>();
  for (const { destination } of await carrier.received())
    got.set(destination, (got.get(destination) ?? 0) + 1);
  const client = new Client({ connectionString: cluster.bossUrl() });
  await client.connect();
  try {
    const { rows } = await client.query<{
      id: string;
      destination: string;
      status: number;
      state: number | null;
      named: boolean;
    }>(
      `select id, destination, status, (select state from live_part s where s.message_id = m.id limit 1) as state,
         exists (select from message_event e where e.message_id = m.id and e.kind = 'AMBIGUOUS') as named
       from message m where client_id = $1`,
      [clientId],
    );
    const unexplained: string[] = [];
    let [lost, ambiguous] = [0, 0];
    const stored = new Map<string, { id: string; count: number }>();
    for (const { id, destination, status, state, named } of rows) {
      stored.set(destination, { id, count: (stored.get(destination)?.count ?? 0) + 1 });
      const count = got.get(destination) ?? 0;
      if (state === 2) ambiguous++;
      if (count === 0 && !(state === 2 && named)) lost++;
      const right = status === 10 ? count > 0 && state === null : state === 2 && named;
      if (!right)
        unexplained.push(
          `${destination}: status ${status}, submission ${state}, ${named ? 'named' : 'not named'}, ${count} times with the carrier`,
        );
    }
    const unknown = [...got.keys()].filter((destination) => !stored.has(destination));
    unexplained.push(
      ...unknown.map((destination) => `${destination}: with the carrier, and nowhere here`),
    );
    const ledger = await database.run(systemScope(), checkLedger);
    return {
      lostAcknowledged: [...acknowledged].filter(
        ([destination, id]) => stored.get(destination)?.id !== id,
      ).length,
      doubledByKey: [...stored.values()].filter(({ count }) => count > 1).length,
      doubled: [...got.values()].filter((count) => count > 1).length,
      lost,
      ambiguous,
      unexplained,
      ledgerOk: ledger.ok,
      messages: rows.length,
    };
  } finally {
    await client.end();
  }
}

async function waitFor(
  what: string,
  check: () => Promise<boolean>,
  milliseconds = SETTLE_MS,
): Promise<void> {
  for (const deadline = Date.now() + milliseconds; !(await check()); await sleep(100))
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
}

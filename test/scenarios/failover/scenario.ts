// Campaigns and single messages while the database's primary is killed again and again, and what came of each message.
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import { startApart } from '../processes-apart/scenario.ts';
import type { Apart } from '../processes-apart/scenario.ts';
import { startCluster } from '../../harness/database/cluster.ts';
import { testKey } from '../../harness/pipeline.ts';
import { startCarrier } from '../../harness/processes/processes.ts';
import { freePorts } from '../../harness/product.ts';
import {
  furnish,
  judgeTraffic,
  startCampaigns,
  startSingles,
  untilSettled,
  waitFor,
} from '../../harness/traffic.ts';
import type { Judged, TrafficOptions } from '../../harness/traffic.ts';

export interface FailoverOptions extends TrafficOptions {
  failovers: number;
  /** Messages a second that software submits one by one. */
  single: number;
  tell?: (line: string) => void;
}

export interface FailoverResult extends Judged {
  failovers: number;
  acknowledged: number;
  /** Seconds from the kill until messages went out again and until a new call was answered with 200. */
  resumedSeconds: number[];
  answeredSeconds: number[];
  /** The answers to callers meanwhile, by status and code. */
  answers: Record<string, number>;
  unready: number;
  /** Most connections at the carrier at a time, of as many connectors. */
  mostBinds: number;
  rebuilt: Record<string, number>;
  seconds: number;
}

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
    await untilSettled(database);
    await sleep(2000);
    await untilSettled(database);
    over = true;
    await watching;
    const judged = await judgeTraffic(database, carrier, [clientId], acknowledged);
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

// An installation under mixed traffic for hours: deploys, kills, reloads and failovers in the first half, and figures that must be flat in the second.
import { setTimeout as sleep } from 'node:timers/promises';
import { publishConfig } from '../../../src/server/core/dispatch/routing/config-version.ts';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import type { Database } from '../../../src/server/infra/database/db.ts';
import { DatabaseAway } from '../../../src/server/infra/database/failures.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { startCluster } from '../../harness/database/cluster.ts';
import { startExternalPostgres } from '../../harness/database/external-postgres.ts';
import { startCarrier } from '../../harness/processes/processes.ts';
import {
  furnish,
  judgeTraffic,
  startCampaigns,
  startSingles,
  untilSettled,
  waitFor,
} from '../../harness/traffic.ts';
import type { Judged, TrafficOptions } from '../../harness/traffic.ts';
import { numbers } from '../crash/scenario.ts';
import { Installation } from './installation.ts';
import { growth, isFlat } from './slope.ts';
import type { Limit, Sample } from './slope.ts';
import { judgePhones, startPhones, startSmppCustomer } from './traffic.ts';

export interface SoakOptions extends TrafficOptions {
  seconds: number;
  nodes: number;
  /** Messages a second over REST, and as many over SMPP; texts of phones a second. */
  single: number;
  incoming: number;
  /** How often, in the first half. */
  deploys: number;
  kills: number;
  failovers: number;
  /** How often, throughout. */
  reloads: number;
  seed: number;
  tell?: (line: string) => void;
}

export interface SoakResult extends Judged {
  acknowledged: number;
  answers: Record<string, number>;
  campaigns: number;
  deploys: number;
  kills: number;
  failovers: number;
  reloads: number;
  incoming: number;
  incomingTwice: number;
  /** Messages of phones that the carrier had an answer for and that are not stored. */
  incomingLost: number;
  /** Processes that ended by themselves. */
  ended: readonly string[];
  /** Figures that grew in the second half, and every figure with its growth and its mean there. */
  grown: string[];
  figures: Record<string, { mean: number; growth: number }>;
  seconds: number;
}

/** Tables whose rows go within seconds or minutes; receipt_wait is none of them, its rows stay for a day. */
const QUEUES = [
  'chunk',
  'submission_batch',
  'campaign_delta',
  'outbox',
  'connector_state',
  'connector_outstanding',
  'task',
];
const MEGABYTE = 1_048_576;
const LIMITS: Record<'memory' | 'bytes' | 'rows', Limit> = {
  memory: { share: 0.2, least: 30 * MEGABYTE },
  bytes: { share: 0.3, least: 8 * MEGABYTE },
  rows: { share: 0.5, least: 500 },
};
const SAMPLES = 120;

export async function soak(options: SoakOptions): Promise<SoakResult> {
  const began = performance.now();
  const { tell = () => {}, seconds } = options;
  const random = numbers(options.seed);
  const undo: (() => unknown)[] = [];
  try {
    const carrier = await startCarrier(
      [
        '--latency',
        '8',
        '--jitter',
        '8',
        '--receipt-delay',
        '20',
        '--receipt-jitter',
        '400',
      ].concat(
        ['--early', '0.05', '--twice', '0.05', '--rules', 'false', '--record', '20000000'],
        ['--seed', String(options.seed)],
      ),
    );
    undo.push(() => carrier.stop());
    const cluster = options.failovers > 0 ? await startCluster() : undefined;
    const server = cluster ?? (await startExternalPostgres());
    undo.push(() => server.stop());
    const installation = await Installation.start(server.url, options.nodes);
    undo.push(() => installation.stop());
    const database = openDatabase({ connectionString: server.url }, 'tuma_portal', {
      max: 3,
      name: 'soak',
      onLost: () => {},
    });
    undo.push(() => database.close());
    const { key, clientId } = await furnish(database, carrier, options);
    const single = startSingles(installation.apis, key, options.single);
    const campaigns = startCampaigns(installation.apis, options);
    const smpp = await startSmppCustomer(database, installation.smppPorts, options.single);
    const phones = startPhones(carrier, options.incoming);
    await waitFor('messages to go out', async () => (await carrier.stats()).accepted > 100);
    tell('traffic is on');

    const from = performance.now();
    const elapsed = () => (performance.now() - from) / 1000;
    const series = new Map<string, { limit: Limit; samples: Sample[] }>();
    const done = { deploys: 0, kills: 0, failovers: 0, reloads: 0 };
    const due = (count: number, until: number) =>
      Array.from({ length: count }, (_, at) => ((at + 0.5 + random() * 0.5) / count) * until);
    const plan = [
      ...due(options.deploys, seconds / 2).map((at) => ({ at, what: 'deploys' as const })),
      ...due(options.kills, seconds / 2).map((at) => ({ at, what: 'kills' as const })),
      ...due(options.failovers, seconds / 2).map((at) => ({ at, what: 'failovers' as const })),
      ...due(options.reloads, seconds).map((at) => ({ at, what: 'reloads' as const })),
    ].sort((a, b) => a.at - b.at);
    const every = Math.max(2, seconds / SAMPLES);
    let next = 0;
    while (elapsed() < seconds || plan.length > 0) {
      // Hours of nothing prove nothing.
      single.throwIfRefused();
      campaigns.throwIfRefused();
      for (const event of plan.splice(0, plan.filter(({ at }) => at <= elapsed()).length)) {
        if (event.what === 'deploys')
          for (let at = 0; at < installation.size; at++) await installation.restart(at, 'SIGTERM');
        else if (event.what === 'kills')
          await installation.restart(Math.floor(random() * installation.size), 'SIGKILL');
        else if (event.what === 'failovers') {
          cluster!.killPrimary();
          await cluster!.promote();
          await cluster!.rebuild();
        } else await reload(database, done.reloads, options.window);
        done[event.what]++;
        tell(
          `${Math.round(elapsed())} s: ${event.what} ${done[event.what]}, ${campaigns.made()} campaigns`,
        );
      }
      // The effect of a restart on memory is over by now.
      if (elapsed() >= Math.max(next, seconds * 0.55)) {
        next = elapsed() + every;
        // A line is straight without one of its hundreds of points; what customers see is judged by their own calls.
        await sample(database, installation, series, elapsed()).catch((error: unknown) => {
          if (!(error instanceof DatabaseAway)) throw error;
          tell(`${Math.round(elapsed())} s: no sample, ${error.message}`);
        });
      }
      await sleep(200);
    }
    await phones.stop();
    const overRest = await single.stop();
    const overSmpp = await smpp.stop();
    await campaigns.stop();
    const acknowledged = new Map([...overRest.acknowledged, ...overSmpp.acknowledged]);
    await untilSettled(database);
    await sleep(2000);
    await untilSettled(database);
    const judged = await judgeTraffic(database, carrier, [clientId, smpp.clientId], acknowledged);
    const incoming = await judgePhones(database);
    const { moAnswered } = await carrier.stats();
    return {
      acknowledged: acknowledged.size,
      answers: { ...overRest.answers, ...overSmpp.answers },
      campaigns: campaigns.made(),
      ...judged,
      ...done,
      incoming: incoming.stored,
      incomingTwice: incoming.storedTwice,
      incomingLost: Math.max(0, moAnswered - incoming.stored),
      ended: installation.faults,
      grown: [...series]
        .filter(([, { samples, limit }]) => !isFlat(samples, limit))
        .map(([name]) => name),
      figures: Object.fromEntries([...series].map(([name, { samples }]) => [name, brief(samples)])),
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

function brief(samples: readonly Sample[]): { mean: number; growth: number } {
  const mean = samples.reduce((sum, { value }) => sum + value, 0) / samples.length;
  return { mean: Math.round(mean), growth: Math.round(growth(samples)) };
}

/** Puts a configuration into force that changes a connector in what needs no new bind. */
async function reload(database: Database, turn: number, window: number): Promise<void> {
  await database
    .run(systemScope(), async (tx) => {
      await tx.query(`update connector set settings = settings || $1 where cid = 'carrier-0'`, [
        { window: window + (turn % 2) },
      ]);
      await publishConfig(tx, null);
    })
    .catch(() => {}); // the database is away
}

async function sample(
  database: Database,
  installation: Installation,
  series: Map<string, { limit: Limit; samples: Sample[] }>,
  at: number,
): Promise<void> {
  const add = (name: string, limit: Limit, value: number) => {
    const one = series.get(name) ?? { limit, samples: [] };
    one.samples.push({ at, value });
    series.set(name, one);
  };
  for (const { name, bytes } of installation.memory()) add(`memory ${name}`, LIMITS.memory, bytes);
  const { rows } = await database.run(systemScope(), (tx) =>
    tx.query<{ name: string; bytes: number; indexes: number; live: number }>(
      `select c.relname as name, pg_table_size(c.oid)::float8 as bytes, pg_indexes_size(c.oid)::float8 as indexes, s.n_live_tup::float8 as live
       from pg_class c join pg_stat_user_tables s on s.relid = c.oid where c.relname = any ($1) and c.relkind = 'r'`,
      [QUEUES],
    ),
  );
  for (const { name, bytes, indexes, live } of rows) {
    add(`table ${name}`, LIMITS.bytes, bytes);
    add(`indexes ${name}`, LIMITS.bytes, indexes);
    add(`rows ${name}`, LIMITS.rows, live);
  }
}

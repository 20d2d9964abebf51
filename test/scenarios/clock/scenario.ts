// An installation whose clock jumps and which stands still, while campaigns and single messages go out and schedules come due.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import type { Database } from '../../../src/server/infra/database/db.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { startExternalPostgres } from '../../harness/database/external-postgres.ts';
import type { MovableClock } from '../../harness/processes/faketime.ts';
import { testKey } from '../../harness/pipeline.ts';
import { startCarrier } from '../../harness/processes/processes.ts';
import { freePorts } from '../../harness/product.ts';
import {
  furnish,
  judgeTraffic,
  launchCampaign,
  openPortal,
  startCampaigns,
  startSingles,
  untilSettled,
  waitFor,
} from '../../harness/traffic.ts';
import type { Judged, TrafficOptions } from '../../harness/traffic.ts';
import { numbers } from '../crash/scenario.ts';
import { startApart } from '../processes-apart/scenario.ts';

export interface ClockOptions extends TrafficOptions {
  /** How often the clock jumps by an hour or a day, forward or back, and returns. */
  jumps: number;
  /** How often everything stands still for an hour of the clock. */
  standstills: number;
  /** Campaigns that are scheduled within the hours that the clock jumps over. */
  schedules: number;
  single: number;
  seed: number;
  tell?: (line: string) => void;
}

export interface ClockResult extends Judged {
  jumps: number;
  standstills: number;
  acknowledged: number;
  answers: Record<string, number>;
  schedules: number;
  /** Campaigns that began more than once, or have more messages than recipients. */
  startedTwice: number;
  /** Those that neither began nor wait for their owner, who is told. */
  notStarted: number;
  /** Seconds from a jump or a standstill's end until a new call was answered with 200 and messages went out. */
  resumedSeconds: number[];
  seconds: number;
}

const HOUR = 3600;
const JUMPS = [24 * HOUR, HOUR, -HOUR, -24 * HOUR] as const;
const RECIPIENTS = 3;
/** How long a jump or a standstill lasts in true time. */
const HELD_MS = 2_000;

export async function moveClock(clock: MovableClock, options: ClockOptions): Promise<ClockResult> {
  const began = performance.now();
  const { tell = () => {} } = options;
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
        '200',
      ].concat(
        ['--early', '0.05', '--twice', '0.05', '--rules', 'false', '--record', '1000000'],
        ['--seed', String(options.seed)],
      ),
    );
    undo.push(() => carrier.stop());
    const server = await startExternalPostgres(clock.environment);
    undo.push(() => server.stop());
    const [api = 0, smpp = 0, http = 0] = await freePorts(3);
    const shared = {
      DATABASE_URL: server.url,
      SECRET_KEY: testKey.bytes.toString('hex'),
      SANDBOX: '1',
      PRIVATE_HOSTS: '127.0.0.1',
      ...clock.environment,
    };
    const processes = [
      startApart('api', { ...shared, PORT: String(api) }),
      startApart('worker', shared),
      startApart('gateway', { ...shared, SMPP_PORT: String(smpp), HTTP_API_PORT: String(http) }),
    ];
    for (const each of processes) undo.push(() => each.stop());
    await Promise.all(processes.map(({ ready }) => ready));
    const database = openDatabase({ connectionString: server.url }, 'tuma_portal', {
      max: 3,
      name: 'clock',
      onLost: () => {},
    });
    undo.push(() => database.close());
    const apis = [`http://127.0.0.1:${api}`];
    const { key, clientId } = await furnish(database, carrier, options);
    // An installation has had its prices for longer than its clock goes back: without a price nothing is accepted.
    await database.run(systemScope(), (tx) =>
      tx.query(`update rate set valid_from = valid_from - interval '3 days'`),
    );
    const scheduled = await schedule(apis, options.schedules);
    const single = startSingles(apis, key, options.single);
    const campaigns = startCampaigns(apis, { ...options, uploadsExpire: true });
    const accepted = async () => (await carrier.stats()).accepted;
    await waitFor('messages to go out', async () => (await accepted()) > options.rate);

    const resumedSeconds: number[] = [];
    const resumed = async (story: string) => {
      const from = performance.now();
      const sent = await accepted();
      await Promise.all([
        single.nextNew(),
        waitFor('messages to go out again', async () => (await accepted()) > sent),
      ]);
      resumedSeconds.push(Number(((performance.now() - from) / 1000).toFixed(2)));
      tell(`${story}: on again after ${resumedSeconds.at(-1)} s`);
    };
    let hours = 0;
    const all = () => [...processes.map(({ child }) => child.pid!), ...familyOf(server.pid)];
    for (let at = 1; at <= options.standstills; at++) {
      await sleep(500 + random() * 1000);
      const stopped = all();
      for (const pid of stopped) signal(pid, 'SIGSTOP');
      await carrier.drop(); // no carrier keeps a connection for an hour without a sign of life
      hours++;
      clock.set(hours * HOUR);
      await sleep(HELD_MS);
      for (const pid of stopped) signal(pid, 'SIGCONT');
      await resumed(`standstill ${at} of ${options.standstills}`);
    }
    for (let at = 0; at < options.jumps; at++) {
      const jump = JUMPS[at % JUMPS.length]!;
      await sleep(500 + random() * 1000);
      clock.set(hours * HOUR + jump);
      await resumed(`jump ${at + 1} of ${options.jumps}, by ${jump / HOUR} hours`);
      await sleep(HELD_MS);
      clock.set(hours * HOUR);
      await resumed('and back');
    }
    // Schedules that are still to come.
    clock.set((hours + 3) * HOUR);
    await waitFor(
      'every schedule to come due',
      async () => (await notBegun(database, scheduled)) === 0,
    );
    const { answers, acknowledged } = await single.stop();
    await campaigns.stop();
    await untilSettled(database);
    await sleep(2000);
    await untilSettled(database);
    const judged = await judgeTraffic(database, carrier, [clientId], acknowledged, true);
    return {
      jumps: options.jumps,
      standstills: options.standstills,
      acknowledged: acknowledged.size,
      answers,
      ...judged,
      schedules: options.schedules,
      startedTwice: await startedTwice(database, scheduled),
      notStarted: await notBegun(database, scheduled),
      resumedSeconds,
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

/** Campaigns that come due one after another within the next two hours. */
async function schedule(apis: readonly string[], count: number): Promise<string[]> {
  const call = openPortal(apis);
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const phones = Array.from(
      { length: RECIPIENTS },
      (_, each) => `0713${String(at * RECIPIENTS + each).padStart(6, '0')}`,
    );
    const minutes = 20 + Math.floor((at / count) * 100);
    const when = Math.floor(Date.now() / 1000) + minutes * 60;
    ids.push(await launchCampaign(call, phones, `Schedule ${at}`, when));
  }
  return ids;
}

/** Campaigns that stand where they stood before their time came. */
async function notBegun(database: Database, ids: readonly string[]): Promise<number> {
  const { rows } = await database.run(systemScope(), (tx) =>
    tx.query<{ count: number }>(
      `select count(*)::int as count from campaign where id = any ($1::uuid[]) and status = 'SCHEDULED'`,
      [ids],
    ),
  );
  return rows[0]!.count;
}

async function startedTwice(database: Database, ids: readonly string[]): Promise<number> {
  const { rows } = await database.run(systemScope(), (tx) =>
    tx.query<{ count: number }>(
      `select count(*)::int as count from campaign c where id = any ($1::uuid[])
         and ((select count(*) from message m where m.campaign_id = c.id) > ${RECIPIENTS} or units_held > (select coalesce(sum(units), 0) from recipient r where r.campaign_id = c.id))`,
      [ids],
    ),
  );
  return rows[0]!.count;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended meanwhile, as a server's process for one connection does.
  }
}

/** A process and its children. */
function familyOf(parent: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        return Number(/\) \S (\d+)/.exec(stat)?.[1]) === parent;
      } catch {
        return false;
      }
    });
  return [parent, ...children];
}

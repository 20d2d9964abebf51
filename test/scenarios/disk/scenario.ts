// A product whose disk is full again and again while campaigns and single messages go out, and what came of each message.
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFolder } from '../../../src/server/infra/data-folder.ts';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import { runningPostgres } from '../../../src/server/infra/database/postgres.ts';
import { readPidFile } from '../../../src/server/infra/database/postgres-data.ts';
import { testKey } from '../../harness/pipeline.ts';
import { startCarrier } from '../../harness/processes/processes.ts';
import { startProduct } from '../../harness/product.ts';
import type { SmallDisk } from '../../harness/database/small-disk.ts';
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

export interface DiskOptions extends TrafficOptions {
  times: number;
  /** Messages a second that software submits one by one. */
  single: number;
  seed: number;
  tell?: (line: string) => void;
}

export interface DiskResult extends Judged {
  times: number;
  /** How often callers felt it, and how often the database itself ended because its log had no space. */
  felt: number;
  panics: number;
  acknowledged: number;
  answers: Record<string, number>;
  /** Seconds from the return of the space until a new call was answered with 200 and messages went out. */
  resumedSeconds: number[];
  seconds: number;
}

/** The longest that the disk stays full where nobody notices. */
const FULL_MS = 6_000;
const MOST_LEFT = 2_000_000;

const runningPid = (dataDir: string) => readPidFile(databaseFolder(dataDir))[0];

/** @param disk of its own, which the product's whole data folder is on */
export async function fillDisk(disk: SmallDisk, options: DiskOptions): Promise<DiskResult> {
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
    const product = await startProduct({
      DATA_DIR: disk.folder,
      SANDBOX: '1',
      SECRET_KEY: testKey.bytes.toString('hex'),
      PRIVATE_HOSTS: '127.0.0.1',
      LOG_LEVEL: 'error',
    });
    undo.push(() => product.stop({ keepData: true }));
    const database = openDatabase(
      { connectionString: runningPostgres(disk.folder)! },
      'tuma_portal',
      { max: 3, name: 'disk', onLost: () => {} },
    );
    undo.push(() => database.close());
    const { key, clientId } = await furnish(database, carrier, options);
    const single = startSingles([product.baseUrl], key, options.single);
    const campaigns = startCampaigns([product.baseUrl], options);
    const accepted = async () => (await carrier.stats()).accepted;
    await waitFor('messages to go out', async () => (await accepted()) > options.rate);

    const resumedSeconds: number[] = [];
    let [felt, panics] = [0, 0];
    for (let at = 1; at <= options.times; at++) {
      await sleep(500 + random() * 1500);
      const leave = Math.floor(random() ** 3 * MOST_LEFT);
      const before = single.failed();
      const serverBefore = runningPid(disk.folder);
      disk.fill(leave);
      // Every second time the log needs a new file: without space for one the server ends at once.
      if (at % 2 === 0) await product.sql('select pg_switch_wal()').catch(() => {});
      for (const until = Date.now() + FULL_MS; Date.now() < until; await sleep(50))
        if (single.failed() > before) break;
      const isFelt = single.failed() > before;
      if (isFelt) felt++;
      await sleep(random() * 2000);
      if (runningPid(disk.folder) !== serverBefore) panics++;
      disk.free();
      const freed = performance.now();
      const sent = await accepted();
      await Promise.all([
        single.nextNew(),
        waitFor('messages to go out again', async () => (await accepted()) > sent),
      ]);
      resumedSeconds.push(Number(((performance.now() - freed) / 1000).toFixed(2)));
      tell(
        `full ${at} of ${options.times}: ${leave} bytes left, ${isFelt ? 'felt' : 'not felt'}; on again after ${resumedSeconds.at(-1)} s`,
      );
    }
    const { answers, acknowledged } = await single.stop();
    await campaigns.stop();
    await untilSettled(database);
    await sleep(2000);
    await untilSettled(database);
    if (product.child.exitCode !== null) throw new Error(`the product ended:\n${product.output()}`);
    return {
      times: options.times,
      felt,
      panics,
      acknowledged: acknowledged.size,
      answers,
      ...(await judgeTraffic(database, carrier, [clientId], acknowledged)),
      resumedSeconds,
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

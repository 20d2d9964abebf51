/**
 * Fills the disk of the whole product again and again while campaigns and single messages go out, on a small file system in
 * memory. It fails when a message that was acknowledged is lost, or one is doubled or unexplained, the ledger drifted, the
 * product did not go on by itself within a minute of the return of the space, or the disk was never felt to be full. The
 * last line is one JSON object. Mounting needs root; without it, nothing is proven and it fails.
 *
 *   npm run check -- disk --times 20 --megabytes 1500 --binds 2 --rate 60 --single 20 --seed 1
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { commit } from '../../harness/processes/processes.ts';
import { mountSmallDisk } from '../../harness/database/small-disk.ts';
import { fillDisk } from './scenario.ts';

const LONGEST_RESUME_SECONDS = 60;

const text = (value: string) => ({ type: 'string', default: value }) as const;
const { values } = parseArgs({
  options: {
    times: text('20'),
    megabytes: text('1500'),
    binds: text('2'),
    window: text('10'),
    rate: text('60'),
    single: text('20'),
    seed: text(String(Date.now() % 1_000_000)),
  },
});
const disk = mountSmallDisk(Number(values.megabytes));
if (!disk) {
  console.log(JSON.stringify({ test: 'disk', notRun: 'this user may not mount a file system' }));
  process.exit(1);
}
try {
  console.log(`seed ${values.seed}`);
  const { unexplained, resumedSeconds, ...result } = await fillDisk(disk, {
    times: Number(values.times),
    binds: Number(values.binds),
    window: Number(values.window),
    rate: Number(values.rate),
    single: Number(values.single),
    seed: Number(values.seed),
    tell: (line) => console.log(line),
  });
  for (const line of unexplained.slice(0, 20)) console.log(line);
  const fine =
    result.lostAcknowledged +
      result.lost +
      result.doubled +
      result.doubledByKey +
      unexplained.length ===
      0 &&
    result.ledgerOk &&
    result.felt > 0 &&
    resumedSeconds.every((seconds) => seconds <= LONGEST_RESUME_SECONDS);
  console.log(
    JSON.stringify({
      test: 'disk',
      commit: await commit(),
      fine,
      ...result,
      unexplained: unexplained.length,
      longest_resume_s: Math.max(...resumedSeconds),
      seed: Number(values.seed),
      load: Number(loadavg()[0]!.toFixed(1)),
    }),
  );
  process.exitCode = fine ? 0 : 1;
} finally {
  disk.unmount();
}

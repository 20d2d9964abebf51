/**
 * Lets the clock of a whole installation, PostgreSQL included, jump by hours and days and back, and everything stand still for
 * an hour, while campaigns and single messages go out and schedules come due. It fails when a message that was acknowledged
 * is lost, or one is doubled or unexplained, a campaign began twice or never, the ledger drifted, or an installation did not
 * go on by itself within a minute. Needs Debian's libfaketime and PostgreSQL, which root installs. The last line is one JSON
 * object.
 *
 *   npm run check -- clock --jumps 50 --standstills 5 --schedules 100 --seed 1
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { findPostgresPrograms, installPostgres } from '../../../tools/debian-postgres.ts';
import { openClock } from '../../harness/processes/faketime.ts';
import { commit } from '../../harness/processes/processes.ts';
import { moveClock } from './scenario.ts';

const LONGEST_RESUME_SECONDS = 60;

const text = (value: string) => ({ type: 'string', default: value }) as const;
const { values } = parseArgs({
  options: {
    jumps: text('50'),
    standstills: text('5'),
    schedules: text('100'),
    binds: text('2'),
    window: text('10'),
    rate: text('60'),
    single: text('20'),
    seed: text(String(Date.now() % 1_000_000)),
  },
});
if (!findPostgresPrograms()) installPostgres();
const clock = findPostgresPrograms() ? openClock() : undefined;
if (!clock) {
  console.log(
    JSON.stringify({ test: 'clock', notRun: 'libfaketime or PostgreSQL cannot be installed here' }),
  );
  process.exit(1);
}
try {
  console.log(`seed ${values.seed}`);
  const { unexplained, resumedSeconds, ...result } = await moveClock(clock, {
    jumps: Number(values.jumps),
    standstills: Number(values.standstills),
    schedules: Number(values.schedules),
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
      result.startedTwice +
      result.notStarted +
      unexplained.length ===
      0 &&
    result.ledgerOk &&
    resumedSeconds.every((seconds) => seconds <= LONGEST_RESUME_SECONDS);
  console.log(
    JSON.stringify({
      test: 'clock',
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
  clock.remove();
}

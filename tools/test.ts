// `npm test`: types, lint, format, unit and integration tests, browser journeys; ends with `N passed, N failed`.
// `npm test -- <pattern> ...`: the test files and journeys alone whose path contains one of the patterns.
import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { findJourneyBrowser, installBrowser } from './browser.ts';
import { findPostgresPrograms, installPostgres } from './debian-postgres.ts';

const TEST_FILES = '{src,test,tools,bench,docs}/**/*.test.{ts,tsx}';
const JOURNEYS = 'test/browser/**/*.spec.ts';
const patterns = process.argv.slice(2);
const ROOT = fileURLToPath(new URL('..', import.meta.url));
process.chdir(ROOT);
mkdirSync('.cache', { recursive: true });

interface Outcome {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
  output: string;
  /** The failed tests by file and name, and why each failed. */
  failures?: Failure[];
}

type Failure = { name: string; why: string };

const running = new Set<ChildProcess>();

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    for (const child of running) endGroup(child);
    process.exit(1);
  });

/** The point where the runners have told what passed: vitest's heading, the first failure that Playwright tells. */
const FAILURES_BEGIN = /^.*(Failed (Tests|Suites) \d|Unhandled (Errors?|Rejection))|^  1\) /m;

/** A runner that hangs is ended, so that a run says what hung. The slowest machine seen was not done after 50 minutes. */
const RUNNER_LIMIT_MS = 80 * 60_000;
const AFTER_REPORT_MS = 60_000;

async function run(
  name: string,
  program: string,
  args: string[],
  count: (code: number) => Pick<Outcome, 'passed' | 'failed' | 'skipped' | 'failures'>,
  report?: string,
): Promise<Outcome> {
  const began = performance.now();
  // A group of its own, so that what the runner started ends with it.
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  running.add(child);
  let output = '';
  const limit = setTimeout(() => {
    output += `\nThe runner had not ended after ${RUNNER_LIMIT_MS / 60_000} minutes and was stopped. Its last lines stand above: the file that hung is one that they do not name.\n`;
    endGroup(child);
  }, RUNNER_LIMIT_MS);
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString('utf8');
    });
  // A runner writes its report when every test has ended. One that does not end after it, because a test left something
  // open in its process, has nothing more to tell: what it printed and its report decide.
  let isLate = false;
  const watch = setInterval(() => {
    if (report === undefined || !existsSync(report)) return;
    if (Date.now() - statSync(report).mtimeMs < AFTER_REPORT_MS) return;
    isLate = true;
    endGroup(child);
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  }, 5_000);
  const exit = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.once('close', (exit) => resolve(exit ?? 1));
  });
  clearTimeout(limit);
  clearInterval(watch);
  running.delete(child);
  const code = isLate && !FAILURES_BEGIN.test(output) ? 0 : exit;
  const counted = count(code);
  // A program that failed without naming a test failed as one.
  const failed = code !== 0 && counted.failed === 0 ? 1 : counted.failed;
  return tell({ name, ...counted, failed, seconds: (performance.now() - began) / 1000, output });
}

function tell(outcome: Outcome): Outcome {
  const { name, passed, failed, skipped, seconds, output, failures = [] } = outcome;
  // Only failures are read among hundreds of tests: the rest is in the file.
  writeFileSync(`.cache/${name}.log`, output);
  if (failed > 0) {
    console.log(`\n${output.slice(Math.max(0, output.search(FAILURES_BEGIN))).trimEnd()}\n`);
    for (const { name: test, why } of failures)
      console.log(`failed  ${test}: ${why.split('\n', 1)[0]}`);
    console.log(`The whole of it: .cache/${name}.log`);
  }
  console.log(
    `${failed > 0 ? 'FAILED' : 'passed'}  ${name.padEnd(10)} ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''} in ${seconds.toFixed(1)} s`,
  );
  return outcome;
}

const asOne = (code: number): Pick<Outcome, 'passed' | 'failed' | 'skipped'> => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
  skipped: 0,
});

function readReport<T>(path: string): Partial<T> {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<T>) : {}; // written by the runner just now
}

type VitestReport = {
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

function failuresOfVitest({ testResults = [] }: Partial<VitestReport>): Failure[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [why] }) => tellFailure(name, fullName, why));
    return failed.length === 0 && message !== ''
      ? [tellFailure(name, 'the file', message)]
      : failed;
  });
}

type Suite = {
  suites?: Suite[];
  specs?: {
    file: string;
    title: string;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
};

function failuresOfJourneys(suites: Suite[] = []): Failure[] {
  return suites.flatMap(({ suites: inner, specs = [] }) => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) =>
          tellFailure(`test/browser/${file}`, title, results[0]?.error?.message),
        ),
    ),
    ...failuresOfJourneys(inner),
  ]);
}

function tellFailure(file: string, name: string, why = ''): Failure {
  return { name: `${file.replace(ROOT, '')} > ${name}`, why: stripVTControlCharacters(why) };
}

/** The files that a run is for, as paths from the root; all of them where no pattern is given. */
function selectFiles(among: string): string[] {
  const files = globSync(among, { exclude: ['**/node_modules/**'] }).sort();
  return files.filter(
    (file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)),
  );
}

function vitest(files: string[]): Promise<Outcome> {
  const report = '.cache/vitest.json';
  rmSync(report, { force: true });
  return run(
    'vitest',
    'npx',
    [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(patterns.length > 0 ? files : []),
    ],
    () => {
      const counts = readReport<
        VitestReport &
          Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number>
      >(report);
      const {
        numPassedTests: passed = 0,
        numFailedTests: failed = 0,
        numPendingTests: pending = 0,
        numTodoTests: todo = 0,
      } = counts;
      return { passed, failed, skipped: pending + todo, failures: failuresOfVitest(counts) };
    },
    report,
  );
}

async function journeys(files: string[]): Promise<Outcome> {
  const skip = process.env['SKIP_BROWSER'] === '1' && !process.env['CI'];
  if (skip)
    return tell({
      name: 'browser',
      passed: 0,
      failed: 0,
      skipped: files.length,
      seconds: 0,
      output: '',
    });
  if (!findJourneyBrowser()) {
    console.log('Installing Chromium ...');
    if (!installBrowser()) {
      return tell({
        name: 'browser',
        passed: 0,
        failed: 1,
        skipped: 0,
        seconds: 0,
        output:
          'No browser: install chromium (on Debian: apt-get install chromium), or set SKIP_BROWSER=1 to leave the journeys out.',
      });
    }
  }
  const report = '.cache/playwright.json';
  rmSync(report, { force: true });
  return run(
    'browser',
    'npx',
    ['playwright', 'test', ...(patterns.length > 0 ? files : [])],
    () => {
      const { stats = { expected: 0, unexpected: 0, skipped: 0 }, suites } = readReport<{
        stats: Record<'expected' | 'unexpected' | 'skipped', number>;
        suites: Suite[];
      }>(report);
      return {
        passed: stats.expected,
        failed: stats.unexpected,
        skipped: stats.skipped,
        failures: failuresOfJourneys(suites),
      };
    },
    report,
  );
}

const testFiles = selectFiles(TEST_FILES);
const journeyFiles = selectFiles(JOURNEYS);
if (testFiles.length + journeyFiles.length === 0) {
  console.error(`No test file's path contains ${patterns.join(' or ')}.`);
  process.exit(1);
}
const build = () => run('build', process.execPath, ['tools/bootstrap.mjs', 'build'], asOne);
// The types are checked beside the tests, on one thread: each further one works out again what the others have.
const checks =
  patterns.length > 0
    ? []
    : [
        run('types', 'npx', ['tsc', '-p', '.', '--checkers', '1'], asOne),
        run('lint', 'npx', ['oxlint', '--deny-warnings'], asOne),
        run('format', 'npx', ['oxfmt', '--check'], asOne),
      ];
const outcomes: Outcome[] = [];
// Tests that need a PostgreSQL of the system's own are left out, and counted as skipped, where there can be none.
if (process.env['CI'] && !findPostgresPrograms()) installPostgres();
if (patterns.length === 0 || journeyFiles.length > 0) outcomes.push(await build());
// Both wait for processes, sockets and PostgreSQL half of the time: side by side they need little more than the longer.
outcomes.push(
  ...(await Promise.all([
    ...checks,
    ...(testFiles.length > 0 ? [vitest(testFiles)] : []),
    ...(journeyFiles.length > 0 ? [journeys(journeyFiles)] : []),
  ])),
);

const total = (field: 'passed' | 'failed'): number =>
  outcomes.reduce((sum, outcome) => sum + outcome[field], 0);
for (const { name, why } of outcomes.flatMap(({ failures = [] }) => failures))
  console.log(`failed  ${name}: ${why.split('\n', 1)[0]}`);
console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') > 0 ? 1 : 0);

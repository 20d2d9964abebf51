/**
 * `npm run check -- <name>`: one proof of the running product, by its name. A check is a file in
 * test/checks that exports `check`; a scenario is a folder in test/scenarios with a `run.ts`; the
 * peers that others wrote are in test/interop. T1 to T26 are the proofs of reliability and security at
 * their full size, by their numbers (test/scenarios/proofs). Each prints one line of JSON at its end and ends with
 * 1 when something is open. Without a name it lists them.
 */
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runNamed } from '../tools/named.ts';
import { commit } from './harness/processes/processes.ts';

/** The shape that a file in test/checks exports as `check`. */
export type Check = { run(): Promise<Verdict> };

/** How many things were tried and held, and what did not, each in a line for a person; beside them what was measured. */
export type Verdict = {
  tried: number;
  held: number;
  open: readonly string[];
  figures?: Record<string, number | string>;
};

const files = (pattern: string) =>
  globSync(pattern, { cwd: import.meta.dirname }).map((file) => join(import.meta.dirname, file));

if (/^T\d+$/.test(process.argv[2] ?? ''))
  process.argv.splice(2, 1, 'proofs', '--only', process.argv[2]!);

const checks = new Map(files('checks/*.ts').map((file) => [basename(file, '.ts'), file]));
const name = process.argv[2];
const checkFile = name === undefined ? undefined : checks.get(name);

if (checkFile === undefined) {
  await runNamed(
    'check',
    new Map([
      ...checks,
      ...files('scenarios/*/run.ts').map((file): [string, string] => [
        basename(dirname(file)),
        file,
      ]),
      ...files('interop/*.ts').map((file): [string, string] => [
        `interop-${basename(file, '.ts')}`,
        file,
      ]),
    ]),
  );
} else {
  const { check } = (await import(checkFile)) as { check: Check };
  const { figures, ...verdict } = await check.run();
  console.log(JSON.stringify({ check: name, commit: await commit(), ...verdict, ...figures }));
  process.exit(verdict.open.length === 0 ? 0 : 1);
}

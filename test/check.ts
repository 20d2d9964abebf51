/**
 * Checks of the running product from outside, one file each in test/checks. A check starts a sandbox of its
 * own, prints one line of JSON, and ends with 1 when something is open.
 *
 *   npm run check                      lists the checks
 *   npm run check -- security
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { commit } from './harness/processes.ts';

/** The shape that a file in test/checks exports as `check`. */
export type Check = {
  /** The check's subject, in one line. */
  readonly summary: string;
  run(): Promise<Verdict>;
};

/** How many things were tried and held, and what did not, each in a line for a person; beside them what was measured. */
export type Verdict = {
  tried: number;
  held: number;
  open: readonly string[];
  figures?: Record<string, number>;
};

const folder = join(import.meta.dirname, 'checks');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3));
const [name] = process.argv.slice(2);
const load = async (each: string) =>
  ((await import(join(folder, `${each}.ts`))) as { check: Check }).check;

if (name === undefined || !names.includes(name)) {
  if (name !== undefined) console.log(`There is no check "${name}".`);
  console.log('npm run check -- <name>');
  for (const each of names.toSorted())
    console.log(`  ${each.padEnd(12)} ${(await load(each)).summary}`);
  process.exit(name === undefined ? 0 : 1);
}

const { figures, ...verdict } = await (await load(name)).run();
console.log(JSON.stringify({ check: name, commit: await commit(), ...verdict, ...figures }));
process.exit(verdict.open.length === 0 ? 0 : 1);

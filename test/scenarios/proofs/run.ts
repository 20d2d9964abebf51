/**
 * Runs the proofs of reliability and security at their full size, slice by slice, and sums them up. The
 * slices that are done are kept in .cache/proofs.jsonl: the same command goes on where it stopped. It ends
 * with 0 when every slice of the proofs that were asked for held, with 1 when one did not, and with 2 when
 * slices are still to be run. The last line is one JSON object.
 *
 *   npm run check -- proofs                             the table, and what is left is run
 *   npm run check -- proofs --list                      the table alone
 *   npm run check -- T7                                 one of them: `check -- proofs --only T7`
 *   npm run check -- proofs --only T1,T2 --minutes 60   so much of these as an hour takes
 *   npm run check -- proofs --only T8 --again           from the beginning
 *
 * A slice counts for the commit that it ran on. Thresholds of time are true on a quiet machine alone: the load is kept
 * with each slice.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commit } from '../../harness/processes/processes.ts';
import { PROOFS } from './table.ts';
import type { Proof } from './table.ts';
import { isNamed, isWithin, lastJson, stateOf, sumUp } from './verdicts.ts';
import type { Slice } from './verdicts.ts';

const ROOT = join(import.meta.dirname, '../../..');
const KEPT = join(ROOT, '.cache/proofs.jsonl');

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    minutes: { type: 'string' },
    list: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
});
const asked = values.only?.split(',');
const proofs = PROOFS.filter((proof) => asked?.some((one) => isNamed(proof, one)) ?? true);
if (proofs.length === 0) {
  console.log(`No proof is named ${values.only}: they are T1 to T26.`);
  process.exit(1);
}
const head = await commit();
const until = Date.now() + Number(values.minutes ?? Infinity) * 60_000;
mkdirSync(join(ROOT, '.cache/proofs'), { recursive: true });

const all = existsSync(KEPT)
  ? readFileSync(KEPT, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Slice)
  : [];
if (values.again)
  writeFileSync(
    KEPT,
    all
      .filter(({ proof }) => !proofs.some(({ name }) => name === proof))
      .map((slice) => `${JSON.stringify(slice)}\n`)
      .join(''),
  );
const done: Slice[] = all.filter(
  (slice) =>
    slice.commit === head && !(values.again && proofs.some(({ name }) => name === slice.proof)),
);

/** Runs one slice with its output in a file; the last line of JSON is its result. */
async function runSlice(proof: Proof, slice: number): Promise<Slice> {
  const began = performance.now();
  const load = Number(loadavg()[0]!.toFixed(1));
  const args = proof.run(slice);
  const log = join(ROOT, '.cache/proofs', `${proof.name.replaceAll(' ', '-')}-${slice}.log`);
  writeFileSync(log, '');
  const child = spawn('npm', ['run', '--silent', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output = (output + data.toString('utf8')).slice(-100_000);
      appendFileSync(log, data);
    });
  const code = await new Promise<number>((resolve) => {
    child.once('close', (ended) => resolve(ended ?? 1));
  });
  const result = lastJson(output);
  return {
    proof: proof.name,
    slice,
    commit: head,
    ok: code === 0 && isWithin(result, proof.limits),
    seconds: Math.round((performance.now() - began) / 1000),
    load,
    result,
  };
}

if (!values.list) {
  for (const proof of proofs) {
    for (let slice = 0; slice < proof.slices && Date.now() < until; slice++) {
      if (done.some((one) => one.proof === proof.name && one.slice === slice)) continue;
      const made = await runSlice(proof, slice);
      done.push(made);
      appendFileSync(KEPT, `${JSON.stringify(made)}\n`);
      console.log(
        `${proof.name} ${slice + 1} of ${proof.slices}: ${made.ok ? 'held' : 'VIOLATED'} in ${made.seconds} s, load ${made.load}`,
      );
    }
  }
}
const states = proofs.map((proof) => ({
  name: proof.name,
  state: stateOf(proof, done),
  seconds: done
    .filter((slice) => slice.proof === proof.name)
    .reduce((sum, { seconds }) => sum + seconds, 0),
  sums: sumUp(done.filter((slice) => slice.proof === proof.name)),
}));
for (const [at, { name, state, seconds }] of states.entries())
  console.log(
    `${name.padEnd(9)} ${state.padEnd(12)} ${String(seconds).padStart(6)} s  ${proofs[at]!.claim}`,
  );
console.log(JSON.stringify({ test: 'proofs', commit: head, proofs: states }));
const isViolated = states.some(({ state }) => state === 'violated');
process.exitCode = isViolated ? 1 : states.every(({ state }) => state === 'held') ? 0 : 2;

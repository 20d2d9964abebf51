import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROOFS } from './table.ts';
import { isNamed, isWithin, lastJson, stateOf, sumUp } from './verdicts.ts';

const ROOT = join(import.meta.dirname, '../../..');

test('every proof has a program that exists, and a small size in the tests', () => {
  const numbers = new Set(PROOFS.map(({ name }) => Number(/^T(\d+)/.exec(name)?.[1])));
  expect([...numbers]).toEqual(Array.from({ length: 26 }, (_, at) => at + 1));
  for (const { name, slices, run, small } of PROOFS) {
    const [command, , program] = run(slices - 1);
    const files = {
      check: `test/{checks,interop}/${program}.ts,test/scenarios/${program}/run.ts`,
      bench: `bench/${program}.ts`,
      test: `${program}`,
    }[command!]!;
    expect([
      name,
      existsSync(join(ROOT, files)) || globSync(`{${files},${files}*}`, { cwd: ROOT }).length > 0,
    ]).toEqual([name, true]);
    for (const file of small)
      expect([file, globSync(`${file}*`, { cwd: ROOT }).length > 0]).toEqual([file, true]);
  }
});

test('no two slices of a proof are the same run', () => {
  for (const { name, slices, run } of PROOFS) {
    if (['T4', 'T5 freeze'].includes(name)) continue; // their moments are the machine's
    const runs = Array.from({ length: slices }, (_, slice) => run(slice).join(' '));
    expect([name, new Set(runs).size]).toEqual([name, slices]);
  }
});

test('a proof held where every slice did', () => {
  const proof = PROOFS[0]!;
  const slice = (at: number, ok: boolean) => ({
    proof: proof.name,
    slice: at,
    commit: 'c',
    ok,
    seconds: 1,
    load: 0,
    result: { lost: ok ? 0 : 1, most_ambiguous_a_loss: at, seed: at },
  });
  const all = Array.from({ length: proof.slices }, (_, at) => slice(at, true));
  expect(stateOf(proof, [])).toBe('not run');
  expect(stateOf(proof, all.slice(0, 3))).toBe(`3 of ${proof.slices}`);
  expect(stateOf(proof, all)).toBe('held');
  expect(stateOf(proof, [slice(0, false), ...all.slice(1)])).toBe('violated');
  expect(sumUp([slice(1, true), slice(4, false)])).toEqual({ lost: 1, most_ambiguous_a_loss: 4 });
});

test('a figure that is missing or out of its bounds does not hold', () => {
  expect(lastJson('words\n{"per_s":5}\n{not json\n')).toEqual({ per_s: 5 });
  expect(isWithin({ per_s: 5 }, { per_s: { least: 5 } })).toBe(true);
  expect(isWithin({ per_s: 4 }, { per_s: { least: 5 } })).toBe(false);
  expect(isWithin({}, { per_s: { least: 5 } })).toBe(false);
  expect(isWithin({ lost: 1 }, { lost: { most: 0 } })).toBe(false);
});

test('the number of a proof means that proof alone', () => {
  const meant = (asked: string) =>
    PROOFS.filter((proof) => isNamed(proof, asked)).map(({ name }) => name);
  expect(meant('T1')).toEqual(['T1']);
  expect(meant('T2')).toEqual(['T2']);
  expect(meant('T7')).toEqual(['T7 disk', 'T7 clock']);
  expect(meant('T7 disk')).toEqual(['T7 disk']);
  expect(meant('T27')).toEqual([]);
});

test('the benchmarks say how far each proof is', () => {
  const page = readFileSync(join(ROOT, 'docs/benchmarks.md'), 'utf8');
  for (const { name, slices } of PROOFS) {
    const command = name.includes(' ')
      ? `npm run check -- proofs --only '${name}'`
      : `npm run check -- ${name}`;
    expect(page).toContain(`| ${name} | `);
    expect(page).toContain(`| \`${command}\`, ${slices} | `);
  }
});

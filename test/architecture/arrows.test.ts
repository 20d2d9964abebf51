import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCycles, layer, LAYERS, part, room } from './layers.ts';
import { sources, type Import, type Source } from './sources.ts';

const all = sources();
const isEdge = (path: string) => /\.(api|jobs|run)\.ts$/.test(path);
const isStore = (path: string) => /\.store\.ts$/.test(path);
const isRules = (path: string) => /\.rules\.ts$/.test(path);

const isFeature = (path: string) => path.split('/')[2] === 'features';
const feature = (path: string) => path.split('/')[3];

type Rule = { name: string; breaks(from: Source, to: Import): boolean };
const rules: Rule[] = [
  // Words cross the wire, and the contract can run in a browser. Logic goes to the server's rules.
  {
    name: 'contract imports only contract, zod and phone metadata',
    breaks: (from, to) =>
      room(from.path) === 'contract' &&
      (to.relative
        ? room(to.target) !== 'contract'
        : !/^(zod|libphonenumber-js)(\/|$)/.test(to.target)),
  },
  {
    name: 'what contract shares knows no endpoint',
    breaks: (from, to) =>
      from.path.startsWith('src/contract/shared/') &&
      to.relative &&
      !to.target.startsWith('src/contract/shared/'),
  },
  // The wire could be published alone. Code that needs a database or a configuration belongs in server/gateway.
  {
    name: 'smpp imports nothing of the project',
    breaks: (from, to) =>
      room(from.path) === 'smpp' &&
      (to.relative ? room(to.target) !== 'smpp' : !to.target.startsWith('node:')),
  },
  // Screens know the contract. A need of theirs at the server becomes an endpoint.
  {
    name: 'web imports only web and contract',
    breaks: (from, to) =>
      room(from.path) === 'web' && to.relative && !['web', 'contract'].includes(room(to.target)),
  },
  {
    name: 'sim imports only sim, smpp and contract',
    breaks: (from, to) =>
      room(from.path) === 'sim' &&
      to.relative &&
      !['sim', 'smpp', 'contract'].includes(room(to.target)),
  },
  {
    name: 'server imports only server and contract, and smpp from its gateway',
    breaks: (from, to) =>
      room(from.path) === 'server' &&
      to.relative &&
      !['server', 'contract'].includes(room(to.target)) &&
      !(room(to.target) === 'smpp' && from.path.startsWith('src/server/gateway/')),
  },
  {
    name: 'no import points to a higher layer',
    breaks: (from, to) =>
      to.relative &&
      room(from.path) in LAYERS &&
      room(from.path) === room(to.target) &&
      layer(to.target) < layer(from.path),
  },
  // Two features meet in a layer below, or in the process that starts both.
  {
    name: 'a feature imports no other feature',
    breaks: (from, to) =>
      to.relative &&
      room(from.path) === room(to.target) &&
      isFeature(from.path) &&
      isFeature(to.target) &&
      feature(from.path) !== feature(to.target),
  },
  // An edge is where the outside comes in; what two edges share is a verb beside them.
  {
    name: 'only processes and edges import an edge',
    breaks: (from, to) =>
      to.relative &&
      room(to.target) === 'server' &&
      isEdge(to.target) &&
      !from.path.startsWith('src/server/processes/') &&
      !isEdge(from.path),
  },
  // Two parts' stores in one piece of work meet in a verb, which decides. Stores of one part
  // write its tables together: one file a step, and the statements that several steps share.
  {
    name: 'a store imports no store of another part',
    breaks: (from, to) =>
      to.relative &&
      isStore(from.path) &&
      isStore(to.target) &&
      part(from.path) !== part(to.target),
  },
  {
    name: 'rules touch nothing',
    breaks: (from, to) =>
      isRules(from.path) &&
      !to.types &&
      (to.relative
        ? isStore(to.target) || /\/infra\/(config|database)\/|\/http\.ts$/.test(to.target)
        : /^(pg|fastify|node:(fs|net|http))/.test(to.target)),
  },
  {
    name: 'the driver is only in infra/database',
    breaks: (from, to) =>
      !to.relative &&
      !to.types &&
      to.target === 'pg' &&
      !from.path.startsWith('src/server/infra/database/'),
  },
];

test('every folder of server and web is a layer, beside one file', () => {
  const layered = all.filter(({ path }) => room(path) in LAYERS);
  expect(layered.filter(({ path }) => layer(path) < 0).map(({ path }) => path)).toEqual([
    'src/server/main.ts',
  ]);
});

test.each(rules)('$name', ({ breaks }) => {
  const broken = all.flatMap((from) =>
    from.imports.filter((to) => breaks(from, to)).map((to) => `${from.path} -> ${to.target}`),
  );
  expect(broken).toEqual([]);
});

test('every tracked source file was read, and every import leads to a file', () => {
  const tracked = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'src'],
    { encoding: 'utf8' },
  )
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && existsSync(path));
  expect(all.map((source) => source.path)).toEqual(expect.arrayContaining(tracked));
  const lost = all.flatMap((from) =>
    from.imports
      .filter((to) => to.relative && !existsSync(join(import.meta.dirname, '../..', to.target)))
      .map((to) => `${from.path} -> ${to.target}`),
  );
  expect(lost).toEqual([]);
  // The scan itself: a file that contains `from './x'` must have at least one import.
  expect(
    all.filter(
      (source) =>
        /^(import|export) .* from '\.{1,2}\//m.test(source.text) &&
        !source.imports.some((to) => to.relative),
    ),
  ).toEqual([]);
});

test('no cycles, type imports counted', () => {
  expect(findCycles(all)).toEqual([]);
});

test('no barrels: a file that only re-exports', () => {
  expect(
    all.filter(
      (source) =>
        source.text.trim() !== '' &&
        source.text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .every((line) => /^export .* from /.test(line)),
    ),
  ).toEqual([]);
});

test('only infra/config reads the environment', () => {
  expect(
    all
      .filter(
        (source) =>
          /process\.env/.test(source.text) && !source.path.startsWith('src/server/infra/config/'),
      )
      .map((source) => source.path),
  ).toEqual([]);
});

/** Replaces sealed values of every folder by the same values under a newer key. */
const KEY_ROTATION = 'src/server/ops/key-rotation.store.ts';
const WRITE = String.raw`\b(?:insert into|update(?! of| set| skip)|delete from|copy)\s+(?:only\s+)?`;

/** The tables that a file writes: named in a statement, or by a constant that a statement reads. */
function written(text: string): Set<string> {
  const found = [
    ...text.matchAll(
      new RegExp(
        `${WRITE}"?([a-z_]+)"?\\b(?=[\\s(])|\\.(?:insertInto|updateTable|deleteFrom)\\('([a-z_]+)`,
        'g',
      ),
    ),
  ].map((match) => match[1] ?? match[2]!);
  // A statement whose table is a value may write any table that the file gives to a name.
  if (new RegExp(`\`${WRITE}\\$\\{[\\w.]+\\}`).test(text))
    found.push(...[...text.matchAll(/[:=]\s*'([a-z_]+)'/g)].map((match) => match[1]!));
  return new Set(found.filter((table) => tables.has(table)));
}

test('one part writes a table, and only its stores do', () => {
  const writers = new Map<string, Set<string>>();
  for (const source of all.filter(
    (each) => room(each.path) === 'server' && each.path !== KEY_ROTATION,
  ))
    for (const table of written(source.text))
      writers.set(table, (writers.get(table) ?? new Set()).add(source.path));
  const faults = [...writers]
    .filter(([, files]) => new Set([...files].map(part)).size > 1 || ![...files].every(isStore))
    .map(([table, files]) => `${table}: ${[...files].join(', ')}`);
  expect(faults).toEqual([]);
  // The scan itself: running-totals.store.ts names these two in constants alone.
  expect(writers.get('rollup_day')).toEqual(
    new Set(['src/server/core/dispatch/counts/running-totals.store.ts']),
  );
  expect(writers.get('failure_key')).toEqual(
    new Set(['src/server/core/dispatch/counts/running-totals.store.ts']),
  );
});

const tables = new Set(
  [...sourcesOfSchema().matchAll(/create table (\w+)/g)]
    .map((match) => match[1]!)
    .filter((table) => table !== 'migration'),
);

function sourcesOfSchema(): string {
  return execFileSync('git', ['grep', '-h', '--untracked', 'create table', '--', 'db/migrations'], {
    encoding: 'utf8',
  });
}

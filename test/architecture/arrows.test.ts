import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sources, type Import, type Source } from './sources.ts';

const all = sources();
const room = (path: string) => path.split('/')[1]!;
/** The word of a server file: its folder, or '' for the ground floor. */
const word = (path: string) => (path.split('/').length > 3 ? path.split('/')[2]! : '');
const isEdge = (path: string) => /\.(api|jobs|run)\.ts$/.test(path);
const isStore = (path: string) => /\.store\.ts$/.test(path);
const isRules = (path: string) => /\.rules\.ts$/.test(path);

// Words that others stand on: what sending, money, work, files, sign-in, letters and the audit log have in common. A feature may
// use them; they know no feature. Anything else that two features share belongs in one of these.
const ground = new Set([
  'dispatch',
  'ledger',
  'tasks',
  'uploads',
  'files',
  'auth',
  'audit',
  'branding',
  'mail',
  'accept',
]);
// The processes: the only files that start things, so the only ones that may import an edge.
const processes = new Set([
  'src/server/main.ts',
  'src/server/processes/api.ts',
  'src/server/processes/worker.ts',
]);

type Rule = { name: string; breaks(from: Source, to: Import): boolean };
const rules: Rule[] = [
  // What crosses the wire is words; it can run in a browser. Logic goes to the server's rules.
  {
    name: 'contract imports only contract, zod and phone metadata',
    breaks: (from, to) =>
      room(from.path) === 'contract' &&
      (to.relative
        ? room(to.target) !== 'contract'
        : !/^(zod|libphonenumber-js)(\/|$)/.test(to.target)),
  },
  // The wire could be published alone. What needs a database or a configuration belongs in server/gateway.
  {
    name: 'smpp imports nothing of the project',
    breaks: (from, to) =>
      room(from.path) === 'smpp' &&
      (to.relative ? room(to.target) !== 'smpp' : !to.target.startsWith('node:')),
  },
  // Screens know the contract. What they need of the server becomes an endpoint.
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
      room(to.target) !== 'server' &&
      room(to.target) !== 'contract' &&
      !(room(to.target) === 'smpp' && word(from.path) === 'gateway'),
  },
  // An edge is where the outside comes in; what two edges share is a verb beside them.
  {
    name: 'nobody imports an edge but the processes',
    breaks: (from, to) =>
      to.relative &&
      room(to.target) === 'server' &&
      isEdge(to.target) &&
      !processes.has(from.path) &&
      !isEdge(from.path),
  },
  {
    name: 'a feature imports no other feature',
    breaks: (from, to) =>
      to.relative &&
      room(from.path) === 'server' &&
      room(to.target) === 'server' &&
      word(from.path) !== '' &&
      word(to.target) !== '' &&
      word(from.path) !== word(to.target) &&
      !ground.has(word(to.target)) &&
      !isEdge(from.path),
  },
  {
    name: 'the ground knows no feature',
    breaks: (from, to) =>
      to.relative &&
      room(from.path) === 'server' &&
      room(to.target) === 'server' &&
      ground.has(word(from.path)) &&
      word(to.target) !== '' &&
      !ground.has(word(to.target)),
  },
  // Two stores in one piece of work meet in a verb, which decides.
  {
    name: 'a store imports no other store',
    breaks: (from, to) => to.relative && isStore(from.path) && isStore(to.target),
  },
  {
    name: 'rules touch nothing',
    breaks: (from, to) =>
      isRules(from.path) &&
      !to.types &&
      (to.relative
        ? isStore(to.target) || /\/(db|http|config)\.ts$/.test(to.target)
        : /^(pg|kysely|fastify|node:(fs|net|http))/.test(to.target)),
  },
  {
    name: 'the driver is only in db.ts and what runs the database itself',
    breaks: (from, to) =>
      !to.relative &&
      !to.types &&
      /^(pg|kysely)$/.test(to.target) &&
      !/^src\/server\/(db|db\.types|postgres|migrate|database-check)\.ts$/.test(from.path),
  },
  // Kit is for every screen; what knows a feature stands beside that feature's screens.
  {
    name: 'ui imports no feature',
    breaks: (from, to) =>
      to.relative &&
      from.path.startsWith('src/web/ui/') &&
      room(to.target) === 'web' &&
      !/^src\/web\/(ui|words)\//.test(to.target) &&
      !/^src\/web\/[a-z]+\.tsx?$/.test(to.target),
  },
];

test.each(rules)('$name', ({ breaks }) => {
  const broken = all.flatMap((from) =>
    from.imports.filter((to) => breaks(from, to)).map((to) => `${from.path} -> ${to.target}`),
  );
  expect(broken).toEqual([]);
});

test('every tracked source file was seen, and every import of one leads to a file', () => {
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
  // The scan itself: whoever writes `from './x'` must have been found to import something.
  expect(
    all.filter(
      (source) =>
        /^(import|export) .* from '\.{1,2}\//m.test(source.text) &&
        !source.imports.some((to) => to.relative),
    ),
  ).toEqual([]);
});

test('no cycles, but of types, which are gone when the program runs', () => {
  const edges = new Map(
    all.map((source) => [
      source.path,
      source.imports.filter((to) => to.relative && !to.types).map((to) => to.target),
    ]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (path: string, trail: string[]) => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    if (done.has(path) || trail.includes(path)) return;
    for (const next of edges.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) walk(path, []);
  expect(cycles).toEqual([]);
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

test('the environment is read in config.ts alone', () => {
  expect(
    all
      .filter(
        (source) =>
          /process\.env/.test(source.text) && source.path !== 'src/server/infra/config/config.ts',
      )
      .map((source) => source.path),
  ).toEqual([]);
});

test('one writer per table: its store', () => {
  const writers = new Map<string, Set<string>>();
  for (const source of all.filter((each) => room(each.path) === 'server')) {
    for (const match of source.text.matchAll(
      /\b(?:insert into|update(?! of| set| skip)|delete from|copy)\s+(?:only\s+)?"?([a-z_]+)"?\b(?=[\s(])|\.(?:insertInto|updateTable|deleteFrom)\('([a-z_]+)/g,
    )) {
      const table = match[1] ?? match[2]!;
      if (!tables.has(table)) continue;
      if (!writers.has(table)) writers.set(table, new Set());
      writers.get(table)!.add(source.path);
    }
  }
  const faults = [...writers]
    .filter(([, files]) => files.size > 1 || ![...files].every((file) => isStore(file)))
    .map(([table, files]) => `${table}: ${[...files].join(', ')}`);
  expect(faults).toEqual([]);
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

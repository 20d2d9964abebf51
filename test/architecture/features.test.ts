import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

type Column = 'screens' | 'contract' | 'server' | 'writes' | 'states';
const rows = read('docs/features.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => {
    const [, , screens = '', contract = '', server = '', writes = '', states = ''] =
      line.split('|');
    return { screens, contract, server, writes, states };
  });
const wordsIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
const named = (column: Column) => rows.flatMap((row) => wordsIn(row[column]));

const folders = (pattern: string, base: string) =>
  globSync(pattern, { cwd: join(root, base), withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, base).length + 1));

test('every table is in the row of one feature', () => {
  const tables = [...read('db/schema.sql').matchAll(/^create table (\w+)/gm)].map(
    ([, name]) => name!,
  );
  expect(tables.length).toBeGreaterThan(100);
  expect(
    named('writes')
      .filter((word) => word !== 'erase_number')
      .toSorted(),
  ).toEqual(tables.toSorted());
});

test('every table has a primary key', () => {
  const tables = [
    ...read('db/schema.sql').matchAll(/^create (?:unlogged )?table (\w+) \(.*?^\)/gms),
  ];
  expect(tables.length).toBeGreaterThan(100);
  expect(tables.filter(([text]) => !/PRIMARY KEY/.test(text)).map(([, name]) => name)).toEqual([]);
});

test('every file of the contract is in the row of one feature', () => {
  const files = globSync('*.ts', { cwd: join(root, 'src/contract/api') })
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => name.replace(/\.ts$/, ''));
  expect(named('contract').toSorted()).toEqual(files.toSorted());
});

test('every folder of a feature is in a row, and every folder of a row exists', () => {
  const server = named('server');
  for (const pattern of ['features/*', 'features/*/*', 'core/*/*', 'gateway/*/*'])
    for (const folder of folders(pattern, 'src/server')) expect(server).toContain(folder);
  const screens = named('screens');
  // A menu's folder is in no row of its own where its folders are, each in the row of its feature.
  const isNamed = (folder: string): boolean => {
    const within = folders(`${folder}/*`, 'src/web');
    return screens.includes(folder) || (within.length > 0 && within.every(isNamed));
  };
  expect(folders('features/*', 'src/web').filter((folder) => !isNamed(folder))).toEqual([]);
  const present = [
    ...folders('*', 'src/server').map((folder) => `src/server/${folder}`),
    ...folders('*/*', 'src/server').map((folder) => `src/server/${folder}`),
    ...folders('*/*/*', 'src/server').map((folder) => `src/server/${folder}`),
    ...folders('*', 'src/web').map((folder) => `src/web/${folder}`),
    ...folders('features/*', 'src/web').map((folder) => `src/web/${folder}`),
    ...folders('features/*/*', 'src/web').map((folder) => `src/web/${folder}`),
  ];
  for (const folder of server) expect(present).toContain(`src/server/${folder}`);
  for (const folder of screens) expect(present).toContain(`src/web/${folder}`);
});

test('the folder that handles the calls of a file of the contract is in the row of that file', () => {
  const handled = globSync('**/*.api.ts', { cwd: join(root, 'src/server') }).flatMap((file) => {
    const text = read(join('src/server', file));
    return [...text.matchAll(/\banswer\((\w+),/g)].map(([, object]) => ({
      folder: dirname(file),
      contract: text.match(
        new RegExp(
          `import \\{[^}]*\\b${object}\\b[^}]*\\} from '[./]+/contract/api/([\\w-]+)\\.ts'`,
        ),
      )?.[1],
    }));
  });
  expect(handled.length).toBeGreaterThan(70);
  expect(
    handled.filter(
      ({ folder, contract }) =>
        contract === undefined ||
        !rows.some(
          (row) => wordsIn(row.contract).includes(contract) && wordsIn(row.server).includes(folder),
        ),
    ),
  ).toEqual([]);
});

test('every table of transitions is exported by the file that its row names, and none is missing', () => {
  const listed = rows.flatMap(({ states }) =>
    states
      .split(',')
      .filter((each) => each.includes('`'))
      .flatMap((each) => {
        const words = wordsIn(each);
        return words.slice(0, -1).map((name) => `${name} ${words.at(-1)}`);
      }),
  );
  const exported = globSync('**/*.rules.ts', { cwd: join(root, 'src/server') }).flatMap((file) =>
    [
      ...read(join('src/server', file)).matchAll(
        /^export const (\w+)(?:: Transitions<| = \{\n.*from: )/gm,
      ),
    ].map(([, name]) => `${name} ${file.split('/').at(-1)}`),
  );
  expect(listed.toSorted()).toEqual(exported.toSorted());
});

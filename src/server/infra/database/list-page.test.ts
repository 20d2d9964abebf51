import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { open } from '../../../../test/harness/wallets.ts';
import type { Tx } from './db.ts';
import { listPage, newestFirst, type ListOrder } from './list-page.ts';
import { COUNT_LIMIT, openPageTokens, unsignedPage, type PageRequest } from './pages.ts';
import { systemScope } from './scope.ts';
import { conditions } from './scoped-query.ts';

type Item = { id: number; weight: number; name: string };

const db = await createTestDatabase();
await db.query('create table item (id int primary key, weight int not null, name text not null)');
await db.query('grant select, insert, delete on item to tuma_portal');
const database = open(db, 'tuma_portal', 1);
const tokens = openPageTokens(Buffer.alloc(32, 7));

/** Orders of one key and of several, up and down; weights and names repeat. */
const ORDERS: Record<string, ListOrder<Item>> = {
  'newest first': newestFirst('i.id'),
  'lightest first': {
    keys: ['i.weight', 'i.id'],
    direction: 'asc',
    at: '?, ?',
    valuesOf: (place) => place.split('|'),
    placeOf: ({ weight, id }) => `${weight}|${id}`,
  },
  'by name, backwards, from the row of the place': {
    keys: ['lower(i.name) collate "C"', 'i.id'],
    direction: 'desc',
    at: 'select lower(name) collate "C", id from item where id = ?',
    valuesOf: (place) => [place],
    placeOf: ({ id }) => String(id),
  },
};
const compare: Record<string, (a: Item, b: Item) => number> = {
  'newest first': (a, b) => b.id - a.id,
  'lightest first': (a, b) => a.weight - b.weight || a.id - b.id,
  'by name, backwards, from the row of the place': (a, b) => {
    const [left, right] = [a.name.toLowerCase(), b.name.toLowerCase()];
    return left === right ? b.id - a.id : left < right ? 1 : -1;
  },
};

const read = (tx: Tx, page: PageRequest, order: ListOrder<Item>, least: number) => {
  const where = conditions();
  where.add('i.weight >= ?', least);
  return listPage(tx, page, {
    counted: 'item i',
    where,
    order,
    read: (rows) => `select i.id, i.weight, i.name from item i ${rows}`,
  });
};

const item = fc.record({
  weight: fc.integer({ min: 0, max: 3 }),
  name: fc.constantFrom('a', 'A', 'b', 'B', 'c'),
});

for (const [name, order] of Object.entries(ORDERS)) {
  test(`returns every row once and in order: ${name}`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 25 }),
        fc.array(fc.array(item, { maxLength: 3 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 3 }),
        async (first, meanwhile, pageSize, least) => {
          await db.query('delete from item');
          let nextId = 100;
          const insert = async (items: Omit<Item, 'id'>[]): Promise<Item[]> => {
            // Ids on both sides of those that are there, so that new rows fall before and after.
            const rows = items.map((each, at) => ({
              ...each,
              id: at % 2 === 0 ? nextId++ : 100 - nextId++,
            }));
            for (const { id, weight, name: text } of rows)
              await db.query('insert into item values ($1, $2, $3)', [id, weight, text]);
            return rows;
          };
          const there = (await insert(first)).filter(({ weight }) => weight >= least);
          let size = there.length;
          const seen: Item[] = [];
          for (let pageToken = '', turn = 0; ; turn++) {
            const page = tokens.openPage('items', { pageSize, pageToken });
            const { rows, footer } = await database.run(systemScope(), (tx) =>
              read(tx, page, order, least),
            );
            expect(footer.collectionCount).toBe(size);
            expect(rows.length).toBeLessThanOrEqual(pageSize);
            seen.push(...rows);
            if (footer.nextPageToken === '') break;
            expect(rows).toHaveLength(pageSize);
            pageToken = footer.nextPageToken;
            const added = await insert(meanwhile[turn] ?? []);
            size += added.filter(({ weight }) => weight >= least).length;
          }
          expect(seen).toEqual([...seen].sort(compare[name]!));
          const ids = seen.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids).toEqual(expect.arrayContaining(there.map(({ id }) => id)));
        },
      ),
      { numRuns: 40, seed: 16 },
    );
  });
}

test('counts up to the limit and reports that there are more', async () => {
  const count = () =>
    database.run(systemScope(), (tx) =>
      read(tx, unsignedPage(1, undefined), newestFirst('i.id'), 0),
    );
  await db.query('delete from item');
  await db.query(`insert into item select n, 0, '' from generate_series(1, $1::int) n`, [
    COUNT_LIMIT,
  ]);
  expect((await count()).footer).toEqual({
    nextPageToken: String(COUNT_LIMIT),
    collectionCount: COUNT_LIMIT,
  });
  await db.query(`insert into item values (0, 0, '')`);
  expect((await count()).footer).toEqual({
    nextPageToken: String(COUNT_LIMIT),
    collectionCount: COUNT_LIMIT,
    collectionCountIsLowerBound: true,
  });
});

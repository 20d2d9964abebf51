import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { textList } from './sql.ts';

const db = await createTestDatabase();
const database = openDatabase({ connectionString: db.url }, 'tuma_gateway', {
  max: 1,
  name: 'test',
  onLost: () => {},
});
afterAll(() => database.close());

test.each([
  ['phones', ['254712345678', '+255712345678']],
  ["carriers' ids", ['0a1B-77.x:9', 'ID_1']],
  ['the word null', ['null', 'NULL', 'Null', 'nullable']],
  ['what an array separates by', ['a,b', '{a}', 'a"b', 'a\\b', ' a ', '', "a'b", 'ä']],
])('%s come to the database as they are', async (_name, values) => {
  const { rows } = await database.plain.query<{ values: string[] }>(
    'select $1::text[] as values',
    [textList(values)],
    'text list',
  );
  expect(rows[0]!.values).toEqual(values);
});

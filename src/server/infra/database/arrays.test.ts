import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { textArray } from './arrays.ts';

const db = await createTestDatabase();

test.each([
  [[]],
  [['']],
  [[null]],
  [['plain', null, 'quote " brace } comma , backslash \\', 'null', ' blanks ', 'line\nbreak']],
  [['João', 'Wanjikũ', '😀 and 中文', '{"a": [1, "2"]}']],
])('the server reads texts as they are: %j', async (texts: (string | null)[]) => {
  const [row] = await db.query<{ texts: (string | null)[] }>('select $1::text[] as texts', [
    textArray(texts),
  ]);
  expect(row!.texts).toEqual(texts);
});

// The attack of `npm run check -- verify-attack`, smaller, under rules that are as much smaller.
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../harness/database.ts';
import { playAttack } from './scenario.ts';

const db = await createTestDatabase();

test('an attack is refused and its real users are not', async () => {
  const numbers = 1200;
  const { sent, refused, disturbed, verified } = await playAttack({
    databaseUrl: db.url,
    seed: 27,
    numbers,
    users: 40,
    blocks: 1,
    ranges: 1,
    codes: { 3: 60, 6: 6, 8: 2 },
  });
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(numbers / 100);
  expect(refused['COUNTRY_NOT_ALLOWED']).toBeGreaterThan(numbers / 3);
  expect(refused['CODES_NOT_ENTERED']).toBeGreaterThan(numbers / 3);
  expect(disturbed).toEqual({});
  expect(verified).toBe(36);
});

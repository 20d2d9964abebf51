import { expect, test } from 'vitest';
import { readHostileFiles } from './scenario.ts';

test('hostile files give rows or a refusal', async () => {
  const { faults, read, refused } = await readHostileFiles(150, 3);
  expect(faults).toEqual([]);
  expect(read).toBeGreaterThan(25);
  expect(refused).toBeGreaterThan(25);
});

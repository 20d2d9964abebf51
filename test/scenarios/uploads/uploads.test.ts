import { expect, test } from 'vitest';
import { readHostileFiles } from './scenario.ts';

test('hostile files give rows or a refusal', async () => {
  const { faults, read, refused } = await readHostileFiles(300, 3);
  expect(faults).toEqual([]);
  expect(read).toBeGreaterThan(50);
  expect(refused).toBeGreaterThan(50);
});

import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { fuzzHttp, openVictims } from '../../../../../test/scenarios/fuzz/http-fuzz.ts';

const db = await createTestDatabase();
const victims = await openVictims(db.url);
afterAll(() => victims.stop());

// `npm run check -- fuzz --part http` sends a hundred times as many and watches memory.
test('a thousand malformed requests are answered without a fault on our side, and valid ones still work', async () => {
  const { statuses, faults, serves } = await fuzzHttp(victims, { requests: 1000, seed: 1 });
  expect(faults).toEqual([]);
  expect(victims.faults).toEqual([]);
  expect(serves).toBe(true);
  // Malformed in many ways: errors reach every kind of answer.
  expect(Object.keys(statuses)).toEqual(
    expect.arrayContaining(['200', '201', '202', '400', '401', '403', '404', '415']),
  );
});

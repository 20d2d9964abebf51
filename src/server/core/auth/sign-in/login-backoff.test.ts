import { expect, test } from 'vitest';
import { LoginBackoff } from './login-backoff.ts';

test('wrong attempts of an address are delayed longer and longer, and right ones answered at once', async () => {
  const pauses: number[] = [];
  const lane = new LoginBackoff(async (milliseconds) => pauses.push(milliseconds));
  expect(await lane.try('203.0.113.9', async () => true)).toBe(true);
  expect(pauses).toEqual([]);
  for (let time = 0; time < 7; time++)
    expect(await lane.try('203.0.113.9', async () => false)).toBe(false);
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000]);
  await lane.try('203.0.113.10', async () => false);
  expect(pauses.at(-1)).toBe(250);
  expect(await lane.try('203.0.113.9', async () => true)).toBe(true);
});

test('attempts of one address run one after another, and too many are refused unread', async () => {
  let running = 0;
  let most = 0;
  const lane = new LoginBackoff(async () => {});
  const tries = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      lane.try(at % 2 === 0 ? '2001:db8::1:0:0:0:1' : '2001:db8:0:1:ffff::2', async () => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
        return false;
      }),
    ),
  );
  expect(most).toBe(1);
  expect(tries.filter((each) => each === undefined)).toHaveLength(10);
});

test('a check that fails ends its own attempt only', async () => {
  const lane = new LoginBackoff(async () => {});
  await expect(
    lane.try('203.0.113.9', () => Promise.reject(new Error('database'))),
  ).rejects.toThrow('database');
  expect(await lane.try('203.0.113.9', async () => true)).toBe(true);
});

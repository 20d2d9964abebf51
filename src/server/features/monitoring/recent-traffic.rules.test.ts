import { expect, test } from 'vitest';
import { dueReceipts, isRefusing, isThrottling, recentAnswers } from './recent-traffic.rules.ts';

const NOW = 1_800_000_000_000;
type Slot = Parameters<typeof recentAnswers>[0][number];

/** Slots of ten seconds, from so many seconds ago on. */
function slots(from: number, to: number, of: Partial<Omit<Slot, 'at'>>): Slot[] {
  const none = { accepted: 0, refused: 0, throttled: 0, ended: 0, deliveries: [] };
  const made: Slot[] = [];
  for (let ago = from; ago > to; ago -= 10)
    made.push({ ...none, ...of, at: new Date(NOW - ago * 1000) });
  return made;
}
const calm = { accepted: 100, deliveries: [{ seconds: 2, parts: 95 }] };

test('refusals show within half a minute, whatever came before', () => {
  const seen = recentAnswers(
    [...slots(600, 30, calm), ...slots(30, 0, { accepted: 85, refused: 15 })],
    NOW,
  )!;
  expect(isRefusing(seen, 10)).toBe(true);
  expect(isRefusing(recentAnswers(slots(600, 0, calm), NOW)!, 10)).toBe(false);
});

test('with few answers the last two minutes are looked at, and fewer say nothing', () => {
  const thin = { accepted: 4, refused: 1 };
  expect(recentAnswers(slots(600, 0, thin), NOW)).toEqual({
    answers: 65,
    refused: 13,
    throttled: 0,
  });
  expect(recentAnswers(slots(30, 0, thin), NOW)).toBeUndefined();
});

test('throttling is a matter of its own', () => {
  const seen = recentAnswers(slots(600, 0, { accepted: 90, throttled: 10 }), NOW)!;
  expect([isThrottling(seen), isRefusing(seen, 10)]).toEqual([true, false]);
  expect(isThrottling({ answers: 1000, refused: 0, throttled: 40 })).toBe(false);
  expect(isThrottling({ answers: 50, refused: 0, throttled: 9 })).toBe(false);
});

test('receipts that stop are missed as soon as they are due', () => {
  const stopped = [...slots(600, 40, calm), ...slots(40, 0, { accepted: 100 })];
  expect(dueReceipts(stopped, NOW)).toEqual({ taken: 100, receipts: 0 });
  expect(dueReceipts(slots(600, 0, calm), NOW)).toEqual({ taken: 100, receipts: 95 });
});

test('a receipt of failure is one, and a carrier that never brought any has not stopped', () => {
  const failing = [...slots(600, 40, calm), ...slots(40, 0, { accepted: 100, ended: 95 })];
  expect(dueReceipts(failing, NOW)).toEqual({ taken: 100, receipts: 95 });
  expect(dueReceipts(slots(600, 0, { accepted: 100 }), NOW)).toBeUndefined();
  expect(dueReceipts(slots(40, 0, { accepted: 100 }), NOW)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

/**
 * Submits as fast as allowed for `seconds`, against a carrier that accepts `most` a second
 * and throttles above.
 */
function play(pace: Pace, seconds: number, most: number): { taken: number; throttled: number } {
  let taken = 0;
  let throttled = 0;
  let inSecond = 0;
  for (let now = 0; now < seconds * 1000; now += 10) {
    if (now % 1000 === 0) inSecond = 0;
    const count = Math.min(50, pace.available(now));
    pace.take(count);
    const ok = Math.min(count, most - inSecond);
    inSecond += ok;
    taken += ok;
    pace.accepted(ok, now);
    if (count > ok) {
      throttled += count - ok;
      pace.throttled(now);
    }
  }
  return { taken, throttled };
}

test('without a limit every submission is allowed', () => {
  expect(new Pace(0, 0).available(0)).toBe(Infinity);
  expect(new Pace(0, 0).waitFor(10, 0)).toBe(0);
});

test('a limit holds over any second and in bursts of a tenth', () => {
  const pace = new Pace(200, 0);
  expect(play(pace, 10, Infinity).taken).toBeGreaterThan(1950);
  expect(play(new Pace(200, 0), 10, Infinity).taken).toBeLessThanOrEqual(2020);
  const slow = new Pace(0.5, 0);
  expect(slow.available(0)).toBe(0);
  expect(slow.waitFor(1, 0)).toBe(2000);
  expect(slow.available(2000)).toBe(1);
});

test("throttling settles slightly below the carrier's rate", () => {
  const pace = new Pace(0, 0);
  const { taken, throttled } = play(pace, 60, 100);
  expect(taken).toBeGreaterThan(60 * 100 * 0.9);
  expect(throttled).toBeLessThan(taken * 0.1);
  expect(pace.limit).toBeGreaterThan(80);
  expect(pace.limit).toBeLessThan(130);
});

test("a throttled limit never rises above the operator's", () => {
  const pace = new Pace(50, 0);
  pace.available(0);
  pace.accepted(10, 500);
  pace.throttled(500);
  expect(pace.limit).toBeLessThan(50);
  for (let now = 1000; now < 600_000; now += 500) pace.available(now);
  expect(pace.limit).toBe(50);
});

test.each([20, 100, 700])(
  'finds a limit of %i a second within seconds of the burst that met it, and stays there',
  (rate) => {
    const pace = new Pace(0, 0);
    const burst = Math.max(1, rate / 10);
    let carrierTokens = burst;
    const took: number[] = [];
    let refused = 0;
    for (let now = 0; now < 40_000; now += 5) {
      carrierTokens = Math.min(burst, carrierTokens + (5 * rate) / 1000);
      const sent = Math.min(50, pace.available(now));
      if (sent <= 0) continue;
      pace.take(sent);
      const accepted = Math.min(sent, Math.floor(carrierTokens));
      carrierTokens -= accepted;
      if (accepted > 0) pace.accepted(accepted, now);
      if (accepted < sent) pace.throttled(now);
      refused += sent - accepted;
      const second = Math.floor(now / 1000);
      took[second] = (took[second] ?? 0) + accepted;
    }
    const steady = took.slice(10);
    expect(steady.reduce((sum, each) => sum + each, 0) / steady.length).toBeGreaterThan(rate * 0.9);
    expect(refused).toBeLessThan(rate * 40 * 0.05 + 100);
  },
);

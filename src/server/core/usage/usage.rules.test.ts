import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recentHours } from './days.rules.ts';
import { ageInDays, daysLeftOf, daysOf, paceOf, unitsByDay } from './usage.rules.ts';

const unit = 10_000n;
const daily = (days: number, units: bigint, from = 1) =>
  Array.from({ length: days }, (_, at) => ({ daysAgo: from + at, units }));

describe('how long units last', () => {
  test.each([
    ['seven days alike', daily(7, 100n * unit), 400, { days: 7, units: 700n * unit }],
    [
      'three days of the last seven are enough, and the idle ones count',
      daily(3, 70n * unit),
      400,
      { days: 7, units: 210n * unit },
    ],
    [
      'two are not, so the last thirty tell',
      [...daily(2, 70n * unit), ...daily(1, 70n * unit, 20)],
      400,
      { days: 30, units: 210n * unit },
    ],
    ['two days in all tell nothing', daily(2, 1000n * unit), 400, undefined],
    ['what was used longer ago tells nothing', daily(20, unit, 31), 400, undefined],
    [
      'a young account is averaged over its own days',
      daily(4, 50n * unit),
      4,
      { days: 4, units: 200n * unit },
    ],
    [
      'today, which is not over, is in no average',
      [{ daysAgo: 0, units: 1000n * unit }, ...daily(2, unit)],
      400,
      undefined,
    ],
    [
      'sent and sold on one day is one day of use',
      [
        { daysAgo: 1, units: unit },
        { daysAgo: 1, units: unit },
        { daysAgo: 2, units: unit },
      ],
      400,
      undefined,
    ],
  ])('%s', (_, use, age, pace) => expect(paceOf(use, age)).toEqual(pace));

  test.each([
    [700n * unit, 700n * unit, 7, 7],
    [699n * unit, 700n * unit, 7, 6],
    [0n, unit, 7, 0],
    [-5n * unit, unit, 7, 0],
  ])('%s at %s in %s days: %s days', (balance, units, days, left) => {
    expect(daysLeftOf(balance, { units, days })).toBe(left);
  });

  test('a balance lasts exactly its days at its pace', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(amount, amount, fc.constantFrom(3, 7, 30), (balance, units, days) => {
        const left = BigInt(daysLeftOf(balance, { units, days }));
        expect(left * units).toBeLessThanOrEqual(balance * BigInt(days));
        expect((left + 1n) * units).toBeGreaterThan(balance * BigInt(days));
      }),
    );
  });

  test('the pace averages at most thirty days', () => {
    const use = fc.array(
      fc.record({
        daysAgo: fc.integer({ min: 0, max: 40 }),
        units: fc.bigInt({ min: 0n, max: 10n ** 9n }),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(use, fc.integer({ min: 0, max: 400 }), (days, age) => {
        const pace = paceOf(days, age);
        if (!pace) return;
        expect(pace.days).toBeLessThanOrEqual(30);
        expect(pace.units).toBeGreaterThan(0n);
        expect(pace.units).toBe(
          days
            .filter(({ daysAgo }) => daysAgo >= 1 && daysAgo <= pace.days)
            .reduce((sum, { units }) => sum + units, 0n),
        );
      }),
    );
  });
});

describe('use by day', () => {
  const nothing = { messages: 1n, delivered: 0n, ended: 0n, cancelled: 0n };
  const row = (hour: string, units: bigint) => ({ ...nothing, hour: new Date(`${hour}Z`), units });

  test('counts the days of the account, not those of UTC', () => {
    const hours = recentHours(Date.parse('2026-11-22T22:10Z') / 1000, 'Africa/Nairobi', 3);
    expect(daysOf(hours).map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23']);
    expect(
      unitsByDay(hours, [
        row('2026-11-20T20:00', 1n),
        row('2026-11-20T21:00', 2n),
        row('2026-11-21T21:00', 4n),
        row('2026-11-22T20:00', 8n),
        row('2026-11-22T21:00', 16n),
      ]),
    ).toEqual([
      { daysAgo: 2, units: 2n },
      { daysAgo: 1, units: 12n },
      { daysAgo: 0, units: 16n },
    ]);
  });

  test('an account opened today has no whole day', () => {
    expect(ageInDays('2026-11-23', '2026-11-23')).toBe(0);
    expect(ageInDays('2026-11-20', '2026-11-23')).toBe(3);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ATTENTIONS } from '../../../contract/api/dashboard.ts';
import { reachOf, ROLES } from '../../../contract/shared/roles.ts';
import {
  attentionsOf,
  comparedDays,
  compareDays,
  daysLeftOf,
  firstStepsOf,
  isLow,
  paceOf,
  type FirstFacts,
  type HourRow,
} from './dashboard.rules.ts';

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

  test.each([
    [{ balance: 9n, level: 10n, everHadUnits: true }, true],
    [{ balance: 10n, level: 10n, everHadUnits: true }, false],
    [{ balance: 0n, level: 10n, everHadUnits: false }, true],
    [{ balance: 0n, level: 0n, everHadUnits: true }, true],
    [{ balance: 1n, level: 0n, everHadUnits: true }, false],
    [{ balance: 0n, level: 0n, everHadUnits: false }, false],
  ])('%o is low: %s', (wallet, low) => expect(isLow(wallet)).toBe(low));
});

describe('today compared with other days', () => {
  const now = Date.UTC(2026, 2, 12, 14, 20);
  const row = (day: number, hour: number, messages: number, delivered = messages): HourRow => ({
    hour: new Date(Date.UTC(2026, 2, day, hour)),
    messages: BigInt(messages),
    delivered: BigInt(delivered),
    ended: BigInt(messages),
    units: BigInt(messages) * unit,
  });

  test('the current hour counts for today and in no comparison', () => {
    const seen = compareDays(
      [
        row(12, 13, 5),
        row(12, 14, 7, 6),
        row(11, 13, 11),
        row(11, 14, 13),
        row(5, 0, 17),
        row(5, 20, 19),
        row(4, 3, 23),
      ],
      now,
    );
    expect(seen).toEqual({
      dayTimestamp: Date.UTC(2026, 2, 12) / 1000,
      wholeHours: 14,
      today: { messages: 12, delivered: 11, ended: 12, units: 12 },
      yesterday: { messages: 24, delivered: 24, ended: 24, units: 24 },
      throughHours: {
        today: { messages: 5, delivered: 5, ended: 5, units: 5 },
        yesterday: { messages: 11, delivered: 11, ended: 11, units: 11 },
        lastWeek: { messages: 17, delivered: 17, ended: 17, units: 17 },
      },
    });
  });

  test('the first hour of a day has no comparison', () => {
    const { wholeHours, throughHours } = compareDays(
      [row(12, 0, 5), row(11, 0, 5)],
      Date.UTC(2026, 2, 12, 0, 59),
    );
    expect([wholeHours, throughHours.today.messages, throughHours.yesterday.messages]).toEqual([
      0, 0, 0,
    ]);
  });

  test('every compared hour is read', () => {
    const hour = fc.integer({ min: -10 * 24, max: 24 });
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2027, 0) }),
        fc.array(hour, { maxLength: 30 }),
        (at, hours) => {
          const begin = Math.floor(at / 3_600_000) * 3_600_000;
          const rows = hours.map((ago): HourRow => ({
            hour: new Date(begin + ago * 3_600_000),
            messages: 1n,
            delivered: 1n,
            ended: 1n,
            units: unit,
          }));
          const read = rows.filter(({ hour: each }) =>
            comparedDays(at).some(
              (day) => each >= day && each.getTime() < day.getTime() + 86_400_000,
            ),
          );
          expect(compareDays(read, at)).toEqual(compareDays(rows, at));
        },
      ),
    );
  });
});

describe('the first steps', () => {
  const fresh: FirstFacts = {
    hidden: false,
    detailsComplete: true,
    senderReady: false,
    senderAsked: false,
    everHadUnits: false,
    hasContacts: false,
    hasSent: false,
  };
  const done: FirstFacts = { ...fresh, senderReady: true, everHadUnits: true, hasSent: true };

  test('a new client has all steps ahead but its details', () => {
    expect(firstStepsOf('CLIENT', fresh)?.map(({ step, done: ticked }) => [step, ticked])).toEqual([
      ['DETAILS', true],
      ['SENDER', false],
      ['UNITS', false],
      ['CONTACTS', false],
      ['CAMPAIGN', false],
    ]);
  });
  test('a requested sender ID waits for another person', () => {
    expect(
      firstStepsOf('COMPANY', { ...fresh, senderAsked: true })?.find(
        ({ step }) => step === 'SENDER',
      ),
    ).toEqual({ step: 'SENDER', done: false, waiting: true, optional: false });
  });
  test('a role that cannot request a sender ID does not see the step', () => {
    expect(firstStepsOf('EBU_CLIENT', fresh)?.map(({ step }) => step)).toEqual([
      'DETAILS',
      'UNITS',
      'CONTACTS',
      'CAMPAIGN',
    ]);
  });
  test('contacts are an optional step', () => {
    expect(firstStepsOf('CLIENT', done)).toBeUndefined();
    expect(firstStepsOf('CLIENT', { ...done, hasSent: false })).toBeDefined();
  });
  test.each(
    ROLES.filter((role) => !['RESELLER', 'COMPANY', 'CLIENT', 'EBU_CLIENT'].includes(role)),
  )('%s has none', (role) => expect(firstStepsOf(role, fresh)).toBeUndefined());
  test('dismissed steps are hidden', () =>
    expect(firstStepsOf('CLIENT', { ...fresh, hidden: true })).toBeUndefined());
});

describe('needs your attention', () => {
  test('an approver sees approvals only, a client none', () => {
    expect(attentionsOf('EBU_APPROVER')).toEqual([{ kind: 'CAMPAIGN_APPROVAL', reach: 'ebu' }]);
    expect(attentionsOf('CLIENT').map(({ kind }) => kind)).not.toContain('CAMPAIGN_APPROVAL');
  });
  test("the platform's own items are shown to administrators only", () => {
    const platform = [
      'LEDGER_WRONG',
      'CONNECTOR_DOWN',
      'SENDER_REVIEW',
      'PAYMENT_SILENT',
      'PAYMENT_ORPHAN',
    ];
    for (const role of ROLES.filter((each) => reachOf(each, 'dashboard') !== undefined)) {
      expect(attentionsOf(role).filter(({ kind }) => platform.includes(kind))).toHaveLength(
        role === 'ADMINISTRATOR' ? platform.length : 0,
      );
    }
  });
  // One transaction reads them all under the reach of the dashboard; what reached further would silently see less.
  test("no item exceeds the reach of the dashboard, and the order is the contract's", () => {
    for (const role of ROLES.filter((each) => reachOf(each, 'dashboard') !== undefined)) {
      const seen = attentionsOf(role);
      expect(
        seen.every(({ reach }) => reach === 'own' || reach === reachOf(role, 'dashboard')),
      ).toBe(true);
      expect(seen.map(({ kind }) => kind)).toEqual(
        ATTENTIONS.filter((kind) => seen.some((each) => each.kind === kind)),
      );
    }
  });
});

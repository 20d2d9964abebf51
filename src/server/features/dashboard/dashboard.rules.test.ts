import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ATTENTIONS } from '../../../contract/api/dashboard.ts';
import { reachOf, ROLES } from '../../../contract/shared/roles.ts';
import { recentHours } from '../../core/usage/days.rules.ts';
import type { HourRow } from '../../core/usage/usage.rules.ts';
import {
  attentionsOf,
  compareDays,
  firstStepsOf,
  isLow,
  salesOf,
  watchClients,
  type ClientUse,
  type FirstFacts,
} from './dashboard.rules.ts';

const unit = 10_000n;

describe('a wallet', () => {
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
  const at = (written: string) => Date.parse(`${written}Z`) / 1000;
  const row = (written: string, messages: number, delivered = messages): HourRow => ({
    hour: new Date(`${written}Z`),
    messages: BigInt(messages),
    delivered: BigInt(delivered),
    ended: BigInt(messages),
    cancelled: 0n,
    units: BigInt(messages) * unit,
  });
  const tally = (count: number) => ({
    messages: count,
    delivered: count,
    ended: count,
    units: count,
  });

  test('the current hour counts for today and in no comparison', () => {
    const hours = recentHours(at('2026-03-12T14:20'), 'UTC', 30);
    const seen = compareDays(
      hours,
      [
        row('2026-03-12T13:00', 5),
        row('2026-03-12T14:00', 7, 6),
        row('2026-03-11T13:00', 11),
        row('2026-03-11T14:00', 13),
        row('2026-03-05T00:00', 17),
        row('2026-03-05T20:00', 19),
        row('2026-03-04T03:00', 23),
      ],
      true,
    );
    expect(seen).toMatchObject({
      dayTimestamp: at('2026-03-12T00:00'),
      wholeHours: 14,
      today: { messages: 12, delivered: 11, ended: 12, units: 12 },
      yesterday: tally(24),
      throughHours: { today: tally(5), yesterday: tally(11), lastWeek: tally(17) },
    });
    expect(seen.days.slice(-9).map(({ messages }) => messages)).toEqual([
      23, 36, 0, 0, 0, 0, 0, 24, 12,
    ]);
    expect(seen.hours.map(({ lastWeek }) => lastWeek)).toEqual(
      Array.from({ length: 24 }, (_, hour) => ({ 0: 17, 20: 19 })[hour] ?? 0),
    );
    expect(seen.hours[14]!.today).toEqual({
      messages: 7,
      delivered: 6,
      notDelivered: 1,
      cancelled: 0,
      open: 0,
    });
    expect(seen.hours[15]!.today).toBeNull();
  });

  // At 01:30 of Monday in Nairobi it is still Sunday in UTC.
  test('the day is that of the account', () => {
    const hours = recentHours(at('2026-11-22T22:30'), 'Africa/Nairobi', 30);
    const seen = compareDays(
      hours,
      [
        row('2026-11-22T21:00', 2),
        row('2026-11-22T22:00', 3),
        row('2026-11-22T20:00', 100),
        row('2026-11-15T21:00', 4),
        row('2026-11-15T22:00', 50),
        row('2026-11-15T20:00', 70),
      ],
      true,
    );
    expect(seen).toMatchObject({
      dayTimestamp: at('2026-11-22T21:00'),
      wholeHours: 1,
      today: { messages: 5 },
      yesterday: { messages: 100 },
      throughHours: { today: { messages: 2 }, lastWeek: { messages: 4 } },
    });
    expect(
      seen.hours.slice(0, 3).map(({ today, lastWeek }) => [today?.messages, lastWeek]),
    ).toEqual([
      [2, 4],
      [3, 50],
      [undefined, 0],
    ]);
    expect(seen.days.at(-1)).toMatchObject({
      day: '2026-11-23',
      startTimestamp: at('2026-11-22T21:00'),
    });
  });

  test.each([
    // 02:20 in Lisbon after clocks went back: hours 0, 1, 1 have passed, last week 0 and 1.
    ['clocks that went back', '2026-10-25T02:20', 2, 3, 2],
    // 03:20 after clocks went forward: 0 and 2 have passed, since 1 did not exist.
    ['clocks that went forward', '2026-03-29T02:20', 2, 2, 2],
  ])('%s: the hours that the clocks have shown are compared', (_, now, clocks, passed, before) => {
    const hours = recentHours(at(now), 'Europe/Lisbon', 30);
    const seen = compareDays(
      hours,
      hours.map(({ timestamp }) => row(new Date(timestamp * 1000).toISOString().slice(0, 16), 1)),
      true,
    );
    expect([
      seen.wholeHours,
      seen.throughHours.today.messages,
      seen.throughHours.lastWeek.messages,
    ]).toEqual([clocks, passed, before]);
  });

  test('the first hour of a day has no comparison', () => {
    const { wholeHours, throughHours } = compareDays(
      recentHours(at('2026-03-12T00:59'), 'UTC', 30),
      [row('2026-03-12T00:00', 5), row('2026-03-11T00:00', 5)],
      true,
    );
    expect([wholeHours, throughHours.today.messages, throughHours.yesterday.messages]).toEqual([
      0, 0, 0,
    ]);
  });

  test('every message of the last days is in one day, whatever the zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('UTC', 'Africa/Nairobi', 'Asia/Kolkata', 'Asia/Kathmandu', 'Europe/Lisbon'),
        fc.integer({ min: at('2026-01-01T00:00'), max: at('2027-01-01T00:00') }),
        (zone, now) => {
          const hours = recentHours(now, zone, 30);
          const rows = hours.map(({ timestamp }) =>
            row(new Date(timestamp * 1000).toISOString().slice(0, 16), 1),
          );
          const { days, hours: clocks, today } = compareDays(hours, rows, true);
          expect(days).toHaveLength(30);
          expect(days.reduce((sum, { messages }) => sum + messages, 0)).toBe(hours.length);
          expect(clocks.reduce((sum, hour) => sum + (hour.today?.messages ?? 0), 0)).toBe(
            today.messages,
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  test('a caller without a wallet sees no units', () => {
    const hours = recentHours(at('2026-03-12T14:20'), 'UTC', 30);
    const seen = compareDays(hours, [row('2026-03-12T13:00', 5)], false);
    expect([seen.today.units, seen.throughHours.lastWeek.units, seen.days.at(-1)!.units]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('sales to clients', () => {
  const days = ['2026-11-22', '2026-11-23'];
  const sale = (day: string, units: bigint, amount: string, currency: string | null = 'KES') => ({
    day,
    units: units * unit,
    transferred: 0n,
    currency,
    amount,
  });
  const price = { costPrice: '0.8000', currency: 'KES' };

  test('the margin is the money less the own price of the units', () => {
    const given = { ...sale('2026-11-23', 0n, '0', null), transferred: 50n * unit };
    expect(
      salesOf(
        days,
        [sale('2026-11-22', 10n, '7.00'), sale('2026-11-23', 1000n, '1000.50'), given],
        price,
      ),
    ).toEqual([
      { day: '2026-11-22', units: 10, transferredUnits: 0, amount: '7', margin: '-1' },
      { day: '2026-11-23', units: 1050, transferredUnits: 50, amount: '1000.5', margin: '200.5' },
    ]);
  });
  test('money of another currency has no margin, its units count', () => {
    expect(salesOf(days, [sale('2026-11-23', 10n, '900', 'TZS')], price)[1]).toMatchObject({
      units: 10,
      amount: '0',
      margin: '0',
    });
  });
  test('an account without a price of its own sees units alone', () => {
    expect(salesOf(days, [sale('2026-11-23', 10n, '900')], undefined)[1]).toMatchObject({
      units: 10,
      amount: '0',
      margin: '0',
    });
  });
});

describe('the clients of a seller', () => {
  const client = (clientName: string, more: Partial<ClientUse> = {}): ClientUse => ({
    clientId: clientName,
    clientName,
    balance: 1000n * unit,
    ageDays: 400,
    silentDays: 0,
    messages: 0n,
    daysUsed: 0,
    earliestDaysAgo: 0,
    unitsUsed: 0n,
    ...more,
  });
  const uses = (unitsADay: bigint) => ({
    daysUsed: 7,
    earliestDaysAgo: 7,
    unitsUsed: unitsADay * 7n * unit,
  });
  const names = (clients: readonly { clientName: string }[]) =>
    clients.map(({ clientName }) => clientName);

  test('run low when their units last fewer than three days, the fewest first', () => {
    const { low } = watchClients([
      client('three days', uses(333n)),
      client('just under', uses(334n)),
      client('gone', { ...uses(10n), balance: 0n }),
      client('used twice', { daysUsed: 2, earliestDaysAgo: 2, unitsUsed: 9000n * unit }),
      // Three days old: 450 a day, not 193; of those that last as long the smaller balance comes first.
      client('young', {
        ageDays: 3,
        daysUsed: 3,
        earliestDaysAgo: 3,
        unitsUsed: 1350n * unit,
        balance: 900n * unit,
      }),
    ]);
    expect(low.clients.map(({ clientName, daysLeft }) => [clientName, daysLeft])).toEqual([
      ['gone', 0],
      ['young', 2],
      ['just under', 2],
    ]);
  });
  test('are silent from 14 days on, the latest first, and forgotten after 90', () => {
    const { silent } = watchClients([
      client('yesterday', { silentDays: 13 }),
      client('a month', { silentDays: 30 }),
      client('two weeks', { silentDays: 14 }),
      client('last summer', { silentDays: 90 }),
      client('never sent', { silentDays: null }),
    ]);
    expect(names(silent.clients)).toEqual(['two weeks', 'a month']);
  });
  test('five are shown, all are counted', () => {
    const many = Array.from({ length: 8 }, (_, index) =>
      client(`c${index}`, { messages: BigInt(index), silentDays: 20 + index }),
    );
    const { silent, top } = watchClients(many);
    expect([silent.count, silent.clients.length]).toEqual([8, 5]);
    expect(names(top)).toEqual(['c7', 'c6', 'c5', 'c4', 'c3']);
  });
});

describe('the first steps', () => {
  const fresh: FirstFacts = {
    hidden: false,
    detailsComplete: true,
    senderReady: false,
    senderAsked: false,
    sharedSender: null,
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
    ).toEqual({ step: 'SENDER', done: false, waiting: true, optional: false, sharedSender: null });
  });
  test('a role that cannot request a sender ID does not see the step', () => {
    expect(firstStepsOf('EBU_CLIENT', fresh)?.map(({ step }) => step)).toEqual([
      'DETAILS',
      'UNITS',
      'CONTACTS',
      'CAMPAIGN',
    ]);
  });
  test("with the platform's sender ID, one of the account's own is no step on the way", () => {
    const shared = { ...fresh, sharedSender: 'TUMA' };
    expect(firstStepsOf('CLIENT', shared)?.find(({ step }) => step === 'SENDER')).toMatchObject({
      done: false,
      optional: true,
      sharedSender: 'TUMA',
    });
    expect(
      firstStepsOf('CLIENT', { ...shared, everHadUnits: true, hasSent: true }),
    ).toBeUndefined();
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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finishWithin, openStateAt } from './sending-hours.rules.ts';
import type { SendingWindow } from './sending-hours.rules.ts';

const DAILY = [1, 2, 3, 4, 5, 6, 7];
const kenya: SendingWindow = {
  country: 'KE',
  opens: 480,
  closes: 1080,
  days: DAILY,
  timezone: 'Africa/Nairobi',
};
const mozambique: SendingWindow = {
  country: 'MZ',
  opens: 480,
  closes: 1200,
  days: DAILY,
  timezone: 'Africa/Maputo',
};
const weekdays: SendingWindow = { ...kenya, days: [1, 2, 3, 4, 5] };
const night: SendingWindow = { ...kenya, opens: 1200, closes: 1440 };
const always: SendingWindow = { ...kenya, opens: 0, closes: 1440 };
const at = (text: string) => Date.parse(text) / 1000;

// Nairobi is three hours ahead of UTC, Maputo two. 5 March 2026 is a Thursday.
test.each<[string, SendingWindow[], string, boolean, string | null, string | null]>([
  ['no window', [], '2026-03-05T23:00:00Z', true, null, null],
  ['just before it opens', [kenya], '2026-03-05T04:59:59Z', false, '2026-03-05T05:00:00Z', null],
  ['as it opens', [kenya], '2026-03-05T05:00:00Z', true, null, '2026-03-05T15:00:00Z'],
  ['as it closes', [kenya], '2026-03-05T15:00:00Z', false, '2026-03-06T05:00:00Z', null],
  [
    'of two, while one is closed still',
    [kenya, mozambique],
    '2026-03-05T05:30:00Z',
    false,
    '2026-03-05T06:00:00Z',
    null,
  ],
  [
    'of two, both open: the first to close',
    [kenya, mozambique],
    '2026-03-05T07:00:00Z',
    true,
    null,
    '2026-03-05T15:00:00Z',
  ],
  ['a weekend', [weekdays], '2026-03-06T16:00:00Z', false, '2026-03-09T05:00:00Z', null],
  ['no hour that suits both', [kenya, night], '2026-03-05T07:00:00Z', false, null, null],
])('%s', (_what, windows, moment, open, opensAt, closesAt) => {
  expect(openStateAt(windows, at(moment))).toEqual({
    open,
    opensAt: opensAt && at(opensAt),
    closesAt: closesAt && at(closesAt),
  });
});

test('hours past midnight end the next day', () => {
  expect(finishWithin([kenya], at('2026-03-05T14:00:00Z'), 1800)).toBe(at('2026-03-05T14:30:00Z'));
  expect(finishWithin([kenya], at('2026-03-05T14:00:00Z'), 7200)).toBe(at('2026-03-06T06:00:00Z'));
  expect(finishWithin([kenya], at('2026-03-05T01:00:00Z'), 60)).toBe(at('2026-03-05T05:01:00Z'));
  expect(finishWithin([kenya, night], at('2026-03-05T14:00:00Z'), 60)).toBeNull();
  expect(finishWithin([], 1000, 60)).toBe(1060);
  expect(finishWithin([always], at('2026-03-05T14:00:00Z'), 30 * 86_400)).toBe(
    at('2026-04-04T14:00:00Z'),
  );
});

const anyWindow = fc
  .record({
    country: fc.constant('KE'),
    opens: fc.integer({ min: 0, max: 1000 }),
    hours: fc.integer({ min: 1, max: 7 }),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    timezone: fc.constantFrom('Africa/Nairobi', 'Africa/Maputo', 'UTC'),
  })
  .map(({ hours, ...window }): SendingWindow => ({
    ...window,
    closes: Math.min(1440, window.opens + hours * 60),
  }));

test('at the reported opening it is open, and a second earlier it is closed', () => {
  fc.assert(
    fc.property(
      fc.array(anyWindow, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') }),
      (windows, moment) => {
        const standing = openStateAt(windows, moment);
        if (standing.open) {
          expect(openStateAt(windows, standing.closesAt! - 1).open).toBe(true);
        } else if (standing.opensAt !== null) {
          expect(standing.opensAt).toBeGreaterThan(moment);
          expect(openStateAt(windows, standing.opensAt).open).toBe(true);
          expect(openStateAt(windows, standing.opensAt - 1).open).toBe(false);
        }
      },
    ),
    { numRuns: 300 },
  );
});

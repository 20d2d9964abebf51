import { expect, test } from 'vitest';
import { presentSummary } from './verifications.present.ts';

test('adds countries up, and shares are of codes that ended', () => {
  const { total, countries } = presentSummary([
    { country: 'KE', started: 8, entered: 3, failed: 2, expired: 1, ended: 6 },
    { country: 'TZ', started: 1, entered: 0, failed: 0, expired: 0, ended: 0 },
  ]);
  expect(total).toEqual({ started: 9, entered: 3, failed: 2, expired: 1, share: 0.5 });
  expect(countries.map(({ country, share }) => [country, share])).toEqual([
    ['KE', 0.5],
    ['TZ', null],
  ]);
});

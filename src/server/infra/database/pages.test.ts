import { expect, test } from 'vitest';
import { cutPage, openPageTokens, shownCount } from './pages.ts';

const tokens = openPageTokens(Buffer.alloc(32, 7));

test('a place comes back as it went, of its own list alone', () => {
  const token = tokens.encode('sms', '018f-place');
  expect(tokens.decode('sms', token)).toBe('018f-place');
  expect(tokens.decode('sms', '')).toBeUndefined();
  expect(() => tokens.decode('campaigns', token)).toThrow('BAD_PAGE_TOKEN');
  expect(() => openPageTokens(Buffer.alloc(32, 8)).decode('sms', token)).toThrow('BAD_PAGE_TOKEN');
});

test('a token with anything changed is refused', () => {
  const token = tokens.encode('sms', '018f-place');
  for (const changed of [
    token.slice(1),
    token.slice(0, -1),
    `a${token}`,
    'x',
    '.',
    'bm8.',
    `${Buffer.from('018f-other').toString('base64url')}.${token.split('.')[1]}`,
  ]) {
    expect(() => tokens.decode('sms', changed)).toThrow('BAD_PAGE_TOKEN');
  }
});

test('a page ends where more rows follow', () => {
  const name = (row: number) => String(row);
  expect(cutPage([9, 8, 7], 2, name)).toEqual({ rows: [9, 8], next: '8' });
  expect(cutPage([9, 8], 2, name)).toEqual({ rows: [9, 8], next: undefined });
  expect(cutPage([], 2, name)).toEqual({ rows: [], next: undefined });
});

test('counts are exact to ten thousand', () => {
  expect(shownCount(10_000)).toEqual({ collectionCount: 10_000 });
  expect(shownCount(10_001)).toEqual({
    collectionCount: 10_000,
    collectionCountIsLowerBound: true,
  });
});

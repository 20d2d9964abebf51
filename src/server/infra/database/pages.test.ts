import { expect, test } from 'vitest';
import { openPageTokens, pageOf, shownCount, unsignedPage } from './pages.ts';

const tokens = openPageTokens(Buffer.alloc(32, 7));

test('a token returns its position, in its own list only', () => {
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
  const cut = (rows: number[]) => {
    const page = pageOf(unsignedPage(2, undefined), rows, String, rows.length);
    return [page.rows, page.footer.nextPageToken];
  };
  expect(cut([9, 8, 7])).toEqual([[9, 8], '8']);
  expect(cut([9, 8])).toEqual([[9, 8], '']);
  expect(cut([])).toEqual([[], '']);
});

test('counts are exact up to ten thousand, or as far as known', () => {
  expect(shownCount(25_000, true)).toEqual({ collectionCount: 25_000 });
  expect(shownCount(10_000)).toEqual({ collectionCount: 10_000 });
  expect(shownCount(10_001)).toEqual({
    collectionCount: 10_000,
    collectionCountIsLowerBound: true,
  });
});

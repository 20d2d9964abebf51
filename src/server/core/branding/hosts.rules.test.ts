import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isGraceOver, newToken, nextCheck, readRecords, hostRefusalReason } from './hosts.rules.ts';

const DAY = 86_400_000;

describe('a host', () => {
  test.each([
    ['sms.jambo.com', undefined],
    ['jambo.co.ke', undefined],
    ['a.b.c.jambo.or.tz', undefined],
    ['xn--caf-dma.example', undefined],
    ['co.com', undefined],
    ['company.org', undefined],
    ['sms.tuma.test', 'HOST_OF_PLATFORM'],
    ['localhost', 'HOST_OF_PLATFORM'],
    ['127.0.0.1', 'HOST_IS_ADDRESS'],
    ['10.0.0.5', 'HOST_IS_ADDRESS'],
    ['1.2.0x7f', 'HOST_IS_ADDRESS'],
    ['portal.local', 'HOST_RESERVED'],
    ['metadata.google.internal', 'HOST_RESERVED'],
    ['1.0.0.10.in-addr.arpa', 'HOST_RESERVED'],
    ['x.onion', 'HOST_RESERVED'],
    ['co.ke', 'HOST_PUBLIC_SUFFIX'],
    ['or.tz', 'HOST_PUBLIC_SUFFIX'],
    ['ac.ug', 'HOST_PUBLIC_SUFFIX'],
    ['co.mz', 'HOST_PUBLIC_SUFFIX'],
    ['com.br', 'HOST_PUBLIC_SUFFIX'],
    ['ke', 'HOST_PUBLIC_SUFFIX'],
  ])('%s is refused for %s', (host, why) => {
    expect(hostRefusalReason(host, ['sms.tuma.test'])).toBe(why);
  });
});

test('a proposal is checked ever less often, and never after its end', () => {
  const createdAt = new Date(0);
  const expiresAt = new Date(14 * DAY);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 15 * DAY }), (age) => {
      const next = nextCheck({ createdAt, expiresAt }, new Date(age));
      if (next === null) return;
      expect(next.getTime()).toBeGreaterThan(age);
      expect(next.getTime()).toBeLessThan(expiresAt.getTime());
    }),
  );
  const waits = [0, DAY / 2, 2 * DAY].map(
    (age) => nextCheck({ createdAt, expiresAt }, new Date(age))!.getTime() - age,
  );
  expect(waits).toEqual([60_000, 600_000, 3_600_000]);
  expect(nextCheck({ createdAt, expiresAt }, new Date(14 * DAY - 1))).toBeNull();
});

test('only the whole value of a record proves a host', () => {
  const token = newToken();
  expect(token).toMatch(/^tuma-verification=[\w-]{32}$/);
  expect(newToken()).not.toBe(token);
  expect(readRecords([token], token)).toBe('PROVED');
  expect(readRecords(['v=spf1 -all', ` ${token} `], token)).toBe('PROVED');
  expect(readRecords([token.slice(0, -1)], token)).toBe('OTHER_VALUE');
  expect(readRecords([`${token}x`, newToken()], token)).toBe('OTHER_VALUE');
  expect(readRecords([], token)).toBe('NOT_FOUND');
  expect(readRecords([''], token)).toBe('NOT_FOUND');
});

test('a host stays for two weeks without its record', () => {
  const since = new Date(0);
  expect(isGraceOver(since, new Date(14 * DAY - 1))).toBe(false);
  expect(isGraceOver(since, new Date(14 * DAY))).toBe(true);
});

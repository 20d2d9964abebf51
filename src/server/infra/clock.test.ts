import { expect, test } from 'vitest';
import { clockComplaint } from './clock.ts';

const now = new Date('2026-11-21T12:00:00Z');
const at = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

test('clocks less than an hour apart agree', () => {
  expect(clockComplaint(now, at(59))).toBeUndefined();
  expect(clockComplaint(now, at(-59), { at: at(59), file: 'f' })).toBeUndefined();
  expect(clockComplaint(now, now, { at: at(-1e6), file: 'f' })).toBeUndefined();
});

test('a difference of an hour is reported, in either direction', () => {
  expect(clockComplaint(now, at(60))).toBe(
    "This machine's clock (2026-11-21T12:00:00.000Z) is 1.0 hours behind the database's (2026-11-21T13:00:00.000Z). Set the one that is wrong and start again.",
  );
  expect(clockComplaint(now, at(-90))).toContain('is 1.5 hours ahead of the database');
});

test('a clock set back since the last use is reported, though the embedded database shares it', () => {
  expect(clockComplaint(now, now, { at: at(60 * 24 * 30), file: '/data/last-seen' })).toBe(
    "This machine's clock (2026-11-21T12:00:00.000Z) is 30 days behind the last time the data was in use (2026-12-21T12:00:00.000Z). Set it and start again; if it is right now and was wrong then, remove /data/last-seen first.",
  );
});

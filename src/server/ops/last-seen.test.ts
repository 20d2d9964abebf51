import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepLastSeen, readLastSeen } from './last-seen.ts';

test('a time that cannot be written ends nothing, and is written once it can be', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const dataDir = mkdtempSync(join(tmpdir(), 'tuma-last-seen-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  mkdirSync(join(dataDir, 'last-seen')); // as a full disk, for root too
  keepLastSeen(dataDir, pino({ level: 'silent' }), 1000);
  vi.advanceTimersByTime(3000);
  rmdirSync(join(dataDir, 'last-seen'));
  vi.advanceTimersByTime(1000);
  expect(readLastSeen(dataDir)?.at).toEqual(new Date());
});

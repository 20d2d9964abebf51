import { describe, expect, test } from 'vitest';
import {
  clearStorages,
  countsAsActivity,
  idlenessAt,
  isReportDue,
  readActivity,
  readReport,
  tellsOfIdleness,
  writeActivity,
  writeReport,
} from './idle.ts';

const START = Date.UTC(2026, 0, 5, 8);
const MINUTE = 60_000;

describe('idle time', () => {
  test.each([
    [0, { kind: 'present' }],
    [25 * MINUTE - 1, { kind: 'present' }],
    [25 * MINUTE, { kind: 'warning', seconds: 300 }],
    [25 * MINUTE + 1, { kind: 'warning', seconds: 300 }],
    [25 * MINUTE + 1000, { kind: 'warning', seconds: 299 }],
    [30 * MINUTE - 1, { kind: 'warning', seconds: 1 }],
    [30 * MINUTE, { kind: 'expired' }],
    [9 * 60 * MINUTE, { kind: 'expired' }],
  ])('%i ms after the last activity', (idle, expected) => {
    expect(idlenessAt(START + idle, START)).toEqual(expected);
  });

  test('a clock set back makes nobody idle', () => {
    expect(idlenessAt(START - 60 * MINUTE, START)).toEqual({ kind: 'present' });
  });
});

describe('activity', () => {
  test('at most once a second', () => {
    expect(countsAsActivity(START + 999, START)).toBe(false);
    expect(countsAsActivity(START + 1000, START)).toBe(true);
  });

  test('only the button counts once the warning is shown, and nothing after the time', () => {
    expect(countsAsActivity(START + 25 * MINUTE - 1, START)).toBe(true);
    expect(countsAsActivity(START + 25 * MINUTE, START)).toBe(false);
    expect(countsAsActivity(START + 40 * MINUTE, START)).toBe(false);
  });
});

describe('a report to the server', () => {
  test.each([
    ['activity since the last report, a minute ago', START, START - MINUTE, true],
    ['activity since the last report, less than a minute ago', START, START - MINUTE + 1, false],
    ['no activity since the last report', START - 5 * MINUTE, START - 5 * MINUTE, false],
    ['no report yet', START - 5 * MINUTE, 0, true],
  ])('is due by %s', (_, lastActivity, lastReport, expected) => {
    expect(isReportDue(START, lastActivity, lastReport)).toBe(expected);
  });

  test('from a clock that was set back is ignored', () => {
    const storage = new Map<string, string>();
    const shelf = {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, value: string) => {
        storage.set(name, value);
      },
    } as unknown as Storage;
    expect(readReport(START, shelf)).toBe(0);
    writeReport(START, shelf);
    expect(readReport(START, shelf)).toBe(START);
    expect(readReport(START - 1, shelf)).toBe(0);
  });
});

describe('state shared by tabs', () => {
  test('the latest activity of any tab, or now if none is valid', () => {
    const local = memory();
    expect(readActivity(START, local)).toBe(START);
    writeActivity(START - 5000, local);
    expect(readActivity(START, local)).toBe(START - 5000);
    expect(readActivity(START - 60_000, local)).toBe(START - 60_000);
    local.setItem('tuma.activity', 'nonsense');
    expect(readActivity(START, local)).toBe(START);
  });

  test('other tabs get the reason before the state is cleared', () => {
    const written: { key: string; newValue: string }[] = [];
    const local = {
      ...memory(),
      setItem: (key: string, newValue: string) => {
        written.push({ key, newValue });
      },
    };
    clearStorages(local, memory());
    expect(written.map(tellsOfIdleness)).toEqual([true]);
    expect(
      [
        { key: null, newValue: null },
        { key: 'tuma.session', newValue: null },
      ].some(tellsOfIdleness),
    ).toBe(false);
  });

  test('clearing keeps the language', () => {
    const local = memory({ 'tuma.language': 'pt', 'tuma.session': 'sealed', 'tuma.activity': '1' }),
      session = memory({ 'tuma.draft': 'words' });
    clearStorages(local, session);
    expect([local.length, local.getItem('tuma.language'), session.length]).toEqual([1, 'pt', 0]);
    clearStorages(memory(), session);
    expect(session.length).toBe(0);
  });
});

function memory(entries: Record<string, string> = {}): Storage {
  const kept = new Map(Object.entries(entries));
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (at) => [...kept.keys()][at] ?? null,
    removeItem: (key) => {
      kept.delete(key);
    },
    setItem: (key, value) => {
      kept.set(key, value);
    },
  };
}

import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../harness/database.ts';
import { tryAll } from './scenario.ts';

const db = await createTestDatabase();
/** `npm run check -- approvals` sets more. */
const {
  APPROVAL_FIRST = '1',
  APPROVAL_SEEDS = '8',
  APPROVAL_NUMBERS = '90',
  APPROVAL_REPORT,
} = process.env;

test(
  'by no way and no mixture does a text reach more numbers than are free',
  { timeout: 10_000_000 },
  async () => {
    const attempts = await tryAll(db, {
      seeds: Array.from({ length: Number(APPROVAL_SEEDS) }, (_, at) => at + Number(APPROVAL_FIRST)),
      reached: Number(APPROVAL_NUMBERS),
    });
    if (APPROVAL_REPORT) writeFileSync(APPROVAL_REPORT, JSON.stringify(attempts));
    expect(
      attempts.flatMap(({ seed, wrong }) => wrong.map((fault) => `${seed}: ${fault}`)),
    ).toEqual([]);
    expect(attempts.map(({ unapproved }) => unapproved)).toEqual(attempts.map(() => 50));
    expect(new Set(attempts.map(({ end }) => end)).size).toBeGreaterThan(2);
    expect(attempts.some(({ kills }) => kills > 0)).toBe(true);
    expect(attempts.some(({ processKills }) => processKills > 0)).toBe(true);
  },
);

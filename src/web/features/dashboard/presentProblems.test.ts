import { expect, test } from 'vitest';
import { presentProblems } from './presentProblems.ts';

const SLOW = { kind: 'DELIVERY_LOW', subject: 'sandbox', facts: {}, isUrgent: false } as const;
const SILENT = { kind: 'PROCESS_SILENT', subject: 'worker', facts: {}, isUrgent: true } as const;
const DOWN = {
  kind: 'CONNECTOR_DOWN',
  subject: 'airtel-ke',
  facts: { minutes: 4, error: 'connect ECONNREFUSED' },
  isUrgent: true,
} as const;
const failed = {
  cid: 'airtel-ke',
  state: 'CLOSED',
  lastError: 'connect ECONNREFUSED',
  sinceTimestamp: 1000,
} as const;

test.each([
  ['a connector whose bind failed leads', [SLOW], [failed], [DOWN, SLOW]],
  ['a silent process comes before it', [SILENT, SLOW], [failed], [SILENT, DOWN, SLOW]],
  ['it is the last where all others are more urgent', [SILENT], [failed], [SILENT, DOWN]],
  ['it counts once', [DOWN, SLOW], [failed], [DOWN, SLOW]],
  ['one that still binds is none', [SLOW], [{ ...failed, lastError: null }], [SLOW]],
  ['nor one that is bound', [], [{ ...failed, state: 'BOUND' as const }], []],
  ['nor one that was stopped', [], [{ ...failed, state: 'STOPPED' as const }], []],
])('%s', (_, problems, connectors, expected) => {
  expect(presentProblems({ problems, connectors, now: 1299 })).toEqual(expected);
});

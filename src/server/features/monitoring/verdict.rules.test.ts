import { expect, test } from 'vitest';
import type { AlertKind } from '../../../contract/api/monitoring.ts';
import {
  endedAcknowledgements,
  isUrgent,
  levelOf,
  rankConnectors,
  rankProblems,
  verdictOf,
} from './verdict.rules.ts';

const TAKEN = { name: 'Amina', note: '', timestamp: 1 };
const problem = (
  kind: AlertKind,
  subject = '',
  { minutes = 5, taken = false }: { minutes?: number; taken?: boolean } = {},
) => ({
  kind,
  subject,
  facts: {},
  seconds: minutes * 60,
  acknowledgement: taken ? TAKEN : null,
  isUrgent: isUrgent({ kind, subject, facts: {} }, taken),
});

test.each<[string, ReturnType<typeof problem>[], string, string | undefined, number]>([
  ['nothing is wrong', [], 'OK', undefined, 0],
  ['a connector is down', [problem('CONNECTOR_DOWN', 'a')], 'URGENT', 'a', 0],
  [
    'of two, the one that is down for longer leads',
    [problem('CONNECTOR_DOWN', 'a'), problem('CONNECTOR_DOWN', 'b', { minutes: 13 })],
    'URGENT',
    'b',
    1,
  ],
  [
    'a silent gateway comes before its connectors',
    [problem('CONNECTOR_DOWN', 'a', { minutes: 90 }), problem('PROCESS_SILENT', 'gateway@box')],
    'URGENT',
    'gateway@box',
    1,
  ],
  [
    'somebody works on the only problem',
    [problem('CONNECTOR_DOWN', 'a', { taken: true })],
    'WARNING',
    'a',
    0,
  ],
  [
    'nobody works on the second',
    [
      problem('CONNECTOR_DOWN', 'a', { minutes: 90, taken: true }),
      problem('CONNECTOR_DOWN', 'b', { minutes: 1 }),
    ],
    'URGENT',
    'b',
    1,
  ],
  [
    'what nobody has taken leads, though it can wait',
    [problem('CONNECTOR_DOWN', 'a', { taken: true }), problem('BACKUP_OLD')],
    'WARNING',
    '',
    1,
  ],
  ['an old backup can wait', [problem('BACKUP_OLD')], 'WARNING', '', 0],
  ['a full disk cannot', [problem('DISK_LOW'), problem('SALE_BELOW_COST')], 'URGENT', '', 1],
])('verdict: %s', (_, problems, tone, subject, more) => {
  const verdict = verdictOf(rankProblems(problems));
  expect([verdict.tone, verdict.problem?.subject, verdict.more]).toEqual([tone, subject, more]);
});

test.each([
  [93, 98, false],
  [49, 98, false],
  [48, 98, true],
  [0, 98, true],
])('%d%% delivered in place of the usual %d%%: urgent %s', (delivered, usual, urgent) => {
  const low = { kind: 'DELIVERY_LOW' as const, subject: 'a', facts: { delivered, usual } };
  expect(isUrgent(low, false)).toBe(urgent);
  expect(isUrgent(low, true)).toBe(false);
});

test('of problems of one kind the oldest comes first, and last the one whose age nobody knows', () => {
  const { seconds: _seconds, ...unknown } = problem('OUTBOX_STUCK', 'unknown');
  const ranked = rankProblems([
    unknown,
    problem('OUTBOX_STUCK', 'young', { minutes: 1 }),
    problem('OUTBOX_STUCK', 'old', { minutes: 2 }),
  ]);
  expect(ranked.map(({ subject }) => subject)).toEqual(['old', 'young', 'unknown']);
});

test.each<[string, string | null, AlertKind | undefined, string]>([
  ['BOUND', null, undefined, 'OK'],
  ['BOUND', 'throttled', undefined, 'OK'],
  ['BOUND', null, 'RECEIPTS_MISSING', 'DEGRADED'],
  ['BOUND', null, 'REFUSALS_HIGH', 'DEGRADED'],
  ['BOUND', null, 'DELIVERY_LOW', 'DEGRADED'],
  ['BOUND', null, 'RECEIPTS_UNMATCHED', 'DEGRADED'],
  ['CLOSED', 'refused', 'CONNECTOR_DOWN', 'DOWN'],
  ['CONNECTING', null, undefined, 'DEGRADED'],
  ['STOPPED', 'refused', undefined, 'OFF'],
  ['DRAFT', null, undefined, 'OFF'],
  ['ON_DEMAND', null, undefined, 'OK'],
  ['ON_DEMAND', 'HTTP 500', undefined, 'DEGRADED'],
])('a connector that is %s with the error %s and %s is %s', (state, lastError, kind, level) => {
  const problems = kind === undefined ? [] : [problem(kind, 'a')];
  expect(levelOf({ cid: 'a', state, lastError }, problems)).toBe(level);
  // Another connector's problem is not its own.
  if (level === 'DOWN') expect(levelOf({ cid: 'b', state, lastError }, problems)).toBe('DEGRADED');
});

test('connectors come with the worst first, and of those the one that is so for longest', () => {
  const connector = (cid: string, state: string, sinceTimestamp: number | null) => ({
    cid,
    state,
    lastError: null,
    sinceTimestamp,
  });
  const ranked = rankConnectors(
    [
      connector('stopped', 'STOPPED', null),
      connector('z-bound', 'BOUND', 10),
      connector('a-bound', 'BOUND', 90),
      connector('down-late', 'CLOSED', 80),
      connector('down-early', 'CLOSED', 20),
      connector('trying', 'CONNECTING', 95),
    ],
    [problem('CONNECTOR_DOWN', 'down-late'), problem('CONNECTOR_DOWN', 'down-early')],
  );
  expect(ranked.map(({ cid }) => cid)).toEqual([
    'down-early',
    'down-late',
    'trying',
    'a-bound',
    'z-bound',
    'stopped',
  ]);
});

test.each<[string, string[], string[], boolean]>([
  ['its cause is present', ['CONNECTOR_DOWN a'], [], false],
  ['its alert is open, though the cause is gone for a moment', [], ['CONNECTOR_DOWN a'], false],
  ["another connector's cause is present", ['CONNECTOR_DOWN b'], [], true],
  ['nothing is wrong', [], [], true],
])('an acknowledgement when %s', (_, present, open, isEnded) => {
  const subjects = (each: string[]) =>
    each.map((text) => {
      const [kind = '', subject = ''] = text.split(' ');
      return { kind, subject };
    });
  const taken = { kind: 'CONNECTOR_DOWN', subject: 'a' };
  expect(endedAcknowledgements([taken], subjects(present), subjects(open))).toEqual(
    isEnded ? [taken] : [],
  );
});

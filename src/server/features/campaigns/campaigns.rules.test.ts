import { describe, expect, test } from 'vitest';
import { CAMPAIGN_STATUSES } from '../../../contract/api/campaigns.ts';
import type { CampaignStatus } from '../../../contract/api/campaigns.ts';
import {
  ALLOWED_FROM,
  afterResume,
  afterSchedule,
  afterSend,
  clientReasons,
  contentPatterns,
  isInvolved,
  may,
  mayReschedule,
  NEXT,
  sizeReasons,
} from './campaigns.rules.ts';
import { mayUseSender } from '../../core/accept/sender.rules.ts';
import type { Action } from './campaigns.rules.ts';

const LEADS_TO: Record<Action, CampaignStatus[]> = {
  send: ['WAITING_APPROVAL', 'SCHEDULED', 'QUEUED', 'PAUSED'],
  approve: ['APPROVED'],
  decline: ['DECLINED'],
  start: ['QUEUED', 'PAUSED'],
  reschedule: [],
  expand: [],
  pause: ['PAUSED'],
  resume: ['QUEUED', 'RUNNING'],
  cancel: ['CANCELLED'],
  complete: ['COMPLETED'],
  fail: ['FAILED'],
};

test('every action leads only to statuses of the transition table', () => {
  for (const [action, from] of Object.entries(ALLOWED_FROM)) {
    for (const status of from)
      expect(NEXT[status], `${action} from ${status}`).toEqual(
        expect.arrayContaining(LEADS_TO[action as Action]),
      );
  }
});

test('an ended campaign stays so, and every other can be cancelled or fail', () => {
  for (const status of CAMPAIGN_STATUSES) {
    const ended = ['COMPLETED', 'DECLINED', 'CANCELLED', 'FAILED'].includes(status);
    expect(NEXT[status].length === 0).toBe(ended);
    expect(may('cancel', status)).toBe(!ended);
    expect(may('fail', status)).toBe(!ended);
  }
});

test.each<[Action, CampaignStatus[]]>([
  ['send', ['PENDING']],
  ['pause', ['QUEUED', 'RUNNING']],
  ['resume', ['PAUSED']],
  ['complete', ['QUEUED', 'RUNNING']],
])('%s is allowed from %j only', (action, from) => {
  expect(CAMPAIGN_STATUSES.filter((status) => may(action, status))).toEqual(from);
});

describe('times', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const minutes = (n: number) => new Date(now.getTime() + n * 60_000);
  test.each([
    [null, false, 'QUEUED'],
    [minutes(1), false, 'SCHEDULED'],
    [minutes(0), false, 'QUEUED'],
    [minutes(-60), false, 'QUEUED'],
    [minutes(-61), false, 'PAUSED'],
    [null, true, 'WAITING_APPROVAL'],
    [minutes(1), true, 'WAITING_APPROVAL'],
  ] as const)('sent with the schedule %j, approval needed %j: %s', (scheduleAt, needed, to) => {
    expect(afterSend({ scheduleAt, needsApproval: needed }, now, 60)).toBe(to);
  });
  test('the platform sets how late is too late', () => {
    expect(afterSchedule(minutes(-30), now, 60)).toBe('QUEUED');
    expect(afterSchedule(minutes(-30), now, 29)).toBe('PAUSED');
  });
});

test('resuming launches a campaign that was never launched', () => {
  expect(afterResume({ source: 'FILE', unitsHeld: 0n, startedAt: null })).toBe('LAUNCH');
  expect(afterResume({ source: 'FILE', unitsHeld: 5n, startedAt: null })).toBe('QUEUED');
  expect(afterResume({ source: 'FILE', unitsHeld: 5n, startedAt: new Date() })).toBe('RUNNING');
});

test.each([
  ['its owner', { clientId: 'me' }, true],
  ['whom it was delegated to', { delegatedTo: ['you', 'me'] }, true],
  ['everybody when generic', { isGeneric: true }, true],
  ['nobody else', {}, false],
  ['nobody while it waits', { clientId: 'me', status: 'WAITING_SETUP' }, false],
  ['nobody when blocked', { isGeneric: true, status: 'INACTIVE' }, false],
])('a sender ID serves %s', (_who, facts, serves) => {
  expect(
    mayUseSender(
      {
        clientId: 'other',
        status: 'READY_FOR_SENDING',
        isGeneric: false,
        delegatedTo: [],
        ...facts,
      },
      'me',
    ),
  ).toBe(serves);
});

test('EBU clients always need approval', () => {
  expect(clientReasons({ approvalRule: 'EBU' })).toEqual([{ rule: 'EBU', found: null }]);
  expect(clientReasons({ approvalRule: 'CLIENT' })).toEqual([{ rule: 'CLIENT', found: null }]);
  expect(clientReasons({ approvalRule: null })).toEqual([]);
});

test("a campaign above the platform's number of recipients waits for approval", () => {
  const rules = { words: [], links: false, mostRecipients: 100 };
  expect(sizeReasons(rules, 100)).toEqual([]);
  expect(sizeReasons(rules, 101)).toEqual([{ rule: 'SIZE', found: '101' }]);
  expect(sizeReasons({ ...rules, mostRecipients: null }, 1_000_000)).toEqual([]);
});

test('empty rules match nothing, and a word is never a pattern', () => {
  expect(contentPatterns({ words: [], links: false, mostRecipients: null })).toEqual([]);
  expect(
    contentPatterns({ words: ['a.b', ' free  money '], links: false, mostRecipients: null })[0]
      ?.pattern,
  ).toContain('(?:a\\.b|free\\s+money)');
});

test.each([
  ['a stranger', { clientId: 'other', impersonatorId: null }, false],
  ['the owner', { clientId: 'owner', impersonatorId: null }, true],
  ['an account that acts for the owner', { clientId: 'owner', impersonatorId: 'other' }, true],
  [
    'an account that submitted it for the owner',
    { clientId: 'helper', impersonatorId: null },
    true,
  ],
  [
    'an account that submitted it and acts for another now',
    { clientId: 'other', impersonatorId: 'helper' },
    true,
  ],
])('four eyes: %s', (_who, decider, involved) => {
  expect(isInvolved(decider, { clientId: 'owner', involved: ['owner', 'helper'] })).toBe(involved);
});

test('a campaign can be rescheduled only before it starts', () => {
  expect(
    CAMPAIGN_STATUSES.filter((status) => mayReschedule({ source: 'FILE', status, unitsHeld: 0n })),
  ).toEqual(['PENDING', 'WAITING_APPROVAL', 'SCHEDULED', 'PAUSED']);
  expect(
    CAMPAIGN_STATUSES.filter((status) => mayReschedule({ source: 'FILE', status, unitsHeld: 1n })),
  ).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { CAMPAIGN_STATUSES } from '../../contract/campaigns.ts';
import type { CampaignStatus } from '../../contract/campaigns.ts';
import { ACTIONS, afterResume, afterSchedule, afterSend, may, needsApproval, NEXT, senderServes } from './campaigns.rules.ts';
import type { Action } from './campaigns.rules.ts';

const LEADS_TO: Record<Action, CampaignStatus[]> = {
  send: ['WAITING_APPROVAL', 'SCHEDULED', 'QUEUED', 'PAUSED'],
  start: ['QUEUED', 'PAUSED'],
  pause: ['PAUSED'],
  resume: ['QUEUED', 'RUNNING'],
  cancel: ['CANCELLED'],
  complete: ['COMPLETED'],
  fail: ['FAILED'],
};

test('whatever is done leads where the table says a campaign may go', () => {
  for (const [action, from] of Object.entries(ACTIONS)) {
    for (const status of from) expect(NEXT[status], `${action} from ${status}`).toEqual(expect.arrayContaining(LEADS_TO[action as Action]));
  }
});

test('what has ended stays so, and everything else can still be cancelled or fail', () => {
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
])('%s goes from %j alone', (action, from) => {
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
  test('how late is too late is the platform\'s to say', () => {
    expect(afterSchedule(minutes(-30), now, 60)).toBe('QUEUED');
    expect(afterSchedule(minutes(-30), now, 29)).toBe('PAUSED');
  });
});

test('resuming launches what was never launched', () => {
  expect(afterResume({ unitsHeld: 0n, startedAt: null })).toBe('LAUNCH');
  expect(afterResume({ unitsHeld: 5n, startedAt: null })).toBe('QUEUED');
  expect(afterResume({ unitsHeld: 5n, startedAt: new Date() })).toBe('RUNNING');
});

test.each([
  ['its owner', { clientId: 'me' }, true],
  ['whom it was delegated to', { delegatedTo: ['you', 'me'] }, true],
  ['everybody when generic', { isGeneric: true }, true],
  ['nobody else', {}, false],
  ['nobody while it waits', { clientId: 'me', status: 'WAITING_SETUP' }, false],
  ['nobody when blocked', { isGeneric: true, status: 'INACTIVE' }, false],
])('a sender ID serves %s', (_who, facts, serves) => {
  expect(senderServes({ clientId: 'other', status: 'READY_FOR_SENDING', isGeneric: false, delegatedTo: [], ...facts }, 'me')).toBe(serves);
});

test('EBU clients always need approval', () => {
  expect(needsApproval({ accessLevel: 'EBU_CLIENT', requiresCampaignApproval: false })).toBe(true);
  expect(needsApproval({ accessLevel: 'COMPANY', requiresCampaignApproval: true })).toBe(true);
  expect(needsApproval({ accessLevel: 'COMPANY', requiresCampaignApproval: false })).toBe(false);
});

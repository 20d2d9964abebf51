import { expect, test } from 'vitest';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { MESSAGE_TRANSITIONS, OPEN_STATUSES } from './message-status.rules.ts';
import { PART_STATE, stateByReceipt } from './part-state.rules.ts';

const { SUBMITTED, DELIVERED, UNDELIVERABLE } = MESSAGE_STATUS;

test.each([
  ['IN_FLIGHT', SUBMITTED, 'SUBMITTED'],
  ['IN_FLIGHT', DELIVERED, 'ENDED'],
  ['SUBMITTED', SUBMITTED, undefined],
  ['SUBMITTED', DELIVERED, 'ENDED'],
  ['SUBMITTED', UNDELIVERABLE, 'ENDED'],
  ['UNCONFIRMED', SUBMITTED, 'SUBMITTED'],
  ['UNCONFIRMED', DELIVERED, 'ENDED'],
  ['UNCONFIRMED', UNDELIVERABLE, 'ENDED'],
  ['GIVEN_UP', SUBMITTED, undefined],
  ['GIVEN_UP', DELIVERED, 'ENDED'],
  ['GIVEN_UP', UNDELIVERABLE, undefined],
  ['ENDED', SUBMITTED, undefined],
  ['ENDED', DELIVERED, undefined],
] as const)('a part that is %s, by a receipt of status %i, becomes %s', (state, status, to) => {
  expect(stateByReceipt(PART_STATE[state], status)).toBe(to && PART_STATE[to]);
});

test('a message ends from QUEUED or SUBMITTED, and only an expired one changes afterwards', () => {
  expect(OPEN_STATUSES).toBe(`${MESSAGE_STATUS.QUEUED}, ${MESSAGE_STATUS.SUBMITTED}`);
  const ended = Object.entries(MESSAGE_TRANSITIONS).filter(
    ([status]) => MESSAGE_STATUS[status as keyof typeof MESSAGE_STATUS] >= DELIVERED,
  );
  expect(ended.filter(([, next]) => next.length > 0)).toEqual([['EXPIRED', ['DELIVERED']]]);
});

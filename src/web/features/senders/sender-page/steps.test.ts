import { expect, test } from 'vitest';
import type { SenderEvent } from '../../../../contract/api/senders.ts';
import { senderSteps } from './steps.ts';

const events = (...kinds: SenderEvent[]) =>
  kinds.map((kind, at) => ({
    kind,
    timestamp: at + 1,
    actorName: null,
    documentKind: null,
    aboutName: null,
    reason: null,
  }));

const APPROVED = ['REQUESTED', 'DOCUMENTS_APPROVED'] as const;

test.each([
  ['PENDING_DOCUMENTS_APPROVAL', 'UNPAID', ['REQUESTED'], 'now later later later later'],
  ['PENDING_DOCUMENTS_APPROVAL', 'NOT_REQUIRED', ['REQUESTED'], 'now later later later'],
  ['DOCUMENTS_APPROVED', 'UNPAID', APPROVED, 'done now later later later'],
  ['DOCUMENTS_APPROVED', 'PAID', APPROVED, 'done done now later later'],
  ['DOCUMENTS_APPROVED', 'NOT_REQUIRED', APPROVED, 'done now later later'],
  ['WAITING_SETUP', 'PAID', APPROVED, 'done done done now later'],
  ['READY_FOR_SENDING', 'PAID', APPROVED, 'done done done done done'],
  ['INACTIVE', 'PAID', APPROVED, 'done done done done stopped'],
  ['REJECTED', 'UNPAID', ['REQUESTED'], 'stopped later later later later'],
  ['REJECTED', 'UNPAID', APPROVED, 'done done stopped later later'],
] as const)('%s with its fee %s', (status, paymentStatus, kinds, states) => {
  const steps = senderSteps({ status, paymentStatus, events: events(...kinds) });
  expect(steps.map(({ state }) => state).join(' ')).toBe(states);
});

test('a step that is done says when', () => {
  expect(
    senderSteps({
      status: 'WAITING_SETUP',
      paymentStatus: 'NOT_REQUIRED',
      events: events('REQUESTED', 'DOCUMENTS_APPROVED', 'APPROVED'),
    }).map(({ timestamp }) => timestamp),
  ).toEqual([2, 3, null, null]);
});

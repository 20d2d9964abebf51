import { expect, test } from 'vitest';
import type { Sender } from '../../../contract/api/senders.ts';
import { whyNoneIsReady } from './notReady.ts';

const sender = (
  senderId: string,
  status: Sender['status'],
  more: Partial<Sender> = {},
): Sender => ({
  senderIdId: senderId,
  senderId,
  clientId: 'c',
  clientName: 'Shop',
  kind: 'TRANSACTIONAL',
  country: 'KE',
  network: [],
  notApprovedBy: [],
  lateOperators: [],
  status,
  statusTimestamp: 0,
  paymentStatus: 'NOT_REQUIRED',
  fee: null,
  currency: null,
  reason: null,
  isGeneric: false,
  stopClause: null,
  createTimestamp: 0,
  ...more,
});

const shared = sender('TUMA', 'READY_FOR_SENDING', { isGeneric: true });
const reviewed = sender('SHOP', 'PENDING_DOCUMENTS_APPROVAL');
const approved = sender('BANK', 'DOCUMENTS_APPROVED', { paymentStatus: 'PAID' });
const unpaid = sender('KIOSK', 'DOCUMENTS_APPROVED', { paymentStatus: 'UNPAID' });
const setup = sender('DUKA', 'WAITING_SETUP');
const blocked = sender('OLD', 'INACTIVE');
const ready = sender('MINE', 'READY_FOR_SENDING');
const rejected = sender('NO', 'REJECTED');

test.each([
  ['nothing at all', [], 'none', []],
  ['only a rejected one', [rejected], 'none', []],
  ['one that everybody has', [reviewed, shared], 'shared', ['TUMA']],
  ['one that operators set up', [reviewed, setup, unpaid], 'setup', ['DUKA']],
  ['one that is not paid', [reviewed, unpaid], 'unpaid', ['KIOSK']],
  ['those that are reviewed', [blocked, reviewed, approved], 'reviewed', ['SHOP', 'BANK']],
  ['one that needs nothing', [blocked, ready], 'ready', ['MINE']],
  ['a blocked one', [rejected, blocked], 'blocked', ['OLD']],
] as const)('the reason is %s', (_name, list, why, names) => {
  expect(whyNoneIsReady(list)).toEqual({ why, names });
});

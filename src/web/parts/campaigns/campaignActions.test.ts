import { expect, test } from 'vitest';
import type { CampaignStatus } from '../../../contract/api/campaigns.ts';
import type { Role } from '../../../contract/shared/roles.ts';
import { allowedActions } from './campaignActions.ts';

const COUNTS = {
  queued: 0,
  submitted: 0,
  ambiguous: 0,
  delivered: 3,
  undeliverable: 0,
  failed: 1,
  rejected: 0,
  expired: 0,
  unknown: 0,
  cancelled: 0,
};
const campaignOf = (status: CampaignStatus, hasBegun: boolean) => ({
  clientId: 'owner',
  status,
  counts: COUNTS,
  startTimestamp: hasBegun ? 1_700_000_000 : null,
  unitsReserved: hasBegun ? 12 : 0,
  copiedFrom: null,
});

test.each<[Role, 'owner' | 'other', CampaignStatus, boolean, string]>([
  ['CLIENT', 'owner', 'PENDING', false, 'review edit cancel'],
  ['CLIENT', 'owner', 'WAITING_APPROVAL', false, 'reschedule duplicate cancel'],
  ['CLIENT', 'owner', 'SCHEDULED', false, 'reschedule duplicate cancel'],
  ['CLIENT', 'owner', 'QUEUED', true, 'pause duplicate download cancel'],
  ['CLIENT', 'owner', 'RUNNING', true, 'pause duplicate download cancel'],
  ['CLIENT', 'owner', 'PAUSED', true, 'resume duplicate download cancel'],
  ['CLIENT', 'owner', 'PAUSED', false, 'resume reschedule duplicate cancel'],
  ['CLIENT', 'owner', 'COMPLETED', true, 'resend duplicate download'],
  ['CLIENT', 'owner', 'DECLINED', false, 'duplicate'],
  ['RESELLER', 'other', 'WAITING_APPROVAL', false, 'approve decline reschedule cancel'],
  ['RESELLER', 'other', 'RUNNING', true, 'pause download cancel'],
  ['RESELLER', 'other', 'COMPLETED', true, 'download'],
  ['EBU_APPROVER', 'other', 'WAITING_APPROVAL', false, 'approve decline'],
  ['EBU_APPROVER', 'other', 'RUNNING', true, ''],
  ['IT_SUPPORT', 'other', 'RUNNING', true, 'download'],
])('%s, as %s of a campaign that is %s (begun: %s): %s', (role, who, status, hasBegun, actions) => {
  const me = { clientId: who, clientAccessLevel: role, needsApproval: false };
  expect(allowedActions(me, campaignOf(status, hasBegun)).join(' ')).toBe(actions);
});

test('a copy has the recipients of another campaign and cannot be edited', () => {
  expect(
    allowedActions(
      { clientId: 'owner', clientAccessLevel: 'CLIENT', needsApproval: false },
      { ...campaignOf('PENDING', false), copiedFrom: 'another' },
    ),
  ).toEqual(['review', 'cancel']);
});

test('an account that needs approval itself decides on nothing; staff decide on others', () => {
  const decides = (clientAccessLevel: Role) =>
    allowedActions(
      { clientId: 'other', clientAccessLevel, needsApproval: true },
      campaignOf('WAITING_APPROVAL', false),
    ).includes('approve');
  expect(decides('RESELLER')).toBe(false);
  expect(decides('COMPANY')).toBe(false);
  expect(decides('ADMINISTRATOR')).toBe(true);
});

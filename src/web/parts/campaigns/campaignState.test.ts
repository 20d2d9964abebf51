import { expect, test } from 'vitest';
import { CAMPAIGN_STATUSES } from '../../../contract/api/campaigns.ts';
import { en } from '../../i18n/en.ts';
import { toneOf } from '../../ui/figures/status.ts';
import { shownStatus } from './campaignState.ts';

test('a campaign that nobody submitted is a draft, in grey; every other status is itself', () => {
  expect(CAMPAIGN_STATUSES.filter((status) => shownStatus(status) !== status)).toEqual(['PENDING']);
  expect(en.status[shownStatus('PENDING')]).toBe('Draft');
  expect(toneOf(shownStatus('PENDING'))).toBe('neutral');
  // The status on the wire keeps the colour of payments, tasks and documents that wait.
  expect(toneOf('PENDING')).toBe('warning');
});

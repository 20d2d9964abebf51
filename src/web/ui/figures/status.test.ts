import { expect, test } from 'vitest';
import { CAMPAIGN_STATUSES } from '../../../contract/api/campaigns.ts';
import { MESSAGE_STATUSES } from '../../../contract/api/messages.ts';
import { TASK_STATUSES } from '../../../contract/api/tasks.ts';
import { en } from '../../i18n/en.ts';
import { toneOf } from './status.ts';

test('statuses have the colour of their group, and unknown ones are neutral', () => {
  expect(['COMPLETED', 'DELIVRD', '0', 'success'].map(toneOf)).toEqual([
    'success',
    'success',
    'success',
    'success',
  ]);
  expect(['FAILED', 'failed', 'SenderName Blacklisted', 'UNDELIV'].map(toneOf)).toEqual([
    'error',
    'error',
    'error',
    'error',
  ]);
  expect(
    ['PENDING', 'WAITING_APPROVAL', 'AbsentSubscriber', '1', '4', 'AMBIGUOUS'].map(toneOf),
  ).toEqual(['warning', 'warning', 'warning', 'warning', 'warning', 'warning']);
  expect(['RUNNING', 'SCHEDULED', 'Submitted', 'INVITED'].map(toneOf)).toEqual([
    'info',
    'info',
    'info',
    'info',
  ]);
  expect(['QUEUED', 'PAUSED', 'CANCELLED', 'CANCELED', '5', 'whatever'].map(toneOf)).toEqual([
    'neutral',
    'neutral',
    'neutral',
    'neutral',
    'neutral',
    'neutral',
  ]);
});

test('every status has a text', () => {
  for (const status of [...CAMPAIGN_STATUSES, ...MESSAGE_STATUSES, ...TASK_STATUSES])
    expect(en.status).toHaveProperty(status);
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { markupOf } from '../../../../test/harness/render.tsx';
import { auth, type SignedIn } from '../../../contract/api/auth.ts';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import { en } from '../../i18n/en.ts';
import { keyOf } from '../../parts/queries.ts';
import { ApprovalQueue } from './ApprovalQueue.tsx';
import { DryRun } from './DryRun.tsx';

const campaignId = '00000000-0000-4000-8000-000000000002';

/** A part whose reading at a key was refused. */
async function drawn(part: ReactNode, key: readonly unknown[]): Promise<string> {
  const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  queries.setQueryData(keyOf(auth.me, {}), {
    clientId: '00000000-0000-4000-8000-000000000001',
    clientAccessLevel: 'ADMINISTRATOR',
  } as SignedIn);
  await queries.prefetchQuery({
    queryKey: key,
    queryFn: () => Promise.reject(new Error('The database is busy.')),
    retry: false,
  });
  return markupOf(<QueryClientProvider client={queries}>{part}</QueryClientProvider>);
}

test('a queue of approvals that cannot be read says so, and is not taken for an empty one', async () => {
  const page = await drawn(
    <ApprovalQueue actionsOf={() => []} />,
    keyOf(campaigns.approvals, { pageSize: 20, pageToken: '' }),
  );
  expect(page).toContain(en.approval.queueFailed);
  expect(page).toContain('The database is busy.');
});

test('an estimate that cannot be read says so', async () => {
  const campaign = { campaignId, status: 'PENDING', recipientCount: 2 } as Campaign;
  const page = await drawn(
    <DryRun campaign={campaign} />,
    keyOf(campaigns.forecast, { campaignId }),
  );
  expect(page).toContain(en.forecast.failed);
  expect(page).toContain('Try again');
});

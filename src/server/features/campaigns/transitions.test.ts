import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addCampaign } from '../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { CAMPAIGN_STATUSES } from '../../../contract/api/campaigns.ts';
import type { CampaignStatus } from '../../../contract/api/campaigns.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { Tx } from '../../infra/database/db.ts';
import { NEXT } from './campaigns.rules.ts';
import { completeCampaigns, moveCampaign } from './campaigns.store.ts';
import { advanceExpansion } from './expand/expansion.store.ts';
import { pauseForBlock, pauseForRestore } from './send/schedule.store.ts';

const db = await createTestDatabase();
const database = await open(db);
const scope = systemScope();
const clientId = await addClient(database, { parentId: null });
const id = await addCampaign(database, clientId);

/** Puts the campaign into a status, changes it, and reads the status that it has then. */
async function after(
  from: CampaignStatus,
  change: (tx: Tx) => Promise<unknown>,
): Promise<CampaignStatus> {
  await db.query(
    'update campaign set status = $2, expand_row = 0, expanded_at = null where id = $1',
    [id, from],
  );
  await database.run(scope, change);
  const [row] = await db.query<{ status: CampaignStatus }>(
    'select status from campaign where id = $1',
    [id],
  );
  return row!.status;
}

test.each(CAMPAIGN_STATUSES)('%s moves only as the table of transitions allows', async (from) => {
  for (const to of CAMPAIGN_STATUSES) {
    const reached = await after(from, (tx) => moveCampaign(tx, { id, status: from }, to));
    expect(reached, `${from} to ${to}`).toBe(NEXT[from].includes(to) ? to : from);
  }
});

test('does not move a campaign that was moved concurrently', async () => {
  const stale = { id, status: 'RUNNING' } as const;
  expect(await after('CANCELLED', (tx) => moveCampaign(tx, stale, 'PAUSED'))).toBe('CANCELLED');
});

test.each(CAMPAIGN_STATUSES)('updates of many campaigns follow the table: %s', async (from) => {
  const changes: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => completeCampaigns(tx, [id]),
    (tx) => pauseForBlock(tx, clientId),
    (tx) => pauseForRestore(tx),
    (tx) =>
      advanceExpansion(tx, id, {
        from: 0,
        to: 1,
        recipients: 1,
        cancelled: 0,
        failed: 0,
        released: 0n,
      }),
  ];
  for (const change of changes) {
    const to = await after(from, change);
    expect(to === from || NEXT[from].includes(to), `${from} to ${to}`).toBe(true);
  }
});

test('a block, a restore, completion and expansion apply to running campaigns', async () => {
  for (const from of ['QUEUED', 'RUNNING'] as const) {
    expect(await after(from, (tx) => completeCampaigns(tx, [id]))).toBe('COMPLETED');
    expect(await after(from, (tx) => pauseForBlock(tx, clientId))).toBe('PAUSED');
    expect(await after(from, (tx) => pauseForRestore(tx))).toBe('PAUSED');
  }
});

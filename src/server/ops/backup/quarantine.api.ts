import { restorations } from '../../../contract/api/quarantine.ts';
import type { Restoration } from '../../../contract/api/quarantine.ts';
import { record } from '../../core/audit/audit.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { notFound } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { listHeldWork, releaseHeldWork } from './quarantine.ts';
import { findOpenRestoration } from '../../core/quarantine/quarantine.store.ts';

const CAMPAIGNS_SHOWN = 100;

/** Work that a restore holds, and its release. */
export function quarantineRoutes({ database }: { database: Database }): Route[] {
  return answer(restorations, {
    get: (_input, { scope }) => database.run(scope, show),

    release: ({ restorationId }, call) =>
      database.run(call.scope, async (tx) => {
        const { restoration } = await show(tx);
        const {
          campaignCount = 0,
          campaignMessages = 0,
          singles = 0,
          webhooks = 0,
          mails = 0,
          others = 0,
        } = restoration ?? {};
        const held = campaignCount + singles + webhooks + mails + others;
        if (!(await releaseHeldWork(tx, restorationId, call.session.clientId, held)))
          throw notFound('restoration');
        await record(tx, call, {
          action: 'RESTORATION_RELEASED',
          clientId: call.session.clientId,
          after: { campaignCount, campaignMessages, singles, webhooks, mails, others },
        });
        return show(tx);
      }),
  });
}

async function show(tx: Tx): Promise<{ restoration: Restoration | null }> {
  const found = await findOpenRestoration(tx);
  if (!found) return { restoration: null };
  const { campaigns, ...held } = await listHeldWork(tx, CAMPAIGNS_SHOWN);
  return {
    restoration: {
      restorationId: found.id,
      file: found.file,
      restoredTimestamp: found.restoredAt.getTime() / 1000,
      backupTimestamp: found.backupAt.getTime() / 1000,
      ...held,
      campaigns: campaigns.map(({ scheduleAt, ...campaign }) => ({
        ...campaign,
        scheduleTimestamp: scheduleAt && scheduleAt.getTime() / 1000,
      })),
    },
  };
}

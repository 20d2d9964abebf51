/**
 * The handling, by a restore, of work that was under way when the backup was made. Between the two lies work
 * that the data knows nothing of: a message that is queued here may be on its phone. So all of it waits until
 * an administrator, who sees what it is, lets it go on; nothing is sent twice by itself.
 */
import { endAllSessions } from '../../core/auth/sessions/session.store.ts';
import { listHeldBack, pauseForRestore } from '../../features/campaigns/send/schedule.store.ts';
import type { HeldCampaign } from '../../features/campaigns/send/schedule.store.ts';
import { addEvent } from '../../features/campaigns/events.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { countHeldQueue, holdQueue } from '../../core/dispatch/queue/restore.store.ts';
import {
  countHeldNotifications,
  holdNotifications,
} from '../../core/dispatch/events/notifications.store.ts';
import { newId } from '../../infra/ids.ts';
import { addTask } from '../../core/background/tasks.ts';
import { countHeldOutgoing, holdOutgoing } from '../../core/background/outbox.store.ts';
import { renewBackupMark } from '../../core/installation/installation.store.ts';
import { insertRestoration, releaseRestoration } from '../../core/quarantine/quarantine.store.ts';
import { releaseAllTasks } from '../../core/background/tasks.store.ts';
import { queryAllSoon } from '../../features/wallet/payments/payment-queries.store.ts';
import { countHeldDeliveries, holdDeliveries } from '../../features/webhooks/deliveries.store.ts';

/** The last step of a restore, in its transaction. */
export async function holdUnfinishedWork(
  tx: Tx,
  from: { file: string; backupAt: Date },
): Promise<void> {
  await insertRestoration(tx, { id: newId(), ...from });
  await renewBackupMark(tx);
  for (const campaign of await pauseForRestore(tx))
    await addEvent(tx, campaign, 'PAUSED', null, 'RESTORED');
  await holdQueue(tx);
  await holdOutgoing(tx);
  await holdNotifications(tx);
  await holdDeliveries(tx);
  await releaseAllTasks(tx);
  await endAllSessions(tx);
  // Payments made meanwhile are credited once, as after any silence.
  await queryAllSoon(tx);
}

export type HeldBack = {
  /** The largest, up to a limit; `campaignCount` and `campaignMessages` are of all. */
  campaigns: HeldCampaign[];
  campaignCount: number;
  campaignMessages: number;
  singles: number;
  clients: number;
  ambiguous: number;
  webhooks: number;
  mails: number;
  others: number;
};

/** The work that resumes when it is released. */
export async function listHeldWork(tx: Tx, limit: number): Promise<HeldBack> {
  const { campaigns, count, messages } = await listHeldBack(tx, limit);
  const outgoing = new Map(
    (await countHeldOutgoing(tx)).map(({ kind, count: held }) => [kind, held]),
  );
  const others = (['HTTP_CONNECTOR', 'SMPP_USER', 'RECEIPT_URL', 'OPT_OUT_ANSWER'] as const).reduce(
    (sum, kind) => sum + (outgoing.get(kind) ?? 0),
    await countHeldNotifications(tx),
  );
  return {
    campaigns,
    campaignCount: count,
    campaignMessages: messages,
    ...(await countHeldQueue(tx)),
    webhooks: (outgoing.get('WEBHOOK') ?? 0) + (await countHeldDeliveries(tx)),
    mails: outgoing.get('MAIL') ?? 0,
    others,
  };
}

/**
 * Ends the hold of a restore. New work begins at once; a task releases what was held, in steps.
 * @param held how much it is, for the progress
 * @returns whether it was still held
 */
export async function releaseHeldWork(
  tx: Tx,
  id: string,
  by: string,
  held: number,
): Promise<boolean> {
  const restoredAt = await releaseRestoration(tx, id, by);
  if (!restoredAt) return false;
  await addTask(tx, {
    clientId: by,
    kind: 'releaseHeldWork',
    description: '',
    input: { restorationId: id, restoredAt: restoredAt.toISOString(), held },
  });
  return true;
}

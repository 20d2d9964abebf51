import type { Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { insertTask, wakeTasks } from './tasks.store.ts';

/**
 * Adds work to be done in the background, in the caller's transaction: it starts when that commits.
 * @param task.description names what is worked on (a campaign's name); `kind` says what is done to it
 * @returns the task's id
 */
export async function addTask(
  tx: Tx,
  task: { clientId: string; kind: string; description: string; input: Record<string, unknown> },
): Promise<string> {
  const id = newId();
  await insertTask(tx, { id, ...task });
  return id;
}

/** Lets a campaign's task of this kind, put back for later, go on now. */
export async function wakeCampaignTask(tx: Tx, kind: string, campaignId: string): Promise<void> {
  await wakeTasks(tx, kind, 'campaignId', campaignId);
}

import type { Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { insertTask, wakeTasks } from './tasks.store.ts';

/**
 * Adds background work in the caller's transaction; it starts after the commit.
 * @param task.description the name of the object (a campaign's name); `kind` is the work
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

/** Wakes a campaign's postponed task of this kind. */
export async function wakeCampaignTask(tx: Tx, kind: string, campaignId: string): Promise<void> {
  await wakeTasks(tx, kind, 'campaignId', campaignId);
}

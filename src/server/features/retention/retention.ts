/** How long messages are kept, and how far the removal is. */
import * as z from 'zod/mini';
import { retentionDays, USUAL_RETENTION } from '../../../contract/api/retention.ts';
import type { RetentionDays } from '../../../contract/api/retention.ts';
import type { Tx } from '../../infra/database/db.ts';
import { findSetting, putSetting } from '../../core/installation/installation.store.ts';

const KEY = 'retention';

export async function readRetention(tx: Tx): Promise<RetentionDays> {
  return {
    ...USUAL_RETENTION,
    ...z.parse(z.partial(retentionDays), (await findSetting(tx, KEY)) ?? {}),
  };
}

export async function saveRetention(tx: Tx, days: RetentionDays): Promise<void> {
  await putSetting(tx, KEY, days);
}

// How far texts were taken away, so that a run begins where the last ended. They only move forward, but for a longer term, which
// has nothing to take away again.
const PLACES = 'retention places';
const places = z.object({
  texts: z.optional(z.string()),
  /** As `texts`, of those that had not ended then. */
  textsAgain: z.optional(z.string()),
  textsLast: z.optional(z.string()),
  incoming: z.optional(z.string()),
  /** The time that the last run went by. */ clock: z.optional(z.string()),
  /** The machine's time then. */ clockRead: z.optional(z.string()),
  /** In ended campaigns. */ ended: z.optional(z.string()),
});
export type Places = z.output<typeof places>;

export async function readPlaces(tx: Tx): Promise<Places> {
  return z.parse(places, (await findSetting(tx, PLACES)) ?? {});
}

export async function savePlace(tx: Tx, place: Places): Promise<void> {
  await putSetting(tx, PLACES, { ...(await readPlaces(tx)), ...place });
}

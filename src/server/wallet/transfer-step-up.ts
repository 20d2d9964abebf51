import * as z from 'zod/mini';
import { STEP_UP_UNITS } from '../../contract/platform.ts';
import { unitsFromNumber } from '../../contract/units.ts';
import type { Session } from '../auth/session.store.ts';
import { requireStepUp } from '../auth/step-up.ts';
import type { Tx } from '../db.ts';
import { findSetting } from '../installation.store.ts';
import { lockTransfersOf, transferredInDay } from './wallet.store.ts';

/**
 * Lets a transfer pass that stays, with those of the last 24 hours, within the platform's amount;
 * others take a step-up. Many small ones are one large one, also at one moment.
 * @throws stepUpRequired, notWhileImpersonating
 */
export async function requireStepUpAbove(tx: Tx, session: Session, units: bigint): Promise<void> {
  await lockTransfersOf(tx, session.clientId);
  const allowed = z.parse(z.number(), (await findSetting(tx, 'stepUpUnits')) ?? STEP_UP_UNITS);
  const given = await transferredInDay(tx, session.clientId);
  if (given + units > unitsFromNumber(allowed)) await requireStepUp(tx, session);
}

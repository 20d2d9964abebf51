import * as z from 'zod/mini';
import { STEP_UP_UNITS } from '../../../../contract/api/platform-settings.ts';
import { unitsFromNumber } from '../../../../contract/shared/units.ts';
import type { Session } from '../../../infra/http/caller.ts';
import { requireStepUp } from '../../../core/auth/second-step/step-up.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { findSetting } from '../../../core/installation/installation.store.ts';
import { lockTransfersOf, transferredInDay } from '../wallet.store.ts';

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

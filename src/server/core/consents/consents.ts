import type { ConsentPurpose } from '../../../contract/api/consents.ts';
import type { Tx } from '../../infra/database/db.ts';
import { cancelQueuedTo } from '../dispatch/queue/suppress.store.ts';
import {
  awaitPromotions,
  clientDemandsConsent,
  demandsConsent,
  findConsenting,
  keepWithdrawalsOut,
  withdrawConsents,
} from './consents.store.ts';

/**
 * Withdraws consents of these numbers. Promotions that are queued for them are cancelled where they
 * need a consent; only what a link has claimed cannot be recalled.
 * @returns how many consents were in force
 */
export async function withdraw(
  tx: Tx,
  clientId: string,
  destinations: readonly string[],
  why: { purpose: ConsentPurpose | null; note: string },
): Promise<number> {
  const withdrawn = await withdrawConsents(tx, clientId, destinations, why);
  const isPromotions = why.purpose === null || why.purpose === 'PROMOTIONS';
  if (withdrawn > 0 && isPromotions && (await clientDemandsConsent(tx, clientId))) {
    // A message that is being accepted by the consent is in the queue afterwards, or refused.
    await awaitPromotions(tx, clientId);
    await cancelQueuedTo(
      tx,
      { clientId, scope: 'PROMOTIONAL', reason: 'NO_CONSENT' },
      destinations,
    );
  }
  return withdrawn;
}

/**
 * Cancels promotions that this transaction has queued, to numbers whose consent was withdrawn since it was read. A
 * withdrawal that comes later finds them in the queue.
 */
export async function cancelWithdrawn(
  tx: Tx,
  clientId: string,
  destinations: readonly string[],
): Promise<void> {
  await keepWithdrawalsOut(tx, [clientId]);
  const lacking = destinations.filter(await findLacking(tx, clientId, destinations));
  if (lacking.length > 0)
    await cancelQueuedTo(tx, { clientId, scope: 'PROMOTIONAL', reason: 'NO_CONSENT' }, lacking);
}

/** Which of these numbers a campaign may not reach, because its promotions need a consent and they have none. */
export async function findWithoutConsent(
  tx: Tx,
  campaign: { id: string; clientId: string },
  destinations: readonly string[],
): Promise<(destination: string) => boolean> {
  if (destinations.length === 0 || !(await demandsConsent(tx, campaign.id))) return () => false;
  return findLacking(tx, campaign.clientId, destinations);
}

/** The same for promotions of a client that are no campaign yet. */
export async function findWithoutConsentOf(
  tx: Tx,
  clientId: string,
  destinations: readonly string[],
): Promise<(destination: string) => boolean> {
  return (await clientDemandsConsent(tx, clientId))
    ? findLacking(tx, clientId, destinations)
    : () => false;
}

async function findLacking(
  tx: Tx,
  clientId: string,
  destinations: readonly string[],
): Promise<(destination: string) => boolean> {
  const hasConsent = await findConsenting(
    tx,
    destinations.map((destination) => ({ clientId, destination })),
  );
  return (destination) => !hasConsent(clientId, destination);
}

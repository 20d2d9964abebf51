import type { Tx } from '../../infra/database/db.ts';
import { demandsConsent, findConsenting } from './consents.store.ts';

/** Which of these numbers a campaign may not reach, because its promotions need a consent and they have none. */
export async function findWithoutConsent(
  tx: Tx,
  campaign: { id: string; clientId: string },
  destinations: readonly string[],
): Promise<(destination: string) => boolean> {
  if (destinations.length === 0 || !(await demandsConsent(tx, campaign.id))) return () => false;
  const { clientId } = campaign;
  const hasConsent = await findConsenting(
    tx,
    destinations.map((destination) => ({ clientId, destination })),
  );
  return (destination) => !hasConsent(clientId, destination);
}

import { findExcluded } from '../../core/accept/accept.store.ts';
import { findWithoutConsent } from '../../core/consents/consents.ts';
import { compileGuard, refuseNumber } from '../../core/guard/guard.rules.ts';
import { readGuardRules } from '../../core/guard/guard.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { LeftOutReason } from './campaigns.rules.ts';
import type { CampaignRow } from './campaigns.store.ts';
import { aboutOf } from './facts.ts';

type Place = { destination: string; country: string };

/** Finds those of a step's recipients that a campaign leaves out, with a statement for each kind of reason. */
export async function findLeftOut(
  tx: Tx,
  campaign: Pick<CampaignRow, 'id' | 'clientId' | 'sender' | 'senderId'>,
  recipients: readonly Place[],
): Promise<(recipient: Place) => LeftOutReason | undefined> {
  const destinations = recipients.map(({ destination }) => destination);
  const about = await aboutOf(tx, campaign);
  const { optedOut, blocked } = await findExcluded(tx, campaign.clientId, about, destinations);
  const lacksConsent = await findWithoutConsent(tx, campaign, destinations);
  const guarded = await openGuarded(tx, campaign.clientId);
  return (recipient) => {
    const { destination } = recipient;
    if (blocked.has(destination)) return 'BLOCKED';
    const refused = guarded(recipient);
    if (refused) return refused;
    if (optedOut.has(destination)) return 'OPTED_OUT';
    return lacksConsent(destination) ? 'NO_CONSENT' : undefined;
  };
}

/** The rule of the guard by which an account does not send to a number: its country or its range. */
export async function openGuarded(
  tx: Tx,
  clientId: string,
): Promise<(place: Place) => 'COUNTRY_NOT_ALLOWED' | 'RANGE_BLOCKED' | undefined> {
  const guard = compileGuard(await readGuardRules(tx, [clientId]));
  return ({ destination, country }) => {
    const code = refuseNumber(guard, destination, country)?.code;
    return code === 'COUNTRY_NOT_ALLOWED' || code === 'RANGE_BLOCKED' ? code : undefined;
  };
}

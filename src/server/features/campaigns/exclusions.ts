/** Recipients that a campaign may not write to, whichever sender ID their message comes from. */
import { findExcluded } from '../../core/accept/accept.store.ts';
import { findWithoutConsent, findWithoutConsentOf } from '../../core/consents/consents.ts';
import { standInOn } from '../../core/messages/writing.rules.ts';
import type { OperatorSenders } from '../../core/messages/writing.rules.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { CampaignRow } from './campaigns.store.ts';
import { aboutOf } from './facts.ts';

type Receivers = readonly { destination: string; network: number }[];
export type Exclusions = {
  optedOut: ReadonlySet<string>;
  blocked: ReadonlySet<string>;
  lacksConsent(destination: string): boolean;
};

/** The exclusions of a campaign. */
export async function findExclusions(
  tx: Tx,
  campaign: Pick<CampaignRow, 'id' | 'clientId' | 'sender' | 'senderId' | 'operatorSenders'>,
  receivers: Receivers,
): Promise<Exclusions> {
  return findExclusionsOf(tx, campaign, receivers, {
    ...(await aboutOf(tx, campaign)),
    findLacking: (destinations) => findWithoutConsent(tx, campaign, destinations),
  });
}

/**
 * The exclusions of a text that is no campaign yet. An opt-out of the named sender ID holds for its
 * stand-in too, which has opt-outs of its own.
 */
export async function findExclusionsOf(
  tx: Tx,
  { clientId, operatorSenders }: { clientId: string; operatorSenders: OperatorSenders | null },
  receivers: Receivers,
  named: {
    sender: string;
    isPromotional: boolean;
    findLacking(destinations: string[]): Promise<(destination: string) => boolean>;
  },
): Promise<Exclusions> {
  const standIn = operatorSenders?.standIn ?? null;
  const isStandIn = ({ network }: { network: number }) =>
    standInOn(operatorSenders, network) !== undefined;
  const own = numbersOf(receivers.filter((each) => !isStandIn(each)));
  const { optedOut, blocked } = await findExcluded(tx, clientId, named, numbersOf(receivers));
  const lacksConsent = await named.findLacking(own);
  if (standIn === null) return { optedOut, blocked, lacksConsent };
  const others = numbersOf(receivers.filter(isStandIn));
  const more = await findExcluded(
    tx,
    clientId,
    { sender: standIn.sender, isPromotional: standIn.kind !== 'TRANSACTIONAL' },
    others,
  );
  const standsIn = new Set(others);
  const lacksForOther =
    standIn.kind === 'PROMOTIONAL' ? await findWithoutConsentOf(tx, clientId, others) : () => false;
  return {
    optedOut: new Set([...optedOut, ...more.optedOut]),
    blocked,
    lacksConsent: (destination) =>
      standsIn.has(destination) ? lacksForOther(destination) : lacksConsent(destination),
  };
}

const numbersOf = (receivers: Receivers) => receivers.map(({ destination }) => destination);

/** Recipients that a campaign may not write to, whichever sender ID their message comes from. */
import { findExcluded } from '../../../core/accept/accept.store.ts';
import { findWithoutConsent, findWithoutConsentOf } from '../../../core/consents/consents.ts';
import { compileGuard, refuseNumber } from '../../../core/guard/guard.rules.ts';
import { readGuardRules } from '../../../core/guard/guard.store.ts';
import { standInOn } from '../../../core/messages/writing.rules.ts';
import type { CampaignStandIn, OperatorSenders } from '../../../core/messages/writing.rules.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { LeftOutReason } from '../campaigns.rules.ts';
import type { CampaignRow } from '../campaigns.store.ts';
import { aboutOf } from '../facts.ts';

type Receiver = { destination: string; country: string; network: number };
type LeftOut = (receiver: Receiver) => LeftOutReason | undefined;
type Excluded = {
  optedOut: ReadonlySet<string>;
  blocked: ReadonlySet<string>;
  lacksConsent(receiver: Receiver): boolean;
};

/** Finds those of a step's recipients that a campaign leaves out, with a statement for each kind of reason. */
export async function findLeftOut(
  tx: Tx,
  campaign: Pick<CampaignRow, 'id' | 'clientId' | 'sender' | 'senderId' | 'operatorSenders'>,
  receivers: readonly Receiver[],
): Promise<LeftOut> {
  return findLeftOutOf(tx, campaign, receivers, {
    ...(await aboutOf(tx, campaign)),
    findLacking: (destinations) => findWithoutConsent(tx, campaign, destinations),
  });
}

type Named = {
  sender: string;
  isPromotional: boolean;
  findLacking(destinations: string[]): Promise<(destination: string) => boolean>;
};

/** The same of a text that is no campaign yet. */
export async function findLeftOutOf(
  tx: Tx,
  from: { clientId: string; operatorSenders: OperatorSenders | null },
  receivers: readonly Receiver[],
  named: Named,
): Promise<LeftOut> {
  const { optedOut, blocked, lacksConsent } = await findExcludedOf(tx, from, receivers, named);
  const guarded = await openGuarded(tx, from.clientId);
  return (receiver) => {
    const { destination } = receiver;
    if (blocked.has(destination)) return 'BLOCKED';
    const refused = guarded(receiver);
    if (refused) return refused;
    if (optedOut.has(destination)) return 'OPTED_OUT';
    return lacksConsent(receiver) ? 'NO_CONSENT' : undefined;
  };
}

/**
 * Blocks, opt-outs and missing consents. An opt-out of the named sender ID holds for its stand-in
 * too, which has opt-outs of its own.
 */
async function findExcludedOf(
  tx: Tx,
  { clientId, operatorSenders }: { clientId: string; operatorSenders: OperatorSenders | null },
  receivers: readonly Receiver[],
  named: Named,
): Promise<Excluded> {
  const bySender = Map.groupBy(receivers, ({ network }) => standInOn(operatorSenders, network));
  const { optedOut, blocked } = await findExcluded(tx, clientId, named, numbersOf(receivers));
  const lacks = new Map<CampaignStandIn | undefined, (destination: string) => boolean>();
  for (const [standIn, group] of bySender) {
    const numbers = numbersOf(group);
    if (standIn === undefined) {
      lacks.set(standIn, await named.findLacking(numbers));
      continue;
    }
    const about = { sender: standIn.sender, isPromotional: standIn.kind !== 'TRANSACTIONAL' };
    for (const number of (await findExcluded(tx, clientId, about, numbers)).optedOut)
      optedOut.add(number);
    if (standIn.kind === 'PROMOTIONAL')
      lacks.set(standIn, await findWithoutConsentOf(tx, clientId, numbers));
  }
  return {
    optedOut,
    blocked,
    lacksConsent: ({ destination, network }) =>
      lacks.get(standInOn(operatorSenders, network))?.(destination) ?? false,
  };
}

/** The rule of the guard by which an account does not send to a number: its country or its range. */
async function openGuarded(
  tx: Tx,
  clientId: string,
): Promise<
  (
    place: Pick<Receiver, 'destination' | 'country'>,
  ) => 'COUNTRY_NOT_ALLOWED' | 'RANGE_BLOCKED' | undefined
> {
  const guard = compileGuard(await readGuardRules(tx, [clientId]));
  return ({ destination, country }) => {
    const code = refuseNumber(guard, destination, country)?.code;
    return code === 'COUNTRY_NOT_ALLOWED' || code === 'RANGE_BLOCKED' ? code : undefined;
  };
}

const numbersOf = (receivers: readonly Receiver[]) =>
  receivers.map(({ destination }) => destination);

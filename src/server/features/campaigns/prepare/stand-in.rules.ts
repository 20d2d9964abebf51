/** The sender IDs that stand in for a campaign's where operators have not approved it. */
import type { StopClauses } from '../../../../contract/shared/stop-clauses.ts';
import { usableStandIn } from '../../../core/accept/sender.rules.ts';
import type { SenderFacts } from '../../../core/accept/sender.rules.ts';
import type { CampaignStandIn, OperatorSenders } from '../../../core/messages/writing.rules.ts';
import type { Preparation } from './prepare.rules.ts';

/**
 * The facts that a campaign keeps of the operators that have not approved its sender ID; null where all have.
 * @param senders those of the campaign's name, one for each country that has its own
 */
export function operatorSendersOf(
  senders: readonly Pick<SenderFacts, 'unregistered' | 'standIn'>[],
  clauses: StopClauses,
  clientId: string,
): OperatorSenders | null {
  const refused: number[] = [];
  const standIns = new Map<string, CampaignStandIn>();
  for (const sender of senders)
    for (const network of sender.unregistered) {
      const standIn = usableStandIn(sender, network, clientId);
      if (standIn === undefined) refused.push(network);
      else
        standIns.set(standIn.id, {
          senderId: standIn.id,
          sender: standIn.sender,
          kind: standIn.kind,
          networks: [...(standIns.get(standIn.id)?.networks ?? []), network],
          clauses: standIn.kind === 'PROMOTIONAL' ? clauses : null,
        });
    }
  if (refused.length === 0 && standIns.size === 0) return null;
  return { refused, standIns: [...standIns.values()] };
}

/** The messages of a preparation that come from each stand-in that has any; those of one name are one. */
export function standInShares(
  operatorSenders: OperatorSenders | null,
  { networks }: Pick<Preparation, 'networks'>,
): { senderId: string; messages: number; units: bigint }[] {
  const byName = new Map<string, { senderId: string; messages: number; units: bigint }>();
  for (const { sender, networks: served } of operatorSenders?.standIns ?? [])
    for (const { messages, units } of served.flatMap((network) => networks?.[network] ?? [])) {
      const before = byName.get(sender) ?? { senderId: sender, messages: 0, units: 0n };
      byName.set(sender, {
        senderId: sender,
        messages: before.messages + messages,
        units: before.units + BigInt(units),
      });
    }
  return [...byName.values()];
}

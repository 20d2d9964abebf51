/** The sender ID that stands in for a campaign's where an operator has not approved it. */
import type { StopClauses } from '../../../contract/shared/stop-clauses.ts';
import { usableStandIn } from '../../core/accept/sender.rules.ts';
import type { SenderFacts } from '../../core/accept/sender.rules.ts';
import type { OperatorSenders } from '../../core/messages/writing.rules.ts';
import type { Preparation } from './prepare.rules.ts';

/** The facts that a campaign keeps of the operators that have not approved its sender ID; null where all have. */
export function operatorSendersOf(
  { unregistered, standIn }: SenderFacts,
  clauses: StopClauses,
  clientId: string,
): OperatorSenders | null {
  if (unregistered.length === 0) return null;
  const isServed = (network: number) => usableStandIn({ standIn }, network, clientId) !== undefined;
  const networks = unregistered.filter(isServed);
  return {
    refused: unregistered.filter((network) => !isServed(network)),
    standIn:
      standIn === null || networks.length === 0
        ? null
        : {
            senderId: standIn.id,
            sender: standIn.sender,
            kind: standIn.kind,
            networks,
            clauses: standIn.kind === 'PROMOTIONAL' ? clauses : null,
          },
  };
}

/** The messages of a preparation that come from the stand-in; null where none do. */
export function standInShare(
  operatorSenders: OperatorSenders | null,
  { networks }: Pick<Preparation, 'networks'>,
): { senderId: string; messages: number; units: bigint } | null {
  const standIn = operatorSenders?.standIn;
  const shares = standIn?.networks.flatMap((network) => networks?.[network] ?? []) ?? [];
  if (!standIn || shares.length === 0) return null;
  return {
    senderId: standIn.sender,
    messages: shares.reduce((sum, { messages }) => sum + messages, 0),
    units: shares.reduce((sum, { units }) => sum + BigInt(units), 0n),
  };
}

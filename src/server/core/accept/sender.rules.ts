import { stopClause, usualClause } from '../../../contract/shared/stop-clauses.ts';
import type { Receiver, StopClauses } from '../../../contract/shared/stop-clauses.ts';

/** The facts about a sender ID that decide who may use it and which clause its texts end in. */
export type SenderFacts = {
  id: string;
  sender: string;
  clientId: string;
  kind: string;
  country: string;
  status: string;
  isGeneric: boolean;
  delegatedTo: readonly string[];
  /** The codes of networks whose operators have not approved it. */
  unregistered: readonly number[];
  /** The sender ID that its owner chose for those networks. */
  standIn: StandIn | null;
};
/** A sender ID in place of another; nothing stands in for it in turn. */
export type StandIn = Omit<SenderFacts, 'standIn'>;

/** True if the sender ID is ready, and is the client's own, delegated to it, or generic. */
export function mayUseSender(
  sender: Pick<SenderFacts, 'clientId' | 'status' | 'isGeneric' | 'delegatedTo'>,
  clientId: string,
): boolean {
  return (
    sender.status === 'READY_FOR_SENDING' &&
    (sender.isGeneric || sender.clientId === clientId || sender.delegatedTo.includes(clientId))
  );
}

/**
 * The sender ID that stands in for one on a network whose operator has not approved it; undefined where
 * none was chosen, the client may not use it, or the operator has not approved it either.
 */
export function usableStandIn(
  { standIn }: Pick<SenderFacts, 'standIn'>,
  network: number,
  clientId: string,
): StandIn | undefined {
  return standIn !== null &&
    mayUseSender(standIn, clientId) &&
    !standIn.unregistered.includes(network)
    ? standIn
    : undefined;
}

/** The sender ID that a message to a network comes from; undefined where the message is refused. */
export function senderOn(
  sender: SenderFacts,
  network: number,
  clientId: string,
): SenderFacts | StandIn | undefined {
  return sender.unregistered.includes(network) ? usableStandIn(sender, network, clientId) : sender;
}

/** The opt-out clause that a sender's text to this receiver ends in; empty if none is added. */
export function stopClauseFor(
  { kind }: Pick<SenderFacts, 'kind'>,
  receiver: Receiver,
  clauses: StopClauses,
): string {
  return kind === 'PROMOTIONAL' ? stopClause(clauses, receiver) : '';
}

/** The clause that stands for all of a sender's texts, where one is shown; null if none is added. */
export function usualClauseFor(
  sender: Pick<SenderFacts, 'kind' | 'country'>,
  clauses: StopClauses,
): string | null {
  return sender.kind === 'PROMOTIONAL' ? usualClause(clauses, sender.country) || null : null;
}

/**
 * Chooses among sender IDs of one name for a country: the client's own for that country first, then
 * anyone's for it, then the client's own for any.
 */
export function chooseSender<S extends SenderFacts>(
  senders: readonly S[],
  clientId: string,
  country: string,
): S | undefined {
  const rank = (sender: S) =>
    (sender.country === country ? 0 : 2) + (sender.clientId === clientId ? 0 : 1);
  return senders
    .filter((sender) => mayUseSender(sender, clientId))
    .toSorted((a, b) => rank(a) - rank(b))[0];
}

/** The sender IDs of one name that a client's messages to their own countries come from. */
export function sendersByCountry<S extends SenderFacts>(
  senders: readonly S[],
  clientId: string,
): S[] {
  const countries = new Set(senders.map(({ country }) => country));
  return [...countries].flatMap((country) => {
    const chosen = chooseSender(senders, clientId, country);
    return chosen?.country === country ? [chosen] : [];
  });
}

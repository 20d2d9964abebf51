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
};

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

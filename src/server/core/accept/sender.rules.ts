import { stopClause } from '../../../contract/shared/stop-clauses.ts';

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

/** The opt-out clause that a promotional sender's texts end in; null if none is added. */
export function stopClauseFor(sender: Pick<SenderFacts, 'kind' | 'country'>): string | null {
  return sender.kind === 'PROMOTIONAL' ? stopClause(sender.country) : null;
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

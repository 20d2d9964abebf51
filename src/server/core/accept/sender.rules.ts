import { stopClause } from '../../../contract/shared/stop-clauses.ts';

/** What of a sender ID decides who may send under it, and what its texts end in. */
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

/** Whether the client may send under this sender ID now: it is ready, and its own, delegated to it, or everybody's. */
export function mayUseSender(
  sender: Pick<SenderFacts, 'clientId' | 'status' | 'isGeneric' | 'delegatedTo'>,
  clientId: string,
): boolean {
  return (
    sender.status === 'READY_FOR_SENDING' &&
    (sender.isGeneric || sender.clientId === clientId || sender.delegatedTo.includes(clientId))
  );
}

/** What a promotional sender's texts end in; null where nothing is added. */
export function stopClauseFor(sender: Pick<SenderFacts, 'kind' | 'country'>): string | null {
  return sender.kind === 'PROMOTIONAL' ? stopClause(sender.country) : null;
}

/** Of sender IDs of one name that serve a client, the one for a country: its own of that country first, then anybody's of it, then its own of any. */
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

/**
 * The one door for messages that customers' software hands over, whatever dialect it speaks. What comes at the same moment
 * is taken together, in one transaction with one hold for each client; whoever is answered knows that it is on disk.
 */
import type { Database } from '../../infra/database/db.ts';
import type { Routing } from '../dispatch/routing.rules.ts';
import { Refusal, throughputExceeded } from '../../infra/errors.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { Throughput } from '../../infra/throughput.ts';
import type { MessageRequest, Submitter } from './accept.rules.ts';
import type { Accepted, Outcome } from './call.ts';
import { AcceptanceCache, throughputLimit, throughputKey } from './cache.ts';
import { decideRequests } from './requests.ts';
import { openBatcher } from './batcher.ts';

export type { MessageRequest, Submitter } from './accept.rules.ts';
export type { Outcome, Accepted } from './call.ts';

export interface Acceptor {
  /**
   * Takes messages: one outcome an request, in their order, after the commit; what one request is never throws.
   * @param once a key under which all of it is done idempotency: a repeat is answered what the first one was. Where nothing was taken, the key may be used again
   * @throws Refusal IDEMPOTENCY_KEY_REUSED where the key came with something else
   */
  accept(
    submitter: Submitter,
    requests: readonly MessageRequest[],
    idempotency?: { key: string; bodyHash: Buffer },
  ): Promise<Outcome[]>;
  /** What a message would cost and where it would go, taking nothing: neither units nor limits are looked at. */
  quote(
    submitter: Submitter,
    request: MessageRequest,
  ): Promise<
    (Omit<Accepted, 'messageId'> & Pick<Routing, 'routeId' | 'connectorIds'>) | { refusal: Refusal }
  >;
}

/** Opens the door. @param database works as `tuma_accept`, with at least as many connections as there are transactions at a time, one for quotes, and one to wake the links */
export function openAcceptor({ database }: { database: Database }): Acceptor {
  const throughput = new Throughput();
  const cache = new AcceptanceCache();
  const scope = systemScope();
  const add = openBatcher(database, cache);

  return {
    async accept(submitter, requests, idempotency) {
      if (requests.length === 0) return [];
      // What one process alone lets through is too much already; what all do together is counted in the transaction.
      const limit = throughputLimit(submitter, cache);
      const allowed =
        limit > 0 && submitter.user
          ? throughput.take(throughputKey(submitter), limit, requests.length)
          : requests.length;
      const tooFast = requests.slice(allowed).map(() => ({ refusal: throughputExceeded(limit) }));
      if (allowed === 0) return tooFast;
      const outcomes = await new Promise<Outcome[]>((resolve, reject) =>
        add({ submitter, requests: requests.slice(0, allowed), idempotency, resolve, reject }),
      );
      return [...outcomes, ...tooFast];
    },
    async quote(submitter, request) {
      return database.run(scope, async (tx) => {
        const { read } = await decideRequests(tx, cache, [{ submitter, requests: [request] }]);
        const draft = read[0]![0]!;
        if (draft instanceof Refusal) return { refusal: draft };
        const {
          message: { destination, sender, segments, units },
          encoding,
          routing: { routeId, connectorIds },
        } = draft;
        return { destination, sender, segments, units, encoding, routeId, connectorIds };
      });
    },
  };
}

/**
 * The single entry point for messages that customers' software submits, in any dialect. Concurrent
 * calls are accepted together in one transaction with one hold per client; a call is answered only
 * after its messages are on disk.
 */
import type { Database } from '../../infra/database/db.ts';
import type { Links } from '../dispatch/submission/reservations.store.ts';
import type { Routing } from '../dispatch/routing/routing.rules.ts';
import { Refusal, throughputExceeded } from '../../infra/errors.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { Throughput } from '../../infra/throughput.ts';
import type { MessageRequest, Submitter } from './types.ts';
import type { Accepted, Idempotency, Outcome } from './call.ts';
import { AcceptanceCache, throughputLimit, throughputKey } from './cache.ts';
import { decideRequests } from './requests.ts';
import { openRefusalCounter } from '../guard/refusal-counter.ts';
import { openBatcher } from './batcher.ts';

export type { MessageRequest, Submitter } from './types.ts';
export type { Outcome, Accepted, Idempotency } from './call.ts';

export interface Acceptor {
  /**
   * Accepts messages. Returns one outcome per request, in order, after commit. A bad request never
   * throws.
   * @param idempotency a key under which the call is executed once: a repeat gets the first answer.
   * A call that accepted nothing releases its key.
   * @throws Refusal IDEMPOTENCY_KEY_REUSED if the key was used with another body
   */
  accept(
    submitter: Submitter,
    requests: readonly MessageRequest[],
    idempotency?: Idempotency,
  ): Promise<Outcome[]>;
  /**
   * Returns the price and the route of a message without accepting it: units and limits are not
   * checked.
   */
  quote(
    submitter: Submitter,
    request: MessageRequest,
  ): Promise<
    | (Omit<Accepted, 'messageId' | 'waitsIn'> & Pick<Routing, 'routeId' | 'connectorIds'>)
    | { refusal: Refusal }
  >;
}

/**
 * Opens the acceptor. @param database connects as `tuma_accept`, with at least one connection per
 * concurrent transaction, one for quotes, and one to wake the links
 * @param links of this process: what they have places for goes to them without the queue
 */
export function openAcceptor({ database, links }: { database: Database; links?: Links }): Acceptor {
  const throughput = new Throughput();
  const cache = new AcceptanceCache();
  const scope = systemScope();
  const add = openBatcher(database, cache, links);
  const countRefusals = openRefusalCounter(database);

  return {
    async accept(submitter, requests, idempotency) {
      if (requests.length === 0) return [];
      // The limit of one process refuses early; the limit across processes is counted in the
      // transaction. A repeat took its share already, and its first call may have been committed.
      const limit = throughputLimit(submitter, cache);
      const allowed =
        limit > 0 && submitter.user && !idempotency?.isRepeat
          ? throughput.take(throughputKey(submitter), limit, requests.length)
          : requests.length;
      const tooFast = (count: number) =>
        Array.from({ length: count }, () => ({ refusal: throughputExceeded(limit) }));
      if (allowed === 0) return tooFast(requests.length);
      const outcomes = await new Promise<Outcome[]>((resolve, reject) =>
        add({ submitter, requests: requests.slice(0, allowed), idempotency, resolve, reject }),
      );
      const refused = outcomes.flatMap((outcome, at) =>
        'refusal' in outcome ? [{ refusal: outcome.refusal, destination: requests[at]!.to }] : [],
      );
      if (refused.length > 0) await countRefusals(submitter.clientId, refused);
      // The first call of a repeat may have been allowed fewer.
      return [...outcomes, ...tooFast(requests.length - outcomes.length)];
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

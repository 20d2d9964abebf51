import type { UserRow } from '../gateway-users/gateway-users.store.ts';
import { compileRoutes, routeRates } from '../dispatch/routing.rules.ts';
import type { GatewayConfig, Routing, RoutingFacts } from '../dispatch/routing.rules.ts';
import type { PriceTable } from '../ledger/prices.rules.ts';
import type { Submitter } from './accept.rules.ts';
import type { SenderFacts } from './sender.rules.ts';
import type { SendingWindow } from './sending-hours.rules.ts';

/**
 * Prices, sender IDs and hours as they were under one stamp. A transaction goes by the one that it began with, whatever
 * others learn or forget beside it: what it reads later is newer than its stamp, never older.
 */
export class Snapshot {
  readonly stamp: bigint;
  readonly prices = new Map<string, { prices: PriceTable | undefined; until: Date | null }>();
  readonly senders = new Map<string, SenderFacts[]>();
  windows: (SendingWindow & { kind: string })[] | undefined;

  constructor(stamp: bigint) {
    this.stamp = stamp;
  }
}

export type Routes = {
  route: ((facts: RoutingFacts) => Routing) | undefined;
  rates: ReadonlyMap<number, number>;
  version: number;
};

/** What is true while the database says that it has not changed, and what is counted in this process. */
export class AcceptanceCache {
  config: GatewayConfig | undefined;
  /** What waited when the queue was last asked, and what was taken since. */
  readonly waiting = new Map<string, { count: number; at: number }>();
  /** Of users who sent, for their throughput. */
  readonly users = new Map<number, UserRow>();
  #snapshot = new Snapshot(-1n);
  readonly #routes = new WeakMap<GatewayConfig, Routes>();

  /** What is known under this stamp; names that nobody has fill it no further than this. */
  under(stamp: bigint): Snapshot {
    if (stamp === this.#snapshot.stamp && this.#snapshot.senders.size < 100_000)
      return this.#snapshot;
    const fresh = new Snapshot(stamp);
    if (stamp >= this.#snapshot.stamp) this.#snapshot = fresh;
    return fresh;
  }

  routesOf(config: GatewayConfig | undefined): Routes {
    if (!config) return { route: undefined, rates: new Map(), version: 0 };
    this.config = config;
    let routes = this.#routes.get(config);
    if (!routes)
      this.#routes.set(
        config,
        (routes = {
          route: compileRoutes(config),
          rates: routeRates(config),
          version: config.version,
        }),
      );
    return routes;
  }
}

/** Of a user at one door: SMPP and HTTP have limits of their own. */
export const throughputKey = ({ source, user }: Submitter): string => `${source} ${user?.id}`;

/** Messages a second that the user may send, as it was when its credentials were last read; 0: no limit. */
export function throughputLimit({ user, source }: Submitter, cache: AcceptanceCache): number {
  if (!user) return 0;
  const { quota } = (cache.users.get(user.id) ?? user).mtMessagingCred;
  return (source === 'SMPP' ? quota.smpps_throughput : quota.http_throughput) ?? 0;
}

import type { StopClauses } from '../../../contract/shared/stop-clauses.ts';
import type { UserRow } from '../gateway-users/gateway-users.store.ts';
import { compileRoutes, routeRates } from '../dispatch/routing/routing.rules.ts';
import type { Routing, RoutingFacts } from '../dispatch/routing/routing.rules.ts';
import type { GatewayConfig } from '../dispatch/routing/gateway-config.ts';
import type { PriceTable } from '../ledger/prices.rules.ts';
import { compileGuard } from '../guard/guard.rules.ts';
import type { Guard, GuardRule } from '../guard/guard.rules.ts';
import type { ClientFacts } from './accept.store.ts';
import type { Submitter } from './types.ts';
import type { SenderFacts } from './sender.rules.ts';
import type { SendingWindow } from './sending-hours.rules.ts';
import type { ApprovalFacts, ApprovalRules, ApprovedTexts } from './approval.rules.ts';

/**
 * The facts that decide about messages, as of one version stamp. A transaction keeps the snapshot it began
 * with: rows it reads later are newer than its stamp, never older.
 */
export class Snapshot {
  readonly stamp: bigint;
  readonly prices = new Map<string, { prices: PriceTable | undefined; until: Date | null }>();
  readonly senders = new Map<string, SenderFacts[]>();
  /** By client, the sender of messages that need not name one; null where there is none. */
  readonly defaultSenders = new Map<string, string | null>();
  windows: (SendingWindow & { kind: string })[] | undefined;
  /** By client, until the number of links is looked at again. */
  readonly clauses = new Map<string, { clauses: StopClauses; until: number }>();
  /** By client, its own rules and the platform's. */
  readonly guards = new Map<string, Guard>();
  readonly clients = new Map<string, ClientFacts>();
  /** By client, the approval that its texts need: the version rises with each change of it. */
  readonly approvalFacts = new Map<string, ApprovalFacts>();
  readonly users = new Map<number, UserRow>();
  config: GatewayConfig | undefined;
  approval: ApprovalRules | undefined;
  /** True where promotions of all clients need a consent on record, but for those set otherwise. */
  consentDemanded = false;
  /** Facts of clients with texts that need approval. */
  readonly approvedTexts = new Map<string, { texts: ApprovedTexts; until: Date | null }>();

  constructor(stamp: bigint) {
    this.stamp = stamp;
  }

  /** Keeps the rules of these clients; `rules` are theirs and the platform's. */
  addGuards(clientIds: readonly string[], rules: readonly GuardRule[]): void {
    for (const id of clientIds)
      this.guards.set(
        id,
        compileGuard(rules.filter(({ clientId }) => clientId === null || clientId === id)),
      );
  }
}

export type Routes = {
  route: ((facts: RoutingFacts) => Routing) | undefined;
  rates: ReadonlyMap<number, number>;
  version: number;
};

/** Facts that stay valid until the database's version changes, and counters of this process. */
export class AcceptanceCache {
  config: GatewayConfig | undefined;
  /** Waiting messages at the last count of the queue, plus those accepted since. */
  readonly waiting = new Map<string, { count: number; at: number }>();
  /** Users that have sent, for their throughput limits. */
  readonly users = new Map<number, UserRow>();
  #snapshot = new Snapshot(-1n);
  readonly #routes = new WeakMap<GatewayConfig, Routes>();

  /** The newest snapshot, which may be out of date. */
  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  /**
   * Returns the snapshot of this stamp. Its size is bounded, because unknown sender names are
   * remembered too.
   */
  snapshotOf(stamp: bigint): Snapshot {
    if (stamp === this.#snapshot.stamp && this.#snapshot.senders.size < 100_000)
      return this.#snapshot;
    const fresh = new Snapshot(stamp);
    if (stamp >= this.#snapshot.stamp) this.#snapshot = fresh;
    return fresh;
  }

  routesOf(config: GatewayConfig | undefined): Routes {
    if (!config) return { route: undefined, rates: new Map(), version: 0 };
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

/** Key of a user on one interface: SMPP and HTTP have separate limits. */
export const throughputKey = ({ source, user }: Submitter): string => `${source} ${user?.id}`;

/**
 * The user's messages per second, as of the last time its credentials were read; 0 means no limit.
 */
export function throughputLimit({ user, source }: Submitter, cache: AcceptanceCache): number {
  if (!user) return 0;
  const { quota } = (cache.users.get(user.id) ?? user).mtMessagingCred;
  return (source === 'SMPP' ? quota.smpps_throughput : quota.http_throughput) ?? 0;
}

/** Distributes routes over connectors, and a shared route's messages over its links. */
import { servingNow } from '../../core/dispatch/routing/routing.rules.ts';
import type { GatewayConfig } from '../../core/dispatch/routing/gateway-config.ts';

/**
 * Returns the routes that each connector serves now; its own route, for test messages, has its
 * number negated.
 */
export function routesServed(
  config: GatewayConfig,
  lives: (connectorId: number) => boolean,
): Map<number, number[]> {
  const served = new Map(
    config.connectors.filter(({ id }) => lives(id)).map(({ id }) => [id, [-id]]),
  );
  const connectors = new Map(config.connectors.map((connector) => [connector.id, connector]));
  for (const route of config.routes) {
    if (route.direction !== 'MT' || !route.enabled) continue;
    for (const { connectorId } of servingNow(route, connectors, lives))
      served.get(connectorId)?.push(route.id);
  }
  return served;
}

/** Messages that a link leases of a shared route at a time, for each unit of its weight. */
const TURN = 20;

/**
 * Weighted round robin over the links of a shared route. A link that has had more for its weight
 * than another that could submit at once waits for that one's turn; a busy or slow link is not
 * waited for, and gains no credit.
 */
export class WeightedShares {
  readonly #hungry: (connectorId: number) => boolean;
  /** By route: the messages each link has leased, divided by its weight. */
  readonly #had = new Map<number, Map<number, number>>();
  #weights = new Map<number, Map<number, number>>();

  /** @param hungry whether a link of this process would take more at once */
  constructor(hungry: (connectorId: number) => boolean) {
    this.#hungry = hungry;
  }

  /** Sets the routes that are shared now. */
  follow(config: GatewayConfig, lives: (connectorId: number) => boolean): void {
    const connectors = new Map(config.connectors.map((connector) => [connector.id, connector]));
    this.#weights = new Map();
    for (const route of config.routes) {
      if (route.direction !== 'MT' || !route.enabled) continue;
      const serving = servingNow(route, connectors, lives);
      if (serving.length < 2) continue;
      const least = Math.min(...serving.map(({ share }) => share));
      this.#weights.set(
        route.id,
        new Map(serving.map(({ connectorId, share }) => [connectorId, share / least])),
      );
    }
    for (const routeId of this.#had.keys())
      if (!this.#weights.has(routeId)) this.#had.delete(routeId);
  }

  /**
   * Returns how many messages of a route a link may lease now: 0 while another is first, undefined
   * where it shares with none.
   */
  allowance(routeId: number, connectorId: number): number | undefined {
    const weights = this.#weights.get(routeId);
    const weight = weights?.get(connectorId);
    if (!weights || weight === undefined) return undefined;
    const had = this.#had.get(routeId) ?? new Map<number, number>();
    this.#had.set(routeId, had);
    const waiting = [...weights.keys()].filter((id) => id !== connectorId && this.#hungry(id));
    const own = had.get(connectorId) ?? 0;
    if (waiting.some((id) => (had.get(id) ?? 0) < own)) return 0;
    return Math.round(TURN * weight);
  }

  /** Counts messages that a link leased of a route. */
  countLeased(routeId: number, connectorId: number, messages: number): void {
    const weight = this.#weights.get(routeId)?.get(connectorId);
    const had = this.#had.get(routeId);
    if (weight === undefined || !had) return;
    // A link that was away does not catch up: it starts level with the lowest of the others.
    const others = [...had].filter(([id]) => id !== connectorId).map(([, each]) => each);
    const floor = others.length > 0 ? Math.min(...others) - TURN : 0;
    had.set(connectorId, Math.max(had.get(connectorId) ?? 0, floor) + messages / weight);
  }
}

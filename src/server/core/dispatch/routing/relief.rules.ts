/**
 * Chooses the messages that leave a connector which is relieved of a network, and the connectors
 * that they go to.
 */
import type { ConnectorConfig, GatewayConfig, RouteConfig } from './gateway-config.ts';
import { servingNow } from './routing.rules.ts';

/** A connector that keeps only this share of a route's messages to a network that it would take. */
export type Relief = { routeId: number; connectorId: number; network: number; keep: number };

type Routed = { id: string; network: number };

/**
 * A number from 0 up to 1 by a message's id, whose last octets are random: always the same for a
 * message, so that one that returns to the queue is not drawn again.
 */
function lotOf(id: string, place: 'keep' | 'taker'): number {
  const at = place === 'keep' ? 0 : 6;
  return parseInt(id.slice(24 + at, 30 + at), 16) / 0x1000000;
}

/** The reliefs in force, asked for each message that a link is about to take. */
export class Reliefs {
  readonly #keeps = new Map<string, number>();
  readonly #routes: ReadonlyMap<number, RouteConfig>;
  readonly #connectors: ReadonlyMap<number, ConnectorConfig>;
  readonly #lives: (connectorId: number) => boolean;
  readonly #reliefs: readonly Relief[];

  /** @param lives whether a connector can send at this moment */
  constructor(
    reliefs: readonly Relief[],
    config: Pick<GatewayConfig, 'routes' | 'connectors'>,
    lives: (connectorId: number) => boolean,
  ) {
    this.#reliefs = reliefs;
    for (const relief of reliefs) this.#keeps.set(keyOf(relief), relief.keep);
    this.#routes = new Map(config.routes.map((route) => [route.id, route]));
    this.#connectors = new Map(config.connectors.map((connector) => [connector.id, connector]));
    this.#lives = lives;
  }

  /** The routes on which messages may leave a connector. */
  routesOf(connectorId: number): Set<number> {
    return new Set(
      this.#reliefs
        .filter((each) => each.connectorId === connectorId)
        .map(({ routeId }) => routeId),
    );
  }

  /**
   * The connector that takes a message of a route in place of this one; undefined where it stays.
   * As the route chooses among the others that can send and are not relieved of the network: a round
   * robin by weight, a failover the first, the least cost the cheapest.
   */
  takerOf(routeId: number, connectorId: number, { id, network }: Routed): number | undefined {
    const keep = this.#keeps.get(keyOf({ routeId, connectorId, network }));
    const route = this.#routes.get(routeId);
    if (keep === undefined || !route || lotOf(id, 'keep') < keep) return undefined;
    const serving = servingNow(
      route,
      this.#connectors,
      (other) =>
        other !== connectorId &&
        this.#lives(other) &&
        !this.#keeps.has(keyOf({ routeId, connectorId: other, network })),
    );
    let lot = lotOf(id, 'taker');
    return (serving.find(({ share }) => (lot -= share) < 0) ?? serving.at(-1))?.connectorId;
  }
}

const keyOf = ({ routeId, connectorId, network }: Omit<Relief, 'keep'>) =>
  `${routeId} ${connectorId} ${network}`;

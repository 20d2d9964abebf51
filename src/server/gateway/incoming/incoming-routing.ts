/** Routes incoming messages by the configuration in force. */
import type { Tx } from '../../infra/database/db.ts';
import { loadConfigInForce } from '../../core/dispatch/routing/config-version.ts';
import { compileMoRoutes } from '../../core/dispatch/routing/routing.rules.ts';
import type { MoRouting, RoutingFacts } from '../../core/dispatch/routing/routing.rules.ts';
import type { GatewayConfig, MoTargetConfig } from '../../core/dispatch/routing/gateway-config.ts';
import { endOutgoing, addToOutbox } from '../../core/background/outbox.store.ts';
import type { Claimed } from '../../core/background/outbox.store.ts';
import type { NewIncoming } from './incoming.rules.ts';
import { wantsIncomingEvents } from './incoming.store.ts';
import type { FindRoute, StoredIncoming } from './incoming.store.ts';

/**
 * The outbox row for a target: of kind HTTP_CONNECTOR (`target` is the cid), SMPP_USER (the
 * username) or WEBHOOK (the client's id).
 */
export type ForwardedIncoming = {
  /** The form that an HTTP connector posts. */
  mo: {
    id: string;
    from: string;
    to: string;
    originConnector: string;
    text: string;
    coding: number;
    binary: string;
    at: number;
  };
  /** The targets that remain when this one gives up, in order. */
  next: MoTargetConfig[];
};

/** Compiled once for a version and process. */
let compiled:
  | { config: GatewayConfig; route(facts: RoutingFacts, lot: number): MoRouting }
  | undefined;

/** Routes a message, and puts its outbox rows into the transaction that stores it. */
export function incomingRouter(tx: Tx, message: NewIncoming): FindRoute {
  return async (id, { text, octets }) => {
    const config = await loadConfigInForce(tx, compiled?.config);
    if (!config) return undefined;
    if (compiled?.config !== config) compiled = { config, route: compileMoRoutes(config) };
    const cidOf = (connectorId: number) =>
      config.connectors.find((connector) => connector.id === connectorId)?.cid ?? null;
    const facts = { at: Date.now(), connector: cidOf(message.connectorId) };
    const { routeId, targets } = compiled.route(
      {
        sender: message.source,
        destination: message.destination,
        text,
        userId: null,
        groupId: null,
        tags: [],
        at: new Date(facts.at),
        connector: facts.connector,
      },
      lotOf(message.hash),
    );
    const [target] = targets;
    if (routeId === null || !target) return undefined;
    const clientId = 'clientId' in target ? target.clientId : null;
    await forwardToNext(
      tx,
      {
        mo: {
          id,
          from: message.source,
          to: message.destination,
          originConnector: facts.connector ?? '',
          text,
          coding: message.encoding,
          binary: octets.toString('hex'),
          at: facts.at,
        },
        next: targets,
      },
      config,
    );
    return { routeId, version: config.version, clientId, facts };
  };
}

/** Puts a message into the outbox for the first of its targets that are left; an inbox has it already. */
export async function forwardToNext(
  tx: Tx,
  { mo, next: [target, ...next] }: ForwardedIncoming,
  config: GatewayConfig | undefined,
): Promise<void> {
  const payload: ForwardedIncoming = { mo, next };
  if (target?.kind === 'HTTP')
    await addToOutbox(tx, {
      clientId: null,
      kind: 'HTTP_CONNECTOR',
      target:
        config?.connectors.find(({ id }) => id === target.connectorId)?.cid ??
        String(target.connectorId),
      payload,
    });
  if (target?.kind === 'SMPP_USER')
    await addToOutbox(tx, { clientId: null, kind: 'SMPP_USER', target: target.username, payload });
  if (target?.kind === 'WEBHOOK')
    await addToOutbox(tx, {
      clientId: target.clientId,
      kind: 'WEBHOOK',
      target: target.clientId,
      payload,
    });
}

/**
 * Notifies the webhooks of the client whose inbox has the message, if they ask for it; one that a
 * route delivers there as well is sent once, by its id.
 */
export async function notifyOwner(
  tx: Tx,
  message: NewIncoming,
  { id, text, octets, clientId }: StoredIncoming,
): Promise<void> {
  if (clientId === null || !(await wantsIncomingEvents(tx, clientId))) return;
  await forwardToNext(
    tx,
    {
      mo: {
        id,
        from: message.source,
        to: message.destination,
        originConnector: '',
        text,
        coding: message.encoding,
        binary: octets.toString('hex'),
        at: Date.now(),
      },
      next: [{ kind: 'WEBHOOK', clientId }],
    },
    undefined,
  );
}

/**
 * The number that a round robin draws by: the message's own hash, so that it always gives the same
 * route.
 */
export function lotOf(hash: Buffer): number {
  return hash.readUInt32BE(0);
}

/** Passes a message to the next target, in the transaction that ends this one. */
export async function passToNextTarget(
  tx: Tx,
  row: Claimed,
  forwarded: ForwardedIncoming,
  config: GatewayConfig | undefined,
  reason: string,
): Promise<void> {
  await endOutgoing(tx, row.id, reason);
  await forwardToNext(tx, forwarded, config);
}

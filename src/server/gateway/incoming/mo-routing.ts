/** The way of messages from phones, as the configuration in force has it. */
import type { Tx } from '../../infra/database/db.ts';
import { configInForce } from '../../core/dispatch/config-version.ts';
import { compileMoRoutes } from '../../core/dispatch/routing.rules.ts';
import type {
  GatewayConfig,
  MoRouting,
  MoTargetConfig,
  RoutingFacts,
} from '../../core/dispatch/routing.rules.ts';
import { endOutgoing, putInOutbox } from '../../core/background/outbox.store.ts';
import type { Claimed } from '../../core/background/outbox.store.ts';
import type { NewMo } from './mo.rules.ts';
import { hearsOfMo } from './mo.store.ts';
import type { AskRoute, StoredMo } from './mo.store.ts';

/** What leaves for a target: an outbox row of kind HTTP_CONNECTOR (`target` is the cid), SMPP_USER (the username) or WEBHOOK (the client's id). */
export type MoHandover = {
  /** As an HTTP connector hands it over. */
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
  /** Where it goes when this target gives it up, in this order. */
  next: MoTargetConfig[];
};

/** Compiled once for a version and process. */
let compiled:
  | { config: GatewayConfig; route(facts: RoutingFacts, lot: number): MoRouting }
  | undefined;

/** Asks for the way of a message, and puts what leaves into the outbox of the transaction that stores it. */
export function moRouter(tx: Tx, mo: NewMo): AskRoute {
  return async (id, text) => {
    const config = await configInForce(tx, compiled?.config);
    if (!config) return undefined;
    if (compiled?.config !== config) compiled = { config, route: compileMoRoutes(config) };
    const cidOf = (connectorId: number) =>
      config.connectors.find((connector) => connector.id === connectorId)?.cid ?? null;
    const facts = { at: Date.now(), connector: cidOf(mo.connectorId) };
    const { routeId, targets } = compiled.route(
      {
        sender: mo.source,
        destination: mo.destination,
        text,
        userId: null,
        groupId: null,
        tags: [],
        at: new Date(facts.at),
        connector: facts.connector,
      },
      lotOf(mo.hash),
    );
    const [target] = targets;
    if (routeId === null || !target) return undefined;
    const clientId = 'clientId' in target ? target.clientId : null;
    await passOn(
      tx,
      {
        mo: {
          id,
          from: mo.source,
          to: mo.destination,
          originConnector: facts.connector ?? '',
          text,
          coding: mo.encoding,
          binary: Buffer.from(text).toString('hex'),
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
export async function passOn(
  tx: Tx,
  { mo, next: [target, ...next] }: MoHandover,
  config: GatewayConfig | undefined,
): Promise<void> {
  const payload: MoHandover = { mo, next };
  if (target?.kind === 'HTTP')
    await putInOutbox(tx, {
      clientId: null,
      kind: 'HTTP_CONNECTOR',
      target:
        config?.connectors.find(({ id }) => id === target.connectorId)?.cid ??
        String(target.connectorId),
      payload,
    });
  if (target?.kind === 'SMPP_USER')
    await putInOutbox(tx, { clientId: null, kind: 'SMPP_USER', target: target.username, payload });
  if (target?.kind === 'WEBHOOK')
    await putInOutbox(tx, {
      clientId: target.clientId,
      kind: 'WEBHOOK',
      target: target.clientId,
      payload,
    });
}

/** Tells the webhooks of the client whose inbox a message lies in, where they ask for it; one that a route brought there as well comes once, by its id. */
export async function tellOwner(
  tx: Tx,
  mo: NewMo,
  { id, text, clientId }: StoredMo,
): Promise<void> {
  if (clientId === null || !(await hearsOfMo(tx, clientId))) return;
  await passOn(
    tx,
    {
      mo: {
        id,
        from: mo.source,
        to: mo.destination,
        originConnector: '',
        text,
        coding: mo.encoding,
        binary: Buffer.from(text).toString('hex'),
        at: Date.now(),
      },
      next: [{ kind: 'WEBHOOK', clientId }],
    },
    undefined,
  );
}

/** What a round robin draws by: the message's own hash, so that asking again gives the same. */
export function lotOf(hash: Buffer): number {
  return hash.readUInt32BE(0);
}

/** A target gave a message up: it goes to the next one in the transaction that ends this. */
export async function handToNext(
  tx: Tx,
  row: Claimed,
  handover: MoHandover,
  config: GatewayConfig | undefined,
  reason: string,
): Promise<void> {
  await endOutgoing(tx, row.id, reason);
  await passOn(tx, handover, config);
}

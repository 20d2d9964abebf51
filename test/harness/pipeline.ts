// The ground of a pipeline test: a client, a carrier as a connector with a route, messages in the queue.
import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '../../src/server/infra/database/db.ts';
import {
  findRouted,
  getVersion,
} from '../../src/server/core/dispatch/routing/config-version.store.ts';
import { publishConfig } from '../../src/server/core/dispatch/routing/config-version.ts';
import { enqueue } from '../../src/server/core/dispatch/queue/enqueue.store.ts';
import type { NewMessage } from '../../src/server/core/dispatch/types.ts';
import { compileRoutes } from '../../src/server/core/dispatch/routing/routing.rules.ts';
import type { GatewayConfig } from '../../src/server/core/dispatch/routing/gateway-config.ts';
import { secretPurpose } from '../../src/server/gateway/carriers/connector.rules.ts';
import { sentFacts } from '../../src/server/gateway/console/routing/explanations.ts';
import { newId } from '../../src/server/infra/ids.ts';
import { systemScope } from '../../src/server/infra/database/scope.ts';
import { encryptSecret } from '../../src/server/infra/secrets.ts';
import type { SecretKey } from '../../src/server/infra/secrets.ts';

export const testKey: SecretKey = { bytes: Buffer.alloc(32, 7) };

/** An active client with nothing else. */
export async function addClient(database: Database): Promise<string> {
  const clientId = newId();
  await database.run(systemScope(), (tx) =>
    tx.query(
      `insert into client (id, path, client_name, account_type, country, access_level, client_status) values ($1, $2, 'Test', 'COMPANY', 'KE', 'COMPANY', 'ACTIVE')`,
      [clientId, `${randomBytes(6).toString('hex')}.`],
    ),
  );
  return clientId;
}

/** A campaign in the middle of its run. */
export async function addCampaign(
  database: Database,
  clientId: string,
  how: { text?: string; policy?: 'h' | 'r'; status?: string } = {},
): Promise<string> {
  const campaignId = newId();
  await database.run(systemScope(), (tx) =>
    tx.query(
      `insert into campaign (id, client_id, campaign_name, sender, text, source, policy, country, status) values ($1, $2, 'Test', 'TUMA', $3, 'FILE', $4, 'KE', $5)`,
      [campaignId, clientId, how.text ?? 'Hello', how.policy ?? 'h', how.status ?? 'RUNNING'],
    ),
  );
  return campaignId;
}

/** A connector and a static route to it; `order` must be free. Put into force at once. */
export async function addConnector(
  database: Database,
  order: number,
  settings: Record<string, unknown>,
  carrierAccountId: number,
): Promise<{ connectorId: number; routeId: number }> {
  return database.run(systemScope(), async (tx) => {
    const cid = `carrier-${order}`;
    const {
      rows: [connector],
    } = await tx.query<{ id: number }>(
      `insert into connector (cid, kind, carrier_account_id, settings, secret) values ($1, 'SMPP', $2, $3, $4) returning id`,
      [cid, carrierAccountId, settings, encryptSecret(testKey, secretPurpose(cid), 'secret')],
    );
    const {
      rows: [route],
    } = await tx.query<{ id: number }>(
      `insert into route (direction, "order", type, connector_ids) values ('MT', $1, $2, array[$3::int]) returning id`,
      [order, order === 0 ? 'DefaultRoute' : 'StaticMTRoute', connector!.id],
    );
    await publishConfig(tx, null);
    return { connectorId: connector!.id, routeId: route!.id };
  });
}

/** A generic connector and a static route to it, put into force at once. */
export async function addGeneric(
  database: Database,
  order: number,
  settings: Record<string, unknown>,
  carrierAccountId: number,
  secrets = { secret: 'secret', callback: `callback-${order}` },
): Promise<{ connectorId: number; routeId: number; cid: string }> {
  return database.run(systemScope(), async (tx) => {
    const cid = `generic-${order}`;
    const {
      rows: [connector],
    } = await tx.query<{ id: number }>(
      `insert into connector (cid, kind, carrier_account_id, settings, secret) values ($1, 'GENERIC', $2, $3, $4) returning id`,
      [
        cid,
        carrierAccountId,
        settings,
        encryptSecret(testKey, secretPurpose(cid), JSON.stringify(secrets)),
      ],
    );
    const routeId = await addRoute(tx, order, 'StaticMTRoute', [connector!.id]);
    await publishConfig(tx, null);
    return { connectorId: connector!.id, routeId, cid };
  });
}

/** An MT route, as a draft. */
export async function addRoute(
  tx: Tx,
  order: number,
  type: string,
  connectorIds: readonly number[],
  weights: readonly number[] | null = null,
  filterIds: readonly number[] = [],
): Promise<number> {
  const {
    rows: [route],
  } = await tx.query<{ id: number }>(
    `insert into route (direction, "order", type, connector_ids, weights, filter_ids) values ('MT', $1, $2, $3, $4, $5) returning id`,
    [order, type, connectorIds, weights, filterIds],
  );
  return route!.id;
}

/** A filter, as a draft. */
export async function addFilter(
  tx: Tx,
  fid: string,
  type: string,
  parameters: Record<string, string>,
): Promise<number> {
  const {
    rows: [filter],
  } = await tx.query<{ id: number }>(
    `insert into filter (fid, type, parameters) values ($1, $2, $3) returning id`,
    [fid, type, parameters],
  );
  return filter!.id;
}

/**
 * Messages routed by the configuration in force, each to one of four ways by its number, kept with what routing read of it:
 * 25470..., 25471..., 25472... and 25473..., the last of the user `shop`.
 */
export function routedMessages(
  config: GatewayConfig,
  of: { clientId: string; campaignId: string; count: number; from?: number },
): NewMessage[] {
  const route = compileRoutes(config);
  return Array.from({ length: of.count }, (_, each) => {
    const at = (of.from ?? 0) + each;
    const facts = { at: Date.now(), ...(at % 4 === 3 && { user: 'shop' }) };
    const destination = String(254_700_000_000 + (at % 4) * 10_000_000 + at);
    const { routeId } = route({
      sender: 'TUMA',
      destination,
      text: '',
      userId: facts.user ?? null,
      groupId: null,
      tags: [],
      at: new Date(facts.at),
    });
    if (routeId === null) throw new Error(`no route for ${destination}`);
    return makeMessage({
      clientId: of.clientId,
      campaignId: of.campaignId,
      routeId,
      destination,
      text: null,
      configVersion: config.version,
      facts,
    });
  });
}

/**
 * Asks the stored version of every message again, with what was stored of it.
 * @returns how many go elsewhere than they went, and how many went over a connector that their route named in no version
 * in force from when they were routed to when they were sent
 */
export async function judgeRoutes(
  database: Database,
  campaignIds: readonly string[],
): Promise<{ unexplained: number; misrouted: number }> {
  return database.run(systemScope(), async (tx) => {
    const { rows } = await tx.query<{ id: string; sentAt: Date | null }>(
      'select id, submitted_at as "sentAt" from message where campaign_id = any ($1::uuid[])',
      [campaignIds],
    );
    const { rows: made } = await tx.query<{ version: number; at: Date }>(
      'select version, created_at as at from config_version order by version',
    );
    const versions = await Promise.all(
      made.map(async ({ version, at }) => {
        const config = await getVersion(tx, version);
        return { version, at, config, route: compileRoutes(config) };
      }),
    );
    let [unexplained, misrouted] = [0, 0];
    for (const { id, sentAt } of rows) {
      const row = await findRouted(tx, id);
      const stored = versions.find(({ version }) => version === row?.version);
      if (!row || !stored) throw new Error(`message ${id} or its version is gone`);
      if (stored.route(sentFacts(row)).routeId !== row.routeId) unexplained++;
      const inForce = versions.filter(
        ({ version, at }) =>
          version === row.version || (version > row.version && (sentAt === null || at <= sentAt)),
      );
      const named = inForce.flatMap(
        ({ config }) =>
          config.routes.find(({ id: each }) => each === row.routeId)?.connectorIds ?? [],
      );
      if (row.connectorId === null || !named.includes(row.connectorId)) misrouted++;
    }
    return { unexplained, misrouted };
  });
}

/** The same moment for all: only messages that expire together form one chunk. */
const TOMORROW = new Date(Date.now() + 86_400_000);

/** A message as routing and pricing would give it: one segment, one unit, a day to live. */
export function makeMessage(
  of: { clientId: string; routeId: number; destination: string } & Partial<NewMessage>,
): NewMessage {
  return {
    id: newId(),
    campaignId: null,
    sender: 'TUMA',
    text: `Message to ${of.destination}`,
    encoding: 0,
    segments: 1,
    units: 10_000n,
    configVersion: 1,
    country: 'KE',
    network: 1,
    class: 'BULK',
    priority: 0,
    expiresAt: TOMORROW,
    notBefore: null,
    source: 'PORTAL',
    clientReference: null,
    ...of,
  };
}

export async function enqueueAll(
  database: Database,
  messages: readonly NewMessage[],
): Promise<void> {
  for (let at = 0; at < messages.length; at += 5000)
    await database.run(systemScope(), (tx) => enqueue(tx, messages.slice(at, at + 5000)));
}

/** Waits until `check` gives something other than undefined or false; fails after `seconds` with what it was. */
export async function until<T>(
  what: string,
  check: () => Promise<T | undefined | false> | T | undefined | false,
  seconds = 180,
): Promise<T> {
  for (const deadline = Date.now() + seconds * 1000; ;) {
    const found = await check();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The gateway process: a link for each SMPP connector that is wanted, and what has to happen from time to time. */
import { hostname } from 'node:os';
import type { Client } from 'pg';
import { openDatabase } from '../db.ts';
import type { Database, DatabaseAddress } from '../db.ts';
import { configInForce } from '../dispatch/config-version.ts';
import { routesOf } from '../dispatch/routing.rules.ts';
import type { ConnectorConfig, GatewayConfig } from '../dispatch/routing.rules.ts';
import type { Log } from '../log.ts';
import { decryptSecret } from '../secrets.ts';
import { systemScope } from '../scope.ts';
import type { SecretKey } from '../secrets.ts';
import { secretPurpose, smppSettings } from './connector.rules.ts';
import { routesWithWork, startedConnectors, writeStates } from './connectors.store.ts';
import { CarrierLink } from './link.ts';
import { openInbox, takeUnfinished } from './mo.ts';
import type { Inbox } from './mo.ts';
import { databaseSql, machineClock, tcpWire } from './ports.ts';
import { Settler } from './settler.ts';

/** What the process is given: where the database is, the key that opens carriers' passwords, where to log. */
export type GatewayContext = { database: DatabaseAddress; secretKey: SecretKey; log: Log };

const CONNECTIONS = 16;
/** Of the inbox: a flood from phones is stored as fast as these go, and takes none from sending. */
const INBOX_CONNECTIONS = 3;
const POLL_MS = 50;
const STATE_MS = 1000;
const CONFIG_MS = 5000;
const UNFINISHED_MS = 60_000;

type Running = { link: CarrierLink; made: string; routeIds: number[] };

/** Starts the gateway; `stop` drains the links and resolves when they are closed. */
export async function run(context: GatewayContext): Promise<{ stop(): Promise<void> }> {
  const { log } = context;
  const open = (max: number, name: string) => openDatabase(context.database, 'tuma_gateway', { max, name, onLost: (error) => log.warn({ reason: error.message }, 'database connection was lost') });
  const gateway = new Gateway(context, open(CONNECTIONS, 'tuma gateway'), open(INBOX_CONNECTIONS, 'tuma inbox'));
  await gateway.start();
  return { stop: () => gateway.stop() };
}

class Gateway {
  readonly #context: GatewayContext;
  readonly #database: Database;
  readonly #inboxDatabase: Database;
  readonly #inbox: Inbox;
  readonly #holder = `${hostname()}/${process.pid}`;
  readonly #links = new Map<number, Running>();
  readonly #settlers = new Map<number, Settler>();
  readonly #tasks: { stop(): Promise<void> }[] = [];
  #config: GatewayConfig | undefined;
  #reloading: Promise<void> | undefined;
  #reloadAgain = false;
  #listener: Client | undefined;
  #stopping = false;

  constructor(context: GatewayContext, database: Database, inboxDatabase: Database) {
    this.#context = context;
    this.#database = database;
    this.#inboxDatabase = inboxDatabase;
    this.#inbox = openInbox(inboxDatabase);
  }

  async start(): Promise<void> {
    const { log } = this.#context;
    await this.#reload();
    const every = (milliseconds: number, name: string, work: () => Promise<unknown>) => this.#tasks.push(repeat(milliseconds, work, (error) => log.warn({ err: error, name }, 'gateway task failed and is tried again')));
    every(POLL_MS, 'poll', () => this.#poll());
    every(STATE_MS, 'state', () => this.#writeStates());
    every(CONFIG_MS, 'config', () => this.#reload());
    every(STATE_MS, 'listen', () => this.#listen());
    every(UNFINISHED_MS, 'unfinished', () => this.#inboxDatabase.run(systemScope(), takeUnfinished));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#tasks.map((task) => task.stop()));
    await Promise.all([...this.#links.values()].map(({ link }) => link.stop()));
    await this.#writeStates().catch(() => {});
    await this.#listener?.end().catch(() => {});
    await Promise.all([this.#database.close(), this.#inboxDatabase.close()]);
  }

  /** Follows notifications: a missed one costs a poll, so a lost connection is only opened again. */
  async #listen(): Promise<void> {
    if (this.#listener || this.#stopping) return;
    const listener = await this.#database.connect();
    this.#listener = listener;
    listener.once('end', () => { this.#listener = undefined; });
    listener.on('notification', ({ channel }) => {
      if (channel === 'chunk') for (const { link } of this.#links.values()) link.wake();
      else void this.#reload().catch((error: unknown) => this.#context.log.warn({ err: error }, 'configuration could not be read'));
    });
    await listener.query('listen chunk; listen config');
    await this.#reload();
  }

  async #poll(): Promise<void> {
    const routes = [...new Set([...this.#links.values()].flatMap(({ routeIds }) => routeIds))];
    if (routes.length === 0) return;
    const busy = await routesWithWork(this.#database.plain, routes);
    for (const { link, routeIds } of this.#links.values()) if (routeIds.some((id) => busy.has(id))) link.nudge();
  }

  async #writeStates(): Promise<void> {
    const links = [...this.#links].map(([connectorId, { link }]) => ({ connectorId, ...link.look() }));
    if (links.length > 0) await writeStates(this.#database.plain, this.#holder, links);
  }

  // --- the configuration in force -----------------------------------------------------------------------------------

  /** One at a time; what changes meanwhile is read again. */
  #reload(): Promise<void> {
    this.#reloadAgain = true;
    this.#reloading ??= (async () => {
      try {
        while (this.#reloadAgain && !this.#stopping) {
          this.#reloadAgain = false;
          await this.#apply();
        }
      } finally {
        this.#reloading = undefined;
      }
    })();
    return this.#reloading;
  }

  /** Starts, stops and renews links as the configuration says; a link that did not change keeps its bind. */
  async #apply(): Promise<void> {
    const config = await configInForce(this.#database.plain, this.#config);
    if (!config) return;
    if (config !== this.#config) this.#context.log.info({ version: config.version }, 'configuration was put into force');
    this.#config = config;
    const started = await startedConnectors(this.#database.plain);
    const wanted = new Map(config.connectors.filter(({ id, kind }) => kind === 'SMPP' && started.has(id)).map((connector) => [connector.id, connector]));
    const made = (connector: ConnectorConfig) => JSON.stringify(connector);
    const gone = [...this.#links].filter(([id, running]) => !wanted.has(id) || made(wanted.get(id)!) !== running.made);
    await Promise.all(gone.map(async ([id, { link }]) => {
      await link.stop();
      this.#links.delete(id);
    }));
    for (const [id, connector] of wanted) {
      const routeIds = routesOf(config, id);
      const running = this.#links.get(id);
      if (!running) this.#begin(connector, made(connector), routeIds);
      else if (running.routeIds.join() !== routeIds.join()) {
        running.routeIds = routeIds;
        running.link.serve(routeIds);
      }
    }
  }

  #begin(connector: ConnectorConfig, made: string, routeIds: number[]): void {
    const { log, secretKey } = this.#context;
    try {
      const link = new CarrierLink({
        connectorId: connector.id, cid: connector.cid, carrierAccountId: connector.carrierAccountId, settings: smppSettings.parse(connector.settings),
        password: connector.secret === null ? '' : decryptSecret(secretKey, secretPurpose(connector.cid), Buffer.from(connector.secret, 'base64')),
      }, routeIds, {
        clock: machineClock, wire: tcpWire, sql: databaseSql(this.#database), settler: this.#settler(connector.carrierAccountId), inbox: this.#inbox, log, holder: this.#holder, random: Math.random,
      });
      this.#links.set(connector.id, { link, made, routeIds });
      link.start();
    } catch (error) {
      log.error({ cid: connector.cid, err: error }, 'connector could not be started');
    }
  }

  #settler(carrierAccountId: number): Settler {
    let settler = this.#settlers.get(carrierAccountId);
    if (!settler) this.#settlers.set(carrierAccountId, settler = new Settler(databaseSql(this.#database), machineClock, this.#context.log, carrierAccountId));
    return settler;
  }
}

/** Does `work` again and again with a pause between, until stopped; a failure does not end it, and is told once until it works again. */
function repeat(milliseconds: number, work: () => Promise<unknown>, failed: (error: unknown) => void): { stop(): Promise<void> } {
  let stopped = false;
  let failing = false;
  let wake: (() => void) | undefined;
  const running = (async () => {
    while (!stopped) {
      await work().then(
        () => { failing = false; },
        (error: unknown) => {
          if (!failing) failed(error);
          failing = true;
        },
      );
      if (stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return {
    async stop() {
      stopped = true;
      wake?.();
      await running;
    },
  };
}

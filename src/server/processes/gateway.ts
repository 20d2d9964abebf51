/** The gateway process: a link for each connector that is wanted, the port of callbacks, and what has to happen from time to time. */
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { genericSettings, smppSettings } from '../../contract/api/connector-settings.ts';
import { SMPP_FIELDS } from '../../contract/api/connector-fields.ts';
import { openAcceptor } from '../core/accept/accept.ts';
import { GatewayUserDoor } from '../core/gateway-users/gateway-users.ts';
import type { Config } from '../infra/config/config.ts';
import { openDatabase } from '../infra/database/db.ts';
import type { Database } from '../infra/database/db.ts';
import type { DatabaseAddress, DatabaseRole } from '../infra/database/roles.ts';
import { configInForce } from '../core/dispatch/config-version.ts';
import type { ConnectorConfig, GatewayConfig } from '../core/dispatch/routing.rules.ts';
import { startHeartbeat } from '../core/monitoring/heartbeat.ts';
import { partsTotal } from '../infra/instruments.ts';
import type { Log } from '../infra/log.ts';
import { CONNECTION_LIMITS } from '../infra/http/connection-guard.ts';
import { Outbound } from '../infra/http/outbound.ts';
import { decryptSecret } from '../infra/secrets.ts';
import { systemScope } from '../infra/database/scope.ts';
import type { SecretKey } from '../infra/secrets.ts';
import { secretPurpose } from '../gateway/carriers/connector.rules.ts';
import { readOrders } from '../gateway/console/connectors.store.ts';
import {
  boundElsewhere,
  NODE_LOCK_CLASS,
  readNodes,
  routesWithWork,
  writeStates,
} from '../gateway/carriers/nodes.store.ts';
import { dropTraces, watchedConnectors, writeTraces } from '../gateway/carriers/trace.store.ts';
import { addToMinute, countOutstanding } from '../gateway/carriers/link-counts.store.ts';
import { mountHttpDialects } from '../gateway/customers/http-dialects/mount.ts';
import { GenericDialect } from '../gateway/carriers/generic-dialect.ts';
import { readSecrets } from '../gateway/carriers/generic.rules.ts';
import { openHttpPort } from '../gateway/customers/http-server.ts';
import type { CallbackTarget } from '../gateway/customers/http-server.ts';
import { CarrierLink } from '../gateway/carriers/link/link.ts';
import { openSmppServer } from '../gateway/customers/smpp-server.ts';
import type { RunningSmppServer } from '../gateway/customers/smpp-server.ts';
import { openInbox, takeUnfinished } from '../gateway/incoming/mo.ts';
import type { Inbox } from '../gateway/incoming/mo.ts';
import { databaseSql, guardedWire, machineClock } from '../gateway/carriers/ports.ts';
import type { Wire } from '../gateway/carriers/ports.ts';
import { PrivateHosts } from '../infra/http/private-hosts.ts';
import { routesServed, Shares } from '../gateway/carriers/load-balancing.ts';
import { openSession } from '../gateway/carriers/database-session.ts';
import type { Session } from '../gateway/carriers/database-session.ts';
import { Settler } from '../gateway/carriers/settler.ts';
import { SmppDialect } from '../gateway/carriers/smpp-dialect.ts';
import { spread } from '../gateway/carriers/connector-assignment.rules.ts';
import { Ring } from '../gateway/carriers/trace.ts';

/** What the process is given: where the database is, the key that opens carriers' passwords, where to log; without a configuration no port is opened. */
export type GatewayContext = {
  database: DatabaseAddress;
  secretKey: SecretKey;
  log: Log;
  config?: Pick<
    Config,
    | 'httpApiPort'
    | 'httpDialects'
    | 'smppPort'
    | 'smppTls'
    | 'host'
    | 'trustedProxies'
    | 'connectionsPerAddress'
    | 'privateHosts'
  >;
  /** In place of the configuration's. */ privateHosts?: readonly string[];
};

const CONNECTIONS = 16;
/** Of the inbox: a flood from phones is stored as fast as these go, and takes none from sending. */
const INBOX_CONNECTIONS = 3;
/** Of customers' software: what it hands over and what is brought to it waits for no carrier. */
const DOOR_CONNECTIONS = 4;
/** Transactions that take messages, and prices and balances that are asked for. */
const ACCEPT_CONNECTIONS = 5;
const POLL_MS = 50;
const STATE_MS = 1000;
const CONFIG_MS = 5000;
const MINUTE_MS = 5000;
const OUTSTANDING_MS = 20_000;
const UNFINISHED_MS = 60_000;
const OTHERS_BACK_MS = 3000;

type Running = {
  link: CarrierLink<never>;
  ring: Ring;
  /** What cannot change without a new connection. */
  made: string;
  /** What the link goes by, live. */
  settings: string;
  renew(connector: ConnectorConfig): void;
  restarts: number;
  routeIds: number[];
  stopping: boolean;
};

/** Starts the gateway; `stop` drains the links and resolves when they are closed. */
export async function run(context: GatewayContext): Promise<{
  httpPort: number | undefined;
  smppPort: number | undefined;
  smppTlsPort: number | undefined;
  stop(): Promise<void>;
}> {
  const { log } = context;
  const open = (max: number, name: string, role: DatabaseRole = 'tuma_gateway') =>
    openDatabase(context.database, role, {
      max,
      name,
      onLost: (error) => log.warn({ reason: error.message }, 'database connection was lost'),
    });
  const gateway = new Gateway(
    context,
    open(CONNECTIONS, 'tuma gateway'),
    open(INBOX_CONNECTIONS, 'tuma inbox'),
    open(DOOR_CONNECTIONS, 'tuma door'),
    open(ACCEPT_CONNECTIONS, 'tuma accept', 'tuma_accept'),
  );
  await gateway.start();
  return {
    httpPort: gateway.httpPort,
    smppPort: gateway.smpp?.port,
    smppTlsPort: gateway.smpp?.tlsPort,
    stop: () => gateway.stop(),
  };
}

class Gateway {
  readonly #context: GatewayContext;
  readonly #database: Database;
  readonly #inboxDatabase: Database;
  readonly #doorDatabase: Database;
  readonly #acceptDatabase: Database;
  readonly #inbox: Inbox;
  readonly #holder = `${hostname()}/${process.pid}`;
  readonly #links = new Map<number, Running>();
  readonly #settlers = new Map<number, Settler>();
  readonly #tasks: { stop(): Promise<void> }[] = [];
  readonly #outbound: Outbound;
  readonly #wire: Wire;
  readonly #shares = new Shares(
    (connectorId) => this.#links.get(connectorId)?.link.isHungry ?? false,
  );
  #callbacks = new Map<number, CallbackTarget>();
  #elsewhere: ReadonlySet<number> = new Set();
  #lively = '';
  #http: { port: number; close(): Promise<void> } | undefined;
  smpp: RunningSmppServer | undefined;
  #config: GatewayConfig | undefined;
  #reloading: Promise<void> | undefined;
  #reloadAgain = false;
  #session: Session | undefined;
  /** Others that lost their sessions when this one did may need so long to be back. */
  #othersBackAt = 0;
  #nodes = '';
  #stopping = false;

  constructor(
    context: GatewayContext,
    database: Database,
    inboxDatabase: Database,
    doorDatabase: Database,
    acceptDatabase: Database,
  ) {
    this.#context = context;
    const privateHosts = new PrivateHosts(context.privateHosts ?? context.config?.privateHosts);
    this.#outbound = new Outbound(privateHosts);
    this.#wire = guardedWire(privateHosts);
    this.#database = database;
    this.#inboxDatabase = inboxDatabase;
    this.#doorDatabase = doorDatabase;
    this.#acceptDatabase = acceptDatabase;
    this.#inbox = openInbox(inboxDatabase);
  }

  async start(): Promise<void> {
    const { log } = this.#context;
    await this.#listen();
    await this.#reload();
    const every = (milliseconds: number, name: string, work: () => Promise<unknown>) =>
      this.#tasks.push(
        repeat(milliseconds, work, (error) =>
          log.warn({ err: error, name }, 'gateway task failed and is tried again'),
        ),
      );
    const { config } = this.#context;
    if (config) {
      const acceptor = openAcceptor({ database: this.#acceptDatabase });
      const place = {
        acceptor,
        users: new GatewayUserDoor(this.#doorDatabase),
        database: this.#acceptDatabase,
        log,
      };
      this.#http = await openHttpPort({
        port: config.httpApiPort,
        host: config.host,
        trustedProxies: config.trustedProxies,
        connections: { ...CONNECTION_LIMITS, perAddress: config.connectionsPerAddress },
        log,
        find: (cid) => this.#callbackOf(cid),
        doors: (app) => mountHttpDialects(app, config.httpDialects, place),
      });
      this.smpp = await openSmppServer({
        database: this.#doorDatabase,
        acceptor,
        log,
        holder: this.#holder,
        host: config.host,
        port: config.smppPort,
        tls: config.smppTls,
      });
    }
    this.#tasks.push(
      startHeartbeat({
        database: this.#database,
        process: 'gateway',
        log,
        secretKey: this.#context.secretKey,
      }),
    );
    every(POLL_MS, 'poll', () => this.#poll());
    every(MINUTE_MS, 'minute', () => this.#writeMinute());
    every(OUTSTANDING_MS, 'outstanding', () => this.#countOutstanding());
    every(STATE_MS, 'state', () => this.#writeStates());
    every(CONFIG_MS, 'config', () => this.#reload());
    every(STATE_MS, 'listen', () => this.#listen());
    every(STATE_MS, 'nodes', () => this.#lookForOthers());
    every(UNFINISHED_MS, 'unfinished', () =>
      this.#inboxDatabase.run(systemScope(), takeUnfinished),
    );
  }

  get httpPort(): number | undefined {
    return this.#http?.port;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    // The others may take its connectors as soon as it lets go of them.
    await this.#session?.end().catch(() => {});
    // Customers first: what they hand over now they will hand over again.
    await this.smpp?.stop();
    // Providers say again what they were not answered; links are still there to store what came.
    await this.#http?.close();
    await Promise.all(this.#tasks.map((task) => task.stop()));
    await Promise.all([...this.#links.values()].map(({ link }) => link.stop()));
    await Promise.all([this.#writeStates(), this.#writeMinute()]).catch(() => {});
    this.#outbound.close();
    await Promise.all([
      this.#database.close(),
      this.#inboxDatabase.close(),
      this.#doorDatabase.close(),
      this.#acceptDatabase.close(),
    ]);
  }

  /**
   * Says that this process is there, and follows notifications: a missed one costs a poll, so a lost connection is only
   * opened again.
   */
  async #listen(): Promise<void> {
    if (this.#session || this.#stopping) return;
    const session = await openSession(this.#database, () => {
      this.#session = undefined;
    });
    session.client.on('notification', ({ channel, payload }) => {
      if (channel === 'outbox') {
        if (payload === 'SMPP_USER') this.smpp?.wake();
      } else if (channel === 'chunk') for (const { link } of this.#links.values()) link.wake();
      else
        void this.#reload().catch((error: unknown) =>
          this.#context.log.warn({ err: error }, 'configuration could not be read'),
        );
    });
    try {
      await session.client.query('listen chunk; listen config; listen outbox');
      await session.client.query('select pg_try_advisory_lock($1, hashtext($2))', [
        NODE_LOCK_CLASS,
        this.#holder,
      ]);
    } catch (error) {
      await session.end().catch(() => {});
      throw error;
    }
    if (this.#config) this.#othersBackAt = performance.now() + OTHERS_BACK_MS;
    this.#session = session;
    if (this.#config) await this.#reload();
  }

  /** Another gateway came or went: connectors are spread anew. */
  async #lookForOthers(): Promise<void> {
    if (!this.#isSettled()) return;
    const { nodes } = await readNodes(this.#database.plain, this.#holder);
    if (nodes.toSorted((a, b) => a - b).join() === this.#nodes) return;
    await this.#reload();
  }

  #isSettled(): boolean {
    return this.#session !== undefined && performance.now() >= this.#othersBackAt;
  }

  /** Whether a connector is this process's to lease. While nobody knows who is there, all stay where they are. */
  async #areOurs(connectorIds: readonly number[]): Promise<(id: number) => boolean> {
    if (!this.#isSettled()) return (id) => this.#links.has(id);
    const { own, nodes, holders } = await readNodes(this.#database.plain, this.#holder);
    const spreading = spread(connectorIds, nodes, holders);
    this.#nodes = nodes.toSorted((a, b) => a - b).join();
    return (id) => spreading.get(id) === own;
  }

  async #poll(): Promise<void> {
    this.#serve();
    const routes = [...new Set([...this.#links.values()].flatMap(({ routeIds }) => routeIds))];
    if (routes.length === 0) return;
    const busy = await routesWithWork(this.#database.plain, routes);
    for (const { link, routeIds } of this.#links.values())
      if (routeIds.some((id) => busy.has(id))) link.nudge();
  }

  async #writeStates(): Promise<void> {
    const links = [...this.#links].map(([connectorId, { link }]) => ({
      connectorId,
      ...link.takeStatus(),
    }));
    if (links.length > 0) await writeStates(this.#database.plain, this.#holder, links);
    this.#elsewhere = await boundElsewhere(this.#database.plain, this.#holder);
    const watched = await watchedConnectors(this.#database.plain);
    for (const [id, { ring }] of this.#links) ring.watch(watched.has(id));
    const traces = [...this.#links].flatMap(([connectorId, { ring }]) => {
      const pdus = ring.takeChanged();
      return pdus ? [{ connectorId, pdus }] : [];
    });
    if (traces.length > 0) await writeTraces(this.#database.plain, traces);
    await dropTraces(this.#database.plain);
  }

  async #writeMinute(): Promise<void> {
    const links = [...this.#links].map(([connectorId, { link }]) => {
      const tallies = link.takeTallies();
      for (const [outcome, count] of Object.entries(tallies))
        partsTotal.inc({ connector: link.cid, outcome }, count);
      return { connectorId, inWindow: link.inWindow, ...tallies };
    });
    if (links.length > 0) await addToMinute(this.#database.plain, links);
  }

  /** A figure for people: where counting takes long it stays as it was. */
  async #countOutstanding(): Promise<void> {
    const ids = [...this.#links.keys()];
    if (ids.length === 0) return;
    await this.#database.run(systemScope(), async (tx) => {
      await tx.query(`set local statement_timeout = '2s'`);
      await countOutstanding(tx, ids);
    });
  }

  /** Tells each link what it serves now: who is bound changes from one moment to the next. */
  #serve(): void {
    if (!this.#config) return;
    const lives = (id: number) => this.#links.get(id)?.link.isBound ?? this.#elsewhere.has(id);
    const lively = `${this.#config.version} ${this.#config.connectors
      .filter(({ id }) => lives(id))
      .map(({ id }) => id)
      .join()}`;
    if (lively === this.#lively) return;
    this.#lively = lively;
    this.#shares.follow(this.#config, lives);
    const served = routesServed(this.#config, lives);
    for (const [id, running] of this.#links) {
      running.routeIds = served.get(id) ?? [];
      running.link.serve(running.routeIds);
    }
  }

  #callbackOf(cid: string): CallbackTarget | undefined {
    const connector = this.#config?.connectors.find((each) => each.cid === cid);
    return connector && this.#callbacks.get(connector.id);
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

  /** Starts, stops and renews links as the configuration and the operator say; a link keeps its bind unless what it was bound by has changed. */
  async #apply(): Promise<void> {
    const config = await configInForce(this.#database.plain, this.#config);
    if (!config) return;
    if (config !== this.#config)
      this.#context.log.info({ version: config.version }, 'configuration was put into force');
    this.#config = config;
    const { stopped, restarts } = await readOrders(this.#database.plain);
    const served = config.connectors.filter(({ id, kind }) => kind !== 'HTTP' && !stopped.has(id));
    const isOurs = await this.#areOurs(served.map(({ id }) => id));
    const wanted = new Map(
      served.filter(({ id }) => isOurs(id)).map((connector) => [connector.id, connector]),
    );
    this.#takeCallbacks(config);
    for (const [id, running] of this.#links) {
      const connector = wanted.get(id);
      if (running.stopping) continue;
      if (
        !connector ||
        this.#bindOf(connector) !== running.made ||
        (restarts.get(id) ?? running.restarts) !== running.restarts
      )
        this.#end(id, running);
      else if (JSON.stringify(connector) !== running.settings) {
        running.settings = JSON.stringify(connector);
        running.renew(connector);
        running.link.applySettings();
      }
    }
    for (const [id, connector] of wanted)
      if (!this.#links.has(id)) this.#begin(connector, restarts.get(id) ?? 0);
    this.#lively = '';
    this.#serve();
  }

  /** Lets a link end beside the others; when it has, what is wanted is looked at again. */
  #end(id: number, running: Running): void {
    const { log } = this.#context;
    running.stopping = true;
    running.link
      .stop()
      .then(async () => {
        await writeStates(this.#database.plain, this.#holder, [
          { connectorId: id, ...running.link.takeStatus() },
        ]).catch(() => {});
        this.#links.delete(id);
        if (!this.#stopping) await this.#reload();
      })
      .catch((error: unknown) => log.warn({ err: error }, 'link could not be ended'));
  }

  #begin(connector: ConnectorConfig, restarts: number): void {
    const { log } = this.#context;
    try {
      const ring = new Ring();
      const ports = {
        clock: machineClock,
        sql: databaseSql(this.#database),
        settler: this.#settler(connector.carrierAccountId),
        inbox: this.#inbox,
        log,
        holder: this.#holder,
        random: Math.random,
        allowance: (routeId: number) => this.#shares.allowance(routeId, connector.id),
        countLeased: (routeId: number, messages: number) =>
          this.#shares.took(routeId, connector.id, messages),
      };
      const { id: connectorId, cid, carrierAccountId } = connector;
      const secret = this.#secretOf(connector);
      let made: { link: CarrierLink<never>; renew(by: ConnectorConfig): void };
      if (connector.kind === 'SMPP') {
        const dialect = new SmppDialect(
          {
            connectorId,
            cid,
            carrierAccountId,
            settings: smppSettings.parse(connector.settings),
            password: secret,
          },
          this.#wire,
          ring,
        );
        made = {
          link: new CarrierLink(dialect, [], ports) as unknown as CarrierLink<never>,
          renew: (by) => {
            dialect.settings = smppSettings.parse(by.settings);
          },
        };
      } else {
        const dialect = new GenericDialect(
          {
            connectorId,
            cid,
            carrierAccountId,
            settings: genericSettings.parse(connector.settings),
            secrets: readSecrets(secret),
          },
          this.#outbound,
          ring,
        );
        made = {
          link: new CarrierLink(dialect, [], ports) as unknown as CarrierLink<never>,
          renew: (by) => {
            dialect.settings = genericSettings.parse(by.settings);
            dialect.secrets = readSecrets(this.#secretOf(by));
          },
        };
      }
      this.#links.set(connectorId, {
        ...made,
        ring,
        made: this.#bindOf(connector),
        settings: JSON.stringify(connector),
        restarts,
        routeIds: [],
        stopping: false,
      });
      made.link.start();
    } catch (error) {
      log.error({ cid: connector.cid, err: error }, 'connector could not be started');
    }
  }

  /**
   * The settings that a connection depends on: a change of anything else is taken over while it is open. The password counts, not how it
   * is sealed: a rotation of the secret key seals it anew.
   */
  #bindOf(connector: ConnectorConfig): string {
    const { kind, carrierAccountId, settings } = connector;
    if (kind !== 'SMPP') return JSON.stringify([kind, carrierAccountId]);
    const whole: Record<string, unknown> = smppSettings.parse(settings);
    return JSON.stringify([
      kind,
      carrierAccountId,
      this.#passwordDigest(connector),
      Object.entries(whole).filter(([name]) => RECONNECTING.has(name)),
    ]);
  }

  /** The sealed text where the secret does not open: starting the connector then says so. */
  #passwordDigest(connector: ConnectorConfig): string | null {
    try {
      return createHash('sha256').update(this.#secretOf(connector)).digest('hex');
    } catch {
      return connector.secret;
    }
  }

  #secretOf({ cid, secret }: ConnectorConfig): string {
    return secret === null
      ? ''
      : decryptSecret(this.#context.secretKey, secretPurpose(cid), Buffer.from(secret, 'base64'));
  }

  /** Callbacks of a connector that is stopped are taken too: they are of what was sent before. */
  #takeCallbacks(config: GatewayConfig): void {
    this.#callbacks = new Map();
    for (const connector of config.connectors) {
      if (connector.kind !== 'GENERIC') continue;
      try {
        const settings = genericSettings.parse(connector.settings);
        if (!settings.callbacks) continue;
        const settler = this.#settler(connector.carrierAccountId);
        this.#callbacks.set(connector.id, {
          settings,
          secret: readSecrets(this.#secretOf(connector)).callback,
          receive: (receipt) =>
            new Promise((resolve) => {
              this.#links.get(connector.id)?.link.countReceipt();
              settler.receipt(receipt, resolve);
            }),
        });
      } catch (error) {
        this.#context.log.error(
          { cid: connector.cid, err: error },
          'callbacks of a connector cannot be taken',
        );
      }
    }
  }

  #settler(carrierAccountId: number): Settler {
    let settler = this.#settlers.get(carrierAccountId);
    if (!settler)
      this.#settlers.set(
        carrierAccountId,
        (settler = new Settler(
          databaseSql(this.#database),
          machineClock,
          this.#context.log,
          carrierAccountId,
        )),
      );
    return settler;
  }
}

const RECONNECTING = new Set(
  SMPP_FIELDS.filter(({ reconnects }) => reconnects).map(({ name }) => name),
);

/** Does `work` again and again with a pause between, until stopped; a failure does not end it, and is told once until it works again. */
function repeat(
  milliseconds: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): { stop(): Promise<void> } {
  let stopped = false;
  let failing = false;
  let wake: (() => void) | undefined;
  const running = (async () => {
    while (!stopped) {
      await work().then(
        () => {
          failing = false;
        },
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

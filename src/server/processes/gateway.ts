/** The gateway process: links, the ports for customers and callbacks, and periodic tasks. */
import { hostname } from 'node:os';
import { loadConfigInForce } from '../core/dispatch/routing/config-version.ts';
import { startHeartbeat } from '../core/monitoring/heartbeat.ts';
import { spread } from '../gateway/carriers/connector-assignment.rules.ts';
import { openSession } from '../gateway/carriers/database-session.ts';
import type { Session } from '../gateway/carriers/database-session.ts';
import { LinkFactory } from '../gateway/carriers/link-factory.ts';
import { LinkManager } from '../gateway/carriers/link-manager.ts';
import { NODE_LOCK_CLASS, readNodes } from '../gateway/carriers/nodes.store.ts';
import { guardedWire } from '../gateway/carriers/ports.ts';
import { DirectReceipts } from '../gateway/customers/http-dialects/direct-receipts.ts';
import { readOrders } from '../gateway/console/connectors/connectors.store.ts';
import { isVouched } from '../features/webhooks/webhooks.rules.ts';
import { openInbox, acceptUnfinished } from '../gateway/incoming/incoming.ts';
import type { Config } from '../infra/config/config.ts';
import { openDatabase } from '../infra/database/db.ts';
import type { Database } from '../infra/database/db.ts';
import type { DatabaseAddress, DatabaseRole } from '../infra/database/roles.ts';
import { systemScope } from '../infra/database/scope.ts';
import { Outbound } from '../infra/http/outbound.ts';
import { PrivateHosts } from '../infra/http/private-hosts.ts';
import type { Log } from '../infra/log.ts';
import type { SecretKey } from '../infra/secrets.ts';
import { openCustomerPorts } from './customer-ports.ts';
import type { CustomerPorts, CustomerPortsConfig } from './customer-ports.ts';
import { repeat } from './repeat.ts';

/** `secretKey` decrypts carriers' passwords. Without `config` no port is opened. */
export type GatewayContext = {
  database: DatabaseAddress;
  secretKey: SecretKey;
  log: Log;
  config?: CustomerPortsConfig & Pick<Config, 'privateHosts' | 'sandbox' | 'webhookHosts'>;
  /** Overrides the configuration's. */ privateHosts?: readonly string[];
};

const CONNECTIONS = 16;
/** For the inbox, so that a flood of messages from phones takes no connection from submitting. */
const INBOX_CONNECTIONS = 3;
/** For customers' software, so that it never waits for a carrier's work. */
const CUSTOMER_CONNECTIONS = 4;
/** For accepting messages, and for queries of prices and balances. */
const ACCEPT_CONNECTIONS = 5;
const POLL_MS = 50;
const STATE_MS = 1000;
const CONFIG_MS = 5000;
const MINUTE_MS = 5000;
const OUTSTANDING_MS = 20_000;
const UNFINISHED_MS = 60_000;
const OTHERS_BACK_MS = 3000;

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
    open(CUSTOMER_CONNECTIONS, 'tuma customers'),
    open(ACCEPT_CONNECTIONS, 'tuma accept', 'tuma_accept'),
  );
  await gateway.start();
  const { httpPort, smppPort, smppTlsPort } = gateway.ports;
  return { httpPort, smppPort, smppTlsPort, stop: () => gateway.stop() };
}

class Gateway {
  readonly #context: GatewayContext;
  readonly #database: Database;
  readonly #inboxDatabase: Database;
  readonly #customerDatabase: Database;
  readonly #acceptDatabase: Database;
  readonly #holder = `${hostname()}/${process.pid}`;
  readonly #tasks: { stop(): Promise<void> }[] = [];
  readonly #outbound: Outbound;
  readonly #links: LinkManager;
  readonly #receipts: DirectReceipts | undefined;
  #customers: CustomerPorts | undefined;
  #reloading: Promise<void> | undefined;
  #reloadAgain = false;
  #session: Session | undefined;
  /** Until this time other processes may be reconnecting after an outage that this one had too. */
  #othersBackAt = 0;
  #nodes = '';
  #stopping = false;

  constructor(
    context: GatewayContext,
    database: Database,
    inboxDatabase: Database,
    customerDatabase: Database,
    acceptDatabase: Database,
  ) {
    this.#context = context;
    const privateHosts = new PrivateHosts(context.privateHosts ?? context.config?.privateHosts);
    this.#outbound = new Outbound(privateHosts);
    this.#database = database;
    this.#inboxDatabase = inboxDatabase;
    this.#customerDatabase = customerDatabase;
    this.#acceptDatabase = acceptDatabase;
    this.#receipts = context.config && this.#openReceipts(context.config);
    this.#links = new LinkManager({
      database,
      inbox: openInbox(inboxDatabase),
      log: context.log,
      holder: this.#holder,
      factory: new LinkFactory(context.secretKey, guardedWire(privateHosts), this.#outbound),
      notifier: this.#receipts,
      onEnded: async () => {
        if (!this.#stopping) await this.#reload();
      },
    });
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
    if (config)
      this.#customers = await openCustomerPorts(config, {
        database: this.#customerDatabase,
        acceptDatabase: this.#acceptDatabase,
        links: this.#links,
        log,
        holder: this.#holder,
        findCallback: (cid) => this.#links.callbackOf(cid),
      });
    this.#tasks.push(
      startHeartbeat({
        database: this.#database,
        process: 'gateway',
        log,
        secretKey: this.#context.secretKey,
      }),
    );
    every(POLL_MS, 'poll', () => this.#links.poll());
    every(MINUTE_MS, 'minute', () => this.#links.writeMinute());
    every(OUTSTANDING_MS, 'outstanding', () => this.#links.showOutstanding());
    every(STATE_MS, 'state', () => this.#links.writeStates());
    every(STATE_MS, 'reliefs', () => this.#links.followReliefs());
    every(CONFIG_MS, 'config', () => this.#reload());
    every(STATE_MS, 'listen', () => this.#listen());
    every(STATE_MS, 'nodes', () => this.#lookForOthers());
    every(UNFINISHED_MS, 'unfinished', () =>
      this.#inboxDatabase.run(systemScope(), acceptUnfinished),
    );
  }

  #openReceipts({ sandbox, webhookHosts }: Pick<Config, 'sandbox' | 'webhookHosts'>) {
    const vouched = { all: sandbox ?? false, hosts: new Set(webhookHosts) };
    return new DirectReceipts({
      database: this.#database,
      outbound: this.#outbound,
      log: this.#context.log,
      allowPrivate: (url) => isVouched(url, vouched),
    });
  }

  get ports(): Partial<Pick<CustomerPorts, 'httpPort' | 'smppPort' | 'smppTlsPort'>> {
    return this.#customers ?? {};
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    // First, so that other processes may take a connector as soon as its link releases it.
    await this.#session?.end().catch(() => {});
    // The settlers still store the callbacks that have arrived.
    await this.#customers?.stop();
    await Promise.all(this.#tasks.map((task) => task.stop()));
    await this.#links.stop();
    await this.#receipts?.stop();
    await Promise.all([this.#links.writeStates(), this.#links.writeMinute()]).catch(() => {});
    this.#outbound.close();
    await Promise.all([
      this.#database.close(),
      this.#inboxDatabase.close(),
      this.#customerDatabase.close(),
      this.#acceptDatabase.close(),
    ]);
  }

  /**
   * Announces this process and follows notifications. A missed one costs a poll, so a lost session
   * is only opened again.
   */
  async #listen(): Promise<void> {
    if (this.#session || this.#stopping) return;
    const session = await openSession(this.#database, () => {
      this.#session = undefined;
    });
    session.client.on('notification', ({ channel, payload }) => {
      if (channel === 'outbox') {
        if (payload === 'SMPP_USER' || payload === 'OPT_OUT_ANSWER') this.#customers?.wake();
      } else if (channel === 'chunk') this.#links.wake();
      else if (channel === 'bind') this.#customers?.refreshBinds();
      else
        void this.#reload().catch((error: unknown) =>
          this.#context.log.warn({ err: error }, 'configuration could not be read'),
        );
    });
    try {
      await session.client.query('listen bind; listen chunk; listen config; listen outbox');
      await session.client.query('select pg_try_advisory_lock($1, hashtext($2))', [
        NODE_LOCK_CLASS,
        this.#holder,
      ]);
    } catch (error) {
      await session.end().catch(() => {});
      throw error;
    }
    if (this.#links.config) this.#othersBackAt = performance.now() + OTHERS_BACK_MS;
    this.#session = session;
    if (this.#links.config) await this.#reload();
  }

  /** Assigns connectors again when another gateway process came or went. */
  async #lookForOthers(): Promise<void> {
    if (!this.#isSettled()) return;
    const { nodes } = await readNodes(this.#database.plain, this.#holder);
    if (nodes.toSorted((a, b) => a - b).join() === this.#nodes) return;
    await this.#reload();
  }

  #isSettled(): boolean {
    return this.#session !== undefined && performance.now() >= this.#othersBackAt;
  }

  /**
   * Returns whether this process should lease a connector. While the other processes are unknown,
   * connectors stay where they are.
   */
  async #areOurs(connectorIds: readonly number[]): Promise<(id: number) => boolean> {
    if (!this.#isSettled()) return (id) => this.#links.has(id);
    const { own, nodes, holders } = await readNodes(this.#database.plain, this.#holder);
    const spreading = spread(connectorIds, nodes, holders);
    this.#nodes = nodes.toSorted((a, b) => a - b).join();
    return (id) => spreading.get(id) === own;
  }

  /** Reloads one at a time; a change meanwhile leads to another. */
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

  async #apply(): Promise<void> {
    const links = this.#links;
    const config = await loadConfigInForce(this.#database.plain, links.config);
    if (!config) return;
    if (config !== links.config)
      this.#context.log.info({ version: config.version }, 'configuration was put into force');
    links.config = config;
    const { stopped, restarts } = await readOrders(this.#database.plain);
    const served = config.connectors.filter(({ id, kind }) => kind !== 'HTTP' && !stopped.has(id));
    const isOurs = await this.#areOurs(served.map(({ id }) => id));
    const wanted = new Map(
      served.filter(({ id }) => isOurs(id)).map((connector) => [connector.id, connector]),
    );
    links.apply(config, wanted, restarts);
  }
}

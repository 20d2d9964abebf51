// Long because the links of a process are started, changed and stopped in one place.
/** The links of one gateway process: started, changed and stopped as the configuration in force wants them. */
import { genericSettings } from '../../../contract/api/connector-generic-settings.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { ConnectorConfig, GatewayConfig } from '../../core/dispatch/routing/gateway-config.ts';
import { Reliefs } from '../../core/dispatch/routing/relief.rules.ts';
import type { Relief } from '../../core/dispatch/routing/relief.rules.ts';
import type { Links, Reservation } from '../../core/dispatch/submission/reservations.store.ts';
import type { NewMessage } from '../../core/dispatch/types.ts';
import type { Database } from '../../infra/database/db.ts';
import { linkDropsTotal, partsTotal } from '../../infra/instruments.ts';
import type { Log } from '../../infra/log.ts';
import type { CallbackTarget } from '../customers/http-server.ts';
import type { Inbox } from '../incoming/incoming.ts';
import { readSecrets } from './generic.rules.ts';
import type { LinkFactory, MadeLink } from './link-factory.ts';
import { addToMinute, showOutstanding } from './link-counts.store.ts';
import { routesServed, WeightedShares } from './load-balancing.ts';
import { boundElsewhere, routesWithWork, writeStates } from './nodes.store.ts';
import { Claimer } from './claimer.ts';
import { databaseSql, machineClock } from './ports.ts';
import { Settler } from './settler.ts';
import type { SettlerNotifier } from './settler.ts';
import { listReliefs } from './reliefs.store.ts';
import { dropTraces, watchedConnectors, writeTraces } from './trace.store.ts';

type RunningLink = MadeLink & {
  /** Changes with the settings that need a new connection. */
  connectionKey: string;
  /** The connector's row as the link last applied it. */
  settings: string;
  restarts: number;
  routeIds: number[];
  isStopping: boolean;
};

type Options = {
  database: Database;
  inbox: Inbox;
  log: Log;
  holder: string;
  factory: LinkFactory;
  /** Without one, everything goes through the outbox. */
  notifier: SettlerNotifier | undefined;
  /** Called when a stopped link has closed: the connector may be wanted again. */
  onEnded(): Promise<void>;
};

export class LinkManager implements Links {
  readonly #options: Options;
  readonly #links = new Map<number, RunningLink>();
  readonly #claimer: Claimer;
  readonly #settlers = new Map<number, Settler>();
  readonly #shares = new WeightedShares(
    (connectorId) => this.#links.get(connectorId)?.link.isHungry ?? false,
  );
  #callbacks = new Map<number, CallbackTarget>();
  #boundElsewhere: ReadonlySet<number> = new Set();
  /** The version and the bound connectors for which routes were last distributed. */
  #distributedFor = '';
  #reliefs: readonly Relief[] = [];
  #relief = new Reliefs([], { routes: [], connectors: [] }, () => false);
  /** The configuration in force; undefined before the first was read. */
  config: GatewayConfig | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#claimer = new Claimer(databaseSql(options.database));
  }

  has(connectorId: number): boolean {
    return this.#links.has(connectorId);
  }

  room(routeId: number): number {
    let most = 0;
    for (const { link, isStopping } of this.#links.values())
      if (!isStopping) most = Math.max(most, link.reservations.room(routeId));
    return most;
  }

  /** Asks the links in turn, beginning behind the one that had the last. */
  reserve(messages: readonly NewMessage[]): Reservation | undefined {
    for (const [id, { link, isStopping }] of this.#links) {
      const reservation = isStopping ? undefined : link.reservations.reserve(messages);
      if (!reservation) continue;
      // The last of a map is asked last.
      const running = this.#links.get(id)!;
      this.#links.delete(id);
      this.#links.set(id, running);
      return reservation;
    }
    return undefined;
  }

  /** Wakes every link: chunks were queued. */
  wake(): void {
    for (const { link } of this.#links.values()) link.wake();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#links.values()].map(({ link }) => link.stop()));
  }

  /**
   * Starts, stops and renews links. A link keeps its bind unless a setting of its connection has changed.
   * @param wanted the connectors that this process should serve
   * @param restarts how often an operator has restarted each connector
   */
  apply(
    config: GatewayConfig,
    wanted: ReadonlyMap<number, ConnectorConfig>,
    restarts: ReadonlyMap<number, number>,
  ): void {
    this.#readCallbacks(config);
    for (const [id, running] of this.#links) {
      const connector = wanted.get(id);
      if (running.isStopping) continue;
      if (
        !connector ||
        this.#options.factory.connectionKey(connector) !== running.connectionKey ||
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
    this.#distributedFor = '';
    this.#distributeRoutes();
  }

  /** Nudges the links whose routes have work in the queue. */
  async poll(): Promise<void> {
    this.#distributeRoutes();
    const routes = [...new Set([...this.#links.values()].flatMap(({ routeIds }) => routeIds))];
    if (routes.length === 0) return;
    const busy = await routesWithWork(this.#options.database.plain, routes);
    for (const { link, routeIds } of this.#links.values())
      if (routeIds.some((id) => busy.has(id))) link.nudge();
  }

  callbackOf(cid: string): CallbackTarget | undefined {
    const connector = this.config?.connectors.find((each) => each.cid === cid);
    return connector && this.#callbacks.get(connector.id);
  }

  async writeStates(): Promise<void> {
    const { database, holder } = this.#options;
    const links = [...this.#links].map(([connectorId, { link }]) => ({
      connectorId,
      ...link.takeStatus(),
    }));
    if (links.length > 0) await writeStates(database.plain, holder, links);
    this.#boundElsewhere = await boundElsewhere(database.plain, holder);
    const watched = await watchedConnectors(database.plain);
    for (const [id, { ring }] of this.#links) ring.watch(watched.has(id));
    const traces = [...this.#links].flatMap(([connectorId, { ring }]) => {
      const pdus = ring.takeChanged();
      return pdus ? [{ connectorId, pdus }] : [];
    });
    if (traces.length > 0) await writeTraces(database.plain, traces);
    await dropTraces(database.plain);
  }

  /** Follows the shares that routes have for now; links go on, and lease again what they hold of a changed route. */
  async followReliefs(): Promise<void> {
    const reliefs = await listReliefs(this.#options.database.plain);
    if (JSON.stringify(reliefs) === JSON.stringify(this.#reliefs)) return;
    const changed = new Set([...reliefs, ...this.#reliefs].map(({ routeId }) => routeId));
    this.#reliefs = reliefs;
    this.#askReliefs();
    for (const { link } of this.#links.values()) link.reconsider(changed);
  }

  #askReliefs(): void {
    if (this.config)
      this.#relief = new Reliefs(this.#reliefs, this.config, (id) => this.#canSend(id));
  }

  /** Bound, and not as a receiver, which may submit nothing (SMPP 3.4, table 2-1). */
  #canSend(id: number): boolean {
    if (this.config?.connectors.find((each) => each.id === id)?.settings['bind'] === 'receiver')
      return false;
    return this.#links.get(id)?.link.isBound ?? this.#boundElsewhere.has(id);
  }

  async writeMinute(): Promise<void> {
    const links = [...this.#links].map(([connectorId, { link }]) => {
      const tallies = link.takeTallies();
      const { drops, ...parts } = tallies;
      linkDropsTotal.inc({ connector: link.cid }, drops);
      for (const [outcome, count] of Object.entries(parts))
        partsTotal.inc({ connector: link.cid, outcome }, count);
      return { connectorId, inWindow: link.inWindow, ...tallies };
    });
    if (links.length > 0) await addToMinute(this.#options.database.plain, links);
  }

  /** Writes the receipts outstanding for the console. */
  async showOutstanding(): Promise<void> {
    const ids = [...this.#links.keys()];
    if (ids.length === 0) return;
    await showOutstanding(this.#options.database.plain, ids);
  }

  /** Sets the routes of each link; they change whenever a connector binds or loses its bind. */
  #distributeRoutes(): void {
    const { config } = this;
    if (!config) return;
    const canSend = (id: number) => this.#canSend(id);
    const distributedFor = `${config.version} ${config.connectors
      .filter(({ id }) => canSend(id))
      .map(({ id }) => id)
      .join()}`;
    if (distributedFor === this.#distributedFor) return;
    this.#distributedFor = distributedFor;
    this.#shares.follow(config, canSend);
    this.#askReliefs();
    const served = routesServed(config, canSend);
    for (const [id, running] of this.#links) {
      running.routeIds = served.get(id) ?? [];
      running.link.serve(running.routeIds);
    }
  }

  /** Stops a link beside the others. */
  #end(id: number, running: RunningLink): void {
    const { database, holder, log, onEnded } = this.#options;
    running.isStopping = true;
    running.link
      .stop()
      .then(async () => {
        await writeStates(database.plain, holder, [
          { connectorId: id, ...running.link.takeStatus() },
        ]).catch(() => {});
        this.#links.delete(id);
        await onEnded();
      })
      .catch((error: unknown) => log.warn({ err: error }, 'link could not be ended'));
  }

  #begin(connector: ConnectorConfig, restarts: number): void {
    const { database, inbox, log, holder, factory } = this.#options;
    try {
      const made = factory.create(connector, {
        clock: machineClock,
        sql: databaseSql(database),
        claimer: this.#claimer,
        settler: this.#settler(connector.carrierAccountId),
        inbox,
        log,
        holder,
        random: Math.random,
        allowance: (routeId) => this.#shares.allowance(routeId, connector.id),
        countLeased: (routeId, messages) =>
          this.#shares.countLeased(routeId, connector.id, messages),
        relief: () => ({
          routeIds: this.#relief.routesOf(connector.id),
          takerOf: (routeId, message) => this.#relief.takerOf(routeId, connector.id, message),
        }),
      });
      this.#links.set(connector.id, {
        ...made,
        connectionKey: factory.connectionKey(connector),
        settings: JSON.stringify(connector),
        restarts,
        routeIds: [],
        isStopping: false,
      });
      made.link.start();
    } catch (error) {
      log.error({ cid: connector.cid, err: error }, 'connector could not be started');
    }
  }

  /** Reads the callbacks of every connector, stopped ones included: messages it sent before may still be reported. */
  #readCallbacks(config: GatewayConfig): void {
    this.#callbacks = new Map();
    for (const connector of config.connectors) {
      if (connector.kind !== 'GENERIC') continue;
      try {
        const settings = genericSettings.parse(connector.settings);
        if (!settings.callbacks) continue;
        const settler = this.#settler(connector.carrierAccountId);
        this.#callbacks.set(connector.id, {
          settings,
          secret: readSecrets(this.#options.factory.secretOf(connector)).callback,
          receive: (receipt) =>
            new Promise((resolve) => {
              if (receipt.status !== MESSAGE_STATUS.SUBMITTED)
                this.#links.get(connector.id)?.link.countReceipt();
              settler.receipt({ ...receipt, connectorId: connector.id }, resolve);
            }),
        });
      } catch (error) {
        this.#options.log.error(
          { cid: connector.cid, err: error },
          'callbacks of a connector cannot be taken',
        );
      }
    }
  }

  #settler(carrierAccountId: number): Settler {
    let settler = this.#settlers.get(carrierAccountId);
    if (!settler) {
      const { database, log, notifier } = this.#options;
      settler = new Settler(databaseSql(database), machineClock, log, carrierAccountId, notifier);
      this.#settlers.set(carrierAccountId, settler);
    }
    return settler;
  }
}

/** The SMPP server for customers' software. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayAuthenticator } from '../../core/gateway-users/gateway-users.ts';
import { askerOf } from '../../infra/http/address-block.ts';
import { StartupError } from '../../infra/startup-error.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { STATUS } from '../../../smpp/pdus.ts';
import type { BindCommand, PduOf } from '../../../smpp/pdus.ts';
import type { CloseReason } from '../../../smpp/effects.ts';
import { listen } from '../../../smpp/socket.ts';
import type { SmppServer } from '../../../smpp/socket.ts';
import type { Link, LinkHandlers } from '../../../smpp/link.ts';
import { PartNumbers } from './part-numbers.ts';
import { Deliveries } from './smpp-deliveries.ts';
import type { DeliveryInFlight } from './smpp-deliveries.ts';
import { type BindRefusal, deleteBinds, insertBind, recordRefusal } from './smpp-server.store.ts';
import type { BindKind } from './smpp-server.store.ts';
import { SmppCertificate } from './smpp-certificate.ts';
import type { SmppServerOptions } from './esme-session.ts';
import { mostBindsOf, REFUSAL_OF } from './bind-permission.ts';
import { UNBIND_MS, EsmeSession } from './esme-session.ts';
import { refreshBinds } from './refresh-binds.ts';

/**
 * Submissions of one bind that may be unanswered; above it nothing more is read from its
 * connection.
 */
const WINDOW_IN = 200;
/** Deliveries of one bind that may be unanswered. */
const WINDOW_OUT = 20;
const LONGEST_PDU = 128 * 1024;
const MOST_CONNECTIONS = 2000;
/** Connections of one address that are not bound yet. */
const UNBOUND_OF_ADDRESS = 20;
const TIMERS = { sessionInit: 15_000, response: 30_000 };
const REFRESH_MS = 2000;
const DRAIN_MS = 5000;

const KIND: Record<BindCommand, BindKind> = {
  bind_transmitter: 'TRANSMITTER',
  bind_receiver: 'RECEIVER',
  bind_transceiver: 'TRANSCEIVER',
};

export type RunningSmppServer = {
  readonly port: number;
  readonly tlsPort: number | undefined;
  wake(): void;
  /** Looks at the rows of the binds at once: an operator wants one unbound. */
  refresh(): void;
  stop(): Promise<void>;
};

/**
 * Listens for customers' software. A submission is answered once it is committed; deliveries wait
 * in the outbox until a bind of the user acknowledges them.
 */
export async function openSmppServer(options: SmppServerOptions): Promise<RunningSmppServer> {
  const server = new SmppServerProcess(options);
  await server.open();
  return server;
}

class SmppServerProcess implements RunningSmppServer {
  readonly #options: SmppServerOptions;
  readonly #sessions = new Set<EsmeSession>();
  readonly #unbound = new Map<string, number>();
  readonly #users: GatewayAuthenticator;
  readonly #deliveries: Deliveries;
  readonly #servers: { plain?: SmppServer<DeliveryInFlight>; tls?: SmppServer<DeliveryInFlight> } =
    {};
  readonly #partNumbers = new PartNumbers();
  #refreshing: Promise<void> | undefined;
  #refreshAgain = false;
  #timer: NodeJS.Timeout | undefined;
  #certificate: SmppCertificate | undefined;
  #stopping = false;

  constructor(options: SmppServerOptions) {
    this.#options = options;
    this.#users = options.users;
    this.#deliveries = new Deliveries(options.database, options.log);
  }

  get port(): number {
    return this.#servers.plain?.port ?? 0;
  }

  get tlsPort(): number | undefined {
    return this.#servers.tls?.port;
  }

  async open(): Promise<void> {
    const { host, port, tls, log } = this.#options;
    const options = {
      host,
      timers: TIMERS,
      window: WINDOW_OUT,
      maximumLength: LONGEST_PDU,
      maximumUnanswered: WINDOW_IN,
      maximumConnections: MOST_CONNECTIONS,
    };
    this.#servers.plain = await listen<DeliveryInFlight>({ ...options, port }, (link) =>
      this.#accept(link, false),
    ).catch(cannotListen('SMPP_PORT', host, port));
    if (tls) {
      const certificate = new SmppCertificate(tls);
      this.#certificate = certificate;
      this.#servers.tls = await listen<DeliveryInFlight>(
        { ...options, port: tls.port, tls: certificate.read() },
        (link) => this.#accept(link, true),
      ).catch(cannotListen('SMPP_TLS_PORT', host, tls.port));
    }
    this.#timer = setInterval(() => {
      this.refresh();
      this.#certificate?.renew((pair) => this.#servers.tls?.renew(pair), log);
    }, REFRESH_MS);
    this.#deliveries.start();
    log.info({ port: this.port, tlsPort: this.tlsPort }, 'SMPP server was opened');
  }

  wake(): void {
    this.#deliveries.wake();
  }

  /** Accepts nothing new, answers what was submitted, and unbinds. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    const servers = Object.values(this.#servers);
    for (const server of servers) server.stopListening();
    await this.#deliveries.stop();
    const drained = Promise.all([...this.#sessions].map((session) => session.drained()));
    await Promise.race([drained, sleep(DRAIN_MS)]);
    for (const session of this.#sessions) session.unbind();
    for (
      const since = performance.now();
      this.#sessions.size > 0 && performance.now() - since < UNBIND_MS;
    )
      await sleep(20);
    await Promise.all(servers.map((server) => server.close()));
    await this.#refreshing;
    await this.#deliveries.settled();
  }

  #accept(link: Link<DeliveryInFlight>, tls: boolean): LinkHandlers<DeliveryInFlight> {
    const address = link.remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '');
    const session = new EsmeSession(link, address, tls, this.#options, {
      bind: (pdu) => this.#bind(session, pdu),
      outcomes: (batch) => this.#deliveries.outcomes(session, batch),
      closed: (reason) => this.#closed(session, reason),
      numbersOf: (username, pdu) => (reference) =>
        this.#partNumbers.numberOf({
          username,
          source: pdu.source_addr,
          destination: pdu.destination_addr,
          reference,
        }),
    });
    this.#sessions.add(session);
    const { asker } = askerOf(address);
    const waiting = (this.#unbound.get(asker) ?? 0) + 1;
    this.#unbound.set(asker, waiting);
    if (waiting > UNBOUND_OF_ADDRESS || this.#stopping) queueMicrotask(() => link.destroy());
    return session.handlers;
  }

  #noLongerUnbound(session: EsmeSession): void {
    if (!session.countsAsUnbound) return;
    session.countsAsUnbound = false;
    const { asker } = askerOf(session.address);
    const left = (this.#unbound.get(asker) ?? 1) - 1;
    if (left > 0) this.#unbound.set(asker, left);
    else this.#unbound.delete(asker);
  }

  #closed(session: EsmeSession, reason: CloseReason): void {
    this.#sessions.delete(session);
    this.#noLongerUnbound(session);
    const { bind } = session;
    if (!bind) return;
    this.#deliveries.remove(session);
    this.#options.log.info(
      {
        username: bind.user.username,
        address: session.address,
        kind: bind.kind,
        reason,
        ...session.figures,
      },
      'customer is bound no more',
    );
    this.#options.database
      .run(systemScope(), (tx) => deleteBinds(tx, [bind.id]))
      .catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'bind could not be forgotten'),
      );
  }

  #bind(session: EsmeSession, pdu: PduOf<BindCommand>): void {
    this.#admit(session, pdu).catch((error: unknown) => {
      this.#options.log.error({ err: error, address: session.address }, 'bind failed');
      session.refuseBind(pdu, STATUS.ESME_RSYSERR);
    });
  }

  async #admit(session: EsmeSession, pdu: PduOf<BindCommand>): Promise<void> {
    const { counter, database, holder, log } = this.#options;
    const { address } = session;
    const kind = KIND[pdu.command];
    const refuse = (status: number, reason: BindRefusal | 'STOPPING') => {
      log.warn({ username: pdu.system_id, address, kind, reason }, 'bind was refused');
      session.refuseBind(pdu, status);
      if (reason === 'STOPPING') return;
      counter.outcome({ username: pdu.system_id }, 'SMPP', reason);
      database
        .run(systemScope(), (tx) => recordRefusal(tx, pdu.system_id, reason, address))
        .catch((error: unknown) => log.warn({ err: error }, 'refused bind was not recorded'));
    };
    if (this.#stopping) return refuse(STATUS.ESME_RBINDFAIL, 'STOPPING');
    const found = await this.#users.admit({
      username: pdu.system_id,
      password: pdu.password,
      address,
      source: 'SMPP',
    });
    if ('refused' in found)
      return refuse(
        found.refused === 'password' || found.refused === 'disabled'
          ? STATUS.ESME_RINVPASWD
          : STATUS.ESME_RBINDFAIL,
        REFUSAL_OF[found.refused],
      );
    const { user } = found;
    const id = newId();
    const made = await database.run(systemScope(), (tx) =>
      insertBind(
        tx,
        { id, holder, clientId: user.clientId, userId: user.id, kind, address, tls: session.tls },
        mostBindsOf(user.smppsCred),
      ),
    );
    if (!made) return refuse(STATUS.ESME_RBINDFAIL, 'TOO_MANY_BINDS');
    this.#noLongerUnbound(session);
    if (session.isClosed || !session.bound(pdu, { id, user, kind })) {
      await database.run(systemScope(), (tx) => deleteBinds(tx, [id]));
      return;
    }
    log.info(
      { username: user.username, address, kind, tls: session.tls, version: session.version },
      'customer is bound',
    );
    if (kind !== 'TRANSMITTER') this.#deliveries.add(session);
  }

  /** One at a time; a call meanwhile leads to another. */
  refresh(): void {
    this.#refreshAgain = true;
    this.#refreshing ??= this.#refreshAll().finally(() => {
      this.#refreshing = undefined;
    });
  }

  async #refreshAll(): Promise<void> {
    const { log } = this.#options;
    while (this.#refreshAgain) {
      this.#refreshAgain = false;
      await refreshBinds(this.#options, this.#sessions).catch((error: unknown) =>
        log.warn({ err: error }, 'binds could not be looked after'),
      );
    }
  }
}

function cannotListen(name: string, host: string, port: number) {
  return (error: NodeJS.ErrnoException): never => {
    throw new StartupError(
      error.code === 'EADDRINUSE'
        ? `${name}: ${port} on ${host} is taken by another program. Stop that, or set ${name} to a free one.`
        : `${name}: ${port} on ${host} cannot be listened on (${error.code ?? error.message}).`,
    );
  };
}

/** The gateway's ports for customers' software, SMPP and HTTP, and for the callbacks of carriers. */
import { openAcceptor } from '../core/accept/accept.ts';
import { SoftwareCounter, WRITE_USE_MS } from '../core/software-use/software-use.ts';
import type { Links } from '../core/dispatch/submission/reservations.store.ts';
import { GatewayAuthenticator } from '../core/gateway-users/gateway-users.ts';
import { openAdoption } from '../gateway/customers/adopt-password.ts';
import { startOptOutAnswers } from '../gateway/incoming/answers.jobs.ts';
import { mountHttpDialects } from '../gateway/customers/http-dialects/mount.ts';
import { openHttpPort } from '../gateway/customers/http-server.ts';
import { openSmppServer } from '../gateway/customers/smpp-server.ts';
import type { Config } from '../infra/config/config.ts';
import type { Database } from '../infra/database/db.ts';
import { CONNECTION_LIMITS } from '../infra/http/connection-guard.ts';
import { Outbound } from '../infra/http/outbound.ts';
import type { Log } from '../infra/log.ts';
import { repeat } from './repeat.ts';

export type CustomerPortsConfig = Pick<
  Config,
  | 'httpApiPort'
  | 'httpDialects'
  | 'smppPort'
  | 'smppTls'
  | 'host'
  | 'trustedProxies'
  | 'connectionsPerAddress'
> &
  Partial<Pick<Config, 'metricsToken' | 'formerGatewayUrl'>>;

export type CustomerPorts = {
  httpPort: number;
  smppPort: number;
  smppTlsPort: number | undefined;
  /** Delivers what waits for SMPP users, and sends answers to opt-outs. */
  wake(): void;
  /** Unbinds the SMPP users whose binds are wanted unbound. */
  refreshBinds(): void;
  stop(): Promise<void>;
};

/**
 * Opens the ports.
 * @param context.database for customers' software, so that it never waits for a carrier's work
 * @param context.links of this process, which submit what they have places for
 * @param context.findCallback gives the callback of an HTTP connector
 */
export async function openCustomerPorts(
  config: CustomerPortsConfig,
  context: {
    database: Database;
    acceptDatabase: Database;
    links: Links;
    log: Log;
    holder: string;
    findCallback: Parameters<typeof openHttpPort>[0]['find'];
  },
): Promise<CustomerPorts> {
  const { database, acceptDatabase, links, log, holder } = context;
  const acceptor = openAcceptor({ database: acceptDatabase, links });
  const counter = new SoftwareCounter();
  const counting = repeat(
    WRITE_USE_MS,
    () => counter.write(database),
    (error) => log.warn({ err: error }, 'traffic of software was not written'),
  );
  const users = new GatewayAuthenticator(
    database,
    config.formerGatewayUrl === undefined
      ? undefined
      : openAdoption(config.formerGatewayUrl, { database, outbound: new Outbound(), log }),
  );
  const dialects = {
    acceptor,
    users,
    database: acceptDatabase,
    gatewayDatabase: database,
    log,
    counter,
    metricsToken: config.metricsToken,
  };
  const http = await openHttpPort({
    port: config.httpApiPort,
    host: config.host,
    trustedProxies: config.trustedProxies,
    connections: { ...CONNECTION_LIMITS, perAddress: config.connectionsPerAddress },
    log,
    find: context.findCallback,
    addRoutes: (app) => mountHttpDialects(app, config.httpDialects, dialects),
  });
  const smpp = await openSmppServer({
    database,
    users,
    acceptor,
    counter,
    log,
    holder,
    host: config.host,
    port: config.smppPort,
    tls: config.smppTls,
  });
  const answers = startOptOutAnswers({ database, acceptor, log });
  return {
    httpPort: http.port,
    smppPort: smpp.port,
    smppTlsPort: smpp.tlsPort,
    refreshBinds: () => smpp.refresh(),
    wake() {
      smpp.wake();
      answers.wake();
    },
    async stop() {
      await answers.stop();
      // Customers first: their software repeats messages that are not answered.
      await smpp.stop();
      // Providers repeat unanswered callbacks.
      await http.close();
      await counting.stop();
      await counter.write(database).catch(() => {});
    },
  };
}

// A platform on a test's database whose shops may send, and the gateway's HTTP dialects for their software.
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { mtMessagingCred, smppsCred } from '../../src/contract/api/gateway-credentials.ts';
import { openAcceptor } from '../../src/server/core/accept/accept.ts';
import { SoftwareCounter } from '../../src/server/core/software-use/software-use.ts';
import { hashTestPassword } from './password.ts';
import { GatewayAuthenticator } from '../../src/server/core/gateway-users/gateway-users.ts';
import { insertUser } from '../../src/server/core/gateway-users/gateway-users.store.ts';
import { insertGroup } from '../../src/server/core/gateway-users/gateway-groups.store.ts';
import type { HttpDialect } from '../../src/contract/shared/http-dialects.ts';
import { publishConfig } from '../../src/server/core/dispatch/routing/config-version.ts';
import { mountHttpDialects } from '../../src/server/gateway/customers/http-dialects/mount.ts';
import { newId } from '../../src/server/infra/ids.ts';
import { seedRates } from '../../src/server/core/ledger/rates.ts';
import { systemScope } from '../../src/server/infra/database/scope.ts';
import type { TestDatabase } from './database.ts';
import { addRoute } from './pipeline.ts';
import { addClient, open } from './wallets.ts';

export const ALL_DIALECTS: ReadonlyMap<HttpDialect, string> = new Map([
  ['jasmin', ''],
  ['kannel', '/cgi-bin/sendsms'],
  ['africastalking', '/version1'],
  ['sendsms', '/api/services'],
  ['twilio', '/2010-04-01'],
  ['beem', ''],
]);
export const PASSWORD = 'secret-1';
const passwordHash = hashTestPassword(PASSWORD);

/** A platform whose prices, default route and sender ID for everybody (SHOP) are in force. */
export async function openShops(db: TestDatabase, connectorId?: number) {
  const portal = open(db);
  const rootId = await addClient(portal, { parentId: null });
  await portal.run(systemScope(), async (tx) => {
    await seedRates(tx, rootId);
    await insertGroup(tx, 'shops');
    const id =
      connectorId ??
      (
        await tx.query<{ id: number }>(
          `insert into connector (cid, kind, carrier_account_id, settings) values ('carrier', 'SMPP', 1, '{"host":"x","username":"x"}') returning id`,
        )
      ).rows[0]!.id;
    await tx.query(
      `insert into sender (id, sender, client_id, kind, country, status, is_generic) values ($1, 'SHOP', $2, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING', true)`,
      [newId(), rootId],
    );
    await addRoute(tx, 0, 'DefaultRoute', [id]);
    await publishConfig(tx, null);
  });
  return {
    portal,
    rootId,
    /** A client with units and a gateway user. */
    async addShop(
      username: string,
      more: { units?: bigint; cred?: Record<string, unknown>; ip?: string[] } = {},
    ): Promise<string> {
      const clientId = await addClient(portal, {
        parentId: rootId,
        units: more.units ?? 1_000_000n,
      });
      await portal.run(systemScope(), async (tx) =>
        insertUser(tx, {
          uid: username,
          gid: 'shops',
          username,
          clientId,
          enabled: true,
          passwordHash: await passwordHash,
          mtMessagingCred: mtMessagingCred.parse(more.cred ?? {}),
          smppsCred: smppsCred.parse({ authorization: { ip: more.ip ?? [] } }),
        }),
      );
      return clientId;
    },
    /** The HTTP dialects, without a port; closed by the caller. */
    async mountHttpDialects(
      dialects = ALL_DIALECTS,
      metricsToken?: string,
      counter = new SoftwareCounter(),
    ): Promise<FastifyInstance> {
      const app = Fastify({
        routerOptions: { ignoreTrailingSlash: true },
        trustProxy: 'loopback',
        bodyLimit: 256 * 1024,
      });
      const database = open(db, 'tuma_accept', 5);
      const gatewayDatabase = open(db, 'tuma_gateway', 4);
      mountHttpDialects(app, dialects, {
        acceptor: openAcceptor({ database }),
        users: new GatewayAuthenticator(gatewayDatabase),
        database,
        gatewayDatabase,
        log: pino({ level: 'silent' }),
        counter,
        metricsToken,
      });
      await app.ready();
      return app;
    },
  };
}

/** Calls of an account's credentials for the gateway. */
import { clientCredentials } from '../../../contract/api/client-credentials.ts';
import type { GatewayLogin } from '../../../contract/api/gateway-users.ts';
import type { HttpDialect } from '../../../contract/shared/http-dialects.ts';
import { record } from '../../core/audit/audit.ts';
import { hashPassword } from '../../core/auth/passwords/passwords.ts';
import { exclusionReason, newGatewayPassword } from '../../core/gateway-users/gateway-users.ts';
import { listUsersOf, updatePasswordHash } from '../../core/gateway-users/gateway-users.store.ts';
import type { UserRow } from '../../core/gateway-users/gateway-users.store.ts';
import { sendingAddress } from '../../infra/config/readers.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { notFound } from '../../infra/errors.ts';
import { answer, type Route } from '../../infra/http/http.ts';
import { getClient } from './clients.ts';

type ClientCredentialsContext = {
  database: Database;
  /** The gateway's address for customers' software. */
  gateway: {
    host: string;
    smppPort: number;
    smppTlsPort: number | undefined;
    httpPort: number;
    httpDialects: ReadonlyMap<HttpDialect, string>;
  };
  /** Gateway users as their owner sees them. */
  presentLogins(tx: Tx, users: readonly UserRow[]): Promise<GatewayLogin[]>;
};

export function clientCredentialRoutes({
  database,
  gateway,
  presentLogins,
}: ClientCredentialsContext): Route[] {
  return answer(clientCredentials, {
    async get({ clientId }, { scope }) {
      const [user, logins] = await database.run(scope, async (tx) => {
        await getClient(tx, scope, clientId);
        const users = await listUsersOf(tx, scope, clientId);
        return [users[0], await presentLogins(tx, users)] as const;
      });
      const { host, smppPort, smppTlsPort, httpPort, httpDialects } = gateway;
      const httpBaseAddress = `http://${host}:${httpPort}`;
      return {
        creds: {
          clientId,
          host,
          smppPort,
          smppTlsPort: smppTlsPort ?? null,
          httpPort,
          httpBaseAddress,
          httpDialects: Array.from(httpDialects, ([dialect, path]) => ({
            dialect,
            address: `${httpBaseAddress}${sendingAddress(dialect, path)}`,
          })),
          systemId: user?.username ?? null,
          username: user?.username ?? null,
          hasPassword: user?.hasPassword ?? false,
          usable: user !== undefined && exclusionReason(user) === undefined,
          logins,
        },
      };
    },
    async reset({ clientId, systemId }, call) {
      const password = newGatewayPassword();
      const passwordHash = await hashPassword(password);
      return database.run(call.scope, async (tx) => {
        await getClient(tx, call.scope, clientId);
        const user = (await listUsersOf(tx, call.scope, clientId)).find(
          ({ username }) => systemId === undefined || username === systemId,
        );
        if (!user) throw notFound('gateway user');
        await updatePasswordHash(tx, user.id, passwordHash);
        await record(tx, call, {
          action: 'GATEWAY_PASSWORD_RESET',
          clientId,
          after: { uid: user.uid },
        });
        return { systemId: user.username, username: user.username, password };
      });
    },
  });
}

import { apidocs } from '../../../contract/api/api-docs.ts';
import { apiDocument } from '../../../contract/openapi/api-examples.ts';
import type { OpenApi } from '../../../contract/openapi/types.ts';
import { readsApiDocumentation } from '../../../contract/shared/roles.ts';
import { authenticate } from '../../core/auth/auth.ts';
import { findBrandOfHosts, showsApiDocumentation } from '../../core/branding/branding.ts';
import type { Config } from '../../infra/config/config.ts';
import type { Database } from '../../infra/database/db.ts';
import { notFound } from '../../infra/errors.ts';
import { answer, type Route } from '../../infra/http/http.ts';
import { systemScope } from '../../infra/database/scope.ts';

type Gateway = Pick<Config, 'smppPort' | 'smppTls' | 'httpApiPort' | 'httpDialects'>;

/**
 * The document that customers' developers read and generate from, under the brand of the host it is asked on.
 * @param origin of the installation, for a host that is nobody's
 * @param known whether the installation has an address of its own; else it is reached under whatever name leads to it
 */
export function apiDocsRoutes({
  database,
  origin,
  known,
  brandWord,
  gateway,
}: {
  database: Database;
  origin: string;
  known: boolean;
  brandWord: string;
  gateway: Gateway;
}): Route[] {
  let made: ReturnType<typeof apiDocument> | undefined;
  return answer(apidocs, {
    async document(_input, { hosts, bearer }) {
      const brand = await database.run(systemScope(), (tx) => findBrandOfHosts(tx, hosts));
      if (
        brand &&
        !showsApiDocumentation(brand.brandName, brandWord) &&
        !(await mayReadAnyway(bearer))
      )
        throw notFound('address');
      made ??= apiDocument();
      const address = new URL(origin);
      if (brand || !known) address.hostname = brand?.host ?? hosts.at(-1) ?? address.hostname;
      const document: OpenApi = {
        ...made,
        info: { ...made.info, title: `${brand?.brandName ?? brandWord} API` },
        servers: [{ url: address.origin }],
        'x-gateway': {
          host: address.hostname,
          smppPort: gateway.smppPort,
          smppTlsPort: gateway.smppTls?.port ?? null,
          httpPort: gateway.httpApiPort,
          dialects: Object.fromEntries(gateway.httpDialects),
        },
      };
      return document;
    },
  });

  async function mayReadAnyway(bearer: string | undefined): Promise<boolean> {
    const session = bearer === undefined ? undefined : await authenticate(database, bearer);
    return session !== undefined && readsApiDocumentation(session.accessLevel, false);
  }
}

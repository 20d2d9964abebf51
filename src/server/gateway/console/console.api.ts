/** Calls of the draft and its versions, of filters, routes, simulation and import. */
import { gatewayConfig } from '../../../contract/api/gateway-config.ts';
import { gatewayGroups } from '../../../contract/api/gateway-groups.ts';
import { gatewayUsers } from '../../../contract/api/gateway-users.ts';
import { logComparison } from '../../../contract/api/log-comparison.ts';
import { routeComparison } from '../../../contract/api/route-comparison.ts';
import { moRoutes, mtRoutes } from '../../../contract/api/routes.ts';
import { routeFilters } from '../../../contract/api/route-filters.ts';
import { listUsers } from '../../core/gateway-users/gateway-users.store.ts';
import { listGroups } from '../../core/gateway-users/gateway-groups.store.ts';
import type { Database } from '../../infra/database/db.ts';
import { findVersionRow, listVersions } from '../../core/dispatch/routing/config-version.store.ts';
import { filterFields } from '../../core/dispatch/routing/filters.rules.ts';
import { notFound } from '../../infra/errors.ts';
import { search } from '../../infra/database/statement-timeout.ts';
import { answer, type Handlers, type Route } from '../../infra/http/http.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { PrivateHosts } from '../../infra/http/private-hosts.ts';
import type { SecretKey } from '../../infra/secrets.ts';
import { reviewDraft } from './draft.ts';
import { importConfig } from './import/import.ts';
import { rectify } from './rectify.ts';
import { presentMoRoute, presentMtRoute } from './routing/routing.present.ts';
import {
  createRoute,
  deleteRouteOf,
  listRoutesOf,
  moveRoute,
  updateRouteOf,
} from './routing/routing.ts';
import {
  createFilter,
  deleteFilterOf,
  presentFilter,
  testFilter,
  updateFilterOf,
} from './routing/filters.ts';
import { listFilters } from './routing/filters.store.ts';
import {
  createUser,
  deleteUserOf,
  resetUserPassword,
  unbindUser,
  updateUserOf,
} from './users/users.ts';
import { presentUsers } from './users/present-users.ts';
import { createGroup, deleteGroupOf, setGroup, presentGroup } from './users/groups.ts';
import { configOf, diff, reload, rollback, presentVersion } from './versions.ts';
import { explainSent, simulate } from './routing/explanations.ts';
import { compareLogWithDraft } from './routing/log-comparison.ts';
import { compareDraft } from './routing/route-comparison.ts';

const done = { ok: true } as const;

type ConsoleContext = {
  database: Database;
  tokens: PageTokens;
  secretKey: SecretKey;
  privateHosts: PrivateHosts;
  /** Where customers' software binds; null is no port for TLS. */
  smpp: { host: string; port: number; tlsPort: number | null };
};

/**
 * The console of the gateway's configuration: an account with the permission may edit all of it, so
 * that no scope applies.
 */
export function gatewayRoutes(context: ConsoleContext): Route[] {
  return [
    ...answer(gatewayGroups, groupHandlers(context)),
    ...answer(gatewayUsers, userHandlers(context)),
    ...answer(routeFilters, filterHandlers(context)),
    ...answer(mtRoutes, mtRouteHandlers(context)),
    ...answer(moRoutes, moRouteHandlers(context)),
    ...answer(routeComparison, {
      compare: ({ after }, { scope, language }) =>
        search(context.database, scope, (tx) => compareDraft(tx, language, after)),
    }),
    ...answer(logComparison, {
      compare: ({ lines }, { scope, language }) =>
        search(context.database, scope, (tx) => compareLogWithDraft(tx, language, lines)),
    }),
    ...answer(gatewayConfig, configHandlers(context)),
  ];
}

function groupHandlers({ database, tokens }: ConsoleContext): Handlers<typeof gatewayGroups> {
  return {
    list: ({ pageSize, pageToken, ...filter }, { scope }) =>
      database.run(scope, async (tx) => {
        const page = await listGroups(
          tx,
          filter['filter.query'] ?? '',
          tokens.openPage('jasmin/groups', { pageSize, pageToken }),
        );
        return {
          jasminGroups: page.rows.map(presentGroup),
          ...page.footer,
        };
      }),
    create: ({ gid }, call) => database.run(call.scope, (tx) => createGroup(tx, call, gid)),
    update: ({ gid, enabled }, call) =>
      database.run(call.scope, (tx) => setGroup(tx, call, gid, enabled)),
    remove: ({ gid }, call) =>
      database.run(call.scope, async (tx) => {
        await deleteGroupOf(tx, call, gid);
        return done;
      }),
  };
}

function userHandlers({ database, tokens, smpp }: ConsoleContext): Handlers<typeof gatewayUsers> {
  return {
    list: ({ pageSize, pageToken, ...filter }, { scope }) =>
      database.run(scope, async (tx) => {
        const page = await listUsers(
          tx,
          scope,
          {
            clientIds: filter['filter.clientIds'] ?? [],
            gids: filter['filter.gids'] ?? [],
            query: filter['filter.query'] ?? '',
          },
          tokens.openPage('jasmin/users', { pageSize, pageToken }),
        );
        return {
          smppUsers: await presentUsers(tx, page.rows),
          smpp,
          ...page.footer,
        };
      }),
    create: (input, call) => createUser(database, call, input),
    update: (input, call) => database.run(call.scope, (tx) => updateUserOf(tx, call, input)),
    resetPassword: ({ uid, password }, call) => resetUserPassword(database, call, uid, password),
    remove: ({ uid }, call) =>
      database.run(call.scope, async (tx) => {
        await deleteUserOf(tx, call, uid);
        return done;
      }),
    unbind: (input, call) =>
      database.run(call.scope, async (tx) => {
        await unbindUser(tx, call, input);
        return done;
      }),
    rectify: ({ dryRun }, call) => database.run(call.scope, (tx) => rectify(tx, call, dryRun)),
  };
}

function filterHandlers({ database, tokens }: ConsoleContext): Handlers<typeof routeFilters> {
  return {
    async types() {
      const fields = filterFields();
      return { fields, nextPageToken: '', collectionCount: fields.length };
    },
    list: ({ pageSize, pageToken, ...filter }, { scope }) =>
      database.run(scope, async (tx) => {
        const page = await listFilters(
          tx,
          {
            types: filter['filter.types'] ?? [],
            query: filter['filter.query'] ?? '',
          },
          tokens.openPage('route-filters', { pageSize, pageToken }),
        );
        return {
          filters: page.rows.map(presentFilter),
          ...page.footer,
        };
      }),
    create: (input, call) => database.run(call.scope, (tx) => createFilter(tx, call, input)),
    update: (input, call) => database.run(call.scope, (tx) => updateFilterOf(tx, call, input)),
    remove: ({ fid }, call) =>
      database.run(call.scope, async (tx) => {
        await deleteFilterOf(tx, call, fid);
        return done;
      }),
    test: async ({ type, parameters, sample }, call) =>
      database.run(call.scope, (tx) => testFilter(tx, call, { type, parameters }, sample)),
  };
}

function mtRouteHandlers({ database, tokens }: ConsoleContext): Handlers<typeof mtRoutes> {
  return {
    list: ({ pageSize, pageToken, ...filter }, call) =>
      database.run(call.scope, async (tx) => {
        const page = tokens.openPage('routes/mt', { pageSize, pageToken });
        const { rows, footer } = await listRoutesOf(tx, call, 'MT', filter, page);
        return { routes: rows.map(presentMtRoute), ...footer };
      }),
    create: (input, call) =>
      database.run(call.scope, async (tx) =>
        presentMtRoute(await createRoute(tx, call, 'MT', input)),
      ),
    update: ({ routeId, ...input }, call) =>
      database.run(call.scope, async (tx) =>
        presentMtRoute(await updateRouteOf(tx, call, 'MT', routeId, input)),
      ),
    remove: ({ routeId }, call) =>
      database.run(call.scope, async (tx) => {
        await deleteRouteOf(tx, call, 'MT', routeId);
        return done;
      }),
    move: (input, call) =>
      database.run(call.scope, async (tx) =>
        presentMtRoute(await moveRoute(tx, call, 'MT', input)),
      ),
  };
}

function moRouteHandlers({ database, tokens }: ConsoleContext): Handlers<typeof moRoutes> {
  return {
    list: ({ pageSize, pageToken, ...filter }, call) =>
      database.run(call.scope, async (tx) => {
        const page = tokens.openPage('routes/mo', { pageSize, pageToken });
        const { rows, footer } = await listRoutesOf(tx, call, 'MO', filter, page);
        return { routes: rows.map(presentMoRoute), ...footer };
      }),
    create: (input, call) =>
      database.run(call.scope, async (tx) =>
        presentMoRoute(await createRoute(tx, call, 'MO', input)),
      ),
    update: ({ routeId, ...input }, call) =>
      database.run(call.scope, async (tx) =>
        presentMoRoute(await updateRouteOf(tx, call, 'MO', routeId, input)),
      ),
    remove: ({ routeId }, call) =>
      database.run(call.scope, async (tx) => {
        await deleteRouteOf(tx, call, 'MO', routeId);
        return done;
      }),
    move: (input, call) =>
      database.run(call.scope, async (tx) =>
        presentMoRoute(await moveRoute(tx, call, 'MO', input)),
      ),
  };
}

function configHandlers({
  database,
  tokens,
  secretKey,
  privateHosts,
}: ConsoleContext): Handlers<typeof gatewayConfig> {
  return {
    reload: (input, call) =>
      database.run(call.scope, async (tx) => ({
        message: sentence(call.language, 'RELOADED'),
        ...(await reload(tx, call, input)),
      })),
    versions: ({ pageSize, pageToken }, { scope }) =>
      database.run(scope, async (tx) => {
        const page = await listVersions(
          tx,
          tokens.openPage('jasmin/versions', { pageSize, pageToken }),
        );
        return {
          versions: page.rows.map(presentVersion),
          ...page.footer,
        };
      }),
    version: ({ version }, { scope }) =>
      database.run(scope, async (tx) => {
        const row = await findVersionRow(tx, version);
        if (!row) throw notFound('configuration');
        return { ...presentVersion(row), ...(await configOf(tx, version)) };
      }),
    diff: ({ from, to }, call) => database.run(call.scope, (tx) => diff(tx, call, from, to)),
    rollback: ({ version }, call) => database.run(call.scope, (tx) => rollback(tx, call, version)),
    lint: (_, call) =>
      database.run(call.scope, async (tx) => ({
        findings: await reviewDraft(tx, call.language),
      })),
    simulate: ({ direction, message, draft }, call) =>
      database.run(call.scope, (tx) => simulate(tx, call, direction, message, draft)),
    explain: ({ messageId }, call) =>
      database.run(call.scope, (tx) => explainSent(tx, call, messageId)),
    import: (input, call) => importConfig({ database, secretKey, privateHosts }, call, input),
  };
}

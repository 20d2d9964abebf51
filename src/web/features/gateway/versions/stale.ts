import { connectors } from '../../../../contract/api/connectors.ts';
import { gatewayConfig } from '../../../../contract/api/gateway-config.ts';
import { moRoutes, mtRoutes } from '../../../../contract/api/routes.ts';
import { routeFilters } from '../../../../contract/api/route-filters.ts';

/** Readings that an edit of the draft makes stale. */
export const DRAFTED = [
  gatewayConfig.diff,
  gatewayConfig.lint,
  routeFilters.list,
  mtRoutes.list,
  moRoutes.list,
];
/** Readings that a reload or a return to an earlier configuration makes stale. */
export const CONFIGURED = [
  ...DRAFTED,
  gatewayConfig.versions,
  connectors.listSmpp,
  connectors.getSmpp,
  connectors.listHttp,
  connectors.getHttp,
  connectors.listGeneric,
  connectors.getGeneric,
  connectors.live,
];

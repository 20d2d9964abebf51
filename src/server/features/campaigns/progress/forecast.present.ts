import type { Role } from '../../../../contract/shared/roles.ts';
import type { Forecast, ShownForecast } from '../../../../contract/api/campaign-progress.ts';
import { unitsFromNumber, unitsToNumber } from '../../../../contract/shared/units.ts';
import { seesSuppliers } from '../../../core/messages/suppliers.rules.ts';

/**
 * A forecast for its reader, added up by network; customers get no routes and no throughput, but a
 * row for each network in their place.
 */
export function presentForecast(
  forecast: Forecast | null,
  viewer: { accessLevel: Role },
): ShownForecast | null {
  if (forecast === null) return null;
  const networks = byNetwork(forecast.routes);
  if (seesSuppliers(viewer)) return { ...forecast, networks };
  return {
    ...forecast,
    networks,
    routes: networks.map((share) => ({
      routeId: null,
      order: null,
      type: null,
      connectors: [],
      ...share,
    })),
    queuedBefore: null,
    partsPerSecond: null,
  };
}

/** One row for each network, most messages first, whatever the number of its routes. */
export function byNetwork(
  routes: readonly ShownForecast['networks'][number][],
): ShownForecast['networks'] {
  const groups = Map.groupBy(routes, ({ country, network }) => `${country} ${network}`);
  return [...groups.values()]
    .map((shares) => ({
      country: shares[0]!.country,
      network: shares[0]!.network,
      messages: shares.reduce((sum, share) => sum + share.messages, 0),
      segments: shares.reduce((sum, share) => sum + share.segments, 0),
      units: unitsToNumber(shares.reduce((sum, share) => sum + unitsFromNumber(share.units), 0n)),
    }))
    .toSorted((a, b) => b.messages - a.messages);
}

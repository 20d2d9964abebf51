import { reachOf } from '../../../contract/shared/roles.ts';
import type { Role } from '../../../contract/shared/roles.ts';

/**
 * True for the roles that operate the gateway. Connectors, routes, their throughput and carriers' ids
 * are the platform's trade secrets: every other reader gets null in their place.
 */
export function seesSuppliers(viewer: { accessLevel: Role }): boolean {
  return reachOf(viewer.accessLevel, 'gateway') !== undefined;
}

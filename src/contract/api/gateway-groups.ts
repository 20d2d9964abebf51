// Groups of gateway users.
import * as z from 'zod/mini';
import { done, endpoint, listOf, page, PORTAL, timestamp } from '../endpoint.ts';
import { query, shortId } from './gateway-names.ts';

export const jasminGroup = z.object({
  gid: z.string(),
  /** Users of a disabled group cannot connect. */
  enabled: z.boolean(),
  userCount: z.int(),
  /** Its users that are connected over SMPP at this moment. */
  boundCount: z.int(),
  createTimestamp: timestamp,
});
export type JasminGroup = z.output<typeof jasminGroup>;

export const gatewayGroups = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/jasmin/groups`,
    who: 'gateway',
    summary: 'Groups of gateway users, by name',
    input: z.object({ ...page, 'filter.query': query }),
    output: listOf('jasminGroups', jasminGroup),
  }),
  create: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin/groups`,
    who: 'gateway',
    summary: 'Make a group; it is enabled',
    input: z.object({ gid: shortId }),
    output: jasminGroup,
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${PORTAL}/jasmin/groups/:gid`,
    who: 'gateway',
    summary: 'Enable or disable a group, at once',
    input: z.object({ gid: shortId, enabled: z.boolean() }),
    output: jasminGroup,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/jasmin/groups/:gid`,
    who: 'gateway',
    summary: 'Delete a group that has no users and that no filter names',
    input: z.object({ gid: shortId }),
    output: done,
  }),
};

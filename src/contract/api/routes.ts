// Routes of messages to phones (MT) and from phones (MO).
import * as z from 'zod/mini';
import { done, endpoint, flag, id, listOf, many, page, PORTAL, timestamp } from '../endpoint.ts';
import { connectorName, gatewayUsername, shortId } from './gateway-names.ts';
import { DIRECTIONS, FILTER_TYPES } from './route-filters.ts';

export const MT_ROUTE_TYPES = [
  'DefaultRoute',
  'StaticMTRoute',
  'RandomRoundrobinMTRoute',
  'FailoverMTRoute',
  'LeastCostMTRoute',
] as const;
export const MO_ROUTE_TYPES = [
  'DefaultRoute',
  'StaticMORoute',
  'RandomRoundrobinMORoute',
  'FailoverMORoute',
] as const;
export type MtRouteType = (typeof MT_ROUTE_TYPES)[number];
export type MoRouteType = (typeof MO_ROUTE_TYPES)[number];
/** Orders begin at 1; 0 is reserved for the default route. */
export const HIGHEST_ORDER = 1_000_000;

/** The target of an incoming message. A keyword is the text's first word, whatever its case. */
export const moTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('HTTP'), cid: connectorName }),
  z.object({ kind: z.literal('SMPP_USER'), username: gatewayUsername }),
  z.object({ kind: z.literal('INBOX'), clientId: id }),
  z.object({
    kind: z.literal('KEYWORD'),
    keyword: z.string().check(z.trim(), z.regex(/^[^\s]{1,40}$/u)),
    clientId: id,
  }),
  z.object({ kind: z.literal('WEBHOOK'), clientId: id }),
]);
export type MoTarget = z.output<typeof moTarget>;
export const MOST_TARGETS = 20;

const order = z.optional(z.int().check(z.minimum(0), z.maximum(HIGHEST_ORDER)));
const weights = z.optional(
  z.nullable(
    z.array(z.int().check(z.minimum(1), z.maximum(1000))).check(z.maxLength(MOST_TARGETS)),
  ),
);
const fids = z.array(shortId).check(z.maxLength(20));
const cids = z.array(connectorName).check(z.minLength(1), z.maxLength(MOST_TARGETS));
const targets = z.array(moTarget).check(z.minLength(1), z.maxLength(MOST_TARGETS));

const routeCommon = {
  routeId: z.int(),
  direction: z.enum(DIRECTIONS),
  /** The highest order is evaluated first. */
  order: z.int(),
  filters: z.array(
    z.object({
      fid: z.string(),
      type: z.enum(FILTER_TYPES),
      parameters: z.record(z.string(), z.string()),
      description: z.string(),
    }),
  ),
  /** Shares of a round robin, one for each connector or target in order; null: equal. */
  weights: z.nullable(z.array(z.int())),
  enabled: z.boolean(),
  /** Problems of the route, found by lint. */
  findings: z.array(z.string()),
  updateTimestamp: timestamp,
};
export const mtRoute = z.object({
  ...routeCommon,
  type: z.enum(MT_ROUTE_TYPES),
  connectors: z.array(
    z.object({
      cid: z.string(),
      kind: z.enum(['SMPP', 'HTTP', 'GENERIC']),
      started: z.boolean(),
      /** It can send at this moment. */
      live: z.boolean(),
      cost: z.nullable(z.number()),
    }),
  ),
});
export const moRoute = z.object({
  ...routeCommon,
  type: z.enum(MO_ROUTE_TYPES),
  targets: z.array(
    z.object({
      kind: z.enum(['HTTP', 'SMPP_USER', 'INBOX', 'KEYWORD', 'WEBHOOK']),
      cid: z.optional(z.string()),
      username: z.optional(z.string()),
      clientId: z.optional(id),
      clientName: z.optional(z.nullable(z.string())),
      keyword: z.optional(z.string()),
    }),
  ),
});
export type MtRoute = z.output<typeof mtRoute>;
export type MoRoute = z.output<typeof moRoute>;

/** The number of a route, in a path, a query or a body. */
export const routeId = z.pipe(
  z.transform((value: unknown) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
  ),
  z.int().check(z.minimum(1), z.maximum(999_999_999)),
);
const routeList = {
  ...page,
  'filter.types': many(z.string().check(z.maxLength(40))),
  'filter.fids': many(shortId),
  'filter.cids': many(connectorName),
  'filter.enabled': z.optional(flag),
};
const move = z.object({
  routeId,
  direction: z.enum(['UP', 'DOWN']),
  /** The last of the routes that it passes; by default it changes places with the next one. */
  pastRouteId: z.optional(routeId),
});

const mtChoices = {
  filters: z.optional(fids),
  connectors: z.optional(cids),
  weights,
  enabled: z.optional(z.boolean()),
};
const moChoices = {
  filters: z.optional(fids),
  targets: z.optional(targets),
  weights,
  enabled: z.optional(z.boolean()),
};

/** Routes of messages to phones. Without `order` a new one is placed above all others. */
export const mtRoutes = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/routes/mt`,
    who: 'gateway',
    summary: 'Routes of messages to phones, in the order in which they are tried',
    input: z.object(routeList),
    output: listOf('routes', mtRoute),
  }),
  create: endpoint({
    method: 'POST',
    path: `${PORTAL}/routes/mt`,
    who: 'gateway',
    summary: 'Make a route of messages to phones',
    input: z.object({ ...mtChoices, type: z.enum(MT_ROUTE_TYPES), order, connectors: cids }),
    output: mtRoute,
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${PORTAL}/routes/mt/:routeId`,
    who: 'gateway',
    summary: 'Change a route; what is left out stays',
    input: z.object({ routeId, ...mtChoices, type: z.optional(z.enum(MT_ROUTE_TYPES)), order }),
    output: mtRoute,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/routes/mt/:routeId`,
    who: 'gateway',
    summary: 'Delete a route; what waits on it is routed anew after the reload',
    input: z.object({ routeId }),
    output: done,
  }),
  move: endpoint({
    method: 'POST',
    path: `${PORTAL}/routes/mt:move`,
    who: 'gateway',
    summary: 'Move a route past the one above or below it, or past several',
    input: move,
    output: mtRoute,
  }),
};

/** Routes of messages from phones. */
export const moRoutes = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/routes/mo`,
    who: 'gateway',
    summary: 'Routes of messages from phones, in the order in which they are tried',
    input: z.object(routeList),
    output: listOf('routes', moRoute),
  }),
  create: endpoint({
    method: 'POST',
    path: `${PORTAL}/routes/mo`,
    who: 'gateway',
    summary: 'Make a route of messages from phones',
    input: z.object({ ...moChoices, type: z.enum(MO_ROUTE_TYPES), order, targets }),
    output: moRoute,
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${PORTAL}/routes/mo/:routeId`,
    who: 'gateway',
    summary: 'Change a route; what is left out stays',
    input: z.object({ routeId, ...moChoices, type: z.optional(z.enum(MO_ROUTE_TYPES)), order }),
    output: moRoute,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/routes/mo/:routeId`,
    who: 'gateway',
    summary: 'Delete a route',
    input: z.object({ routeId }),
    output: done,
  }),
  move: endpoint({
    method: 'POST',
    path: `${PORTAL}/routes/mo:move`,
    who: 'gateway',
    summary: 'Move a route past the one above or below it, or past several',
    input: move,
    output: moRoute,
  }),
};

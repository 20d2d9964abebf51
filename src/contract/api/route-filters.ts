// Filters, the conditions on a message by which routes choose.
import * as z from 'zod/mini';
import { done, endpoint, listOf, many, page, PORTAL, timestamp } from '../endpoint.ts';
import { shortId, connectorName, query } from './gateway-names.ts';

export const DIRECTIONS = ['MT', 'MO'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const FILTER_TYPES = [
  'TransparentFilter',
  'ConnectorFilter',
  'UserFilter',
  'GroupFilter',
  'SourceAddrFilter',
  'DestinationAddrFilter',
  'ShortMessageFilter',
  'DateIntervalFilter',
  'TimeIntervalFilter',
  'TagFilter',
  'ExpressionFilter',
] as const;
export type FilterType = (typeof FILTER_TYPES)[number];

/** The input control of a parameter: `cid`, `uid` and `gid` select an existing object. */
export const PARAMETER_KINDS = [
  'cid',
  'uid',
  'gid',
  'pattern',
  'dateInterval',
  'timeInterval',
  'tag',
  'expression',
] as const;

export const filterField = z.object({
  type: z.enum(FILTER_TYPES),
  /** The directions that it applies to. */
  directions: z.array(z.enum(DIRECTIONS)),
  parameters: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(PARAMETER_KINDS),
      /** The unit of its value, such as UTC; null if it has none. */
      unit: z.nullable(z.string()),
      default: z.nullable(z.string()),
      required: z.boolean(),
      maxLength: z.int(),
      example: z.string(),
    }),
  ),
});
export type FilterField = z.output<typeof filterField>;

const parameters = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(1000)));

const routeRef = z.object({
  routeId: z.int(),
  direction: z.enum(DIRECTIONS),
  order: z.int(),
  type: z.string(),
});
export const routeFilter = z.object({
  fid: z.string(),
  type: z.enum(FILTER_TYPES),
  parameters: z.record(z.string(), z.string()),
  directions: z.array(z.enum(DIRECTIONS)),
  /** As lists of routes show it, such as `<DA (dst_addr=^254)>`. */
  description: z.string(),
  usedBy: z.array(routeRef),
  createTimestamp: timestamp,
  updateTimestamp: timestamp,
});
export type RouteFilter = z.output<typeof routeFilter>;

/** A sample message, for testing filters and routes. */
export const sampleMessage = z.object({
  from: z._default(z.string().check(z.trim(), z.maxLength(40)), ''),
  to: z._default(z.string().check(z.trim(), z.maxLength(40)), ''),
  text: z._default(z.string().check(z.maxLength(10_000)), ''),
  uid: z.optional(shortId),
  gid: z.optional(shortId),
  tags: z._default(
    z.array(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9-]{1,40}$/))).check(z.maxLength(20)),
    [],
  ),
  /** The connector that an incoming message arrived on. */
  cid: z.optional(connectorName),
  /** The time of sending; default now. */
  at: z.optional(timestamp),
});

export const routeFilters = {
  types: endpoint({
    method: 'GET',
    path: `${PORTAL}/route-filter-types`,
    who: 'gateway',
    summary: 'Types of filters with their parameters, for forms',
    input: z.object(page),
    output: listOf('fields', filterField),
  }),
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/route-filters`,
    who: 'gateway',
    summary: 'Filters, by name, with the routes that use them',
    input: z.object({ ...page, 'filter.types': many(z.enum(FILTER_TYPES)), 'filter.query': query }),
    output: listOf('filters', routeFilter),
  }),
  create: endpoint({
    method: 'POST',
    path: `${PORTAL}/route-filters`,
    who: 'gateway',
    summary: 'Make a filter',
    input: z.object({
      fid: shortId,
      type: z.enum(FILTER_TYPES),
      parameters: z._default(parameters, {}),
    }),
    output: routeFilter,
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${PORTAL}/route-filters/:fid`,
    who: 'gateway',
    summary: 'Change a filter; it takes effect at the next reload',
    input: z.object({
      fid: shortId,
      type: z.optional(z.enum(FILTER_TYPES)),
      parameters: z.optional(parameters),
    }),
    output: routeFilter,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/route-filters/:fid`,
    who: 'gateway',
    summary: 'Delete a filter that no route uses',
    input: z.object({ fid: shortId }),
    output: done,
  }),
  test: endpoint({
    method: 'POST',
    path: `${PORTAL}/route-filters:test`,
    who: 'gateway',
    summary: 'Test a filter, saved or not, on a sample message, and explain the result',
    input: z.object({
      type: z.enum(FILTER_TYPES),
      parameters: z._default(parameters, {}),
      sample: sampleMessage,
    }),
    output: z.object({
      matches: z.boolean(),
      /** The value of the message that the filter compared. */
      value: z.string(),
      /** The reason, as a sentence in the request's language. */
      reason: z.string(),
      microseconds: z.number(),
    }),
  }),
};

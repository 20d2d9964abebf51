// The gateway's administration: who sends through it, which filters and routes decide where a message goes, and what
// is in force. Field names are the console's words, which operators know, so credentials keep their snake case.
import * as z from 'zod/mini';
import { ipRange } from './api-keys.ts';
import { done, endpoint, flag, id, listOf, many, page, PORTAL, timestamp } from '../endpoint.ts';

// ---- groups ----

/** Of groups, users and filters: 1 to 16 letters, digits, `_` and `-`; it never changes. */
export const shortId = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{1,16}$/));
/** Of connectors. */
export const connectorName = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{3,25}$/));
/** An SMPP system id and HTTP user name. */
export const gatewayUsername = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{1,15}$/));
/** Printable ASCII; a bind of SMPP 3.4 carries only the first 8. */
export const gatewayPassword = z.string().check(z.regex(/^[\x20-\x7e]{1,16}$/));

export const jasminGroup = z.object({
  gid: z.string(),
  /** A disabled group lets none of its users in. */
  enabled: z.boolean(),
  userCount: z.int(),
  createTimestamp: timestamp,
});
export type JasminGroup = z.output<typeof jasminGroup>;

/** Finds by a part of the name. */
const query = z.optional(z.string().check(z.trim(), z.maxLength(100)));

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

// ---- users ----

/** Regular expressions of operators: linear time, at most 200 characters, matched from the start. */
export const PATTERN_LENGTH = 200;
export const pattern = z.string().check(z.minLength(1), z.maxLength(PATTERN_LENGTH));
const right = z.boolean();
const perSecond = z.nullable(z.number().check(z.minimum(0), z.maximum(100_000)));

type Fields = Record<string, z.ZodMiniType>;
/** A section of credentials: whole, with what stands where nothing is said, and some of it, to change that alone. */
function section<F extends Fields>(fields: F, standards: { [K in keyof F]: z.output<F[K]> }) {
  const whole = z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, type]) => [name, z._default(type, standards[name])]),
    ),
  ) as unknown as z.ZodMiniObject<{ [K in keyof F]: z.ZodMiniDefault<F[K]> }>;
  const some = z.object(
    Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, z.optional(type)])),
  ) as unknown as z.ZodMiniObject<{ [K in keyof F]: z.ZodMiniOptional<F[K]> }>;
  return { whole, some, standards };
}

/** What a user may ask for when it sends. */
export const authorizations = section(
  {
    /** Send by HTTP; ask for the balance; ask for a price. */
    http_send: right,
    http_balance: right,
    http_rate: right,
    /** Kept for what is imported; nothing reads it. */
    http_bulk: right,
    /** Send by SMPP. */
    smpps_send: right,
    /** HTTP texts of more than one part. */
    http_long_content: right,
    /** Ask for receipts, and by which method they come. */
    dlr_level: right,
    http_dlr_method: right,
    /** Name a sender of its own, a priority, a validity, binary content, a time to send at. */
    src_addr: right,
    priority: right,
    validity_period: right,
    hex_content: right,
    schedule_delivery_time: right,
  },
  {
    http_send: true,
    http_balance: true,
    http_rate: true,
    http_bulk: false,
    smpps_send: true,
    http_long_content: true,
    dlr_level: true,
    http_dlr_method: true,
    src_addr: true,
    priority: true,
    validity_period: true,
    hex_content: true,
    schedule_delivery_time: true,
  },
);
/** What each field of a message must look like. */
export const valueFilters = section(
  {
    dst_addr: pattern,
    src_addr: pattern,
    priority: pattern,
    validity_period: pattern,
    content: pattern,
  },
  { dst_addr: '.*', src_addr: '.*', priority: '^[0-3]$', validity_period: '^\\d+$', content: '.*' },
);
/** What is filled in where a message says nothing; null: nothing. */
export const defaultValues = section(
  {
    src_addr: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(20))),
    /** Where receipts of its HTTP messages are told, where they name no address. */
    dlr_url: z.nullable(
      z
        .string()
        .check(z.trim(), z.maxLength(2000), z.regex(/^https?:\/\/[^\s/?#@]+([/?][^\s]*)?$/i)),
    ),
  },
  { src_addr: null, dlr_url: null },
);
/** Limits; null is none. Money is the client's wallet, so there is no balance here. */
export const sendingQuotas = section(
  {
    /** Percent of the price that is taken when a message is accepted, the rest when the carrier takes it; null: all at acceptance. */
    early_percent: z.nullable(z.number().check(z.minimum(1), z.maximum(100))),
    /** Message parts that may still be sent. */
    sms_count: z.nullable(z.int().check(z.minimum(0), z.maximum(2_147_483_647))),
    /** Messages a second; 0 is none as well. */
    http_throughput: perSecond,
    smpps_throughput: perSecond,
  },
  { early_percent: null, sms_count: null, http_throughput: null, smpps_throughput: null },
);
export const smppsAuthorizations = section(
  {
    /** May bind. */
    bind: right,
    /** Addresses and networks that may bind and send by HTTP; empty is all. */
    ip: z.array(ipRange).check(z.maxLength(50)),
  },
  { bind: true, ip: [] },
);
/** Binds at a time, of all three kinds together; null is any number. */
export const smppsQuotas = section(
  { max_bindings: z.nullable(z.int().check(z.minimum(0), z.maximum(1000))) },
  { max_bindings: null },
);

/** A user's credentials, whole, with what stands where nothing is said. */
export const mtMessagingCred = z.object({
  authorization: z._default(authorizations.whole, authorizations.standards),
  valuefilter: z._default(valueFilters.whole, valueFilters.standards),
  defaultvalue: z._default(defaultValues.whole, defaultValues.standards),
  quota: z._default(sendingQuotas.whole, sendingQuotas.standards),
});
export const smppsCred = z.object({
  authorization: z._default(smppsAuthorizations.whole, smppsAuthorizations.standards),
  quota: z._default(smppsQuotas.whole, smppsQuotas.standards),
});
export type MtMessagingCred = z.output<typeof mtMessagingCred>;
export type SmppsCred = z.output<typeof smppsCred>;

/** Some of the same keys: what is left out stays. */
const changedCreds = {
  mt_messaging_cred: z.optional(
    z.object({
      authorization: z.optional(authorizations.some),
      valuefilter: z.optional(valueFilters.some),
      defaultvalue: z.optional(defaultValues.some),
      quota: z.optional(sendingQuotas.some),
    }),
  ),
  smpps_cred: z.optional(
    z.object({
      authorization: z.optional(smppsAuthorizations.some),
      quota: z.optional(smppsQuotas.some),
    }),
  ),
};

/** A connection that a user's software has open to the SMPP server, with what came and went over it. */
export const smppBind = z.object({
  bindId: id,
  kind: z.enum(['TRANSMITTER', 'RECEIVER', 'TRANSCEIVER']),
  address: z.string(),
  tls: z.boolean(),
  sinceTimestamp: timestamp,
  /** Messages that were accepted, and refused; receipts and messages from phones that were taken, and that wait for their answer. */
  submitted: z.int(),
  refused: z.int(),
  delivered: z.int(),
  inWindow: z.int(),
});
export type SmppBind = z.output<typeof smppBind>;

export const smppUser = z.object({
  uid: z.string(),
  gid: z.string(),
  username: z.string(),
  clientId: id,
  clientName: z.string(),
  enabled: z.boolean(),
  /** Whether it may get in now: it, its group and its client all allow it. `no` says what does not. */
  usable: z.boolean(),
  no: z.nullable(z.enum(['USER_DISABLED', 'GROUP_DISABLED', 'CLIENT_NOT_ACTIVE', 'NO_PASSWORD'])),
  hasPassword: z.boolean(),
  mt_messaging_cred: mtMessagingCred,
  smpps_cred: smppsCred,
  /** Open now, the oldest first. */
  binds: z.array(smppBind),
  createTimestamp: timestamp,
});
export type SmppUser = z.output<typeof smppUser>;

export const gatewayUsers = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/jasmin/users`,
    who: 'gateway',
    summary: 'Gateway users, by their ids',
    input: z.object({
      ...page,
      'filter.clientIds': many(id),
      'filter.gids': many(shortId),
      'filter.query': query,
    }),
    output: listOf('smppUsers', smppUser),
  }),
  create: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin/users`,
    who: 'gateway',
    personal: true,
    stepUp: true,
    summary: 'Make a gateway user; this answer is the only one that shows its password',
    input: z.object({
      uid: shortId,
      gid: shortId,
      clientId: id,
      username: gatewayUsername,
      enabled: z._default(z.boolean(), true),
      /** Without one, 8 characters are made. */
      password: z.optional(gatewayPassword),
      mt_messaging_cred: z._default(mtMessagingCred, mtMessagingCred.parse({})),
      smpps_cred: z._default(smppsCred, smppsCred.parse({})),
    }),
    output: z.object({ ...smppUser.shape, password: z.string() }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${PORTAL}/jasmin/users/:uid`,
    who: 'gateway',
    personal: true,
    summary: 'Change a gateway user, at once; what is left out stays',
    input: z.object({
      uid: shortId,
      gid: z.optional(shortId),
      clientId: z.optional(id),
      enabled: z.optional(z.boolean()),
      ...changedCreds,
    }),
    output: smppUser,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin/users:resetPassword`,
    who: 'gateway',
    personal: true,
    stepUp: true,
    summary: 'Give a gateway user a new password; this answer is the only one that shows it',
    input: z.object({ uid: shortId, password: z.optional(gatewayPassword) }),
    output: z.object({ uid: z.string(), username: z.string(), password: z.string() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/jasmin/users/:uid`,
    who: 'gateway',
    personal: true,
    summary: 'Delete a gateway user that no filter and no route names',
    input: z.object({ uid: shortId }),
    output: done,
  }),
  rectify: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:rectifyJasminData`,
    who: 'gateway.rectify',
    summary:
      'Compare clients with gateway groups and users, repair what differs, and tell what was done',
    input: z.object({
      /** Tell only. */
      dryRun: z._default(z.boolean(), false),
    }),
    output: z.object({
      clientCount: z.int(),
      userCount: z.int(),
      /** What was done; at most 1,000 of them are told, `actionCount` is all. */
      actions: z.array(
        z.object({
          action: z.enum(['GROUP_CREATED', 'USER_CREATED', 'USER_DISABLED', 'USER_ENABLED']),
          gid: z.nullable(z.string()),
          uid: z.nullable(z.string()),
          clientId: z.nullable(id),
          clientName: z.nullable(z.string()),
          reason: z.enum([
            'GROUP_MISSING',
            'CLIENT_HAS_NO_USER',
            'CLIENT_BLOCKED',
            'CLIENT_NO_LONGER_BLOCKED',
          ]),
        }),
      ),
      actionCount: z.int(),
    }),
  }),
};

// ---- filters ----

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

/** How a form asks for a parameter: `cid`, `uid` and `gid` choose among what there is. */
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
  /** The messages that it can be asked about. */
  directions: z.array(z.enum(DIRECTIONS)),
  parameters: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(PARAMETER_KINDS),
      /** What its value is counted in, such as UTC; null where it has none. */
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

/** A message that was not sent, to try filters and routes on. */
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
  /** The connector that a message from a phone came from. */
  cid: z.optional(connectorName),
  /** When; without it now. */
  at: z.optional(timestamp),
});

export const routeFilters = {
  types: endpoint({
    method: 'GET',
    path: `${PORTAL}/route-filter-types`,
    who: 'gateway',
    summary: 'The types of filters with their parameters, for forms to draw themselves by',
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
    summary: 'Whether a filter, saved or not, matches a message, and why',
    input: z.object({
      type: z.enum(FILTER_TYPES),
      parameters: z._default(parameters, {}),
      sample: sampleMessage,
    }),
    output: z.object({
      matches: z.boolean(),
      /** What was looked at: the value of the message that the filter reads. */
      value: z.string(),
      /** Why, for a person; in the request's language. */
      reason: z.string(),
      microseconds: z.number(),
    }),
  }),
};

// ---- routes ----

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
/** Orders are from 1; 0 is the default route's alone. */
export const HIGHEST_ORDER = 1_000_000;

/** Where a message from a phone goes. A keyword is the text's first word, whatever its case. */
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
  /** The highest is tried first. */
  order: z.int(),
  filters: z.array(
    z.object({ fid: z.string(), type: z.enum(FILTER_TYPES), description: z.string() }),
  ),
  /** Shares of a round robin, one for each connector or target in their order; null: equal. */
  weights: z.nullable(z.array(z.int())),
  enabled: z.boolean(),
  /** What stands in the way of it, found by lint. */
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

const routeId = z.pipe(
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
const move = z.object({ routeId, direction: z.enum(['UP', 'DOWN']) });

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

/** Routes of messages to phones. Without `order` a new one goes above all others. */
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
    summary: 'Exchange a route with the one above or below it',
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
    summary: 'Exchange a route with the one above or below it',
    input: move,
    output: moRoute,
  }),
};

// ---- what is in force ----

/** Things whose edits wait for a reload. */
export const ENTITIES = ['CONNECTOR', 'FILTER', 'MT_ROUTE', 'MO_ROUTE'] as const;
export type GatewayEntity = (typeof ENTITIES)[number];

export const configVersion = z.object({
  version: z.int(),
  timestamp,
  /** Null where the platform itself did it. */
  actorId: z.nullable(id),
  actorName: z.nullable(z.string()),
  inForce: z.boolean(),
  connectorCount: z.int(),
  filterCount: z.int(),
  mtRouteCount: z.int(),
  moRouteCount: z.int(),
});

export const configChange = z.object({
  entity: z.enum(ENTITIES),
  /** The cid, the fid, or the route's id. */
  id: z.string(),
  /** As a person calls it: the cid, the fid, or the route's order and type. */
  label: z.string(),
  change: z.enum(['ADDED', 'CHANGED', 'REMOVED']),
  /** Secrets are told to differ, never shown. */
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  /** Who edited it since the earlier version, the latest first. */
  edits: z.array(
    z.object({ actorId: z.nullable(id), actorName: z.nullable(z.string()), timestamp }),
  ),
});
export type ConfigChange = z.output<typeof configChange>;

export const FINDINGS = [
  'NO_DEFAULT_ROUTE',
  'UNREACHABLE',
  'FILTER_UNUSED',
  'CONNECTOR_UNREACHED',
  'CONNECTOR_STOPPED',
  'CONNECTOR_MISSING',
  'TARGET_MISSING',
  'FILTER_NAMES_NOBODY',
  'DATES_PAST',
  'INVALID',
] as const;
export const finding = z.object({
  code: z.enum(FINDINGS),
  /** ERROR stops a reload. */
  severity: z.enum(['ERROR', 'WARNING']),
  entity: z.enum(ENTITIES),
  id: z.nullable(z.string()),
  label: z.nullable(z.string()),
  /** For a person, in the request's language. */
  message: z.string(),
});
export type Finding = z.output<typeof finding>;

/** Why a message goes where it goes. */
export const explanation = z.object({
  /** Null: the draft, which is not in force. */
  version: z.nullable(z.int()),
  direction: z.enum(DIRECTIONS),
  /** Every route that was tried, the highest first, and who said no. */
  tried: z.array(
    z.object({
      routeId: z.int(),
      order: z.int(),
      type: z.string(),
      refusedBy: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
  routeId: z.nullable(z.int()),
  order: z.nullable(z.int()),
  type: z.nullable(z.string()),
  /** The connectors of the route, in the order in which they are asked; of a message that was sent, the one that took it is chosen. */
  connectors: z.array(
    z.object({
      cid: z.string(),
      kind: z.enum(['SMPP', 'HTTP', 'GENERIC']),
      weight: z.nullable(z.int()),
      cost: z.nullable(z.number()),
      live: z.boolean(),
      serves: z.boolean(),
      chosen: z.boolean(),
    }),
  ),
  /** For a message from a phone: where it goes; what stands after the first is tried when the one before fails. */
  targets: moRoute.shape.targets,
});
export type Explanation = z.output<typeof explanation>;

const version = z.pipe(
  z.transform((value: unknown) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
  ),
  z.int().check(z.minimum(1), z.maximum(999_999_999)),
);
const reported = z.object({
  line: z.nullable(z.int()),
  entity: z.string(),
  id: z.string(),
  message: z.string(),
});

export const gatewayConfig = {
  reload: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin:reload`,
    who: 'gateway',
    summary: 'Check the draft and put it into force on every gateway process at once',
    input: z.object({
      /** The version that the person saw the difference to; another meanwhile is a conflict. */
      seenVersion: z.optional(version),
    }),
    output: z.object({
      message: z.string(),
      version: z.int(),
      /** Nothing had changed, so that no version was made. */
      unchanged: z.boolean(),
      changes: z.array(configChange),
      findings: z.array(finding),
    }),
  }),
  versions: endpoint({
    method: 'GET',
    path: `${PORTAL}/jasmin/versions`,
    who: 'gateway',
    summary: 'Every configuration that was in force, newest first',
    input: z.object(page),
    output: listOf('versions', configVersion),
  }),
  version: endpoint({
    method: 'GET',
    path: `${PORTAL}/jasmin/versions/:version`,
    who: 'gateway',
    summary: 'One configuration as it was, without secrets',
    input: z.object({ version }),
    output: z.object({
      ...configVersion.shape,
      connectors: z.array(
        z.object({
          cid: z.string(),
          kind: z.string(),
          settings: z.record(z.string(), z.unknown()),
        }),
      ),
      filters: z.array(
        z.object({
          fid: z.string(),
          type: z.string(),
          parameters: z.record(z.string(), z.unknown()),
        }),
      ),
      routes: z.array(
        z.object({
          routeId: z.int(),
          direction: z.enum(DIRECTIONS),
          order: z.int(),
          type: z.string(),
          filters: z.array(z.string()),
          connectors: z.array(z.string()),
          targets: moRoute.shape.targets,
          weights: z.nullable(z.array(z.int())),
          enabled: z.boolean(),
        }),
      ),
    }),
  }),
  diff: endpoint({
    method: 'GET',
    path: `${PORTAL}/jasmin:diff`,
    who: 'gateway',
    summary:
      'What differs between two configurations; without `to` the draft, without `from` what is in force',
    input: z.object({ from: z.optional(version), to: z.optional(version) }),
    output: z.object({
      from: z.nullable(z.int()),
      to: z.nullable(z.int()),
      changes: z.array(configChange),
    }),
  }),
  rollback: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin:rollback`,
    who: 'gateway',
    summary:
      'Put an earlier configuration back into force; what was edited and not reloaded is lost',
    input: z.object({ version }),
    output: z.object({ version: z.int(), changes: z.array(configChange) }),
  }),
  lint: endpoint({
    method: 'GET',
    path: `${PORTAL}/jasmin:lint`,
    who: 'gateway',
    summary: 'What is odd about the draft: routes that can never match, things that nothing uses',
    input: z.object({}),
    output: z.object({ findings: z.array(finding) }),
  }),
  simulate: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin:simulate`,
    who: 'gateway',
    summary: 'Where a message would go, and why, without sending it',
    input: z.object({
      direction: z.enum(DIRECTIONS),
      message: sampleMessage,
      draft: z._default(z.boolean(), false),
    }),
    output: explanation,
  }),
  explain: endpoint({
    method: 'GET',
    path: `${PORTAL}/jasmin:explain`,
    who: 'gateway',
    summary:
      'Why a message that was sent went where it went, from its version and what routing read of it',
    input: z.object({ messageId: id }),
    output: explanation,
  }),
  import: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin:import`,
    who: 'gateway',
    personal: true,
    summary:
      "Take over a configuration from the text of another gateway's console; without `apply` only tell what would be done",
    input: z.object({
      text: z.string().check(z.minLength(1), z.maxLength(900_000)),
      /** Whose the users become. */
      clientId: z.optional(id),
      apply: z._default(z.boolean(), false),
    }),
    output: z.object({
      applied: z.boolean(),
      taken: z.array(reported),
      /** Taken, but not as it was: the message says how. */
      changed: z.array(reported),
      refused: z.array(reported),
    }),
  }),
};

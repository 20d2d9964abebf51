// The gateway's configuration: versions, changes, reload, findings and the explanation of a route.
import * as z from 'zod/mini';
import { endpoint, id, listOf, page, PORTAL, timestamp } from '../endpoint.ts';
import { DIRECTIONS, FILTER_TYPES, sampleMessage } from './route-filters.ts';
import { moRoute } from './routes.ts';

/** Objects whose edits take effect at a reload. */
export const ENTITIES = ['CONNECTOR', 'FILTER', 'MT_ROUTE', 'MO_ROUTE'] as const;
export type GatewayEntity = (typeof ENTITIES)[number];

export const configVersion = z.object({
  version: z.int(),
  timestamp,
  /** Null if the platform itself made the change. */
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
  /** The display name: the cid, the fid, or the route's order and type. */
  label: z.string(),
  change: z.enum(['ADDED', 'CHANGED', 'REMOVED']),
  /** Secrets are shown as changed, never with their value. */
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  /** Edits since the earlier version, the latest first. */
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
  /** An ERROR prevents a reload. */
  severity: z.enum(['ERROR', 'WARNING']),
  entity: z.enum(ENTITIES),
  id: z.nullable(z.string()),
  label: z.nullable(z.string()),
  /** The sentence for a person, in the request's language. */
  message: z.string(),
  /** True where the configuration in force has the same finding: no edit since caused it. Only in the draft's findings. */
  already: z.optional(z.boolean()),
});
export type Finding = z.output<typeof finding>;

/** The explanation of a message's route. */
export const explanation = z.object({
  /** The configuration version; null is the draft, which is not in force. */
  version: z.nullable(z.int()),
  direction: z.enum(DIRECTIONS),
  /** Every route that was evaluated, highest order first, and the filter that rejected it. */
  tried: z.array(
    z.object({
      routeId: z.int(),
      order: z.int(),
      type: z.string(),
      refusedBy: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      /** The filter that rejected it, as this configuration has it; null for a keyword. */
      filter: z.nullable(
        z.object({ type: z.enum(FILTER_TYPES), parameters: z.record(z.string(), z.string()) }),
      ),
      /** The value of the message that the filter compared. */
      value: z.nullable(z.string()),
      /** The filters of the route that takes the message, all of which match; empty for the others. */
      matched: z.array(
        z.object({ type: z.enum(FILTER_TYPES), parameters: z.record(z.string(), z.string()) }),
      ),
    }),
  ),
  routeId: z.nullable(z.int()),
  order: z.nullable(z.int()),
  type: z.nullable(z.string()),
  /**
   * The connectors of the route, in the order of selection. For a message that was sent, the one
   * that submitted it is marked.
   */
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
  /** Targets of an incoming message; each further one is used when the one before it fails. */
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

/** The files of one import, and the characters in base64 of one. Jasmin has nine of a profile. */
export const MOST_STORE_FILES = 20;
export const STORE_FILE_CHARACTERS = 6_000_000;

export const gatewayConfig = {
  reload: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin:reload`,
    who: 'gateway',
    summary: 'Check the draft and put it into force on every gateway process at once',
    input: z.object({
      /** The version against which the person saw the difference; a newer one is a conflict. */
      seenVersion: z.optional(version),
      /** The draft as the difference named it; one that was edited since is a conflict. */
      seenDraft: z.optional(z.string().check(z.maxLength(64))),
    }),
    output: z.object({
      message: z.string(),
      version: z.int(),
      /** True if nothing had changed, so that no version was created. */
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
      'Differences between two configurations; `to` defaults to the draft, `from` to the running one',
    input: z.object({ from: z.optional(version), to: z.optional(version) }),
    output: z.object({
      /** Names the draft as it was compared, for its reload; null where `to` is a version. */
      draft: z.nullable(z.string()),
      from: z.nullable(z.int()),
      to: z.nullable(z.int()),
      changes: z.array(configChange),
    }),
  }),
  rollback: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin:rollback`,
    who: 'gateway',
    summary: 'Restore an earlier configuration; edits that were not reloaded are lost',
    input: z.object({ version }),
    output: z.object({ version: z.int(), changes: z.array(configChange) }),
  }),
  lint: endpoint({
    method: 'GET',
    path: `${PORTAL}/jasmin:lint`,
    who: 'gateway',
    summary: 'Findings in the draft: routes that can never match, unused items',
    input: z.object({}),
    output: z.object({ findings: z.array(finding) }),
  }),
  simulate: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin:simulate`,
    who: 'gateway',
    summary: 'Explain the route of a sample message without sending it',
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
      'Explain the route of a sent message, from the configuration version and the data that routing used',
    input: z.object({ messageId: id }),
    output: explanation,
  }),
  import: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin:import`,
    who: 'gateway',
    personal: true,
    largeBody: true,
    summary:
      "Import a configuration from another gateway's console text or files; without `apply` only preview it",
    input: z.object({
      text: z._default(z.string().check(z.maxLength(900_000)), ''),
      /** Files of Jasmin's store, of any profile: users, groups, routes, filters, connectors. */
      files: z._default(
        z
          .array(
            z.object({
              name: z.string().check(z.minLength(1), z.maxLength(255)),
              /** In base64. */
              content: z.base64().check(z.maxLength(STORE_FILE_CHARACTERS)),
            }),
          )
          .check(z.maxLength(MOST_STORE_FILES)),
        [],
      ),
      /** The client that gets the users of groups that `groupClients` leaves out. */
      clientId: z.optional(id),
      /** The client that gets the users of a group. */
      groupClients: z._default(
        z
          .array(z.object({ gid: z.string().check(z.maxLength(64)), clientId: id }))
          .check(z.maxLength(1000)),
        [],
      ),
      /** The default routes of the import take the place of those that there are. */
      replaceDefault: z._default(z.boolean(), false),
      apply: z._default(z.boolean(), false),
    }),
    output: z.object({
      applied: z.boolean(),
      taken: z.array(reported),
      /** Imported with a change, which the message describes. */
      changed: z.array(reported),
      refused: z.array(reported),
      /** The groups of the text's users, and the client that gets them; null where none is chosen. */
      groups: z.array(
        z.object({ gid: z.string(), users: z.number(), clientId: z.nullable(z.string()) }),
      ),
    }),
  }),
};

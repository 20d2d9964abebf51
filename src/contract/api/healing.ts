// Routes that heal: a connector that delivers less of one network than it usually does loses messages
// of that network to the others of its route, within limits, until its probes arrive again.
import * as z from 'zod/mini';
import { done, endpoint, id, listOf, many, page, PORTAL, timestamp } from '../endpoint.ts';
import { connectorName } from './gateway-names.ts';
import { routeId } from './routes.ts';

/**
 * NOTICED: found, and nothing was moved. RELIEVED: most messages go over other connectors.
 * RETURNING: half of them are back.
 */
export const INCIDENT_STATUSES = ['NOTICED', 'RELIEVED', 'RETURNING', 'ENDED'] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** Why a step was taken, or why nothing was moved. */
export const INCIDENT_REASONS = [
  'LEFT_RANGE',
  'FELL_AGAIN',
  'WATCHED_ONLY',
  'WITHIN_LIMITS',
  'NO_OTHER',
  'OTHERS_AS_BAD',
  'PROBES_RECOVERED',
  'RECOVERED',
  'NO_BETTER',
  'SWITCHED_OFF',
  'GONE',
  'OPERATOR',
] as const;
export type IncidentReason = (typeof INCIDENT_REASONS)[number];

/** OFF: nothing is looked at. WATCH: incidents are shown, and nothing is moved. */
export const HEALING_MODES = ['OFF', 'WATCH', 'MOVE'] as const;
export type HealingMode = (typeof HEALING_MODES)[number];

const percent = (most: number) => z.int().check(z.gte(1), z.lte(most));

const limits = z.object({
  mode: z.enum(HEALING_MODES),
  /** The part of a connector's messages that always stays with it, as probes. */
  leastPercent: percent(50),
  /** The part of a route's messages to a network that is moved at most. */
  mostPercent: percent(100),
});
export type HealingLimits = z.output<typeof limits>;

export const USUAL_LIMITS: HealingLimits = { mode: 'MOVE', leastPercent: 10, mostPercent: 100 };

/** The share of the hours of a history in which a connector was no better than the end of its normal range. */
export const LOW_HOURS = 0.05;
/** A fall below the usual share by less than this is no incident. */
export const LEAST_FALL = 0.1;

/** The figures of a decision, of parts whose receipts were due. */
const figures = z.object({
  sent: z.int(),
  onTime: z.int(),
  medianSeconds: z.nullable(z.number()),
  /** The seconds within which a delivered part is on time. */
  dueSeconds: z.int(),
  /** The share on time of the usual hour, and the one below which the normal range ends. */
  usual: z.number(),
  floor: z.number(),
  usualSeconds: z.nullable(z.number()),
  /** The span of time that they are of. */
  seconds: z.number(),
});
export type HealingFigures = z.output<typeof figures>;

const step = z.object({
  kind: z.enum([...INCIDENT_STATUSES, 'KEPT', 'LET_GO', 'ACKNOWLEDGED']),
  reason: z.enum(INCIDENT_REASONS),
  /** The share that stays with the connector from then on. */
  keep: z.number(),
  figures: z.nullable(figures),
  /** Null for the product itself. */
  operatorName: z.nullable(z.string()),
  timestamp,
});
export type IncidentStep = z.output<typeof step>;

export const incident = z.object({
  incidentId: id,
  /** Empty where the connector was deleted. */
  cid: z.string(),
  routeId: z.int(),
  /** Null where the route is gone. */
  routeOrder: z.nullable(z.int()),
  /** Trade name; empty where the network is unknown. */
  network: z.string(),
  country: z.string(),
  status: z.enum(INCIDENT_STATUSES),
  /** The time of the last step. */
  reason: z.enum(INCIDENT_REASONS),
  /** The share of the connector's messages to the network that stay with it. */
  keep: z.number(),
  /** An operator keeps it as it is. */
  isKept: z.boolean(),
  /** By which it began or last changed. */
  figures,
  beganTimestamp: timestamp,
  changedTimestamp: timestamp,
  endedTimestamp: z.nullable(timestamp),
  /** The operator who has taken it on. */
  acknowledgedBy: z.nullable(z.string()),
});
export type Incident = z.output<typeof incident>;

/** The outcomes of the parts of an incident's connector, route and network, by the time of their submission. */
const course = z.object({
  /** The time of one point: a minute, or an hour where the incident lies further back. */
  unitSeconds: z.int(),
  /** The seconds within which a delivered part is on time. */
  dueSeconds: z.int(),
  points: z.array(
    z.object({
      timestamp,
      onTime: z.int(),
      late: z.int(),
      /** Refused by the connector, or not delivered by their receipt. */
      failed: z.int(),
      /** Without a receipt until now. */
      missing: z.int(),
    }),
  ),
});
export type IncidentCourse = z.output<typeof course>;

const one = z.object({ incidentId: id });

/** Limits of a route and connector; null stands for all. */
const limit = z.extend(limits, {
  routeId: z.nullable(z.int()),
  routeOrder: z.nullable(z.int()),
  cid: z.nullable(z.string()),
  /** The time at which they were last set; null for those of all while they are the usual ones. */
  changeTimestamp: z.nullable(timestamp),
});
export type HealingLimit = z.output<typeof limit>;

export const healing = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/jasmin/incidents`,
    who: 'gateway',
    summary: 'Connectors that left their normal range for a network, the newest incident first',
    input: z.object({
      ...page,
      'filter.statuses': many(z.enum(INCIDENT_STATUSES)),
      'filter.connectors': many(connectorName),
    }),
    output: listOf('incidents', incident),
  }),
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/jasmin/incidents/:incidentId`,
    who: 'gateway',
    summary: 'An incident with the figures of each decision, and its course over time',
    input: one,
    output: z.object({ incident, steps: z.array(step), course }),
  }),
  moveBack: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin/incidents/:incidentId:moveBack`,
    who: 'gateway',
    summary: 'Move all messages back at once; nothing is moved by itself for an hour',
    input: one,
    output: incident,
  }),
  keep: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin/incidents/:incidentId:keep`,
    who: 'gateway',
    summary: 'Keep the present share until an operator moves it back, or let it go on by itself',
    input: z.extend(one, { isKept: z.boolean() }),
    output: incident,
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin/incidents/:incidentId:acknowledge`,
    who: 'gateway',
    summary: 'Take an incident on, so that others see who works on it',
    input: one,
    output: incident,
  }),
  limits: endpoint({
    method: 'GET',
    path: `${PORTAL}/jasmin/healing-limits`,
    who: 'gateway',
    summary:
      'How far routes may heal by themselves: the rule for all, and those of routes and connectors',
    input: z.object({}),
    output: z.object({ limits: z.array(limit) }),
  }),
  setLimit: endpoint({
    method: 'PUT',
    path: `${PORTAL}/jasmin/healing-limits`,
    who: 'gateway',
    summary:
      'Set the limits of all routes, of a route, of a connector, or of a connector of a route',
    input: z.extend(limits, {
      routeId: z.optional(routeId),
      cid: z.optional(connectorName),
    }),
    output: limit,
  }),
  dropLimit: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/jasmin/healing-limits`,
    who: 'gateway',
    summary: 'Remove limits, so that those of the route, of the connector or of all apply again',
    input: z.object({
      routeId: z.optional(routeId),
      cid: z.optional(connectorName),
    }),
    output: done,
  }),
};

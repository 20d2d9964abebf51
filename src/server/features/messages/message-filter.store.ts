/** The filter of sent messages as conditions of a query. */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { MessageStatus } from '../../../contract/api/messages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import type { NumberQuery, Where } from '../../infra/database/scoped-query.ts';

export type MessageFilter = {
  /** Numbers that are looked for; none is all. */
  numbers: NumberQuery[];
  senders: string[];
  campaignIds: string[];
  clientIds: string[];
  statuses: MessageStatus[];
  carrierStatuses: string[];
  countries: string[];
  /** Codes of `networks.ts`; null is all. */
  networks: number[] | null;
  /** Names of connectors, ids of routes and codes of errors, for operators of the gateway. */
  connectors: string[];
  routes: number[];
  errorCodes: string[];
  /** Bounds of ids, which carry the time. */
  from: string | undefined;
  to: string | undefined;
};
/** The filter that every message passes. */
export const ANY_MESSAGE: Readonly<MessageFilter> = {
  numbers: [],
  senders: [],
  campaignIds: [],
  clientIds: [],
  statuses: [],
  carrierStatuses: [],
  countries: [],
  networks: null,
  connectors: [],
  routes: [],
  errorCodes: [],
  from: undefined,
  to: undefined,
};

export const HOUR = 3_600_000;

export const asksForOutcome = ({ connectors, routes, errorCodes }: MessageFilter): boolean =>
  connectors.length + routes.length + errorCodes.length > 0;

/** The conditions that a message's own columns can be asked. */
export function ownConditions(
  where: Where,
  filter: MessageFilter,
  after: string | undefined,
): void {
  if (filter.from !== undefined) where.add('id >= ?', filter.from);
  if (filter.to !== undefined) where.add('id < ?', filter.to);
  if (after !== undefined) where.add('id < ?', after);
  if (filter.senders.length > 0) where.add('sender = any (?)', filter.senders);
  if (filter.carrierStatuses.length > 0)
    where.add('carrier_status = any (?)', filter.carrierStatuses);
  if (filter.countries.length > 0) where.add('country = any (?)', filter.countries);
  if (filter.networks !== null) where.add('network = any (?)', filter.networks);
  if (filter.statuses.length > 0) addStatuses(where, filter.statuses);
  outcomeConditions(where, filter);
}

/**
 * The conditions on connector, route and error code; of a message on its way, the connectors of its
 * parts. A code after which a message was submitted again, or moved to another connector, is in its
 * step alone, with the connector that it came from.
 */
function outcomeConditions(where: Where, filter: MessageFilter): void {
  if (filter.routes.length > 0) where.add('m.route_id = any (?)', filter.routes);
  const own: string[] = [];
  const ofStep = ["e.kind in ('REQUEUED', 'FAILED_OVER')"];
  if (filter.connectors.length > 0) {
    const ids = `array(select id from connector where cid = any (${where.value(filter.connectors)}))`;
    const ofPart = (table: string) =>
      `exists (select from ${table} p where p.message_id = m.id and p.connector_id = any (${ids}))`;
    own.push(
      `(m.connector_id = any (${ids}) or (m.connector_id is null and (${ofPart('submission')} or ${ofPart('unconfirmed_part')})))`,
    );
    ofStep.push(`(e.detail ->> 'connectorId')::int = any (${ids})`);
  }
  if (filter.errorCodes.length > 0) {
    const codes = where.value(filter.errorCodes);
    own.push(`m.error_code = any (${codes})`);
    ofStep.push(`e.detail ->> 'reason' = any (${codes})`);
    where.add(
      `((${own.join(' and ')}) or exists (select from message_event e where e.message_id = m.id and ${ofStep.join(' and ')}))`,
    );
  } else if (own.length > 0) where.add(own.join(' and '));
}

export function nothingYet(): Where {
  return whereWithin({ reach: 'all' } as Scope, '');
}

const IN_FLIGHT = 'm.id in (select f.message_id from part_in_flight f)';
const SUBMITTED = 'exists (select from submission s where s.message_id = m.id)';
const UNCONFIRMED =
  'exists (select from unconfirmed_part u where u.message_id = m.id and not u.given_up)';
/** The status of a live message, from its parts; the worst of them wins. */
export const LIVE: Partial<Record<MessageStatus, string>> = {
  QUEUED: `not (${IN_FLIGHT} or ${SUBMITTED} or ${UNCONFIRMED})`,
  CLAIMED: `${IN_FLIGHT} and not ${UNCONFIRMED}`,
  AMBIGUOUS: UNCONFIRMED,
  SUBMITTED: `${SUBMITTED} and not (${IN_FLIGHT} or ${UNCONFIRMED})`,
};

function addStatuses(where: Where, statuses: MessageStatus[]): void {
  const kept = statuses
    .map((status) => MESSAGE_STATUS[status])
    .filter((status) => status >= MESSAGE_STATUS.SUBMITTED);
  const live = statuses
    .flatMap((status) => LIVE[status] ?? [])
    .map((condition) => `(status = ${MESSAGE_STATUS.QUEUED} and ${condition})`);
  where.add(`(${[...(kept.length > 0 ? ['status = any (?)'] : []), ...live].join(' or ')})`, kept);
}

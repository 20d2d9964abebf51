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
  /** Bounds of ids, which carry the time. */
  from: string | undefined;
  to: string | undefined;
};
export const HOUR = 3_600_000;

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

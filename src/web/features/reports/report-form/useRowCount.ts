import { messages } from '../../../../contract/api/messages.ts';
import { purchases } from '../../../../contract/api/purchases.ts';
import type { ReportFilters } from '../../../../contract/api/report-columns.ts';
import type { Input } from '../../../../contract/endpoint.ts';
import { isDay } from '../../../../contract/shared/dates.ts';
import { useGet } from '../../../parts/queries.ts';
import { useNow } from '../../../ui/figures/figures.tsx';
import { type Draft, wishOf } from './draft.ts';

const ONE_ROW = { pageSize: 1, pageToken: '' };

const asQuery = (filters: ReportFilters) => ({
  ...ONE_ROW,
  ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [`filter.${name}`, value])),
});

/**
 * The rows that a report would have now, as the list of the same things counts them. Undefined for a summary,
 * whose rows no list has, and while the choices are not complete.
 */
export function useRowCount(draft: Draft): { count: number; isLowerBound: boolean } | undefined {
  const { kind, days, from, to } = draft;
  const { filters } = wishOf(draft, useNow(), true);
  const isComplete =
    kind === 'CAMPAIGN_MESSAGES'
      ? filters.campaignIds !== undefined
      : days !== 'other' || [from, to].every((day) => day === '' || isDay(day));
  const query = asQuery(filters);
  const options = (...kinds: Draft['kind'][]) => ({
    when: isComplete && kinds.includes(kind),
    keep: true,
  });
  const sent = useGet(
    messages.sent,
    query as Input<typeof messages.sent>,
    options('SENT_MESSAGES', 'CAMPAIGN_MESSAGES'),
  );
  const received = useGet(
    messages.received,
    query as Input<typeof messages.received>,
    options('INCOMING_MESSAGES'),
  );
  const moved = useGet(
    purchases.list,
    query as Input<typeof purchases.list>,
    options('TRANSACTIONS'),
  );
  if (!isComplete || kind === 'DELIVERY_SUMMARY') return undefined;
  const { data } = kind === 'INCOMING_MESSAGES' ? received : kind === 'TRANSACTIONS' ? moved : sent;
  return (
    data && {
      count: data.collectionCount,
      isLowerBound: data.collectionCountIsLowerBound === true,
    }
  );
}

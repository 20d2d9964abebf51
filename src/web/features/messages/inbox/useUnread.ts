import { threads } from '../../../../contract/api/threads.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { useGet } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import type { ListAddress } from '../../../ui/lists/useListAddress.ts';

/** Counted at most. */
const MOST = 50;
const EVERY = 30_000;

/** The number of unread conversations for the tab that shows them, such as `3` or `50+`; empty while there is none. */
export function useUnread(
  page: Output<typeof threads.list> | undefined,
  list: ListAddress,
): string {
  const { number } = useFormat();
  // A list of one page has them all.
  const isWhole =
    page !== undefined &&
    page.nextPageToken === '' &&
    list.page === 0 &&
    list.values('keyword').length === 0;
  const { data } = useGet(
    threads.list,
    {
      pageSize: MOST,
      'filter.search': list.value('search'),
      'filter.unread': true,
      'filter.clientIds': list.values('client'),
    },
    { when: page !== undefined && !isWhole, keep: true, every: () => EVERY },
  );
  const [count, isMore] = isWhole
    ? [page.threads.filter(({ unread }) => unread).length, false]
    : [data?.collectionCount ?? 0, data?.collectionCountIsLowerBound === true];
  return count === 0 ? '' : `${number(count)}${isMore ? '+' : ''}`;
}

import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { threads } from '../../../../contract/api/threads.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { useMe } from '../../../parts/queries.ts';

/**
 * The account's own newest conversation of the list, for a screen on which none was chosen; empty if there is none. A later
 * one does not take its place while somebody reads.
 * @param view the filters and the page of the list
 */
export function useNewest(
  query: UseQueryResult<Output<typeof threads.list>, Error>,
  view: string,
): string {
  const me = useMe();
  const [newest, setNewest] = useState({ view: '', messageId: '' });
  const { data } = query;
  if (data !== undefined && !query.isPlaceholderData && newest.view !== view) {
    const own = data.threads.find(({ clientId }) => clientId === me.clientId);
    setNewest({ view, messageId: own?.messageId ?? '' });
  }
  return newest.messageId;
}

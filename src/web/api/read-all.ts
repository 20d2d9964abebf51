import type { Endpoint, Input, Output } from '../../contract/endpoint.ts';
import { call } from './call.ts';

const AT_ONCE = 200;
/** Pages after which a list is no longer one to have as a whole. */
const MOST_PAGES = 50;

/** Reads a list page by page to its end, for what is configured and not counted in millions. */
export async function readAll<E extends Endpoint, K extends string & keyof Output<E>>(
  endpoint: E,
  rows: K,
  input: Omit<Input<E>, 'pageSize' | 'pageToken'>,
  signal?: AbortSignal,
): Promise<Output<E>> {
  const all: unknown[] = [];
  let pageToken = '';
  for (let page = 0; ; page++) {
    const answer = await call(
      endpoint,
      { ...input, pageSize: AT_ONCE, pageToken } as unknown as Input<E>,
      signal ? { signal } : {},
    );
    all.push(...(answer[rows] as unknown[]));
    pageToken = (answer as { nextPageToken: string }).nextPageToken;
    if (pageToken === '' || page + 1 === MOST_PAGES)
      return { ...(answer as object), [rows]: all } as Output<E>;
  }
}

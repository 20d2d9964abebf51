import { useEffect, useState } from 'react';
import type { Endpoint, Output } from '../../contract/endpoint.ts';
import { call, messageOf } from '../call.ts';

/** The token of the link that led here. It is a secret: it stays in no history and no screenshot. */
export function useToken(): string {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '');
  useEffect(() => {
    if (token !== '') history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return token;
}

/** The purpose of a mailed link, read without using the link up: programs that scan mail follow links too. */
export function useMailedLink<E extends Endpoint>(
  endpoint: E,
  token: string,
): { found: Output<E> | null; refusal: string | null } {
  const [found, setFound] = useState<Output<E> | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    const left = new AbortController();
    call(endpoint, { token } as never, { signal: left.signal }).then(
      setFound,
      (failure: unknown) => {
        if (!left.signal.aborted) setRefusal(messageOf(failure));
      },
    );
    return () => left.abort();
  }, [endpoint, token]);
  return { found, refusal };
}

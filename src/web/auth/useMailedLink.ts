import i18next from 'i18next';
import { useEffect, useState } from 'react';
import type { Endpoint, Output } from '../../contract/endpoint.ts';
import { call, messageOf } from '../api/call.ts';
import { CallError } from '../api/request.ts';

/** The token of the link that led here. It is a secret: it stays in no history and no screenshot. */
export function useToken(): string {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '');
  useEffect(() => {
    if (token !== '') history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return token;
}

/** Why a link cannot be read. `again` is there where another attempt may succeed: a reload would lose the token. */
export type LinkRefusal = { message: string; again?: () => void };
type Reading<E extends Endpoint> = { found: Output<E> | null; refusal: LinkRefusal | null };

/** The purpose of a mailed link, read without using the link up: programs that scan mail follow links too. */
export function useMailedLink<E extends Endpoint>(endpoint: E, token: string): Reading<E> {
  const [found, setFound] = useState<Output<E> | null>(null);
  const [refusal, setRefusal] = useState<LinkRefusal | null>(null);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    if (token === '') return setRefusal({ message: i18next.t('auth.linkIncomplete') });
    const left = new AbortController();
    setRefusal(null);
    call(endpoint, { token } as never, { signal: left.signal }).then(
      setFound,
      (failure: unknown) => {
        if (left.signal.aborted) return;
        const isGone =
          failure instanceof CallError && failure.status >= 400 && failure.status < 500;
        const message = messageOf(failure);
        setRefusal(
          isGone ? { message } : { message, again: () => setAttempt((before) => before + 1) },
        );
      },
    );
    return () => left.abort();
  }, [endpoint, token, attempt]);
  return { found, refusal };
}

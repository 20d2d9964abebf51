import {
  keepPreviousData,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { auth, type SignedIn } from '../../contract/api/auth.ts';
import type { Endpoint, Input, Output } from '../../contract/endpoint.ts';
import { call, messageOf } from '../api/call.ts';
import { readAll } from '../api/read-all.ts';
import { CallError } from '../api/request.ts';
import { IdempotencyKeys } from './idempotencyKeys.ts';
import { useToast } from '../ui/dialogs/Toasts.tsx';

// Without a network a call fails instead of waiting for one: a button that was pressed offline must not act hours later.
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      networkMode: 'always',
      refetchOnReconnect: true,
      // A refusal would repeat; only timeouts and faults are retried.
      retry: (failures, failure) => failures < 2 && mayPass(failure),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

function mayPass(failure: Error): boolean {
  return failure instanceof CallError && (failure.status === 0 || failure.status >= 500);
}

const AFTER_FAULT = 10_000;

/** The interval of queries for changing data, in milliseconds; only while the page is visible. */
export const LIVE = 2000;

export type GetOptions<E extends Endpoint> = {
  /** No query while false. */
  when?: boolean;
  /** Milliseconds until the next query, by the latest answer; false is never. */
  every?: (latest: Output<E> | undefined) => number | false;
  /** Milliseconds for which an answer serves parts that are opened later. */
  fresh?: number;
  /** Queried whenever its screen is opened, so that changes made elsewhere show at once. */
  anew?: true;
  /** Keep showing the last page or filter while the next one loads. */
  keep?: boolean;
  /** Read for a form, which sends all of it back: an answer from before the form was opened is none. */
  forForm?: true;
};

/** Reads by an endpoint and keeps the answer under its path and input. */
export function useGet<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: GetOptions<E> = {},
): UseQueryResult<Output<E>, Error> {
  return useReading(keyOf(endpoint, input), (signal) => call(endpoint, input, { signal }), options);
}

/**
 * Reads a list of configured things to its end, page after page, for a choice among them or to name them.
 * @param rows the field of the answer with the rows
 */
export function useAll<E extends Endpoint, K extends string & keyof Output<E>>(
  endpoint: E,
  rows: K,
  input: Omit<Input<E>, 'pageSize' | 'pageToken'>,
  options: GetOptions<E> = {},
): UseQueryResult<Output<E>, Error> {
  return useReading(
    [endpoint.path, input, 'all'],
    (signal) => readAll(endpoint, rows, input, signal),
    options,
  );
}

function useReading<E extends Endpoint>(
  queryKey: readonly unknown[],
  read: (signal: AbortSignal) => Promise<Output<E>>,
  options: GetOptions<E>,
): UseQueryResult<Output<E>, Error> {
  const { every } = options;
  return useQuery<Output<E>, Error, Output<E>, readonly unknown[]>({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    enabled: options.when ?? true,
    ...(options.fresh !== undefined && { staleTime: options.fresh }),
    ...(options.forForm && { gcTime: 0 }),
    refetchOnMount: options.anew ? 'always' : true,
    refetchInterval:
      every === undefined
        ? false
        : (query) =>
            query.state.error ? mayPass(query.state.error) && AFTER_FAULT : every(query.state.data),
    placeholderData: options.keep ? (keepPreviousData as never) : undefined,
  });
}

export type SendOptions<E extends Endpoint> = {
  /** Readings that this call makes stale, by endpoint. */
  changes?: readonly Endpoint[];
  done?: (output: Output<E>, input: Input<E>) => void;
  /** Else the failure shows as a toast. */
  failed?: (failure: Error, input: Input<E>) => void;
};

/**
 * Does something by an endpoint. An idempotent one gets its key once for what the person wants: a try again after silence or
 * a fault carries the same key, and so can never do it twice; after a definite answer the next is a new intent. The same again
 * while it is under way, as by a double click, is the same call.
 */
export function useSend<E extends Endpoint>(
  endpoint: E,
  options: SendOptions<E> = {},
): UseMutationResult<Output<E>, Error, Input<E>, unknown> {
  const client = useQueryClient();
  const toast = useToast();
  const keys = useRef(new IdempotencyKeys());
  const inFlight = useRef(new Map<string, Promise<Output<E>>>());

  async function send(input: Input<E>, asked: string): Promise<Output<E>> {
    if (!endpoint.idempotent) return call(endpoint, input);
    const idempotencyKey = keys.current.begin(asked);
    try {
      const output = await call(endpoint, input, { idempotencyKey });
      keys.current.end(asked);
      return output;
    } catch (failure) {
      keys.current.end(asked, failure);
      throw failure;
    }
  }

  return useMutation<Output<E>, Error, Input<E>, { again: boolean }>({
    onMutate: (input) => ({ again: inFlight.current.has(JSON.stringify(input)) }),
    mutationFn: (input) => {
      const asked = JSON.stringify(input);
      const first = inFlight.current.get(asked);
      if (first) return first;
      const sent = send(input, asked).finally(() => inFlight.current.delete(asked));
      inFlight.current.set(asked, sent);
      return sent;
    },
    onSuccess: (output, input, { again }) => {
      if (!again) options.done?.(output, input);
    },
    onError: (failure, input, context) => {
      if (context?.again) return;
      if (options.failed) options.failed(failure, input);
      // The person cancelled the step-up, which is no failure.
      else if (failure instanceof CallError && failure.code === 'STEP_UP_CANCELLED')
        toast.info(messageOf(failure));
      else toast.error(messageOf(failure));
    },
    // Also after a failure: most often another person changed the same thing first.
    onSettled: () => {
      for (const changed of options.changes ?? [])
        void client.invalidateQueries({ queryKey: [changed.path] });
    },
  });
}

/** The account is queried once while a slow machine loads the parts of a page. */
export const ME_FRESH = 10_000;

/** The signed-in client; the session check has put it here before any screen shows. */
export function useMe(): SignedIn {
  const { data } = useGet(auth.me, {}, { every: () => 30_000, fresh: ME_FRESH });
  if (data === undefined) throw new Error('no signed-in client');
  return data;
}

export function keyOf<E extends Endpoint>(endpoint: E, input: Input<E>): readonly unknown[] {
  return [endpoint.path, input];
}

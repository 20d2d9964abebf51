// One request to the server, without renewal of the session.
import i18next from 'i18next';
import { fillPath, type Endpoint, type Input } from '../../contract/endpoint.ts';
import { currentLanguage } from '../i18n/i18n.ts';

/**
 * A call that did not succeed: the server's words for a person, its stable code, and the fields it names.
 * Status 0 is no answer at all.
 */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly { field: string; message: string }[];

  constructor(
    status: number,
    code: string,
    message: string,
    details: readonly { field: string; message: string }[] = [],
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export type CallOptions = {
  signal?: AbortSignal;
  /** For an idempotent endpoint: one key for one action of the person, repeated on each attempt. */
  idempotencyKey?: string;
  /** A token of its own instead of the session's: a temporary or a mailed one. It is never refreshed. */
  bearer?: string;
  /** Sent to its end even where the page is left meanwhile. */
  keepalive?: boolean;
};

/**
 * The reason why the server ended the session, for the sign-in page, null where it did not; and whether it was
 * inactivity.
 */
export async function endOf(
  refusal: Response,
): Promise<{ reason: string | null; wasIdle: boolean }> {
  const { error } = (await refusal
    .clone()
    .json()
    .catch(() => ({}))) as { error?: string };
  const reasons: Record<string, string> = {
    SESSION_IDLE: i18next.t('signIn.ended.idle'),
    SESSION_TOO_OLD: i18next.t('signIn.ended.tooOld'),
    SESSION_REUSED: i18next.t('signIn.ended.reused'),
  };
  return { reason: reasons[error ?? ''] ?? null, wasIdle: error === 'SESSION_IDLE' };
}

export async function succeeded(response: Response): Promise<Response> {
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  const { message, error, details } = (typeof body === 'object' && body !== null ? body : {}) as {
    message?: string;
    error?: string;
    details?: { field: string; message: string }[];
  };
  throw new CallError(
    response.status,
    error ?? '',
    message || error || i18next.t('unknownError'),
    details ?? [],
  );
}

function headersOf(token: string | undefined): Headers {
  const headers = new Headers({ 'accept-language': currentLanguage() });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  return headers;
}

export async function fetchOnce<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  token: string | undefined,
  options: CallOptions,
): Promise<Response> {
  const { path, rest } = fillPath(endpoint.path, input as Record<string, unknown>);
  const address = new URL(path, location.origin);
  const headers = headersOf(token);
  const asQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  if (asQuery) for (const [name, value] of queryOf(rest)) address.searchParams.append(name, value);
  else headers.set('content-type', 'application/json');
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
  try {
    return await fetch(address, {
      method: endpoint.method,
      headers,
      body: asQuery ? undefined : JSON.stringify(rest),
      signal: options.signal,
      credentials: endpoint.signsIn ? 'same-origin' : 'omit',
      keepalive: options.keepalive,
    });
  } catch (failure) {
    if (options.signal?.aborted) throw failure;
    throw new CallError(0, 'UNREACHABLE', i18next.t('unreachable'));
  }
}

/** Names and values of a query; empty values are left out, and lists repeat their name. */
function queryOf(input: Record<string, unknown>): [string, string][] {
  return Object.entries(input).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null && one !== '')
      .map((one): [string, string] => [name, String(one)]),
  );
}

/** By XMLHttpRequest, because fetch does not report the progress of an upload. */
export function uploadOnce<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  file: File,
  token: string | undefined,
  options: { signal: AbortSignal; progress(sent: number, total: number): void },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    // Stopped while the token was renewed, or between the attempts.
    options.signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(endpoint.method, fillPath(endpoint.path, input as Record<string, unknown>).path);
    for (const [name, value] of headersOf(token)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => options.progress(event.loaded, event.total);
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(new CallError(0, 'UNREACHABLE', i18next.t('unreachable')));
    request.onabort = () => reject(new DOMException('', 'AbortError'));
    options.signal.addEventListener('abort', () => request.abort(), { once: true });
    const body = new FormData();
    body.append('file', file);
    request.send(body);
  });
}

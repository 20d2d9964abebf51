// Endpoints and their handlers: the types of a call and of its answer. The server that runs them is server.ts.
import type { Readable } from 'node:stream';
import type { Endpoint, Output, Parsed } from '../../../contract/endpoint.ts';
import type { Language } from '../../i18n/language.ts';
import type { Scope } from '../database/scope.ts';
import type { DeviceCookie } from './device-cookie.ts';
import type { KeySession, Session } from './caller.ts';

/** A file in a multipart body: read the stream to its end, or the request hangs. */
export type UploadedFile = { fileName: string; stream: Readable };

/** A file to answer with. */
export type Download = {
  fileName: string;
  contentType: string;
  stream: Readable;
  /**
   * The caches that may keep it, if its address always names the same content: `public` includes
   * caches between server and browser.
   */
  cache?: 'private' | 'public';
};

/** The context of a request beside its input. */
export type Call<E extends Endpoint> = {
  /** The clients whose rows this call may access: the reach of the endpoint's permission. */
  readonly scope: Scope;
  /** The signed-in client's own rows. */
  readonly own: Scope;
  readonly session: Session;
  readonly requestId: string;
  readonly language: Language;
  readonly address: string;
  readonly userAgent: string;
  /** Possible hosts of the request, the likeliest first: lower case, without port. */
  readonly hosts: readonly string[];
  /** The idempotency key and the hash of the request; undefined if an optional key was omitted. */
  readonly idempotency: E extends { idempotent: true }
    ? { key: string; bodyHash: Buffer }
    : E extends { idempotent: 'optional' }
      ? { key: string; bodyHash: Buffer } | undefined
      : undefined;
  readonly file: E extends { upload: true } ? UploadedFile : undefined;
  /** Read each to its end before the next. */
  readonly files: E extends { upload: 'several' } ? AsyncIterable<UploadedFile> : undefined;
  readonly device: E extends { signsIn: true } ? DeviceCookie : undefined;
};

/**
 * A call of software with an API key instead of a session. It reaches only its account's own rows.
 */
type KeyCall<E extends Endpoint> = Omit<Call<E>, 'scope' | 'session'> & {
  readonly key: KeySession;
};

/** A call to a public endpoint has no scope and no session, only the caller's tokens and host. */
type PublicCall<E extends Endpoint> = Omit<Call<E>, 'scope' | 'own' | 'session'> & {
  readonly bearer: string | undefined;
};

type Handler<E extends Endpoint> = (
  input: Parsed<E>,
  call: E extends { who: 'public' }
    ? PublicCall<E>
    : E extends { key: string }
      ? KeyCall<E>
      : Call<E>,
) => Promise<E extends { download: true } ? Download : Output<E>>;

export type Route = {
  endpoint: Endpoint;
  handler: (input: never, call: never) => Promise<unknown>;
};

/** The handlers of a group of endpoints; a large group combines the handlers of several files. */
export type Handlers<G extends Record<string, Endpoint>> = { [K in keyof G]: Handler<G[K]> };

/**
 * Pairs every endpoint of a contract with its handler. A missing handler, or one with the wrong
 * answer type, does not compile.
 */
export function answer<G extends Record<string, Endpoint>>(
  group: G,
  handlers: Handlers<G>,
): Route[] {
  return Object.entries(group).map(([name, endpoint]) => ({
    endpoint,
    handler: handlers[name as keyof G] as Route['handler'],
  }));
}

// Endpoints and their handlers: the types of a call and of its answer. The server that runs them is server.ts.
import type { Readable } from 'node:stream';
import type { Endpoint, Output, Parsed } from '../../../contract/endpoint.ts';
import type { Language } from '../../i18n/language.ts';
import type { Scope } from '../database/scope.ts';
import type { DeviceCookie } from './device-cookie.ts';
import type { KeySession, Session } from './caller.ts';

/** A file in a multipart body: read the stream to its end or the request hangs. */
export type UploadedFile = { fileName: string; stream: Readable };

/** A file to answer with. */
export type Download = {
  fileName: string;
  contentType: string;
  stream: Readable;
  /** The caches that may keep it, if its address never names other content: `public` also caches between us and the browser. */
  cache?: 'private' | 'public';
};

/** The context of a request beside its input. */
export type Call<E extends Endpoint> = {
  /** The clients whose rows this call may touch: the reach of the endpoint's permission. */
  readonly scope: Scope;
  /** The signed-in client's own rows. */
  readonly own: Scope;
  readonly session: Session;
  readonly requestId: string;
  readonly language: Language;
  readonly address: string;
  readonly userAgent: string;
  /** Host names that the request may be meant for, the likeliest first: lower case, without port. */
  readonly hosts: readonly string[];
  /** The idempotency key and the hash of the request; undefined where an optional key was omitted. */
  readonly idempotency: E extends { idempotent: true }
    ? { key: string; bodyHash: Buffer }
    : E extends { idempotent: 'optional' }
      ? { key: string; bodyHash: Buffer } | undefined
      : undefined;
  readonly file: E extends { upload: true } ? UploadedFile : undefined;
  /** Each must be read to its end before the next is taken. */
  readonly files: E extends { upload: 'several' } ? AsyncIterable<UploadedFile> : undefined;
  readonly device: E extends { signsIn: true } ? DeviceCookie : undefined;
};

/** Software's call: a key in place of a session. It reaches its account's own rows and no others. */
type KeyCall<E extends Endpoint> = Omit<Call<E>, 'scope' | 'session'> & {
  readonly key: KeySession;
};

/** A public endpoint's call has no scope and no session, but what the caller holds and the host it came to. */
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

/** The handlers of a group of endpoints; a large group is put together of several files' handlers. */
export type Handlers<G extends Record<string, Endpoint>> = { [K in keyof G]: Handler<G[K]> };

/** Pairs every endpoint of a contract with its handler: one missing, or one that answers the wrong thing, does not compile. */
export function answer<G extends Record<string, Endpoint>>(
  group: G,
  handlers: Handlers<G>,
): Route[] {
  return Object.entries(group).map(([name, endpoint]) => ({
    endpoint,
    handler: handlers[name as keyof G] as Route['handler'],
  }));
}

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import multipart from '@fastify/multipart';
import * as z from 'zod/mini';
import {
  pathParameters,
  type Endpoint,
  type Output,
  type Parsed,
} from '../../../contract/endpoint.ts';
import { NEEDS_STRONG_SIGN_IN } from '../../../contract/api/security.ts';
import { reachOf, WHILE_OBLIGED } from '../../../contract/shared/roles.ts';
import type { ApiKeyScope } from '../../../contract/shared/key-scopes.ts';
import type { Failure } from '../../../contract/errors.ts';
import { KEY_CALLS_PER_SECOND } from '../../../contract/api/rest-messages.ts';
import { CONNECTION_LIMITS, guardConnections, serverTimeouts } from './connection-guard.ts';
import type { ConnectionLimits } from './connection-guard.ts';
import { CommitUnknown, DatabaseAway } from '../database/failures.ts';
import { openDeviceCookie, type DeviceCookie } from './device-cookie.ts';
import {
  badInput,
  detailsIncomplete,
  idempotencyKeyMissing,
  keyAddress,
  keyScope,
  keyUnknown,
  notAllowed,
  notFound,
  notSignedIn,
  notWhileImpersonating,
  outcomeUnknown,
  passwordChangeDue,
  Refusal,
  strongSignInRequired,
  tooLarge,
  tooManyRequests,
  unavailable,
} from '../errors.ts';
import { newId } from '../ids.ts';
import { timeRequests } from '../instruments.ts';
import { inputMessages } from './input-messages.ts';
import { sentence } from '../../i18n/sentence.ts';
import { languageOf, type Language } from '../../i18n/language.ts';
import { ownScope, scopeOf, type Scope } from '../database/scope.ts';
import { mayComeFrom } from './ip-ranges.ts';
import type { Session } from './caller.ts';
import type { KeySession } from './caller.ts';
import { Throughput } from '../throughput.ts';

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

/** A call and how it ended. `path` is the pattern; `clientId` is whose rows it reached, `error` the code of a refusal. */
export type Answered = {
  requestId: string;
  method: string;
  path: string;
  status: number;
  error?: string;
  clientId?: string;
  apiKeyId?: string;
  impersonatorId?: string;
  address: string;
  milliseconds: number;
};

export type ServerOptions = {
  routes: Route[];
  /** The session of an access token, or undefined. */
  authenticate(token: string): Promise<Session | undefined>;
  /** The account of an API key, with what the key may do; undefined where it is unknown, revoked, or its account may not be used. */
  authenticateKey(key: string): Promise<KeySession | undefined>;
  /** Refuses a session whose owner has not proved within the last 5 minutes who they are. */
  requireStepUp(session: Session): Promise<void>;
  /** Writes down, before it is done, what somebody is about to change while acting for somebody else. */
  onActed(
    session: Session,
    facts: {
      method: string;
      path: string;
      parameters: Record<string, string>;
      address: string;
      userAgent: string;
    },
  ): Promise<void>;
  /** Told of every fault of ours, with the request's id, before the person sees "something went wrong". */
  onFault(error: unknown, facts: { requestId: string; method: string; path: string }): void;
  /** Told of every call when its answer has gone: with what a person was shown, whoever asks why finds the line. */
  onAnswered?(facts: Answered): void;
  /** The origin that pages are served from may call itself only; true where it is https. */
  secure: boolean;
  /** A real installation: ADMINISTRATOR and IT_SUPPORT need an authenticator app or a passkey. */
  demandsStrongSignIn?: boolean;
  /** Addresses and networks of those who may say whose call they pass on. */
  trustProxy: string[];
  /** The standard limits unless given. */
  connections?: ConnectionLimits;
};

const FILE_LIMIT = 300 * 1024 * 1024;
/** In one body, where an endpoint takes several. */
const MOST_FILES = 8;
const BODY_LIMIT = 1024 * 1024;
const LARGE_BODY_LIMIT = 8 * 1024 * 1024;

/** The HTTP server: validation, who may, errors and files are settled here, so that handlers only answer. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const limits = options.connections ?? CONNECTION_LIMITS;
  const app = Fastify({
    ...serverTimeouts(limits),
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy,
    genReqId: () => newId(),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // The specification: a trailing '&' on an address is removed.
    rewriteUrl: (request) => request.url!.replace(/&+$/, ''),
    forceCloseConnections: 'idle',
  });
  guardConnections(app.server, limits, options.trustProxy);
  timeRequests(app);
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url;
    if (!path?.startsWith('/v1/')) return; // pages and their pieces
    options.onAnswered?.({
      requestId: request.id,
      method: request.method,
      path: path.replace('([^:/]+)', '').replaceAll('::', ':'),
      status: reply.statusCode,
      ...learned.get(request),
      address: request.ip,
      milliseconds: Math.round(reply.elapsedTime),
    });
  });
  const guards = guardHeaders(options.secure);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(guards);
    done();
  });
  await app.register(multipart, {
    limits: { files: 1, fields: 0, fileSize: FILE_LIMIT, headerPairs: 50 },
    throwFileSizeLimit: true,
  });
  // An empty body with a JSON type is what a browser sends for a call without input.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, parsed) => {
    if (body === '') return parsed(null, {});
    try {
      parsed(null, JSON.parse(body as string));
    } catch {
      parsed(badInput([{ field: 'body', message: 'JSON' }]));
    }
  });

  app.setErrorHandler((error, request, reply) => {
    const language = languageOf(request.headers['accept-language']);
    const refusal = asRefusal(error, request.routeOptions.bodyLimit === LARGE_BODY_LIMIT);
    if (!refusal)
      options.onFault(error, {
        requestId: request.id,
        method: request.method,
        path: request.routeOptions.url ?? '',
      });
    const response = refusal ?? new Refusal(500, 'INTERNAL');
    learn(request, { error: response.code });
    return refuse(reply, response, language, request.id);
  });

  const calls = new Throughput();
  for (const route of options.routes) app.route(fastifyRoute(options, route, calls));
  app.all('/v1/*', async () => {
    throw notFound('address');
  });
  return app;
}

/** The one policy that our scripts may make, for the worker of the proof of work (`src/web/auth/callProven.ts`). */
const TRUSTED_TYPES = 'proof-of-work';

/**
 * Headers that tell a browser the permissions of every response. They are the same for all of them, and put together once:
 * of what a message costs the api, a tenth went to a library that did it for each.
 */
function guardHeaders(secure: boolean): Record<string, string> {
  const content = {
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'self' blob:",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'form-action': "'self'",
    'require-trusted-types-for': "'script'",
    'trusted-types': TRUSTED_TYPES,
  };
  return {
    'content-security-policy': Object.entries(content)
      .map(([name, from]) => `${name} ${from}`)
      .join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    ...(secure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0', // the filters that old browsers had opened holes of their own
  };
}

/** Facts learned about a request until it is answered. */
const learned = new WeakMap<
  FastifyRequest,
  Pick<Answered, 'error' | 'clientId' | 'apiKeyId' | 'impersonatorId'>
>();

function learn(
  request: FastifyRequest,
  facts: Pick<Answered, 'error' | 'clientId' | 'apiKeyId' | 'impersonatorId'>,
): void {
  learned.set(request, { ...learned.get(request), ...facts });
}

function refuse(reply: FastifyReply, refusal: Refusal, language: Language, requestId: string) {
  const body: Failure = {
    message: sentence(language, refusal.code, refusal.values),
    error: refusal.code,
    requestId,
  };
  if (refusal.details) body.details = refusal.details;
  if (refusal.retryAfterSeconds !== undefined)
    reply.header('retry-after', refusal.retryAfterSeconds);
  return reply.code(refusal.status).header('cache-control', 'no-store').send(body);
}

/** Errors of fastify itself (a body too large, broken multipart) are the caller's fault, not ours. */
function asRefusal(error: unknown, largeBody: boolean): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseAway) return unavailable();
  if (error instanceof CommitUnknown) return outcomeUnknown();
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (code === 'FST_FILES_LIMIT') return badInput([{ field: 'file', message: `<= ${MOST_FILES}` }]);
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE')
    return tooLarge(code === 'FST_REQ_FILE_TOO_LARGE' ? '300 MB' : largeBody ? '8 MB' : '1 MB');
  // Node's error where the sender left in the middle of its body.
  if (code === 'ECONNRESET' && (error as Error).message === 'aborted')
    return badInput([{ field: 'body', message: 'aborted' }]);
  // A character that PostgreSQL cannot store (22021 in a text, 22P05 in JSON), wherever it stood.
  const { detail } = error as { detail?: string };
  if (
    code === '22021' ||
    code === '22P05' ||
    (code === '22P02' && /^Unicode (high|low) surrogate/.test(detail ?? ''))
  )
    return badInput([{ field: 'body', message: 'NUL' }]);
  // The multipart parser's own words for a body that ends too early or has no boundary carry no code.
  const reason = error instanceof Error ? error.message : '';
  if (/unexpected end of multipart data$|^Multipart: /i.test(reason)) {
    return badInput([{ field: 'file', message: 'multipart/form-data' }]);
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return badInput([{ field: 'body', message: (error as Error).message }]);
  return undefined;
}

function fastifyRoute(options: ServerOptions, { endpoint, handler }: Route, calls: Throughput) {
  const named = new Set(pathParameters(endpoint.path));
  return {
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    ...(endpoint.largeBody && { bodyLimit: LARGE_BODY_LIMIT }),
    async handler(request: FastifyRequest, reply: FastifyReply) {
      const language = languageOf(request.headers['accept-language']);
      const known =
        endpoint.who === 'public' || endpoint.key
          ? undefined
          : await identify(options, endpoint, request);
      const keyed =
        endpoint.key && (await identifyKey(options, endpoint, endpoint.key, request, calls));
      // The path says whose thing it is: no body overrides it.
      const given =
        endpoint.method === 'GET' || endpoint.method === 'DELETE'
          ? (request.query as object)
          : endpoint.upload
            ? {}
            : bodyOf(request.body);
      const input = parse(endpoint, { ...given, ...(request.params as object) }, named, language);
      if (endpoint.stepUp && known) await options.requireStepUp(known.session);
      const call = {
        ...known,
        ...keyed,
        requestId: request.id,
        language,
        address: request.ip,
        userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
        idempotency: endpoint.idempotent
          ? idempotencyOf(request, input, endpoint.idempotent === 'optional')
          : undefined,
        file: endpoint.upload === true ? await fileOf(request) : undefined,
        files: endpoint.upload === 'several' ? filesOf(request) : undefined,
        ...(endpoint.signsIn && {
          device: openDeviceCookie(request, reply, options.secure || request.protocol === 'https'),
        }),
        hosts: hostsOf(options, request),
        ...(endpoint.who === 'public' && { bearer: bearerOf(request) }),
      };
      if (known?.session.impersonatorId && endpoint.method !== 'GET') {
        const parameters = Object.fromEntries(
          Object.entries(input as object).filter(
            ([name, value]) => typeof value === 'string' && (named.has(name) || /Id$/.test(name)),
          ),
        );
        await options.onActed(known.session, {
          method: endpoint.method,
          path: endpoint.path,
          parameters,
          address: call.address,
          userAgent: call.userAgent,
        });
      }
      const result = await handler(input as never, call as never);
      reply.header('cache-control', 'no-store');
      if (endpoint.download) {
        // A person who opens it by its address sees it in a page without permissions.
        reply.header('content-security-policy', "default-src 'none'; sandbox");
        const { fileName, contentType, stream, cache } = result as Download;
        if (cache) reply.header('cache-control', `${cache}, max-age=86400, immutable`);
        return reply
          .type(contentType)
          .header(
            'content-disposition',
            `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
          )
          .send(stream);
      }
      // Fields that are not in the contract are removed.
      return z.parse(endpoint.output, result);
    },
  };
}

/** `/a/:id:cancel` and `/sms:compose` in fastify's own spelling, where a colon is doubled. */
export function fastifyPath(path: string): string {
  return path
    .split('/')
    .map((segment) => {
      const parameter = /^:([a-zA-Z]+)(.*)$/.exec(segment);
      if (!parameter) return segment.replaceAll(':', '::');
      const [, name, verb] = parameter;
      return verb ? `:${name}([^:/]+)${verb.replaceAll(':', '::')}` : `:${name}`;
    })
    .join('/');
}

/** The session of an API key, if it may make this call from this address within its limit. */
async function identifyKey(
  options: ServerOptions,
  endpoint: Endpoint,
  needed: ApiKeyScope,
  request: FastifyRequest,
  calls: Throughput,
) {
  const bearer = bearerOf(request);
  const key = bearer === undefined ? undefined : await options.authenticateKey(bearer);
  if (!key) throw keyUnknown();
  learn(request, { clientId: key.clientId, apiKeyId: key.apiKeyId });
  if (!mayComeFrom(key.ipList, request.ip)) throw keyAddress(request.ip);
  if (!key.scopes.includes(needed)) throw keyScope(needed);
  if (
    endpoint.who !== 'signedIn' &&
    endpoint.who !== 'public' &&
    !reachOf(key.accessLevel, endpoint.who)
  )
    throw notAllowed();
  if (calls.take(key.apiKeyId, KEY_CALLS_PER_SECOND, 1) === 0) throw tooManyRequests(1);
  return { key, own: scopeOf(key, 'own') };
}

async function identify(options: ServerOptions, endpoint: Endpoint, request: FastifyRequest) {
  const bearer =
    bearerOf(request) ??
    (endpoint.tokenInQuery ? (request.query as { token?: string }).token : undefined);
  const session = typeof bearer === 'string' ? await options.authenticate(bearer) : undefined;
  if (!session) throw notSignedIn();
  learn(request, {
    clientId: session.clientId,
    ...(session.impersonatorId && { impersonatorId: session.impersonatorId }),
  });
  refuseObliged(session, endpoint);
  if (options.demandsStrongSignIn) refuseWeak(session, endpoint);
  if (endpoint.personal && session.impersonatorId) throw notWhileImpersonating();
  const reach =
    endpoint.who === 'signedIn' || endpoint.who === 'public'
      ? 'own'
      : reachOf(session.accessLevel, endpoint.who);
  if (!reach) throw notAllowed();
  const scope = scopeOf(session, reach);
  return { session, scope, own: ownScope(scope) };
}

/** A proxy's word for the host comes first, and counts only from a trusted one. */
function hostsOf({ trustProxy }: ServerOptions, { headers, socket }: FastifyRequest): string[] {
  const isProxied = trustProxy.length > 0 && mayComeFrom(trustProxy, socket.remoteAddress ?? '');
  const forwarded = isProxied ? [headers['x-forwarded-host']].flat().at(-1)?.split(',').at(-1) : '';
  return [forwarded, headers.host].map(nameOfHost).filter((name) => name !== '');
}

function nameOfHost(host: string | undefined): string {
  return (host ?? '').trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
}

/** An account that owes its details or a password of its own may do little else. */
function refuseObliged({ clientStatus }: Session, { who }: Endpoint): void {
  if (
    who === 'public' ||
    (clientStatus !== 'SHOULD_UPDATE_DETAILS' && clientStatus !== 'SHOULD_RESET_PASSWORD_LEGACY')
  )
    return;
  if (WHILE_OBLIGED[clientStatus].includes(who)) return;
  throw clientStatus === 'SHOULD_UPDATE_DETAILS' ? detailsIncomplete() : passwordChangeDue();
}

/** A person who has to sign in strongly does nothing else before that; who acts for it has done so. */
function refuseWeak(session: Session, { whileEnrolling }: Endpoint): void {
  if (whileEnrolling || session.impersonatorId || session.isStrong) return;
  if (NEEDS_STRONG_SIGN_IN.includes(session.accessLevel)) throw strongSignInRequired();
}

function bodyOf(body: unknown): object {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
}

function parse(
  endpoint: Endpoint,
  raw: Record<string, unknown>,
  named: Set<string>,
  language: Language,
): unknown {
  const shape: object | undefined = (endpoint.input as unknown as { shape?: object }).shape;
  const unknown =
    shape && !endpoint.foreign ? Object.keys(raw).filter((key) => !Object.hasOwn(shape, key)) : [];
  if (unknown.length > 0)
    throw badInput(
      unknown.map((field) => ({ field, message: sentence(language, 'UNKNOWN_FIELD') })),
    );
  const result = z.safeParse(endpoint.input, raw, { error: inputMessages(language) });
  if (result.success) {
    // A message's own texts are looked at one message at a time, so that a bad one stops no other.
    const broken = endpoint.key === 'send' ? [] : brokenTexts(result.data);
    if (broken.length === 0) return result.data;
    const message = sentence(language, 'BROKEN_TEXT');
    throw badInput(
      broken.slice(0, MOST_DETAILS).map((path) => ({ field: fieldOf(path), message })),
    );
  }
  // A parameter of the path that is no id names nothing that exists.
  if (result.error.issues.some((issue) => named.has(String(issue.path[0]))))
    throw notFound('address');
  throw badInput(
    result.error.issues
      .slice(0, MOST_DETAILS)
      .map((issue) => ({ field: fieldOf(issue.path), message: issue.message })),
  );
}

/** Paths of the texts that PostgreSQL cannot store: those with a NUL or with half of a surrogate pair. */
function brokenTexts(input: unknown): PropertyKey[][] {
  const broken: PropertyKey[][] = [];
  const open: { value: unknown; path: PropertyKey[] }[] = [{ value: input, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) broken.push(path);
    } else if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) open.push({ value: item, path: [...path, at] });
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value))
        open.push({ value: item, path: [...path, name.toWellFormed()] });
    }
  }
  return broken.toReversed();
}

/** The most faults of one body in a response. */
const MOST_DETAILS = 100;

/** `messages[3].to` */
function fieldOf(path: readonly PropertyKey[]): string {
  return (
    path
      .map((step, at) =>
        typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${String(step)}`,
      )
      .join('') || 'body'
  );
}

function idempotencyOf(request: FastifyRequest, input: unknown, optional: boolean) {
  const key = request.headers['idempotency-key'];
  if (key === undefined && optional) return undefined;
  if (typeof key !== 'string' || key.length === 0 || key.length > 200)
    throw idempotencyKeyMissing();
  return {
    key,
    bodyHash: createHash('sha256')
      .update(request.routeOptions.url ?? '')
      .update(JSON.stringify(input))
      .digest(),
  };
}

async function* filesOf(request: FastifyRequest): AsyncGenerator<UploadedFile> {
  let count = 0;
  if (request.isMultipart()) {
    for await (const file of request.files({ limits: { files: MOST_FILES } })) {
      if (file.fieldname !== 'file') throw badInput([{ field: file.fieldname, message: 'file' }]);
      count++;
      yield { fileName: file.filename, stream: file.file };
    }
  }
  if (count === 0) throw badInput([{ field: 'file', message: 'multipart/form-data' }]);
}

async function fileOf(request: FastifyRequest): Promise<UploadedFile> {
  const file = request.isMultipart() ? await request.file() : undefined;
  if (!file || file.fieldname !== 'file')
    throw badInput([{ field: 'file', message: 'multipart/form-data' }]);
  return { fileName: file.filename, stream: file.file };
}

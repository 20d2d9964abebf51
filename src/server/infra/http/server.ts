// The HTTP server of the api: every route of the contract with its handler.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import multipart from '@fastify/multipart';
import * as z from 'zod/mini';
import { pathParameters } from '../../../contract/endpoint.ts';
import { languageOf } from '../../i18n/language.ts';
import { badInput, notFound, Refusal } from '../errors.ts';
import { newId } from '../ids.ts';
import { timeRequests } from '../instruments.ts';
import { Throughput } from '../throughput.ts';
import type { Session } from './caller.ts';
import { CONNECTION_LIMITS, guardConnections, serverTimeouts } from './connection-guard.ts';
import type { ConnectionLimits } from './connection-guard.ts';
import { openDeviceCookie } from './device-cookie.ts';
import { asRefusal, learn, learned, refuse, type Answered } from './failures.ts';
import { guardHeaders } from './guard-headers.ts';
import type { Download, Route } from './http.ts';
import { bearerOf, identify, identifyKey, type Authentication } from './identify.ts';
import { mayComeFrom } from './ip-ranges.ts';
import { bodyOf, fileOf, filesOf, idempotencyOf, parse } from './request-input.ts';

export type ServerOptions = Authentication & {
  routes: Route[];
  /** Refuses a session without a step-up within the last 5 minutes. */
  requireStepUp(session: Session): Promise<void>;
  /** Records a change that is about to be made while acting for another account. */
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
  /**
   * Called for every fault of the product, with the request's id, before the caller gets its
   * answer.
   */
  onFault(error: unknown, facts: { requestId: string; method: string; path: string }): void;
  /**
   * Called for every call after its answer was sent, so that the log has the line of every error
   * shown.
   */
  onAnswered?(facts: Answered): void;
  /** True if the pages are served over https. Other origins may not call the API. */
  secure: boolean;
  /** Addresses and networks of proxies whose forwarded addresses count. */
  trustProxy: string[];
  /** Default: the standard limits. */
  connections?: ConnectionLimits;
};

const FILE_LIMIT = 300 * 1024 * 1024;
const BODY_LIMIT = 1024 * 1024;
const LARGE_BODY_LIMIT = 8 * 1024 * 1024;

/**
 * The HTTP server. Validation, permissions, errors and files are handled here, so that handlers
 * only answer.
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const limits = options.connections ?? CONNECTION_LIMITS;
  const app = Fastify({
    ...serverTimeouts(limits),
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy,
    genReqId: () => newId(),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // Required by the specification: a trailing '&' is removed from an address.
    rewriteUrl: (request) => withoutAmpersands(request.url!),
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
  // Browsers send an empty body with a JSON type for a call without input.
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
      // The path names the object: no field of the body overrides it.
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
          ? idempotencyOf(request, input, {
              optional: endpoint.idempotent === 'optional',
              test: keyed?.key.test ?? false,
            })
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
        // A file opened by its address is shown in a page without permissions.
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

/** A forwarded host takes precedence, and counts only from a trusted proxy. */
function hostsOf({ trustProxy }: ServerOptions, { headers, socket }: FastifyRequest): string[] {
  const isProxied = trustProxy.length > 0 && mayComeFrom(trustProxy, socket.remoteAddress ?? '');
  const forwarded = isProxied ? [headers['x-forwarded-host']].flat().at(-1)?.split(',').at(-1) : '';
  return [forwarded, headers.host].map(nameOfHost).filter((name) => name !== '');
}

/** A regular expression would take quadratic time over a run inside the address. */
function withoutAmpersands(url: string): string {
  let end = url.length;
  while (end > 0 && url[end - 1] === '&') end--;
  return url.slice(0, end);
}

function nameOfHost(host: string | undefined): string {
  return (host ?? '').trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}

/** The gateway's HTTP port, for customers' software and providers' callbacks. */
import { timingSafeEqual } from 'node:crypto';
import { parse as parseQuery } from 'node:querystring';
import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GenericSettings } from '../../../contract/api/connector-generic-settings.ts';
import type { NewReceipt } from '../../core/dispatch/types.ts';
import {
  CONNECTION_LIMITS,
  guardConnections,
  serverTimeouts,
} from '../../infra/http/connection-guard.ts';
import type { ConnectionLimits } from '../../infra/http/connection-guard.ts';
import { timeRequests } from '../../infra/instruments.ts';
import type { Log } from '../../infra/log.ts';
import { parse } from '../carriers/generic.rules.ts';
import { readCallback } from '../carriers/generic-callback.rules.ts';

/** The callbacks of a generic connector. */
export type CallbackTarget = {
  settings: GenericSettings;
  secret: string;
  /** Stores a receipt. @returns whether it is committed */
  receive(receipt: NewReceipt): Promise<boolean>;
};

const BODY_LIMIT = 256 * 1024;

/**
 * Listens for callbacks and customers' requests. A callback is acknowledged once its receipt is
 * stored; until then the provider may repeat it.
 * @param trustedProxies addresses and networks of proxies whose forwarded addresses are believed
 * @param find the connector in force of this name; undefined where there is none, or it has no
 * callbacks
 * @param addRoutes adds the HTTP dialects
 * @param connections the standard limits by default
 */
export async function openHttpPort({
  port,
  host,
  trustedProxies,
  find,
  log,
  addRoutes,
  connections = CONNECTION_LIMITS,
}: {
  port: number;
  host: string;
  trustedProxies: string[];
  find: (cid: string) => CallbackTarget | undefined;
  log: Log;
  addRoutes?: (app: FastifyInstance) => void;
  connections?: ConnectionLimits;
}): Promise<{ port: number; close(): Promise<void> }> {
  const app = Fastify({
    ...serverTimeouts(connections),
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    forceCloseConnections: true,
    // Dialects read the query from the address, as octets.
    routerOptions: { ignoreTrailingSlash: true, querystringParser: (text) => ({ text }) },
    // With a list, even an empty one, the address of each request would be worked out.
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
  });
  guardConnections(app.server, connections, trustedProxies);
  timeRequests(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) =>
    parsed(null, body),
  );

  const take = async (request: FastifyRequest, reply: FastifyReply) => {
    const { cid = '', secret } = request.params as { cid?: string; secret?: string };
    const target = find(cid);
    const given = target?.settings.callback_header
      ? request.headers[target.settings.callback_header.toLowerCase()]
      : secret;
    // A wrong secret and a wrong name get the same answer.
    if (!target || typeof given !== 'string' || !same(given, target.secret))
      return reply.code(404).send('');
    const body = bodyOf(request);
    const receipts = readCallback(target.settings, {
      query: parseQuery((request.query as { text: string }).text),
      body,
    });
    if (!receipts) {
      log.warn({ cid }, 'callback had no id or no status');
      return reply.code(400).type('text/plain').send('no id or no status');
    }
    const stored = await Promise.all(receipts.map((receipt) => target.receive(receipt)));
    if (stored.includes(false)) return reply.code(503).send('');
    return reply.code(200).type('text/plain').send(target.settings.callback_answer);
  };
  app.route({ method: ['GET', 'POST', 'PUT'], url: '/callbacks/:cid/:secret', handler: take });
  app.route({ method: ['GET', 'POST', 'PUT'], url: '/callbacks/:cid', handler: take });
  addRoutes?.(app);
  await app.listen({ port, host });
  const address = app.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => app.close(),
  };
}

function same(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return wanted !== '' && one.length === other.length && timingSafeEqual(one, other);
}

function bodyOf(request: FastifyRequest): unknown {
  const text = typeof request.body === 'string' ? request.body : '';
  if (text === '') return {};
  if (/json/i.test(request.headers['content-type'] ?? '') || /^\s*[[{]/.test(text)) {
    const read = parse(text);
    if (read !== undefined) return read; // else it is a form
  }
  return Object.fromEntries(new URLSearchParams(text));
}

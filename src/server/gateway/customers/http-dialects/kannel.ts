/** Kannel's sendsms interface. */
import type { FastifyRequest } from 'fastify';
import type { MessageCallback } from '../../../core/dispatch/events/events.ts';
import {
  acceptMessages,
  admitUser,
  bodyOf,
  GET_AND_POST,
  toMessageRequest,
  queryOf,
  TEXT,
} from './dialect.ts';
import type { AddRoute, Answer, HttpDialectContext } from './dialect.ts';
import * as kannel from './kannel.rules.ts';
import { readParameters } from './parameters.rules.ts';
import type { Parameters } from './parameters.rules.ts';

/** @param path the path that the dialect is mounted under */
export function addKannelRoutes(add: AddRoute, path: string, context: HttpDialectContext): void {
  add(GET_AND_POST, path, (request) => send(context, request), {
    type: TEXT,
    fault: 'Temporal failure, try again later.',
    unreadable: 'Charset or body misformed, rejected',
    status: 503,
  });
}

async function send(context: HttpDialectContext, request: FastifyRequest): Promise<Answer> {
  const answer = (reply: kannel.Reply): Answer => ({ ...reply, type: TEXT });
  const parameters = readKannel(request);
  if (!parameters) return answer({ status: 400, text: 'Unsupported content-type, rejected' });
  const user = await admitUser(context, request, kannel.readCredentials(parameters));
  if (!user) return answer(kannel.FORBIDDEN);
  const parsed = kannel.readSend(parameters);
  if ('status' in parsed) return answer(parsed);
  const { receivers, receipt, deferredMinutes, denied, ...rest } = parsed;
  const callback: MessageCallback | undefined = receipt && {
    kind: 'URL',
    dialect: 'KANNEL',
    url: receipt.url,
    method: 'GET',
    level: receipt.mask,
  };
  const scheduleAt =
    deferredMinutes === undefined ? undefined : new Date(Date.now() + deferredMinutes * 60_000);
  const outcomes = await acceptMessages(
    context,
    user,
    receivers.map((to) =>
      toMessageRequest({ ...rest, to, ...(scheduleAt && { scheduleAt }) }, callback),
    ),
  );
  return answer(
    kannel.replyTo(
      outcomes.map((outcome, at) => ({
        receiver: receivers[at]!,
        code: 'refusal' in outcome ? outcome.refusal.code : undefined,
      })),
      denied,
    ),
  );
}

/** Reads a form, or a text body whose other parameters are in headers; undefined for any other type. */
function readKannel(request: FastifyRequest): Parameters | undefined {
  const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  const body = bodyOf(request);
  if (body.length === 0 || type === 'application/x-www-form-urlencoded' || type === '')
    return readParameters({ query: queryOf(request), contentType: '', body });
  if (type !== 'text/plain' && type !== 'application/octet-stream') return undefined;
  const parameters = readParameters({
    query: queryOf(request),
    contentType: '',
    body: Buffer.alloc(0),
  })!;
  for (const name of kannel.HEADERS) {
    const value = request.headers[`x-kannel-${name}`];
    // A header's user data header is written in hex.
    if (typeof value === 'string')
      parameters.add(
        name,
        name === 'udh' ? Buffer.from(value, 'hex') : Buffer.from(value, 'latin1'),
      );
  }
  parameters.add('text', body);
  return parameters;
}

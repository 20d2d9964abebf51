/** The parts that every HTTP dialect shares: requests, credentials, and handing messages to acceptance. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpDialect } from '../../../../contract/shared/http-dialects.ts';
import type {
  Acceptor,
  Idempotency,
  MessageRequest,
  Outcome,
  Submitter,
} from '../../../core/accept/accept.ts';
import type { MessageCallback, UrlCallback } from '../../../core/dispatch/events/events.ts';
import type { GatewayAuthenticator } from '../../../core/gateway-users/gateway-users.ts';
import type { UserRow } from '../../../core/gateway-users/gateway-users.store.ts';
import { getBalances } from '../../../core/ledger/ledger.ts';
import type { SoftwareCounter } from '../../../core/software-use/software-use.ts';
import type { Database } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { dialectAnswersTotal } from '../../../infra/instruments.ts';
import type { Log } from '../../../infra/log.ts';
import { REFUSAL_OF } from '../bind-permission.ts';
import { Parameters, readBasic, readParameters } from './parameters.rules.ts';

export type HttpDialectContext = {
  /** The dialect that is spoken. */
  dialect: HttpDialect;
  acceptor: Acceptor;
  users: GatewayAuthenticator;
  /** Works as `tuma_accept`: wallets, prices and messages are read by it. */
  database: Database;
  /** Works as `tuma_gateway`: messages are cancelled by it. */
  gatewayDatabase: Database;
  log: Log;
  /** Counts calls and messages by user. */
  counter: SoftwareCounter;
  /** Callers with this bearer token read metrics; without one the local machine does. */
  metricsToken?: string | undefined;
};

export type Answer = { status: number; type: string; text: string };
type Serve = (request: FastifyRequest) => Promise<Answer>;
/** Answers to a fault of ours and to an unreadable request, in the words of the dialect. */
type FaultAnswers = { type: string; fault: string; unreadable: string; status?: number };
/** Adds a route of a dialect. */
export type AddRoute = (
  methods: readonly ('GET' | 'POST' | 'PUT' | 'DELETE')[],
  url: string,
  serve: Serve,
  answers: FaultAnswers,
) => void;

export const TEXT = 'text/plain';
export const JSON_TYPE = 'application/json';
export const XML_TYPE = 'application/xml';
export const GET_AND_POST = ['GET', 'POST'] as const;

/** Makes the function that adds routes to `app` and turns faults into answers of the dialect. */
export function routeAdder(
  app: FastifyInstance,
  { log, dialect, counter }: Pick<HttpDialectContext, 'log' | 'dialect' | 'counter'>,
): AddRoute {
  return (methods, url, serve, answers) => {
    app.route({
      method: [...methods],
      url,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const answer = await serve(request);
        countRefusedCall(counter, request, answer.status);
        return sendAnswer(reply, answer);
      },
      errorHandler: (error: { statusCode?: number }, request, reply) => {
        const isOurs = !(
          error.statusCode !== undefined &&
          error.statusCode >= 400 &&
          error.statusCode < 500
        );
        const status = isOurs ? (answers.status ?? 500) : error.statusCode!;
        if (isOurs) {
          dialectAnswersTotal.inc({ dialect, outcome: 'FAULT' });
          countRefusedCall(counter, request, 500);
          log.error({ err: error, path: url }, 'request of a customer failed');
        }
        return sendAnswer(reply, {
          status,
          type: answers.type,
          text: isOurs ? answers.fault : answers.unreadable,
        });
      },
    });
  };
}

const asItIs = (text: string): string => text;

function sendAnswer(reply: FastifyReply, { status, type, text }: Answer): FastifyReply {
  // With a serializer no charset is added to the type: some clients do not expect one.
  return reply.code(status).header('content-type', type).serializer(asItIs).send(text);
}

/** The users of requests that were let in. */
const callers = new WeakMap<FastifyRequest, UserRow>();
/** Those whose messages were offered, which are counted one by one. Each request has a row of its own. */
const offering = new WeakSet<UserRow>();

/** Counts a call that was refused before its messages were offered. */
function countRefusedCall(counter: SoftwareCounter, request: FastifyRequest, status: number): void {
  const user = callers.get(request);
  if (!user || status < 400 || offering.has(user)) return;
  const { username } = user;
  counter.outcome({ username }, 'HTTP', CODES[status] ?? (status < 500 ? 'BAD_INPUT' : 'INTERNAL'));
}

/** The product's own codes of what the dialects answer by a status alone. */
const CODES: Readonly<Record<number, string>> = { 403: 'USER_MAY_NOT', 404: 'NOT_FOUND' };

/** @returns undefined for a refused user: the reason is logged and never returned to the caller */
export async function admitUser(
  context: HttpDialectContext,
  request: FastifyRequest,
  { username, password }: { username: string; password: string },
): Promise<UserRow | undefined> {
  // No user has such a name, and the database holds no NUL.
  const admission = /^[A-Za-z0-9_-]{1,15}$/.test(username)
    ? await context.users.admit({ username, password, address: request.ip, source: 'HTTP' })
    : undefined;
  if (admission && !callers.has(request)) context.counter.call({ username }, 'HTTP');
  if (admission && 'user' in admission) {
    callers.set(request, admission.user);
    return admission.user;
  }
  dialectAnswersTotal.inc({ dialect: context.dialect, outcome: 'UNAUTHENTICATED' });
  if (!admission) return undefined;
  context.counter.outcome({ username }, 'HTTP', REFUSAL_OF[admission.refused]);
  context.log.info(
    { username, address: request.ip, refused: admission.refused },
    'gateway user was not let in',
  );
  return undefined;
}

export async function acceptMessages(
  context: HttpDialectContext,
  user: UserRow,
  offers: readonly MessageRequest[],
  idempotency?: Idempotency,
): Promise<Outcome[]> {
  offering.add(user);
  const outcomes = await context.acceptor.accept(toSubmitter(user), offers, idempotency);
  context.counter.messages({ username: user.username }, 'HTTP', outcomes);
  for (const each of outcomes)
    dialectAnswersTotal.inc({
      dialect: context.dialect,
      outcome: 'refusal' in each ? each.refusal.code : 'ACCEPTED',
    });
  return outcomes;
}

/** Returns the units that a user's client may still spend, its credit included. */
export async function spendableUnits(context: HttpDialectContext, user: UserRow): Promise<bigint> {
  const { available, floor } = await context.database.run(systemScope(), (tx) =>
    getBalances(tx, user.clientId),
  );
  return available - floor;
}

/** Adds the credentials of the Authorization header where the parameters have none. */
export function withBasicCredentials(request: FastifyRequest, parameters: Parameters): Parameters {
  const basic = readBasic(request.headers.authorization);
  if (basic) {
    parameters.add('username', Buffer.from(basic.username));
    parameters.add('password', Buffer.from(basic.password));
  }
  return parameters;
}

export const toSubmitter = (user: UserRow): Submitter => ({
  source: 'HTTP',
  clientId: user.clientId,
  user,
  test: false,
});

type RequestFields = Pick<
  MessageRequest,
  | 'from'
  | 'isSenderOptional'
  | 'to'
  | 'content'
  | 'priority'
  | 'validitySeconds'
  | 'scheduleAt'
  | 'tags'
  | 'tlvs'
  | 'clientReference'
>;

export function toMessageRequest(
  {
    from,
    isSenderOptional,
    to,
    content,
    priority,
    validitySeconds,
    scheduleAt,
    tags,
    tlvs,
    clientReference,
  }: RequestFields,
  callback: MessageCallback | undefined,
): MessageRequest {
  return {
    from,
    to,
    content,
    ...(isSenderOptional && { isSenderOptional }),
    ...(priority !== undefined && { priority }),
    ...(validitySeconds !== undefined && { validitySeconds }),
    ...(scheduleAt && { scheduleAt }),
    ...(tags && { tags }),
    ...(tlvs && { tlvs }),
    ...(clientReference !== undefined && { clientReference }),
    ...(callback && { callback }),
  };
}

/** Returns the user's own callback address, for dialects whose messages name none. */
export function callbackOfUser(
  user: UserRow,
  dialect: UrlCallback['dialect'],
): UrlCallback | undefined {
  const {
    authorization,
    defaultvalue: { dlr_url: url },
  } = user.mtMessagingCred;
  // The message did not ask for receipts: a user without that permission sends without them.
  return url && authorization.dlr_level && authorization.http_dlr_method
    ? { kind: 'URL', dialect, url, method: 'POST', level: 0 }
    : undefined;
}

/** An invalid JSON body has no parameters. */
export function readRequest(request: FastifyRequest): Parameters {
  return (
    readParameters({
      query: queryOf(request),
      contentType: request.headers['content-type'] ?? '',
      body: bodyOf(request),
    }) ?? new Parameters()
  );
}

export function queryOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '';
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1).split('#', 1)[0]!;
}

export function bodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** The Kenyan sendsms API: single and bulk messages, reports and balances. */
import type { FastifyRequest } from 'fastify';
import type { UserRow } from '../../../core/gateway-users/gateway-users.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import {
  acceptMessages,
  admitUser,
  callbackOfUser,
  GET_AND_POST,
  JSON_TYPE,
  toMessageRequest,
  readRequest,
  spendableUnits,
} from './dialect.ts';
import type { AddRoute, Answer, HttpDialectContext } from './dialect.ts';
import { findMessageStatus, getTimezone } from './http-dialects.store.ts';
import { Parameters } from './parameters.rules.ts';
import * as sendsms from './sendsms.rules.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** @param path the path that the dialect is mounted under */
export function addSendsmsRoutes(add: AddRoute, path: string, context: HttpDialectContext): void {
  const answers = {
    type: JSON_TYPE,
    fault: sendsms.failure(1005).text,
    unreadable: sendsms.failure(1009).text,
  };
  add(GET_AND_POST, `${path}/sendsms`, (request) => sendOne(context, request), answers);
  add(['POST'], `${path}/sendbulk`, (request) => sendBulk(context, request), answers);
  add(GET_AND_POST, `${path}/getdlr`, (request) => answerStatus(context, request), answers);
  add(GET_AND_POST, `${path}/getbalance`, (request) => answerBalance(context, request), answers);
}

async function sendOne(context: HttpDialectContext, request: FastifyRequest): Promise<Answer> {
  const read = await send(context, request, readRequest(request));
  return { ...('sent' in read ? sendsms.replyTo(read.sent) : read), type: JSON_TYPE };
}

async function sendBulk(context: HttpDialectContext, request: FastifyRequest): Promise<Answer> {
  const list = sendsms.readBulk(readRequest(request));
  if ('status' in list) return { ...list, type: JSON_TYPE };
  const read = await Promise.all(
    list.map(async (members) => {
      const parameters = new Parameters();
      parameters.override(members);
      return send(context, request, parameters);
    }),
  );
  // An error that every message has is an error of the whole call.
  const [first] = read;
  if (first && read.every((each) => 'status' in each))
    return { ...(first as sendsms.Reply), type: JSON_TYPE };
  return {
    ...sendsms.replyTo(
      read.flatMap((each, at) =>
        'sent' in each
          ? each.sent
          : [
              {
                receiver: String(list[at]!['mobile'] ?? ''),
                clientReference: undefined,
                code: 'BAD_INPUT',
              },
            ],
      ),
    ),
    type: JSON_TYPE,
  };
}

async function send(
  context: HttpDialectContext,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<{ sent: sendsms.Sent[] } | sendsms.Reply> {
  const user = await admit(context, request, parameters);
  if ('status' in user) return user;
  const timezone = parameters.has('timeToSend')
    ? await context.database.run(systemScope(), (tx) => getTimezone(tx, user.clientId))
    : 'UTC';
  const parsed = sendsms.readSend(parameters, new Date(), timezone);
  if ('status' in parsed) {
    // Its answers have status 200 whatever they say.
    context.counter.outcome({ username: user.username }, 'HTTP', 'BAD_INPUT');
    return parsed;
  }
  const callback = callbackOfUser(user, 'SENDSMS');
  const outcomes = await acceptMessages(
    context,
    user,
    parsed.map(({ text, ...rest }) => toMessageRequest({ ...rest, content: { text } }, callback)),
  );
  return {
    sent: outcomes.map((outcome, at) => ({
      receiver: parsed[at]!.to,
      clientReference: parsed[at]!.clientReference,
      ...('refusal' in outcome ? { code: outcome.refusal.code } : outcome),
    })),
  };
}

async function answerStatus(context: HttpDialectContext, request: FastifyRequest): Promise<Answer> {
  const parameters = readRequest(request);
  const user = await admit(context, request, parameters);
  if ('status' in user) return { ...user, type: JSON_TYPE };
  const id = parameters.text('messageID') ?? parameters.text('messageid') ?? '';
  const fate = UUID.test(id)
    ? await context.database.run(systemScope(), (tx) => findMessageStatus(tx, user.clientId, id))
    : undefined;
  return {
    ...(fate
      ? { status: 200, text: JSON.stringify(sendsms.reportOf(fate)) }
      : sendsms.failure(1008)),
    type: JSON_TYPE,
  };
}

async function answerBalance(
  context: HttpDialectContext,
  request: FastifyRequest,
): Promise<Answer> {
  const user = await admit(context, request, readRequest(request));
  if ('status' in user) return { ...user, type: JSON_TYPE };
  if (!user.mtMessagingCred.authorization.http_balance)
    return { ...sendsms.failure(1006), type: JSON_TYPE };
  return {
    ...sendsms.balanceReply(await spendableUnits(context, user), user.username),
    type: JSON_TYPE,
  };
}

async function admit(
  context: HttpDialectContext,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<UserRow | sendsms.Reply> {
  const credentials = sendsms.readCredentials(parameters);
  if ('status' in credentials) return credentials;
  return (await admitUser(context, request, credentials)) ?? sendsms.failure(1006);
}

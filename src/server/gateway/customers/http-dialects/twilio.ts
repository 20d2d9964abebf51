/** Twilio's `Messages`: a new message, and one that was sent. */
import type { FastifyRequest } from 'fastify';
import type { UrlCallback } from '../../../core/dispatch/events/events.ts';
import type { UserRow } from '../../../core/gateway-users/gateway-users.store.ts';
import { cancelQueued } from '../../../core/dispatch/queue/stop.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { idTime } from '../../../infra/ids.ts';
import {
  acceptMessages,
  admitUser,
  callbackOfUser,
  JSON_TYPE,
  readRequest,
  toMessageRequest,
  XML_TYPE,
} from './dialect.ts';
import type { AddRoute, Answer, HttpDialectContext } from './dialect.ts';
import { findMessage } from './http-dialects.store.ts';
import { readBasic } from './parameters.rules.ts';
import * as twilio from './twilio.rules.ts';
import * as answers from './twilio-answers.rules.ts';
import type { Format } from './twilio-answers.rules.ts';

/** @param path the path that the dialect is mounted under */
export function addTwilioRoutes(add: AddRoute, path: string, context: HttpDialectContext): void {
  const texts = (format: Format) => ({
    type: typeOf(format),
    fault: answers.errorText(answers.FAULT, format),
    unreadable: answers.errorText(answers.UNREADABLE, format),
  });
  const messages = `${path}/Accounts/:account/Messages`;
  const json = `${messages}.json`;
  add(['POST'], json, (request) => send(context, path, request, 'json'), texts('json'));
  add(['POST'], messages, (request) => send(context, path, request, 'xml'), texts('xml'));
  add(['GET'], `${messages}/:sid`, (request) => find(context, path, request), texts('json'));
  add(['POST'], `${messages}/:sid`, (request) => cancel(context, path, request), texts('json'));
  add(
    ['GET', 'POST', 'PUT', 'DELETE'],
    `${path}/*`,
    async (request) => {
      const address = request.url.split('?', 1)[0]!;
      const wrong = /\/Accounts\/[^/]+\/Messages(\.json|\/[^/]+)?\/?$/.test(address)
        ? answers.refused(405, 20_004, 'Method not allowed')
        : answers.refused(404, 20_404, `The requested resource ${address} was not found`);
      return answered(wrong, formatOf(address));
    },
    texts('json'),
  );
}

async function send(
  context: HttpDialectContext,
  path: string,
  request: FastifyRequest,
  format: Format,
): Promise<Answer> {
  const admitted = await admit(context, request);
  if (!admitted) return answered(answers.UNAUTHENTICATED, format);
  const { user, account } = admitted;
  const parsed = twilio.readSend(readRequest(request));
  if ('status' in parsed) return answered(parsed, format);
  const { text, callbackUrl, messagingService, isSenderOptional, ...rest } = parsed;
  const [outcome] = await acceptMessages(context, user, [
    toMessageRequest(
      { ...rest, content: { text }, ...(isSenderOptional && { isSenderOptional }) },
      callbackOf(user, account, callbackUrl),
    ),
  ]);
  if (!outcome || 'refusal' in outcome)
    return answered(outcome ? answers.refusalOf(outcome.refusal, parsed) : answers.FAULT, format);
  const { messageId, destination, sender, segments } = outcome;
  return {
    status: 201,
    type: typeOf(format),
    text: answers.messageText(
      {
        messageId,
        sid: twilio.messageSidOf(messageId),
        account,
        path,
        from: sender,
        to: destination,
        text,
        segments,
        status: 'QUEUED',
        messagingService,
        createdAt: new Date(idTime(messageId)),
        scheduledAt: parsed.scheduleAt ?? null,
        submittedAt: null,
        doneAt: null,
      },
      format,
    ),
  };
}

/** Without an address of its own a message is reported to its user's, if there is one. */
function callbackOf(
  user: UserRow,
  account: string,
  url: string | undefined,
): UrlCallback | undefined {
  const callback: UrlCallback | undefined =
    url === undefined
      ? callbackOfUser(user, 'TWILIO')
      : { kind: 'URL', dialect: 'TWILIO', url, method: 'POST', level: 0 };
  return callback && { ...callback, account };
}

async function find(
  context: HttpDialectContext,
  path: string,
  request: FastifyRequest,
): Promise<Answer> {
  const { sid = '' } = request.params as { sid?: string };
  const format = formatOf(sid);
  const admitted = await admit(context, request);
  if (!admitted) return answered(answers.UNAUTHENTICATED, format);
  return answerMessage(context, { path, request, sid, ...admitted });
}

/** The one change that a message knows here: its status, to canceled, until a carrier has it. */
async function cancel(
  context: HttpDialectContext,
  path: string,
  request: FastifyRequest,
): Promise<Answer> {
  const { sid = '' } = request.params as { sid?: string };
  const format = formatOf(sid);
  const admitted = await admit(context, request);
  if (!admitted) return answered(answers.UNAUTHENTICATED, format);
  if (readRequest(request).text('Status') !== 'canceled')
    return answered(answers.refused(400, 20_001, "Only 'Status' canceled can be set."), format);
  const messageId = twilio.messageIdOf(sid.replace(SUFFIX, ''));
  const { clientId } = admitted.user;
  const isCancelled =
    messageId !== undefined &&
    (await context.gatewayDatabase.run(systemScope(), (tx) =>
      cancelQueued(tx, clientId, messageId),
    ));
  const answer = await answerMessage(context, { path, request, sid, ...admitted });
  return isCancelled || answer.status !== 200
    ? answer
    : answered(answers.refused(409, 30_409, 'The message can no longer be canceled.'), format);
}

async function answerMessage(
  context: HttpDialectContext,
  {
    path,
    request,
    sid,
    user,
    account,
  }: { path: string; request: FastifyRequest; sid: string; user: UserRow; account: string },
): Promise<Answer> {
  const format = formatOf(sid);
  const messageId = twilio.messageIdOf(sid.replace(SUFFIX, ''));
  const message =
    messageId === undefined
      ? undefined
      : await context.database.run(systemScope(), (tx) =>
          findMessage(tx, user.clientId, messageId),
        );
  if (!message) {
    const address = request.url.split('?', 1)[0];
    const wrong = answers.refused(404, 20_404, `The requested resource ${address} was not found`);
    return answered(wrong, format);
  }
  const facts = {
    ...message,
    sid: twilio.messageSidOf(message.messageId),
    account,
    path,
    messagingService: null,
    createdAt: new Date(idTime(message.messageId)),
  };
  return { status: 200, type: typeOf(format), text: answers.messageText(facts, format) };
}

const SUFFIX = /\.(json|xml)$/;

/**
 * Admits the user of the Authorization header, which names it by the account SID or, as an API key,
 * by its own name. The account in the address must be the same user's.
 */
async function admit(
  context: HttpDialectContext,
  request: FastifyRequest,
): Promise<{ user: UserRow; account: string } | undefined> {
  const { account = '' } = request.params as { account?: string };
  const basic = readBasic(request.headers.authorization);
  const username = twilio.usernameOf(basic?.username ?? '');
  if (!basic || twilio.usernameOf(account) !== username) return undefined;
  const user = await admitUser(context, request, { username, password: basic.password });
  return user && { user, account };
}

const formatOf = (address: string): Format => (/\.json\/?$/.test(address) ? 'json' : 'xml');
const typeOf = (format: Format) => (format === 'json' ? JSON_TYPE : XML_TYPE);
const answered = (wrong: answers.Wrong, format: Format): Answer => ({
  status: wrong.status,
  type: typeOf(format),
  text: answers.errorText(wrong, format),
});

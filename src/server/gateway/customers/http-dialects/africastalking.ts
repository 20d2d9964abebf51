/** Africa's Talking's messaging API. */
import type { FastifyRequest } from 'fastify';
import { loadPriceTable } from '../../../core/ledger/rates.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import * as africasTalking from './africastalking.rules.ts';
import {
  acceptMessages,
  admitUser,
  callbackOfUser,
  JSON_TYPE,
  toMessageRequest,
  readRequest,
  TEXT,
  XML_TYPE,
} from './dialect.ts';
import type { AddRoute, Answer, HttpDialectContext } from './dialect.ts';

/** @param path the path that the dialect is mounted under */
export function addAfricasTalkingRoutes(
  add: AddRoute,
  path: string,
  context: HttpDialectContext,
): void {
  add(['POST'], `${path}/messaging`, (request) => send(context, request), {
    type: TEXT,
    fault: 'Internal server error',
    unreadable: 'The request cannot be read',
  });
}

async function send(context: HttpDialectContext, request: FastifyRequest): Promise<Answer> {
  const format = africasTalking.formatOf(request.headers.accept);
  const type = format === 'json' ? JSON_TYPE : XML_TYPE;
  const answer = (reply: africasTalking.Reply): Answer => ({
    ...reply,
    type: reply.status === 201 ? type : TEXT,
  });
  const parameters = readRequest(request);
  const key = request.headers['apikey'];
  const user = await admitUser(context, request, {
    username: parameters.text('username') ?? '',
    password: typeof key === 'string' ? key : '',
  });
  if (!user) return answer(africasTalking.UNAUTHORISED);
  const parsed = africasTalking.readSend(parameters);
  if ('status' in parsed) return answer(parsed);
  const callback = callbackOfUser(user, 'AFRICASTALKING');
  const outcomes = await acceptMessages(
    context,
    user,
    parsed.receivers.map((to) =>
      toMessageRequest({ from: parsed.from, to, content: { text: parsed.text } }, callback),
    ),
  );
  const home = (
    await context.database.run(systemScope(), (tx) => loadPriceTable(tx, user.clientId))
  )?.home;
  return answer(
    africasTalking.replyTo(
      outcomes.map((outcome, at) => ({
        receiver: parsed.receivers[at]!,
        ...('refusal' in outcome ? { code: outcome.refusal.code } : outcome),
      })),
      home,
      format,
    ),
  );
}

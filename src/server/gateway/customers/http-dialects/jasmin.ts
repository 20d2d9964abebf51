/** Jasmin's HTTP API: /send, /rate, /balance, /ping and /metrics. */
import type { FastifyRequest } from 'fastify';
import { mayReadMetrics } from '../../../core/monitoring/metrics.ts';
import {
  dialectAnswersTotal,
  partsTotal,
  smppServerAnswersTotal,
} from '../../../infra/instruments.ts';
import {
  acceptMessages,
  admitUser,
  GET_AND_POST,
  JSON_TYPE,
  toMessageRequest,
  toSubmitter,
  readRequest,
  spendableUnits,
  TEXT,
  withBasicCredentials,
} from './dialect.ts';
import type { AddRoute, Answer, HttpDialectContext } from './dialect.ts';
import * as jasmin from './jasmin.rules.ts';
import { metricsText } from './jasmin-metrics.rules.ts';
import * as answers from './jasmin-answers.rules.ts';

/** @param path the path that the dialect is mounted under */
export function addJasminRoutes(add: AddRoute, path: string, context: HttpDialectContext): void {
  const [fault, unreadable] = ['Unknown error', 'Request cannot be read'];
  const text = {
    type: TEXT,
    fault: answers.errorText(fault),
    unreadable: answers.errorText(unreadable),
  };
  const json = {
    type: JSON_TYPE,
    fault: JSON.stringify(fault),
    unreadable: JSON.stringify(unreadable),
  };
  add(GET_AND_POST, `${path}/send`, (request) => send(context, request), text);
  add(GET_AND_POST, `${path}/rate`, (request) => quoteRate(context, request), json);
  add(GET_AND_POST, `${path}/balance`, (request) => answerBalance(context, request), json);
  add(
    ['GET'],
    `${path}/ping`,
    async () => ({ status: 200, type: TEXT, text: 'Jasmin/PONG' }),
    text,
  );
  add(['GET'], `${path}/metrics`, (request) => answerMetrics(context, request), text);
}

/** For the operator alone, as the portal's own metrics: it names connectors and all traffic. */
async function answerMetrics(
  { metricsToken }: HttpDialectContext,
  request: FastifyRequest,
): Promise<Answer> {
  if (!mayReadMetrics(request, metricsToken)) return { status: 404, type: TEXT, text: '' };
  const [dialects, parts, answers] = await Promise.all(
    [dialectAnswersTotal, partsTotal, smppServerAnswersTotal].map(
      async (counter) => (await counter.get()).values,
    ),
  );
  return {
    status: 200,
    type: TEXT,
    text: metricsText({ dialects: dialects!, parts: parts!, answers: answers! }),
  };
}

async function send(context: HttpDialectContext, request: FastifyRequest): Promise<Answer> {
  const answer = ({ status, text }: answers.Wrong): Answer => ({
    status,
    type: TEXT,
    text: answers.errorText(text),
  });
  const parameters = withBasicCredentials(request, readRequest(request));
  const parsed = jasmin.readSend(parameters, new Date());
  if ('status' in parsed) return answer(parsed);
  const user = await admitUser(context, request, jasmin.readCredentials(parameters));
  if (!user) return answer(answers.authenticationFailed(parameters.text('username') ?? ''));
  const right = parsed.rights.find((each) => !user.mtMessagingCred.authorization[each]);
  if (right) return answer(answers.mayNot(user.username, right));
  const url = parsed.receipt && (parsed.receipt.url ?? user.mtMessagingCred.defaultvalue.dlr_url);
  const [outcome] = await acceptMessages(context, user, [
    toMessageRequest(
      parsed,
      url && parsed.receipt
        ? {
            kind: 'URL',
            dialect: 'JASMIN',
            url,
            method: parsed.receipt.method,
            level: parsed.receipt.level,
          }
        : undefined,
    ),
  ]);
  if (outcome && 'messageId' in outcome)
    return { status: 200, type: TEXT, text: answers.successText(outcome.messageId) };
  return answer(
    answers.refusalOf(outcome!.refusal, {
      username: user.username,
      to: parsed.to,
      from: parsed.from,
      sdt: parameters.text('sdt'),
    }),
  );
}

async function quoteRate(context: HttpDialectContext, request: FastifyRequest): Promise<Answer> {
  const answer = ({ status, text }: answers.Wrong): Answer => ({
    status,
    type: JSON_TYPE,
    text: JSON.stringify(text),
  });
  const parameters = withBasicCredentials(request, readRequest(request));
  const parsed = jasmin.readRate(parameters);
  if ('status' in parsed) return answer(parsed);
  const user = await admitUser(context, request, jasmin.readCredentials(parameters));
  if (!user) return answer(answers.authenticationFailed(parameters.text('username') ?? ''));
  if (!user.mtMessagingCred.authorization.http_rate)
    return answer(answers.mayNot(user.username, 'http_rate'));
  // A rate may be queried without a text: it is the price of one part.
  const offer = toMessageRequest(
    'text' in parsed.content && parsed.content.text.trim() === ''
      ? { ...parsed, content: { text: '-' } }
      : parsed,
    undefined,
  );
  const quote = await context.acceptor.quote(toSubmitter(user), offer);
  if ('refusal' in quote)
    return answer(
      answers.refusalOf(quote.refusal, {
        username: user.username,
        to: parsed.to,
        from: parsed.from,
        sdt: undefined,
      }),
    );
  return { status: 200, type: JSON_TYPE, text: answers.rateText(quote) };
}

async function answerBalance(
  context: HttpDialectContext,
  request: FastifyRequest,
): Promise<Answer> {
  const answer = ({ status, text }: answers.Wrong): Answer => ({
    status,
    type: JSON_TYPE,
    text: JSON.stringify(text),
  });
  const parameters = withBasicCredentials(request, readRequest(request));
  const wrong = jasmin.checkBalance(parameters);
  if (wrong) return answer(wrong);
  const user = await admitUser(context, request, jasmin.readCredentials(parameters));
  if (!user) return answer(answers.authenticationFailed(parameters.text('username') ?? ''));
  if (!user.mtMessagingCred.authorization.http_balance)
    return answer(answers.mayNot(user.username, 'http_balance'));
  return {
    status: 200,
    type: JSON_TYPE,
    text: answers.balanceText({
      units: await spendableUnits(context, user),
      parts: user.mtMessagingCred.quota.sms_count,
    }),
  };
}

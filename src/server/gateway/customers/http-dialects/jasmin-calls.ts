/** Calls of Jasmin's HTTP API, which its REST API makes too. */
import type { FastifyRequest } from 'fastify';
import type { MessageRequest } from '../../../core/accept/accept.ts';
import type { UserRow } from '../../../core/gateway-users/gateway-users.store.ts';
import {
  acceptMessages,
  admitUser,
  JSON_TYPE,
  spendableUnits,
  TEXT,
  toMessageRequest,
  toSubmitter,
} from './dialect.ts';
import type { Answer, HttpDialectContext } from './dialect.ts';
import * as answers from './jasmin-answers.rules.ts';
import * as jasmin from './jasmin.rules.ts';
import type { Parameters } from './parameters.rules.ts';

export async function send(
  context: HttpDialectContext,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<Answer> {
  const answer = ({ status, text }: answers.Wrong): Answer => ({
    status,
    type: TEXT,
    text: answers.errorText(text),
  });
  const parsed = jasmin.readSend(parameters, new Date());
  if ('status' in parsed) return answer(parsed);
  const user = await admitUser(context, request, jasmin.readCredentials(parameters));
  if (!user) return answer(answers.authenticationFailed(parameters.text('username') ?? ''));
  const offer = offerOf(parsed, user);
  if ('status' in offer) return answer(offer);
  const [outcome] = await acceptMessages(context, user, [offer]);
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

/** The message of a parsed request, or the authorisation that its user lacks. */
export function offerOf(parsed: jasmin.Sending, user: UserRow): MessageRequest | answers.Wrong {
  const right = parsed.rights.find((each) => !user.mtMessagingCred.authorization[each]);
  if (right) return answers.mayNot(user.username, right);
  const { receipt } = parsed;
  const url = receipt && (receipt.url ?? user.mtMessagingCred.defaultvalue.dlr_url);
  return toMessageRequest(
    parsed,
    url && receipt
      ? { kind: 'URL', dialect: 'JASMIN', url, method: receipt.method, level: receipt.level }
      : undefined,
  );
}

/** An answer that the HTTP API and the REST API write alike, as JSON. */
const asJson = ({ status, text }: answers.Wrong): Answer => ({
  status,
  type: JSON_TYPE,
  text: JSON.stringify(text),
});

export async function quoteRate(
  context: HttpDialectContext,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<Answer> {
  const parsed = jasmin.readRate(parameters);
  if ('status' in parsed) return asJson(parsed);
  const user = await admitUser(context, request, jasmin.readCredentials(parameters));
  if (!user) return asJson(answers.authenticationFailed(parameters.text('username') ?? ''));
  if (!user.mtMessagingCred.authorization.http_rate)
    return asJson(answers.mayNot(user.username, 'http_rate'));
  // A rate may be queried without a text: it is the price of one part.
  const offer = toMessageRequest(
    !('octets' in parsed.content) && parsed.content.text.trim() === ''
      ? { ...parsed, content: { text: '-' } }
      : parsed,
    undefined,
  );
  const quote = await context.acceptor.quote(toSubmitter(user), offer);
  if ('refusal' in quote)
    return asJson(
      answers.refusalOf(quote.refusal, {
        username: user.username,
        to: parsed.to,
        from: parsed.from,
        sdt: undefined,
      }),
    );
  return { status: 200, type: JSON_TYPE, text: answers.rateText(quote) };
}

export async function answerBalance(
  context: HttpDialectContext,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<Answer> {
  const wrong = jasmin.checkBalance(parameters);
  if (wrong) return asJson(wrong);
  const user = await admitUser(context, request, jasmin.readCredentials(parameters));
  if (!user) return asJson(answers.authenticationFailed(parameters.text('username') ?? ''));
  if (!user.mtMessagingCred.authorization.http_balance)
    return asJson(answers.mayNot(user.username, 'http_balance'));
  return {
    status: 200,
    type: JSON_TYPE,
    text: answers.balanceText({
      units: await spendableUnits(context, user),
      parts: user.mtMessagingCred.quota.sms_count,
    }),
  };
}

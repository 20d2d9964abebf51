/** Jasmin's REST API: /secure/send, /secure/sendbatch, /secure/rate and /secure/balance. */
import type { FastifyRequest } from 'fastify';
import { addAllToOutbox } from '../../../core/background/outbox.store.ts';
import type { Outgoing } from '../../../core/background/outbox.store.ts';
import type { MessageRequest, Outcome } from '../../../core/accept/accept.ts';
import type { BatchReport } from '../../../core/dispatch/events.ts';
import type { UserRow } from '../../../core/gateway-users/gateway-users.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { newId } from '../../../infra/ids.ts';
import { acceptMessages, admitUser, bodyOf, JSON_TYPE, readRequest } from './dialect.ts';
import type { AddRoute, Answer, HttpDialectContext } from './dialect.ts';
import { getTimezone } from './http-dialects.store.ts';
import { errorText, refusalOf, successText } from './jasmin-answers.rules.ts';
import { answerBalance, offerOf, quoteRate, send } from './jasmin-calls.ts';
import * as rest from './jasmin-rest.rules.ts';
import { readSend } from './jasmin.rules.ts';
import { isAddress, readBasic } from './parameters.rules.ts';
import type { Parameters } from './parameters.rules.ts';

/** Messages that acceptance is offered at once. */
const AT_ONCE = 1000;
const UNKNOWN_ERROR = errorText('Unknown error');

/** @param path the path that the dialect is mounted under */
export function addJasminRestRoutes(
  add: AddRoute,
  path: string,
  context: HttpDialectContext,
): void {
  const answers = {
    type: JSON_TYPE,
    fault: JSON.stringify({ message: UNKNOWN_ERROR }),
    unreadable: rest.problemText({
      status: 412,
      title: 'Cannot parse JSON data',
      description: 'The request cannot be read',
    }),
  };
  const wrapped =
    (
      call: typeof send,
      parametersOf: (request: FastifyRequest) => Parameters | rest.Problem,
    ): ((request: FastifyRequest) => Promise<Answer>) =>
    async (request) => {
      const basic = readBasic(request.headers.authorization);
      if (!basic) return problem(rest.NEEDS_CREDENTIALS);
      const parameters = parametersOf(request);
      if ('status' in parameters) return problem(parameters);
      parameters.override(basic);
      return { ...rest.wrap(await call(context, request, parameters)), type: JSON_TYPE };
    };
  const ofBody = (request: FastifyRequest) => {
    const members = rest.readBody(bodyOf(request));
    return isProblem(members) ? members : rest.toParameters(members);
  };
  add(['POST'], `${path}/secure/send`, wrapped(send, ofBody), answers);
  add(['POST'], `${path}/secure/sendbatch`, (request) => sendBatch(context, request), answers);
  add(['GET'], `${path}/secure/rate`, wrapped(quoteRate, ofQuery), answers);
  add(['GET'], `${path}/secure/balance`, wrapped(answerBalance, ofQuery), answers);
}

const ofQuery = (request: FastifyRequest) =>
  rest.toParameters(
    Object.fromEntries(
      readRequest(request).names.map((name) => [name, readRequest(request).text(name)]),
    ),
  );

const isProblem = (value: object): value is rest.Problem => 'title' in value && 'status' in value;
const problem = (of: rest.Problem): Answer => ({
  status: of.status,
  type: JSON_TYPE,
  text: rest.problemText(of),
});

/** What became of a message of a batch: `text` is the answer that /send would have given. */
type Sent = { to: string; isAccepted: boolean; text: string };

async function sendBatch(context: HttpDialectContext, request: FastifyRequest): Promise<Answer> {
  const basic = readBasic(request.headers.authorization);
  if (!basic) return problem(rest.NEEDS_CREDENTIALS);
  const user = await admitUser(context, request, basic);
  if (!user) return problem(rest.notAuthenticated(basic.username));
  const members = rest.readBody(bodyOf(request));
  if (isProblem(members)) return problem(members);
  const timezone = await context.database.run(systemScope(), (tx) =>
    getTimezone(tx, user.clientId),
  );
  const now = new Date();
  const batch = rest.readBatch(members, now, timezone);
  if ('status' in batch) return problem(batch);
  const batchId = newId();
  const sent: Sent[] = [];
  for (let at = 0; at < batch.messages.length; at += AT_ONCE)
    sent.push(
      ...(await sendSome(context, user, {
        messages: batch.messages.slice(at, at + AT_ONCE).map((each) => withBasic(each, basic)),
        scheduleAt: batch.seconds > 0 ? new Date(now.getTime() + batch.seconds * 1000) : undefined,
        batchId,
        isFirst: at === 0,
      })),
    );
  await addReports(context, user, reportsOf(batchId, batch, sent));
  const data = {
    batchId,
    messageCount: sent.length,
    ...(batch.seconds > 0 && { scheduled: `${batch.seconds}s` }),
  };
  return { status: 200, type: JSON_TYPE, text: JSON.stringify({ data }) };
}

function withBasic(
  parameters: Parameters,
  basic: { username: string; password: string },
): Parameters {
  parameters.override(basic);
  return parameters;
}

/**
 * Offers messages to acceptance. A failure of the first ones is one of the call, which can be
 * repeated; later, others are accepted already, and these are reported as not sent.
 */
async function sendSome(
  context: HttpDialectContext,
  user: UserRow,
  {
    messages,
    scheduleAt,
    batchId,
    isFirst,
  }: { messages: Parameters[]; scheduleAt: Date | undefined; batchId: string; isFirst: boolean },
): Promise<Sent[]> {
  const now = new Date();
  const read = messages.map((parameters) => {
    const parsed = readSend(parameters, now);
    const offer = 'status' in parsed ? parsed : offerOf(parsed, user);
    const to = parameters.text('to') ?? '';
    if ('status' in offer) {
      context.counter.outcome({ username: user.username }, 'HTTP', 'BAD_INPUT');
      return { to, parameters, wrong: errorText(offer.text) };
    }
    return {
      to,
      parameters,
      offer: { ...(scheduleAt && { scheduleAt }), ...offer, clientReference: batchId },
    };
  });
  const offers = read.flatMap<MessageRequest>(({ offer }) => offer ?? []);
  let outcomes: Outcome[] = [];
  try {
    if (offers.length > 0) outcomes = await acceptMessages(context, user, offers);
  } catch (error) {
    if (isFirst) throw error;
    context.log.error({ err: error, batchId }, 'messages of a batch were not accepted');
  }
  let next = 0;
  return read.map(({ to, parameters, wrong }) => {
    if (wrong !== undefined) return { to, isAccepted: false, text: wrong };
    const outcome = outcomes[next++];
    if (!outcome) return { to, isAccepted: false, text: UNKNOWN_ERROR };
    if ('messageId' in outcome)
      return { to, isAccepted: true, text: successText(outcome.messageId) };
    const { text } = refusalOf(outcome.refusal, {
      username: user.username,
      to,
      from: parameters.text('from') ?? null,
      sdt: parameters.text('sdt'),
    });
    return { to, isAccepted: false, text: errorText(text) };
  });
}

/** The database holds no NUL, which a refused number may have. */
const storable = (text: string) => text.replaceAll('\0', '');

/** The calls that a batch asks for, one for each message. */
function reportsOf(
  batchId: string,
  { callbackUrl, errbackUrl }: rest.Batch,
  sent: readonly Sent[],
): BatchReport[] {
  return sent.flatMap(({ to, isAccepted, text }) => {
    const url = isAccepted ? callbackUrl : errbackUrl;
    if (url === undefined || !isAddress(url)) return [];
    const statusText = isAccepted ? text : `HTTPAPI error: ${text.replace(/"$/, '')}`;
    return [
      {
        url,
        batch: {
          batchId,
          to: storable(to),
          status: isAccepted ? '1' : '0',
          statusText: storable(statusText),
        },
      },
    ];
  });
}

/** The messages are accepted already: a failure here must not make the caller repeat them. */
async function addReports(
  { gatewayDatabase, log }: HttpDialectContext,
  { clientId }: UserRow,
  reports: readonly BatchReport[],
): Promise<void> {
  const rows = reports.map((report): Outgoing => ({
    clientId,
    kind: 'RECEIPT_URL',
    target: report.url,
    payload: report,
  }));
  try {
    await gatewayDatabase.run(systemScope(), (tx) => addAllToOutbox(tx, rows));
  } catch (error) {
    log.error({ err: error, reports: rows.length }, 'callbacks of a batch were not kept');
  }
}

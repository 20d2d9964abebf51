/** Jasmin's REST API: /secure/send, /secure/sendbatch, /secure/rate and /secure/balance. */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { addAllToOutbox } from '../../../core/background/outbox.store.ts';
import type { Outgoing } from '../../../core/background/outbox.store.ts';
import type { MessageRequest, Outcome } from '../../../core/accept/accept.ts';
import type { BatchReport } from '../../../core/dispatch/events/events.ts';
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

/** A fail-over of the database takes some seconds. */
const REPEAT_MS = 10_000;
const PAUSE_MS = 250;
const REPORTS_AT_ONCE = 500;
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

/** The end of a message of a batch, in texts that are short enough to keep. */
type Sent = { to: string; isAccepted: boolean; statusText: string };

const accepted = (to: string, messageId: string): Sent => ({
  to: rest.shortText(to),
  isAccepted: true,
  statusText: successText(messageId),
});
/** @param text the answer that /send would have given */
const notAccepted = (to: string, text: string): Sent => ({
  to: rest.shortText(to),
  isAccepted: false,
  statusText: rest.shortText(`HTTPAPI error: ${text.replace(/"$/, '')}`),
});

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
  const repeat = repeater(REPEAT_MS);
  for (const messages of rest.slicesOf(batch.messages)) {
    // Other requests take their turn between two slices, also where nothing is offered.
    await setImmediate();
    sent.push(
      ...(await sendSome(context, user, {
        parameters: messages.map((each) => rest.messageParameters(each, basic)),
        scheduleAt: batch.seconds > 0 ? new Date(now.getTime() + batch.seconds * 1000) : undefined,
        batchId,
        key: `jasmin batch ${batchId} ${sent.length}`,
        isFirst: !sent.some(({ isAccepted }) => isAccepted),
        repeat,
      })),
    );
  }
  await addReports(context, user, reportsOf(batchId, batch, sent));
  const data = {
    batchId,
    messageCount: sent.length,
    ...(batch.seconds > 0 && { scheduled: `${batch.seconds}s` }),
  };
  return { status: 200, type: JSON_TYPE, text: JSON.stringify({ data }) };
}

/**
 * Repeats work that fails, for so many milliseconds of all its calls. Later work is tried once, so
 * that a caller waits no longer for a long batch than for a short one.
 */
function repeater(milliseconds: number) {
  let giveUpAt = Infinity;
  return async <Result>(work: (isRepeat: boolean) => Promise<Result>): Promise<Result> => {
    for (let isRepeat = false; ; isRepeat = true)
      try {
        return await work(isRepeat);
      } catch (error) {
        giveUpAt = Math.min(giveUpAt, performance.now() + milliseconds);
        if (performance.now() >= giveUpAt) throw error;
        await sleep(PAUSE_MS);
      }
  };
}

/**
 * Offers messages to acceptance, under a key: a repeat after a failure gets the outcome of the
 * first call where that was committed after all. A failure that lasts is one of the call while
 * nothing is accepted, and can be repeated by the caller; later, these messages are reported as not
 * sent.
 */
async function sendSome(
  context: HttpDialectContext,
  user: UserRow,
  {
    parameters: messages,
    scheduleAt,
    batchId,
    key,
    isFirst,
    repeat,
  }: {
    parameters: Parameters[];
    scheduleAt: Date | undefined;
    batchId: string;
    key: string;
    isFirst: boolean;
    repeat: ReturnType<typeof repeater>;
  },
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
    if (offers.length > 0)
      outcomes = await repeat((isRepeat) =>
        acceptMessages(context, user, offers, {
          key,
          bodyHash: Buffer.from(key),
          ...(isRepeat && { isRepeat }),
        }),
      );
  } catch (error) {
    if (isFirst) throw error;
    context.log.error({ err: error, batchId }, 'messages of a batch were not accepted');
  }
  let next = 0;
  return read.map(({ to, parameters, wrong }) => {
    if (wrong !== undefined) return notAccepted(to, wrong);
    const outcome = outcomes[next++];
    if (!outcome) return notAccepted(to, UNKNOWN_ERROR);
    if ('messageId' in outcome) return accepted(to, outcome.messageId);
    const { text } = refusalOf(outcome.refusal, {
      username: user.username,
      to,
      from: parameters.text('from') ?? null,
      sdt: parameters.text('sdt'),
    });
    return notAccepted(to, errorText(text));
  });
}

/** The calls that a batch asks for, one for each message. */
function reportsOf(
  batchId: string,
  { callbackUrl, errbackUrl }: rest.Batch,
  sent: readonly Sent[],
): BatchReport[] {
  const urls = [callbackUrl, errbackUrl].map((url) =>
    url !== undefined && isAddress(url) ? url : undefined,
  );
  return sent.flatMap(({ to, isAccepted, statusText }) => {
    const url = urls[isAccepted ? 0 : 1];
    if (url === undefined) return [];
    return [{ url, batch: { batchId, to, status: isAccepted ? '1' : '0', statusText } }];
  });
}

/**
 * The messages are accepted already: a failure here must not make the caller repeat them. A repeat
 * after a commit that was not answered calls some addresses twice, as a repeated callback does.
 */
async function addReports(
  { gatewayDatabase, log }: HttpDialectContext,
  { clientId }: UserRow,
  reports: readonly BatchReport[],
): Promise<void> {
  const repeat = repeater(REPEAT_MS);
  for (let at = 0; at < reports.length; at += REPORTS_AT_ONCE) {
    const rows = reports.slice(at, at + REPORTS_AT_ONCE).map((report): Outgoing => ({
      clientId,
      kind: 'RECEIPT_URL',
      target: report.url,
      payload: report,
    }));
    try {
      await repeat(() => gatewayDatabase.run(systemScope(), (tx) => addAllToOutbox(tx, rows)));
    } catch (error) {
      log.error({ err: error, reports: rows.length }, 'callbacks of a batch were not kept');
    }
  }
}

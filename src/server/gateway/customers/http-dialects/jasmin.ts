/** Jasmin's APIs: /send, /rate, /balance, /ping and /metrics, and the REST API below /secure. */
import type { FastifyRequest } from 'fastify';
import { mayReadMetrics } from '../../../core/monitoring/metrics.ts';
import {
  dialectAnswersTotal,
  partsTotal,
  smppServerAnswersTotal,
} from '../../../infra/instruments.ts';
import { GET_AND_POST, JSON_TYPE, readRequest, TEXT, withBasicCredentials } from './dialect.ts';
import type { AddRoute, Answer, HttpDialectContext } from './dialect.ts';
import * as calls from './jasmin-calls.ts';
import { addJasminRestRoutes } from './jasmin-rest.ts';
import { metricsText } from './jasmin-metrics.rules.ts';
import * as answers from './jasmin-answers.rules.ts';

const PONG = 'Jasmin/PONG';

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
  const call =
    (work: (typeof calls)['send' | 'quoteRate' | 'answerBalance']) => (request: FastifyRequest) =>
      work(context, request, withBasicCredentials(request, readRequest(request)));
  add(GET_AND_POST, `${path}/send`, call(calls.send), text);
  add(GET_AND_POST, `${path}/rate`, call(calls.quoteRate), json);
  add(GET_AND_POST, `${path}/balance`, call(calls.answerBalance), json);
  // The REST API has a port of its own in Jasmin, and answers in JSON.
  add(
    ['GET'],
    `${path}/ping`,
    async ({ headers }) =>
      /json/i.test(headers.accept ?? '')
        ? { status: 200, type: JSON_TYPE, text: JSON.stringify({ data: PONG }) }
        : { status: 200, type: TEXT, text: PONG },
    text,
  );
  addJasminRestRoutes(add, path, context);
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

/** Beem's SMS API: messages, delivery reports and the balance. */
import type { FastifyRequest } from 'fastify';
import { normalizePhone } from '../../../../contract/shared/phone.ts';
import type { UserRow } from '../../../core/gateway-users/gateway-users.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import * as beem from './beem.rules.ts';
import {
  acceptMessages,
  admitUser,
  callbackOfUser,
  JSON_TYPE,
  readRequest,
  spendableUnits,
  toMessageRequest,
} from './dialect.ts';
import type { AddRoute, Answer, HttpDialectContext } from './dialect.ts';
import { findReferencedStatus, getCountry, takeBeemRequest } from './http-dialects.store.ts';
import { readBasic } from './parameters.rules.ts';

/** @param path the path that the dialect is mounted under */
export function addBeemRoutes(add: AddRoute, path: string, context: HttpDialectContext): void {
  const answers = {
    type: JSON_TYPE,
    fault: beem.FAULT.text,
    unreadable: beem.failure(113).text,
  };
  const serve =
    (work: (request: FastifyRequest, user: UserRow) => Promise<beem.Reply>) =>
    async (request: FastifyRequest): Promise<Answer> => {
      const basic = readBasic(request.headers.authorization);
      const user = basic && (await admitUser(context, request, basic));
      return {
        ...(user ? await work(request, user) : beem.UNAUTHENTICATED),
        type: JSON_TYPE,
      };
    };
  add(
    ['POST'],
    `${path}/v1/send`,
    serve((request, user) => send(context, request, user)),
    answers,
  );
  add(
    ['GET'],
    `${path}/public/v1/delivery-reports`,
    serve((request, user) => answerReport(context, request, user)),
    answers,
  );
  add(
    ['GET'],
    `${path}/public/v1/vendors/balance`,
    serve(async (_request, user) =>
      user.mtMessagingCred.authorization.http_balance
        ? beem.balanceReply(await spendableUnits(context, user))
        : beem.failure(120, 403),
    ),
    answers,
  );
}

async function send(
  context: HttpDialectContext,
  request: FastifyRequest,
  user: UserRow,
): Promise<beem.Reply> {
  const parsed = beem.readSend(readRequest(request), new Date());
  if ('status' in parsed) return parsed;
  const { recipients, duplicates, text, ...rest } = parsed;
  const requestId = await context.database.run(systemScope(), takeBeemRequest);
  const callback = callbackOfUser(user, 'BEEM');
  const outcomes = await acceptMessages(
    context,
    user,
    recipients.map(({ to, recipientId }) =>
      toMessageRequest(
        {
          ...rest,
          to,
          content: { text },
          clientReference: beem.referenceOf(requestId, recipientId),
        },
        callback,
      ),
    ),
  );
  return beem.replyTo(
    requestId,
    outcomes.map((outcome) =>
      'refusal' in outcome
        ? { code: outcome.refusal.code, field: String(outcome.refusal.values['field'] ?? '') }
        : undefined,
    ),
    duplicates,
  );
}

async function answerReport(
  context: HttpDialectContext,
  request: FastifyRequest,
  user: UserRow,
): Promise<beem.Reply> {
  const parameters = readRequest(request);
  const requestId = parameters.text('request_id')?.trim() ?? '';
  const given = parameters.text('dest_addr')?.trim() ?? '';
  if (given === '') return beem.failure(115);
  if (!/^\d{1,15}$/.test(requestId)) return beem.failure(116);
  return context.database.run(systemScope(), async (tx) => {
    const phone = normalizePhone(given, await getCountry(tx, user.clientId));
    const status = phone.ok
      ? await findReferencedStatus(tx, {
          clientId: user.clientId,
          destination: phone.e164.slice(1),
          reference: beem.referenceOf(Number(requestId), ''),
        })
      : undefined;
    return status ? beem.reportReply(requestId, given, status) : beem.failure(116, 404);
  });
}

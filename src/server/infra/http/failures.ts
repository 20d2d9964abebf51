// Errors on their way out: a refusal in the caller's language, and what a log says of the call.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '../../../contract/errors.ts';
import type { Language } from '../../i18n/language.ts';
import { sentence } from '../../i18n/sentence.ts';
import { CommitUnknown, DatabaseAway } from '../database/failures.ts';
import { badInput, outcomeUnknown, Refusal, tooLarge, unavailable } from '../errors.ts';
import { MOST_FILES } from './request-input.ts';

/**
 * A call and its outcome. `path` is the pattern, `clientId` the account whose rows it reached,
 * `error` the code of a refusal.
 */
export type Answered = {
  requestId: string;
  method: string;
  path: string;
  status: number;
  error?: string;
  clientId?: string;
  apiKeyId?: string;
  impersonatorId?: string;
  address: string;
  milliseconds: number;
};

/** Facts about a request, collected until it is answered. */
export const learned = new WeakMap<
  FastifyRequest,
  Pick<Answered, 'error' | 'clientId' | 'apiKeyId' | 'impersonatorId'>
>();

/** Notes a fact about a request. */
export function learn(
  request: FastifyRequest,
  facts: Pick<Answered, 'error' | 'clientId' | 'apiKeyId' | 'impersonatorId'>,
): void {
  learned.set(request, { ...learned.get(request), ...facts });
}

/** Answers a refusal in a language. */
export function refuse(
  reply: FastifyReply,
  refusal: Refusal,
  language: Language,
  requestId: string,
) {
  const body: Failure = {
    message: sentence(language, refusal.code, refusal.values),
    error: refusal.code,
    requestId,
  };
  if (refusal.details) body.details = refusal.details;
  if (refusal.retryAfterSeconds !== undefined)
    reply.header('retry-after', refusal.retryAfterSeconds);
  return reply.code(refusal.status).header('cache-control', 'no-store').send(body);
}

/** Errors of fastify itself (a body too large, broken multipart) are the caller's fault. */
export function asRefusal(error: unknown, largeBody: boolean): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseAway) return unavailable();
  if (error instanceof CommitUnknown) return outcomeUnknown();
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (code === 'FST_FILES_LIMIT') return badInput([{ field: 'file', message: `<= ${MOST_FILES}` }]);
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE')
    return tooLarge(code === 'FST_REQ_FILE_TOO_LARGE' ? '300 MB' : largeBody ? '8 MB' : '1 MB');
  // Node's error for a caller that disconnected in the middle of its body.
  if (code === 'ECONNRESET' && (error as Error).message === 'aborted')
    return badInput([{ field: 'body', message: 'aborted' }]);
  // A character that PostgreSQL cannot store (22021 in a text, 22P05 in JSON), in any field.
  const { detail } = error as { detail?: string };
  if (
    code === '22021' ||
    code === '22P05' ||
    (code === '22P02' && /^Unicode (high|low) surrogate/.test(detail ?? ''))
  )
    return badInput([{ field: 'body', message: 'NUL' }]);
  // The multipart parser's messages for a truncated body or a missing boundary have no code.
  const reason = error instanceof Error ? error.message : '';
  if (/unexpected end of multipart data$|^Multipart: /i.test(reason)) {
    return badInput([{ field: 'file', message: 'multipart/form-data' }]);
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return badInput([{ field: 'body', message: (error as Error).message }]);
  return undefined;
}

// The input of a call: fields checked against the endpoint, files, and the idempotency key.
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { restMessages } from '../../../contract/api/rest-messages.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Language } from '../../i18n/language.ts';
import { sentence } from '../../i18n/sentence.ts';
import { badInput, idempotencyKeyMissing, notFound } from '../errors.ts';
import type { UploadedFile } from './http.ts';
import { inputMessages } from './input-messages.ts';

/** Files in one body, where an endpoint takes several. */
export const MOST_FILES = 8;
/** The most faults reported for one body. */
const MOST_DETAILS = 100;

/** The fields of a JSON body; none where it is no object. */
export function bodyOf(body: unknown): object {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
}

/** The input as the endpoint wants it. @param named the parameters of its path */
export function parse(
  endpoint: Endpoint,
  raw: Record<string, unknown>,
  named: Set<string>,
  language: Language,
): unknown {
  const shape: object | undefined = (endpoint.input as unknown as { shape?: object }).shape;
  const unknown =
    shape && !endpoint.foreign ? Object.keys(raw).filter((key) => !Object.hasOwn(shape, key)) : [];
  if (unknown.length > 0)
    throw badInput(
      unknown.map((field) => ({ field, message: sentence(language, 'UNKNOWN_FIELD') })),
    );
  const result = z.safeParse(endpoint.input, raw, { error: inputMessages(language) });
  if (result.success) {
    // A batch of messages is validated message by message, so that one bad text stops no other.
    const isBatch = endpoint.path === restMessages.send.path && endpoint.method === 'POST';
    const broken = isBatch ? [] : brokenTexts(result.data);
    if (broken.length === 0) return result.data;
    const message = sentence(language, 'BROKEN_TEXT');
    throw badInput(
      broken.slice(0, MOST_DETAILS).map((path) => ({ field: fieldOf(path), message })),
    );
  }
  const more = withoutEmpty(endpoint, raw, named, result.error.issues);
  if (more) return more;
  // An invalid id in the path means that the object does not exist.
  if (result.error.issues.some((issue) => named.has(String(issue.path[0]))))
    throw notFound('address');
  throw badInput(
    result.error.issues
      .slice(0, MOST_DETAILS)
      .map((issue) => ({ field: fieldOf(issue.path), message: issue.message })),
  );
}

/**
 * The input of a list or file whose query has empty values that their fields refuse, such as
 * `distinct=`: they count as none, as an empty token does. Undefined where that is refused too.
 */
function withoutEmpty(
  endpoint: Endpoint,
  raw: Record<string, unknown>,
  named: Set<string>,
  issues: readonly { path: PropertyKey[] }[],
): unknown {
  const empty = new Set(
    issues
      .map(({ path }) => String(path[0]))
      .filter((name) => raw[name] === '' && !named.has(name)),
  );
  if (endpoint.method !== 'GET' || empty.size === 0) return undefined;
  const rest = Object.fromEntries(Object.entries(raw).filter(([name]) => !empty.has(name)));
  const result = z.safeParse(endpoint.input, rest);
  return result.success && brokenTexts(result.data).length === 0 ? result.data : undefined;
}

const isBroken = (text: string) => text.includes('\0') || !text.isWellFormed();

/** Paths of the texts and names that PostgreSQL cannot store: those with a NUL or a lone surrogate. */
function brokenTexts(input: unknown): PropertyKey[][] {
  const broken: PropertyKey[][] = [];
  const open: { value: unknown; path: PropertyKey[] }[] = [{ value: input, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') {
      if (isBroken(value)) broken.push(path);
    } else if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) open.push({ value: item, path: [...path, at] });
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) {
        const at = [...path, name.toWellFormed()];
        if (isBroken(name)) broken.push(at);
        else open.push({ value: item, path: at });
      }
    }
  }
  return broken.toReversed();
}

/** Example: `messages[3].to`. */
function fieldOf(path: readonly PropertyKey[]): string {
  return (
    path
      .map((step, at) =>
        typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${String(step)}`,
      )
      .join('') || 'body'
  );
}

/** No header holds it, so no key of a live call reads like one of a test. */
const OF_TESTS = 'test\n';

/**
 * The idempotency key of a request, and a hash of what it asks for.
 * @param how.test the call only tries: its answer stands for no real call under the same key
 */
export function idempotencyOf(
  request: FastifyRequest,
  input: unknown,
  how: { optional: boolean; test: boolean },
) {
  const key = request.headers['idempotency-key'];
  if (key === undefined && how.optional) return undefined;
  if (typeof key !== 'string' || key.length === 0 || key.length > 200)
    throw idempotencyKeyMissing();
  return {
    key: how.test ? OF_TESTS + key : key,
    bodyHash: createHash('sha256')
      .update(request.routeOptions.url ?? '')
      .update(JSON.stringify(input))
      .digest(),
  };
}

/** A name may come percent-encoded (RFC 5987), and so with a NUL. */
const storableName = (name: string) => name.toWellFormed().replaceAll('\0', '');

/** The files of a body, each to be read to its end before the next. */
export async function* filesOf(request: FastifyRequest): AsyncGenerator<UploadedFile> {
  let count = 0;
  if (request.isMultipart()) {
    for await (const file of request.files({ limits: { files: MOST_FILES } })) {
      if (file.fieldname !== 'file') throw badInput([{ field: file.fieldname, message: 'file' }]);
      count++;
      yield { fileName: storableName(file.filename), stream: file.file };
    }
  }
  if (count === 0) throw badInput([{ field: 'file', message: 'multipart/form-data' }]);
}

/** The one file of a body. */
export async function fileOf(request: FastifyRequest): Promise<UploadedFile> {
  const file = request.isMultipart() ? await request.file() : undefined;
  if (!file || file.fieldname !== 'file')
    throw badInput([{ field: 'file', message: 'multipart/form-data' }]);
  return { fileName: storableName(file.filename), stream: file.file };
}

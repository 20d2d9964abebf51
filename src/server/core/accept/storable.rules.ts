import { badInput } from '../../infra/errors.ts';
import type { MessageRequest } from './types.ts';

/**
 * PostgreSQL's text cannot hold NUL, and its JSON cannot hold a lone surrogate.
 * @throws Refusal BAD_INPUT naming the fields
 */
export function requireStorable({
  from,
  clientReference,
  tags,
  callback,
  content,
}: MessageRequest): void {
  const texts = [
    ['from', from],
    ['text', 'text' in content ? content.text?.toWellFormed() : undefined],
    ['clientReference', clientReference],
    ['tags', tags?.join()],
    [
      'callbackUrl',
      callback &&
        Object.values(callback)
          .filter((value) => typeof value === 'string')
          .join(),
    ],
  ] as const;
  const broken = texts
    .filter(([, text]) => text != null && (text.includes('\0') || !text.isWellFormed()))
    .map(([field]) => field);
  if (broken.length > 0) throw badInput(broken.map((field) => ({ field, message: 'NUL' })));
}

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
  const broken: string[] = [];
  if (isBroken(from)) broken.push('from');
  // A lone surrogate of a text is replaced where the text is read.
  if ('text' in content && content.text?.includes('\0')) broken.push('text');
  if (isBroken(clientReference)) broken.push('clientReference');
  if (tags?.some(isBroken)) broken.push('tags');
  if (callback && Object.values(callback).some(isBroken)) broken.push('callbackUrl');
  if (broken.length > 0) throw badInput(broken.map((field) => ({ field, message: 'NUL' })));
}

const isBroken = (text: unknown): boolean =>
  typeof text === 'string' && (text.includes('\0') || !text.isWellFormed());

import { CallError } from '../../api/request.ts';

/** True where the draft that was to be replaced was sent or changed meanwhile, such as in another tab. */
export const isDraftTaken = (failure: unknown): boolean =>
  failure instanceof CallError && failure.code === 'CONFLICT';

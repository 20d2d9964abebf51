import * as z from 'zod/mini';
import { plainNumber } from '../../ui/fields/plainNumber.ts';

/** A number of units as people write it in a language, with marks between thousands. */
export const unitsIn = (written: string, language: string) =>
  Number(plainNumber(written, language));

/** Text that means a number of units which the contract allows. */
export const unitsRule = (allowed: z.ZodMiniType, message: string, language: string) =>
  z
    .string()
    .check(
      z.refine(
        (written) => written.trim() !== '' && allowed.safeParse(unitsIn(written, language)).success,
        { error: message },
      ),
    );

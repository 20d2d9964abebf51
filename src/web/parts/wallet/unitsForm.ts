import * as z from 'zod/mini';

/** A number of units as people write it, with marks between thousands. */
export const unitsIn = (written: string) => Number(written.replace(/[\s,]/g, ''));

/** Text that means a number of units which the contract allows. */
export const unitsRule = (allowed: z.ZodMiniType, message: string) =>
  z.string().check(
    z.refine((written) => written.trim() !== '' && allowed.safeParse(unitsIn(written)).success, {
      error: message,
    }),
  );

// Apart from the other fields, because pages that check those would load what dates need.
import * as z from 'zod/mini';
import { isDay } from './dates.ts';

/** A calendar day that every date picker has, `yyyy-MM-dd`. */
export const day = z.string().check(z.refine(isDay, { params: { sentence: 'NOT_A_DAY' } }));

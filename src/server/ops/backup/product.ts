import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** This release of Tuma, such as 4.32.0. */
export const PRODUCT = z.parse(
  z.object({ version: z.string() }),
  JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')),
).version;

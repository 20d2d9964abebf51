// Fields of many calls, apart from `endpoint.ts` because forms check by them, and a page that checks nothing loads no schema.
import * as z from 'zod/mini';

// Word characters with optional dot or hyphen groups, an @, a domain, a suffix of 2 to 7. Each
// group begins with its separator, so that no text causes backtracking.
const EMAIL = /^\w+(?:[.-]\w+)*@\w+(?:[.-]\w+)*\.\w{2,7}$/;
/** One email address. */
export const email = z.string().check(z.trim(), z.maxLength(254), z.regex(EMAIL));

/**
 * A text of one line: no line breaks, tabs or other control characters, since it may go into a mail
 * header, a file or a list.
 */
export const SINGLE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u;
/** A name, or another text of one line. */
export const singleLine = (most: number, least = 1) =>
  z.string().check(z.trim(), z.minLength(least), z.maxLength(most), z.regex(SINGLE_LINE));

/** A host name as browsers write it: letters, digits, hyphens and dots, no port. */
export const hostName = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253),
    z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/),
  );

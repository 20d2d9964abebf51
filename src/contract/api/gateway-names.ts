// Names in the gateway's administration. Its field names are the console's, which operators know, so
// credentials keep their snake case.
import * as z from 'zod/mini';

/** The id of a group, user or filter: 1 to 16 letters, digits, `_` and `-`; it never changes. */
export const shortId = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{1,16}$/));
/** The name of a connector. */
export const connectorName = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{3,25}$/));
/** An SMPP system id and HTTP user name. */
export const gatewayUsername = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{1,15}$/));
/** Printable ASCII; a bind of SMPP 3.4 carries only the first 8. */
export const gatewayPassword = z.string().check(z.regex(/^[\x20-\x7e]{1,16}$/));

/** A part of the name. */
export const query = z.optional(z.string().check(z.trim(), z.maxLength(100)));

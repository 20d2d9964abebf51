// Traffic of customers' software by credential.
import * as z from 'zod/mini';
import { endpoint, id, listOf, many, page, PORTAL, timestamp } from '../endpoint.ts';

/** The ways in of customers' software: the REST API, the SMPP server, the HTTP dialects. */
export const SOFTWARE_SOURCES = ['REST', 'SMPP', 'HTTP'] as const;
export type SoftwareSource = (typeof SOFTWARE_SOURCES)[number];

/** The traffic of one credential by one way in. Figures without a time are of the last 24 hours. */
export const softwareUse = z.object({
  source: z.enum(SOFTWARE_SOURCES),
  lastCallTimestamp: timestamp,
  /** Calls in the last whole minute; over SMPP, messages. */
  callsPerMinute: z.int(),
  /** The same in the last 60 seconds, as if the calls of the whole minute had come evenly. */
  callsLastMinute: z.int(),
  acceptedCount: z.int(),
  /** Messages, and calls as a whole, that were refused, by code; the most frequent first. */
  refused: z.array(z.object({ code: z.string(), count: z.int() })),
});
export type SoftwareUse = z.output<typeof softwareUse>;

export const credentialUse = z.object({
  ...softwareUse.shape,
  clientId: id,
  clientName: z.string(),
  /** The name of an API key, or the system ID of a gateway user. */
  name: z.string(),
  /** The beginning of an API key; null for a gateway user. */
  keyPrefix: z.nullable(z.string()),
});
export type CredentialUse = z.output<typeof credentialUse>;

export const softwareUses = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/jasmin/software-use`,
    who: 'gateway',
    summary: "Traffic of customers' software by credential, the last call first",
    input: z.object({ ...page, 'filter.clientIds': many(id) }),
    output: z.extend(listOf('credentials', credentialUse), {
      /** The last 24 hours of all credentials that match, not of those on the page alone. */
      total: z.pick(softwareUse, { acceptedCount: true, refused: true }),
    }),
  }),
};

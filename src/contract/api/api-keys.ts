// API keys of an account.
import * as z from 'zod/mini';
import { endpoint, id, listOf, page, PORTAL, timestamp } from '../endpoint.ts';
import { API_KEY_SCOPES } from '../shared/key-scopes.ts';
import { singleLine } from '../shared/fields.ts';
import { softwareUse } from './software-use.ts';

/** An IP address, or a network such as 10.0.0.0/8. */
export const ipRange = z
  .string()
  .check(z.trim(), z.maxLength(50), z.regex(/^[0-9a-fA-F:.]+(?:\/\d{1,3})?$/));

export const apiKey = z.object({
  apiKeyId: id,
  name: z.string(),
  scopes: z.array(z.enum(API_KEY_SCOPES)),
  /** Addresses and networks that may use the key; empty allows all. */
  ipList: z.array(z.string()),
  /** A test key: its messages have scripted outcomes, cost nothing and are never sent. */
  test: z.boolean(),
  /** The beginning of the key, by which its owner recognises it. */
  prefix: z.string(),
  createTimestamp: timestamp,
  lastUseTimestamp: z.nullable(timestamp),
  revokeTimestamp: z.nullable(timestamp),
  /** Its traffic; null before its first call. */
  use: z.nullable(softwareUse),
});
export type ApiKey = z.output<typeof apiKey>;

export const apikeys = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/apikeys`,
    who: 'self',
    summary: 'The own API keys, newest first',
    input: z.object(page),
    output: listOf('apiKeys', apiKey),
  }),
  create: endpoint({
    method: 'POST',
    path: `${PORTAL}/apikeys`,
    who: 'self',
    personal: true,
    stepUp: true,
    summary: 'Make an API key; this answer is the only one that shows it',
    input: z.object({
      name: singleLine(60),
      scopes: z
        .array(z.enum(API_KEY_SCOPES))
        .check(z.minLength(1), z.maxLength(API_KEY_SCOPES.length)),
      ipList: z._default(z.array(ipRange).check(z.maxLength(50)), []),
      /** A key for trying things out. */
      test: z._default(z.boolean(), false),
    }),
    output: z.object({ ...apiKey.shape, key: z.string() }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/apikeys/:apiKeyId`,
    who: 'self',
    personal: true,
    stepUp: true,
    summary: 'Revoke an API key, at once and for good',
    input: z.object({ apiKeyId: id }),
    output: apiKey,
  }),
};

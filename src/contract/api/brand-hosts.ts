// The proof and release of a brand's hosts.
import * as z from 'zod/mini';
import { brand } from './branding.ts';
import { endpoint, id, nothing, PORTAL, timestamp } from '../endpoint.ts';
import { hostName } from '../shared/fields.ts';

/** Reasons why a DNS record did not prove a host. */
export const HOST_CHECKS = ['NOT_FOUND', 'OTHER_VALUE', 'NO_ANSWER', 'TAKEN'] as const;

const proposedHost = z.object({
  host: z.string(),
  clientId: id,
  clientName: z.string(),
  createTimestamp: timestamp,
  expiryTimestamp: timestamp,
  checkedTimestamp: z.nullable(timestamp),
  checkResult: z.nullable(z.enum(HOST_CHECKS)),
});
export type ProposedHost = z.output<typeof proposedHost>;

const one = { clientId: id, host: hostName };

export const brandHosts = {
  check: endpoint({
    method: 'POST',
    path: `${PORTAL}/branding/hosts/:host:check`,
    who: 'branding',
    summary: 'Look up the DNS record of a proposed host now',
    input: z.object({ clientId: z.optional(id), host: hostName }),
    output: brand,
  }),
  proposed: endpoint({
    method: 'GET',
    path: `${PORTAL}/branding/proposedhosts`,
    who: 'hosts.release',
    summary: 'Proposed hosts that wait for proof or release, the oldest first',
    input: nothing,
    output: z.object({ proposedHosts: z.array(proposedHost) }),
  }),
  release: endpoint({
    method: 'POST',
    path: `${PORTAL}/branding/hosts/:host:release`,
    who: 'hosts.release',
    summary: 'Activate a proposed host without proof of its domain',
    input: z.object(one),
    output: z.object({ ok: z.literal(true) }),
  }),
  refuse: endpoint({
    method: 'POST',
    path: `${PORTAL}/branding/hosts/:host:refuse`,
    who: 'hosts.release',
    summary: 'Refuse a proposed host, with the reason',
    input: z.object({
      ...one,
      reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
    }),
    output: z.object({ ok: z.literal(true) }),
  }),
};

// Gateway users with their binds, as operators and as their owners see them.
import * as z from 'zod/mini';
import { done, endpoint, id, listOf, many, page, PORTAL, timestamp } from '../endpoint.ts';
import { mtMessagingCred, smppsCred, changedCreds } from './gateway-credentials.ts';
import { softwareUse } from './software-use.ts';
import { shortId, query, gatewayUsername, gatewayPassword } from './gateway-names.ts';

/** A connection of a user's software to the SMPP server, with its counts. */
export const smppBind = z.object({
  bindId: id,
  kind: z.enum(['TRANSMITTER', 'RECEIVER', 'TRANSCEIVER']),
  address: z.string(),
  tls: z.boolean(),
  sinceTimestamp: timestamp,
  /**
   * Messages accepted and refused; receipts and incoming messages acknowledged, and those without
   * an answer yet.
   */
  submitted: z.int(),
  refused: z.int(),
  delivered: z.int(),
  inWindow: z.int(),
});
export type SmppBind = z.output<typeof smppBind>;

/** Why a bind was refused; a customer's own software sees the status of SMPP alone. */
export const BIND_REFUSALS = [
  'WRONG_PASSWORD',
  'NOT_USABLE',
  'ADDRESS',
  'NO_BIND',
  'TOO_MANY_BINDS',
] as const;

/** The last refused bind of a user; null without one. */
const lastRefusal = z.nullable(
  z.object({ reason: z.enum(BIND_REFUSALS), address: z.string(), timestamp }),
);

/** A gateway user as the account that owns it sees it. */
export const gatewayLogin = z.object({
  systemId: z.string(),
  usable: z.boolean(),
  hasPassword: z.boolean(),
  /** False for a user of HTTP alone. */
  mayBind: z.boolean(),
  limits: z.object({
    /** Connections over SMPP at a time. */
    mostBinds: z.int(),
    /** Messages a second; null is no limit. */
    smppPerSecond: z.nullable(z.number()),
    httpPerSecond: z.nullable(z.number()),
    /** Message parts that may still be sent; null is no limit. */
    partsLeft: z.nullable(z.int()),
    /** Addresses and networks that it may come from; empty allows all. */
    addresses: z.array(z.string()),
  }),
  /** Open connections, oldest first. */
  binds: z.array(smppBind),
  lastRefusal,
  /** Its traffic over SMPP and the HTTP dialects, each once it is used. */
  use: z.array(softwareUse),
});
export type GatewayLogin = z.output<typeof gatewayLogin>;

export const smppUser = z.object({
  uid: z.string(),
  gid: z.string(),
  username: z.string(),
  clientId: id,
  clientName: z.string(),
  enabled: z.boolean(),
  /** True when the user, its group and its client are all enabled; `no` names the one that is not. */
  usable: z.boolean(),
  no: z.nullable(z.enum(['USER_DISABLED', 'GROUP_DISABLED', 'CLIENT_NOT_ACTIVE', 'NO_PASSWORD'])),
  hasPassword: z.boolean(),
  mt_messaging_cred: mtMessagingCred,
  smpps_cred: smppsCred,
  /** Open connections, oldest first. */
  binds: z.array(smppBind),
  lastRefusal,
  /** Its traffic over SMPP and the HTTP dialects, each once it is used. */
  use: z.array(softwareUse),
  createTimestamp: timestamp,
});
export type SmppUser = z.output<typeof smppUser>;

export const gatewayUsers = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/jasmin/users`,
    who: 'gateway',
    summary: 'Gateway users, by their ids',
    input: z.object({
      ...page,
      'filter.clientIds': many(id),
      'filter.gids': many(shortId),
      'filter.query': query,
    }),
    output: z.extend(listOf('smppUsers', smppUser), {
      /** Where their software binds. */
      smpp: z.object({ host: z.string(), port: z.int(), tlsPort: z.nullable(z.int()) }),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin/users`,
    who: 'gateway',
    personal: true,
    stepUp: true,
    summary: 'Make a gateway user; this answer is the only one that shows its password',
    input: z.object({
      uid: shortId,
      gid: shortId,
      clientId: id,
      username: gatewayUsername,
      enabled: z._default(z.boolean(), true),
      /** The password; by default 8 characters are generated. */
      password: z.optional(gatewayPassword),
      mt_messaging_cred: z._default(mtMessagingCred, mtMessagingCred.parse({})),
      smpps_cred: z._default(smppsCred, smppsCred.parse({})),
    }),
    output: z.object({ ...smppUser.shape, password: z.string() }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${PORTAL}/jasmin/users/:uid`,
    who: 'gateway',
    personal: true,
    summary: 'Change a gateway user, at once; what is left out stays',
    input: z.object({
      uid: shortId,
      gid: z.optional(shortId),
      clientId: z.optional(id),
      enabled: z.optional(z.boolean()),
      ...changedCreds,
    }),
    output: smppUser,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin/users:resetPassword`,
    who: 'gateway',
    personal: true,
    stepUp: true,
    summary: 'Give a gateway user a new password; this answer is the only one that shows it',
    input: z.object({ uid: shortId, password: z.optional(gatewayPassword) }),
    output: z.object({ uid: z.string(), username: z.string(), password: z.string() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/jasmin/users/:uid`,
    who: 'gateway',
    personal: true,
    summary: 'Delete a gateway user that no filter and no route names',
    input: z.object({ uid: shortId }),
    output: done,
  }),
  unbind: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin/users:unbind`,
    who: 'gateway',
    personal: true,
    summary: "End one connection of a gateway user's software by an unbind; others stay open",
    input: z.object({ uid: shortId, bindId: id }),
    output: done,
  }),
  rectify: endpoint({
    method: 'POST',
    path: `${PORTAL}/clients:rectifyJasminData`,
    who: 'gateway.rectify',
    summary:
      'Compare clients with gateway groups and users, repair differences, and list the repairs',
    input: z.object({
      /** A dry run: reports the actions without executing them. */
      dryRun: z._default(z.boolean(), false),
    }),
    output: z.object({
      clientCount: z.int(),
      userCount: z.int(),
      /** The actions, at most 1,000; `actionCount` is their total. */
      actions: z.array(
        z.object({
          action: z.enum(['GROUP_CREATED', 'USER_CREATED', 'USER_DISABLED', 'USER_ENABLED']),
          gid: z.nullable(z.string()),
          uid: z.nullable(z.string()),
          clientId: z.nullable(id),
          clientName: z.nullable(z.string()),
          reason: z.enum([
            'GROUP_MISSING',
            'CLIENT_HAS_NO_USER',
            'CLIENT_BLOCKED',
            'CLIENT_NO_LONGER_BLOCKED',
          ]),
        }),
      ),
      actionCount: z.int(),
    }),
  }),
};

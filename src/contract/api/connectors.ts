// Connectors to carriers and customers' servers, as operators edit them.
import * as z from 'zod/mini';
import { done, endpoint, id, listOf, many, numeric, page, PORTAL, timestamp } from '../endpoint.ts';
import { live, SHOWN_STATES, minute } from './connector-state.ts';
import { smppSettings, ascii, cid, password, secret, yes, no } from './connector-settings.ts';
import { httpSettings, genericSettings } from './connector-generic-settings.ts';
import { changes } from '../changes.ts';

// Connectors to carriers and customers. Every edit is a draft until the gateway is reloaded; start and
// stop take effect at once.

const common = {
  connectorId: z.int(),
  cid: z.string(),
  ...live,
  /** Compared with the running configuration; only a reload applies a draft. */
  draft: z.enum(['IN_FORCE', 'NEW', 'CHANGED']),
  /** The routes that use it; while there are any it cannot be deleted. */
  usedBy: z.array(z.object({ direction: z.enum(['MT', 'MO']), order: z.int(), type: z.string() })),
  createTimestamp: timestamp,
  /** Came from another gateway's configuration; while it should not run, it is not cut over. */
  imported: z.boolean(),
};

export const smppConnector = z.object({ ...common, settings: smppSettings });
export type SmppConnector = z.output<typeof smppConnector>;
export const httpConnector = z.object({ ...common, settings: httpSettings, signed: z.boolean() });
export type HttpConnector = z.output<typeof httpConnector>;
export const genericConnector = z.object({
  ...common,
  settings: genericSettings,
  hasSecret: z.boolean(),
  /** Path of the provider's callbacks under the gateway's HTTP address. The secret in it is for the provider alone. */
  callbackPath: z.string(),
  callbackSecret: z.string(),
});
export type GenericConnector = z.output<typeof genericConnector>;

const at = (path: string) => `${PORTAL}/jasmin/${path}`;
const one = z.object({ cid });
const search = {
  ...page,
  'filter.query': z.optional(z.string().check(z.maxLength(100))),
  'filter.states': many(z.enum(SHOWN_STATES)),
  /** Only those that came from another gateway's configuration. */
  'filter.imported': z._default(z.enum(['true', 'false']), 'false'),
};

export const connectors = {
  listSmpp: endpoint({
    method: 'GET',
    path: at('smpp-connectors'),
    who: 'gateway',
    summary: 'SMPP connectors, newest first',
    input: z.object(search),
    output: listOf('jasminSmppConnectors', smppConnector),
  }),
  getSmpp: endpoint({
    method: 'GET',
    path: at('smpp-connectors/:cid'),
    who: 'gateway',
    summary: 'One SMPP connector',
    input: one,
    output: smppConnector,
  }),
  createSmpp: endpoint({
    method: 'POST',
    path: at('smpp-connectors'),
    who: 'gateway',
    summary: 'Make an SMPP connector, as a draft',
    input: z.object({
      cid,
      password: z._default(password, 'password'),
      started: yes,
      ...smppSettings.shape,
    }),
    output: smppConnector,
  }),
  updateSmpp: endpoint({
    method: 'PATCH',
    path: at('smpp-connectors/:cid'),
    who: 'gateway',
    summary: 'Change an SMPP connector, as a draft',
    input: z.object({ cid, password: z.optional(password), ...changes(smppSettings.shape) }),
    output: smppConnector,
  }),
  removeSmpp: endpoint({
    method: 'DELETE',
    path: at('smpp-connectors/:cid'),
    who: 'gateway',
    summary: 'Delete an SMPP connector that no route uses, as a draft',
    input: one,
    output: done,
  }),

  listHttp: endpoint({
    method: 'GET',
    path: at('http-connectors'),
    who: 'gateway',
    summary: 'HTTP connectors, newest first',
    input: z.object(search),
    output: listOf('httpConnectors', httpConnector),
  }),
  getHttp: endpoint({
    method: 'GET',
    path: at('http-connectors/:cid'),
    who: 'gateway',
    summary: 'One HTTP connector',
    input: one,
    output: httpConnector,
  }),
  createHttp: endpoint({
    method: 'POST',
    path: at('http-connectors'),
    who: 'gateway',
    summary: 'Make an HTTP connector, as a draft',
    input: z.object({
      cid,
      signing_secret: z._default(secret, ''),
      started: yes,
      ...httpSettings.shape,
    }),
    output: httpConnector,
  }),
  updateHttp: endpoint({
    method: 'PATCH',
    path: at('http-connectors/:cid'),
    who: 'gateway',
    summary: 'Change an HTTP connector, as a draft',
    input: z.object({ cid, signing_secret: z.optional(secret), ...changes(httpSettings.shape) }),
    output: httpConnector,
  }),
  removeHttp: endpoint({
    method: 'DELETE',
    path: at('http-connectors/:cid'),
    who: 'gateway',
    summary: 'Delete an HTTP connector that no route uses, as a draft',
    input: one,
    output: done,
  }),

  listGeneric: endpoint({
    method: 'GET',
    path: at('generic-connectors'),
    who: 'gateway',
    summary: 'Generic connectors, newest first',
    input: z.object(search),
    output: listOf('genericConnectors', genericConnector),
  }),
  getGeneric: endpoint({
    method: 'GET',
    path: at('generic-connectors/:cid'),
    who: 'gateway',
    summary: 'One generic connector',
    input: one,
    output: genericConnector,
  }),
  createGeneric: endpoint({
    method: 'POST',
    path: at('generic-connectors'),
    who: 'gateway',
    summary: 'Make a generic connector, as a draft',
    input: z.object({
      cid,
      secret: z._default(secret, ''),
      started: yes,
      ...genericSettings.shape,
    }),
    output: genericConnector,
  }),
  updateGeneric: endpoint({
    method: 'PATCH',
    path: at('generic-connectors/:cid'),
    who: 'gateway',
    summary: 'Change a generic connector, as a draft',
    input: z.object({
      cid,
      secret: z.optional(secret),
      newCallbackSecret: no,
      ...changes(genericSettings.shape),
    }),
    output: genericConnector,
  }),
  removeGeneric: endpoint({
    method: 'DELETE',
    path: at('generic-connectors/:cid'),
    who: 'gateway',
    summary: 'Delete a generic connector that no route uses, as a draft',
    input: one,
    output: done,
  }),

  start: endpoint({
    method: 'POST',
    path: at('connectors/:cid:start'),
    who: 'gateway',
    summary: 'Start a connector, at once',
    input: one,
    output: z.object(live),
  }),
  stop: endpoint({
    method: 'POST',
    path: at('connectors/:cid:stop'),
    who: 'gateway',
    summary: 'Stop a connector at once: messages in flight are answered, the rest waits',
    input: one,
    output: z.object(live),
  }),
  restart: endpoint({
    method: 'POST',
    path: at('connectors/:cid:restart'),
    who: 'gateway',
    summary: "Close a connector's link and open it again, at once",
    input: one,
    output: z.object(live),
  }),
  live: endpoint({
    method: 'GET',
    path: at('connectors/:cid/live'),
    who: 'gateway',
    summary: "A connector's live state, and its history minute by minute",
    input: z.object({
      cid,
      minutes: z._default(z.pipe(numeric, z.int().check(z.gte(1), z.lte(2880))), 60),
    }),
    output: z.object({ ...live, history: z.array(minute) }),
  }),
  pdus: endpoint({
    method: 'GET',
    path: at('connectors/:cid/pdus'),
    who: 'gateway',
    summary: 'The last PDUs of a connector, newest first; recorded only while they are watched',
    input: one,
    output: z.object({
      /** False for the first request, which starts the recording. */
      watching: z.boolean(),
      pdus: z.array(
        z.object({
          timestamp,
          direction: z.enum(['OUT', 'IN']),
          command: z.string(),
          fields: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
          text: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  testSend: endpoint({
    method: 'POST',
    path: at('connectors/:cid:testSend'),
    who: 'gateway',
    summary:
      'Send a message over one SMPP or generic connector, regardless of routes; the message log shows its status',
    input: z.object({
      cid,
      to: z.string().check(z.maxLength(30)),
      sender: z._default(ascii(20), ''),
      text: z.string().check(z.minLength(1), z.maxLength(1000)),
    }),
    output: z.object({ messageId: id }),
  }),
  testPost: endpoint({
    method: 'POST',
    path: at('connectors/:cid:testPost'),
    who: 'gateway',
    summary: 'Deliver a sample incoming message to an HTTP connector, once, and return its answer',
    input: z.object({
      cid,
      from: z._default(z.string().check(z.maxLength(30)), '254700000000'),
      to: z._default(z.string().check(z.maxLength(30)), '22456'),
      text: z._default(z.string().check(z.maxLength(1000)), 'Test'),
    }),
    output: z.object({
      ok: z.boolean(),
      status: z.nullable(z.int()),
      milliseconds: z.int(),
      /** Null when the connector may call private addresses. */ answer: z.nullable(z.string()),
      error: z.nullable(z.string()),
    }),
  }),
};

// Tests of a connector, before and after it is saved.
import * as z from 'zod/mini';
import { endpoint, PORTAL } from '../endpoint.ts';
import { cid, password, secret, smppSettings } from './connector-settings.ts';
import { genericSettings, httpSettings } from './connector-generic-settings.ts';

// Tests of a connector's settings before they are saved.

const at = (path: string) => `${PORTAL}/jasmin/${path}`;

/** The outcome of a test of settings that are not saved yet. */
const tested = z.object({
  /** UNSURE where something answers, and it is not sure that messages will pass. */
  verdict: z.enum(['OK', 'UNSURE', 'FAILED']),
  /** How far the test went: to a bind, to an HTTP answer, or to a connection alone. */
  step: z.enum(['BIND', 'ANSWER', 'CONNECTION']),
  /** The address that was tested. */
  address: z.string(),
  /** The HTTP status. */
  status: z.nullable(z.int()),
  milliseconds: z.int(),
  error: z.nullable(z.string()),
});
export type ConnectionTest = z.output<typeof tested>;
/** The saved connector whose secret the test may use, where none is given. */
const saved = z.optional(cid);

export const connectorTests = {
  smpp: endpoint({
    method: 'POST',
    path: at('smpp-connectors:test'),
    who: 'gateway',
    summary: 'Bind with these settings once, unbind, and save nothing',
    input: z.object({ cid: saved, password: z.optional(password), ...smppSettings.shape }),
    output: tested,
  }),
  http: endpoint({
    method: 'POST',
    path: at('http-connectors:test'),
    who: 'gateway',
    summary: 'Call the address with an empty HEAD request, and save nothing',
    input: z.object({ cid: saved, signing_secret: z.optional(secret), ...httpSettings.shape }),
    output: tested,
  }),
  generic: endpoint({
    method: 'POST',
    path: at('generic-connectors:test'),
    who: 'gateway',
    summary: 'Call the address with an empty HEAD request without the secret, and save nothing',
    input: z.object({ cid: saved, secret: z.optional(secret), ...genericSettings.shape }),
    output: tested,
  }),
};

// A text tried on one's own phone before a campaign is sent.
import * as z from 'zod/mini';
import { endpoint, id, PORTAL, units } from '../endpoint.ts';

export const testMessages = {
  send: endpoint({
    method: 'POST',
    path: `${PORTAL}/sms:sendTest`,
    who: 'messaging.send',
    idempotent: true,
    summary:
      "Send a text to the account's own phone as a recipient would get it; charged like any message",
    input: z.object({
      senderId: z.string().check(z.minLength(1)),
      text: z.string().check(z.minLength(1), z.maxLength(10000)),
      /** Values of the text's placeholders, such as those of a sample recipient. */
      fields: z._default(z.record(z.string(), z.string().check(z.maxLength(1000))), {}),
      /** Replaces special characters that GSM 03.38 lacks. */
      replaceLookalikes: z._default(z.boolean(), false),
    }),
    output: z.object({
      messageId: id,
      destination: z.string(),
      segments: z.int(),
      encoding: z.enum(['GSM7', 'UCS2']),
      units,
    }),
  }),
};

// Data kept on a phone number: counted, downloaded, erased.
import * as z from 'zod/mini';
import { endpoint, id, phone, PORTAL } from '../endpoint.ts';

/** The amount of data stored about a phone number, within the caller's reach. */
const found = z.object({
  /** E.164 with the plus. */
  phone: z.string(),
  contacts: z.int(),
  messages: z.int(),
  incoming: z.int(),
  optOuts: z.int(),
  campaignRows: z.int(),
  /** Unfinished messages to it and unfinished campaigns with it, which prevent erasure. */
  inFlight: z.int(),
});
export type Found = z.output<typeof found>;

export const personal = {
  find: endpoint({
    method: 'POST',
    path: `${PORTAL}/personaldata:find`,
    who: 'personal',
    summary: 'How much is kept on a phone number',
    input: z.object({ phone }),
    output: found,
  }),
  export: endpoint({
    method: 'POST',
    path: `${PORTAL}/personaldata:export`,
    who: 'personal',
    personal: true,
    summary: 'Everything that is kept on a phone number, as a JSON file',
    input: z.object({ phone }),
    output: z.object({}),
    download: true,
  }),
  erase: endpoint({
    method: 'POST',
    path: `${PORTAL}/personaldata:erase`,
    who: 'personal',
    personal: true,
    stepUp: true,
    summary: 'Erase everything that is kept on a phone number: a background task',
    input: z.object({ phone, /** The number again, as a confirmation. */ confirm: phone }),
    output: z.object({ operationId: id }),
  }),
};

import * as z from 'zod/mini';
import { endpoint, units } from '../endpoint.ts';

export const restAccount = {
  balance: endpoint({
    method: 'GET',
    path: '/v1/balance',
    who: 'messaging.read',
    key: 'read',
    summary: 'The balance of the account',
    input: z.object({}),
    output: z.object({
      /** Units available now, credit included. */
      units,
      /** Units reserved for messages in progress. */
      heldUnits: units,
      /** How far below zero the account may go. */
      creditLimitUnits: units,
    }),
  }),
};

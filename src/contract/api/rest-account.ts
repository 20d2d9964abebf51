import * as z from 'zod/mini';
import { endpoint, units } from '../endpoint.ts';

export const restAccount = {
  balance: endpoint({
    method: 'GET',
    path: '/v1/balance',
    who: 'messaging.read',
    key: 'read',
    summary: 'What the account may spend',
    input: z.object({}),
    output: z.object({
      /** What may be spent now, credit included. */
      units,
      /** Set aside for what is on its way. */
      heldUnits: units,
      /** How far below zero the account may go. */
      creditLimitUnits: units,
    }),
  }),
};

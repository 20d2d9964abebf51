// Balance and movements of the account, for customers' software.
import * as z from 'zod/mini';
import { endpoint, listOf, many, numericTimestamp, page, units } from '../endpoint.ts';
import { transaction, TRANSACTION_TYPES } from './purchases.ts';

/** A movement of the wallet. */
export const restTransaction = z.pick(transaction, {
  purchaseId: true,
  ref: true,
  type: true,
  units: true,
  amount: true,
  currency: true,
  balanceBefore: true,
  balanceAfter: true,
  paymentStatus: true,
  reason: true,
  receipt: true,
  campaignId: true,
  note: true,
  createTimestamp: true,
});

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
  statement: endpoint({
    method: 'GET',
    path: '/v1/statement',
    who: 'purchases.read',
    key: 'read',
    summary: "The movements of the account's wallet with the balance after each, newest first",
    input: z.object({
      ...page,
      'filter.types': many(z.enum(TRANSACTION_TYPES)),
      'filter.startTimestamp': z.optional(numericTimestamp),
      'filter.endTimestamp': z.optional(numericTimestamp),
    }),
    output: listOf('transactions', restTransaction),
  }),
};

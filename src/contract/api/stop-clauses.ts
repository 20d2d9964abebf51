// Clauses by which promotional texts say how to opt out, by country and operator.
import * as z from 'zod/mini';
import { done, endpoint, numeric, PORTAL } from '../endpoint.ts';
import { day } from '../shared/day-field.ts';
import { singleLine } from '../shared/fields.ts';

export const CLAUSE_KINDS = ['USSD', 'KEYWORD', 'LINK'] as const;

/** Longer clauses would leave a single message too little room. */
export const MOST_CLAUSE = 60;

const place = {
  /** ISO 3166; `ZZ` stands for every country without a row. */
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  /** The code of a network; 0 for every operator of the country that has no row of its own. */
  network: z.pipe(numeric, z.int().check(z.minimum(0), z.maximum(32_767))),
};

/** How a receiver opts out of promotional messages, by its country and operator. */
export const stopClauseRow = z.object({
  ...place,
  /** A code to dial, a word to answer where the sender can receive, or a link of the receiver's own. */
  kind: z.enum(CLAUSE_KINDS),
  /** In the receiver's language; of GSM 03.38 alone, because a character outside it makes a text Unicode. */
  text: singleLine(MOST_CLAUSE),
  /** Where this is known from, and the day it was checked. */
  source: singleLine(500),
  checkedOn: day,
});
export type StopClauseRow = z.output<typeof stopClauseRow>;

export const stopClauses = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/stopclauses`,
    who: 'senders.read',
    summary: 'The opt-out clauses of promotional messages, by country and operator of the receiver',
    input: z.object({}),
    output: z.object({
      stopClauses: z.array(stopClauseRow),
      /** The ends of the caller's own texts, by the beginnings of numbers; the longest beginning counts. */
      receivers: z.array(
        z.object({
          country: z.string(),
          /** Empty where an operator is not told apart. */
          network: z.string(),
          prefixes: z.array(z.string()),
          clause: z.string(),
        }),
      ),
      /** That of every other number. */
      elsewhere: z.string(),
    }),
  }),
  put: endpoint({
    method: 'PUT',
    path: `${PORTAL}/stopclauses/:country/:network`,
    who: 'platform.edit',
    summary: 'Set the opt-out clause of a country or of one of its operators',
    input: stopClauseRow,
    output: stopClauseRow,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/stopclauses/:country/:network`,
    who: 'platform.edit',
    summary: 'Remove an opt-out clause',
    input: z.object(place),
    output: done,
  }),
};

// Lines of another gateway's log run through the draft of the routes, before anything is cut over.
import * as z from 'zod/mini';
import { endpoint, PORTAL } from '../endpoint.ts';

/** The most lines and characters of one call. */
export const MOST_LINES = 1_000;
export const MOST_CHARACTERS = 600_000;

/** Messages that the other gateway gave to one connector, and the draft's route to others. */
const differing = z.object({
  /** The connector of the log. */
  cid: z.string(),
  /** The draft's route; null where no route takes them. */
  route: z.nullable(z.object({ order: z.int(), type: z.string(), cids: z.array(z.string()) })),
  messages: z.int(),
  examples: z.array(z.object({ destination: z.string(), senderId: z.string() })),
});
export type DifferingMessages = z.output<typeof differing>;

export const logComparison = {
  compare: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin:compareLog`,
    who: 'gateway',
    summary:
      "Run lines of Jasmin's messages.log through the draft of the routes: those that go to the connector of the log, and those that do not",
    input: z.object({
      lines: z
        .array(z.string().check(z.maxLength(20_000)))
        .check(z.minLength(1), z.maxLength(MOST_LINES)),
    }),
    output: z.object({
      /** Messages read. Lines that are no sent message are passed over. */
      read: z.int(),
      same: z.int(),
      /**
       * Messages that a route for a user, group or tag would give to the connector of the log, if they were
       * of that user, group or tag, which no log says.
       */
      undecided: z.int(),
      /** The others. */
      differing: z.array(differing),
    }),
  }),
};
export type LogSlice = z.output<(typeof logComparison.compare)['output']>;

// How long messages and their texts are kept.
import * as z from 'zod/mini';
import { endpoint, PORTAL, timestamp } from '../endpoint.ts';

const days = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));

/** Retention periods in days. */
export const retentionDays = z.object({
  /** Texts of sent and received messages, and the columns of a campaign's file; only the text is deleted. */
  textDays: days(1, 3650),
  /** Sent messages with their receipts and timelines, and the rows of campaigns. Counts and the ledger stay for ever. */
  messageDays: days(30, 3650),
  /** Messages from phones. */
  incomingDays: days(1, 3650),
});
export type RetentionDays = z.output<typeof retentionDays>;

export const USUAL_RETENTION: RetentionDays = {
  textDays: 180,
  messageDays: 400,
  incomingDays: 400,
};

const settings = z.extend(retentionDays, {
  /** The day of the oldest stored message, and the number of days with messages. */
  oldestTimestamp: z.nullable(timestamp),
  partitions: z.int(),
});

export const retention = {
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/retention`,
    who: 'platform.read',
    summary: 'How long messages and their texts are kept',
    input: z.object({}),
    output: settings,
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${PORTAL}/retention`,
    who: 'platform.edit',
    summary:
      'Change how long messages and their texts are kept; older ones are deleted for good within the hour',
    input: z.partial(retentionDays),
    output: settings,
  }),
};

// Work that a restore from a backup holds, and its release.
import * as z from 'zod/mini';
import { CAMPAIGN_STATUSES } from './campaigns.ts';
import { endpoint, id, PORTAL, timestamp } from '../endpoint.ts';

const restoration = z.object({
  /** Null if no work is held. */
  restoration: z.nullable(
    z.object({
      restorationId: id,
      file: z.string(),
      restoredTimestamp: timestamp,
      /** The moment of the backup: later work, up to `restoredTimestamp`, is missing. */
      backupTimestamp: timestamp,
      /** The largest hundred; the two totals after them cover all. */
      campaigns: z.array(
        z.object({
          campaignId: id,
          campaignName: z.string(),
          clientName: z.string(),
          status: z.enum(CAMPAIGN_STATUSES),
          messages: z.int(),
          scheduleTimestamp: z.nullable(timestamp),
        }),
      ),
      campaignCount: z.int(),
      campaignMessages: z.int(),
      /** Queued messages without a campaign, and the number of their accounts. */
      singles: z.int(),
      clients: z.int(),
      /**
       * Messages that a carrier may or may not have. They are not submitted again: a receipt
       * resolves them, or their hold ends and their units are released.
       */
      ambiguous: z.int(),
      /** Held items: webhooks, mails, receipts and answers for customers' software. */
      webhooks: z.int(),
      mails: z.int(),
      others: z.int(),
    }),
  ),
});
export type Restoration = NonNullable<z.output<typeof restoration>['restoration']>;

export const restorations = {
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/restoration`,
    who: 'platform.release',
    summary: 'Items held after a restore from a backup',
    input: z.object({}),
    output: restoration,
  }),
  release: endpoint({
    method: 'POST',
    path: `${PORTAL}/restoration:release`,
    who: 'platform.release',
    summary: 'Release items held after a restore: campaigns, queued messages, webhooks and mails',
    input: z.object({ restorationId: id }),
    output: restoration,
  }),
};

import * as z from 'zod/mini';
import { CAMPAIGN_STATUSES } from './campaigns.ts';
import { endpoint, id, PORTAL, timestamp } from '../endpoint.ts';

const restoration = z.object({
  /** Null: nothing is held back. */
  restoration: z.nullable(
    z.object({
      restorationId: id,
      file: z.string(),
      restoredTimestamp: timestamp,
      /** The moment that the data is of: what happened between it and `restoredTimestamp` is not in it. */
      backupTimestamp: timestamp,
      /** The largest hundred; the two figures after them are of all. */
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
      /** Messages without a campaign that are queued, and how many accounts they are of. */
      singles: z.int(),
      clients: z.int(),
      /** Messages of which nobody knows whether a carrier has them. They are not sent again: a receipt resolves them, or their hold ends and their units come back. */
      ambiguous: z.int(),
      /** Items held back: webhooks, mails, receipts, and answers for customers' software. */
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

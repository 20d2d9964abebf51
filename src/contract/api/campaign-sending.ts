// Sending a campaign: from a file step by step, launched and cancelled.
import * as z from 'zod/mini';
import { done, endpoint, id, PORTAL, timestamp } from '../endpoint.ts';
import { one, campaign } from './campaigns.ts';
import { summary } from './campaign-summary.ts';
import { singleLine } from '../shared/fields.ts';

/** A row of a file as a spreadsheet program counts; 0 for a file without names. */
export const headerRow = z.int().check(z.gte(0), z.lte(100));

export const columnPreview = z.object({
  uploadId: id,
  fileName: z.string(),
  columns: z.array(z.string()),
  /** The top 5 rows, with every column: a text may use any of them. A screen shows the first 5. */
  rows: z.array(z.array(z.string())),
  rowCount: z.int(),
  suggestedPhoneColumn: z.nullable(z.string()),
  /** The row of the file with the names of the columns; null where there is none. */
  headerRow: z.nullable(z.int()),
  /** Characters that no text holds, such as NUL, which were removed. */
  removedCharacters: z.int(),
  encoding: z.string(),
  delimiter: z.nullable(z.string()),
  bytes: z.int(),
});
export type FilePreview = z.output<typeof columnPreview>;

export const sms = {
  fromFileStep1: endpoint({
    method: 'POST',
    path: `${PORTAL}/sms:sendFromFileStep1`,
    who: 'messaging.send',
    upload: true,
    summary:
      'Upload a file of recipients (CSV, TXT or XLSX; 1,000,000 rows at most) and see its columns',
    input: z.object({}),
    output: columnPreview,
  }),
  upload: endpoint({
    method: 'GET',
    path: `${PORTAL}/sms/uploads/:uploadId`,
    who: 'messaging.send',
    summary: 'See the columns of an uploaded file again; it is there for 24 hours',
    input: z.object({ uploadId: id }),
    output: columnPreview,
  }),
  setHeader: endpoint({
    method: 'PUT',
    path: `${PORTAL}/sms/uploads/:uploadId/header`,
    who: 'messaging.send',
    summary: 'Say which row of an uploaded file has the names of the columns, or that none has',
    input: z.object({ uploadId: id, headerRow }),
    output: columnPreview,
  }),
  fromFileStep2: endpoint({
    method: 'POST',
    path: `${PORTAL}/sms:sendFromFileStep2`,
    who: 'messaging.send',
    summary:
      'Prepare a campaign from an uploaded file: recipients are read, checked and priced in the background',
    input: z.object({
      uploadId: id,
      phoneColumn: z.string().check(z.minLength(1)),
      campaignName: singleLine(100),
      senderId: z.string().check(z.minLength(1)),
      text: z.string().check(z.minLength(1), z.maxLength(10000)),
      /** Replaces special characters that GSM 03.38 lacks; the client's setting by default. */
      replaceLookalikes: z.optional(z.boolean()),
      scheduleTimestamp: z.optional(z.nullable(timestamp)),
      /** An unsent campaign from the same upload, which this one replaces. */
      replaces: z.optional(id),
    }),
    output: z.object({ campaignId: id, operationId: id }),
  }),
  fromFilePreview: endpoint({
    method: 'POST',
    path: `${PORTAL}/sms:sendFromFilePreview`,
    who: 'messaging.send',
    summary: 'The first three messages as they will be sent, and the summary',
    input: one,
    output: z.object({
      messages: z.array(
        z.object({
          destination: z.string(),
          text: z.string(),
          segments: z.int(),
          encoding: z.enum(['GSM7', 'UCS2']),
        }),
      ),
      summary,
      /** Another account must approve it first. */
      needsApproval: z.boolean(),
    }),
  }),
  sendCampaign: endpoint({
    method: 'POST',
    path: `${PORTAL}/sms:sendCampaign`,
    who: 'messaging.send',
    idempotent: true,
    summary: 'Launch a prepared campaign',
    input: one,
    output: campaign,
  }),
  cancelCampaign: endpoint({
    method: 'POST',
    path: `${PORTAL}/sms:cancelCampaign`,
    who: 'campaigns.cancel',
    summary: 'Cancel messages that are not yet submitted and refund their units',
    input: one,
    output: campaign,
  }),
  refusedRows: endpoint({
    method: 'GET',
    path: `${PORTAL}/sms/refusedRows`,
    who: 'messaging.read',
    download: true,
    summary: 'Rows of the file without a valid recipient: row, value, reason (CSV)',
    input: one,
    output: done,
  }),
};

// Background tasks, as the accounts that started them see them.
import * as z from 'zod/mini';
import { endpoint, id, listOf, many, page, PORTAL, timestamp } from '../endpoint.ts';

export const TASK_STATUSES = ['PENDING', 'COMPLETED', 'CANCELED', 'FAILED'] as const;

/** The kinds of long work. */
export const TASK_KINDS = [
  'prepareCampaign',
  'expandCampaign',
  'checkContacts',
  'importContacts',
  'importPlaysms',
  'clearGroup',
  'deleteGroup',
  'makeReport',
  'eraseNumber',
  'checkAudit',
  'notifyOwners',
  'releaseHeldWork',
] as const;

export const task = z.object({
  operationId: id,
  clientId: id,
  clientName: z.string(),
  kind: z.string(),
  description: z.string(),
  status: z.enum(TASK_STATUSES),
  /** From 0 to 1. */
  progress: z.number(),
  /**
   * True while a process works on it; otherwise a pending task waits for its turn or for a time.
   */
  running: z.boolean(),
  /** True if it stops at its next step. */
  stopRequested: z.boolean(),
  createTimestamp: timestamp,
  durationSeconds: z.number(),
  /** The result; from the start it names the campaign, import or report of the task. */
  result: z.nullable(z.record(z.string(), z.unknown())),
  error: z.nullable(z.string()),
});
export type Task = z.output<typeof task>;

export const tasks = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/longrunning`,
    who: 'tasks',
    summary: 'Background tasks, newest first',
    input: z.object({
      ...page,
      'filter.clientIds': many(id),
      'filter.statuses': many(z.enum(TASK_STATUSES)),
      'filter.kinds': many(z.enum(TASK_KINDS)),
    }),
    output: listOf('operations', task),
  }),
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/longrunning/:operationId`,
    who: 'tasks',
    summary: 'One background task',
    input: z.object({ operationId: id }),
    output: task,
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${PORTAL}/longrunning/:operationId:cancel`,
    who: 'tasks',
    summary: 'Stop a background task',
    input: z.object({ operationId: id }),
    output: task,
  }),
};

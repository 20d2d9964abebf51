import * as z from 'zod/mini';
import { endpoint, id, listOf, page, PORTAL, timestamp } from './endpoint.ts';

export const TASK_STATUSES = ['PENDING', 'COMPLETED', 'CANCELED', 'FAILED'] as const;

export const task = z.object({
  operationId: id,
  clientId: id,
  kind: z.string(),
  description: z.string(),
  status: z.enum(TASK_STATUSES),
  /** From 0 to 1. */
  progress: z.number(),
  createTimestamp: timestamp,
  durationSeconds: z.number(),
  /** What came of it; the campaign that it works on from the start. */
  result: z.nullable(z.record(z.string(), z.unknown())),
  error: z.nullable(z.string()),
});
export type Task = z.output<typeof task>;

export const tasks = {
  list: endpoint({ method: 'GET', path: `${PORTAL}/longrunning`, who: 'tasks', summary: 'Background tasks, newest first', input: z.object(page), output: listOf('operations', task) }),
  get: endpoint({ method: 'GET', path: `${PORTAL}/longrunning/:operationId`, who: 'tasks', summary: 'One background task', input: z.object({ operationId: id }), output: task }),
  cancel: endpoint({ method: 'POST', path: `${PORTAL}/longrunning/:operationId:cancel`, who: 'tasks', summary: 'Stop a background task', input: z.object({ operationId: id }), output: task }),
};

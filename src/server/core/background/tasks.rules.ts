/** The statuses of a background task. */
import type { Transitions } from '../../infra/transitions.ts';

export type TaskStatus = 'PENDING' | 'COMPLETED' | 'CANCELED' | 'FAILED';

/** A task stays PENDING while it waits and while a process holds its lease. */
export const NEXT: Transitions<TaskStatus> = {
  PENDING: ['COMPLETED', 'CANCELED', 'FAILED'],
  COMPLETED: [],
  CANCELED: [],
  FAILED: [],
};

/** A process renews the leases of its tasks well within this; one that ended gives them up after it. */
export const LEASE_SECONDS = 15;

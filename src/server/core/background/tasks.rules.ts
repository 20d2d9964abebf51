import type { Transitions } from '../../infra/transitions.ts';

export type TaskStatus = 'PENDING' | 'COMPLETED' | 'CANCELED' | 'FAILED';

/** A task stays PENDING while it waits and while a process holds its lease. */
export const NEXT: Transitions<TaskStatus> = {
  PENDING: ['COMPLETED', 'CANCELED', 'FAILED'],
  COMPLETED: [],
  CANCELED: [],
  FAILED: [],
};

import type { MessageStatus } from '../../../../contract/api/messages.ts';

const MOVING: readonly MessageStatus[] = ['QUEUED', 'CLAIMED', 'SUBMITTED', 'AMBIGUOUS'];

/** True while the status may change by itself. */
export const isMoving = (status: MessageStatus): boolean => MOVING.includes(status);

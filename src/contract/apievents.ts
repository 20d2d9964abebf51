import type { ToldEvent } from './openapi.ts';

/** Every event that is sent to customers' addresses. */
export const TOLD_EVENTS: readonly ToldEvent[] = [];

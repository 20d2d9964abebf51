import type { StatusPage } from '../../../contract/api/monitoring.ts';

/** States of connectors whose link need not be open. */
const UNLINKED: readonly string[] = ['ON_DEMAND', 'STOPPED', 'DRAFT'];

/** Returns whether a connector should have an open link: stopped ones, drafts and those that only call need none. */
export const isLinked = ({ state }: Pick<StatusPage['connectors'][number], 'state'>): boolean =>
  !UNLINKED.includes(state);

import type { AlertKind, Problem, StatusPage } from '../../../contract/api/monitoring.ts';
import { isLinked } from '../../parts/monitoring/isLinked.ts';

/** Problems that are more urgent than a connector that is down. */
const BEFORE: ReadonlySet<AlertKind> = new Set([
  'PROCESS_SILENT',
  'LEDGER_UNBALANCED',
  'AUDIT_BROKEN',
]);

type Present = Pick<Problem, 'kind' | 'subject' | 'facts' | 'isUrgent'>;

/**
 * The problems of the present, the most urgent first. A connector whose bind failed is among them before it has been down
 * for long, as in the matters that need attention.
 */
export function presentProblems({
  problems,
  connectors,
  now,
}: {
  problems: readonly Present[];
  connectors: readonly Pick<
    StatusPage['connectors'][number],
    'cid' | 'state' | 'lastError' | 'sinceTimestamp'
  >[];
  now: number;
}): Present[] {
  const failed = connectors
    .filter(isLinked)
    .filter(
      ({ cid, state, lastError }) =>
        state !== 'BOUND' &&
        lastError !== null &&
        !problems.some(({ kind, subject }) => kind === 'CONNECTOR_DOWN' && subject === cid),
    )
    .map(({ cid, lastError, sinceTimestamp }) => ({
      kind: 'CONNECTOR_DOWN' as const,
      subject: cid,
      isUrgent: true,
      facts: {
        ...(sinceTimestamp !== null && { minutes: Math.floor((now - sinceTimestamp) / 60) }),
        error: lastError ?? '',
      },
    }));
  const later = problems.findIndex(({ kind }) => !BEFORE.has(kind));
  return problems.toSpliced(later < 0 ? problems.length : later, 0, ...failed);
}

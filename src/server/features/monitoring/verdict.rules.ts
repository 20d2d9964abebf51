/** The state of the installation in one sentence, and the connectors in the order of their trouble. */
import type { AlertKind, ConnectorLevel, Verdict } from '../../../contract/api/monitoring.ts';
import type { Finding } from './alerts.rules.ts';

/** Kinds of problem, the most urgent first. */
const ORDER: readonly AlertKind[] = [
  'PROCESS_SILENT',
  'LEDGER_UNBALANCED',
  'AUDIT_BROKEN',
  'CONNECTOR_DOWN',
  'REFUSALS_HIGH',
  'QUEUE_OLD',
  'DISK_LOW',
  'OUTBOX_STUCK',
  'DELIVERY_LOW',
  'RECEIPTS_MISSING',
  'RECEIPTS_UNMATCHED',
  'THROTTLED',
  'PAYMENTS_SILENT',
  'BACKUP_OLD',
  'SALE_BELOW_COST',
];
/** Problems that can wait for the morning. */
const PATIENT: ReadonlySet<AlertKind> = new Set([
  'THROTTLED',
  'PAYMENTS_SILENT',
  'BACKUP_OLD',
  'SALE_BELOW_COST',
]);

/**
 * True for a problem that cannot wait for the morning. Deliveries below their usual share are urgent where fewer than
 * half of it are left: a smaller fall is relieved by the routes themselves.
 */
function isPressing({ kind, facts }: Finding): boolean {
  if (kind === 'DELIVERY_LOW') return Number(facts['delivered']) * 2 < Number(facts['usual']);
  return !PATIENT.has(kind);
}

/** True while a problem cannot wait and is in nobody's hands. */
export const isUrgent = (problem: Finding, isTaken: boolean): boolean =>
  !isTaken && isPressing(problem);

/** Problems with the most urgent first; of one kind, the one that has lasted longest. */
export function rankProblems<Problem extends Finding>(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    (one, other) =>
      ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) ||
      (other.seconds ?? 0) - (one.seconds ?? 0) ||
      one.subject.localeCompare(other.subject),
  );
}

/**
 * The verdict on the present state: red while something urgent is in nobody's hands, amber while
 * something else is wrong or somebody works on it, green otherwise. It leads with the most urgent
 * problem that nobody has taken.
 * @param ranked the most urgent first
 */
export function verdictOf<
  Problem extends Finding & { acknowledgement: object | null; isUrgent: boolean },
>(ranked: readonly Problem[]): Omit<Verdict, 'problem'> & { problem: Problem | null } {
  const untaken = ranked.filter(({ acknowledgement }) => acknowledgement === null);
  const problem = untaken[0] ?? ranked[0] ?? null;
  if (problem === null) return { tone: 'OK', problem, more: 0 };
  const tone = ranked.some((each) => each.isUrgent) ? 'URGENT' : 'WARNING';
  return { tone, problem, more: ranked.length - 1 };
}

/** Problems of a connector that is bound. */
const TROUBLES = [
  'RECEIPTS_MISSING',
  'RECEIPTS_UNMATCHED',
  'REFUSALS_HIGH',
  'THROTTLED',
  'DELIVERY_LOW',
] as const;

type RankedConnector = { cid: string; state: string; lastError: string | null };
const LEVELS: readonly ConnectorLevel[] = ['DOWN', 'DEGRADED', 'OK', 'OFF'];

/** The level of a connector by its state and the problems of the present. */
export function levelOf(
  { cid, state, lastError }: RankedConnector,
  problems: readonly Finding[],
): ConnectorLevel {
  if (state === 'STOPPED' || state === 'DRAFT') return 'OFF';
  const has = (kind: AlertKind) =>
    problems.some((each) => each.kind === kind && each.subject === cid);
  if (has('CONNECTOR_DOWN')) return 'DOWN';
  if (state === 'ON_DEMAND') return lastError === null ? 'OK' : 'DEGRADED';
  const isTroubled = TROUBLES.some(has);
  return state === 'BOUND' && !isTroubled ? 'OK' : 'DEGRADED';
}

/** Connectors with the worst first; of one level, the one that has been so longest, then by name. */
export function rankConnectors<
  Connector extends RankedConnector & { sinceTimestamp: number | null },
>(
  connectors: readonly Connector[],
  problems: readonly Finding[],
): (Connector & { level: ConnectorLevel })[] {
  const since = ({ sinceTimestamp, level }: Connector & { level: ConnectorLevel }) =>
    level === 'DOWN' || level === 'DEGRADED' ? (sinceTimestamp ?? Number.POSITIVE_INFINITY) : 0;
  return connectors
    .map((connector) => ({ ...connector, level: levelOf(connector, problems) }))
    .toSorted(
      (one, other) =>
        LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level) ||
        Math.sign(since(one) - since(other)) ||
        one.cid.localeCompare(other.cid),
    );
}

type Subject = { kind: string; subject: string };

/** Acknowledgements whose cause has ended: no such problem is present, and no alert of it is open. */
export function endedAcknowledgements<Taken extends Subject>(
  taken: readonly Taken[],
  present: readonly Subject[],
  open: readonly Subject[],
): Taken[] {
  const causes = [...present, ...open];
  return taken.filter(
    ({ kind, subject }) => !causes.some((each) => each.kind === kind && each.subject === subject),
  );
}

import type { Problem, StatusPage } from '../../../../contract/api/monitoring.ts';

type Subject = { kind: string; subject: string };

export const isSame = (one: Subject, other: Subject): boolean =>
  one.kind === other.kind && one.subject === other.subject;

/** True for the problem of the bar above the tiles, which has its figures and its buttons. */
export const isInBar = ({ verdict }: Pick<StatusPage, 'verdict'>, problem: Subject): boolean =>
  verdict.problem !== null && isSame(problem, verdict.problem);

/** True where nobody was notified of a problem. */
const isUnalerted = ({ alerts }: Pick<StatusPage, 'alerts'>, problem: Subject): boolean =>
  !alerts.some((alert) => alert.status === 'OPEN' && isSame(alert, problem));

/** The problems without an alert, which stand before the alerts: a list that leaves out the bar's would say that all is well. */
export const unalertedOf = (page: Pick<StatusPage, 'alerts' | 'problems'>): readonly Problem[] =>
  page.problems.filter((problem) => isUnalerted(page, problem));

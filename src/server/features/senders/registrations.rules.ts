import type { RegistrationStatus } from '../../../contract/api/sender-registrations.ts';
import { NETWORKS } from '../../../contract/shared/networks.ts';
import { usableStandIn } from '../../core/accept/sender.rules.ts';
import type { SenderFacts } from '../../core/accept/sender.rules.ts';
import type { Transitions } from '../../infra/transitions.ts';

/** The transitions of a registration. A new one may begin in any status; an operator may withdraw an approval. */
export const NEXT_REGISTRATION: Transitions<RegistrationStatus> = {
  NOT_SUBMITTED: ['PENDING', 'APPROVED', 'REFUSED'],
  PENDING: ['APPROVED', 'REFUSED', 'NOT_SUBMITTED'],
  APPROVED: ['REFUSED', 'PENDING'],
  REFUSED: ['PENDING', 'APPROVED'],
};

/** True where a registration may have a status; the same status corrects its dates and notes. */
export function mayBecome(from: RegistrationStatus | undefined, to: RegistrationStatus): boolean {
  return from === undefined || from === to || NEXT_REGISTRATION[from].includes(to);
}

type Dates = { submittedOn: string | null; decidedOn: string | null };

/**
 * The dates of a registration in a status, each of which is today where none is given.
 * @param today an ISO date, as the given ones
 */
export function datesOf(
  status: RegistrationStatus,
  { submittedOn, decidedOn }: Dates,
  before: Dates | undefined,
  today: string,
): Dates {
  if (status === 'NOT_SUBMITTED') return { submittedOn: null, decidedOn: null };
  const submitted = submittedOn ?? before?.submittedOn ?? null;
  return status === 'PENDING'
    ? { submittedOn: submitted ?? today, decidedOn: null }
    : { submittedOn: submitted, decidedOn: decidedOn ?? today };
}

/** The field whose date is wrong: in the future, or a decision before the submission. */
export function wrongDate({ submittedOn, decidedOn }: Dates, today: string): keyof Dates | null {
  if (submittedOn !== null && submittedOn > today) return 'submittedOn';
  if (decidedOn === null) return null;
  return decidedOn > today || (submittedOn !== null && decidedOn < submittedOn)
    ? 'decidedOn'
    : null;
}

/** True where the operator has had a registration for longer than operators usually take. */
export function isLate(
  { status, submittedOn }: { status: RegistrationStatus; submittedOn: string | null },
  days: number,
  today: string,
): boolean {
  if (status !== 'PENDING' || submittedOn === null) return false;
  return Date.parse(today) - Date.parse(submittedOn) > days * 86_400_000;
}

/** The operator of a network in a country; undefined where the country has no such network. */
export function operatorIn(country: string, network: number): string | undefined {
  const found = NETWORKS.get(network);
  return found?.country === country ? found.network : undefined;
}

/** The names of networks by their codes. */
export function operatorNames(networks: readonly number[]): string[] {
  return networks.map((network) => NETWORKS.get(network)?.network ?? String(network));
}

/**
 * The message that an owner gets of a registration: of each decision, and of one without a decision where
 * messages of a ready sender ID were accepted before; undefined where nothing is new.
 * @param before undefined where the operator had no registration, and so accepted the sender ID
 */
export function noticeOf(
  before: RegistrationStatus | undefined,
  after: RegistrationStatus | undefined,
  isReady: boolean,
): 'APPROVED' | 'REFUSED' | 'PENDING' | undefined {
  if (before === after) return undefined;
  if (after === 'REFUSED') return 'REFUSED';
  const wasAccepted = before === undefined || before === 'APPROVED';
  if (after === undefined) return wasAccepted ? undefined : 'APPROVED';
  if (after === 'APPROVED') return 'APPROVED';
  return wasAccepted && isReady ? 'PENDING' : undefined;
}

type StandsIn = Pick<SenderFacts, 'clientId' | 'unregistered' | 'standIn'>;

/** The networks on which a stand-in of an owner's sender ID began to serve, or ended though it is still needed. */
function standInChanges(before: StandsIn, after: StandsIn): { began: number[]; ended: number[] } {
  const isServed = (sender: StandsIn, network: number) =>
    sender.unregistered.includes(network) &&
    usableStandIn(sender, network, sender.clientId) !== undefined;
  return {
    began: after.unregistered.filter(
      (network) => isServed(after, network) && !isServed(before, network),
    ),
    ended: after.unregistered.filter(
      (network) => isServed(before, network) && !isServed(after, network),
    ),
  };
}

/** The sender IDs of one owner for which a stand-in began or ended to serve, each with the networks. */
export type StandInNotice = {
  clientId: string;
  change: 'BEGAN' | 'ENDED';
  senders: { id: string; sender: string; networks: number[] }[];
};

/**
 * The messages that the change of a stand-in asks for: one for each owner. Generic sender IDs have nobody to notify.
 * @param changes each sender ID that it stands in for, before and after
 */
export function standInNotices(
  changes: readonly (readonly [before: StandsIn, after: SenderFacts])[],
): StandInNotice[] {
  const notices = new Map<string, StandInNotice>();
  for (const [before, after] of changes) {
    const { began, ended } = standInChanges(before, after);
    for (const [change, networks] of [
      ['BEGAN', began],
      ['ENDED', ended],
    ] as const) {
      if (networks.length === 0 || after.isGeneric) continue;
      const { id, clientId, sender } = after;
      const key = `${change} ${clientId}`;
      const notice = notices.get(key) ?? { clientId, change, senders: [] };
      notice.senders.push({ id, sender, networks });
      notices.set(key, notice);
    }
  }
  return [...notices.values()];
}

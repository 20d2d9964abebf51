/** Rules by which an email address or a phone is changed (ADR 41). */
import type { ContactRule } from '../../../../contract/api/contact-changes.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { mayManage, type ClientStatus, type TreePosition } from '../clients.rules.ts';
import type { Transitions } from '../../../infra/transitions.ts';

export type ContactChangeStatus = 'PENDING' | 'CONFIRMED' | 'WITHDRAWN' | 'UNDONE';

/** A contact change's transitions: every update of its status goes through this table. */
export const NEXT_CHANGE: Transitions<ContactChangeStatus> = {
  PENDING: ['CONFIRMED', 'WITHDRAWN'],
  CONFIRMED: ['UNDONE'],
  WITHDRAWN: [],
  UNDONE: [],
};

export type ContactActor = TreePosition & { impersonatorId: string | null };
export type ContactOwner = TreePosition & {
  clientStatus: ClientStatus;
  parentId: string | null;
  inviterId: string | null;
};

/** True until an owner has signed in: the account was only invited, registered or created. */
function isUnclaimed({ clientStatus, inviterId }: ContactOwner): boolean {
  if (clientStatus === 'INVITED' || clientStatus === 'PENDING_ACTIVATION') return true;
  return clientStatus === 'SHOULD_RESET_PASSWORD_LEGACY' && inviterId !== null;
}

/**
 * How an email address or a phone number counts that `actor` gives to `owner`, which is within its reach. An address is the
 * way into an account, so only roles that may reset the password may change another's, and only by its owner's leave; an
 * account that nobody has got into may be corrected at once by the one that invited it as well.
 */
export function contactRuleFor(actor: ContactActor, owner: ContactOwner): ContactRule {
  if (actor.impersonatorId !== null) return 'NOT_ALLOWED';
  if (actor.clientId === owner.clientId) return 'AFTER_CONFIRMATION';
  if (!mayManage(actor, owner)) return 'NOT_ALLOWED';
  const reach = reachOf(actor.accessLevel, 'clients.activate');
  const mayReset = reach === 'all' || (reach === 'tree' && owner.path.startsWith(actor.path));
  // Invitations older than the column were its parent's.
  const inviterId = owner.inviterId ?? (owner.clientStatus === 'INVITED' ? owner.parentId : null);
  if (isUnclaimed(owner) && (mayReset || inviterId === actor.clientId)) return 'AT_ONCE';
  return mayReset ? 'AFTER_CONFIRMATION' : 'NOT_ALLOWED';
}

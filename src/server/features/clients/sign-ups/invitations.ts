// The limit on what an account may have sent to strangers in the platform's name.
import { retryAfter } from '../../../core/auth/limits/rate-limits.ts';
import { invitationLimit } from '../../../infra/errors.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import type { AuthServices } from '../../../core/auth/auth-services.ts';
import { BUDGET_SECONDS, budgetOf, type InvitationBudget } from './invitations.rules.ts';
import { findClient } from '../clients.store.ts';

export type Inviting = AuthServices & { invitations: InvitationBudget };

/**
 * Counts one invitation, temporary password of a new account or resent invitation. In a transaction
 * of its own: an address that is taken counts too, or the answers would list who is registered.
 * @throws invitationLimit with the seconds until the 24 hours of the first one end
 */
export async function consumeInvitation(at: Inviting, inviterId: string): Promise<void> {
  const { most, wait } = await at.database.run(systemScope(), async (tx) => {
    const inviter = await findClient(tx, systemScope(), inviterId);
    if (!inviter) throw new Error(`client ${inviterId} is not there`);
    const budget = budgetOf(inviter, at.invitations, new Date());
    const limit = { key: `invitations ${inviterId}`, most: budget, seconds: BUDGET_SECONDS };
    return { most: budget, wait: await retryAfter(tx, [limit]) };
  });
  if (wait > 0) throw invitationLimit(most, wait, new Date(Date.now() + wait * 1000));
}

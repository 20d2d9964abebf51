/** The buttons of the home page, by role. */
import type { SignedIn } from '../../../contract/api/auth.ts';
import { reachOf } from '../../../contract/shared/roles.ts';

export type HomeAction = 'send' | 'fromFile' | 'invite' | 'transfer';

/**
 * The buttons of the home page, the last of which is its main one: senders send, and accounts whose work is
 * their clients begin with these. A reseller with a client transfers units, but nobody who acts for it does.
 */
export function homeActionsOf(
  { clientAccessLevel: role, impersonated }: Pick<SignedIn, 'clientAccessLevel' | 'impersonated'>,
  hasClients: boolean,
): HomeAction[] {
  if (reachOf(role, 'messaging.send') === undefined) return [];
  if (role === 'ADMINISTRATOR') return ['send', 'invite'];
  if (role === 'RESELLER' && !(hasClients && impersonated))
    return ['send', hasClients ? 'transfer' : 'invite'];
  return ['fromFile', 'send'];
}

import { reachOf, type Role } from '../../../contract/shared/roles.ts';

export type HomeAction = 'send' | 'fromFile' | 'invite' | 'transfer';

/**
 * The buttons of the home page, the last of which is its main one: senders send, and accounts whose work is
 * their clients begin with these. Its units a reseller transfers once it has a client.
 */
export function homeActionsOf(role: Role, hasClients: boolean): HomeAction[] {
  if (reachOf(role, 'messaging.send') === undefined) return [];
  if (role === 'ADMINISTRATOR') return ['send', 'invite'];
  if (role === 'RESELLER') return ['send', hasClients ? 'transfer' : 'invite'];
  return ['fromFile', 'send'];
}

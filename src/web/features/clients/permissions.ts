/** The actions on a client that a reader may take. */
import type { SignedIn } from '../../../contract/api/auth.ts';
import { MAY_CREATE, type Client } from '../../../contract/api/client-fields.ts';
import { outranks, reachOf, type Role } from '../../../contract/shared/roles.ts';

type Me = Pick<SignedIn, 'clientId' | 'clientAccessLevel'>;
type Other = Pick<Client, 'clientId' | 'accessLevel' | 'clientStatus' | 'parentId'>;
export type ClientAction =
  | 'edit'
  | 'brand'
  | 'activate'
  | 'resend'
  | 'resetPassword'
  | 'changeLevel'
  | 'move'
  | 'removeStrongSignIn'
  | 'block'
  | 'unblock'
  | 'impersonate';

/**
 * True when `me` may change another account within reach: one of a lower level, a descendant, or any for an
 * administrator; never its own.
 */
export function mayManage(me: Me, other: Other): boolean {
  if (me.clientId === other.clientId) return false;
  const level = me.clientAccessLevel;
  return (
    level === 'ADMINISTRATOR' ||
    outranks(level, other.accessLevel) ||
    (reachOf(level, 'clients.write') === 'tree' && level === other.accessLevel)
  );
}

/** Actions that `me` may take on a client in its state; the server checks again. */
export function actionsFor(me: Me, other: Other): ClientAction[] {
  const level = me.clientAccessLevel;
  const { clientStatus: status } = other;
  const open = status === 'ACTIVE' || status === 'SHOULD_UPDATE_DETAILS';
  const managed = mayManage(me, other);
  const can: Record<ClientAction, boolean> = {
    edit: managed && reachOf(level, 'clients.edit') !== 'own',
    brand: open && me.clientId !== other.clientId && reachOf(level, 'branding') === 'all',
    activate:
      managed &&
      status === 'PENDING_ACTIVATION' &&
      reachOf(level, 'clients.activate') !== undefined,
    resend: managed && status === 'INVITED' && reachOf(level, 'clients.write') !== undefined,
    resetPassword:
      managed &&
      (open || status === 'SHOULD_RESET_PASSWORD_LEGACY') &&
      reachOf(level, 'clients.activate') !== undefined,
    impersonate:
      open &&
      outranks(level, other.accessLevel) &&
      reachOf(level, 'clients.impersonate') !== undefined,
    // The root cannot be moved.
    changeLevel:
      managed && other.parentId !== null && reachOf(level, 'clients.level') !== undefined,
    move: managed && other.parentId !== null && reachOf(level, 'clients.move') !== undefined,
    removeStrongSignIn:
      me.clientId !== other.clientId &&
      other.clientStatus !== 'INVITED' &&
      reachOf(level, 'clients.strongSignIn') !== undefined,
    unblock: managed && status === 'BLOCKED' && reachOf(level, 'clients.block') !== undefined,
    block: managed && status !== 'BLOCKED' && reachOf(level, 'clients.block') !== undefined,
  };
  return (Object.keys(can) as ClientAction[]).filter((action) => can[action]);
}

/** True when `me` may see a client's rates and limits, which only accounts above it do. */
export function seesPrivileged(me: Me, clientId: string): boolean {
  return reachOf(me.clientAccessLevel, 'clients.read') === 'all' || me.clientId !== clientId;
}

/** True when an account of `level` may be placed under `parent`. */
export function mayStandUnder(level: Role, parent: Pick<Client, 'accessLevel'>): boolean {
  // Support and business development have no clients below them; the server refuses administrators other than the root.
  return (
    parent.accessLevel !== 'IT_SUPPORT' &&
    parent.accessLevel !== 'BD_CLIENT' &&
    MAY_CREATE[parent.accessLevel].includes(level)
  );
}

/** True when accounts of this level may choose the parent of a new account. */
export function choosesParent(level: Role): boolean {
  return level === 'ADMINISTRATOR' || level === 'RESELLER';
}

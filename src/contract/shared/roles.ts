// Roles, and the reach of each permission for every role.
import { ROLES, STAFF_ROLES, type Role } from './role-names.ts';

export { ROLES, STAFF_ROLES, type Role };

/** The accounts whose rows a permission covers: own, own and descendants, every EBU client, everyone. */
export type Reach = 'own' | 'tree' | 'ebu' | 'all';

const own = 'own',
  tree = 'tree',
  ebu = 'ebu',
  all = 'all';
const everyone = {
  ADMINISTRATOR: own,
  IT_SUPPORT: own,
  BD_CLIENT: own,
  EBU_APPROVER: own,
  RESELLER: own,
  COMPANY: own,
  EBU_CLIENT: own,
  CLIENT: own,
} as const;

/**
 * Permissions of each role, and their reach. A role that a row omits is refused (403); rows outside
 * the reach are answered as if they did not exist (404). The server and the browser's menu read
 * only this table.
 */
export const PERMISSIONS = {
  dashboard: {
    ADMINISTRATOR: all,
    RESELLER: tree,
    COMPANY: tree,
    CLIENT: own,
    EBU_CLIENT: own,
    EBU_APPROVER: ebu,
  },
  statistics: {
    ADMINISTRATOR: all,
    RESELLER: tree,
    COMPANY: tree,
    CLIENT: own,
    EBU_CLIENT: own,
    EBU_APPROVER: ebu,
    IT_SUPPORT: own,
    BD_CLIENT: own,
  },
  'messaging.send': {
    ADMINISTRATOR: own,
    RESELLER: own,
    CLIENT: own,
    COMPANY: own,
    EBU_CLIENT: own,
    IT_SUPPORT: own,
    BD_CLIENT: own,
  },
  'messaging.read': {
    ADMINISTRATOR: all,
    IT_SUPPORT: all,
    BD_CLIENT: all,
    RESELLER: tree,
    COMPANY: tree,
    CLIENT: own,
    EBU_CLIENT: own,
  },
  'campaigns.read': {
    ADMINISTRATOR: all,
    IT_SUPPORT: all,
    BD_CLIENT: all,
    RESELLER: tree,
    COMPANY: tree,
    CLIENT: own,
    EBU_CLIENT: own,
    EBU_APPROVER: ebu,
  },
  'campaigns.approve': { ADMINISTRATOR: all, RESELLER: tree, COMPANY: tree, EBU_APPROVER: ebu },
  'campaigns.cancel': {
    ADMINISTRATOR: all,
    RESELLER: tree,
    COMPANY: tree,
    CLIENT: own,
    EBU_CLIENT: own,
    IT_SUPPORT: own,
    BD_CLIENT: own,
  },
  gateway: { ADMINISTRATOR: all, IT_SUPPORT: all },
  // This permission creates and disables gateway users of every client.
  'gateway.rectify': { ADMINISTRATOR: all },
  'purchases.buy': { RESELLER: own, CLIENT: own, COMPANY: own },
  'purchases.read': {
    ADMINISTRATOR: all,
    IT_SUPPORT: all,
    BD_CLIENT: all,
    RESELLER: tree,
    COMPANY: tree,
    CLIENT: own,
    EBU_CLIENT: own,
  },
  'purchases.transfer': { ADMINISTRATOR: all, RESELLER: tree, COMPANY: tree },
  'invoices.details': { ADMINISTRATOR: all, RESELLER: own, CLIENT: own, COMPANY: own },
  // The owner of a payment; its role may have changed since to one that cannot buy.
  'purchases.retrySync': {
    ADMINISTRATOR: all,
    IT_SUPPORT: all,
    BD_CLIENT: own,
    RESELLER: own,
    COMPANY: own,
    EBU_CLIENT: own,
    CLIENT: own,
  },
  'rates.read': {
    ADMINISTRATOR: all,
    IT_SUPPORT: all,
    BD_CLIENT: all,
    RESELLER: tree,
    COMPANY: tree,
    CLIENT: own,
    EBU_CLIENT: own,
  },
  'rates.update': { ADMINISTRATOR: all, IT_SUPPORT: all, BD_CLIENT: all, RESELLER: tree },
  'clients.view': {
    ...everyone,
    ADMINISTRATOR: all,
    IT_SUPPORT: all,
    BD_CLIENT: all,
    RESELLER: tree,
    COMPANY: tree,
  },
  'clients.read': {
    ADMINISTRATOR: all,
    IT_SUPPORT: all,
    BD_CLIENT: all,
    RESELLER: tree,
    COMPANY: tree,
  },
  'clients.write': {
    ADMINISTRATOR: all,
    IT_SUPPORT: all,
    BD_CLIENT: all,
    RESELLER: tree,
    COMPANY: tree,
  },
  'clients.limits': {
    ADMINISTRATOR: all,
    IT_SUPPORT: all,
    BD_CLIENT: all,
    RESELLER: tree,
    COMPANY: tree,
  },
  'clients.level': { ADMINISTRATOR: all, RESELLER: tree },
  'clients.move': { ADMINISTRATOR: all, RESELLER: tree },
  // Credit is the platform's money, for every client.
  'clients.credit': { ADMINISTRATOR: all },
  'clients.edit': {
    ...everyone,
    ADMINISTRATOR: all,
    IT_SUPPORT: all,
    BD_CLIENT: all,
    RESELLER: tree,
    COMPANY: tree,
  },
  'clients.tree': { ADMINISTRATOR: all },
  'clients.impersonate': { ADMINISTRATOR: all, RESELLER: tree },
  'clients.activate': { ADMINISTRATOR: all, IT_SUPPORT: all, RESELLER: tree },
  'clients.block': { ADMINISTRATOR: all, RESELLER: tree, COMPANY: tree },
  'clients.strongSignIn': { ADMINISTRATOR: all },
  'clients.testSmtp': { ADMINISTRATOR: all, IT_SUPPORT: all },
  branding: { ADMINISTRATOR: all, RESELLER: own },
  'hosts.release': { ADMINISTRATOR: all },
  credentials: { RESELLER: own, CLIENT: own, COMPANY: own, EBU_CLIENT: own, ADMINISTRATOR: own },
  'platform.edit': { ADMINISTRATOR: all },
  'platform.release': { ADMINISTRATOR: all },
  'platform.read': { ADMINISTRATOR: all, IT_SUPPORT: all },
  'senders.read': {
    ADMINISTRATOR: all,
    IT_SUPPORT: all,
    BD_CLIENT: all,
    RESELLER: tree,
    COMPANY: tree,
    CLIENT: own,
    EBU_CLIENT: own,
  },
  'senders.request': { CLIENT: own, COMPANY: own, RESELLER: own },
  'senders.approve': { ADMINISTRATOR: all, IT_SUPPORT: all },
  'senders.block': { ADMINISTRATOR: all, IT_SUPPORT: all, RESELLER: tree },
  'senders.delegate': { ADMINISTRATOR: all, RESELLER: tree, IT_SUPPORT: all, COMPANY: tree },
  reports: {
    ADMINISTRATOR: all,
    RESELLER: tree,
    COMPANY: tree,
    CLIENT: own,
    EBU_CLIENT: own,
    IT_SUPPORT: own,
    BD_CLIENT: own,
  },
  tasks: { ...everyone, ADMINISTRATOR: all, IT_SUPPORT: all },
  // Access to and erasure of one phone number's data: accounts for their own, administrators for
  // all.
  personal: { ADMINISTRATOR: all, RESELLER: own, COMPANY: own, CLIENT: own, EBU_CLIENT: own },
  self: everyone,
  audit: { ADMINISTRATOR: all, RESELLER: tree, COMPANY: tree },
  // The chain covers the entries of all accounts.
  'audit.chain': { ADMINISTRATOR: all },
} as const satisfies Record<string, Partial<Record<Role, Reach>>>;
export type Permission = keyof typeof PERMISSIONS;

/** Permissions of an account with an open obligation; all others have their role's permissions. */
export const WHILE_OBLIGED: Readonly<
  Record<
    'SHOULD_UPDATE_DETAILS' | 'SHOULD_RESET_PASSWORD_LEGACY',
    readonly ('signedIn' | Permission)[]
  >
> = {
  SHOULD_UPDATE_DETAILS: ['signedIn', 'self', 'tasks', 'clients.view', 'clients.edit'],
  SHOULD_RESET_PASSWORD_LEGACY: ['signedIn'],
};

/** True when `role` ranks above `other`. */
export function outranks(role: Role, other: Role): boolean {
  return ROLES.indexOf(role) < ROLES.indexOf(other);
}

/** The reach that `role` has for `permission`; undefined where it may not at all. */
export function reachOf(role: Role, permission: Permission): Reach | undefined {
  const row: Partial<Record<Role, Reach>> = PERMISSIONS[permission];
  return row[role];
}

/** The signed-in account, as far as it decides on the approval of others. */
type Decider = { clientAccessLevel: Role; needsApproval: boolean };

/** True of an account that needs approval itself, and so decides nothing about the approval of those below it. */
export function isBound(me: Decider): boolean {
  return me.needsApproval && reachOf(me.clientAccessLevel, 'campaigns.approve') === tree;
}

/** True of an account that decides on campaigns of others. */
export function decidesOnOthers(me: Decider): boolean {
  return reachOf(me.clientAccessLevel, 'campaigns.approve') !== undefined && !isBound(me);
}

/**
 * True when a role sees the link to the API documentation.
 * @param shown the host's setting: a brand without the platform's brand word shows it to EBU roles alone (`GET /v1/hostbranding`)
 */
export function readsApiDocumentation(role: Role, shown: boolean): boolean {
  return role === 'EBU_CLIENT' || role === 'EBU_APPROVER' || (shown && role !== 'BD_CLIENT');
}

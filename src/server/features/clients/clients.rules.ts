/** The statuses of a client, and who may manage and open accounts where in the tree. */
import type { Client, ClientNode } from '../../../contract/api/client-fields.ts';
import { MAY_CREATE } from '../../../contract/api/client-fields.ts';
import { outranks, type Role } from '../../../contract/shared/roles.ts';
import type { Transitions } from '../../infra/transitions.ts';

export type ClientStatus = Client['clientStatus'];

/**
 * A client's transitions: every update of its status goes through this table. A blocked account returns to
 * its earlier status.
 */
export const NEXT: Transitions<ClientStatus> = {
  INVITED: ['ACTIVE', 'SHOULD_UPDATE_DETAILS', 'BLOCKED'],
  PENDING_ACTIVATION: ['ACTIVE', 'SHOULD_UPDATE_DETAILS', 'BLOCKED'],
  ACTIVE: ['SHOULD_RESET_PASSWORD_LEGACY', 'BLOCKED'],
  SHOULD_UPDATE_DETAILS: ['ACTIVE', 'SHOULD_RESET_PASSWORD_LEGACY', 'BLOCKED'],
  SHOULD_RESET_PASSWORD_LEGACY: ['ACTIVE', 'SHOULD_UPDATE_DETAILS', 'BLOCKED'],
  BLOCKED: [
    'INVITED',
    'PENDING_ACTIVATION',
    'ACTIVE',
    'SHOULD_UPDATE_DETAILS',
    'SHOULD_RESET_PASSWORD_LEGACY',
  ],
};

export type Details = {
  accountType: 'INDIVIDUAL' | 'COMPANY';
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
  email: string | null;
  phone: string | null;
  country: string;
  timezone: string;
};

/** Names of the details without which an account may not be used. */
export function missingDetails(details: Details): string[] {
  const needed = [
    'firstName',
    'lastName',
    'email',
    'phone',
    'country',
    'timezone',
    ...(details.accountType === 'COMPANY' ? ['companyName'] : []),
  ] as (keyof Details)[];
  return needed.filter((name) => !details[name]);
}

/** The status of an account that has been let in and has a password of its own. */
export function openStatus(details: Details): 'ACTIVE' | 'SHOULD_UPDATE_DETAILS' {
  return missingDetails(details).length === 0 ? 'ACTIVE' : 'SHOULD_UPDATE_DETAILS';
}

/** An account's display name: the company's or the person's, and the address until there is one. */
export function clientNameOf(
  details: Pick<Details, 'accountType' | 'firstName' | 'lastName' | 'companyName' | 'email'>,
): string {
  const person = [details.firstName, details.lastName].filter(Boolean).join(' ');
  const names =
    details.accountType === 'COMPANY'
      ? [details.companyName, person]
      : [person, details.companyName];
  return names.find(Boolean) ?? details.email ?? '';
}

export type TreePosition = { clientId: string; path: string; accessLevel: Role };

/**
 * True where `actor` may change the account of `other`, which is within its reach: an administrator
 * everybody's, others those of a lower level and their own descendants', but nobody its own this way.
 */
export function mayManage(actor: TreePosition, other: TreePosition): boolean {
  if (actor.clientId === other.clientId) return false;
  if (actor.accessLevel === 'ADMINISTRATOR' || outranks(actor.accessLevel, other.accessLevel))
    return true;
  return other.path.startsWith(actor.path) && actor.accessLevel === other.accessLevel;
}

/** An actor may act for accounts of a lower level only. */
export function mayImpersonate(actor: TreePosition, other: TreePosition): boolean {
  return outranks(actor.accessLevel, other.accessLevel);
}

/** Staff have no clients of their own: what they open stands under the root. */
export function opensUnderRoot(level: Role): boolean {
  return level === 'ADMINISTRATOR' || level === 'IT_SUPPORT' || level === 'BD_CLIENT';
}

/** True where `actor` may open an account of `level` under `parent`, which is within its reach. */
export function mayOpen(
  actor: Role,
  level: Role,
  parent: { accessLevel: Role; isRoot: boolean },
): boolean {
  if (!MAY_CREATE[actor].includes(level)) return false;
  if (parent.isRoot) return true;
  // Staff have no clients of their own, and support and business development open accounts of the platform alone; nobody stands
  // under a lower level.
  return (
    !opensUnderRoot(parent.accessLevel) &&
    actor !== 'IT_SUPPORT' &&
    actor !== 'BD_CLIENT' &&
    MAY_CREATE[parent.accessLevel].includes(level)
  );
}

/** The path of a client under another parent: its own number after the parent's path. */
export function pathUnder(parentPath: string, path: string): string {
  return `${parentPath}${path.split('.').at(-2)}.`;
}

/** Nests clients, which come parents first; whose parent is not among them stands at the top. */
export function nest(
  rows: readonly (Omit<ClientNode, 'clients'> & { parentId: string | null })[],
): ClientNode[] {
  const nodes = new Map<string, ClientNode>();
  const top: ClientNode[] = [];
  for (const { parentId, ...row } of rows) {
    const node: ClientNode = { ...row, clients: [] };
    nodes.set(row.clientId, node);
    (nodes.get(parentId ?? '')?.clients ?? top).push(node);
  }
  return top;
}

/** A name follows the names that it is made of, and stays where they do. */
export function renamed(
  before: { clientName: string } & Parameters<typeof clientNameOf>[0],
  details: Parameters<typeof clientNameOf>[0],
): string {
  const after = clientNameOf(details);
  return after === clientNameOf(before) ? before.clientName : after;
}

/** As much of a number as its owner needs to know it again. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 4)}***${phone.slice(-3)}`;
}

/** As much of an address as its owner needs to know it again. */
export function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}***@${domain}`;
}

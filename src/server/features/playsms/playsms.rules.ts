/** Decides what the users, phone books and templates of a playSMS become. */
import * as z from 'zod/mini';
import { MAY_CREATE } from '../../../contract/api/client-fields.ts';
import { CONTACT_EMAIL } from '../../../contract/api/contacts.ts';
import type {
  EntryReason,
  PlaysmsCounts,
  PlaysmsStatus,
  UserReason,
} from '../../../contract/api/playsms-imports.ts';
import { email } from '../../../contract/shared/fields.ts';
import { normalizePhone } from '../../../contract/shared/phone.ts';
import type { Role } from '../../../contract/shared/roles.ts';
import { isOwnAddress } from '../../core/client-tree/own-address.rules.ts';
import type { AddressFacts } from '../../core/client-tree/own-address.rules.ts';
import { cutText } from '../../infra/cut-text.ts';
import type { Transitions } from '../../infra/transitions.ts';
import type { DumpedContact, DumpedTemplate, DumpedUser } from './dump.ts';

export const NEXT: Transitions<PlaysmsStatus> = {
  READY: ['RUNNING'],
  RUNNING: ['COMPLETED', 'CANCELED', 'FAILED'],
  COMPLETED: [],
  CANCELED: [],
  FAILED: [],
};

export const NOTHING: PlaysmsCounts = {
  clients: 0,
  existingClients: 0,
  contacts: 0,
  keptContacts: 0,
  groups: 0,
  templates: 0,
  keptTemplates: 0,
  missingClients: 0,
  missingContacts: 0,
};

/** The levels of playSMS: 2 is an administrator, 3 a user, 4 a subuser of the user `parent_uid`. */
const ADMINISTRATOR = '2';
const SUBUSER = '4';

const STAFF: readonly Role[] = ['ADMINISTRATOR', 'IT_SUPPORT', 'BD_CLIENT'];
const LIMITS = { name: 80, email: 200, text: 10_000 };
/** The longest tags of playSMS, and so the attribute that they become. */
const MOST_TAGS = 250;

export type KnownAccount = AddressFacts & {
  clientId: string;
  accessLevel: Role;
  country: string;
  inviterId: string | null;
};

export type JudgedUser = DumpedUser & {
  outcome: 'NEW' | 'EXISTING' | 'LEFT_OUT';
  reason: UserReason | null;
  /** In small letters: the account is found again by it. */
  email: string;
  existing: KnownAccount | null;
  /** The user whose client it becomes; null under the platform. */
  parent: JudgedUser | null;
  /** The level of a new account: users with subusers sell to them. */
  level: 'COMPANY' | 'CLIENT';
};

/**
 * Judges users, parents before their subusers.
 * @param accounts the accounts that are there, by email address in small letters
 * @param held addresses that another account can still have back
 */
export function judgeUsers(
  users: readonly DumpedUser[],
  accounts: ReadonlyMap<string, KnownAccount>,
  held: ReadonlySet<string>,
): JudgedUser[] {
  const parents = new Set(users.filter(isSubuser).map((user) => user.parent_uid));
  const byUid = new Map<string, JudgedUser>();
  const seen = new Set<string>();
  const inOrder = [...users.filter((user) => !isSubuser(user)), ...users.filter(isSubuser)];
  for (const user of inOrder) {
    const address = user.email.trim().toLowerCase();
    const existing = accounts.get(address) ?? null;
    const parent = isSubuser(user) ? parentOf(byUid.get(user.parent_uid)) : null;
    const reason = seen.has(address)
      ? 'TWICE'
      : existing
        ? existingRefusal(user, existing)
        : (refusalOf(user, address, held) ?? (parent === 'REFUSED' ? 'PARENT' : null));
    if (address !== '') seen.add(address);
    byUid.set(user.uid, {
      ...user,
      email: address,
      existing: reason === null ? existing : null,
      outcome: reason !== null ? 'LEFT_OUT' : existing ? 'EXISTING' : 'NEW',
      reason,
      parent: parent === 'REFUSED' ? null : parent,
      level:
        parents.has(user.uid) && (!parent || parent === 'REFUSED' || maySell(parent, 'COMPANY'))
          ? 'COMPANY'
          : 'CLIENT',
    });
  }
  return users.flatMap((user) => byUid.get(user.uid) ?? []);
}

function existingRefusal({ status }: DumpedUser, account: KnownAccount): UserReason | null {
  if (isOwnAddress(account)) return null;
  return status === ADMINISTRATOR ? 'ADMINISTRATOR' : 'UNPROVED';
}

const maySell = ({ existing, level }: JudgedUser, to: Role) =>
  mayHaveClient(existing?.accessLevel ?? level, to);

/** True where an account of a level may have a client of another level; staff has none of its own. */
export const mayHaveClient = (parent: Role, level: Role) =>
  !STAFF.includes(parent) && MAY_CREATE[parent].includes(level);

/**
 * True where an account with the address of a plan is the one that the administrator has approved:
 * that of the preview, or one that waits for its owner since the same administrator imported it.
 * @param clientId the account of the preview; null where the preview had none
 */
export function isApproved(
  found: KnownAccount,
  clientId: string | null,
  importerId: string,
): boolean {
  if (clientId !== null) return found.clientId === clientId && isOwnAddress(found);
  return found.clientStatus === 'INVITED' && found.inviterId === importerId;
}

const isSubuser = ({ status }: DumpedUser) => status === SUBUSER;

function refusalOf(
  { status }: DumpedUser,
  address: string,
  held: ReadonlySet<string>,
): UserReason | null {
  if (status === ADMINISTRATOR) return 'ADMINISTRATOR';
  if (address === '') return 'NO_EMAIL';
  if (!z.safeParse(email, address).success) return 'BAD_EMAIL';
  return held.has(address) ? 'HELD' : null;
}

/** The parent of a subuser; null for the platform, REFUSED where the parent can have no clients here. */
function parentOf(parent: JudgedUser | undefined): JudgedUser | null | 'REFUSED' {
  if (!parent || parent.reason === 'ADMINISTRATOR') return null;
  if (parent.existing && STAFF.includes(parent.existing.accessLevel)) return null;
  if (parent.outcome === 'LEFT_OUT') return 'REFUSED';
  return maySell(parent, 'CLIENT') ? parent : 'REFUSED';
}

export type PlannedContact = {
  phone: string;
  name: string;
  email: string;
  tags: string;
  /** The ids of its groups in the dump. */
  groups: string[];
};

/** An entry of a phone book as a contact, or the reason why it is none; `changed` where a part is lost. */
export function planContact(
  entry: DumpedContact,
  country: string,
  groups: readonly string[],
): { contact: PlannedContact; changed: EntryReason | null } | { reason: EntryReason } {
  const phone = normalizePhone(entry.mobile, country);
  if (!phone.ok) return { reason: phone.reason };
  const [name, address] = [oneLine(entry.name), oneLine(entry.email)];
  const isEmail = address === '' || (address.length <= LIMITS.email && CONTACT_EMAIL.test(address));
  return {
    contact: {
      phone: phone.e164.slice(1),
      name: cut(name),
      email: isEmail ? address : '',
      tags: cutText(oneLine(entry.tags), MOST_TAGS),
      groups: [...groups],
    },
    changed: isEmail ? (name.length > LIMITS.name ? 'NAME_CUT' : null) : 'BAD_EMAIL',
  };
}

export type PlannedTemplate = { name: string; text: string };

/**
 * A template with its fields translated, or the reason why it is left out.
 * @param names of the user's other templates; this one's is added
 */
export function planTemplate(
  { t_title, t_text }: Pick<DumpedTemplate, 't_title' | 't_text'>,
  names: TemplateNames,
): { template: PlannedTemplate; changed: EntryReason | null } | { reason: EntryReason } {
  if (t_text.trim() === '') return { reason: 'NO_TEXT' };
  const text = translateFields(t_text);
  if (text.length > LIMITS.text) return { reason: 'TEXT_TOO_LONG' };
  const title = oneLine(t_title) || cut(oneLine(t_text));
  const name = names.add(cut(title));
  return { template: { name, text }, changed: title.length > LIMITS.name ? 'NAME_CUT' : null };
}

/** playSMS replaces these two alone, whatever their case (`msgtemplate_hook_sendsms_intercept`). */
function translateFields(text: string): string {
  return text.replaceAll(/#NAME#/gi, '#firstName#').replaceAll(/#NUM#/gi, '#phone#');
}

/** The length of ` (99999)`: a user has no more templates. */
const NUMBER_LENGTH = 8;

/** The names of a user's templates, each once whatever its case. */
export class TemplateNames {
  readonly #taken = new Set<string>();
  /** The number that the next equal name gets, by the part before it. */
  readonly #next = new Map<string, number>();

  /** playSMS has names twice; here a number follows from the second on. @returns the name as it is added */
  add(name: string): string {
    let free = name;
    if (this.#taken.has(name.toLowerCase())) {
      const base = cutText(name, LIMITS.name - NUMBER_LENGTH).trimEnd();
      let n = this.#next.get(base.toLowerCase()) ?? 2;
      do free = `${base} (${n++})`;
      while (this.#taken.has(free.toLowerCase()));
      this.#next.set(base.toLowerCase(), n);
    }
    this.#taken.add(free.toLowerCase());
    return free;
  }
}

/** The name of a group as it will be; empty where nothing is left of it. */
export const planGroupName = (name: string) => cut(oneLine(name));

/** A language of ours by that of playSMS, such as `pt_BR`; null for any other. */
export function languageOf(module: string): 'en' | 'pt' | 'sw' | null {
  const [language] = module.toLowerCase().split('_');
  return language === 'en' || language === 'pt' || language === 'sw' ? language : null;
}

const cut = (text: string) => cutText(text, LIMITS.name).trim();
const oneLine = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();

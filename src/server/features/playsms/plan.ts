/** Makes the plan of an import: the steps that the worker takes, and the preview of what they come to. */
import { setImmediate as turn } from 'node:timers/promises';
import type {
  EntryReason,
  Loss,
  PlaysmsPreview,
  PlaysmsUser,
} from '../../../contract/api/playsms-imports.ts';
import { normalizePhone } from '../../../contract/shared/phone.ts';
import type { Role } from '../../../contract/shared/roles.ts';
import { cutText } from '../../infra/cut-text.ts';
import { maskPhone } from '../../infra/log.ts';
import type { DumpedContact, DumpedGroup, DumpedTemplate, PlaysmsDump } from './dump.ts';
import {
  judgeUsers,
  languageOf,
  planContact,
  planGroupName,
  planTemplate,
  TemplateNames,
} from './playsms.rules.ts';
import type { JudgedUser, KnownAccount, PlannedContact, PlannedTemplate } from './playsms.rules.ts';

/** An account by its email address, and its id where the preview found it; null for one to be opened. */
export type PlannedIdentity = { email: string; clientId: string | null };

/** An account to open, or to find again. */
export type PlannedAccount = PlannedIdentity & {
  name: string;
  /** E.164 with its plus. */
  phone: string | null;
  level: Extract<Role, 'COMPANY' | 'CLIENT'>;
  language: 'en' | 'pt' | 'sw' | null;
  /** Null under the platform. */
  parent: PlannedIdentity | null;
  /** The names of its groups, by their ids in the dump. */
  groups: Record<string, string>;
  templates: PlannedTemplate[];
};

/** One transaction of the worker each; contacts belong to the account before them. */
export type PlanStep = { account: PlannedAccount } | { contacts: PlannedContact[] };

export type Known = {
  /** By email address in small letters. */
  accounts: ReadonlyMap<string, KnownAccount>;
  /** Addresses and numbers that another account can still have back. */
  held: ReadonlySet<string>;
  /** Numbers of accounts. */
  phones: ReadonlySet<string>;
  /** The country of new accounts. */
  country: string;
};

const CONTACTS_AT_ONCE = 5_000;
const SHOWN_ENTRIES = 500;
const SHOWN_TEMPLATES = 100;
/** The longest name of a template, and more than a number has. */
const MOST_SUBJECT = 80;

export async function planImport(
  dump: PlaysmsDump,
  known: Known,
): Promise<{ steps: PlanStep[]; preview: PlaysmsPreview }> {
  const planner = new Planner(dump, known);
  const users = judgeUsers(dump.users, known.accounts, known.held);
  // An account that others stand under is opened before them.
  const inOrder = [...users.filter((user) => !user.parent), ...users.filter((user) => user.parent)];
  const rows = new Map<JudgedUser, PlaysmsUser>();
  for (const user of inOrder) rows.set(user, await planner.plan(user));
  return {
    steps: planner.steps,
    preview: {
      users: users.flatMap((user) => rows.get(user) ?? []),
      templates: planner.templates,
      entries: planner.entries,
      entryCount: planner.entryCount,
      ownerlessCount: planner.ownerlessCount,
      losses: planner.losses(),
      otherTables: dump.otherTables,
    },
  };
}

const identityOf = ({ email, existing }: JudgedUser): PlannedIdentity => ({
  email,
  clientId: existing?.clientId ?? null,
});

class Planner {
  readonly steps: PlanStep[] = [];
  readonly templates: PlaysmsPreview['templates'] = [];
  readonly entries: PlaysmsPreview['entries'] = [];
  entryCount = 0;
  ownerlessCount = 0;
  readonly #dump: PlaysmsDump;
  readonly #known: Known;
  readonly #contacts: Map<string, DumpedContact[]>;
  readonly #groups: Map<string, DumpedGroup[]>;
  readonly #templates: Map<string, DumpedTemplate[]>;
  readonly #phones = new Set<string>();
  #lostPhones = 0;

  constructor(dump: PlaysmsDump, known: Known) {
    this.#dump = dump;
    this.#known = known;
    this.#contacts = Map.groupBy(dump.contacts, ({ uid }) => uid);
    this.#groups = Map.groupBy(dump.groups, ({ uid }) => uid);
    this.#templates = Map.groupBy(dump.templates, ({ uid }) => uid);
    const uids = new Set(dump.users.map(({ uid }) => uid));
    for (const { uid } of [...dump.contacts, ...dump.templates])
      if (!uids.has(uid)) this.ownerlessCount++;
  }

  async plan(user: JudgedUser): Promise<PlaysmsUser> {
    const entries = this.#contacts.get(user.uid) ?? [];
    const templates = this.#templates.get(user.uid) ?? [];
    const planned = { contacts: 0, groups: 0, templates: 0 };
    if (user.outcome === 'LEFT_OUT') this.ownerlessCount += entries.length + templates.length;
    else {
      const account = this.#planAccount(user);
      this.steps.push({ account });
      planned.groups = new Set(
        Object.values(account.groups).map((name) => name.toLowerCase()),
      ).size;
      planned.templates = account.templates.length;
      planned.contacts = await this.#planContacts(user, entries, account);
    }
    return {
      line: user.line,
      username: user.username,
      name: user.name,
      email: user.email,
      parentUsername: user.parent?.username ?? null,
      outcome: user.outcome,
      reason: user.reason,
      clientId: user.existing?.clientId ?? null,
      accessLevel: user.outcome === 'NEW' ? user.level : (user.existing?.accessLevel ?? null),
      ...planned,
    };
  }

  /** The parts of the dump that the import does not take over, with how often they are there. */
  losses(): PlaysmsPreview['losses'] {
    const { users, groups } = this.#dump;
    const kept: Record<Loss, number> = {
      PASSWORDS: users.length,
      API_TOKENS: users.filter(({ enable_webservices }) => enable_webservices === '1').length,
      CREDITS: users.filter(({ credit }) => Number(credit) > 0).length,
      SENDERS: users.filter(({ sender }) => sender.trim() !== '').length,
      FOOTERS: users.filter(({ footer }) => footer.trim() !== '').length,
      PHONES: this.#lostPhones,
      SHARED_GROUPS: groups.filter(({ flag_sender }) => !['', '0'].includes(flag_sender)).length,
    };
    return (Object.entries(kept) as [Loss, number][])
      .filter(([, count]) => count > 0)
      .map(([loss, count]) => ({ loss, count }));
  }

  #planAccount(user: JudgedUser): PlannedAccount {
    const names = new TemplateNames();
    const templates = (this.#templates.get(user.uid) ?? []).flatMap((row) => {
      const planned = planTemplate(row, names);
      if ('reason' in planned) {
        this.#note(user, row, { kind: 'TEMPLATE', subject: row.t_title, reason: planned.reason });
        return [];
      }
      if (planned.changed)
        this.#note(user, row, {
          kind: 'TEMPLATE',
          subject: planned.template.name,
          reason: planned.changed,
        });
      if (this.templates.length < SHOWN_TEMPLATES)
        this.templates.push({ username: user.username, ...planned.template });
      return [planned.template];
    });
    const groups = (this.#groups.get(user.uid) ?? [])
      .map(({ id, name }) => [id, planGroupName(name)] as const)
      .filter(([, name]) => name !== '');
    return {
      ...identityOf(user),
      name: user.name,
      phone: user.existing ? null : this.#phoneOf(user),
      level: user.level,
      language: languageOf(user.language_module),
      parent: user.parent && identityOf(user.parent),
      groups: Object.fromEntries(groups),
      templates,
    };
  }

  /** The user's number, unless it is none or another account's. */
  #phoneOf({ mobile }: JudgedUser): string | null {
    if (mobile.trim() === '') return null;
    const phone = normalizePhone(mobile, this.#known.country);
    const taken = (e164: string) =>
      [this.#known.phones, this.#known.held, this.#phones].some((numbers) => numbers.has(e164));
    if (!phone.ok || taken(phone.e164)) {
      this.#lostPhones++;
      return null;
    }
    this.#phones.add(phone.e164);
    return phone.e164;
  }

  /** Adds a user's contacts in steps; a number that is there twice is in the groups of both. */
  async #planContacts(
    user: JudgedUser,
    entries: readonly DumpedContact[],
    { groups }: PlannedAccount,
  ): Promise<number> {
    const country = user.existing?.country ?? this.#known.country;
    const contacts = new Map<string, PlannedContact>();
    for (const [at, entry] of entries.entries()) {
      if (at % CONTACTS_AT_ONCE === CONTACTS_AT_ONCE - 1) await turn();
      const own = (this.#dump.groupsOf.get(entry.id) ?? []).filter((id) =>
        Object.hasOwn(groups, id),
      );
      const planned = planContact(entry, country, own);
      if ('reason' in planned) {
        this.#note(user, entry, {
          kind: 'CONTACT',
          subject: entry.mobile,
          reason: planned.reason,
        });
        continue;
      }
      const { contact, changed } = planned;
      if (changed)
        this.#note(user, entry, {
          kind: 'CONTACT',
          // A preview is not searched when a number is erased.
          subject: maskPhone(`+${contact.phone}`),
          reason: changed,
        });
      const first = contacts.get(contact.phone);
      if (first) first.groups = [...new Set([...first.groups, ...contact.groups])];
      else contacts.set(contact.phone, contact);
    }
    const all = [...contacts.values()];
    for (let at = 0; at < all.length; at += CONTACTS_AT_ONCE)
      this.steps.push({ contacts: all.slice(at, at + CONTACTS_AT_ONCE) });
    return all.length;
  }

  #note(
    { username }: JudgedUser,
    { line }: { line: number },
    { subject, ...entry }: { kind: 'CONTACT' | 'TEMPLATE'; subject: string; reason: EntryReason },
  ): void {
    this.entryCount++;
    if (this.entries.length < SHOWN_ENTRIES)
      this.entries.push({
        line,
        username,
        ...entry,
        subject: cutText(subject.trim(), MOST_SUBJECT),
      });
  }
}

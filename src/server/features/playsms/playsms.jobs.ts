import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { PlaysmsCounts } from '../../../contract/api/playsms-imports.ts';
import type { RunningTask, TaskHandler } from '../../core/background/runner.ts';
import { dropUpload, openUpload } from '../../core/uploads/uploads.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { Refusal } from '../../infra/errors.ts';
import type { PlannedAccount, PlannedIdentity, PlanStep } from './plan.ts';
import { isApproved, mayHaveClient, NOTHING } from './playsms.rules.ts';
import {
  advanceImport,
  findImport,
  findPlatform,
  listAccounts,
  moveImport,
} from './playsms.store.ts';
import type { FoundAccount, ImportRow } from './playsms.store.ts';

/** A person with the names of its groups, which exist. */
export type ImportedContact = {
  phone: string;
  firstName: string;
  email: string;
  attributes: Record<string, string>;
  groups: string[];
};

export type ImportedAccount = Pick<
  PlannedAccount,
  'email' | 'name' | 'phone' | 'level' | 'language'
> & {
  parentId: string;
  country: string;
  timezone: string;
};

/** The features that take in accounts, contacts and templates; the process that starts the work connects them. */
export type Destination = {
  /** Opens an account that waits for its owner. @returns its id; undefined where the address is held for another */
  openAccount(
    tx: Tx,
    by: { clientId: string; address: string; userAgent: string },
    account: ImportedAccount,
    sendInvitation: boolean,
  ): Promise<string | undefined>;
  /** @returns how many groups were missing */
  ensureGroups(tx: Tx, clientId: string, names: readonly string[]): Promise<number>;
  /**
   * Adds contacts that are not there, and puts all of them into their groups.
   * @returns how many were added
   * @throws Refusal GROUP_EMPTYING
   */
  addContacts(tx: Tx, clientId: string, contacts: readonly ImportedContact[]): Promise<number>;
  /** @returns false where the client has a template of this name */
  addTemplate(tx: Tx, clientId: string, template: { name: string; text: string }): Promise<boolean>;
};

class NotOurs extends Error {}

/** The time after which a step whose group is being emptied is tried again. */
const EMPTYING_SECONDS = 30;

/**
 * Imports a plan, a transaction for each step, which also commits how far it came: after a crash the
 * next step follows. Rows that are there already stay as they are, so that the same dump can be imported again.
 * A plan is up to a day old: accounts that are not those of its preview any more are left out.
 */
export function importPlaysms(database: Database, destination: Destination): TaskHandler {
  return {
    async run(task) {
      const found = await database.run(systemScope(), (tx) =>
        findImport(tx, systemScope(), String(task.input['importId'])),
      );
      if (found?.status !== 'RUNNING') return 'canceled';
      const steps = new Steps(database, destination, task, found);
      try {
        if (!(await steps.run())) {
          await database.run(systemScope(), (tx) => moveImport(tx, found.id, 'CANCELED'));
          return 'canceled';
        }
      } catch (error) {
        if (error instanceof NotOurs) return 'canceled';
        if (error instanceof Refusal && error.code === 'GROUP_EMPTYING')
          return { againInSeconds: EMPTYING_SECONDS };
        throw error;
      }
      await database.run(systemScope(), async (tx) => {
        await task.advance(tx, 0.99);
        await moveImport(tx, found.id, 'COMPLETED');
      });
      await dropUpload(database, systemScope(), found.uploadId);
      return { done: { importId: found.id, ...steps.counts } };
    },
    async failed(tx, task) {
      await moveImport(tx, String(task.input['importId']), 'FAILED');
    },
  };
}

class Steps {
  counts: PlaysmsCounts;
  readonly #database: Database;
  readonly #to: Destination;
  readonly #task: RunningTask;
  readonly #row: ImportRow;
  /** Accounts that this run has opened: an owner may get in before the last contacts come. */
  readonly #opened = new Set<string>();

  constructor(database: Database, to: Destination, task: RunningTask, row: ImportRow) {
    this.#database = database;
    this.#to = to;
    this.#task = task;
    this.#row = row;
    this.counts = { ...NOTHING, ...row.counts };
  }

  /** @returns false where the task was stopped */
  async run(): Promise<boolean> {
    const { id, atStep, stepCount, uploadId } = this.#row;
    const { source } = await openUpload(this.#database, systemScope(), uploadId);
    const lines = createInterface({ input: Readable.from(source.read(0, source.size)) });
    let at = 0;
    let account: PlannedAccount | undefined;
    for await (const line of lines) {
      at++;
      const step = JSON.parse(line) as PlanStep;
      if ('account' in step) ({ account } = step);
      if (at <= atStep || !account) continue;
      if (this.#task.stopRequested) return false;
      const current = account;
      this.counts = await this.#database.run(systemScope(), async (tx) => {
        const next = await this.#importStep(tx, current, step);
        await this.#task.advance(tx, Math.min(0.99, at / stepCount));
        if (!(await advanceImport(tx, id, at, next))) throw new NotOurs();
        return next;
      });
    }
    return true;
  }

  /** @returns the counts with those of this step */
  async #importStep(tx: Tx, account: PlannedAccount, step: PlanStep): Promise<PlaysmsCounts> {
    const counts = { ...this.counts };
    if ('account' in step) {
      const clientId = await this.#accountOf(tx, account, counts);
      if (clientId === undefined) counts.missingClients++;
      else await this.#bringGroupsAndTemplates(tx, clientId, account, counts);
      return counts;
    }
    const found = await this.#findApproved(tx, account);
    if (!found) {
      counts.missingContacts += step.contacts.length;
      return counts;
    }
    const contacts = step.contacts.map(({ phone, name, email, tags, groups }): ImportedContact => ({
      phone,
      firstName: name,
      email,
      attributes: tags === '' ? {} : { tags },
      groups: groups.flatMap((group) =>
        Object.hasOwn(account.groups, group) ? account.groups[group]! : [],
      ),
    }));
    const added = await this.#to.addContacts(tx, found.clientId, contacts);
    counts.contacts += added;
    counts.keptContacts += contacts.length - added;
    return counts;
  }

  async #bringGroupsAndTemplates(
    tx: Tx,
    clientId: string,
    { groups, templates }: PlannedAccount,
    counts: PlaysmsCounts,
  ): Promise<void> {
    counts.groups += await this.#to.ensureGroups(tx, clientId, Object.values(groups));
    for (const template of templates)
      if (await this.#to.addTemplate(tx, clientId, template)) counts.templates++;
      else counts.keptTemplates++;
  }

  /** The account of a plan's address, if it is the one that was approved. */
  async #findApproved(
    tx: Tx,
    { email, clientId }: PlannedIdentity,
  ): Promise<FoundAccount | undefined> {
    const [found] = await listAccounts(tx, [email]);
    if (!found) return undefined;
    const fits =
      this.#opened.has(found.clientId) || isApproved(found, clientId, this.#task.clientId);
    return fits ? found : undefined;
  }

  /** The id of an account, opened if the preview had none; undefined where it is not the approved one, or cannot be opened. */
  async #accountOf(
    tx: Tx,
    account: PlannedAccount,
    counts: PlaysmsCounts,
  ): Promise<string | undefined> {
    const [anyone] = await listAccounts(tx, [account.email]);
    if (anyone || account.clientId !== null) {
      const found = await this.#findApproved(tx, account);
      if (found) counts.existingClients++;
      return found?.clientId;
    }
    const opened = await this.#openAccount(tx, account);
    if (opened === undefined) return undefined;
    counts.clients++;
    this.#opened.add(opened);
    return opened;
  }

  async #openAccount(tx: Tx, account: PlannedAccount): Promise<string | undefined> {
    const platform = await findPlatform(tx);
    const parent = account.parent && (await this.#findApproved(tx, account.parent));
    const parentId = account.parent ? parent?.clientId : platform?.clientId;
    if (!platform || parentId === undefined) return undefined;
    if (parent && !mayHaveClient(parent.accessLevel, account.level)) return undefined;
    const { address, userAgent, sendInvitations } = this.#task.input;
    const { email, name, phone, level, language } = account;
    return this.#to.openAccount(
      tx,
      {
        clientId: this.#task.clientId,
        address: String(address),
        userAgent: String(userAgent),
      },
      {
        email,
        name,
        phone,
        level,
        language,
        parentId,
        country: platform.country,
        timezone: platform.timezone,
      },
      sendInvitations === true,
    );
  }
}

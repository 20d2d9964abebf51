import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { PlaysmsCounts } from '../../../contract/api/playsms-imports.ts';
import type { RunningTask, TaskHandler } from '../../core/background/runner.ts';
import { dropUpload, openUpload } from '../../core/uploads/uploads.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { PlannedAccount, PlanStep } from './plan.ts';
import { NOTHING } from './playsms.rules.ts';
import {
  advanceImport,
  findImport,
  findPlatform,
  listAccounts,
  moveImport,
} from './playsms.store.ts';
import type { ImportRow } from './playsms.store.ts';

/** A person with the names of its groups, which exist. */
export type ImportedContact = {
  phone: string;
  firstName: string;
  email: string;
  attributes: Record<string, string>;
  groups: string[];
};

export type ImportedAccount = Omit<PlannedAccount, 'groups' | 'templates' | 'parentEmail'> & {
  parentId: string;
  country: string;
  timezone: string;
};

/** The features that take in accounts, contacts and templates; the process that starts the work connects them. */
export type Destination = {
  /** Opens an account that waits for its owner. @returns its id */
  openAccount(
    tx: Tx,
    by: { clientId: string; address: string; userAgent: string },
    account: ImportedAccount,
    sendInvitation: boolean,
  ): Promise<string>;
  /** @returns how many groups were missing */
  ensureGroups(tx: Tx, clientId: string, names: readonly string[]): Promise<number>;
  /** Adds contacts that are not there, and puts all of them into their groups. @returns how many were added */
  addContacts(tx: Tx, clientId: string, contacts: readonly ImportedContact[]): Promise<number>;
  /** @returns false where the client has a template of this name */
  addTemplate(tx: Tx, clientId: string, template: { name: string; text: string }): Promise<boolean>;
};

class NotOurs extends Error {}

/**
 * Imports a plan, a transaction for each step, which also commits how far it came: after a crash the
 * next step follows. What is there already stays as it is, so that the same dump can be imported again.
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

  constructor(database: Database, to: Destination, task: RunningTask, row: ImportRow) {
    this.#database = database;
    this.#to = to;
    this.#task = task;
    this.#row = row;
    this.counts = row.counts ?? NOTHING;
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
        const next = await this.#bringIn(tx, current, step);
        await this.#task.advance(tx, Math.min(0.99, at / stepCount));
        if (!(await advanceImport(tx, id, at, next))) throw new NotOurs();
        return next;
      });
    }
    return true;
  }

  /** @returns the counts with those of this step */
  async #bringIn(tx: Tx, account: PlannedAccount, step: PlanStep): Promise<PlaysmsCounts> {
    const counts = { ...this.counts };
    const clientId = await this.#accountOf(tx, account, step, counts);
    if (clientId === undefined) return counts;
    if ('account' in step) {
      const names = Object.values(account.groups);
      counts.groups += await this.#to.ensureGroups(tx, clientId, names);
      for (const template of account.templates)
        if (await this.#to.addTemplate(tx, clientId, template)) counts.templates++;
        else counts.keptTemplates++;
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
    const added = await this.#to.addContacts(tx, clientId, contacts);
    counts.contacts += added;
    counts.keptContacts += contacts.length - added;
    return counts;
  }

  /** The account of a step, opened if it is not there; undefined where it cannot be. */
  async #accountOf(
    tx: Tx,
    account: PlannedAccount,
    step: PlanStep,
    counts: PlaysmsCounts,
  ): Promise<string | undefined> {
    const [found] = await listAccounts(tx, [account.email]);
    const isNew = !found && 'account' in step;
    if (found && 'account' in step) counts.existingClients++;
    if (found) return found.clientId;
    const platform = await findPlatform(tx);
    const parentId =
      account.parentEmail === null
        ? platform?.clientId
        : (await listAccounts(tx, [account.parentEmail]))[0]?.clientId;
    if (!isNew || !platform || parentId === undefined) {
      if (isNew) counts.missingClients++;
      return undefined;
    }
    const { address, userAgent, sendInvitations } = this.#task.input;
    const { groups: _, templates: __, parentEmail: ___, ...opened } = account;
    counts.clients++;
    return this.#to.openAccount(
      tx,
      {
        clientId: this.#task.clientId,
        address: String(address),
        userAgent: String(userAgent),
      },
      {
        ...opened,
        parentId,
        country: platform.country,
        timezone: platform.timezone,
      },
      sendInvitations === true,
    );
  }
}

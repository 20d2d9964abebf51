/** Messages of one transaction that need approval: which go out, and which wait as a campaign. */
import type { Transaction, Tx } from '../../infra/database/db.ts';
import { Refusal } from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import type { NewMessage } from '../dispatch/types.ts';
import { decideUnapproved, gatheringKey } from './approval.rules.ts';
import type { Unapproved, Unapprovals } from './approval.rules.ts';
import { addUnapproved, openGathering, readUnapprovals } from './approval.store.ts';
import type { NewGathering } from './approval.store.ts';
import type { Draft } from './types.ts';

/** The first words of a text, as the name of its campaign. */
const NAME_LENGTH = 60;

export class Approvals {
  readonly #known: Map<string, Unapprovals>;
  readonly #opened: NewGathering[] = [];
  readonly #counted: Parameters<typeof addUnapproved>[1][number][] = [];

  private constructor(known: Map<string, Unapprovals>) {
    this.#known = known;
  }

  /** Reads what these drafts need; the statements sent before lock their clients' wallets. */
  static async read(tx: Tx, drafts: readonly Draft[]): Promise<Approvals> {
    const texts = drafts.flatMap(({ message: { clientId }, unapproved }) =>
      unapproved ? [{ clientId, fingerprint: unapproved.fingerprint }] : [],
    );
    return new Approvals(texts.length === 0 ? new Map() : await readUnapprovals(tx, texts));
  }

  /** @returns the message as it goes out, or as it waits; the reason where it does neither */
  decide(message: NewMessage, unapproved: Unapproved | null): NewMessage | Refusal {
    if (unapproved === null) return message;
    const { clientId, id, destination, notBefore } = message;
    const known = this.#known.get(clientId)!;
    const decision = decideUnapproved(unapproved, destination, known);
    if (decision instanceof Refusal || decision === 'FREE')
      return decision === 'FREE' ? message : decision;
    const { fingerprint } = unapproved;
    if (decision === 'SENT') {
      this.#counted.push({ id, clientId, fingerprint, destination, notBefore });
      return message;
    }
    return { ...message, campaignId: this.#campaignOf(message, unapproved, known), waits: true };
  }

  #campaignOf(message: NewMessage, unapproved: Unapproved, known: Unapprovals): string {
    const { fingerprint, sender, text, reasons } = unapproved;
    const key = gatheringKey(fingerprint, sender.name);
    const open = known.gathering.get(key);
    if (open !== undefined) return open;
    const id = newId();
    known.gathering.set(key, id);
    const name = text.replace(/\s+/g, ' ').trim();
    this.#opened.push({
      id,
      clientId: message.clientId,
      name: name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 3).trimEnd()}...` : name,
      sender,
      text,
      country: message.country,
      fingerprint,
      reasons,
    });
    return id;
  }

  /** Writes what was decided, with the commit. */
  write(tx: Transaction): void {
    for (const campaign of this.#opened) tx.atCommit(openGathering(tx, campaign));
    if (this.#counted.length > 0) tx.atCommit(addUnapproved(tx, this.#counted));
  }
}

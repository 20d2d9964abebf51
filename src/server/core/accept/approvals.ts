/** Messages of one transaction that need approval: which go out, and which wait as a campaign. */
import type { Transaction, Tx } from '../../infra/database/db.ts';
import { settled } from '../../infra/database/pipeline.ts';
import { Refusal } from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import type { NewMessage } from '../dispatch/types.ts';
import { decideUnapproved, gatheringKey } from './approval.rules.ts';
import type { Unapproved, Unapprovals } from './approval.rules.ts';
import { addUnapproved, openGathering, readUnapprovals } from './approval.store.ts';
import type { NewGathering } from './approval.store.ts';
import { JOINED_MS, judgePart, withOthersHidden } from './parts.rules.ts';
import type { JudgedPart, KnownPart, Piece } from './parts.rules.ts';
import { addScheduledParts, lockParts, nameOfJoined, readParts } from './parts.store.ts';
import type { PartGroup } from './parts.store.ts';
import type { Draft } from './types.ts';

/** The first words of a text, as the name of its campaign. */
const NAME_LENGTH = 60;

type Decided = Pick<
  NewMessage,
  'id' | 'clientId' | 'destination' | 'country' | 'notBefore' | 'campaignId' | 'waits'
>;

/** A part with its texts that need approval, the parts before it, and its own entry among those. */
type Part = JudgedPart & { before: readonly KnownPart[]; entry: KnownPart };

/** The part of a draft that its approval depends on. */
export type Judged = Pick<Draft, 'unapproved' | 'allowanceOf' | 'piece'> & {
  message: Pick<NewMessage, 'clientId' | 'sender' | 'destination' | 'test'>;
  /** True of a message that was accepted before: it waits where it would be refused for the limits. */
  isAccepted?: true;
};

/**
 * The fingerprint of messages that were accepted before and are beyond the limits: those of a sender ID wait
 * together, because each may be another text.
 */
const BEYOND_LIMITS = 'BEYOND_LIMITS';

export class Approvals {
  readonly #known: Map<string, Unapprovals>;
  readonly #parts: ReadonlyMap<Judged, Part>;
  readonly #opened: NewGathering[] = [];
  readonly #counted: Parameters<typeof addUnapproved>[1][number][] = [];
  readonly #scheduled: Parameters<typeof addScheduledParts>[1][number][] = [];

  private constructor(known: Map<string, Unapprovals>, parts: ReadonlyMap<Judged, Part>) {
    this.#known = known;
    this.#parts = parts;
  }

  /** Reads what these drafts need; the statements sent before lock their clients' wallets. */
  static async read(tx: Tx, drafts: readonly Judged[]): Promise<Approvals> {
    const cut = drafts.filter(isCut);
    const parts = cut.length === 0 ? new Map<Judged, Part>() : await judgeParts(tx, cut);
    const texts = drafts.flatMap((draft) =>
      textsOf(draft, parts.get(draft)).flatMap(({ fingerprint, sender, mostNumbers }) =>
        [fingerprint, ...(draft.isAccepted ? [BEYOND_LIMITS] : [])].map((each) => ({
          clientId: draft.message.clientId,
          allowanceOf: draft.allowanceOf,
          fingerprint: each,
          sender: sender.name,
          mostNumbers,
        })),
      ),
    );
    return new Approvals(texts.length === 0 ? new Map() : await readUnapprovals(tx, texts), parts);
  }

  /** @returns the message as it goes out, or as it waits; the reason where it does neither */
  decide<M extends Decided>(message: M, draft: Judged): M | Refusal {
    const decided = this.#decide(message, draft);
    if (!(decided instanceof Refusal) && isCut(draft) && message.notBefore && !draft.isAccepted)
      this.#scheduled.push({
        id: message.id,
        group: groupOf(draft),
        notBefore: message.notBefore,
      });
    return decided;
  }

  #decide<M extends Decided>(message: M, draft: Judged): M | Refusal {
    const part = this.#parts.get(draft);
    const texts = textsOf(draft, part);
    if (texts.length === 0) return message;
    const { clientId, id, destination, notBefore } = message;
    const known = this.#known.get(clientId)!;
    const { allowance } = known;
    const { messages } = allowance;
    // The parts of one text are one message of those that go out without approval.
    let isCounted = part !== undefined && continues(part);
    const sent: Unapproved[] = [];
    let waiting: Unapproved | undefined;
    let free = 0;
    for (const text of texts) {
      // Somebody approved meanwhile all that a receiver may read, and its pieces with it.
      if (free > 0 && free === part?.joined.length) break;
      const isMessage = isCounted || sent.length > 0;
      const decision = decideUnapproved(
        isMessage ? { ...text, mostMessages: null } : text,
        destination,
        known,
      );
      allowance.messages = messages;
      if (decision instanceof Refusal) {
        if (!draft.isAccepted || decision.code !== 'UNAPPROVED_LIMIT') return decision;
        waiting ??= { ...text, fingerprint: BEYOND_LIMITS };
      } else if (decision === 'SENT') sent.push(text);
      else if (decision === 'WAITS') waiting ??= text;
      else free++;
    }
    // A text counts even where the message waits for another of its texts.
    isCounted ||= waiting !== undefined;
    for (const [index, { fingerprint }] of sent.entries()) {
      const isMessage = index === 0 && !isCounted;
      this.#counted.push({
        id: index === 0 ? id : newId(),
        allowanceOf: draft.allowanceOf,
        fingerprint,
        destination,
        notBefore,
        isMessage,
      });
      if (!isMessage) continue;
      allowance.messages++;
      if (part) part.entry.isCounted = true;
    }
    return waiting
      ? { ...message, campaignId: this.#campaignOf(message, waiting, known), waits: true }
      : message;
  }

  #campaignOf(message: Decided, unapproved: Unapproved, known: Unapprovals): string {
    const { fingerprint, sender, reasons } = unapproved;
    const text = unapproved.ownText ?? unapproved.text;
    const key = gatheringKey(fingerprint, sender.name);
    const open = known.gathering.get(key);
    if (open !== undefined) return open;
    const id = newId();
    known.gathering.set(key, id);
    known.allowance.waiting++;
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
    if (this.#scheduled.length > 0) tx.atCommit(addScheduledParts(tx, this.#scheduled));
  }
}

/** The texts that need approval: of a part first those that its receiver may read, then its own. */
function textsOf({ unapproved }: Judged, part: Part | undefined): readonly Unapproved[] {
  if (part) return part.own ? [...part.joined, part.own] : part.joined;
  return unapproved ? [unapproved] : [];
}

/** True of a part whose message another part counts for; a number that comes again is another message. */
const continues = ({ before, entry }: Part): boolean =>
  before.some(({ isCounted }) => isCounted) && before.every(({ part }) => part !== entry.part);

type CutDraft = Judged & { piece: Piece };
const isCut = (draft: Judged): draft is CutDraft =>
  draft.piece !== undefined && !draft.message.test;

/** The key by which a phone joins a part with others: those of all accounts that share an allowance. */
function groupOf({ allowanceOf, message: { sender, destination }, piece }: CutDraft): PartGroup {
  return { allowanceOf, sender, destination, reference: piece.reference, total: piece.total };
}

/** Judges parts with those that were accepted before and those that stand before them here. */
async function judgeParts(tx: Tx, drafts: readonly CutDraft[]): Promise<Map<Judged, Part>> {
  const groups = [...Map.groupBy(drafts, (draft) => nameOfJoined(groupOf(draft))).values()];
  const joined = groups.map((group) => ({
    ...groupOf(group[0]!),
    isShared: group[0]!.piece.isShared,
    clientIds: [...new Set(group.map(({ message: { clientId } }) => clientId))],
  }));
  const [, accepted] = await settled([
    lockParts(tx, joined),
    readParts(tx, joined, Date.now() - JOINED_MS),
  ] as const);
  const parts = new Map<Judged, Part>();
  for (const [index, group] of groups.entries()) {
    let before: readonly KnownPart[] = accepted[index]!;
    for (const draft of group) {
      const { piece } = draft;
      const { clientId } = draft.message;
      const entry = { part: piece.part, clientId, words: piece.words, isCounted: false };
      const judged = judgePart(piece, before);
      const isOwn = before.every((each) => each.clientId === clientId);
      parts.set(draft, { ...(isOwn ? judged : withOthersHidden(judged, piece)), before, entry });
      // The first and the last of each number count, as those that were read.
      const same = before.filter(({ part }) => part === entry.part);
      before = [...before.filter((each) => each !== same[1]), entry];
    }
  }
  return parts;
}

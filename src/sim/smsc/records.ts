/** What the carrier has accepted, for whoever compares it with what was sent. */
import type { MessageContent } from '../../smpp/concatenation.ts';
import type { MessageState } from '../../smpp/pdus.ts';
import { decodeText } from '../../smpp/text.ts';

/** One accepted submit. */
export interface AcceptedPart {
  /** The id as the response wrote it. */
  id: string;
  part: number;
  total: number;
  /** The text's octets without a header, in hex. */
  octets: string;
  acceptedAt: string;
  /** The word of the last receipt that there is to be, or null while there was none yet, or never will be. */
  outcome: string | null;
  receiptsSent: number;
  receiptsAnswered: number;
}

/** One message: a single submit, or the parts of a long one. */
export interface AcceptedMessage {
  account: string;
  source: string;
  destination: string;
  dataCoding: number;
  /** The text of all parts, or null while one is missing or where it is data. */
  text: string | null;
  parts: AcceptedPart[];
}

interface Kept {
  account: string;
  source: string;
  destination: string;
  dataCoding: number;
  parts: KeptPart[];
  total: number;
  key: string | undefined;
}

/** A part as it is kept; the SMSC counts its receipts here. */
export interface KeptPart {
  readonly id: string;
  readonly part: number;
  readonly octets: Buffer;
  readonly acceptedAt: Date;
  state: MessageState;
  outcome: string | null;
  receiptsSent: number;
  receiptsAnswered: number;
}

/** How many prints of parts are remembered to find duplicates: between one and two generations of this size. */
const GENERATION = 1_000_000;

export class Records {
  readonly #limit: number;
  #messages = new Set<Kept>();
  readonly #incomplete = new Map<string, Kept>();
  readonly #byId = new Map<string, KeptPart>();
  #prints = new Set<number>();
  #olderPrints = new Set<number>();
  duplicates = 0;

  /** @param limit messages that are kept, the oldest going first; 0 keeps none and only counts */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts the part as a duplicate if one with the same print was accepted before. */
  countDuplicate(print: number): void {
    if (this.#prints.has(print) || this.#olderPrints.has(print)) this.duplicates++;
    this.#prints.add(print);
    if (this.#prints.size < GENERATION) return;
    this.#olderPrints = this.#prints;
    this.#prints = new Set();
  }

  /** Keeps an accepted submit; undefined when nothing is kept. */
  keep(
    id: string,
    pdu: { account: string; source: string; destination: string; dataCoding: number },
    content: MessageContent,
  ): KeptPart | undefined {
    if (this.#limit === 0) return undefined;
    const kept: KeptPart = {
      id,
      part: content.part?.part ?? 1,
      octets: Buffer.from(content.octets),
      acceptedAt: new Date(),
      state: 'ENROUTE',
      outcome: null,
      receiptsSent: 0,
      receiptsAnswered: 0,
    };
    this.#byId.set(id, kept);
    this.#messageOf(pdu, content, kept.part).parts.push(kept);
    return kept;
  }

  find(id: string): KeptPart | undefined {
    return this.#byId.get(id);
  }

  *list(): Generator<AcceptedMessage> {
    for (const { account, source, destination, dataCoding, parts, total } of this.#messages) {
      const ordered = parts.toSorted((a, b) => a.part - b.part);
      const whole = ordered.length === total;
      yield {
        account,
        source,
        destination,
        dataCoding,
        text: whole ? decodeText(dataCoding, Buffer.concat(ordered.map(({ octets }) => octets))) ?? null : null,
        parts: ordered.map(({ id, part, octets, acceptedAt, outcome, receiptsSent, receiptsAnswered }) => ({
          id,
          part,
          total,
          octets: octets.toString('hex'),
          acceptedAt: acceptedAt.toISOString(),
          outcome,
          receiptsSent,
          receiptsAnswered,
        })),
      };
    }
  }

  #messageOf(
    pdu: { account: string; source: string; destination: string; dataCoding: number },
    { part }: MessageContent,
    number: number,
  ): Kept {
    const key = part && `${pdu.account}|${pdu.source}|${pdu.destination}|${part.reference}|${part.total}`;
    const open = key === undefined ? undefined : this.#incomplete.get(key);
    // A part that is there already begins another message: a sender's reference comes round, or it was sent twice.
    if (open && !open.parts.some((other) => other.part === number)) {
      if (key !== undefined && open.parts.length + 1 === open.total) this.#incomplete.delete(key);
      return open;
    }
    const message: Kept = { ...pdu, parts: [], total: part?.total ?? 1, key };
    this.#messages.add(message);
    if (key !== undefined && message.total > 1) this.#incomplete.set(key, message);
    if (this.#messages.size > this.#limit) this.#forgetOldest();
    return message;
  }

  #forgetOldest(): void {
    const oldest = this.#messages.values().next().value;
    if (!oldest) return;
    this.#messages.delete(oldest);
    if (oldest.key !== undefined && this.#incomplete.get(oldest.key) === oldest) this.#incomplete.delete(oldest.key);
    for (const { id } of oldest.parts) this.#byId.delete(id);
  }
}

/** Messages that the carrier has accepted, to compare with those that were submitted. */
import type { MessageContent } from '../../smpp/concatenation.ts';
import type { MessageState, RawTlv } from '../../smpp/pdus.ts';
import { decodeText } from '../../smpp/text.ts';

/** One accepted submit. */
export interface AcceptedPart {
  /** The id as the response wrote it. */
  id: string;
  part: number;
  total: number;
  /** The text's octets without a header, in hex. */
  octets: string;
  /** Parameters that the standard does not know, their values in hex; absent where it had none. */
  parameters?: { tag: number; value: string }[];
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

/** A text on a phone's screen: received, or written by its owner. */
export interface HandsetMessage {
  /** Ascends with the order in which they came; unique while the simulator runs. */
  id: number;
  written: boolean;
  /** The sender of a received text, or the receiver of a written one. */
  other: string;
  /** Null while a part is missing or where it is data. */
  text: string | null;
  partsArrived: number;
  parts: number;
  at: string;
  /** The word of its receipt: of a text that came, once there is one. */
  outcome: string | null;
}

interface Kept {
  /** In the order of arrival. */
  place: number;
  account: string;
  source: string;
  destination: string;
  dataCoding: number;
  parts: KeptPart[];
  total: number;
  key: string | undefined;
  /** To the same number, the one before and the one after. */
  before: Kept | undefined;
  after: Kept | undefined;
}

interface Written {
  place: number;
  source: string;
  destination: string;
  text: string;
  at: Date;
}

/** A part as it is kept; the SMSC counts its receipts here. */
export interface KeptPart {
  readonly id: string;
  readonly part: number;
  readonly octets: Buffer;
  readonly parameters: { tag: number; value: string }[] | undefined;
  readonly acceptedAt: Date;
  state: MessageState;
  outcome: string | null;
  receiptsSent: number;
  receiptsAnswered: number;
}

/** How many prints of parts are remembered to find duplicates: between one and two generations of this size. */
const GENERATION = 1_000_000;
/** How many texts from phones are remembered. */
const WRITTEN = 1_000;
/** How far back the latest numbers are looked for. */
const LOOKED_BACK = 2_000;

export class Records {
  readonly #limit: number;
  /** Oldest first, from `#first` on; what was forgotten stands before it until it is cut off. */
  #messages: Kept[] = [];
  #first = 0;
  #place = 0;
  /** The latest message to each number. */
  readonly #latest = new Map<string, Kept>();
  readonly #written: Written[] = [];
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
    own?: readonly RawTlv[],
  ): KeptPart | undefined {
    if (this.#limit === 0) return undefined;
    const kept: KeptPart = {
      id,
      part: content.part?.part ?? 1,
      octets: Buffer.from(content.octets),
      parameters: own?.map(({ tag, value }) => ({ tag, value: value.toString('hex') })),
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
    for (const kept of this.#messages.slice(this.#first)) {
      const { account, source, destination, dataCoding, parts, total } = kept;
      const ordered = parts.toSorted((a, b) => a.part - b.part);
      yield {
        account,
        source,
        destination,
        dataCoding,
        text: textOf(kept),
        parts: ordered.map(
          ({
            id,
            part,
            octets,
            parameters,
            acceptedAt,
            outcome,
            receiptsSent,
            receiptsAnswered,
          }) => ({
            id,
            part,
            total,
            octets: octets.toString('hex'),
            ...(parameters && { parameters }),
            acceptedAt: acceptedAt.toISOString(),
            outcome,
            receiptsSent,
            receiptsAnswered,
          }),
        ),
      };
    }
  }

  /** Keeps a text from a phone. */
  write(source: string, destination: string, text: string): void {
    this.#written.push({ place: ++this.#place, source, destination, text, at: new Date() });
    if (this.#written.length > WRITTEN) this.#written.shift();
  }

  /** Returns the texts of a phone, oldest first; the cost depends on their number alone. */
  handset(number: string, most: number): HandsetMessage[] {
    const shown: HandsetMessage[] = [];
    for (let kept = this.#latest.get(number); kept && shown.length < most; kept = kept.before) {
      shown.push({
        id: kept.place,
        written: false,
        other: kept.source,
        text: textOf(kept),
        partsArrived: kept.parts.length,
        parts: kept.total,
        at: (kept.parts[0]?.acceptedAt ?? new Date()).toISOString(),
        outcome: kept.parts.find(({ outcome }) => outcome !== null)?.outcome ?? null,
      });
    }
    for (const { place, source, destination, text, at } of this.#written) {
      if (source === number)
        shown.push({
          id: place,
          written: true,
          other: destination,
          text,
          partsArrived: 1,
          parts: 1,
          at: at.toISOString(),
          outcome: null,
        });
    }
    return shown.sort((a, b) => a.id - b.id).slice(-most);
  }

  /** Numbers to which something came lately, the latest first. */
  latestNumbers(most: number): { number: string; at: string }[] {
    const found = new Map<string, string>();
    const last = Math.max(this.#first, this.#messages.length - LOOKED_BACK);
    for (let at = this.#messages.length - 1; at >= last && found.size < most; at--) {
      const { destination, parts } = this.#messages[at]!;
      if (!found.has(destination))
        found.set(destination, (parts[0]?.acceptedAt ?? new Date()).toISOString());
    }
    return [...found].map(([number, at]) => ({ number, at }));
  }

  #messageOf(
    pdu: { account: string; source: string; destination: string; dataCoding: number },
    { part }: MessageContent,
    number: number,
  ): Kept {
    const key =
      part && `${pdu.account}|${pdu.source}|${pdu.destination}|${part.reference}|${part.total}`;
    const open = key === undefined ? undefined : this.#incomplete.get(key);
    // A part that is there already begins another message: a sender's reference comes round, or it was sent twice.
    if (open && !open.parts.some((other) => other.part === number)) {
      if (key !== undefined && open.parts.length + 1 === open.total) this.#incomplete.delete(key);
      return open;
    }
    const before = this.#latest.get(pdu.destination);
    const message: Kept = {
      ...pdu,
      place: ++this.#place,
      parts: [],
      total: part?.total ?? 1,
      key,
      before,
      after: undefined,
    };
    if (before) before.after = message;
    this.#latest.set(pdu.destination, message);
    this.#messages.push(message);
    if (key !== undefined && message.total > 1) this.#incomplete.set(key, message);
    if (this.#messages.length - this.#first > this.#limit) this.#forgetOldest();
    return message;
  }

  #forgetOldest(): void {
    const oldest = this.#messages[this.#first++];
    if (!oldest) return;
    // Half of it gone: cut off, so that each is moved once at most.
    if (this.#first * 2 > this.#messages.length) {
      this.#messages = this.#messages.slice(this.#first);
      this.#first = 0;
    }
    if (oldest.after) oldest.after.before = undefined;
    else this.#latest.delete(oldest.destination);
    if (oldest.key !== undefined && this.#incomplete.get(oldest.key) === oldest)
      this.#incomplete.delete(oldest.key);
    for (const { id } of oldest.parts) this.#byId.delete(id);
  }
}

function textOf({ dataCoding, parts, total }: Kept): string | null {
  if (parts.length < total) return null;
  const octets = parts.toSorted((a, b) => a.part - b.part).map((part) => part.octets);
  return decodeText(dataCoding, Buffer.concat(octets)) ?? null;
}

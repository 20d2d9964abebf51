/** How the simulated carrier behaves: settings for everybody, and rules by the end of the destination's number. */
import { STATUS } from '../../smpp/pdus.ts';
import type { MessageState } from '../../smpp/pdus.ts';

/**
 * A receipt's words: the standard's, the GSM error, and the carrier's own for `vocabulary:
 * 'parlayx'`.
 */
export interface Verdict {
  state: MessageState;
  error: number;
  word: string;
}

export const VERDICTS = {
  delivered: { state: 'DELIVRD', error: 0, word: 'DeliveredToTerminal' },
  absent: { state: 'UNDELIV', error: 27, word: 'AbsentSubscriber' },
  impossible: { state: 'UNDELIV', error: 13, word: 'DeliveryImpossible' },
  failure: { state: 'UNDELIV', error: 34, word: 'Network Failure' },
  expired: { state: 'EXPIRED', error: 32, word: 'EXPIRED' },
  rejected: { state: 'REJECTD', error: 9, word: 'SenderName Blacklisted' },
  deleted: { state: 'DELETED', error: 0, word: 'DELETED' },
  unknown: { state: 'UNKNOWN', error: 0, word: 'Unknown' },
  accepted: { state: 'ACCEPTD', error: 0, word: 'SentToNetwork' },
} as const satisfies Record<string, Verdict>;

export type VerdictName = keyof typeof VERDICTS;

/** The outcome of messages whose number has this ending. By default they are delivered. */
export interface Rule {
  /** The receipts that come, in order; an empty list: none ever. */
  verdicts?: readonly VerdictName[];
  /** The submit is refused with this status: always, or for its first `times`. */
  refuse?: { status: number; times?: number };
  /**
   * `never`: accepted without a word. `cut`: accepted, then the link is cut instead. `lose`: cut the first
   * time, and not accepted.
   */
  response?: 'never' | 'cut' | 'lose';
  receipt?: 'early' | 'late' | 'twice';
}

/**
 * Rules by the last two digits; by the last four where a rule slows or cuts the link for everybody on it, so that an
 * ordinary list hardly meets one. The README has them as a table for people.
 */
export const ENDINGS: Readonly<Record<string, Rule>> = {
  '01': { verdicts: ['absent'] },
  '02': { verdicts: ['impossible'] },
  '03': { verdicts: ['expired'] },
  '04': { verdicts: ['rejected'] },
  '05': { refuse: { status: STATUS.ESME_RINVDSTADR } },
  '0006': { refuse: { status: STATUS.ESME_RTHROTTLED, times: 2 } },
  '07': { verdicts: [] },
  '08': { receipt: 'late' },
  '09': { receipt: 'twice' },
  '10': { receipt: 'early' },
  '11': { verdicts: ['unknown'] },
  '12': { verdicts: ['failure'] },
  '13': { verdicts: ['accepted', 'delivered'] },
  '14': { verdicts: ['deleted'] },
  '0015': { refuse: { status: STATUS.ESME_RMSGQFUL, times: 2 } },
  '0016': { response: 'never' },
  '0017': { response: 'cut' },
  '0018': { response: 'lose' },
  '19': { refuse: { status: STATUS.ESME_RSUBMITFAIL } },
  '0019': { refuse: { status: STATUS.ESME_RSYSERR, times: 2 } },
  '20': { refuse: { status: STATUS.ESME_RINVSRCADR } },
};

export interface Behaviour {
  /** Milliseconds before a submit is answered, and how many more at random. */
  latency: number;
  jitter: number;
  /** Submits a second, of all links together, above which ESME_RTHROTTLED answers; 0: no limit. */
  rate: number;
  /** Share of submits (0 to 1) refused with `failureStatus`. */
  failures: number;
  failureStatus: number;
  /** Milliseconds from a submit to its receipt, and how many more at random. `late` ones wait `lateDelay`. */
  receiptDelay: number;
  receiptJitter: number;
  lateDelay: number;
  /** Shares of receipts that are not `delivered`, by verdict; the rest is. */
  verdicts: Partial<Record<VerdictName, number>>;
  /** Shares of messages whose receipt comes before the response, late, twice, never. */
  early: number;
  late: number;
  twice: number;
  missing: number;
  /** How ids are written in responses. */
  ids: 'hex' | 'decimal' | 'uuid';
  upperCase: boolean;
  /** How a receipt writes the same id: as the response did, or in another base, padded with zeros to a number of digits. */
  receiptIds: 'same' | 'hex' | 'decimal';
  receiptUpperCase: boolean;
  receiptIdDigits: number;
  /** The place of the receipt's fields: text, optional parameters or both. */
  receiptForm: 'text' | 'tlvs' | 'both';
  /** The words in stat: the standard's or those of Parlay X carriers. */
  vocabulary: 'smpp' | 'parlayx';
  /** The link is cut after this number of accepted submits, the last of them unanswered; 0: never. */
  dropEvery: number;
  /** Share of accepted submits that are not answered because the link is cut. */
  drops: number;
  /** Switches the rules of numbers ending in 01 to 20. */
  rules: boolean;
}

export const DEFAULT_BEHAVIOUR: Behaviour = {
  latency: 0,
  jitter: 0,
  rate: 0,
  failures: 0,
  failureStatus: STATUS.ESME_RSYSERR,
  receiptDelay: 1000,
  receiptJitter: 0,
  lateDelay: 30_000,
  verdicts: {},
  early: 0,
  late: 0,
  twice: 0,
  missing: 0,
  ids: 'hex',
  upperCase: false,
  receiptIds: 'same',
  receiptUpperCase: false,
  receiptIdDigits: 0,
  receiptForm: 'both',
  vocabulary: 'smpp',
  dropEvery: 0,
  drops: 0,
  rules: true,
};

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  ids: ['hex', 'decimal', 'uuid'],
  receiptIds: ['same', 'hex', 'decimal'],
  receiptForm: ['text', 'tlvs', 'both'],
  vocabulary: ['smpp', 'parlayx'],
};
const SHARES = new Set(['failures', 'early', 'late', 'twice', 'missing', 'drops']);

/**
 * Settings as a person or a test gives them, on the command line (texts) or as JSON. Throws an Error that names the
 * setting and what it takes.
 */
export function readBehaviour(given: Readonly<Record<string, unknown>>): Partial<Behaviour> {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) read[name] = readSetting(name, value);
  return read; // every name and value was checked against Behaviour's defaults
}

function readSetting(name: string, value: unknown): unknown {
  const standard = Object.entries(DEFAULT_BEHAVIOUR).find(([known]) => known === name)?.[1];
  if (standard === undefined) {
    throw new Error(
      `${name} is not a setting; there are ${Object.keys(DEFAULT_BEHAVIOUR).join(', ')}`,
    );
  }
  if (name === 'verdicts') return readVerdicts(value);
  if (typeof standard === 'boolean') {
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    throw new Error(`${name} takes true or false, not ${String(value)}`);
  }
  if (typeof standard === 'string') {
    if (CHOICES[name]?.includes(String(value))) return value;
    throw new Error(`${name} takes ${CHOICES[name]?.join(', ')}, not ${String(value)}`);
  }
  return readNumber(name, value, SHARES.has(name) ? 1 : Number.MAX_SAFE_INTEGER);
}

function readNumber(name: string, value: unknown, most: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && number >= 0 && number <= most) return number;
  throw new Error(`${name} takes a number from 0 to ${most}, not ${String(value)}`);
}

/** `absent=0.05,expired=0.01`, or the same as an object. */
function readVerdicts(value: unknown): Partial<Record<VerdictName, number>> {
  const pairs: (readonly [string, unknown])[] =
    typeof value === 'string'
      ? value
          .split(',')
          .filter(Boolean)
          .map((pair) => [pair.split('=')[0] ?? '', pair.split('=')[1]])
      : Object.entries(typeof value === 'object' && value !== null ? value : {});
  const verdicts: Partial<Record<VerdictName, number>> = {};
  let sum = 0;
  for (const [name, share] of pairs) {
    if (!isVerdict(name))
      throw new Error(`verdicts knows ${Object.keys(VERDICTS).join(', ')}, not ${name}`);
    verdicts[name] = readNumber(`verdicts ${name}`, share, 1);
    sum += verdicts[name];
  }
  if (sum > 1) throw new Error('verdicts: the shares add up to more than 1');
  return verdicts;
}

function isVerdict(name: string): name is VerdictName {
  return name in VERDICTS;
}

/** The outcome of one message, from its rule and its chances. */
export interface Plan {
  refuse?: { status: number; times?: number };
  response: 'answer' | 'never' | 'cut' | 'lose';
  responseDelay: number;
  early: boolean;
  receiptDelay: number;
  copies: number;
  verdicts: readonly VerdictName[];
}

/** Decides what happens to a message; `draw` gives its numbers from 0 up to 1, always the same for the same message. */
export function planFor(destination: string, behaviour: Behaviour, draw: () => number): Plan {
  const rule =
    (behaviour.rules && (ENDINGS[destination.slice(-4)] ?? ENDINGS[destination.slice(-2)])) || {};
  // Every number is drawn whatever the settings, so that changing one does not change what chance does elsewhere.
  const [jitter, receiptJitter] = [draw() * behaviour.jitter, draw() * behaviour.receiptJitter];
  const happens = (share: number) => draw() < share;
  const failed = happens(behaviour.failures);
  const early = happens(behaviour.early);
  const late = happens(behaviour.late);
  const twice = happens(behaviour.twice);
  const missing = happens(behaviour.missing);
  const verdict = drawVerdict(behaviour, draw());
  return {
    refuse: rule.refuse ?? (failed ? { status: behaviour.failureStatus } : undefined),
    response: rule.response ?? 'answer',
    responseDelay: behaviour.latency + jitter,
    early: rule.receipt === 'early' || early,
    receiptDelay:
      rule.receipt === 'late' || late
        ? behaviour.lateDelay
        : behaviour.receiptDelay + receiptJitter,
    copies: rule.receipt === 'twice' || twice ? 2 : 1,
    verdicts: rule.verdicts ?? (missing ? [] : [verdict]),
  };
}

function drawVerdict(behaviour: Behaviour, drawn: number): VerdictName {
  let from = 0;
  for (const [name, share] of Object.entries(behaviour.verdicts)) {
    from += share;
    if (drawn < from && isVerdict(name)) return name;
  }
  return 'delivered';
}

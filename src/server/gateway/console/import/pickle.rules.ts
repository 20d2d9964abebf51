// A reader of pickles, long because each opcode has its branch.
/**
 * Reads Python pickles of protocols 0 to 5 as data. No class is looked up and nothing is called: an
 * object is the name of its class, its arguments and its state, for others to interpret.
 * Opcodes: CPython's Lib/pickletools.py.
 */
import { isKind, textOf } from './pickle-values.rules.ts';
import type { Pickled } from './pickle-values.rules.ts';

/** The kind of a fault, without its position. */
export type PickleReason = 'unknown' | 'outside' | 'truncated' | 'malformed' | 'limit';

/** A pickle that is damaged, asks for something that data needs not, or goes beyond a limit. */
export class PickleFault extends Error {
  readonly reason: PickleReason;
  readonly offset: number;
  readonly opcode: string;
  constructor(reason: PickleReason, offset: number, opcode: number) {
    const name = `0x${opcode.toString(16).padStart(2, '0')}`;
    super(`${reason} at byte ${offset}, opcode ${name}`);
    this.reason = reason;
    this.offset = offset;
    this.opcode = name;
  }
}

/** Operations, entries of the memo, and values that wait on the stack. */
const MOST = { operations: 4_000_000, memo: 1_000_000, stack: 200_000, integerBytes: 32 };
const MARK = Symbol('mark');
type Stacked = Pickled | typeof MARK;

/** @throws PickleFault */
export function readPickle(bytes: Buffer, from = 0): Pickled {
  return new PickleReader(bytes, from).read();
}

class PickleReader {
  readonly #bytes: Buffer;
  #at: number;
  /** The position and the byte of the operation at hand, for its fault. */
  #start = 0;
  #opcode = 0;
  readonly #stack: Stacked[] = [];
  readonly #memo = new Map<number, Pickled>();

  constructor(bytes: Buffer, from: number) {
    this.#bytes = bytes;
    this.#at = from;
  }

  read(): Pickled {
    for (let operations = 0; ; operations++) {
      this.#start = this.#at;
      this.#opcode = 0;
      if (operations > MOST.operations || this.#stack.length > MOST.stack) this.#fail('limit');
      this.#opcode = this.#octet();
      if (this.#opcode === 0x2e) return this.#pop(); // STOP
      this.#step(String.fromCharCode(this.#opcode));
    }
  }

  #step(opcode: string): void {
    switch (opcode) {
      case '\x80': // PROTO
        if (this.#octet() > 5) this.#fail('unknown');
        return;
      case '\x95': // FRAME: its length only helps readers of streams
        this.#take(8);
        return;
      case '(':
        this.#stack.push(MARK);
        return;
      case '0': // POP, of a mark too
        if (this.#stack.pop() === undefined) this.#fail('malformed');
        return;
      case '1':
        this.#popToMark();
        return;
      case '2':
        return this.#push(this.#top());
      case 'N':
        return this.#push(null);
      case '\x88':
      case '\x89':
        return this.#push(opcode === '\x88');
      case 'I':
      case 'L':
        return this.#push(this.#integerText(this.#line()));
      case 'J':
        return this.#push(this.#take(4).readInt32LE());
      case 'K':
        return this.#push(this.#octet());
      case 'M':
        return this.#push(this.#take(2).readUInt16LE());
      case '\x8a':
        return this.#push(this.#integer(this.#octet()));
      case '\x8b':
        return this.#push(this.#integer(this.#length(4)));
      case 'F':
        return this.#push(this.#finite(Number(this.#line())));
      case 'G':
        return this.#push(this.#finite(this.#take(8).readDoubleBE()));
      case 'S':
        return this.#push(Buffer.from(unescape(this.#quoted(this.#line())), 'latin1'));
      case 'V':
        return this.#push(
          this.#line().replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex) => character(hex)),
        );
      case 'U':
      case 'C':
        return this.#push(this.#take(this.#octet()));
      case 'T':
      case 'B':
        return this.#push(this.#take(this.#length(4)));
      case '\x8e':
      case '\x96':
        return this.#push(this.#take(this.#length(8)));
      case '\x8c':
        return this.#push(this.#take(this.#octet()).toString('utf8'));
      case 'X':
        return this.#push(this.#take(this.#length(4)).toString('utf8'));
      case '\x8d':
        return this.#push(this.#take(this.#length(8)).toString('utf8'));
      default:
        return this.#container(opcode);
    }
  }

  #container(opcode: string): void {
    switch (opcode) {
      case ']':
      case '\x8f':
      case ')':
        return this.#push({ kind: 'list', items: [] });
      case 'l':
      case 't':
      case '\x91':
        return this.#push({ kind: 'list', items: this.#popToMark() });
      case '\x85':
      case '\x86':
      case '\x87': {
        const items = Array.from({ length: opcode.charCodeAt(0) - 0x84 }, () => this.#pop());
        return this.#push({ kind: 'list', items: items.toReversed() });
      }
      case 'a':
        return this.#append([this.#pop()]);
      case 'e':
      case '\x90':
        return this.#append(this.#popToMark());
      case '}':
        return this.#push({ kind: 'dict', entries: new Map() });
      case 'd': {
        const items = this.#popToMark();
        this.#push({ kind: 'dict', entries: new Map() });
        return this.#set(items);
      }
      case 's': {
        const value = this.#pop();
        return this.#set([this.#pop(), value]);
      }
      case 'u':
        return this.#set(this.#popToMark());
      case 'p':
        return this.#remember(Number(this.#line()));
      case 'q':
        return this.#remember(this.#octet());
      case 'r':
        return this.#remember(this.#length(4));
      case '\x94':
        return this.#remember(this.#memo.size);
      case 'g':
        return this.#recall(Number(this.#line()));
      case 'h':
        return this.#recall(this.#octet());
      case 'j':
        return this.#recall(this.#length(4));
      default:
        return this.#object(opcode);
    }
  }

  #object(opcode: string): void {
    switch (opcode) {
      case 'c':
        return this.#push({ kind: 'class', of: `${this.#line()}.${this.#line()}` });
      case '\x93': {
        const name = textOf(this.#pop());
        const module = textOf(this.#pop());
        if (name === undefined || module === undefined) this.#fail('malformed');
        return this.#push({ kind: 'class', of: `${module}.${name}` });
      }
      case 'i': {
        const of = `${this.#line()}.${this.#line()}`;
        return this.#make({ kind: 'class', of }, this.#popToMark());
      }
      case 'o': {
        const [of, ...args] = this.#popToMark();
        return this.#make(of, args);
      }
      case 'R':
      case '\x81': {
        const args = this.#arguments();
        return this.#make(this.#pop(), args);
      }
      case '\x92': {
        this.#pop(); // named arguments
        const args = this.#arguments();
        return this.#make(this.#pop(), args);
      }
      case 'b': {
        const state = this.#pop();
        const object = this.#top();
        if (!isKind(object, 'object')) return this.#fail('malformed');
        object.state = state;
        return;
      }
      // References to what a file does not hold: persistent ids, the extension registry, buffers.
      case 'P':
      case 'Q':
      case '\x82':
      case '\x83':
      case '\x84':
      case '\x97':
      case '\x98':
        return this.#fail('outside');
      default:
        return this.#fail('unknown');
    }
  }

  #make(of: Pickled | undefined, args: Pickled[]): void {
    if (of === undefined || !isKind(of, 'class')) return this.#fail('malformed');
    // Protocols 0 to 2 write bytes and plain objects by a call; both are data all the same.
    const [first, encoding] = args;
    if (of.of === '_codecs.encode' && typeof first === 'string' && textOf(encoding) === 'latin1')
      return this.#push(Buffer.from(first, 'latin1'));
    if (/^copy_?reg\._reconstructor$/.test(of.of) && isKind(first, 'class'))
      return this.#push({ kind: 'object', of: first.of, args: [], state: null });
    return this.#push({ kind: 'object', of: of.of, args, state: null });
  }

  #arguments(): Pickled[] {
    const args = this.#pop();
    return isKind(args, 'list') ? args.items : this.#fail('malformed');
  }

  #append(items: Pickled[]): void {
    const into = this.#top();
    // A class of its own that is a list: its entries are no concern of a configuration.
    if (isKind(into, 'object')) return;
    if (!isKind(into, 'list')) return this.#fail('malformed');
    for (const item of items) into.items.push(item);
  }

  #set(items: Pickled[]): void {
    const into = this.#top();
    if (items.length % 2 !== 0) this.#fail('malformed');
    if (isKind(into, 'object')) return;
    if (!isKind(into, 'dict')) return this.#fail('malformed');
    for (let at = 0; at < items.length; at += 2) {
      const key = items[at]!;
      into.entries.set(textOf(key) ?? key, items[at + 1]!);
    }
  }

  #remember(key: number): void {
    if (this.#memo.size >= MOST.memo) this.#fail('limit');
    if (!Number.isSafeInteger(key) || key < 0) this.#fail('malformed');
    this.#memo.set(key, this.#top());
  }

  #recall(key: number): void {
    const value = this.#memo.get(key);
    if (value === undefined) this.#fail('malformed');
    this.#push(value);
  }

  #push(value: Pickled): void {
    this.#stack.push(value);
  }

  #top(): Pickled {
    const value = this.#stack.at(-1);
    return value === undefined || value === MARK ? this.#fail('malformed') : value;
  }

  #pop(): Pickled {
    const value = this.#top();
    this.#stack.pop();
    return value;
  }

  #popToMark(): Pickled[] {
    const at = this.#stack.lastIndexOf(MARK);
    if (at < 0) this.#fail('malformed');
    const items = this.#stack.splice(at).slice(1);
    return items as Pickled[];
  }

  #octet(): number {
    return this.#take(1)[0]!;
  }

  #take(length: number): Buffer {
    if (length > this.#bytes.length - this.#at) this.#fail('truncated');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  #length(octets: 4 | 8): number {
    const taken = this.#take(octets);
    const length = octets === 4 ? taken.readUInt32LE() : Number(taken.readBigUInt64LE());
    return length;
  }

  #line(): string {
    const end = this.#bytes.indexOf(0x0a, this.#at);
    if (end < 0) this.#fail('truncated');
    return this.#take(end + 1 - this.#at)
      .toString('latin1')
      .slice(0, -1);
  }

  #quoted(line: string): string {
    const [, , inside] = /^(['"])([\s\S]*)\1\r?$/.exec(line) ?? [];
    return inside ?? this.#fail('malformed');
  }

  #integer(length: number): number | bigint {
    if (length > MOST.integerBytes) this.#fail('limit');
    const taken = this.#take(length);
    let value = 0n;
    for (const octet of taken.toReversed()) value = (value << 8n) | BigInt(octet);
    return small(BigInt.asIntN(length * 8, value));
  }

  #integerText(line: string): number | bigint | boolean {
    if (line === '00' || line === '01') return line === '01';
    const [, digits] = /^(-?\d{1,77})L?$/.exec(line) ?? [];
    return digits === undefined ? this.#fail('malformed') : small(BigInt(digits));
  }

  #finite(value: number): number {
    return Number.isNaN(value) ? this.#fail('malformed') : value;
  }

  #fail(reason: PickleReason): never {
    throw new PickleFault(reason, this.#start, this.#opcode);
  }
}

const small = (value: bigint) => (Number.isSafeInteger(Number(value)) ? Number(value) : value);
const character = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** A string as Python 2 prints it, one character for each octet. */
const unescape = (text: string) =>
  text.replaceAll(/\\(?:x([0-9a-f]{2})|([\s\S]))/gi, (_, hex?: string, letter = '') =>
    hex === undefined ? (ESCAPES[letter] ?? letter) : character(hex),
  );

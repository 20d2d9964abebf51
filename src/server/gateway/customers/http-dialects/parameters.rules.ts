/** Parameters of a customer's request: a query, a form, or a JSON object. */
import { isUtf8 } from 'node:buffer';

/** More than any dialect has: a request with more is not an honest one. */
export const MOST_PARAMETERS = 200;

/** Parameters by name, in the order in which they came; of one that comes twice the first counts. */
export class Parameters {
  /** Values; of plain ASCII as a text, which most are. */
  readonly #octets = new Map<string, Buffer | string>();
  readonly #structures = new Map<string, unknown>();

  /** Names in the order in which they came. */
  get names(): string[] {
    return [...this.#octets.keys(), ...this.#structures.keys()];
  }

  has(name: string): boolean {
    return this.#octets.has(name) || this.#structures.has(name);
  }

  /** Undefined where it was not given, and where it is a list or an object. */
  text(name: string): string | undefined {
    return this.#octets.get(name)?.toString();
  }

  /** The octets as received. */
  octets(name: string): Buffer | undefined {
    const value = this.#octets.get(name);
    return typeof value === 'string' ? Buffer.from(value, 'latin1') : value;
  }

  /** A list or an object of JSON. */
  structure(name: string): unknown {
    return this.#structures.get(name);
  }

  /** @param value a text is of ASCII alone */
  add(name: string, value: Buffer | string): void {
    if (!this.has(name) && this.#octets.size < MOST_PARAMETERS) this.#octets.set(name, value);
  }

  /** Adds the members of a JSON object: they override the query. */
  override(members: Record<string, unknown>): void {
    for (const [name, value] of Object.entries(members).slice(0, MOST_PARAMETERS)) {
      if (value === null || value === undefined) continue;
      this.#octets.delete(name);
      this.#structures.delete(name);
      if (typeof value === 'object') this.#structures.set(name, value);
      else this.#octets.set(name, Buffer.from(String(value as string | number | boolean)));
    }
  }
}

/**
 * Reads a request's parameters.
 * @param query of the address, without its question mark
 * @returns undefined where the body says that it is JSON and is no JSON object
 */
export function readParameters({
  query,
  contentType,
  body,
}: {
  query: string;
  contentType: string;
  body: Buffer;
}): Parameters | undefined {
  const parameters = new Parameters();
  addForm(parameters, query);
  if (body.length === 0) return parameters;
  if (!/^application\/(?:[\w.+-]*\+)?json\b/i.test(contentType)) {
    addForm(parameters, body.toString('latin1'));
    return parameters;
  }
  const members = parseJson(body);
  if (typeof members !== 'object' || members === null || Array.isArray(members)) return undefined;
  parameters.override(members as Record<string, unknown>);
  return parameters;
}

/** Undefined where it is none. */
export function parseJson(octets: Buffer): unknown {
  try {
    return JSON.parse(octets.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** application/x-www-form-urlencoded; `form` holds octets, one to a character. */
function addForm(parameters: Parameters, form: string): void {
  for (let from = 0; from < form.length;) {
    let to = form.indexOf('&', from);
    if (to < 0) to = form.length;
    if (to > from) {
      const pair = form.slice(from, to);
      const equals = pair.indexOf('=');
      const name = decode(equals < 0 ? pair : pair.slice(0, equals)).toString();
      parameters.add(name, decode(equals < 0 ? '' : pair.slice(equals + 1)));
    }
    from = to + 1;
  }
}

/** Without percent signs, and the plus sign of a blank. */
const PLAIN = /^[ -$&-*,-~]*$/;

/**
 * Octets as they were before they were percent-encoded; a percent sign without two hex digits stands for itself.
 * @returns a text where they are plain ASCII
 */
function decode(encoded: string): Buffer | string {
  if (PLAIN.test(encoded)) return encoded;
  if (!encoded.includes('%') && !encoded.includes('+')) return Buffer.from(encoded, 'latin1');
  const octets = Buffer.allocUnsafe(encoded.length);
  let length = 0;
  for (let at = 0; at < encoded.length; at++) {
    const code = encoded.charCodeAt(at);
    const [high, low] =
      code === 0x25
        ? [hexOf(encoded.charCodeAt(at + 1)), hexOf(encoded.charCodeAt(at + 2))]
        : [-1, -1];
    if (high >= 0 && low >= 0) {
      octets[length++] = high * 16 + low;
      at += 2;
    } else octets[length++] = code === 0x2b ? 0x20 : code;
  }
  return octets.subarray(0, length);
}

function hexOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** A text of UTF-8; undefined where the octets are none. */
export function utf8Of(octets: Buffer): string | undefined {
  return isUtf8(octets) ? octets.toString('utf8') : undefined;
}

/** Returns whether a text is an HTTP address that can be called and stored. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s\p{C}]{1,2000}$/iu.test(text) && URL.canParse(text);
}

/** User name and password of an Authorization header; undefined where it has none. */
export function readBasic(
  authorization: string | undefined,
): { username: string; password: string } | undefined {
  const [, encoded = ''] = /^basic +([\w+/=-]+) *$/i.exec(authorization ?? '') ?? [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0
    ? undefined
    : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Tokens of stop links: how long they must be, and how they are drawn. */
import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SHORTEST = 6;
/** The number of guesses of which fewer than one hits a link that is alive. */
const GUESSES = 100_000;

/** The least characters with which a guess hits one of `links` links less than once in 100,000. */
export function tokenLength(links: number): number {
  let length = SHORTEST;
  while (ALPHABET.length ** length < GUESSES * links) length++;
  return length;
}

/** Draws tokens, every one as likely as every other. */
export function drawTokens(count: number, length: number): string[] {
  const tokens: string[] = [];
  let token = '';
  while (tokens.length < count) {
    for (const octet of randomBytes(Math.ceil((count - tokens.length) * length * 1.05))) {
      // Octets above the last whole multiple of the alphabet would favour its first characters.
      if (octet >= 256 - (256 % ALPHABET.length)) continue;
      token += ALPHABET[octet % ALPHABET.length]!;
      if (token.length < length) continue;
      tokens.push(token);
      token = '';
      if (tokens.length === count) break;
    }
  }
  return tokens;
}

/** The address before a token, as short as phones still make it a link: without `https` and its port. */
export function linkBase(origin: string, host: string | null, path: string): string {
  const address = host === null ? origin : `https://${host}`;
  return address.replace(/^https:\/\//, '').replace(/\/$/, '') + path;
}

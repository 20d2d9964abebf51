/**
 * Limits against SMS pumping: strangers must not make the platform send SMS that earn money for a
 * third party, or flood other people's phones. A code refused here goes by e-mail instead, so
 * people still get in.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { askerOf } from '../../../infra/http/address-block.ts';

const MINUTE = 60,
  HOUR = 3600,
  DAY = 86_400;
type Limit = { key: string; most: number; seconds: number };

/** Prefixes of the home countries, to which codes may go by SMS. */
const HOME_PREFIXES = ['254', '255', '256', '258'];

/** True if a code may go to this number by SMS at all. @param phone E.164 with its plus */
export function isHomeNumber(phone: string): boolean {
  return HOME_PREFIXES.some((prefix) => phone.startsWith(`+${prefix}`));
}

/** The block of a number: a country code and three digits, a range that one operator sells. */
export function blockOf(phone: string): string {
  return phone.slice(1, 7);
}

/** SMS limits of one number, across all callers. */
export function numberLimits(phone: string): Limit[] {
  return [
    { key: `sms minute ${phone}`, most: 1, seconds: MINUTE },
    { key: `sms day ${phone}`, most: 5, seconds: DAY },
  ];
}

/** SMS budgets for people who have not proved anything: per block of numbers, and in all. */
export function strangerBudgets(phone: string): Limit[] {
  return [
    { key: `sms block ${blockOf(phone)}`, most: 100, seconds: HOUR },
    { key: 'sms all', most: 500, seconds: HOUR },
    { key: 'sms all day', most: 3_000, seconds: DAY },
  ];
}

/** Fewer codes than this allow no conclusion. */
const LEAST_CODES = 20;
const LEAST_SHARE = 0.2;

/**
 * True if too few of the codes sent to a block were entered. The block recovers by itself within a
 * day.
 */
export function looksPumped({ sent, solved }: { sent: number; solved: number }): boolean {
  return sent >= LEAST_CODES && solved < sent * LEAST_SHARE;
}

/** Limits of one caller and of its network, across all recipients. */
export function askerLimits(address: string): Limit[] {
  const { asker, neighbourhood } = askerOf(address);
  return [
    { key: `send from ${asker}`, most: 30, seconds: HOUR },
    { key: `send from around ${neighbourhood}`, most: 120, seconds: HOUR },
  ];
}

// ---- proof of work ----

/**
 * Codes that a caller may leave unentered before the next one needs a proof of work, and the time
 * for which they count.
 */
export const UNSOLVED = { most: 3, seconds: HOUR };
export const PROOF_SECONDS = 300;

/**
 * Leading zero bits of the hash: half a second on a phone for the first, twice the work for every
 * five more.
 */
export function proofBits(unsolved: number): number {
  return Math.min(22, 16 + Math.floor(Math.max(0, unsolved - UNSOLVED.most - 1) / 5));
}

/** A task for one caller. It is not stored: the key verifies it. */
export function makeProof(
  key: Buffer,
  asker: string,
  bits: number,
  now: number,
  random: Buffer,
): string {
  const task = `${random.toString('base64url')}.${Math.floor(now / 1000) + PROOF_SECONDS}.${bits}`;
  return `${task}.${seal(key, asker, task)}`;
}

/**
 * Returns the task of a solved proof (our task followed by a number) if this caller solved it in
 * time; each task may be used once.
 */
export function verifyProof(
  key: Buffer,
  asker: string,
  proof: string,
  now: number,
): string | undefined {
  const [random, expires, bits, sealed, number, ...rest] = proof.split('.');
  if (!random || !expires || !bits || !sealed || !number || rest.length > 0) return undefined;
  const task = `${random}.${expires}.${bits}`;
  const [given, right] = [Buffer.from(sealed), Buffer.from(seal(key, asker, task))];
  if (
    given.length !== right.length ||
    !timingSafeEqual(given, right) ||
    Number(expires) * 1000 < now
  )
    return undefined;
  return leadingZeros(createHash('sha256').update(proof).digest()) >= Number(bits)
    ? task
    : undefined;
}

function seal(key: Buffer, asker: string, task: string): string {
  return createHmac('sha256', key).update(`proof ${asker} ${task}`).digest('base64url');
}

/** Zero bits before the first one. */
export function leadingZeros(bytes: Uint8Array): number {
  const at = bytes.findIndex((byte) => byte !== 0);
  return at < 0 ? bytes.length * 8 : at * 8 + Math.clz32(bytes[at]!) - 24;
}

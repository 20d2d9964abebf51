/** Recovery codes, as they are drawn. */
import { randomInt } from 'node:crypto';
import { RECOVERY_ALPHABET, RECOVERY_LENGTH } from '../../../../contract/shared/sign-in-ways.ts';

const RECOVERY_CODES = 10;
/** The number of remaining codes from which on the mail about a used code suggests new ones. */
export const FEW_RECOVERY_CODES = 3;

/** Returns a set of different codes of 50 random bits, written as two groups of five. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  return [...codes];
}

function newCode(): string {
  const letter = () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]!;
  const letters = Array.from({ length: RECOVERY_LENGTH }, letter).join('');
  return `${letters.slice(0, RECOVERY_LENGTH / 2)}-${letters.slice(RECOVERY_LENGTH / 2)}`;
}

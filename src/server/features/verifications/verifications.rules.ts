/** Decisions about one-time codes: their states, their texts, and what a code that was entered means. */
import type { VerificationStatus } from '../../../contract/api/rest-verifications.ts';
import { parseTemplate } from '../../../contract/shared/template.ts';
import { hasLink } from '../../core/accept/fingerprint.rules.ts';
import { maskCode } from '../../core/verification-codes/codes.rules.ts';
import type { Transitions } from '../../infra/transitions.ts';

export const NEXT: Transitions<VerificationStatus> = {
  PENDING: ['VERIFIED', 'FAILED', 'EXPIRED'],
  VERIFIED: [],
  FAILED: [],
  EXPIRED: [],
};

/** The placeholder where the code stands. */
const CODE = 'code';

/** True if a text has exactly one place for the code. */
export function hasCodePlace(text: string): boolean {
  return (
    parseTemplate(text).filter((part) => typeof part !== 'string' && part.placeholder === CODE)
      .length === 1
  );
}

/**
 * Fills a text but for its code, which becomes stars. Placeholders that are none of ours stay as
 * written; values are inserted as they are, and read for no placeholders again.
 */
export function codeText(
  text: string,
  { brand, minutes, length }: { brand: string; minutes: number; length: number },
): { text: string; at: number } {
  const parts = parseTemplate(text);
  const at = parts.findIndex((part) => typeof part !== 'string' && part.placeholder === CODE);
  const write = (some: typeof parts) =>
    some
      .map((part) => {
        if (typeof part === 'string') return part;
        if (part.placeholder === 'brand') return brand;
        if (part.placeholder === 'minutes') return String(minutes);
        return `#${part.placeholder}#`;
      })
      .join('');
  return maskCode(write(parts.slice(0, at)), write(parts.slice(at + 1)), length);
}

/** True of a brand that says where to go or whom to call: a text of its own in a place for a name. */
export const mayAdvertise = (brand: string): boolean =>
  hasLink(brand) || brand.replace(/\P{Nd}/gu, '').length > 5;

/** The status after a code was entered for the `tries`th time. */
export function statusAfter(
  isRight: boolean,
  tries: number,
  most: number,
): Exclude<VerificationStatus, 'EXPIRED'> {
  return isRight ? 'VERIFIED' : tries >= most ? 'FAILED' : 'PENDING';
}

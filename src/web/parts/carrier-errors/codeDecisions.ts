// Codes that a carrier answered, and for which no decision was made.
import type { CarrierError } from '../../../contract/api/carrier-errors.ts';
import {
  readFinalCodes,
  readRetryRules,
  type RetryRule,
  type SmppSettings,
} from '../../../contract/api/connector-settings.ts';

/** Answers to a fault of the message itself: submitted again, it is refused again. */
const KNOWN_FINAL = /^ESME_(RINV[A-Z]+|RX_[PR]_APPN)$/;

type Decisions = Pick<SmppSettings, 'retry_rules' | 'final_codes'>;
export type NewCode = { code: string; day: number };

/** Codes of refusals that have no decision and are not final by their meaning, the most frequent first. */
export function newCodesOf(
  errors: readonly CarrierError[],
  { retry_rules: rules, final_codes: finals }: Decisions,
): NewCode[] {
  const decided = new Set([
    ...(readRetryRules(rules) ?? []).map(({ status }) => status),
    ...(readFinalCodes(finals) ?? []),
  ]);
  const undecided = errors.filter(
    ({ outcome, errorCode }) =>
      outcome === 'REFUSED' &&
      /^(ESME_|0x)/.test(errorCode) &&
      !KNOWN_FINAL.test(errorCode) &&
      !decided.has(errorCode),
  );
  return [...Map.groupBy(undecided, ({ errorCode }) => errorCode)]
    .map(([code, of]) => ({ code, day: of.reduce((sum, { day }) => sum + day, 0) }))
    .toSorted((a, b) => b.day - a.day || a.code.localeCompare(b.code));
}

const added = (text: string, entry: string) => (text === 'none' ? entry : `${text};${entry}`);

/** The setting with one more rule. */
export const withRetryRule = (
  { retry_rules: text }: Decisions,
  { status, seconds, times }: RetryRule,
): string => added(text, `${status},${seconds},${times}`);

/** The setting with one more code. */
export const withFinalCode = ({ final_codes: text }: Decisions, code: string): string =>
  added(text, code);

/**
 * Settings of the simulated provider, and the numbers that choose an outcome by their last digits.
 */
import type { Fate } from './dialects.ts';

export const ENDINGS: Readonly<Record<string, Fate>> = {
  '01': 'undelivered',
  '03': 'expired',
  '04': 'rejected',
  '05': 'refused',
  '06': 'throttled twice',
  '07': 'no callback',
  '08': 'late',
  '09': 'twice',
  10: 'early',
  11: '500',
  16: 'silent',
  17: 'cut after',
  18: 'cut before',
  19: 'wrong id',
};

export const MOODS: Record<Exclude<ProviderBehaviour['mood'], 'honest'>, Fate> = {
  failing: '500',
  cutting: 'cut after',
  silent: 'silent',
  lying: 'wrong id',
};

export interface ProviderBehaviour {
  /** Milliseconds before an answer. */
  latency: number;
  /** Milliseconds from the answer to the callback. */
  callbackDelay: number;
  /** Milliseconds of a late callback. */
  lateDelay: number;
  /** Messages a second above which it answers 429; 0: no limit. */
  rate: number;
  /** Switches the rules by a number's last digits. */
  rules: boolean;
  /**
   * For every request: correct answers, 500s, closed connections, no answer, or an id that its
   * callbacks do not use.
   */
  mood: 'honest' | 'failing' | 'cutting' | 'silent' | 'lying';
}

export const DEFAULT_PROVIDER: ProviderBehaviour = {
  latency: 0,
  callbackDelay: 200,
  lateDelay: 5000,
  rate: 0,
  rules: true,
  mood: 'honest',
};

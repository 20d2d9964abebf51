/** Why a filter, a route or a configuration cannot be used, or is odd: a code with its sentences for people. */
import type { Texts } from '../../../i18n/en.ts';
import { fill } from '../../../i18n/fill.ts';
import type { Language } from '../../../i18n/language.ts';
import { texts } from '../../../i18n/texts.ts';

export type Fault = keyof Texts['gateway']['faults'];

/** The sentence of a fault in a language. */
export function faultText(
  language: Language,
  fault: Fault,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fill(texts[language].gateway.faults[fault], values);
}

/** Thrown by the rules for what cannot be used; edges tell it at the field, in the caller's language. */
export class Unusable extends Error {
  readonly fault: Fault;
  readonly values: Readonly<Record<string, string | number>>;
  /** Location of the fault: `filter f1`, `MT route 10`; empty for a thing by itself. */
  readonly where: string;

  constructor(fault: Fault, values: Readonly<Record<string, string | number>> = {}, where = '') {
    super(`${where === '' ? '' : `${where}: `}${faultText('en', fault, values)}`);
    this.fault = fault;
    this.values = values;
    this.where = where;
  }

  in(language: Language): string {
    return `${this.where === '' ? '' : `${this.where}: `}${faultText(language, this.fault, this.values)}`;
  }

  at(where: string): Unusable {
    return new Unusable(this.fault, this.values, where);
  }
}

import { expect, test } from 'vitest';
import { normaliseCarrierId } from '../../../../contract/shared/carrier-ids.ts';
import { idsToMatch, type IdForm } from './match-again.rules.ts';

const FORMS: readonly IdForm[] = [0, 1, 2];
/** A response's id as a connector of this setting stores it. */
const stored = (id: string, form: IdForm) =>
  normaliseCarrierId(id, form === 1 ? 'hexToDecimal' : 'same');
/** The same number as a carrier of this setting writes it in a response and in a receipt. */
const written: Record<IdForm, readonly [response: string, receipt: string]> = {
  0: ['1a2b3c', '1A2B3C'],
  1: ['1a2b3c', '1715004'],
  2: ['1715004', '01a2b3c'],
};

test.each(FORMS.flatMap((form) => FORMS.map((before) => [form, before] as const)))(
  'with dlr_msgid corrected to %i, a receipt finds what was submitted under it and under %i before',
  (form, before) => {
    const [response, receipt] = written[form];
    const ids = idsToMatch(receipt, form, before);
    expect(ids).toContain(stored(response, form));
    expect(ids).toContain(stored(response, before));
  },
);

test('an unchanged setting looks for one id', () => {
  expect(idsToMatch('1A2B3C', 0, 0)).toEqual(['1A2B3C']);
  expect(idsToMatch('message-7', 2, 0)).toEqual(['MESSAGE-7']);
});

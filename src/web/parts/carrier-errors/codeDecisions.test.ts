import { expect, test } from 'vitest';
import type { CarrierError } from '../../../contract/api/carrier-errors.ts';
import { smppSettings } from '../../../contract/api/connector-settings.ts';
import { newCodesOf, withFinalCode, withRetryRule } from './codeDecisions.ts';

const standard = smppSettings.parse({});
const error = (errorCode: string, more: Partial<CarrierError> = {}): CarrierError => ({
  cid: 'airtel',
  kind: 'SMPP',
  network: 'Airtel',
  country: 'KE',
  outcome: 'REFUSED',
  carrierStatus: '',
  errorCode,
  hour: 1,
  day: 5,
  usualDay: null,
  share: null,
  ...more,
});
const codes = (errors: readonly CarrierError[], settings = standard) =>
  newCodesOf(errors, settings).map(({ code, day }) => `${code} ${day}`);

test.each<[string, CarrierError, boolean]>([
  ['a code of the carrier', error('0x00000421'), true],
  ['a failed submission', error('ESME_RSUBMITFAIL'), true],
  ['a number that is refused', error('ESME_RINVDSTADR'), false],
  ['a lasting fault', error('ESME_RX_P_APPN'), false],
  ['a code with a retry rule, after its last attempt', error('ESME_RSYSERR'), false],
  ['a code that is tried again', error('ESME_RSUBMITFAIL', { outcome: 'TEMPORARY' }), false],
  ['a receipt', error('001', { outcome: 'UNDELIVERABLE', carrierStatus: 'UNDELIV' }), false],
  ["a provider's reason", error('HTTP 422', { kind: 'GENERIC' }), false],
])('%s asks for a decision: %#', (_, of, asks) => {
  expect(codes([of]).length > 0).toBe(asks);
});

test('a code of several networks is asked about once, the most frequent code first', () => {
  expect(
    codes([
      error('0x00000421', { network: 'Airtel' }),
      error('0x00000421', { network: 'Telkom' }),
      error('ESME_RSUBMITFAIL', { day: 7 }),
    ]),
  ).toEqual(['0x00000421 10', 'ESME_RSUBMITFAIL 7']);
});

test('a decision is a setting that the server accepts, and ends the question', () => {
  const errors = [error('0x00000421'), error('ESME_RSUBMITFAIL')];
  const none = { ...standard, retry_rules: 'none' };
  for (const before of [standard, none]) {
    const retried = smppSettings.parse({
      ...before,
      retry_rules: withRetryRule(before, { status: '0x00000421', seconds: 30, times: 10 }),
    });
    expect(codes(errors, retried)).toEqual(['ESME_RSUBMITFAIL 5']);
    const final = smppSettings.parse({
      ...retried,
      final_codes: withFinalCode(retried, 'ESME_RSUBMITFAIL'),
    });
    expect(codes(errors, final)).toEqual([]);
    expect(withFinalCode(final, '0x00000001')).toBe('ESME_RSUBMITFAIL;0x00000001');
  }
});

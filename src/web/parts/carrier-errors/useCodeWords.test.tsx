import { expect, test } from 'vitest';
import { textOf } from '../../../../test/harness/render.tsx';
import type { CarrierError } from '../../../contract/api/carrier-errors.ts';
import { useCodeWords } from './useCodeWords.ts';

const ERROR: CarrierError = {
  cid: 'carrier',
  kind: 'SMPP',
  country: 'KE',
  network: 'Safaricom',
  outcome: 'UNDELIVERABLE',
  carrierStatus: 'UNDELIV',
  errorCode: '',
  hour: 1,
  day: 1,
  usualDay: null,
  share: null,
};
function Meaning(error: CarrierError) {
  return useCodeWords().meaning(error);
}
const meaningOf = (error: Partial<CarrierError>) =>
  textOf(<Meaning {...ERROR} {...error} />).trim();

test('codes of one state are told apart by their usual meaning', () => {
  expect(
    [
      { errorCode: '013' },
      { errorCode: '027' },
      { errorCode: '034' },
      { carrierStatus: 'DELETED' },
      { errorCode: '713' },
      {},
    ].map(meaningOf),
  ).toEqual([
    'Usually: SMS to this number is barred',
    'Usually: the phone was off or out of reach',
    'Usually: a fault in the mobile network',
    'The carrier deleted the message before delivery',
    'The carrier could not deliver it, no reason given with code 713',
    'The carrier could not deliver it, no reason given',
  ]);
});

test('a code means what the standard says only in SMPP receipts', () => {
  expect(meaningOf({ kind: 'HTTP', errorCode: '13' })).toBe(
    'The carrier could not deliver it, no reason given with code 13',
  );
  expect(meaningOf({ errorCode: '0013' })).toContain('no reason given with code 0013');
});

test('a state that is a reason by itself, and a word that says more, keep their sentences', () => {
  expect(meaningOf({ outcome: 'EXPIRED', carrierStatus: 'EXPIRED', errorCode: '032' })).toBe(
    'It could not be delivered in time',
  );
  expect(meaningOf({ carrierStatus: 'AbsentSubscriber' })).toBe(
    'The phone was off or out of reach',
  );
  expect(meaningOf({ outcome: 'REJECTED', carrierStatus: 'REJECTD', errorCode: '009' })).toBe(
    'Usually: the network does not serve this SIM card',
  );
});

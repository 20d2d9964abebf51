import { expect, test } from 'vitest';
import { coloursOf, reasonsOf, type FailureRow } from './failureReasons.ts';

const row = (
  status: string,
  carrierStatus: string | null,
  messages: number,
  errorCode: string | null = null,
): FailureRow => ({ status, carrierStatus, errorCode, messages });
const SENTENCES: Readonly<Record<string, string>> = {
  UNDELIVERABLE: 'The carrier could not deliver it',
  EXPIRED: 'It could not be delivered in time',
};
const adviceOf = ({ status }: FailureRow) =>
  SENTENCES[status] === undefined ? undefined : { title: SENTENCES[status], text: 'Advice' };

test('reasons with the same sentence are one with all their codes, most messages first', () => {
  const found = reasonsOf(
    [
      row('EXPIRED', null, 6),
      row('UNDELIVERABLE', 'UNDELIV', 3, '001'),
      row('UNDELIVERABLE', 'UNDELIV', 4, '001'),
      row('UNDELIVERABLE', 'REJECTD', 8),
    ],
    adviceOf,
  );
  expect(found.map(({ title, messages }) => [title, messages])).toEqual([
    ['The carrier could not deliver it', 15],
    ['It could not be delivered in time', 6],
  ]);
  expect(found[0]!.codes).toEqual([
    { code: 'REJECTD', messages: 8 },
    { code: 'UNDELIV 001', messages: 7 },
  ]);
  expect(found[1]!.codes).toEqual([]);
});

test('a cause without a sentence goes by its status', () => {
  expect(reasonsOf([row('ODD', 'X', 1)], adviceOf)).toMatchObject([
    { title: 'ODD', text: '', messages: 1 },
  ]);
});

test('a reason has the colour of its outcome, and a weaker one after others of the same outcome', () => {
  const sentenceOf = ({ carrierStatus }: FailureRow) => ({ title: carrierStatus!, text: '' });
  const reasons = reasonsOf(
    [
      row('UNDELIVERABLE', 'Barred', 9),
      row('UNDELIVERABLE', 'Absent', 8),
      row('UNDELIVERABLE', 'Late', 1),
      row('EXPIRED', 'Late', 6),
      row('UNKNOWN', 'Unknown', 2),
    ],
    sentenceOf,
  );
  expect(coloursOf(reasons)).toEqual([
    { status: 'UNDELIVERABLE', strength: 100 },
    { status: 'UNDELIVERABLE', strength: 72 },
    { status: 'EXPIRED', strength: 100 },
    { status: 'UNKNOWN', strength: 100 },
  ]);
});

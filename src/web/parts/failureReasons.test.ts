import { expect, test } from 'vitest';
import { reasonsOf, type FailureRow } from './failureReasons.ts';

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

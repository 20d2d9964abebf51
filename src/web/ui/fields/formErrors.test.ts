import { expect, test } from 'vitest';
import { fieldErrors, otherErrors, summaryOf } from './formErrors.ts';

const NAMES = ['name', 'smsAlerts', 'src_addr', 'default_src_addr'];

const refused = (details: { field: string; message: string }[], code = 'BAD_INPUT') => ({
  code,
  message: 'The price is too low.',
  details,
});

test.each([
  ['a field of the form', 'name', 'name'],
  ['an item of a list', 'smsAlerts.1', 'smsAlerts'],
  ['a field within an object', 'cred.valuefilter.src_addr', 'src_addr'],
  ['an alias before a part of the path', 'cred.defaultvalue.src_addr', 'default_src_addr'],
  ['a field that the form lacks', 'clientId', undefined],
])('puts %s where it belongs', (_case, field, name) => {
  const placed = fieldErrors(refused([{ field, message: 'wrong' }]), NAMES, {
    'cred.defaultvalue.src_addr': 'default_src_addr',
  });
  expect([...placed]).toEqual(name === undefined ? [] : [[name, 'wrong']]);
});

test('joins different messages for the items of one field', () => {
  const details = [
    { field: 'smsAlerts.0', message: 'First is wrong.' },
    { field: 'smsAlerts.1', message: 'Second is wrong.' },
    { field: 'smsAlerts.2', message: 'Second is wrong.' },
  ];
  expect(fieldErrors(refused(details), NAMES).get('smsAlerts')).toBe(
    'First is wrong. Second is wrong.',
  );
});

test('an error of a field that the form lacks is shown beside one of a field that it has', () => {
  const details = [
    { field: 'name', message: 'Name is wrong.' },
    { field: 'clientId', message: 'Choose a client.' },
    { field: 'clientId', message: 'Choose a client.' },
  ];
  expect(otherErrors(refused(details), NAMES)).toEqual(['Choose a client.']);
  expect(otherErrors(refused(details, 'TOO_LOW'), NAMES)).toEqual([]);
});

test('lists errors in the order of the fields', () => {
  const errors = { smsAlerts: { type: 'x', message: 'two' }, name: { type: 'x', message: 'one' } };
  expect(summaryOf(errors, NAMES)).toEqual([
    { id: 'name', message: 'one' },
    { id: 'smsAlerts', message: 'two' },
  ]);
});

test('shows the sentence of the answer where its details are values', () => {
  const placed = fieldErrors(refused([{ field: 'name', message: '0.80 KES' }], 'TOO_LOW'), NAMES);
  expect([...placed]).toEqual([['name', 'The price is too low.']]);
});

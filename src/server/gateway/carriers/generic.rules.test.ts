import { expect, test } from 'vitest';
import { genericSettings } from '../../../contract/api/connector-generic-settings.ts';
import { readCallback } from './generic-callback.rules.ts';
import { parse, readAnswer } from './generic.rules.ts';

const settings = genericSettings.parse({
  url: 'https://provider.example/send',
  results: '/messages',
  result_number: '/to',
  success_pointer: '/status',
  success_values: ['OK'],
  id_pointer: '/id',
});
const message = (id: string, destination: string) => ({
  id,
  destination,
  sender: 'SHOP',
  text: id,
  encoding: 0,
});

test('each message has its own result where several go to one number', () => {
  const messages = ['a', 'b', 'c'].map((id) => message(id, '254711000001'));
  const answer = (results: unknown[]) =>
    readAnswer(settings, { status: 200, body: JSON.stringify({ messages: results }) }, [
      message('x', '254711000002'),
      ...messages,
    ]);
  const to = '+254711000001';
  expect(
    answer([
      { to, id: 1, status: 'OK' },
      { to: '+254711000002', id: 2, status: 'OK' },
      { to, status: 'BLOCKED' },
      { to, id: 3, status: 'OK' },
    ]),
  ).toEqual([
    { outcome: 'accepted', carrierId: '2' },
    { outcome: 'accepted', carrierId: '1' },
    { outcome: 'refused', errorCode: 'BLOCKED' },
    { outcome: 'accepted', carrierId: '3' },
  ]);
});

test('an id of more digits than a number holds is kept to the last one', () => {
  const plain = genericSettings.parse({ url: 'https://provider.example/send', id_pointer: '/id' });
  const idOf = (id: string) =>
    readAnswer(plain, { status: 200, body: `{"id": ${id}, "parts": 1}` }, [message('a', '1')])[0];
  for (const id of ['1234567890123456789', '1234567890123456788', '42'])
    expect(idOf(id)).toEqual({ outcome: 'accepted', carrierId: id });
  const callback = genericSettings.parse({
    ...plain,
    callback_id: 'id',
    callback_status: 'status',
  });
  const body = parse('[{"id": 1234567890123456789, "status": "DELIVRD"}]');
  expect(readCallback(callback, { query: {}, body })).toMatchObject([
    { carrierId: '1234567890123456789' },
  ]);
});

test('a callback of many receipts leaves none out', () => {
  const callback = genericSettings.parse({
    url: 'https://provider.example/send',
    callback_id: 'id',
    callback_status: 'status',
  });
  const body = Array.from({ length: 2500 }, (_, id) => ({ id, status: 'DELIVRD' }));
  expect(readCallback(callback, { query: {}, body })).toHaveLength(2500);
});

import { expect, test } from 'vitest';
import { PrivateHosts, readPrivateHost } from './private-hosts.ts';

const target = (host: string, port: number, address: string) => ({ host, port, address });

test.each([
  ['smsc.internal', target('SMSC.internal.', 2775, '10.0.0.5'), true],
  ['smsc.internal', target('other.internal', 2775, '10.0.0.5'), false],
  ['smsc.internal:2775', target('smsc.internal', 2775, '10.0.0.5'), true],
  ['smsc.internal:2775', target('smsc.internal', 80, '10.0.0.5'), false],
  ['10.0.0.5', target('10.0.0.5', 80, '10.0.0.5'), true],
  ['10.0.0.5', target('smsc.internal', 80, '10.0.0.5'), true],
  ['10.0.0.5', target('10.0.0.6', 80, '10.0.0.6'), false],
  ['10.0.0.5:2775', target('smsc.internal', 8080, '10.0.0.5'), false],
  ['10.20.0.0/16', target('a.example', 80, '10.20.255.1'), true],
  ['10.20.0.0/16', target('a.example', 80, '10.21.0.1'), false],
  ['127.0.0.1', target('localhost', 80, '::ffff:127.0.0.1'), true],
  ['127.0.0.1', target('localhost', 80, '::1'), false],
  ['fd00::5', target('[fd00::5]', 80, 'fd00::5'), true],
  ['[fd00::5]:2775', target('fd00::5', 2775, 'fd00::5%eth0'), true],
  ['fd00::/8', target('x', 80, 'fdff::1'), true],
])('%s: %o is listed: %s', (entry, wanted, isListed) => {
  expect(new PrivateHosts([entry]).has(wanted)).toBe(isListed);
});

test.each([
  '',
  ':80',
  '10.0.0.0/0',
  '10.0.0.0/33',
  '10.0.0.5:0',
  '10.0.0.5:65536',
  'a b',
  'http://a',
  '*',
  '1',
  '*.internal',
])('%j is refused', (text) => {
  expect(readPrivateHost(text)).toBeUndefined();
});

test('an empty list allows no host', () => {
  expect(new PrivateHosts().has(target('localhost', 80, '127.0.0.1'))).toBe(false);
});

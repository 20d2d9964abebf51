import { expect, test } from 'vitest';
import { NETWORKS, networkOf } from './networks.ts';

test.each([
  ['+254712345678', 1, 'KE', 'Safaricom'],
  ['254712345678', 1, 'KE', 'Safaricom'],
  ['+254110345678', 1, 'KE', 'Safaricom'],
  ['+254140345678', 1, 'KE', 'Safaricom'],
  ['+254101345678', 2, 'KE', 'Airtel'],
  ['+254733345678', 2, 'KE', 'Airtel'],
  ['+254772345678', 3, 'KE', 'Telkom'],
  ['+254764345678', 4, 'KE', 'Equitel'],
  ['+254747345678', 5, 'KE', 'Faiba'],
  ['+255754123456', 11, 'TZ', 'Vodacom'],
  ['+255784123456', 12, 'TZ', 'Airtel'],
  ['+255654123456', 13, 'TZ', 'Yas'],
  ['+255621123456', 14, 'TZ', 'Halotel'],
  ['+255732123456', 15, 'TZ', 'TTCL'],
  ['+256772123456', 21, 'UG', 'MTN'],
  ['+256752123456', 22, 'UG', 'Airtel'],
  ['+258841234567', 31, 'MZ', 'Vodacom'],
  ['+258821234567', 32, 'MZ', 'Tmcel'],
  ['+258861234567', 33, 'MZ', 'Movitel'],
  ['+254144345678', 0, '', ''],
  ['+447400123456', 0, '', ''],
  ['', 0, '', ''],
])('%s', (e164, code, country, network) => {
  expect(networkOf(e164)).toEqual({ code, country, network });
  expect(NETWORKS.get(code)).toBe(networkOf(e164));
});

test('codes are different, fit a smallint, and name one network of one country each', () => {
  const all = [...NETWORKS.values()];
  expect(new Set(all.map(({ country, network }) => `${country} ${network}`)).size).toBe(all.length);
  for (const [code, network] of NETWORKS) {
    expect(network.code).toBe(code);
    expect(code).toBeLessThan(32_768);
  }
});

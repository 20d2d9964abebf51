import { expect, test } from 'vitest';
import { phoneWithPrefix } from './phoneWithPrefix.ts';

test.each([
  ['0712 345 678', 'KE', '0712 345 678'],
  ['712345678', 'TZ', '712345678'],
  [' 0821 234 567 ', 'ZA', '+27821234567'],
  ['27821234567', 'ZA', '+27821234567'],
  ['+27 82 123 4567', 'ZA', '+27 82 123 4567'],
  ['0027821234567', 'ZA', '0027821234567'],
  ['+254712345678', 'ZA', '+254712345678'],
  ['0151 23456789', 'DE', '+4915123456789'],
  ['', 'DE', ''],
  ['0712', '', '0712'],
])('%s of %s is sent as %s', (written, country, sent) => {
  expect(phoneWithPrefix(written, country)).toBe(sent);
});

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  blockOf,
  isHomeNumber,
  leadingZeros,
  looksPumped,
  makeProof,
  PROOF_SECONDS,
  proofBits,
  verifyProof,
} from './pumping.rules.ts';
import { askerOf } from '../../../infra/http/address-block.ts';

test.each(['+254712345678', '+255712345678', '+256712345678', '+258841234567'])(
  '%s is at home',
  (phone) => {
    expect(isHomeNumber(phone)).toBe(true);
  },
);
test.each(['+4915112345678', '+2637123456', '+25371234567', '+25', '', '254712345678'])(
  '%s is not',
  (phone) => {
    expect(isHomeNumber(phone)).toBe(false);
  },
);

test('numbers are counted by the block that an operator sells', () => {
  expect(blockOf('+254712345678')).toBe('254712');
  expect(blockOf('+258841234567')).toBe('258841');
});

test.each([
  [0, 0, false],
  [19, 0, false],
  [20, 0, true],
  [20, 3, true],
  [20, 4, false],
  [1000, 199, true],
  [1000, 200, false],
])('%i codes sent, %i entered', (sent, solved, pumped) => {
  expect(looksPumped({ sent, solved })).toBe(pumped);
});

test('a caller is an IPv4 address or an IPv6 /64, and has a network', () => {
  expect(askerOf('192.0.2.77')).toEqual({ asker: '192.0.2.77', neighbourhood: '192.0.2.0/24' });
  expect(askerOf('::ffff:192.0.2.77')).toEqual(askerOf('192.0.2.77'));
  expect(askerOf('2001:db8:1:2:3::9')).toEqual(askerOf('2001:db8:1:2:ffff::1'));
  expect(askerOf('2001:db8:1:2::9').neighbourhood).toBe(askerOf('2001:db8:1:9::9').neighbourhood);
  expect(askerOf('2001:db8:1:2::9').asker).not.toBe(askerOf('2001:db8:1:3::9').asker);
  expect(askerOf('no address')).toEqual({ asker: 'no address', neighbourhood: 'no address' });
});

test('a proof is valid for its caller, in time, and only if the work was done', () => {
  const key = Buffer.alloc(32, 1),
    now = 1_790_000_000_000;
  const task = makeProof(key, '192.0.2.1', 8, now, Buffer.alloc(12, 7));
  const work = (bits: number) => {
    for (let number = 0; ; number++)
      if (leadingZeros(createHash('sha256').update(`${task}.${number}`).digest()) >= bits)
        return `${task}.${number}`;
  };
  const proof = work(8);
  expect(verifyProof(key, '192.0.2.1', proof, now)).toBe(task.split('.').slice(0, 3).join('.'));
  expect(verifyProof(key, '192.0.2.1', proof, now + PROOF_SECONDS * 1000 + 1000)).toBeUndefined();
  expect(verifyProof(key, '192.0.2.2', proof, now)).toBeUndefined();
  expect(verifyProof(Buffer.alloc(32, 2), '192.0.2.1', proof, now)).toBeUndefined();
  expect(verifyProof(key, '192.0.2.1', proof.replace('.8.', '.1.'), now)).toBeUndefined();
  expect(verifyProof(key, '192.0.2.1', `${proof}.1`, now)).toBeUndefined();
  expect(
    [task, '', '....', `${task}.`].map((text) => verifyProof(key, '192.0.2.1', text, now)),
  ).toEqual([undefined, undefined, undefined, undefined]);
  const lazy = Array.from({ length: 50 }, (_, number) => `${task}.${number}`).find(
    (each) => leadingZeros(createHash('sha256').update(each).digest()) < 8,
  )!;
  expect(verifyProof(key, '192.0.2.1', lazy, now)).toBeUndefined();
  expect(leadingZeros(Buffer.from([0, 0]))).toBe(16);
});

test('the work grows with unentered codes, up to a bound', () => {
  expect([1, 4, 8, 9, 14, 1000].map(proofBits)).toEqual([16, 16, 16, 17, 18, 22]);
});

import { expect, test } from 'vitest';
import store from '../../../../../test/harness/jasmin/small-store.json' with { type: 'json' };
import { PickleFault, readPickle } from './pickle.rules.ts';
import { readStore } from './jasmin-files.rules.ts';
import { isKind, textOf } from './pickle-values.rules.ts';
import type { Pickled } from './pickle-values.rules.ts';

const of = (base64: string) => readPickle(Buffer.from(base64, 'base64'));
const text = (pickle: string) => readPickle(Buffer.from(pickle, 'latin1'));

/** The same values without the marks of their kinds. */
function plain(value: Pickled | undefined): unknown {
  if (isKind(value, 'list')) return value.items.map(plain);
  if (isKind(value, 'dict'))
    return Object.fromEntries([...value.entries].map(([key, each]) => [String(key), plain(each)]));
  if (isKind(value, 'object'))
    return { of: value.of, args: value.args.map(plain), state: plain(value.state) };
  return Buffer.isBuffer(value) ? { hex: value.toString('hex') } : value;
}

// Written by CPython 3.11: {'none': None, 'yes': True, 'no': False, 'n': -5, 'big': 2**70, 'f': 1.5, 't': 'Olá "x"',
// 'b': b'\x00\xffA', 'l': [1, 2, [3]], 'tu': (1, 2, 3, 4), 's': {7}, 'd': {1: 'a'}, 'same': [one, one]}, one being [1].
const VALUES = [
  'KGRwMApWbm9uZQpwMQpOc1Z5ZXMKcDIKSTAxCnNWbm8KcDMKSTAwCnNWbgpwNApJLTUKc1ZiaWcKcDUKTDExODA1OTE2MjA3MTc0MTEzMDM0MjRMCnNWZgpwNgpGMS41CnNWdApwNwpWT2zhICJ4IgpwOApzVmIKcDkKY19jb2RlY3MKZW5jb2RlCnAxMAooVlx1MDAwMP9BCnAxMQpWbGF0aW4xCnAxMgp0cDEzClJwMTQKc1ZsCnAxNQoobHAxNgpJMQphSTIKYShscDE3CkkzCmFhc1Z0dQpwMTgKKEkxCkkyCkkzCkk0CnRwMTkKc1ZzCnAyMApjX19idWlsdGluX18Kc2V0CnAyMQooKGxwMjIKSTcKYXRwMjMKUnAyNApzVmQKcDI1CihkcDI2CkkxClZhCnAyNwpzc1ZzYW1lCnAyOAoobHAyOQoobHAzMApJMQphYWczMAphcy4=',
  'fXEAKFgEAAAAbm9uZXEBTlgDAAAAeWVzcQJJMDEKWAIAAABub3EDSTAwClgBAAAAbnEESvv///9YAwAAAGJpZ3EFTDExODA1OTE2MjA3MTc0MTEzMDM0MjRMClgBAAAAZnEGRz/4AAAAAAAAWAEAAAB0cQdYCAAAAE9sw6EgIngicQhYAQAAAGJxCWNfY29kZWNzCmVuY29kZQpxCihYBAAAAADDv0FxC1gGAAAAbGF0aW4xcQx0cQ1ScQ5YAQAAAGxxD11xEChLAUsCXXERSwNhZVgCAAAAdHVxEihLAUsCSwNLBHRxE1gBAAAAc3EUY19fYnVpbHRpbl9fCnNldApxFShdcRZLB2F0cRdScRhYAQAAAGRxGX1xGksBWAEAAABhcRtzWAQAAABzYW1lcRxdcR0oXXEeSwFhaB5ldS4=',
  'gAJ9cQAoWAQAAABub25lcQFOWAMAAAB5ZXNxAohYAgAAAG5vcQOJWAEAAABucQRK+////1gDAAAAYmlncQWKCQAAAAAAAAAAQFgBAAAAZnEGRz/4AAAAAAAAWAEAAAB0cQdYCAAAAE9sw6EgIngicQhYAQAAAGJxCWNfY29kZWNzCmVuY29kZQpxClgEAAAAAMO/QXELWAYAAABsYXRpbjFxDIZxDVJxDlgBAAAAbHEPXXEQKEsBSwJdcRFLA2FlWAIAAAB0dXESKEsBSwJLA0sEdHETWAEAAABzcRRjX19idWlsdGluX18Kc2V0CnEVXXEWSwdhhXEXUnEYWAEAAABkcRl9cRpLAVgBAAAAYXEbc1gEAAAAc2FtZXEcXXEdKF1xHksBYWgeZXUu',
  'gAN9cQAoWAQAAABub25lcQFOWAMAAAB5ZXNxAohYAgAAAG5vcQOJWAEAAABucQRK+////1gDAAAAYmlncQWKCQAAAAAAAAAAQFgBAAAAZnEGRz/4AAAAAAAAWAEAAAB0cQdYCAAAAE9sw6EgIngicQhYAQAAAGJxCUMDAP9BcQpYAQAAAGxxC11xDChLAUsCXXENSwNhZVgCAAAAdHVxDihLAUsCSwNLBHRxD1gBAAAAc3EQY2J1aWx0aW5zCnNldApxEV1xEksHYYVxE1JxFFgBAAAAZHEVfXEWSwFYAQAAAGFxF3NYBAAAAHNhbWVxGF1xGShdcRpLAWFoGmV1Lg==',
  'gASVpAAAAAAAAAB9lCiMBG5vbmWUTowDeWVzlIiMAm5vlImMAW6USvv///+MA2JpZ5SKCQAAAAAAAAAAQIwBZpRHP/gAAAAAAACMAXSUjAhPbMOhICJ4IpSMAWKUQwMA/0GUjAFslF2UKEsBSwJdlEsDYWWMAnR1lChLAUsCSwNLBHSUjAFzlI+UKEsHkIwBZJR9lEsBjAFhlHOMBHNhbWWUXZQoXZRLAWFoF2V1Lg==',
];

test.each(VALUES.map((base64, protocol) => [protocol, base64] as const))(
  'values of every kind, as protocol %s writes them',
  (protocol, base64) => {
    expect(plain(of(base64))).toEqual({
      none: null,
      yes: true,
      no: false,
      n: -5,
      big: 2n ** 70n,
      f: 1.5,
      t: 'Olá "x"',
      b: { hex: '00ff41' },
      l: [1, 2, [3]],
      tu: [1, 2, 3, 4],
      d: { 1: 'a' },
      same: [[1], [1]],
      s: protocol === 4 ? [7] : expect.objectContaining({ args: [[7]] }),
    });
  },
);

test('an object is the name of its class and its state, whatever it is', () => {
  // Python 2's old-style and new-style objects, an object of slots and a call.
  for (const pickle of [
    "(ijasmin.routing.jasminApi\nGroup\n(dS'gid'\nS'shops'\nsb.",
    "ccopy_reg\n_reconstructor\n(cjasmin.routing.jasminApi\nGroup\nc__builtin__\nobject\nNtR(dS'gid'\nS'shops'\nsb.",
  ])
    expect(plain(text(pickle))).toEqual({
      of: 'jasmin.routing.jasminApi.Group',
      args: [],
      state: { gid: { hex: Buffer.from('shops').toString('hex') } },
    });
  expect(plain(text("cos\nsystem\n(S'touch /tmp/owned'\ntR."))).toMatchObject({ of: 'os.system' });
});

test.each([
  ['an unknown operation', '(}\xff.', 'unknown', 2, '0xff'],
  ['a newer protocol', '\x80\x06.', 'unknown', 0, '0x80'],
  ['a persistent id', 'Pabc\n.', 'outside', 0, '0x50'],
  ['an extension', '\x82\x01.', 'outside', 0, '0x82'],
  ['a buffer outside of the file', '\x97.', 'outside', 0, '0x97'],
  ['nothing', '', 'truncated', 0, '0x00'],
  ['a text that is cut off', 'X\xff\xff\xff\x7fab', 'truncated', 0, '0x58'],
  ['a length of eight octets', '\x8d\xff\xff\xff\xff\xff\xff\xff\xff', 'truncated', 0, '0x8d'],
  ['a line without an end', 'I123', 'truncated', 0, '0x49'],
  ['a pop of nothing', '0.', 'malformed', 0, '0x30'],
  ['an entry of nothing', 'Na.', 'malformed', 1, '0x61'],
  ['a mark as a value', '(.', 'malformed', 1, '0x2e'],
  ['a memo that is not there', 'h\x05.', 'malformed', 0, '0x68'],
  ['a call of no class', 'I1\n)R.', 'malformed', 4, '0x52'],
  ['half an entry of a dictionary', '(I1\nd.', 'malformed', 4, '0x64'],
  ['a number of a thousand digits', `L${'9'.repeat(1000)}L\n.`, 'malformed', 0, '0x4c'],
  ['an integer of a megabyte', '\x8b\x00\x00\x10\x00', 'limit', 0, '0x8b'],
  ['a stack without end', 'N'.repeat(200_002), 'limit', 200_001, '0x00'],
  ['operations without end', 'N0'.repeat(2_000_002), 'limit', 4_000_001, '0x00'],
] as const)('%s is named with its place', (_what, pickle, reason, offset, opcode) => {
  expect(() => text(pickle)).toThrow(expect.objectContaining({ reason, offset, opcode }));
});

test('a list that holds itself, and lists that double without end, are read as what they are', () => {
  const own = text('(lp0\ng0\na.');
  expect(isKind(own, 'list') && own.items[0] === own).toBe(true);
  let doubled = ']q\x00';
  for (let at = 0; at < 200; at++)
    doubled += `]q${String.fromCharCode(at + 1)}(h${String.fromCharCode(at)}h${String.fromCharCode(at)}e`;
  for (const bytes of [`${doubled}.`, '(lp0\ng0\na.'])
    expect(
      readStore([{ name: 'users', bytes: Buffer.from(bytes, 'latin1') }]).notTaken,
    ).toMatchObject([{ entity: 'file', id: 'users', said: { text: 'fileNoStore' } }]);
});

test.each([
  ['of Python 3', (letters: number) => 'x'.repeat(letters)],
  ['of Python 2', (letters: number) => Buffer.alloc(letters, 'x')],
])('a text %s is read up to 2,048 characters, and one beyond is none', (_what, of) => {
  expect(textOf(of(2048))).toBe('x'.repeat(2048));
  expect(textOf(of(2049))).toBeUndefined();
});

/** A sequence that is the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test('files of a store that were changed anywhere are read or refused', () => {
  const random = randomFrom(20);
  const files = Object.entries(store.files).map(([name, content]) => ({
    name,
    bytes: Buffer.from(content, 'base64'),
  }));
  let refused = 0;
  for (let round = 0; round < 3000; round++) {
    const { name, bytes } = files[round % files.length]!;
    const changed = Buffer.from(bytes);
    for (let change = 0; change < 1 + random() * 4; change++)
      changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256);
    const cut =
      random() < 0.2 ? changed.subarray(0, Math.floor(random() * changed.length)) : changed;
    try {
      readPickle(cut, random() < 0.5 ? Math.max(0, cut.indexOf(0x80)) : 0);
    } catch (error) {
      expect(error).toBeInstanceOf(PickleFault);
    }
    refused += readStore([{ name, bytes: cut }]).notTaken.length;
  }
  expect(refused).toBeGreaterThan(500);
  expect(refused).toBeLessThan(3000);
});

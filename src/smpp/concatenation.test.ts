import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partLimits, readContent, splitMessage } from './concatenation.ts';
import type { ConcatenationMode } from './concatenation.ts';
import { encodeText, decodeText } from './text.ts';

const MODES: ConcatenationMode[] = ['udh8', 'udh16', 'sar', 'payload'];

function split(text: string, mode: ConcatenationMode, reference = 0x1234) {
  const { data_coding, octets } = encodeText(text);
  return { data_coding, parts: splitMessage(octets, data_coding, mode, reference) ?? [] };
}

describe('limits', () => {
  test('in septets for GSM, in octets for the rest', () => {
    expect(partLimits(0, 'udh8')).toEqual({ single: 160, part: 153 });
    expect(partLimits(0, 'udh16')).toEqual({ single: 160, part: 152 });
    expect(partLimits(0, 'sar')).toEqual({ single: 160, part: 153 });
    expect(partLimits(8, 'udh8')).toEqual({ single: 140, part: 134 });
    expect(partLimits(8, 'udh16')).toEqual({ single: 140, part: 132 });
    expect(partLimits(4, 'udh16')).toEqual({ single: 140, part: 133 });
  });

  test.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['ã'.repeat(70), 1],
    ['ã'.repeat(71), 2],
    ['ã'.repeat(134), 2],
    ['ã'.repeat(135), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['', 1],
  ])('%.3s… x %#: parts', (text, parts) => {
    expect(split(text, 'udh8').parts).toHaveLength(parts);
  });

  test('an escape pair does not straddle', () => {
    const { parts } = split(`${'a'.repeat(152)}€${'b'.repeat(20)}`, 'udh8');
    expect(parts.map((part) => part.short_message.length - 6)).toEqual([152, 22]);
  });

  test('a surrogate pair does not straddle', () => {
    const { parts } = split(`${'ã'.repeat(66)}😀${'b'.repeat(20)}`, 'sar');
    expect(parts.map((part) => part.short_message.length)).toEqual([132, 44]);
  });

  test('at most 255 parts, and at most 64 KiB of payload', () => {
    expect(split('a'.repeat(153 * 255), 'udh8').parts).toHaveLength(255);
    expect(splitMessage(Buffer.alloc(153 * 255 + 1), 0, 'udh8', 1)).toBeUndefined();
    expect(splitMessage(Buffer.alloc(65_535), 0, 'payload', 1)).toHaveLength(1);
    expect(splitMessage(Buffer.alloc(65_536), 0, 'payload', 1)).toBeUndefined();
  });
});

describe('headers by octets', () => {
  test('an 8-bit reference', () => {
    const [first, second] = split('a'.repeat(161), 'udh8').parts;
    expect(first?.short_message.subarray(0, 6).toString('hex')).toBe('050003340201');
    expect(second?.short_message.subarray(0, 6).toString('hex')).toBe('050003340202');
    expect(first?.esm_class).toBe(0x40);
  });

  test('a 16-bit reference', () => {
    const [first] = split('a'.repeat(161), 'udh16').parts;
    expect(first?.short_message.subarray(0, 7).toString('hex')).toBe('06080412340201');
  });

  test('SAR', () => {
    const [, second] = split('a'.repeat(161), 'sar').parts;
    expect(second).toMatchObject({
      esm_class: 0,
      tlvs: { sar_msg_ref_num: 0x1234, sar_total_segments: 2, sar_segment_seqnum: 2 },
    });
  });
});

test('joined parts are the text, and no part has half a character', () => {
  const character = fc.constantFrom('a', 'Z', '€', '[', 'ã', '😀', '\n');
  fc.assert(
    fc.property(
      fc.array(character, { maxLength: 700 }),
      fc.constantFrom(...MODES),
      fc.nat(0xffff),
      (characters, mode, reference) => {
        const text = characters.join('');
        const { data_coding, parts } = split(text, mode, reference);
        const contents = parts.map((part) => readContent(part));
        contents.forEach(({ part }, index) => {
          if (parts.length === 1) expect(part).toBeUndefined();
          else {
            const shared = mode === 'udh8' ? reference & 0xff : reference;
            expect(part).toEqual({ reference: shared, total: parts.length, part: index + 1 });
          }
        });
        // Each part is read alone, as a phone does: half a pair would come out as something else.
        expect(contents.map(({ octets }) => decodeText(data_coding, octets)).join('')).toBe(text);
      },
    ),
    { seed: 40, numRuns: 200 },
  );
});

describe('headers of others', () => {
  const content = (hex: string, esm_class = 0x40) =>
    readContent({ esm_class, short_message: Buffer.from(hex, 'hex') });

  test('a part among other elements', () => {
    expect(content('0B 0504 0B84 23F0 0003 A7 03 02 41'.replaceAll(' ', ''))).toMatchObject({
      part: { reference: 0xa7, total: 3, part: 2 },
      octets: Buffer.from('A'),
    });
  });

  test('a malformed header makes a single message', () => {
    expect(content('09000301')).toEqual({ octets: Buffer.from('09000301', 'hex') });
    expect(content('0500030102034142').part).toBeUndefined();
    expect(content('0500030102004142').part).toBeUndefined();
    expect(content('0500ff0102014142').part).toBeUndefined();
    expect(content('')).toEqual({ octets: Buffer.alloc(0) });
    expect(content('0500030102014142', 0)).toEqual({
      octets: Buffer.from('0500030102014142', 'hex'),
    });
    expect(
      readContent({
        esm_class: 0,
        short_message: Buffer.from('A'),
        tlvs: { sar_msg_ref_num: 1, sar_total_segments: 2, sar_segment_seqnum: 3 },
      }).part,
    ).toBeUndefined();
  });

  test('any octets are read without failing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 254 }), (octets) => {
        const short_message = Buffer.from(octets);
        const { header, octets: text } = readContent({ esm_class: 0x40, short_message });
        expect((header?.length ?? 0) + text.length).toBe(short_message.length);
      }),
      { seed: 41 },
    );
  });
});

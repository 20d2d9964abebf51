import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pdfText } from './letters.ts';

test('reads a PDF whose deflated octets end in a carriage return', () => {
  const ending = Array.from({ length: 5000 }, (_, at) => deflateSync(`(Consent ${at})`)).find(
    (octets) => octets.at(-1) === 0x0d,
  );
  const bytes = Buffer.concat([
    Buffer.from('%PDF-1.3\nstream\n'),
    ending!,
    Buffer.from('\nendstream\n'),
  ]);
  expect(pdfText(bytes)).toContain('Consent');
});

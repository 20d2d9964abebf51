import { expect, test } from 'vitest';
import { pdfText } from '../../../../../test/harness/files/letters.ts';
import { statementPdf } from './statement-pdf.ts';

test('names keep the letters that the fonts lack, as their code points', async () => {
  async function* lines() {
    yield {
      at: new Date('2026-11-01T00:00:00Z'),
      type: 'CHARGE',
      what: 'Ġenna',
      units: -10_000n,
      balance: 0n,
    };
  }
  const stream = await statementPdf(
    {
      issuer: { name: 'Ŷork', lines: [] },
      clientName: 'Łukasz',
      month: '2026-11',
      opening: 10_000n,
      closing: 0n,
      lines: lines(),
    },
    'en',
  );
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const text = pdfText(Buffer.concat(chunks));
  // The helper reads letters alone: U is left of [U+0141].
  for (const name of ['Uukasz', 'Uenna', 'Uork']) expect(text).toContain(name);
});

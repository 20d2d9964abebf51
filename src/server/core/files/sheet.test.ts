import { expect, test } from 'vitest';
import { readSheet } from './sheet.ts';
import { refusalSentence } from './upload-refused.ts';

const read = (text: string) => readSheet(Buffer.from(text), 'senders.csv', 500);

test('a cell of more than 2,000 characters is refused by its row', async () => {
  const file = (length: number) => `Client,Sample\nEast,Hello\nWest,${'x'.repeat(length)}\n`;
  expect((await read(file(2_000))).rows).toHaveLength(2);
  await expect(read(file(2_001))).rejects.toMatchObject({
    code: 'CELL_TOO_LONG',
    details: { row: 3, limit: 2_000 },
  });
  expect(refusalSentence('CELL_TOO_LONG', { row: 3, limit: 2_000 }, 'en')).toBe(
    'Row 3 has a cell of more than 2,000 characters. Shorten it, or remove its column.',
  );
  // Columns after the sixtieth are left out, whatever is in them.
  const [row] = (await read(`${'a,'.repeat(60)}b\n${'1,'.repeat(60)}${'x'.repeat(2_001)}\n`)).rows;
  expect(row!.cells).toHaveLength(60);
});

test('many long cells are refused together', async () => {
  const line = `${Array.from({ length: 50 }, () => 'x'.repeat(2_000)).join(',')}\n`;
  const columns = `${Array.from({ length: 50 }, (_, at) => `c${at}`).join(',')}\n`;
  await expect(read(columns + line.repeat(210))).rejects.toMatchObject({
    code: 'INFLATES_TOO_MUCH',
  });
});

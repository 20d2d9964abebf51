import { Readable } from 'node:stream';
import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { newTable, openTable } from './table.ts';
import type { Cell, TableColumn } from './table-types.ts';
import type { FileSource } from './source.ts';
import { readXlsx } from './xlsx.ts';
import { openArchive } from './zip.ts';

const COLUMNS: TableColumn[] = [
  { heading: 'Text', width: 20 },
  { heading: 'Figure', width: 10 },
  { heading: 'When (Africa/Nairobi)', width: 20 },
];
const source = (bytes: Buffer): FileSource => ({
  size: bytes.length,
  read: (start, end) => Readable.from([bytes.subarray(start, end)]) as never,
});

/** Writes slices, each by a writer of its own that knows no more than the plain data of the one before. */
async function write(
  format: 'CSV' | 'XLSX',
  slices: Cell[][][],
  sheetRows?: number,
): Promise<Buffer> {
  let state = newTable(format);
  const pieces: Buffer[] = [];
  for (const rows of slices) {
    const table = openTable(
      COLUMNS,
      'Africa/Nairobi',
      JSON.parse(JSON.stringify(state)),
      sheetRows,
    );
    pieces.push(await table.rows(rows));
    state = table.state;
  }
  pieces.push(
    await openTable(COLUMNS, 'Africa/Nairobi', JSON.parse(JSON.stringify(state)), sheetRows).end(),
  );
  return Buffer.concat(pieces);
}

async function firstSheet(bytes: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const batch of readXlsx(source(bytes)))
    rows.push(...batch.map(({ cells }) => [...cells]));
  return rows;
}

async function part(bytes: Buffer, name: string): Promise<string> {
  let text = '';
  for await (const chunk of (await openArchive(source(bytes))).read(name))
    text += Buffer.from(chunk).toString('utf8');
  return text;
}

test('a workbook with a new writer for each slice is one sheet of all rows', async () => {
  const bytes = await write('XLSX', [
    [['one', 1, { at: 1_700_000_000 }]],
    [
      ['two', -2.5, null],
      ['three', 0, { at: 1_700_000_001 }],
    ],
    [['+254711000111', 1e6, null]],
  ]);
  expect(await firstSheet(bytes)).toEqual([
    ['Text', 'Figure', 'When (Africa/Nairobi)'],
    ['one', '1', '2023-11-15 01:13:20'],
    ['two', '-2.5'],
    ['three', '0', '2023-11-15 01:13:21'],
    ['+254711000111', '1000000'],
  ]);
});

test('a CSV file begins with byte order mark and heading, once, and shows times in the zone', async () => {
  const text = (
    await write('CSV', [[['one', 1, { at: 1_700_000_000 }]], [['=two', 2.5, null]]])
  ).toString('utf8');
  expect(text).toBe(
    "\ufeffText,Figure,When (Africa/Nairobi)\r\none,1,2023-11-15 01:13:20\r\n'=two,2.5,\r\n",
  );
});

test.each(['CSV', 'XLSX'] as const)('a %s file without rows has its heading', async (format) => {
  const bytes = await write(format, []);
  expect(format === 'CSV' ? parse(bytes, { bom: true }) : await firstSheet(bytes)).toEqual([
    COLUMNS.map(({ heading }) => heading),
  ]);
});

test("rows beyond a sheet's limit go on the next, each with the heading", async () => {
  const bytes = await write(
    'XLSX',
    [Array.from({ length: 7 }, (_, n): Cell[] => [`row ${n}`, n, null]), [['last', 8, null]]],
    4,
  );
  const sheets = await Promise.all(
    [1, 2, 3].map((n) => part(bytes, `xl/worksheets/sheet${n}.xml`)),
  );
  expect(sheets.map((xml) => [...xml.matchAll(/<row /g)].length)).toEqual([4, 4, 3]);
  expect(
    sheets.every((xml) => xml.includes('>Figure<') && xml.endsWith('</sheetData></worksheet>')),
  ).toBe(true);
  expect((await openArchive(source(bytes))).has('xl/worksheets/sheet4.xml')).toBe(false);
  expect(sheets[2]).toContain('>last<');
});

test('clock changes are applied', async () => {
  const table = openTable(COLUMNS, 'Europe/Lisbon', newTable('CSV'));
  const text = (
    await table.rows([
      [null, null, { at: Date.UTC(2026, 2, 29, 0, 59, 59) / 1000 }],
      [null, null, { at: Date.UTC(2026, 2, 29, 1) / 1000 }],
    ])
  ).toString();
  expect(text).toContain('2026-03-29 00:59:59');
  expect(text).toContain('2026-03-29 02:00:00');
});

describe('texts', () => {
  test('a formula is stored as text, and stays text when the cell is edited', async () => {
    const xml = await part(
      await write('XLSX', [
        [
          ['=HYPERLINK("http://x")', null, null],
          ['+254711000111', null, null],
        ],
      ]),
      'xl/worksheets/sheet1.xml',
    );
    expect(xml).toContain('s="4" t="inlineStr"><is><t xml:space="preserve">=HYPERLINK');
    expect(xml).toContain('<c r="A3" t="inlineStr"><is><t xml:space="preserve">+254711000111');
    expect(xml).not.toContain('<f>');
  });

  test('every text is read back from a workbook unchanged, characters that XML lacks included', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'binary', minLength: 1 }),
            fc.constantFrom('_x0041_', '\r\n', ' a ', '\0', '<&>"', '\ud800', '😀\ufffe'),
          ),
          { minLength: 1, maxLength: 8 },
        ),
        async (texts) => {
          const xml = await part(
            await write('XLSX', [texts.map((text): Cell[] => [text, null, null])]),
            'xl/worksheets/sheet1.xml',
          );
          const found = [...xml.matchAll(/preserve">([^<]*)<\/t>/g)]
            .slice(COLUMNS.length)
            .map((match) =>
              match[1]!
                .replace(
                  /&lt;|&gt;|&amp;/g,
                  (sign) => ({ '&lt;': '<', '&gt;': '>', '&amp;': '&' })[sign]!,
                )
                .replace(/_x([0-9A-F]{4})_/g, (_, hex: string) =>
                  String.fromCharCode(parseInt(hex, 16)),
                ),
            );
          expect(found).toEqual(texts);
          expect(xml).not.toMatch(/[\0-\x08\x0b\x0c\r\x0e-\x1f\ufffe\uffff]/);
        },
      ),
      { numRuns: 100 },
    );
  });
});

test.each(['CSV', 'XLSX'] as const)(
  'a share of nearly all is not all in a file: %s',
  async (format) => {
    const bytes = await write(format, [[[{ share: 99_999 / 100_000 }, { share: 1 / 100_000 }, 1]]]);
    const text =
      format === 'CSV' ? bytes.toString() : await part(bytes, 'xl/worksheets/sheet1.xml');
    expect(text).toContain('0.9999');
    expect(text).toContain('0.0001');
    expect(text).not.toMatch(/0\.99999|0\.00001/);
  },
);

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS, UploadRefused, refusalSentence } from './upload-refused.ts';
import type { RefusalCode } from './upload-refused.ts';
import { countRows, describeFile, openRows } from './rows.ts';
import type { FileSource, Row } from './source.ts';

fc.configureGlobal({ seed: 34 });

/** A file in memory that arrives in chunks of one size. */
function file(content: string | Buffer, chunkBytes = 65_536): FileSource {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return {
    size: bytes.length,
    async *read(start, end) {
      for (let at = start; at < end; at += chunkBytes)
        yield bytes.subarray(at, Math.min(at + chunkBytes, end));
    },
  };
}

const look = (content: string | Buffer, name = 'people.csv') =>
  describeFile(file(content), name, 'KE');

async function read(source: FileSource, name = 'people.csv'): Promise<Row[]> {
  const { layout } = await describeFile(source, name, 'KE');
  const rows: Row[] = [];
  for await (const batch of openRows(source, layout)) rows.push(...batch);
  return rows;
}

const cells = async (content: string | Buffer, name?: string) =>
  (await read(file(content), name)).map((row) => row.cells);

async function refusal(
  reading: Promise<unknown>,
): Promise<{ code: RefusalCode; details: Readonly<Record<string, number>> }> {
  const error = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UploadRefused)) expect.fail(`not refused: ${String(error)}`);
  expect(error.message).not.toMatch(/[{}]/);
  expect(refusalSentence(error.code, error.details, 'pt')).not.toMatch(/[{}]/);
  return { code: error.code, details: error.details };
}

/** A table as spreadsheet programs save it: every cell in quotes. */
const writeCsv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`).join('');

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('encodings', () => {
  const text = 'phone,name\n0712345678,José\n0722345678,Ñandú\n';
  const rows = [
    ['0712345678', 'José'],
    ['0722345678', 'Ñandú'],
  ];

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8', Buffer.from(`\ufeff${text}`)],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['UTF-16LE', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16LE', Buffer.from(text, 'utf16le')],
    ['UTF-16BE', utf16be(`\ufeff${text}`)],
    ['UTF-16BE', utf16be(text)],
  ])('%s', async (encoding, bytes) => {
    const { layout } = await look(bytes);
    expect(layout.text?.encoding).toBe(encoding);
    expect(layout.columns).toEqual(['phone', 'name']);
    expect(await cells(bytes)).toEqual(rows);
  });

  test('Windows-1252 characters that ISO 8859-1 lacks are decoded', async () => {
    expect(await cells(Buffer.from('0712345678,\x93Ol\xe9\x94 \x96 \x80 5', 'latin1'))).toEqual([
      ['0712345678', '“Olé” – € 5'],
    ]);
  });

  test('a list merged from two encodings is read correctly', async () => {
    const bytes = Buffer.concat([
      Buffer.from('0712345678,José\n'),
      Buffer.from('0722345678,José\r\n', 'latin1'),
      Buffer.from('0733345678,中'),
    ]);
    expect((await cells(bytes)).map(([, name]) => name)).toEqual(['José', 'José', '中']);
  });

  test('Windows-1252 far after the sample', async () => {
    const bytes = Buffer.concat([
      Buffer.from('0712345678,plain\n'.repeat(20_000)),
      Buffer.from('0722345678,Jo\xe3o', 'latin1'),
    ]);
    expect((await cells(bytes)).at(-1)).toEqual(['0722345678', 'João']);
  });

  test('stray NUL bytes are dropped, UTF-32 is refused', async () => {
    expect(
      await cells('0712345678,A\0na\n0722345678,Ben and the others of the choir, who sing\0'),
    ).toEqual([
      ['0712345678', 'Ana'],
      ['0722345678', 'Ben and the others of the choir', 'who sing'],
    ]);
    expect((await refusal(look(Buffer.from('fffe00003000000031000000', 'hex')))).code).toBe(
      'ENCODING',
    );
  });
});

describe('layout', () => {
  test.each([',', ';', '\t', '|'])('delimiter %j', async (delimiter) => {
    const text = `phone${delimiter}name${delimiter}city\n0712345678${delimiter}Ana${delimiter}Beira\n0722345678${delimiter}${delimiter}\n`;
    expect((await look(text)).layout.text?.delimiter).toBe(delimiter);
    expect(await cells(text)).toEqual([
      ['0712345678', 'Ana', 'Beira'],
      ['0722345678', '', ''],
    ]);
  });

  test('decimal commas do not hide the semicolon, nor addresses the tab', async () => {
    expect((await look('0712345678;12,5\n0722345678;13,5\n')).layout.text?.delimiter).toBe(';');
    expect(
      (await look('0712345678\tMoi Avenue, 5, Nairobi\n0722345678\tMoi Avenue, 6, Nairobi\n'))
        .layout.text?.delimiter,
    ).toBe('\t');
  });

  test('the separator hint of spreadsheet programs is used and is not a row', async () => {
    const text = 'sep=;\r\nphone;note\r\n0712345678;a,b,c\r\n';
    expect((await look(text)).layout).toMatchObject({
      columns: ['phone', 'note'],
      text: { delimiter: ';' },
    });
    expect(await read(file(text))).toEqual([{ number: 3, cells: ['0712345678', 'a,b,c'] }]);
  });

  test('one number a line', async () => {
    const { layout, suggestedPhoneColumn } = await look(
      '0712 345 678\n+254722345678\n',
      'numbers.txt',
    );
    expect(layout).toMatchObject({
      hasHeader: false,
      columns: ['A'],
      text: { delimiter: null, list: false },
    });
    expect(suggestedPhoneColumn).toBe('A');
    expect(await cells('0712 345 678\n\n+254722345678', 'numbers.txt')).toEqual([
      ['0712 345 678'],
      ['+254722345678'],
    ]);
  });

  test.each(['numbers.txt', 'numbers.csv'])(
    'numbers in one line are a row each (%s)',
    async (name) => {
      const text = '0712345678, 0722345678,0733345678 , 123 4567,\n';
      expect((await look(text, name)).layout).toMatchObject({
        columns: ['A'],
        text: { list: true },
      });
      expect((await read(file(text), name)).map((row) => [row.number, row.cells[0]])).toEqual([
        [1, '0712345678'],
        [2, '0722345678'],
        [3, '0733345678'],
        [4, '123 4567'],
      ]);
    },
  );

  test('a list in one line may be longer than the row limit', async () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `07${10_000_000 + index}`).join(';');
    expect(text.length).toBeGreaterThan(2 * LIMITS.rowCharacters);
    expect(await read(file(text), 'numbers.txt')).toHaveLength(50_000);
  });

  test('two columns of numbers are a table in a CSV', async () => {
    expect((await look('0712345678,0722345678\n0713345678,0723345678\n')).layout).toMatchObject({
      columns: ['A', 'B'],
      text: { list: false },
    });
  });

  test.each([
    ['phone,name\n0712345678,Ana', true],
    ['0712345678,Ana\n0722345678,Ben', false],
    ['Ana,0712345678\nBen,0722345678', false],
    ['07123,Ana\n0722345678,Ben', false],
    ['071234,Ana\n0722345678,Ben', false],
    ['2.54712E+11,Ana\n0722345678,Ben', false],
    ['\n \nsimu\n0712345678', true],
    ['0712345678', false],
    ['phone', true],
  ])('%j: header %s', async (text, hasHeader) => {
    expect((await look(text)).layout.hasHeader).toBe(hasHeader);
  });

  test('columns have unique names, whatever the header', async () => {
    const header = 'Phone, First \n Name ,phone,,PHONE\n'.replace(
      ' First \n Name ',
      '" First \n Name "',
    );
    const { layout } = await look(`${header}0712345678,Ana,1,2,3,4\n`);
    expect(layout.columns).toEqual(['Phone', 'First Name', 'phone 2', 'D', 'PHONE 3', 'F']);
  });

  test('columns that are entirely empty are omitted', async () => {
    expect((await look('phone,name,,\n0712345678,Ana,,\n')).layout.columns).toEqual([
      'phone',
      'name',
    ]);
  });

  test('preview: 5 rows with every column', async () => {
    const rows = Array.from({ length: 9 }, (_, row) => [
      `071234567${row}`,
      'a',
      'b',
      'c',
      'd',
      'e',
    ]);
    const { preview } = await look(`phone,p,q,r,s,t\n0712345678,a\n${writeCsv(rows)}`);
    expect(preview).toEqual([['0712345678', 'a', '', '', '', ''], ...rows.slice(0, 4)]);
  });

  test.each([
    ['id,name,phone\n712345678,Ana,0712345678\n712345679,Ben,0722345678', 'phone'],
    ['name,a,b\nAna,07123,0712345678\nBen,x,0722345678', 'b'],
    ['name,age\nAna,31\nBen,32', null],
    ['name,simu\nAna,\nBen,0722345678\nCleo,', 'simu'],
  ])('%j: phone column %s', async (text, column) => {
    expect((await look(text)).suggestedPhoneColumn).toBe(column);
  });
});

describe('rows', () => {
  test('quotes, doubled quotes, line ends within them, blanks around them', async () => {
    expect(
      await cells('0712345678, "O\'Neil, ""Ann""" ,"two\r\nlines" \n0722345678,5" pipe,"x"y\n'),
    ).toEqual([
      ['0712345678', 'O\'Neil, "Ann"', 'two\r\nlines'],
      ['0722345678', '5" pipe', '"x"y'],
    ]);
  });

  test('rows keep their lengths, empty ones are skipped and still counted', async () => {
    expect(
      await read(
        file('phone,name\r\n\r\n0712345678\r\n,,\r\n0722345678,Ben,more\r\n   \r\n0733345678,Cy'),
      ),
    ).toEqual([
      { number: 3, cells: ['0712345678'] },
      { number: 5, cells: ['0722345678', 'Ben', 'more'] },
      { number: 7, cells: ['0733345678', 'Cy'] },
    ]);
  });

  test.each(['\n', '\r\n', '\r'])('line ends %j', async (end) => {
    expect(
      (await read(file(['phone', '0712345678', '', '0722345678'].join(end)))).map(
        (row) => row.number,
      ),
    ).toEqual([2, 4]);
  });

  test('chunk boundaries do not affect the rows', async () => {
    const texts = [
      '\ufeffphone;name\r\n0712345678;"José ""Zé""\r\nSilva"\r\n\r\n0722345678;中文 😀\r0733345678;x\n\n"0744345678" ;\r\n',
      'sep=|\nphone|name\n0712345678|Ana\n',
      '0712345678, 0722345678,\r\n0733345678',
    ];
    const contents = texts.flatMap((text) => [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(text, 'latin1'),
    ]);
    for (const content of contents) {
      const whole = await read(file(content), 'people.txt');
      expect(whole.length).toBeGreaterThan(0);
      for (let size = 1; size < 8; size++)
        expect(await read(file(content, size), 'people.txt')).toEqual(whole);
      for (let cut = 1; cut < content.length; cut++) {
        const source: FileSource = {
          size: content.length,
          async *read(start, end) {
            if (start < cut) yield content.subarray(start, Math.min(cut, end));
            if (end > cut) yield content.subarray(Math.max(start, cut), end);
          },
        };
        expect(await read(source, 'people.txt')).toEqual(whole);
      }
    }
  });

  test('property: written CSV is read back unchanged', async () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r', ' ', '1', '中') })
      .map((text) => text.trim());
    const table = fc.array(fc.tuple(fc.integer({ min: 10_000_000, max: 99_999_999 }), cell, cell), {
      minLength: 1,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 50 }), async (rows, chunkBytes) => {
        const written = rows.map(([number, ...rest]) => [`07${number}`, ...rest]);
        const text = writeCsv([['phone', 'a', 'b'], ...written]);
        expect((await read(file(text, chunkBytes))).map((row) => row.cells)).toEqual(written);
      }),
    );
  });
});

describe('streaming', () => {
  const lines = 200_000;
  const line = (index: number) => `07${10_000_000 + index},"Wanjiru ${index}",Nairobi West\n`;
  const bytesOf = (from: number, to: number) =>
    Buffer.from(Array.from({ length: to - from }, (_, index) => line(from + index)).join(''));

  test('200,000 rows are read with little of the file in memory', async () => {
    const chunks = Array.from({ length: lines / 1000 }, (_, index) =>
      bytesOf(index * 1000, (index + 1) * 1000),
    );
    const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    let handedOut = 0;
    const source: FileSource = {
      size,
      async *read(_, end) {
        handedOut = 0;
        for (const chunk of chunks) {
          if (handedOut >= end) return;
          handedOut += chunk.length;
          yield chunk;
        }
      },
    };
    const { layout } = await describeFile(source, 'people.csv', 'KE');
    let rows = 0;
    let furthest = 0;
    for await (const batch of openRows(source, layout)) {
      furthest = Math.max(furthest, handedOut / size - rows / lines);
      rows += batch.length;
    }
    expect(rows).toBe(lines);
    expect(furthest).toBeLessThan(0.05);
  });

  test('a reader that stops early closes the file', async () => {
    let closed = 0;
    const source: FileSource = {
      size: 10_000_000,
      async *read(_, end) {
        try {
          for (let at = 0; at < end; at += 65_536) yield bytesOf(0, 1000);
        } finally {
          closed++;
        }
      },
    };
    const { layout } = await describeFile(source, 'people.csv', 'KE');
    for await (const _ of openRows(source, layout)) break;
    await expect.poll(() => closed).toBe(3);
  });

  test('a read failure is not reported as a fault of the file', async () => {
    const source: FileSource = {
      size: 1_000_000,
      async *read() {
        yield bytesOf(0, 1000);
        throw new Error('connection lost');
      },
    };
    const { layout } = await look(bytesOf(0, 10));
    await expect(countRows(source, layout)).rejects.toThrow('connection lost');
  });
});

describe('refusals', () => {
  test.each<[string, string | Buffer, RefusalCode]>([
    ['nothing', '', 'EMPTY'],
    ['blank lines', '\n\n ,, \n', 'EMPTY'],
    ['a byte order mark alone', '\ufeff', 'EMPTY'],
    ['PDF', '%PDF-1.7\n', 'NOT_A_TABLE'],
    ['PNG', Buffer.from('89504e470d0a1a0a', 'hex'), 'NOT_A_TABLE'],
    ['gzip', Buffer.from('1f8b0800', 'hex'), 'NOT_A_TABLE'],
    ['old Excel', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'OLD_EXCEL'],
    ['a web page', '<html><table><tr><td>0712345678', 'NOT_A_TABLE'],
    ['XML', '<?xml version="1.0"?><Workbook>', 'NOT_A_TABLE'],
    ['rich text', '{\\rtf1 0712345678}', 'NOT_A_TABLE'],
    [
      'other bytes',
      Buffer.from(Array.from({ length: 1000 }, (_, index) => (index * 7) % 32)),
      'NOT_A_TABLE',
    ],
  ])('%s', async (_, content, code) => {
    expect((await refusal(look(content))).code).toBe(code);
  });

  test('an unclosed quotation mark, with its row', async () => {
    expect(
      await refusal(read(file('phone,name\n0712345678,Ana\n0722345678,"Ben\n0733345678,Cy\n'))),
    ).toEqual({
      code: 'QUOTE_NOT_CLOSED',
      details: { row: 3 },
    });
  });

  test('a row that is too long, with its number', async () => {
    const text = `0712345678,Ana\n0722345678,"${'Ben\n'.repeat(LIMITS.rowCharacters)}`;
    expect(await refusal(read(file(text)))).toMatchObject({
      code: 'ROW_TOO_LONG',
      details: { row: 2 },
    });
  });

  test.each([
    [
      'a mark never closed, ended by one that begins a later cell',
      'phone\tname\n0712345678\t"Ana\n0722345678\tBen\n0733345678\t"Cy"\n',
    ],
    [
      'a mark never closed, ended by one that ends a later cell',
      'phone\tname\n0712345678\t"Ana\n0722345678\tBen says "hi"\n',
    ],
    ['in one column', 'phone\n"0712345678\n0722345678\n"0733345678\n'],
  ])('rows swallowed by a cell: %s', async (_, text) => {
    expect((await refusal(read(file(text)))).code).toBe('ROWS_IN_A_CELL');
  });

  test('a cell of many blanks is looked through once', async () => {
    const cell = `a\n1${' '.repeat(LIMITS.rowCharacters - 100)}x`;
    expect(await cells(`phone\taddress\n0712345678\t"${cell}\tb"\n`)).toHaveLength(1);
  });

  // A pattern went over the blanks anew from each of them: two and a half minutes for one such row.
  test('a cell of many rows and blanks is looked at once', async () => {
    const cell = `"a\nb,0${' '.repeat(LIMITS.rowCharacters - 100)}x"`;
    const rows = await read(file(`phone,name\n${`0712345678,${cell}\n`.repeat(20)}`));
    expect(rows).toHaveLength(20);
  });

  test('a cell of several lines may hold a number', async () => {
    const text = 'phone,address\n0712345678,"Moi Avenue 5\n00100 Nairobi, Kenya\n0722345678"\n';
    expect(await cells(text)).toEqual([
      ['0712345678', 'Moi Avenue 5\n00100 Nairobi, Kenya\n0722345678'],
    ]);
  });

  test('too many columns, with the row', async () => {
    const text = `phone,name\n0712345678,Ana\n0722345678${',x'.repeat(LIMITS.columns)}\n`;
    expect(await refusal(read(file(text)))).toEqual({
      code: 'TOO_MANY_COLUMNS',
      details: { row: 3, limit: 256 },
    });
  });

  test('a million rows are read and one more is refused; the header does not count', async () => {
    const million = Buffer.concat([
      Buffer.from('phone\n'),
      Buffer.from('0712345678\n'.repeat(LIMITS.rows)),
    ]);
    const { layout } = await describeFile(file(million), 'people.csv', 'KE');
    expect((await countRows(file(million), layout)).rowCount).toBe(LIMITS.rows);
    const more = file(Buffer.concat([million, Buffer.from('0712345678')]));
    expect(await refusal(countRows(more, layout))).toEqual({
      code: 'TOO_MANY_ROWS',
      details: { limit: 1_000_000 },
    });
  });

  test('a file beyond the limit of its kind', async () => {
    const text = file('0712345678\n');
    expect(
      await refusal(describeFile({ ...text, size: LIMITS.textBytes + 1 }, 'a.csv', 'KE')),
    ).toEqual({
      code: 'TOO_LARGE',
      details: { limit: 300 },
    });
    const workbook = file(Buffer.from('504b0304', 'hex'));
    expect(
      await refusal(describeFile({ ...workbook, size: LIMITS.xlsxBytes + 1 }, 'a.xlsx', 'KE')),
    ).toEqual({
      code: 'TOO_LARGE',
      details: { limit: 100 },
    });
  });
});

describe('the row with the names', () => {
  const sheet = 'Customers November;;\n;;\nPhone;Name;Due\n0712345678;Ana;5\n0722345678;Ben;7\n';
  const chosen = (text: string, headerRow: number) =>
    describeFile(file(text), 'people.csv', 'KE', headerRow);
  const dataOf = async ({ layout }: { layout: Parameters<typeof openRows>[1] }, text: string) => {
    const rows: Row[] = [];
    for await (const batch of openRows(file(text), layout)) rows.push(...batch);
    return rows.map(({ number, cells: [first] }) => [number, first]);
  };

  test('a title above the header is no header, and no row', async () => {
    const found = await look(sheet);
    expect(found.layout).toMatchObject({ headerRow: 3, columns: ['Phone', 'Name', 'Due'] });
    expect(found.suggestedPhoneColumn).toBe('Phone');
    expect(await dataOf(found, sheet)).toEqual([
      [4, '0712345678'],
      [5, '0722345678'],
    ]);
    expect(await countRows(file(sheet), found.layout)).toEqual({
      rowCount: 2,
      removedCharacters: 0,
    });
  });

  test('a header of one column stays the first row', async () => {
    expect((await look('Phone\n0712345678\n')).layout).toMatchObject({
      headerRow: 1,
      columns: ['Phone'],
    });
    expect((await look('Phone,Name\nnone,Joe\n0712345678,Ana\n')).layout.headerRow).toBe(1);
  });

  test('a person can choose the header row, and that there is none', async () => {
    const text = 'List 20261123\nPhone,Name\n0712345678,Ana\n';
    const second = await chosen(text, 2);
    expect(second.layout.columns).toEqual(['Phone', 'Name']);
    expect(await dataOf(second, text)).toEqual([[3, '0712345678']]);
    const none = await chosen('Ana,0712345678\nBen,0722345678\n', 0);
    expect(none.layout).toMatchObject({ hasHeader: false, columns: ['A', 'B'] });
    expect(none.preview).toHaveLength(2);
    expect((await refusal(chosen(text, 9))).code).toBe('NO_SUCH_ROW');
  });

  test('its name decides where no number can be sent to', async () => {
    const foreign = 'name,phone number\nAna,+44 7911 123456\nBen,+41 79 123 45 67\n';
    expect((await look(foreign)).suggestedPhoneColumn).toBe('phone number');
    expect((await look('name,phone\nAna,none\nBen,none\n')).suggestedPhoneColumn).toBeNull();
  });
});

test('a stray control character refuses no small list; it is removed and counted', async () => {
  const text = 'phone,name\n0712345678,A\u0001na\n0722345678,B\0en\n';
  const { layout } = await look(text);
  expect(await cells(text)).toEqual([
    ['0712345678', 'Ana'],
    ['0722345678', 'Ben'],
  ]);
  expect(await countRows(file(text), layout)).toEqual({ rowCount: 2, removedCharacters: 2 });
});

import { describe, expect, test } from 'vitest';
import { ROOT, workbook, zip } from '../../../../test/harness/files/workbook.ts';
import type { Part } from '../../../../test/harness/files/workbook.ts';
import { LIMITS, UploadRefused } from './upload-refused.ts';
import type { RefusalCode } from './upload-refused.ts';
import { countRows, describeFile, openRows } from './rows.ts';
import type { FileSource, Row } from './source.ts';
import { isDateFormat } from './xlsx-cells.ts';

function file(bytes: Buffer, chunkBytes = 65_536): FileSource {
  return {
    size: bytes.length,
    async *read(start, end) {
      for (let at = start; at < end; at += chunkBytes)
        yield bytes.subarray(at, Math.min(at + chunkBytes, end));
    },
  };
}

async function read(parts: readonly Part[], chunkBytes?: number): Promise<Row[]> {
  const source = file(zip(parts), chunkBytes);
  const { layout } = await describeFile(source, 'people.xlsx', 'KE');
  const rows: Row[] = [];
  for await (const batch of openRows(source, layout)) rows.push(...batch);
  return rows;
}

/** The cells of the first row of a sheet, beside a phone number that keeps it from being a header. */
async function shown(
  cells: string,
  more?: Parameters<typeof workbook>[1],
): Promise<readonly string[]> {
  const [row] = await read(
    workbook([{ rows: `<row><c><v>254712345678</v></c>${cells}</row>` }], more),
  );
  return row?.cells.slice(1) ?? [];
}

async function refusal(reading: Promise<unknown>): Promise<RefusalCode> {
  const error = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UploadRefused)) expect.fail(`not refused: ${String(error)}`);
  return error.code;
}

const PHONE_ROW = '<row r="1"><c r="A1"><v>254712345678</v></c></row>';

describe('cells', () => {
  test('shared, inline and computed texts, rich ones without their phonetic reading', async () => {
    const texts =
      '<si><t>Ana &amp; Zé</t></si><si><r><t>Wan</t></r><r><t xml:space="preserve">jiru </t></r><rPh><t>x</t></rPh></si><si/><si><t>a_x000D_b_x0000__x0001__x001F_</t></si><si><t>_xD83D__xDE00_c_xD83D_</t></si>';
    const cells =
      '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>3</v></c><c t="s"><v>4</v></c><c t="inlineStr"><is><t> in </t></is></c><c t="str"><f>A1&amp;"x"</f><v>out</v></c>';
    expect(await shown(cells, { texts })).toEqual([
      'Ana & Zé',
      'Wanjiru',
      '',
      'a\rb',
      '😀c\ufffd',
      'in',
      'out',
    ]);
  });

  test.each([
    ['254712345678', '254712345678'],
    ['2.54712345678E11', '254712345678'],
    ['712345678.0', '712345678'],
    ['0.30000000000000004', '0.3'],
    ['1234.5600000000001', '1234.56'],
    ['1E-5', '0.00001'],
    ['-1.5E+3', '-1500'],
    ['1E22', '10000000000000000000000'],
  ])('number %s is shown as %s', async (value, text) => {
    expect(await shown(`<c><v>${value}</v></c>`)).toEqual([text]);
  });

  test('booleans and errors', async () => {
    expect(
      await shown('<c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c>'),
    ).toEqual(['TRUE', 'FALSE', '#N/A']);
  });

  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="[$-409]d/m/yy;@"/><numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/><numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="22"/></cellXfs>';

  test.each([
    [0, '46086', '46086'],
    [1, '46086', '2026-03-05'],
    [2, '46086', '2026-03-05'],
    [3, '46086', '46086'],
    [4, '0.5', '12:00:00'],
    [5, '46086.588298611', '2026-03-05 14:07:09'],
    [5, '46086.9999999', '2026-03-06'],
    [1, '1', '1900-01-01'],
    [1, '59', '1900-02-28'],
    [1, '61', '1900-03-01'],
    [1, '-5', '-5'],
    [1, '99999999999', '99999999999'],
  ])('style %d: %s is %s', async (style, value, text) => {
    expect(await shown(`<c s="${style}"><v>${value}</v></c>`, { styles })).toEqual([text]);
  });

  // The pattern that reads it looks for the end of each bracket: of this one it would take an hour.
  test('a format of a megabyte of brackets is read as far as programs allow one', async () => {
    const code = Array.from({ length: 200_000 }, (_, at) => `[${(at * 7919) % 9973}`).join('');
    const long = `<numFmts><numFmt numFmtId="164" formatCode="${code}d/m/yy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`;
    expect(await shown('<c s="1"><v>46086</v></c>', { styles: long })).toEqual(['46086']);
  });

  test('days may count from 1904; a date may be written as one', async () => {
    const properties = '<workbookPr date1904="1"/>';
    expect(
      await shown('<c s="1"><v>44624</v></c><c t="d"><v>2026-03-05</v></c>', {
        styles,
        properties,
      }),
    ).toEqual(['2026-03-05', '2026-03-05']);
  });
});

describe('sheets', () => {
  test('the first visible non-empty sheet', async () => {
    const rows = await read(
      workbook([
        { rows: '<row r="1"><c r="A1"><v>1</v></c></row>', state: 'hidden' },
        { rows: '<row r="1"><c r="A1" s="1"/></row><row r="2"/>' },
        { rows: PHONE_ROW },
        { rows: '<row r="1"><c r="A1"><v>2</v></c></row>' },
      ]),
    );
    expect(rows).toEqual([{ number: 1, cells: ['254712345678'] }]);
  });

  test('gaps between cells and rows keep their positions, references may be missing', async () => {
    const rows = await read(
      workbook([
        {
          rows:
            '<row r="2"><c r="B2" t="inlineStr"><is><t>phone</t></is></c></row>' +
            '<row r="5"><c r="B5"><v>254712345678</v></c><c r="D5"><v>4</v></c></row>' +
            '<row><c/><c><v>254722345678</v></c></row>',
        },
      ]),
    );
    expect(rows).toEqual([
      { number: 5, cells: ['', '254712345678', '', '4'] },
      { number: 6, cells: ['', '254722345678'] },
    ]);
  });

  test('layout as for any table', async () => {
    const texts = '<si><t>Name</t></si><si><t>Simu</t></si><si><t>Ana</t></si>';
    const rows =
      '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c t="s"><v>2</v></c><c><v>712345678</v></c></row>';
    expect(await describeFile(file(zip(workbook([{ rows }], { texts }))), 'x', 'KE')).toEqual({
      layout: {
        format: 'XLSX',
        text: null,
        hasHeader: true,
        headerRow: 1,
        columns: ['Name', 'Simu'],
      },
      preview: [['Ana', '712345678']],
      suggestedPhoneColumn: 'Simu',
    });
  });

  test('prefixed names, stored parts, and the same rows for any chunks', async () => {
    const parts = workbook([{ rows: PHONE_ROW }]).map((part) => ({
      ...part,
      stored: true,
      content: String(part.content).replace(/<(\/?)(?=[a-z])/g, '<$1x:'),
    }));
    for (const chunkBytes of [1, 2, 3, 7, 65_536]) {
      expect(await read(parts, chunkBytes)).toEqual([{ number: 1, cells: ['254712345678'] }]);
    }
  });

  test('200,000 rows are read with little of the file in memory', async () => {
    const total = 200_000;
    const rows = Array.from(
      { length: total },
      (_, index) =>
        `<row r="${index + 1}"><c r="A${index + 1}"><v>2547${(index * 7_919_317) % 100_000_000}</v></c></row>`,
    );
    const parts = workbook([{ rows: rows.join('') }]);
    // The sheet first, so that reading it goes through the file from its beginning.
    parts.sort(
      (a, b) => Number(b.name.includes('worksheets')) - Number(a.name.includes('worksheets')),
    );
    const bytes = zip(parts);
    const whole = file(bytes);
    let handedOut = 0;
    const source: FileSource = {
      size: whole.size,
      async *read(start, end) {
        handedOut = 0;
        for await (const chunk of whole.read(start, end)) {
          handedOut += chunk.length;
          yield chunk;
        }
      },
    };
    const { layout } = await describeFile(source, 'people.xlsx', 'KE');
    let count = 0;
    let furthest = 0;
    for await (const batch of openRows(source, layout)) {
      furthest = Math.max(furthest, handedOut / source.size - count / total);
      count += batch.length;
    }
    expect(count).toBe(total);
    expect(furthest).toBeLessThan(0.3);
  });
});

describe('refusals', () => {
  const sheet = (rows: string) => workbook([{ rows }]);

  test.each<[string, Part[], RefusalCode]>([
    ['an archive that is no workbook', [{ name: 'a.txt', content: '0712345678' }], 'NOT_A_TABLE'],
    [
      'an archive of archives',
      [{ name: 'lib 0.zip', content: zip([{ name: 'lib 1.zip', content: 'x' }]) }],
      'NOT_A_TABLE',
    ],
    [
      'a text document',
      [ROOT, { name: 'xl/workbook.xml', content: '<w:document/>' }],
      'NOT_A_TABLE',
    ],
    ['sheets without anything', sheet('<row r="1"/>'), 'EMPTY'],
    [
      'XML that breaks off',
      [
        ...sheet(PHONE_ROW).slice(0, 3),
        { name: 'xl/worksheets/0.xml', content: '<worksheet><sheetData><row>' },
      ],
      'DAMAGED',
    ],
    ['a text that is not there', sheet('<row><c t="s"><v>7</v></c></row>'), 'DAMAGED'],
    ['no place to put a cell', sheet('<row><c r="7"><v>7</v></c></row>'), 'DAMAGED'],
    ['a cell far to the right', sheet('<row><c r="XFD1"><v>7</v></c></row>'), 'TOO_MANY_COLUMNS'],
    [
      'a row beyond what a sheet has',
      sheet('<row r="1048577"><c><v>7</v></c></row>'),
      'TOO_MANY_ROWS',
    ],
    [
      'a text longer than a row',
      sheet(`<row><c t="str"><v>${'x'.repeat(LIMITS.rowCharacters + 1)}</v></c></row>`),
      'ROW_TOO_LONG',
    ],
    [
      'entities that grow (billion laughs)',
      [
        ...sheet(PHONE_ROW).slice(0, 3),
        {
          name: 'xl/worksheets/0.xml',
          content: '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>',
        },
      ],
      'HAS_DOCTYPE',
    ],
    [
      'a part that claims another size',
      sheet(PHONE_ROW).map((part) => ({ ...part, claimedSize: 10 })),
      'DAMAGED',
    ],
    [
      'many parts',
      [
        ...sheet(PHONE_ROW),
        ...Array.from({ length: 61 }, (_, index) => ({ name: `${index}`, content: '' })),
      ],
      'TOO_MANY_PARTS',
    ],
  ])('%s', async (_, parts, code) => {
    expect(await refusal(read(parts))).toBe(code);
  });

  test('a part that inflates a thousandfold is abandoned early', async () => {
    const parts = sheet(PHONE_ROW + '<row></row>'.repeat(2_000_000));
    const { size } = file(zip(parts));
    expect(size).toBeLessThan(100_000);
    expect(await refusal(read(parts))).toBe('INFLATES_TOO_MUCH');
  });

  test('an endless tag does not fill the memory', async () => {
    const noise = Buffer.from(
      Array.from({ length: 3_000_000 }, (_, index) => 97 + ((index * index) % 23)),
    );
    const parts = [
      ...sheet(PHONE_ROW).slice(0, 3),
      {
        name: 'xl/worksheets/0.xml',
        content: Buffer.concat([Buffer.from('<worksheet a="'), noise]),
        stored: true,
      },
    ];
    expect(await refusal(read(parts))).toBe('DAMAGED');
  });

  test('cut off anywhere', async () => {
    const bytes = zip(sheet(PHONE_ROW));
    for (let length = 4; length < bytes.length; length += 13) {
      expect(await refusal(describeFile(file(bytes.subarray(0, length)), 'x', 'KE'))).toBe(
        'DAMAGED',
      );
    }
  });

  test('any changed byte gives rows or a refusal, never a fault', async () => {
    const bytes = zip(sheet(PHONE_ROW));
    for (let at = 4; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      const outcome = await describeFile(file(changed), 'x', 'KE').then(
        ({ layout }) =>
          countRows(file(changed), layout).then(
            ({ rowCount }) => rowCount,
            (error: unknown) => error,
          ),
        (error: unknown) => error,
      );
      if (typeof outcome !== 'number') expect(outcome).toBeInstanceOf(UploadRefused);
    }
  });

  test('a read failure is not reported as a fault of the file', async () => {
    const whole = file(zip(sheet(PHONE_ROW)));
    const { layout } = await describeFile(whole, 'x', 'KE');
    let reads = 0;
    const source: FileSource = {
      size: whole.size,
      async *read(start, end) {
        if (++reads === 4) throw new Error('connection lost');
        yield* whole.read(start, end);
      },
    };
    await expect(countRows(source, layout)).rejects.toThrow('connection lost');
  });
});

test('a number format without end is no date, and read at once', () => {
  expect(isDateFormat('['.repeat(1_000_000))).toBe(false);
  expect(isDateFormat('[$-409]d/m/yy;@')).toBe(true);
});

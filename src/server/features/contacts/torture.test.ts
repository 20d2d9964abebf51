// Files as they come from people, and from whoever wishes us ill: contacts and send-from-file answer alike, with rows or with
// one clear sentence, and keep nothing of what they refuse.
import { deflateRawSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { call, messenger } from '../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { workbook, zip } from '../../../../test/harness/files/workbook.ts';
import { sms } from '../../../contract/api/campaign-sending.ts';
import { contactImports } from '../../../contract/api/contact-imports.ts';
import { campaignRoutes } from '../campaigns/campaigns.api.ts';
import type { Refusal } from '../../infra/errors.ts';
import { openPageTokens } from '../../infra/database/pages.ts';
import { importRoutes } from './imports/imports.api.ts';

const db = await createTestDatabase();
const database = open(db);
const as: Caller = {
  clientId: await addClient(database, { parentId: null }),
  accessLevel: 'ADMINISTRATOR',
  path: '1.',
};
const stand = { database, tokens: openPageTokens(Buffer.alloc(32)) };
const routes = [...importRoutes(stand), ...campaignRoutes({ ...stand, messenger })];

const TABLE = 'Phone;Name\n0712345678;Zoë\n0712345679;João\n';
const utf16 = (text: string, big: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return big ? bytes.swap16() : bytes;
};
const cell = (reference: string, text: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const sheet = (rows: string, after = '') =>
  workbook([{ rows }]).map((part) =>
    part.name.startsWith('xl/worksheets/')
      ? { ...part, content: String(part.content).replace('</sheetData>', `</sheetData>${after}`) }
      : part,
  );
const MERGED = sheet(
  `<row r="1">${cell('A1', 'Phone')}${cell('B1', 'Name')}</row><row r="2">${cell('A2', '0712345678')}${cell('B2', 'Zoë')}</row><row r="3">${cell('A3', '0712345679')}<c r="B3"/></row>`,
  '<mergeCells count="1"><mergeCell ref="B2:B3"/></mergeCells>',
);
const FORMULAS = sheet(
  `<row r="1">${cell('A1', 'Phone')}${cell('B1', 'Name')}</row><row r="2"><c r="A2"><f>254712345600+78</f><v>254712345678</v></c><c r="B2" t="str"><f>HYPERLINK("http://x","y")</f><v>y</v></c></row>`,
);
const BOMB = sheet(`<row><c><v>254712345678</v></c></row>${'<row></row>'.repeat(2_000_000)}`);

type Told = { rows: number; columns: string[] };
const READ: [what: string, fileName: string, content: Buffer, told: Told][] = [
  [
    'a byte order mark',
    'a.csv',
    Buffer.from(`\ufeff${TABLE}`),
    { rows: 2, columns: ['Phone', 'Name'] },
  ],
  [
    'UTF-16, little end first',
    'a.csv',
    utf16(TABLE, false),
    { rows: 2, columns: ['Phone', 'Name'] },
  ],
  ['UTF-16, big end first', 'a.csv', utf16(TABLE, true), { rows: 2, columns: ['Phone', 'Name'] }],
  ['Windows-1252', 'a.csv', Buffer.from(TABLE, 'latin1'), { rows: 2, columns: ['Phone', 'Name'] }],
  [
    'commas, and quotes with commas, quotes and line ends in them',
    'a.csv',
    Buffer.from('Phone,Name\r\n0712345678,"Zoë, ""the"" first\r\nof two"\r\n'),
    { rows: 1, columns: ['Phone', 'Name'] },
  ],
  [
    'tabs under the name of a spreadsheet',
    'a.xlsx',
    Buffer.from(TABLE.replaceAll(';', '\t')),
    { rows: 2, columns: ['Phone', 'Name'] },
  ],
  [
    'a workbook under the name of a list',
    'a.csv',
    zip(MERGED),
    { rows: 2, columns: ['Phone', 'Name'] },
  ],
  [
    'cells that would run',
    'a.csv',
    Buffer.from('Phone;Name\n0712345678;=HYPERLINK("http://x")\n+254712345679;@SUM(1)\n'),
    { rows: 2, columns: ['Phone', 'Name'] },
  ],
  [
    'formulas, read as what they came to',
    'a.xlsx',
    zip(FORMULAS),
    { rows: 1, columns: ['Phone', 'Name'] },
  ],
  [
    'ragged rows and empty lines',
    'a.csv',
    Buffer.from('Phone,Name,Town\n0712345678\n\n0712345679,Zoë,Thika,more,still more\n'),
    { rows: 2, columns: ['Phone', 'Name', 'Town', 'D', 'E'] },
  ],
  [
    'a header and nothing under it',
    'a.csv',
    Buffer.from('Phone,Name\n'),
    { rows: 0, columns: ['Phone', 'Name'] },
  ],
  [
    'numbers alone',
    'a.txt',
    Buffer.from('0712345678\n0712345679\n0712345670'),
    { rows: 3, columns: ['A'] },
  ],
];

test.each(READ)('%s is read', async (_what, fileName, content, { rows, columns }) => {
  const file = () => ({ file: { fileName, stream: Readable.from([content]) } });
  const contacts = await call(routes, contactImports.upload, as, {}, file());
  const recipients = await call(routes, sms.fromFileStep1, as, {}, file());
  expect(contacts).toMatchObject({ rowCount: rows, columns });
  expect(recipients).toMatchObject({ rowCount: rows, columns, rows: contacts.rows });
});

const REFUSED: [what: string, fileName: string, content: Buffer, sentence: string][] = [
  ['nothing', 'a.csv', Buffer.alloc(0), 'This file is empty.'],
  ['blanks', 'a.csv', Buffer.from(' \n\n;;;\n'), 'This file is empty.'],
  [
    'a document',
    'a.csv',
    Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'),
    'This is not a table',
  ],
  [
    'a web page under the name of a spreadsheet',
    'a.xls',
    Buffer.from('<html><table><tr><td>0712345678</td></tr></table></html>'),
    'This is not a table',
  ],
  ['the old Excel format', 'a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old Excel format'],
  ['an archive', 'a.xlsx', zip([{ name: 'a.txt', content: TABLE }]), 'This is not a table'],
  [
    'a workbook that is cut off',
    'a.xlsx',
    zip(MERGED).subarray(0, 900),
    'This workbook is damaged',
  ],
  ['a bomb', 'a.xlsx', zip(BOMB), 'This workbook unpacks to far more than its size'],
  [
    'a bomb that lies about its size',
    'a.xlsx',
    zip(BOMB.map((part) => ({ ...part, claimedSize: 1000 }))),
    'This workbook',
  ],
  [
    'a quotation mark never closed',
    'a.csv',
    Buffer.from('Phone,Name\n0712345678,"Zoë\n'),
    'A quotation mark opened in row 2 is not closed',
  ],
  [
    'more columns than a list of people has',
    'a.csv',
    Buffer.from(`Phone\n0712345678${',x'.repeat(300)}\n`),
    'has more than 256 columns',
  ],
  ['compressed bytes', 'a.csv', deflateRawSync(Buffer.from(TABLE.repeat(500))), ''],
];

test.each(REFUSED)(
  '%s is refused with a reason, and nothing of it is stored',
  async (_what, fileName, content, sentence) => {
    for (const endpoint of [contactImports.upload, sms.fromFileStep1] as const) {
      await db.query('delete from file_part');
      await db.query('delete from upload');
      const refusal = await call(
        routes,
        endpoint,
        as,
        {},
        { file: { fileName, stream: Readable.from(content.length === 0 ? [] : [content]) } },
      ).then(
        () => undefined,
        (error: Refusal) => error,
      );
      expect(refusal).toMatchObject({ code: 'FILE_REFUSED', status: 422 });
      expect(String(refusal!.values['reason'])).toContain(sentence);
      expect(
        await db.query('select id from upload union all select file_id from file_part'),
      ).toEqual([]);
    }
  },
);

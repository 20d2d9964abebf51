// The files for spreadsheets, and what a stranger could put into them: a sender's reply, a contact's name, a carrier's word.
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { CSV_START, csvLine } from '../../../src/contract/shared/csv.ts';
import type { Incoming, Message } from '../../../src/contract/api/messages.ts';
import { fileLine } from '../../../src/server/features/campaigns/progress/file.rules.ts';
import { refusedLine } from '../../../src/server/features/campaigns/prepare/refused.rules.ts';
import {
  contactCells,
  contactColumns,
  optOutLine,
} from '../../../src/server/features/contacts/export.rules.ts';
import {
  importRefusedHeader,
  importRefusedLine,
} from '../../../src/server/features/contacts/imports/import-refused.rules.ts';
import { newTable, openTable } from '../../../src/server/core/files/table.ts';
import { receivedLine, sentLine } from '../../../src/server/features/messages/export.rules.ts';
import { csvOf } from '../../../src/web/ui/data-table/listExport.ts';
import { sources } from '../../architecture/sources.ts';
import { FORMULA_PAYLOADS as PAYLOADS, mayRun } from '../../harness/files/formulas.ts';

const message = (x: string) =>
  ({
    messageId: x,
    campaignName: x,
    clientName: x,
    senderId: x,
    destination: x,
    text: x,
    country: x,
    network: x,
    carrierMessageId: x,
    status: x,
    carrierStatus: x,
    errorCode: x,
    segments: 1,
    units: 1,
    unitsHeld: 0,
    unitsCharged: 1,
    unitsRefunded: 0,
    createTimestamp: 1,
    submitTimestamp: 2,
    doneTimestamp: null,
  }) as unknown as Message;
const incoming = (x: string) =>
  ({
    messageId: x,
    clientName: x,
    source: x,
    senderId: x,
    text: x,
    receiveTimestamp: 1,
  }) as unknown as Incoming;
const contact = (x: string) =>
  ({
    phone: '254711000111',
    firstName: x,
    lastName: x,
    otherNames: x,
    email: x,
    attributes: { [x]: x },
    optedOutAt: null,
  }) as unknown as Parameters<typeof contactCells>[0];
const ofCampaign = (x: string) =>
  fileLine(
    {
      text: x,
      replaceLookalikes: false,
      clauses: null,
      operatorSenders: null,
      status: 'COMPLETED',
      unitsHeld: 1n,
    },
    (text) => text,
  ).message(
    {
      id: x,
      destination: '254711000111',
      text: x,
      status: 10,
      states: [],
      carrierStatus: x,
      errorCode: x,
      segments: 1,
      units: 1n,
      country: x,
      network: 0,
      submittedAt: null,
      doneAt: null,
    } as unknown as Parameters<ReturnType<typeof fileLine>['message']>[0],
    { unitsHeld: 0, unitsCharged: 1, unitsRefunded: 0 },
  );

/** Every file that the product writes, as the lines for a text that stands wherever somebody else's may. */
const EXPORTS: Record<string, (payload: string) => string | Promise<string>> = {
  'sent messages': (x) => sentLine(message(x)),
  'incoming messages': (x) => receivedLine(incoming(x)),
  'a campaign': ofCampaign,
  'refused rows of a campaign': (x) =>
    refusedLine(
      { rowNo: 1, value: x, reason: `NO_VALUE:${x}` } as Parameters<typeof refusedLine>[0],
      'en',
    ),
  contacts: async (x) =>
    (
      await openTable(contactColumns([x], 'en'), 'UTC', newTable('CSV')).rows([
        contactCells(contact(x), [x], [x]),
      ])
    ).toString('utf8'),
  'opt-outs': (x) =>
    optOutLine({
      destination: '254711000111',
      source: x,
      note: x,
      at: new Date(0),
    } as unknown as Parameters<typeof optOutLine>[0]),
  'refused rows of an import': (x) =>
    importRefusedHeader([x], 'en') +
    importRefusedLine({ rowNo: 1, cells: [x], reason: x }, [x], 'en'),
  'the rows of a list': (x) =>
    csvOf([x], x, (row) => row, [{ key: 'a', label: x, cell: (row: string) => row }], {
      exact: String,
      statusWord: String,
    }),
  'a report': async (x) =>
    (await openTable([{ heading: x, width: 1 }], 'UTC', newTable('CSV')).rows([[x]])).toString(
      'utf8',
    ),
};

describe.each(Object.entries(EXPORTS))('%s', (_name, write) => {
  test.each(PAYLOADS)('%j runs nowhere', async (payload) => {
    const cells: string[] = parse(await write(payload), {
      bom: true,
      relax_column_count: true,
      record_delimiter: '\r\n',
    }).flat();
    expect(cells.filter(mayRun)).toEqual([]);
    expect(cells.some((cell) => cell === payload || cell === `'${payload}`)).toBe(true);
  });

  test('phone numbers and figures stay readable', async () => {
    const cells: string[] = parse(await write('+254711000111'), {
      bom: true,
      relax_column_count: true,
      record_delimiter: '\r\n',
    }).flat();
    expect(cells).toContain('+254711000111');
    expect(cells).not.toContain("'+254711000111");
  });
});

test('a workbook stores texts as texts', async () => {
  const table = openTable([{ heading: 'x', width: 1 }], 'UTC', newTable('XLSX'));
  await table.rows(PAYLOADS.map((payload) => [payload]));
  // Nothing in it has a form for formulas: the writer knows texts, figures, moments and shares.
  expect(
    sources('src/server/core/files').find(({ path }) => path.endsWith('/table.ts'))!.text,
  ).not.toMatch(/<f>|t="str"/);
});

test('lines for spreadsheets are formatted in one place', () => {
  const makers = sources('src')
    .filter(
      ({ path, text }) =>
        path !== 'src/contract/shared/csv.ts' && /join\(['"][,;]['"]\)\}?(\\r)?\\n/.test(text),
    )
    .map(({ path }) => path);
  expect(makers).toEqual([]);
  const answering = sources('src/server')
    .filter(({ text }) => text.includes('text/csv'))
    .map(({ path, text }) => [path, /csvLine|[a-z]+(Line|Header|Lines)\(|REPORT_TYPES/.test(text)]);
  expect(answering.length).toBeGreaterThan(5);
  expect(answering.filter(([, made]) => !made)).toEqual([]);
  expect(CSV_START + csvLine(['=x'])).toBe("\ufeff'=x\r\n");
});

import { expect, test } from 'vitest';
import { DASH, Time } from '../figures/figures.tsx';
import { edgeBelow, hiddenBelow, isInFile, isShown, listName, readChoice } from './listColumns.ts';
import { csvOf, fileNameOf, textOf } from './listExport.ts';
import { StatusChip } from '../figures/StatusChip.tsx';

const words = {
  exact: (timestamp: number) => `at ${timestamp}`,
  statusWord: (status: string) => status.toLowerCase(),
};
const Drawn = () => <svg />;

test.each([
  ['text', 'text'],
  [12, '12'],
  [DASH, ''],
  [null, ''],
  [false, ''],
  [<b key="b">bold</b>, 'bold'],
  [['a', <i key="i">b</i>], 'ab'],
  [<Time key="t" at={5} />, 'at 5'],
  [<Time key="n" at={null} />, ''],
  [<StatusChip key="s" status="ACTIVE" />, 'active'],
  [<StatusChip key="o" status="EXPIRED" word="Operator late" />, 'Operator late'],
  [
    <span key="d">
      <Drawn />
    </span>,
    undefined,
  ],
  [<Drawn key="w" />, undefined],
])('a cell says %#', (node, said) => {
  expect(textOf(node, words)).toBe(said);
});

test('the file has the name and each readable column, plain numbers, and no formula', () => {
  const rows = [
    { name: '=cmd()', phone: '+254711000111', units: 12_400.5 },
    { name: 'a, b', phone: '-', units: -3 },
  ];
  const csv = csvOf(
    rows,
    'Name',
    ({ name }) => name,
    [
      { key: 'phone', label: 'Phone', cell: ({ phone }) => phone },
      { key: 'drawn', label: 'Progress', cell: () => <Drawn /> },
      { key: 'units', label: 'Units', cell: () => '12,400.5', value: ({ units }) => units },
    ],
    words,
  );
  expect(csv).toBe('\ufeffName,Phone,Units\r\n\'=cmd(),+254711000111,12400.5\r\n"a, b",\'-,-3\r\n');
});

test('a file is named after its list and the day', () => {
  expect(fileNameOf('Sent: messages', new Date('2026-11-21T10:00:00Z'))).toBe(
    'Sent messages 2026-11-21.csv',
  );
});

test('a column is shown as chosen, otherwise if there is room', () => {
  expect([500, 900].map((width) => isShown({ key: 'a', from: 700 }, {}, width))).toEqual([
    false,
    true,
  ]);
  expect(isShown({ key: 'a', from: 700 }, { a: true }, 100)).toBe(true);
  expect(isShown({ key: 'a' }, { a: false }, 2000)).toBe(false);
});

test('a column for no width is hidden in every table and menu until it is chosen, and stands in files unless it is left out', () => {
  const column = { key: 'a', from: Infinity };
  expect(hiddenBelow(Infinity)).toEqual({ display: 'none' });
  expect([2000, Infinity].map((width) => isShown(column, {}, width))).toEqual([false, false]);
  expect(isShown(column, { a: true }, 500)).toBe(true);
  expect(isInFile(column, {}, 500)).toBe(true);
  expect(isInFile(column, { a: true }, 500)).toBe(true);
  expect(isInFile(column, { a: false }, 500)).toBe(false);
  expect([400, 700].map((width) => isInFile({ key: 'a', from: 500 }, {}, width))).toEqual([
    false,
    true,
  ]);
  expect(hiddenBelow(700)).toEqual({ '@container (max-width: 699.98px)': { display: 'none' } });
  expect(hiddenBelow(undefined)).toEqual({});
});

test('the last column that there is room for stands as far from the edge as the last of all', () => {
  const edge = { paddingRight: '20px' };
  expect(
    edgeBelow(
      [
        { key: 'a', from: 900 },
        { key: 'b', from: 700 },
      ],
      {},
    ),
  ).toEqual({
    '@container (max-width: 699.98px)': edge,
  });
  expect(edgeBelow([{ key: 'a', from: Infinity }], {})).toEqual(edge);
  expect(edgeBelow([{ key: 'a', from: 900 }, { key: 'b' }], {})).toEqual({});
  expect(edgeBelow([{ key: 'a', from: 900 }], { a: true })).toEqual({});
  expect(edgeBelow([], {})).toEqual({});
});

test('one list has one name for all its rows', () => {
  const columns = [{ key: 'status' }, { key: 'units' }];
  expect(listName('/dashboard/clients/view/0190a000-0000-7000-8000-000000000001', columns)).toBe(
    'dashboard/clients/view:status,units',
  );
  expect(listName('/dashboard/clients', columns)).not.toBe(
    listName('/dashboard/campaigns', columns),
  );
});

test.each([[null], [undefined], ['text'], [[1]], [{ a: 1 }]])(
  'stored as %j selects nothing',
  (stored) => {
    expect(readChoice(stored)).toEqual({});
  },
);

import { expect, test } from 'vitest';
import type { ClientNode } from '../../../contract/api/client-fields.ts';
import { branchesOf, countOf, lineBeginning, linesMatching, linesOf, parentLine } from './tree.ts';

const node = (clientName: string, ...clients: ClientNode[]): ClientNode => ({
  clientId: clientName,
  clientName,
  accessLevel: 'CLIENT',
  clientStatus: 'ACTIVE',
  smsBalance: 0,
  messagesLast30Days: 0,
  clients,
});
const roots = [
  node(
    'Platform',
    node('Amani', node('Baraka'), node('José')),
    node('Zuri', node('Baraka Two', node('Deep'))),
    node('Alone'),
  ),
];
const drawn = (lines: ReturnType<typeof linesOf>) =>
  lines.map(
    ({ node: { clientName }, level, open }) =>
      `${'  '.repeat(level - 1)}${open ? '-' : '+'}${clientName}`,
  );

test('a closed node hides its descendants', () => {
  expect(drawn(linesOf(roots, () => false))).toEqual(['+Platform']);
  expect(drawn(linesOf(roots, (id) => id === 'Platform' || id === 'Zuri'))).toEqual([
    '-Platform',
    '  +Amani',
    '  -Zuri',
    '    +Baraka Two',
    '  +Alone',
  ]);
});

test('a row knows its position among its siblings', () => {
  const lines = linesOf(roots, (id) => id === 'Platform');
  expect(lines.map(({ position, siblings }) => [position, siblings])).toEqual([
    [1, 1],
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
});

test('a search shows matches and their ancestors, ignoring case and accents', () => {
  const { lines, found } = linesMatching(roots, 'BARAKA');
  expect(drawn(lines)).toEqual([
    '-Platform',
    '  -Amani',
    '    +Baraka',
    '  -Zuri',
    '    +Baraka Two',
  ]);
  expect(found).toBe(2);
  expect(
    lines.filter(({ matches }) => matches).map(({ node: { clientName } }) => clientName),
  ).toEqual(['Baraka', 'Baraka Two']);
  expect(linesMatching(roots, 'jose').found).toBe(1);
  expect(linesMatching(roots, 'nobody')).toEqual({ lines: [], found: 0 });
});

test('counts all nodes, and knows all that can be opened', () => {
  expect(countOf(roots)).toBe(8);
  expect(branchesOf(roots)).toEqual(['Platform', 'Amani', 'Zuri', 'Baraka Two']);
});

test('the row above, and the next that begins with a letter', () => {
  const lines = linesOf(roots, () => true);
  expect(parentLine(lines, 3)).toBe(1);
  expect(parentLine(lines, 0)).toBe(-1);
  expect(lineBeginning(lines, 0, 'b')).toBe(2);
  expect(lineBeginning(lines, 2, 'b')).toBe(5);
  expect(lineBeginning(lines, 5, 'b')).toBe(2);
  expect(lineBeginning(lines, 0, 'x')).toBe(-1);
});

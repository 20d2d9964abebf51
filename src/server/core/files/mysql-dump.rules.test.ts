import { expect, test } from 'vitest';
import { createdColumns, listDumpedTables, readDumpedRows } from './mysql-dump.rules.ts';

const cellsOf = (dump: string, wanted = 'users') =>
  [...readDumpedRows(dump, (table) => table === wanted)].map(({ cells }) => cells);

test('quoted values are read with their escapes, whatever their length', () => {
  const long = 'x'.repeat(1_000_000);
  expect(
    cellsOf(
      `INSERT INTO \`users\` VALUES (1,'it''s','a\\'b\\\\','\\n\\0',NULL,''),(2,'${long}','','(,);',' ','q''''');`,
    ),
  ).toEqual([
    ['1', "it's", "a'b\\", '\n', '', ''],
    ['2', long, '', '(,);', ' ', "q''"],
  ]);
});

test('a NUL that is not escaped is in no cell', () => {
  expect(cellsOf("INSERT INTO users VALUES ('A\0na','a\\0b',1\0,'');")).toEqual([
    ['Ana', 'ab', '1', ''],
  ]);
});

test('statements within a value are none', () => {
  const trap = `x\nINSERT INTO \`users\` VALUES (9);\nCREATE TABLE \`users\` (\n  \`trap\` int\n);\nINSERT INTO \`traps\` VALUES (1);\n`;
  const dump = `INSERT INTO \`templates\` VALUES (1,'it''s ${trap}'),(2,'\\'${trap}');
CREATE TABLE \`users\` (
  \`uid\` int,
  \`name\` text
);
INSERT INTO \`users\` VALUES (1,'Ana'),(2,'${trap}');
INSERT INTO \`users\` (\`uid\`, \`name\`) VALUES (3,'Zé');
`;
  expect(cellsOf(dump)).toEqual([
    ['1', 'Ana'],
    ['2', trap],
    ['3', 'Zé'],
  ]);
  expect([...readDumpedRows(dump, (table) => table === 'users')].at(-1)?.named).toEqual([
    'uid',
    'name',
  ]);
  expect(createdColumns(dump, (table) => table === 'users')).toEqual(['uid', 'name']);
  expect(listDumpedTables(dump)).toEqual(['templates', 'users']);
});

// Each beginning that reads on to the end of the file would take minutes.
test('lists of columns that never end take no longer than their lines', () => {
  const dump = `${'INSERT INTO a (b\n'.repeat(300_000)}INSERT INTO users VALUES (1);\n`;
  expect(cellsOf(dump)).toEqual([['1']]);
});

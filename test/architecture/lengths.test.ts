import { expect, test } from 'vitest';
import { linesOf, LONG_FILE, longFiles, sources, type Source } from './sources.ts';

const file = (path: string, first: string, lines: number): Source => ({
  path,
  text: `${first}\n${'\n'.repeat(lines - 1)}`,
  imports: [],
});

test('a file that is long says why in its first line', () => {
  const found = longFiles(sources('src').filter(({ path }) => !path.endsWith('/receivers.ts')));
  expect(found.map((each) => `${each.path}: ${linesOf(each)}`)).toEqual([]);
});

test('a file is long from the first line too many, unless it gives its reason or is a catalogue of texts', () => {
  const files = [
    file('src/a.ts', '// A table.', LONG_FILE),
    file('src/b.ts', '// A table.', LONG_FILE + 1),
    file('src/c.ts', '// Long because it is one table.', LONG_FILE + 1),
    file('src/web/i18n/en/d.ts', '// Texts.', LONG_FILE + 1),
  ];
  expect(longFiles(files).map(({ path }) => path)).toEqual(['src/b.ts']);
});

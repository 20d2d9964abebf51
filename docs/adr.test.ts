import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, 'adr');
const pages = readdirSync(folder).filter((file) => /^\d{4}-.*\.md$/.test(file));

test.each(pages)(
  'docs/adr/%s has a number, a date, a status and its sections, and is in the index',
  (file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    const [heading = '', , state = ''] = lines;
    const number = Number(file.slice(0, 4));
    expect(heading).toMatch(new RegExp(`^# ${number}\\. \\S`));
    expect(state).toMatch(
      /^Date: \d{4}-\d\d-\d\d\. Status: (accepted|proposed|replaced by \d+)\b.*\.$/,
    );
    expect(lines.filter((line) => line.startsWith('## '))).toEqual([
      '## Context',
      '## Decision',
      '## Consequences',
    ]);
    const title = heading.replace(/^# \d+\. /, '');
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(
      `| ${number} | [${title}](${file}) |`,
    );
  },
);

test('the index of docs/adr has each page once, by number', () => {
  const rows = readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\| (\d+) \|/gm);
  expect([...rows].map(([, number]) => Number(number))).toEqual(
    pages.map((file) => Number(file.slice(0, 4))).toSorted((a, b) => a - b),
  );
});

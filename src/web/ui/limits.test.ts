import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '..');
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }));

test('no input has the limit of the browser, which cuts what is pasted without a word', () => {
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/<(?:OutlinedInput|InputBase|LimitedInput|input|textarea)\b[^]*?\/>/g)]
      .filter(([element]) => element.includes('maxLength'))
      .map(() => path),
  );
  expect(sources.length).toBeGreaterThan(200);
  expect(found).toEqual([]);
});

test('no style counts elements by their kind, where a row begins with a heading of another kind', () => {
  // Sections of the API's page are all of one kind, and stand behind other elements.
  const found = sources
    .filter(({ text }) => /:(?:first|last|only)-of-type/.test(text))
    .map(({ path }) => path);
  expect(found).toEqual(['features/api-docs/Part.tsx']);
});

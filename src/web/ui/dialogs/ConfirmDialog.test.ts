import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '../..');
/** Calls that take something away for good. */
const REMOVAL = /const (\w+) = useSend\(\s*\w+\.(?:remove|delete|drop|revoke|clear|unbind)\w*,/g;

test('nothing is removed by the press of a button or an entry of a menu alone', () => {
  let removals = 0;
  const found = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .flatMap((path) => {
      const text = readFileSync(join(web, path), 'utf8');
      return [...text.matchAll(REMOVAL)].flatMap(([, name]) => {
        removals++;
        const direct = new RegExp(`(?:act: |onClick=\\{)\\(\\) =>\\s+${name}\\.mutate`);
        return direct.test(text) ? [`${path}: ${name}`] : [];
      });
    });
  expect(removals).toBeGreaterThan(20);
  expect(found).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSbom, type Component } from '../../tools/sbom.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Permissive licences, by their SPDX ids. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1', // fonts, which may be served but not sold by themselves
]);

/** Packages with another licence, each with the reason that it may ship. */
const EXCEPTIONS: readonly { name: RegExp; licence: string; reason: string }[] = [
  {
    name: /^@img\/sharp-(libvips-[\w-]+|wasm32|win32-[\w-]+)$/,
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips is a shared library beside sharp that anyone may exchange: not linked in',
  },
  {
    name: /^png-js$/,
    licence: 'none',
    reason: 'its package.json names no licence, its LICENSE file has the text of MIT',
  },
];

function licencesOf({ licenses = [] }: Component): string[] {
  const named = licenses.map(
    ({ license, expression }) => expression ?? license?.id ?? license?.name ?? 'none',
  );
  // Every licence of an AND must be allowed; a choice (OR) is allowed by one of them.
  return (named.length === 0 ? ['none'] : named).flatMap((each) =>
    each.replace(/[()]/g, '').split(' AND '),
  );
}

const isAllowed = (licence: string) => licence.split(' OR ').some((each) => ALLOWED.has(each));

test('no package with a copyleft licence ships, except for those with a reason', () => {
  const components = createSbom().components.map((component) => ({
    name: component.name,
    licences: licencesOf(component),
  }));
  expect(components.length).toBeGreaterThan(100);
  const excepted = (name: string, licence: string) =>
    EXCEPTIONS.some((each) => each.name.test(name) && each.licence === licence);
  const refused = components.flatMap(({ name, licences }) =>
    licences
      .filter((licence) => !isAllowed(licence) && !excepted(name, licence))
      .map((licence) => `${name}: ${licence}`),
  );
  expect(refused).toEqual([]);
  const unused = EXCEPTIONS.filter(
    (each) =>
      !components.some(
        ({ name, licences }) => each.name.test(name) && licences.includes(each.licence),
      ),
  );
  expect(unused).toEqual([]);
});

test('docs/dependencies.md explains every direct dependency and no other', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'optionalDependencies' | 'devDependencies',
    Record<string, string>
  >;
  const page = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([^`]+)` \| (\S[^|]*) \| (\S[^|]*) \|$/gm)];
  const direct = [
    manifest.dependencies,
    manifest.optionalDependencies,
    manifest.devDependencies,
  ].flatMap((each) => Object.keys(each));
  expect(rows.map(([, name]) => name).sort()).toEqual(direct.sort());
});

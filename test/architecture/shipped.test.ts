import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSbom } from '../../tools/sbom.ts';
import { readShippedPackages } from '../../tools/shipped-packages.ts';

const manifest = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
const shipped = readShippedPackages();

test('the dependencies are exactly those that the server loads at run time', () => {
  expect(Object.keys(manifest.dependencies).sort()).toEqual(shipped.server);
});

test('a package that is bundled into the screens is a development dependency, so that no installation carries it twice', () => {
  expect(Object.keys(manifest.devDependencies)).toEqual(expect.arrayContaining(shipped.bundled));
});

test('the bill of materials has every shipped package once, and no test package', () => {
  const sbom = createSbom();
  const names = sbom.components.map(({ name }) => name);
  expect([sbom.bomFormat, sbom.metadata.component.name]).toEqual(['CycloneDX', 'tuma']);
  expect(names).toEqual(expect.arrayContaining([...shipped.server, ...shipped.bundled]));
  expect(
    names.filter((name) =>
      ['vitest', '@playwright/test', 'typescript', 'vite', 'lighthouse'].includes(name),
    ),
  ).toEqual([]);
  expect(new Set(sbom.components.map((each) => each['bom-ref'])).size).toBe(sbom.components.length);
});

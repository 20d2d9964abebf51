import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

export type Source = { path: string; text: string; imports: { target: string; relative: boolean }[] };

/** Comments and the insides of strings that only look like imports are taken out first. */
function importsOf(path: string, text: string): Source['imports'] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found = [...code.matchAll(/(?:^|[;\n])\s*(?:import|export)\s(?:[^'";]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g)].map((match) => match[1] ?? match[2]!);
  return found.map((target) => target.startsWith('.')
    ? { target: normalize(join(dirname(path), target)).replace(/\?\w+$/, ''), relative: true }
    : { target, relative: false });
}

/** Every source file of the product under `folder`, tests apart. */
export function sources(folder = 'src', tests = false): Source[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => tests || !/\.test\.tsx?$/.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, imports: importsOf(path, text) };
    });
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

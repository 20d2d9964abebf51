// Measures the source: sizes, cycles, arrows, exports, comments. An aim that is passed counts as held.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { findCycles, layer, LAYERS, room } from '../architecture/layers.ts';
import {
  commentsOf,
  homelySentences,
  linesOf,
  LONG_FILE,
  longFiles,
  sources,
  type Source,
} from '../architecture/sources.ts';
import type { Check } from '../check.ts';

const LONG_FUNCTION = 80;
const MOST_CHARACTERS = 40;
const MOST_HOMELY_COMMENTS = 50;
const isGenerated = (path: string) => path.endsWith('/receivers.ts');

type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** Every function of a file, by name where it has one, with its lines. */
function functionsOf({ path, text }: Source): { name: string; lines: number }[] {
  const found: { name: string; lines: number }[] = [];
  const visit = (value: unknown, name: string): void => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, name));
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    const own = (node['id'] ?? node['key']) as { name?: string } | null | undefined;
    const called = own?.name ?? name;
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
      found.push({ name: called, lines: text.slice(node.start, node.end).split('\n').length });
    for (const key of Object.keys(node)) if (key !== 'parent') visit(node[key], called);
  };
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path), '');
  return found;
}

/** The names that a file exports by a declaration of its own. */
function exportsOf({ text }: Source): string[] {
  return [
    ...text.matchAll(
      /^export (?:abstract )?(?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm,
    ),
  ].map(([, name]) => name!);
}

/** Names that files import, by the file that they come from. */
function importedNames(files: readonly Source[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const { text, imports } of files) {
    for (const { target, relative } of imports) {
      if (!relative) continue;
      const file = target.split('/').at(-1)!.replaceAll('.', '\\.');
      const clauses = [
        ...text.matchAll(new RegExp(`(?:import|export)[^;]*?\\{([^}]*)\\}[^;]*?/${file}['"]`, 'g')),
      ];
      const known = names.get(target) ?? new Set();
      for (const [, clause = ''] of clauses)
        for (const item of clause.split(','))
          known.add(
            item
              .trim()
              .replace(/^type /, '')
              .split(' as ')[0]!
              .trim(),
          );
      // A namespace or a dynamic import may use any of them.
      if (/import\(|\* as /.test(text) && clauses.length === 0) known.add('*');
      names.set(target, known);
    }
  }
  return names;
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export const check: Check = {
  async run() {
    const all = sources('src').filter(({ path }) => !isGenerated(path));
    const tests = [...sources('test', true), ...sources('bench', true), ...sources('tools', true)];
    const beside = sources('src', true).filter(({ path }) => /\.test\.tsx?$/.test(path));
    const sizes = all.map(linesOf).toSorted((a, b) => a - b);
    const long = longFiles(all);
    const functions = all.flatMap((each) =>
      functionsOf(each).map((one) => ({ ...one, path: each.path })),
    );
    const longFunctions = functions.filter((each) => each.lines > LONG_FUNCTION);
    const cycles = findCycles(all);
    const upward = all.flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ relative, target }) =>
            relative &&
            room(path) in LAYERS &&
            room(path) === room(target) &&
            layer(target) < layer(path),
        )
        .map(({ target }) => `${path} -> ${target}`),
    );
    const byProduct = importedNames(all);
    const byTests = importedNames([...tests, ...beside]);
    const testOnly = all.flatMap((each) =>
      exportsOf(each)
        .filter(
          (name) =>
            !byProduct.get(each.path)?.has(name) &&
            !byProduct.get(each.path)?.has('*') &&
            byTests.get(each.path)?.has(name) &&
            // A symbol that its own file uses is exported for tests as well, not for them alone.
            each.text.split(new RegExp(`\\b${name}\\b`)).length <= 2,
        )
        .map((name) => `${each.path}: ${name}`),
    );
    const homely = all.flatMap(({ text }) => homelySentences(text));
    const written = all
      .flatMap(({ text }) => text.split('\n'))
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const characters =
      Math.round((written.reduce((sum, line) => sum + line.length, 0) / written.length) * 10) / 10;
    const { dependencies, devDependencies, scripts } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
    ) as Record<'dependencies' | 'devDependencies' | 'scripts', Record<string, string>>;

    const aims: [name: string, broken: readonly string[]][] = [
      ['no cycle', cycles],
      ['no upward arrow', upward],
      [`no file over ${LONG_FILE} lines`, long.map((each) => `${each.path}: ${linesOf(each)}`)],
      ['no export that only tests use', testOnly],
      [
        `under ${MOST_HOMELY_COMMENTS} sentences of comments that begin with What, Whoever, Whether ...`,
        homely.length < MOST_HOMELY_COMMENTS ? [] : [`${homely.length}`],
      ],
      [
        `at most ${MOST_CHARACTERS} characters a line`,
        characters <= MOST_CHARACTERS ? [] : [`${characters}`],
      ],
    ];
    for (const [name, broken] of aims) {
      console.log(broken.length === 0 ? `held  ${name}` : `OPEN  ${name}: ${broken.length}`);
      for (const each of broken) console.log(`        ${each}`);
    }
    const open = aims.filter(([, broken]) => broken.length > 0).map(([name]) => name);
    return {
      tried: aims.length,
      held: aims.length - open.length,
      open,
      figures: {
        files: all.length,
        median: quantile(sizes, 0.5),
        p90: quantile(sizes, 0.9),
        largest: sizes.at(-1)!,
        longFiles: long.length,
        longFunctions: longFunctions.length,
        cycles: cycles.length,
        upward: upward.length,
        testOnlyExports: testOnly.length,
        comments: all.flatMap(({ text }) => commentsOf(text)).length,
        homelyComments: homely.length,
        charactersALine: characters,
        dependencies: Object.keys(dependencies).length + Object.keys(devDependencies).length,
        scripts: Object.keys(scripts).length,
      },
    };
  },
};

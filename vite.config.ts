import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const PAGES = ['index', 'app', 'api-docs'];
/** Code that so many of the hundred screens need is one chunk, fetched with the first of them. */
const OFTEN = 48;
/** Modules of schemas that a form checks by: a library, and the field that many forms have. */
const SCHEMAS = /\/node_modules\/zod\/|\/src\/contract\/shared\/fields\.ts$/;
/** Code that several screens need, one chunk a kind: these modules, and those that they need. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['icons', /@mui\/icons-material\//],
  // Apart from the charts, which the composer has none of.
  ['toggles', /\/ToggleButton(?:Group)?\.mjs$/],
  // Words for problems of connectors, in the strip of the dashboard and on the screens of operators.
  ['alerts', /\/src\/web\/parts\/monitoring\/(?:useAlertWords|linkError|isLinked)\.ts$/],
  // With the words and ways for their answers.
  [
    'calls',
    /\/src\/contract\/api\/(?!audit|carrier-|connector|gateway|guard|healing|re(?:port|quest)-|rout)|\/src\/web\/(?:parts\/(?:outcomes\/useReason|campaigns\/campaignState)|ui\/page\/useLeadOn)\.ts$/,
  ],
  ['pickers', /\/(?:Autocomplete|Chip)\.mjs$|\/src\/web\/ui\/fields\/DateField\.tsx$/],
  [
    'lists',
    /\/src\/web\/(?:ui\/(?:data-table\/DataTable|lists\/(?:Filter\w+|DateFilter|SearchField|RowMenu))|parts\/clients\/Client\w+)\.tsx$/,
  ],
  [
    'charts',
    /\/src\/web\/(?:ui\/charts\/(?:ChartCard|StackedColumns|Ranking|SentenceStrip|Sparkline)|parts\/(?:outcomes\/OutcomeBar|campaigns\/CampaignPace))\.tsx?$/,
  ],
  [
    'forms',
    /\/src\/web\/ui\/(?:fields\/(?:\w+Field|\w+Fields|rules|ErrorSummary)|page\/ActionBar)\.tsx?$/,
  ],
];

// Three pages: the sign-in page stays small because nothing of the shell is part of it, and so does the API documentation. Tests read this file too and keep
// the repository as their root.
export default defineConfig(({ mode }) => ({
  root: mode === 'test' ? undefined : 'src/web',
  publicDir: false,
  plugins: [react(), withoutSchemas(), beforePaint(), compressed()],
  resolve: {
    alias: [
      // The style library of notistack: the content security policy refuses how it works.
      {
        find: /^goober$/,
        replacement: join(import.meta.dirname, 'src/web/ui/dialogs/toastRules.ts'),
      },
      {
        find: /^(?:\.\/TouchRipple\.mjs|\.\.\/FilledInput\/index\.mjs|hoist-non-react-statics)$/,
        replacement: join(import.meta.dirname, 'src/web/ui/theme/leftOut.ts'),
      },
    ],
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the server allows no data: addresses for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: PAGES.map((page) => `src/web/${page}.html`),
      output: {
        codeSplitting: {
          groups: [{ name: nameChunk, debugName: 'by page' }],
          includeDependenciesRecursively: false, // a module that pages share stays out of the chunks of one
        },
      },
    },
  },
}));

type Graph = {
  getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[] } | null;
};
let chunkNames: Map<string, string> | undefined;

/** The chunk of a module; null leaves it to the bundler. */
function nameChunk(id: string, graph: Graph): string | null {
  chunkNames ??= nameChunks(graph);
  return chunkNames.get(id) ?? null;
}

/**
 * Names the chunks of modules that many places share. By itself the bundler makes a chunk for every set of screens that
 * share a module: a hundred files for the first screen of the portal, and most of them under 1 KB.
 * - Modules that come with a page are one chunk for each set of pages that need them at once; those that the pages before
 *   sign-in need later are apart from those that they never need.
 * - Modules that several screens share are one chunk for each kind, and one of those that most screens need.
 */
function nameChunks(graph: Graph): Map<string, string> {
  const importsOf = (id: string): string[] =>
    (graph.getModuleInfo(id)?.importedIds ?? []).filter(
      // Those of endpoints are left out (`withoutSchemas`).
      (each) => !(id.includes('/src/contract/') && SCHEMAS.test(each)),
    );
  const reach = (from: string, isEver: boolean): Set<string> => {
    const reached = new Set([from]);
    for (const id of reached) {
      for (const each of importsOf(id)) reached.add(each);
      if (isEver)
        for (const each of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) reached.add(each);
    }
    return reached;
  };
  const addresses = PAGES.map((page) => join(import.meta.dirname, `src/web/${page}.html`));
  const atOnce = addresses.map((page) => reach(page, false));
  const beforeSignIn = reach(addresses[0]!, true);
  const inPortal = reach(addresses[1]!, true);
  const screens = new Map<string, number>();
  for (const screen of new Set(
    [...inPortal].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
  ))
    for (const id of reach(screen, false)) screens.set(id, (screens.get(id) ?? 0) + 1);
  // A kind holds what it needs, so that no two chunks need each other.
  const kinds = new Map<string, string>();
  for (const [kind, path] of KINDS)
    for (const [start, count] of screens)
      if (count > 1 && path.test(start))
        for (const id of reach(start, false)) if (!kinds.has(id)) kinds.set(id, kind);
  // The pages and the script of each, which runs where it is loaded.
  const starts = new Set(addresses.flatMap((page) => [page, ...importsOf(page)]));

  const names = new Map<string, string>();
  for (const id of new Set([...beforeSignIn, ...inPortal, ...reach(addresses[2]!, true)])) {
    if (starts.has(id)) continue;
    const needed = PAGES.filter((_, at) => atOnce[at]!.has(id)).join('-');
    const count = screens.get(id) ?? 0;
    // Alone, since any chunk may need it.
    if (SCHEMAS.test(id)) names.set(id, 'schemas');
    else if (needed.startsWith('index-')) names.set(id, 'with-every-page');
    else if (needed === 'api-docs')
      names.set(id, count > 1 ? 'with-api-docs-shared' : 'with-api-docs');
    else if (needed !== '')
      names.set(
        id,
        `with-${needed}${beforeSignIn.has(id) && needed !== 'index' ? '-entrance' : ''}`,
      );
    else if (count >= OFTEN) names.set(id, 'often');
    else if (count > 1 && kinds.has(id)) names.set(id, kinds.get(id)!);
  }
  return names;
}

const CONTRACT = /\/src\/contract\/(?:(?:api|shared)\/[^/]+|endpoint)\.ts$/;
/** Parts of an endpoint that only the server reads. */
const SERVERS = new Set(['input', 'output', 'summary']);

type Node = { type: string; start: number; end: number };
type Cut = { start: number; end: number; text: string };

/**
 * Leaves out what only the server reads of the contract: summaries, and schemas, which it checks. A schema that a form
 * checks by stays: calls of the contract have no effect, so those that nothing uses are dropped, and the library with them.
 */
function withoutSchemas(): Plugin {
  return {
    name: 'without-schemas',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!CONTRACT.test(id)) return null;
      const cuts: Cut[] = [];
      const { body } = this.parse(code, { lang: 'ts' });
      for (const statement of body) {
        const declared =
          statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declared?.type !== 'VariableDeclaration') continue;
        for (const { init } of declared.declarations) {
          if (init == null || init.type === 'ArrowFunctionExpression' || !calls(init)) continue;
          cuts.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' });
          cutServers(init, cuts);
          cuts.push({ start: init.end, end: init.end, text: '))()' });
        }
      }
      let rest = '';
      let at = 0;
      for (const { start, end, text } of cuts.sort((one, other) => one.start - other.start)) {
        rest += code.slice(at, start) + text;
        at = end;
      }
      return { code: rest + code.slice(at), map: null };
    },
  };
}

const childrenOf = (node: object): Node[] =>
  Object.values(node)
    .flat()
    .filter((each): each is Node => typeof each?.type === 'string');

const calls = (node: Node): boolean =>
  node.type === 'CallExpression' || childrenOf(node).some(calls);

function cutServers(node: Node, cuts: Cut[]): void {
  const { callee, arguments: given } = node as Node & {
    callee?: { name?: string };
    arguments?: (Node & { properties?: (Node & { key?: { name?: string } })[] })[];
  };
  if (callee?.name !== 'endpoint') {
    for (const child of childrenOf(node)) cutServers(child, cuts);
    return;
  }
  const [definition] = given!;
  const properties = definition?.properties ?? [];
  for (const [index, { start, key }] of properties.entries())
    if (SERVERS.has(key?.name ?? ''))
      cuts.push({ start, end: properties[index + 1]?.start ?? definition!.end - 1, text: '' });
}

/**
 * Puts `ui/theme/scheme.js` at the top of each page as a plain script that blocks the first paint, so that a dark page never
 * flashes light, and the font of the first words beside it. The script is a file because the page's policy allows no
 * inline script, and hashed because assets are cached for ever.
 */
function beforePaint(): Plugin {
  return {
    name: 'before-paint',
    apply: 'build',
    async buildStart() {
      this.emitFile({
        type: 'asset',
        name: 'scheme.js',
        source: await readFile(join(import.meta.dirname, 'src/web/ui/theme/scheme.js')),
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const find = (pattern: RegExp): string => {
          const file = Object.keys(bundle ?? {}).find((name) => pattern.test(name));
          if (file === undefined) throw new Error(`no asset is named ${pattern.source}`);
          return `/${file}`;
        };
        const font = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossorigin: '',
          href: find(/inter-latin-wght-normal-[^/]+\.woff2$/),
        };
        return [
          { tag: 'script', attrs: { src: find(/scheme-[^/]+\.js$/) }, injectTo: 'head-prepend' },
          { tag: 'link', attrs: font, injectTo: 'head-prepend' },
        ];
      },
    },
  };
}

/** Lays `.br` and `.gz` beside each text asset, once, so that the server compresses nothing. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(
        texts.flatMap(async (name) => {
          const file = join(dir ?? '', name);
          const content = await readFile(file);
          await Promise.all([
            promisify(brotliCompress)(content).then((small) => writeFile(`${file}.br`, small)),
            promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
          ]);
        }),
      );
    },
  };
}

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

export type Source = { path: string; text: string; imports: Import[] };
/** `types`: nothing of it is left when the program runs. */
export type Import = { target: string; relative: boolean; types: boolean };

/** Comments and the insides of strings that only look like imports are taken out first. */
function importsOf(path: string, text: string): Source['imports'] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found = [
    ...code.matchAll(
      /(?:^|[;\n])\s*((?:import|export)\s(?:[^'";]*?\sfrom\s*)?)['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g,
    ),
  ];
  return found.map(([, clause = '', named, dynamic]) => {
    const target = named ?? dynamic!;
    const types = /^(import|export) type\b/.test(clause);
    return target.startsWith('.')
      ? {
          target: normalize(join(dirname(path), target)).replace(/\?[\w&]+$/, ''),
          relative: true,
          types,
        }
      : { target, relative: false, types };
  });
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

/** Lines above which a file says in its first line why it is long. */
export const LONG_FILE = 300;

export const linesOf = ({ text }: Pick<Source, 'text'>): number => text.split('\n').length - 1;

/** Files that are long without a reason; catalogues of texts are as long as the number of texts. */
export const longFiles = (files: readonly Source[]): Source[] =>
  files.filter(
    (each) =>
      linesOf(each) > LONG_FILE &&
      !each.path.startsWith('src/web/i18n/') &&
      !/^\/[/*]+ .*\blong because\b/i.test(each.text),
  );

/** The comments of a source, each as one line of text. */
export function commentsOf(text: string): string[] {
  const blocks = [...text.matchAll(/\/\*\*?([\s\S]*?)\*\//g)].map(([, block]) =>
    block!.replace(/\n\s*\* ?/g, ' '),
  );
  const lines = [...text.matchAll(/(?:^[ \t]*\/\/ .*\n?)+|(?<=\S\s+)\/\/ .*$/gm)].map(([found]) =>
    found.replace(/\s*\/\/ /g, ' '),
  );
  return [...blocks, ...lines].map((comment) => comment.replace(/\s+/g, ' ').trim());
}

/** Sentences of comments whose subject is a clause in place of a noun, such as "What is left". */
export const homelySentences = (text: string): string[] =>
  commentsOf(text)
    .flatMap((comment) => comment.split(/(?<=[.!?:]) /))
    .filter((sentence) => /^(What|Whoever|Who|Whose|Whom|Whether)\b[^?]*$/.test(sentence));

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

// The manual as it stands in docs/: its chapters in their order, and how they name one another and their pictures.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { everyBlock, readMarkdown, type Block, type Page } from './markdown.ts';

export const ROOT = join(import.meta.dirname, '../..');
export const LANGUAGES = ['en', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The parts of the manual with their chapters, each named by its address. `index` is the first page. */
export const PARTS = [
  { name: { en: 'Begin', pt: 'Começar' }, chapters: ['index', 'tutorial', 'portal'] },
  {
    name: { en: 'Send', pt: 'Enviar' },
    chapters: ['send', 'campaigns', 'messages', 'contacts', 'sender-ids', 'wallet', 'reports'],
  },
  { name: { en: 'Your account', pt: 'A sua conta' }, chapters: ['settings', 'software'] },
  {
    name: { en: 'Look after others', pt: 'Cuidar de outros' },
    chapters: ['clients', 'approvals', 'platform', 'gateway'],
  },
  {
    name: { en: 'Look up', pt: 'Consultar' },
    chapters: ['law', 'statuses', 'files', 'troubleshooting', 'glossary'],
  },
] as const;

export type Chapter = Page & { slug: string; file: string };
export type Book = { language: Language; chapters: Chapter[] };

/** The file in which a chapter is written. The tutorial in English is a document of the repository as well. */
export const fileOf = (language: Language, slug: string): string =>
  language === 'en' && slug === 'tutorial'
    ? 'docs/tutorial.md'
    : `docs/manual/${language}/${slug}.md`;

/** Reads every chapter of a language. @throws where a page is missing or is not understood */
export function readBook(language: Language): Book {
  const chapters = PARTS.flatMap(({ chapters: slugs }) =>
    slugs.map((slug) => {
      const file = fileOf(language, slug);
      return { slug, file, ...readMarkdown(readFileSync(join(ROOT, file), 'utf8'), file) };
    }),
  );
  return { language, chapters };
}

export type Target =
  | { kind: 'section'; slug: string; id?: string }
  | { kind: 'address'; href: string };

/** The target of a link in a chapter: a section of the manual (`contacts.md#import`, `#import`), or an address. */
export function targetOf(href: string, from: Pick<Chapter, 'slug'>): Target {
  if (/^(https?:|mailto:|\/)/.test(href)) return { kind: 'address', href };
  const [path = '', id] = href.split('#');
  return {
    kind: 'section',
    slug: path === '' ? from.slug : basename(path, '.md'),
    ...(id !== undefined && { id }),
  };
}

export const sectionsOf = (blocks: readonly Block[]): string[] =>
  [...everyBlock(blocks)].flatMap((block) => (block.kind === 'heading' ? [block.id] : []));

export type Picture = { alt: string; name: string; file: string };

/** The pictures that a chapter shows, with where each stands in the repository. */
export function picturesOf(chapter: Chapter): Picture[] {
  return [...everyBlock(chapter.blocks)].flatMap((block) =>
    block.kind === 'picture' ? [pictureOf(block, chapter)] : [],
  );
}

export function pictureOf(
  { alt, path }: { alt: string; path: string },
  chapter: Pick<Chapter, 'file'>,
): Picture {
  return { alt, name: basename(path, '.webp'), file: join(chapter.file, '..', path) };
}

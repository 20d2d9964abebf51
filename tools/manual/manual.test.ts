import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MANUAL } from '../../src/web/app/manual.ts';
import { SCREENS } from '../../src/web/app/screens.tsx';
import { en } from '../../src/web/i18n/en.ts';
import { pt } from '../../src/web/i18n/pt.ts';
import {
  LANGUAGES,
  picturesOf,
  readBook,
  ROOT,
  sectionsOf,
  targetOf,
  type Book,
  type Language,
} from './book.ts';
import { buildManual } from './build.ts';
import { everyBlock, everyRun, readMarkdown } from './markdown.ts';

// The manual against the product that it describes, and its languages against each other.
const books: Record<Language, Book> = { en: readBook('en'), pt: readBook('pt') };
const every = LANGUAGES.flatMap((language) =>
  books[language].chapters.map((chapter) => ({ language, chapter })),
);

/** Screens without a page of the manual. */
const WITHOUT_MANUAL = ['test'];

/** The texts of the screens as patterns: what stands in braces is filled in while the product runs. */
function labelsOf(words: object): RegExp[] {
  return Object.values(words).flatMap((each) =>
    typeof each === 'string'
      ? [
          new RegExp(
            `^${each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\\\{\\\{\w+\\\}\\\}/g, '.+')}$`,
          ),
        ]
      : labelsOf(each as object),
  );
}

describe('the manual', () => {
  test.each(LANGUAGES)('sets only texts of the screens in bold: %s', (language) => {
    const labels = labelsOf({ en, pt }[language]).filter(
      (label) => label.source.replace(/[.+^$]/g, '').length > 0,
    );
    const quoted = every
      .filter((each) => each.language === language)
      .flatMap(({ chapter }) =>
        [...everyRun(chapter.blocks)]
          .filter(({ style }) => style === 'bold')
          .map(({ text }) => `${chapter.slug}: ${text}`),
      );
    expect(quoted.length).toBeGreaterThan(200);
    expect(
      quoted.filter(
        (quote) => !labels.some((label) => label.test(quote.slice(quote.indexOf(': ') + 2))),
      ),
    ).toEqual([]);
  });

  test('has the same sections, tables, lists and pictures in both languages', () => {
    for (const [at, chapter] of books.en.chapters.entries()) {
      const other = books.pt.chapters[at]!;
      expect(sectionsOf(other.blocks), chapter.slug).toEqual(sectionsOf(chapter.blocks));
      const shape = (each: typeof chapter) =>
        [...everyBlock(each.blocks)].map((block) =>
          block.kind === 'table'
            ? `table of ${block.rows.length}`
            : block.kind === 'list'
              ? `list of ${block.items.length}`
              : block.kind,
        );
      // The glossary is sorted by each language's alphabet.
      if (chapter.slug !== 'glossary') expect(shape(other), chapter.slug).toEqual(shape(chapter));
      expect(
        picturesOf(other).map(({ name }) => name),
        chapter.slug,
      ).toEqual(picturesOf(chapter).map(({ name }) => name));
    }
  });

  test('links only to sections that exist', () => {
    const broken = every.flatMap(({ language, chapter }) =>
      [...everyRun(chapter.blocks)].flatMap(({ href }) => {
        if (href === undefined) return [];
        const target = targetOf(href, chapter);
        if (target.kind === 'address')
          return target.href.startsWith('http') || target.href === '/api-docs'
            ? []
            : [`${chapter.file}: ${href}`];
        const to = books[language].chapters.find(({ slug }) => slug === target.slug);
        // On the repository's own pages a link is a path, so it has to be right as one.
        const path = join(chapter.file, '..', href.split('#')[0]!);
        return to &&
          (target.id === undefined || sectionsOf(to.blocks).includes(target.id)) &&
          (href.startsWith('#') || existsSync(join(ROOT, path)))
          ? []
          : [`${chapter.file}: ${href}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  test('shows every picture, and no other', () => {
    for (const language of LANGUAGES) {
      const shown = new Set(
        books[language].chapters.flatMap(picturesOf).map(({ name }) => `${name}.webp`),
      );
      expect(readdirSync(join(ROOT, 'docs/manual/pictures', language)).sort()).toEqual(
        [...shown].sort(),
      );
    }
    expect(
      every.flatMap(({ language, chapter }) =>
        picturesOf(chapter).filter(({ file }) => !file.includes(`/pictures/${language}/`)),
      ),
    ).toEqual([]);
  });

  test('describes every screen', () => {
    const screens = SCREENS.filter((screen) => 'load' in screen).map(({ path }) => path);
    expect(Object.keys(MANUAL).concat(WITHOUT_MANUAL).sort()).toEqual([...screens].sort());
    const sections = books.en.chapters.flatMap((chapter) =>
      sectionsOf(chapter.blocks).map((id) => `${chapter.slug}#${id}`),
    );
    expect(Object.values(MANUAL).filter((section) => !sections.includes(section))).toEqual([]);
  });

  test('uses each address once in a chapter', () => {
    for (const { chapter } of every)
      expect(new Set(sectionsOf(chapter.blocks)).size, chapter.file).toBe(
        sectionsOf(chapter.blocks).length,
      );
  });
});

describe('the pages and the PDF', () => {
  const folder = mkdtempSync('/tmp/tuma-manual-');
  beforeAll(() => buildManual(folder), 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('there is a page for each chapter, in its language, with its title and its pictures', () => {
    for (const { language, chapter } of every) {
      const html = readFileSync(join(folder, language, `${chapter.slug}.html`), 'utf8');
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain(`<h1>${chapter.title}</h1>`);
      for (const [, src = ''] of html.matchAll(/<img src="([^"]+)"/g))
        expect(existsSync(join(folder, language, src)), src).toBe(true);
      // The server's policy allows neither.
      expect(html).not.toMatch(/<script>|<style>| style="| onclick=/);
    }
  });

  test.each(LANGUAGES)(
    'the PDF has its pages, an outline with every chapter, and text that can be searched: %s',
    (language) => {
      const file = readFileSync(join(folder, `${language}.pdf`));
      const { text, pages, objects } = readPdf(file);
      expect(pages).toBeGreaterThan(50);
      expect(objects).toContain('/Outlines');
      const titles = [...objects.matchAll(/\/Title \(((?:[^()\\]|\\[\s\S])*)\)/g)].map(
        ([, title = '']) => decodeTitle(title),
      );
      for (const { title } of books[language].chapters) expect(titles).toContain(title);
      expect(text).toContain(
        {
          en: 'Messages that no carrier has yet are not sent',
          pt: 'Uma unidade paga um segmento',
        }[language],
      );
      // Nothing that the PDF's own letters lack.
      expect(text).not.toMatch(/[\u0000-\u0008\u000e-\u001f]/);
      expect(file.length).toBeLessThan(8 * 1024 * 1024);
    },
  );

  test('the search index has every section', () => {
    for (const language of LANGUAGES) {
      const index = JSON.parse(readFileSync(join(folder, language, 'search.json'), 'utf8')) as {
        href: string;
      }[];
      expect(index.length).toBeGreaterThan(80);
      expect(index.map(({ href }) => href)).toContain('wallet#buy');
    }
  });
});

test('unsupported Markdown is refused with its file and line', () => {
  const wrong = (text: string) => () => readMarkdown(`# T\n\n${text}`, 'a.md');
  expect(wrong('## Without an address')).toThrow(/^a\.md:3: a heading needs its address/);
  expect(wrong('an **open mark')).toThrow(/^a\.md:3: a mark is not closed/);
  expect(wrong('| a | b |\n|---|---|\n| 1 |')).toThrow(/^a\.md:5: this row has 1 cells/);
  expect(wrong('<b>html</b>')).toThrow(/^a\.md:3: this is not supported/);
  expect(() => readMarkdown('no title', 'a.md')).toThrow(/^a\.md:1/);
});

test('lists within lists, code and notes keep their places', () => {
  const { blocks } = readMarkdown(
    '# T\n\n1. one\n   - inner\n\n   ```\n   code\n   ```\n2. two\n\n> a *note* on `*144#`',
    'a.md',
  );
  expect(blocks.map(({ kind }) => kind)).toEqual(['list', 'note']);
  const [list, note] = blocks as [
    Extract<(typeof blocks)[0], { kind: 'list' }>,
    Extract<(typeof blocks)[0], { kind: 'note' }>,
  ];
  expect(list.items.map((item) => item.map(({ kind }) => kind))).toEqual([
    ['paragraph', 'list', 'code'],
    ['paragraph'],
  ]);
  expect([...everyRun(note.blocks)].map(({ text, style }) => [text, style])).toEqual([
    ['a ', undefined],
    ['note', 'emphasis'],
    [' on ', undefined],
    ['*144#', 'code'],
  ]);
});

/** Pages, text and objects of a PDF as pdfkit writes it: streams deflated, text as hex in the page's own letters. */
function readPdf(file: Buffer): { pages: number; text: string; objects: string } {
  const raw = file.toString('latin1');
  let text = '';
  for (const match of raw.matchAll(/\/FlateDecode[^>]*>>\s*stream\n/g)) {
    const from = match.index + match[0].length;
    const content = tryInflate(file.subarray(from, file.indexOf('endstream', from)));
    for (const [, array = ''] of content.matchAll(/\[([^\]]*)\] TJ/g))
      text += `${[...array.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join('')}\n`;
  }
  return {
    pages: [...raw.matchAll(/\/Type \/Page\b/g)].length,
    text: text.replace(/\s+/g, ' '),
    objects: raw,
  };
}

function tryInflate(data: Buffer): string {
  try {
    return inflateSync(data).toString('latin1');
  } catch {
    return ''; // a picture
  }
}

/** UTF-16 with its mark where it is not plain. */
function decodeTitle(title: string): string {
  const bytes = Buffer.from(
    title.replace(
      /\\([nrtbf()\\])/g,
      (_, sign: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[sign] ?? sign,
    ),
    'latin1',
  );
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? bytes.subarray(2).swap16().toString('utf16le')
    : title;
}

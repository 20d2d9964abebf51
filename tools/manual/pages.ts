// The manual as pages: plain HTML that needs no script to be read; the script adds the search and the host's brand.
import { VERSION } from '../../src/contract/shared/version.ts';
import { ACCENT_COLOURS, GROUNDS } from '../../src/web/ui/theme/tokens.ts';
import { mix } from '../../src/web/ui/theme/colours.ts';
import { LANGUAGES, PARTS, pictureOf, targetOf, type Book, type Chapter } from './book.ts';
import { FRAME } from './frame.ts';
import { everyBlock, plainText, type Block, type Run } from './markdown.ts';

export type Size = { width: number; height: number };
type Sizes = ReadonlyMap<string, Size>;

/** In pixels of the picture: a dialog rather than a screen. */
const NARROW = 1100;

const escape = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!,
  );

/** The address of a chapter below its language's folder. */
const addressOf = (slug: string) => (slug === 'index' ? './' : slug);

function runsHtml(runs: readonly Run[], chapter: Chapter): string {
  return runs
    .map(({ text, style, href }) => {
      if (href !== undefined) {
        const target = targetOf(href, chapter);
        if (target.kind === 'address')
          return `<a href="${escape(target.href)}"${target.href.startsWith('http') ? ' rel="noopener"' : ''}>${escape(text)}</a>`;
        return `<a href="${addressOf(target.slug)}${target.id === undefined ? '' : `#${target.id}`}">${escape(text)}</a>`;
      }
      const tag =
        style === undefined ? undefined : { bold: 'b', code: 'code', emphasis: 'em' }[style];
      return tag ? `<${tag}>${escape(text)}</${tag}>` : escape(text);
    })
    .join('');
}

function blocksHtml(blocks: readonly Block[], chapter: Chapter, sizes: Sizes): string {
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'heading':
          return `<h${block.level} id="${block.id}"><a href="#${block.id}">${runsHtml(block.runs, chapter)}</a></h${block.level}>`;
        case 'paragraph':
          return `<p>${runsHtml(block.runs, chapter)}</p>`;
        case 'note':
          return `<aside>${blocksHtml(block.blocks, chapter, sizes)}</aside>`;
        case 'code':
          return `<pre><code>${escape(block.text)}</code></pre>`;
        case 'list': {
          const tag = block.ordered ? 'ol' : 'ul';
          const items = block.items
            .map(
              (item) =>
                `<li>${item.length === 1 && item[0]?.kind === 'paragraph' ? runsHtml(item[0].runs, chapter) : blocksHtml(item, chapter, sizes)}</li>`,
            )
            .join('');
          return `<${tag}${block.ordered && block.start !== 1 ? ` start="${block.start}"` : ''}>${items}</${tag}>`;
        }
        case 'table': {
          const row = (cells: readonly Run[][], tag: string) =>
            `<tr>${cells.map((cell) => `<${tag}>${runsHtml(cell, chapter)}</${tag}>`).join('')}</tr>`;
          return `<div class="table" tabindex="0"><table><thead>${row(block.head, 'th')}</thead><tbody>${block.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>`;
        }
        case 'picture': {
          const { name, alt, file } = pictureOf(block, chapter);
          const size = sizes.get(file);
          if (!size)
            throw new Error(
              `${chapter.file}: the picture ${file} is missing; npm run generate -- manual-pictures takes it`,
            );
          return `<figure${size.height > 1.5 * size.width ? ' class="tall"' : size.width < NARROW ? ' class="narrow"' : ''}><a href="pictures/${name}.webp"><img src="pictures/${name}.webp" width="${size.width}" height="${size.height}" alt="${escape(alt)}" loading="lazy"></a><figcaption>${escape(alt)}</figcaption></figure>`;
        }
      }
    })
    .join('\n');
}

function page(book: Book, title: string, current: Chapter | undefined, main: string): string {
  const { language, chapters } = book;
  const words = FRAME[language];
  const titleOf = (slug: string) => chapters.find((chapter) => chapter.slug === slug)!.title;
  const menu = PARTS.map(
    ({ name, chapters: slugs }) =>
      `<p>${escape(name[language])}</p><ul>${slugs.map((slug) => `<li><a href="${addressOf(slug)}"${slug === current?.slug ? ' aria-current="page"' : ''}>${escape(titleOf(slug))}</a></li>`).join('')}</ul>`,
  ).join('');
  const languages = LANGUAGES.map(
    (each) =>
      `<a href="../${each}/${current && current.slug !== 'index' ? current.slug : ''}" lang="${each}" hreflang="${each}"${each === language ? ' aria-current="true"' : ''}>${FRAME[each].name}</a>`,
  ).join('');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<script src="../scheme.js"></script>
<link rel="stylesheet" href="../manual.css">
<script type="module" src="../manual.js"></script>
</head>
<body>
<a class="skip" href="#text">${words.skip}</a>
<header>
<a class="brand" href="./"><span class="mark" hidden></span><span>${words.title}</span></a>
<div class="search" role="search" hidden><input type="search" aria-label="${words.search}" placeholder="${words.search}" autocomplete="off" aria-controls="found"></div>
<nav class="languages" aria-label="${words.language}">${languages}</nav>
</header>
<div class="frame">
<nav class="menu" aria-label="${words.chapters}">
<details open><summary>${words.contents}</summary>
${menu}
<ul class="more"><li><a href="../${language}.pdf">${words.pdf}</a></li><li><a href="/">${words.portal}</a></li></ul>
</details>
</nav>
<main id="text" tabindex="-1">
<section id="found" aria-label="${words.found}" aria-live="polite" data-none="${words.none}" hidden></section>
<article>
${main}
</article>
<footer>${words.version.replace('{version}', VERSION)}</footer>
</main>
</div>
</body>
</html>
`;
}

/** One chapter as a page. @param sizes of the pictures, by their file in the repository */
export function chapterHtml(book: Book, chapter: Chapter, sizes: Sizes): string {
  const words = FRAME[book.language];
  const at = book.chapters.indexOf(chapter);
  const sections = chapter.blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 2 ? [block] : [],
  );
  const here =
    sections.length < 3
      ? ''
      : `<nav class="here" aria-label="${words.onThisPage}"><p>${words.onThisPage}</p><ul>${sections.map(({ id, runs }) => `<li><a href="#${id}">${escape(plainText(runs))}</a></li>`).join('')}</ul></nav>`;
  const step = (other: Chapter | undefined, word: string, rel: string) =>
    other
      ? `<a rel="${rel}" href="${addressOf(other.slug)}"><span>${word}</span>${escape(other.title)}</a>`
      : '<span></span>';
  const steps = `<nav class="steps" aria-label="${words.previous}, ${words.next}">${step(book.chapters[at - 1], words.previous, 'prev')}${step(book.chapters[at + 1], words.next, 'next')}</nav>`;
  const title = chapter.slug === 'index' ? words.title : `${chapter.title} · ${words.title}`;
  return page(
    book,
    title,
    chapter,
    `<h1>${escape(chapter.title)}</h1>\n${here}\n${blocksHtml(chapter.blocks, chapter, sizes)}\n${steps}`,
  );
}

/** Shown for an address that no chapter has. */
export function missingHtml(book: Book): string {
  const words = FRAME[book.language];
  return page(
    book,
    words.missing,
    undefined,
    `<h1>${words.missing}</h1><p>${words.missingText}</p>`,
  );
}

/** The text that the search looks through: every section with its text. */
export function searchIndex({
  chapters,
}: Book): { chapter: string; section: string; href: string; text: string }[] {
  return chapters.flatMap((chapter) => {
    const parts: { id: string; section: string; blocks: Block[] }[] = [
      { id: '', section: '', blocks: [] },
    ];
    for (const block of chapter.blocks) {
      if (block.kind === 'heading')
        parts.push({ id: block.id, section: plainText(block.runs), blocks: [] });
      else parts.at(-1)!.blocks.push(block);
    }
    return parts
      .filter(({ blocks }) => blocks.length > 0)
      .map(({ id, section, blocks }) => ({
        chapter: chapter.title,
        section,
        href: `${addressOf(chapter.slug)}${id === '' ? '' : `#${id}`}`,
        text: textsOf(blocks).join(' '),
      }));
  });
}

/** The words of the blocks, each paragraph and cell for itself. */
function textsOf(blocks: readonly Block[]): string[] {
  return [...everyBlock(blocks)].flatMap((block) => {
    if (block.kind === 'paragraph') return [plainText(block.runs)];
    return block.kind === 'table' ? block.rows.map((cells) => cells.map(plainText).join(': ')) : [];
  });
}

/** The portal's own colours, for each accent and scheme, so that the manual looks like the portal it explains. */
export function coloursCss(): string {
  const scheme = (name: 'light' | 'dark') => {
    const ground = GROUNDS[name];
    const accents = Object.entries(ACCENT_COLOURS).map(
      ([accent, colours]) =>
        `:root[data-scheme=${name}]${accent === 'default' ? '' : `[data-accent=${accent}]`}{--accent:${colours[name]};--tint:${mix(colours[name], ground.paper, name === 'light' ? 0.92 : 0.84)}}`,
    );
    return [
      `:root[data-scheme=${name}]{color-scheme:${name};${Object.entries(ground)
        .map(([token, colour]) => `--${token}:${colour}`)
        .join(';')}}`,
      ...accents,
    ].join('\n');
  };
  return `${scheme('light')}\n${scheme('dark')}\n`;
}

// Writes the manual for the server to serve: pages, pictures, search and one PDF for each language.
// Run by tools/bootstrap.mjs with the folder to write to.
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { LANGUAGES, picturesOf, readBook, ROOT, type Book } from './book.ts';
import { chapterHtml, coloursCss, missingHtml, searchIndex, type Size } from './pages.ts';
import type { Image } from './pdf-text.ts';
import { writePdf } from './pdf.ts';

/** Pixels across a picture on paper, where it is 15 cm wide: 200 to the inch. */
const ON_PAPER = 1200;
/** Pixels across a picture of a whole screen. */
const SCREEN = 1470;

/**
 * Builds the whole manual into `folder`, which is emptied. @throws naming the file where a page is not right
 * or a picture is missing
 */
export async function buildManual(
  folder: string,
  languages: readonly Book['language'][] = LANGUAGES,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const own = (name: string) => join(import.meta.dirname, name);
  await writeFile(
    join(folder, 'manual.css'),
    coloursCss() + (await readFile(own('manual.css'), 'utf8')),
  );
  await copyFile(own('manual.js'), join(folder, 'manual.js'));
  await copyFile(join(ROOT, 'src/web/ui/theme/scheme.js'), join(folder, 'scheme.js'));
  await copyFile(
    join(ROOT, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    join(folder, 'inter.woff2'),
  );
  for (const language of languages) await buildBook(readBook(language), folder);
}

async function buildBook(book: Book, folder: string): Promise<void> {
  const { language } = book;
  await mkdir(join(folder, language, 'pictures'), { recursive: true });
  const pictures = new Map(
    book.chapters.flatMap(picturesOf).map((picture) => [picture.file, picture]),
  );
  const sizes = new Map<string, Size>();
  const images = new Map<string, Image>();
  for (const { file, name } of pictures.values()) {
    const image = sharp(join(ROOT, file));
    const { width, height } = await image.metadata();
    sizes.set(file, { width, height });
    const { data, info } = await image
      .resize({ width: ON_PAPER, withoutEnlargement: true })
      .jpeg({ quality: 80, chromaSubsampling: '4:4:4' })
      .toBuffer({ resolveWithObject: true });
    images.set(file, {
      data,
      width: info.width,
      height: info.height,
      share: Math.min(1, width / SCREEN),
    });
    await copyFile(join(ROOT, file), join(folder, language, 'pictures', `${name}.webp`));
  }
  for (const chapter of book.chapters)
    await writeFile(
      join(folder, language, `${chapter.slug}.html`),
      chapterHtml(book, chapter, sizes),
    );
  await writeFile(join(folder, language, 'missing.html'), missingHtml(book));
  await writeFile(join(folder, language, 'search.json'), JSON.stringify(searchIndex(book)));
  await writePdf(book, images, join(folder, `${language}.pdf`));
}

if (import.meta.main) await buildManual(process.argv[2]!);

// `npm run generate -- screens`: pictures of every screen, from a product of its own whose data was made by using it. They show
// the screens before and after a change, and no file of the repository is made of them.
//   npm run generate -- screens                                  all of them, into .cache/screens
//   npm run generate -- screens --to /tmp/before --only buy,rates
//   npm run generate -- screens --language pt --widths 1024,1920
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import { freePorts, startProduct, type Product } from '../../test/harness/product.ts';
import { enterAs } from '../../test/harness/browser/sign-in.ts';
import { CALLS_NOBODY, findBrowser, installBrowser } from '../browser.ts';
import { SCREENS, type Pictured } from './list.ts';
import { useProduct, type Made } from './use.ts';

const { values: options } = parseArgs({
  options: {
    to: { type: 'string', default: join(import.meta.dirname, '../../.cache/screens') },
    only: { type: 'string' },
    language: { type: 'string', default: 'en' },
    widths: { type: 'string', default: '1440,390' },
    schemes: { type: 'string', default: 'light,dark' },
  },
});
const only = options.only?.split(',');
const widths = options.widths.split(',').map(Number);
const schemes = options.schemes.split(',') as ('light' | 'dark')[];
const folder = resolve(options.to);
const HEIGHT = 900;
const SETTLE_MS = 4000;

/** The page of an account, which keeps its session over all of its screens. */
async function openPage(browser: Browser, product: Product, account: string): Promise<Page> {
  const context = await browser.newContext({
    locale: options.language === 'pt' ? 'pt-PT' : 'en-GB',
    timezoneId: 'Africa/Nairobi',
    reducedMotion: 'reduce',
    viewport: { width: widths[0]!, height: HEIGHT },
  });
  const page = await context.newPage();
  if (account === '') await page.goto(product.baseUrl);
  else await enterAs(page, product, account);
  await page.evaluate(
    (language) => localStorage.setItem('tuma.language', language),
    options.language,
  );
  return page;
}

/** Waits until nothing is fetched and no skeleton shows; a screen that follows something never rests. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await page.waitForLoadState('networkidle', { timeout: SETTLE_MS }).catch(() => undefined);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.MuiSkeleton-root')].every((each) => !each.checkVisibility()),
  );
  await page.evaluate(() => document.fonts.ready);
  // A chart takes the width of its card after its first drawing.
  await page
    .waitForFunction(
      () => {
        const { body } = document;
        const drawn = [...document.querySelectorAll('main svg')].map((each) => each.outerHTML);
        const before = body.dataset['drawn'];
        body.dataset['drawn'] = drawn.join('');
        return before === body.dataset['drawn'];
      },
      undefined,
      { polling: 400, timeout: SETTLE_MS },
    )
    .catch(() => undefined);
}

/** In the page: what stands at the window's foot stands at that of the picture, which is the page's. */
function layFoot(): void {
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { position, bottom: foothold } = getComputedStyle(element);
    const { top, bottom, height } = element.getBoundingClientRect();
    // The foot of a panel stands at the panel's, which is as high as the window.
    const isOfPanel = element.closest('[role="dialog"]') !== null;
    if (position === 'sticky' && foothold !== 'auto' && !isOfPanel)
      element.style.position = 'static';
    // A drawer or a backdrop is as high as the window.
    if (position !== 'fixed' || bottom !== innerHeight || top < innerHeight / 2) continue;
    const foot = document.documentElement.scrollHeight - height;
    Object.assign(element.style, { position: 'absolute', bottom: 'auto', top: `${foot}px` });
  }
}

async function take(page: Page, product: Product, screen: Pictured, made: Made): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.goto(product.baseUrl + screen.path(made));
    await settle(page);
    await screen.open?.(page, options.language);
    // A bar that stays in sight would be drawn in the middle of the picture of a page that is scrolled.
    await page.evaluate(() => scrollTo(0, 0));
    await page.evaluate(layFoot);
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({
        path: join(folder, `${screen.name}-${width}-${scheme}.png`),
        animations: 'disabled',
        caret: 'hide',
        fullPage: true,
      });
    }
  }
  console.log(screen.name);
}

const wanted = SCREENS.filter(({ name }) => only?.includes(name) ?? true);
for (const name of only ?? [])
  if (!SCREENS.some((screen) => screen.name === name)) console.error(`No screen is named ${name}.`);
mkdirSync(folder, { recursive: true });
const [carrierPort = 0] = await freePorts(1);
const product = await startProduct({ SANDBOX_SMSC_CONTROL_PORT: String(carrierPort) });
const executablePath = findBrowser() ?? installBrowser();
const browser = await chromium.launch({ executablePath, args: CALLS_NOBODY });
let failures = 0;
try {
  const made = await useProduct(product, `http://127.0.0.1:${carrierPort}`);
  const pages = new Map<string, Page>();
  for (const screen of wanted) {
    const page = pages.get(screen.as) ?? (await openPage(browser, product, screen.as));
    pages.set(screen.as, page);
    try {
      await take(page, product, screen, made);
    } catch (error) {
      failures++;
      console.error(`${screen.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
} finally {
  await browser.close();
  await product.stop();
}
console.log(folder);
process.exitCode = failures === 0 && wanted.length > 0 ? 0 : 1;

/**
 * `npm run check -- accessibility`: every screen that is pictured, and the page with every part of the kit, against WCAG 2.2 AA:
 * all rules at two widths, and those on contrast in the seven themes, light and dark. Layers over screens have a journey.
 *
 *   npm run check -- accessibility --only buy,rates
 */
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { CALLS_NOBODY, findBrowser, installBrowser } from '../../../tools/browser.ts';
import { SCREENS, type Pictured } from '../../../tools/screens/list.ts';
import { useProduct } from '../../../tools/screens/use.ts';
import { checkPage, LOOKS } from '../../harness/browser/looks.ts';
import { freePorts, startProduct } from '../../harness/product.ts';
import { waitForContent } from '../../harness/browser/screens.ts';
import { enterAs } from '../../harness/browser/sign-in.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const only = values.only?.split(',');
const KIT: Pictured = { name: 'kit', as: 'administrator', path: () => '/dashboard/test' };
const screens = [KIT, ...SCREENS].filter(({ name }) => only?.includes(name) ?? true);
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const [carrierPort = 0] = await freePorts(1);
const product = await startProduct({ SANDBOX_SMSC_CONTROL_PORT: String(carrierPort) });
const executablePath = findBrowser() ?? installBrowser();
const browser = await chromium.launch({ executablePath, args: CALLS_NOBODY });

/** The page of an account, which keeps its session over all of its screens. */
async function openPage(account: string): Promise<Page> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Africa/Nairobi',
  });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  if (account !== '') await enterAs(page, product, account);
  return page;
}

const open: string[] = [];
let looked = 0;
try {
  const made = await useProduct(product, `http://127.0.0.1:${carrierPort}`);
  const pages = new Map<string, Page>();
  for (const screen of screens) {
    const page = pages.get(screen.as) ?? (await openPage(screen.as));
    pages.set(screen.as, page);
    for (const size of SIZES) {
      const where = `${screen.name} ${size.width}`;
      await page.setViewportSize(size);
      await page.goto(product.baseUrl + screen.path(made));
      // The heading of a page is hidden behind a dialog that opens with it.
      await page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first().waitFor();
      await waitForContent(page);
      await screen.open?.(page, 'en');
      const found = await checkPage(page, where);
      looked++;
      open.push(...found);
      console.log([`${where.padEnd(28)} ${found.length} violations`, ...found].join('\n  '));
    }
  }
} finally {
  await browser.close();
  await product.stop();
}
console.log(
  JSON.stringify({
    check: 'accessibility',
    screens: screens.length,
    looked,
    looks: LOOKS.length,
    violations: open.length,
  }),
);
process.exitCode = open.length === 0 && looked > 0 ? 0 : 1;

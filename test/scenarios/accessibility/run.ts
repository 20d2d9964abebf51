// `npm run test:axe:all`: the page with every part of the kit, in each theme, light and dark, against WCAG 2.2 AA.
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from '@playwright/test';
import { THEME_NAMES } from '../../../src/contract/api/branding.ts';
import { CALLS_NOBODY, findBrowser, installBrowser } from '../../../tools/browser.ts';
import { en } from '../../../src/web/i18n/en.ts';
import { startProduct } from '../../harness/product.ts';
import { signIn } from '../../harness/sign-in.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

if (!findBrowser()) installBrowser();
const product = await startProduct();
const browser = await chromium.launch({ executablePath: findBrowser(), args: CALLS_NOBODY });
let wrong = 0;
try {
  const page = await (
    await browser.newContext({
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Africa/Nairobi',
      viewport: { width: 1280, height: 900 },
    })
  ).newPage();
  await signIn(page, product, 'administrator');
  for (const theme of THEME_NAMES) {
    await page.goto(`${product.baseUrl}/dashboard/test`);
    await page.getByRole('banner').getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('menuitemradio', { name: en.scheme.themes[theme] }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.getByRole('table').first().waitFor();
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.locator(`html[data-scheme=${scheme}]`).waitFor();
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .withTags(TAGS)
        .analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(
          (node) => `  ${id} at ${node.target.join(' ')}\n    ${node.failureSummary ?? ''}`,
        ),
      );
      wrong += found.length;
      console.log(
        [`${theme.padEnd(10)} ${scheme.padEnd(6)} ${found.length} violations`, ...found].join('\n'),
      );
    }
  }
} finally {
  await browser.close();
  await product.stop();
}
console.log(`\n${THEME_NAMES.length * 2} looks, ${wrong} violations`);
process.exitCode = wrong === 0 ? 0 : 1;

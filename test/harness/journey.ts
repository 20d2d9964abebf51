// The `test` of every journey: Playwright's, and a tidy end of every page that the journey opened.
import { test as base, type BrowserContext } from '@playwright/test';
import { startProduct, type Product } from './product.ts';

const LEAVE_TIMEOUT_MS = 10_000;

/**
 * Brings every page of a context to rest. Chromium never finishes disposing of a context in which a
 * page is on its way to another document, so the last step of a journey must not race its end.
 */
async function leavePages(context: BrowserContext): Promise<void> {
  await Promise.all(
    context.pages().map(async (page) => {
      // A form with changes asks whether to leave.
      page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
      await page.goto('about:blank', { timeout: LEAVE_TIMEOUT_MS }).catch(() => undefined);
    }),
  );
}

export const test = base.extend<{ leaving: void }, { sharedProduct: Product }>({
  /** One product for all files of a worker whose journeys look, and leave nothing that another would see. */
  sharedProduct: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed from it
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 480_000 },
  ],
  // It depends on the context so that it ends before the context does.
  leaving: [
    async ({ context, browser }, use, info) => {
      await use();
      // A journey that failed keeps its page for the screenshot.
      if (info.status !== info.expectedStatus) return;
      for (const each of browser.contexts()) {
        await leavePages(each);
        if (each !== context) await each.close();
      }
    },
    { auto: true },
  ],
});

// The `test` of every journey: Playwright's, and a tidy end of every page that the journey opened.
import { expect, test as base, type BrowserContext } from '@playwright/test';
import { openMailbox } from '../outside/mailbox.ts';
import { freePorts, startProduct, type Product } from '../product.ts';

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

/** The product that the files of a worker share, and the ways to its simulators. */
export interface SharedProduct extends Product {
  mailbox: ReturnType<typeof openMailbox>;
  /** A text from a phone arrives at the simulated carrier. */
  writeFromPhone(text: { source: string; destination: string; text: string }): Promise<void>;
  /** How many texts from phones the simulated carrier has delivered. */
  countFromPhones(): Promise<number>;
  /** Changes how the simulated carrier behaves from now on. */
  setCarrier(rules: Record<string, unknown>): Promise<void>;
  /** The carrier answers at once again. */
  resetCarrier(): Promise<void>;
}

async function startShared(): Promise<SharedProduct> {
  const [carrierPort = 0, mailPort = 0] = await freePorts(2);
  const product = await startProduct({
    SANDBOX_SMSC_CONTROL_PORT: String(carrierPort),
    SANDBOX_MAIL_CONTROL_PORT: String(mailPort),
  });
  // At any hour of the day the same: sending hours have tests of their own.
  await product.sql(`update sending_window set opens = 0, closes = 1440, days = '{1,2,3,4,5,6,7}'`);
  const tell = async (path: string, body: Record<string, unknown>) => {
    const answer = await fetch(`http://127.0.0.1:${carrierPort}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    expect(answer.status, await answer.text()).toBe(200);
  };
  const setCarrier = (rules: Record<string, unknown>) => tell('/rules', rules);
  return {
    ...product,
    mailbox: openMailbox(mailPort),
    writeFromPhone: (text) => tell('/mo', text),
    async countFromPhones() {
      const answer = await fetch(`http://127.0.0.1:${carrierPort}/stats`);
      return ((await answer.json()) as { moSent: number }).moSent;
    },
    setCarrier,
    resetCarrier: () => setCarrier({ latency: 0, receiptDelay: 200 }),
  };
}

export const test = base.extend<{ leaving: void }, { sharedProduct: SharedProduct }>({
  /**
   * One product for all files of a worker that need no configuration of their own. A file that
   * changes something brings its own people (people.ts).
   */
  sharedProduct: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed from it
    async ({}, use) => {
      const product = await startShared();
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

import { defineConfig } from '@playwright/test';
import { findJourneyBrowser } from './tools/browser.ts';

/** The longest begin, so that neither worker is left with one of them at the end. */
const LONG = ['**/xss.spec.ts', '**/axe.spec.ts'];

// Journeys start the product themselves (test/harness/product.ts), each file on data of its own.
export default defineConfig({
  testDir: 'test/browser',
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'journeys', testMatch: '**/*.spec.ts', testIgnore: LONG },
  ],
  globalSetup: './test/harness/journeys.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  // Limits are for what hangs: no step waits for less because a machine is usually quick.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Africa/Nairobi',
    contextOptions: { reducedMotion: 'reduce' }, // what moves is looked at when it stands
    screenshot: 'only-on-failure',
    // A trace draws every step once more and doubles a journey's work: ask for one with --trace on.
    trace: 'off',
    launchOptions: {
      executablePath: findJourneyBrowser(),
      // The sandbox does not work as root; the rest keeps the browser from calling home.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

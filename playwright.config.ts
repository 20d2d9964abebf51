import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from '@playwright/test';
import { CALLS_NOBODY, findJourneyBrowser } from './tools/browser.ts';

/** The longest begin, so that neither worker is left with one of them at the end. */
const LONG = ['**/xss.spec.ts', '**/axe.spec.ts', '**/layers.spec.ts'];

/**
 * The files with products of their own come before those that share one, which costs a tenth of a core from its start to
 * the end of the run, whoever uses it.
 */
const ALONE = globSync('test/browser/*.spec.ts', { cwd: import.meta.dirname })
  .filter((file) =>
    /\b(start|launch)Product\(/.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
  )
  .map((file) => `**/${basename(file)}`);

// A page lives for a second or two: what its code would gain by being optimized is less than what that
// costs, and so is what processes of their own would shield. A fifth of the browser's time goes with them.
const FOR_SHORT_PAGES = [
  '--in-process-gpu',
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  '--js-flags=--no-opt --no-maglev',
];
const executablePath = findJourneyBrowser();
const launched = (...args: string[]) => ({ launchOptions: { executablePath, args } });

// Journeys start the product themselves (test/harness/product.ts), each file on data of its own.
export default defineConfig({
  testDir: 'test/browser',
  projects: [
    { name: 'long', testMatch: LONG, use: launched(...CALLS_NOBODY) },
    {
      name: 'alone',
      testMatch: ALONE,
      testIgnore: LONG,
      use: launched(...CALLS_NOBODY, ...FOR_SHORT_PAGES),
    },
    {
      name: 'journeys',
      testMatch: '**/*.spec.ts',
      testIgnore: [...LONG, ...ALONE],
      use: launched(...CALLS_NOBODY, ...FOR_SHORT_PAGES),
    },
  ],
  globalSetup: './test/harness/browser/journeys.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  // Limits are for what hangs: no step waits for less because a machine is usually quick.
  timeout: 480_000,
  expect: { timeout: 120_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    locale: 'en-GB',
    timezoneId: 'Africa/Nairobi',
    contextOptions: { reducedMotion: 'reduce' }, // what moves is looked at when it stands
    screenshot: 'only-on-failure',
    // A trace draws every step once more and doubles a journey's work: ask for one with --trace on.
    trace: 'off',
  },
});

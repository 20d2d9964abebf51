import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test,tools,bench,docs}/**/*.test.{ts,tsx}'],
    exclude: ['test/browser/**', '**/node_modules/**'],
    globalSetup: ['test/harness/database-server.ts'],
    pool: 'forks',
    // A process reads the product's modules once instead of once for each file: half of the work of a run of short files.
    // Each file makes its own database and closes what it opened.
    isolate: false,
    maxWorkers: '100%', // unasked it leaves a core to nobody
    // Generous: a limit is for what hangs, not for what a busy machine does slowly.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
  },
});

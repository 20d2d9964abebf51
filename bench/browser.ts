/**
 * The portal's speed as a person feels it in a browser. Lighthouse on the sign-in page and on the pages that people live in, how
 * long a warm `npm start` takes to be ready, and a list of 200 rows that is scrolled and filtered while the browser watches
 * for tasks over 50 ms. Fails where a page is under 95 in accessibility or best practices, or a task was longer. What it
 * measures is this machine's as well: run it with nothing else going on. The last line is JSON.
 *
 *   npm run bench -- browser
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findBrowser, installBrowser } from '../tools/browser.ts';
import { freePorts, newDataDir, startProduct } from '../test/harness/product.ts';

const LEAST = 95;
const LONGEST_TASK_MS = 50;
const ROWS = 200;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const PAGES = ['/', '/dashboard', '/dashboard/campaigns', '/dashboard/campaigns/send-sms'];
const CALLS_NOBODY = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

type Scores = Record<(typeof CATEGORIES)[number], number>;

const readyMs = await warmStart();
const product = await startProduct();
const [debugPort = 0] = await freePorts(1);
const profile = newDataDir();
if (!findBrowser()) installBrowser();
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: findBrowser(),
  args: [...CALLS_NOBODY, `--remote-debugging-port=${debugPort}`],
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
});
const pages: Record<string, Scores> = {};
let list: Awaited<ReturnType<typeof longList>>;
try {
  pages['/'] = await judge('/');
  await signIn(browser);
  for (const path of PAGES.slice(1)) pages[path] = await judge(path);
  list = await longList(browser);
} finally {
  await browser.close();
  await product.stop();
  rmSync(profile, { recursive: true, force: true });
}
const under = Object.entries(pages).flatMap(([path, scores]) =>
  (['accessibility', 'best-practices'] as const)
    .filter((name) => scores[name] < LEAST)
    .map((name) => `${path}: ${name} ${scores[name]}`),
);
const long = Object.entries(list)
  .filter(([name, ms]) => name.endsWith('LongestTaskMs') && ms > LONGEST_TASK_MS)
  .map(([name, ms]) => `${name} ${ms}`);
console.log(
  JSON.stringify({ bench: 'browser', readyMs, pages, list, failed: [...under, ...long] }),
);
process.exitCode = under.length + long.length === 0 ? 0 : 1;

/** Milliseconds from `npm start` to "Tuma is ready.", with everything installed, built and made. */
async function warmStart(): Promise<number> {
  const dataDir = newDataDir();
  const first = await startProduct({ DATA_DIR: dataDir });
  await first.stop({ keepData: true });
  const [port = 0, smpp = 0, http = 0] = await freePorts(3);
  const begun = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      SMPP_PORT: String(smpp),
      HTTP_API_PORT: String(http),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  try {
    await new Promise<void>((ready, ended) => {
      let output = '';
      child.stdout.on('data', (data: Buffer) => {
        output += data.toString('utf8');
        if (output.includes('Tuma is ready.')) ready();
      });
      child.once('exit', (code) => ended(new Error(`npm start ended with ${code}:\n${output}`)));
    });
    return Math.round(performance.now() - begun);
  } finally {
    const gone =
      child.exitCode === null
        ? new Promise((resolve) => {
            child.once('exit', resolve);
          })
        : undefined;
    if (child.pid !== undefined && gone) process.kill(-child.pid, 'SIGTERM');
    await gone;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Lighthouse as it comes: a phone on a slow network. The browser's own profile keeps whoever is signed in. */
async function judge(path: string): Promise<Scores> {
  const run = await lighthouse(product.baseUrl + path, {
    port: debugPort,
    onlyCategories: [...CATEGORIES],
    disableStorageReset: true,
    logLevel: 'error',
    output: 'json',
  });
  if (!run || run.lhr.runtimeError)
    throw new Error(
      `Lighthouse could not judge ${path}: ${run?.lhr.runtimeError?.message ?? 'no answer'}`,
    );
  for (const { id, title, score, scoreDisplayMode } of Object.values(run.lhr.audits)) {
    if (
      score !== null &&
      score < 0.9 &&
      (scoreDisplayMode === 'binary' || scoreDisplayMode === 'numeric')
    )
      console.log(`${path.padEnd(32)} ${id}: ${title}`);
  }
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round((run.lhr.categories[name]?.score ?? 0) * 100)]),
  ) as Scores;
  console.log(
    `${path.padEnd(32)} ${CATEGORIES.map((name) => `${name} ${scores[name]}`).join(', ')}`,
  );
  return scores;
}

async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(product.baseUrl);
  await page.getByLabel('E-mail or phone number').fill('administrator@sandbox.test');
  await page.getByLabel('Password', { exact: true }).fill('Sandbox-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.close();
}

/** The clients, 200 to a page: read, scrolled to the end and back, and filtered. Milliseconds of the longest task in each. */
async function longList(context: BrowserContext) {
  await product.sql(`
    insert into client (id, parent_id, path, client_name, account_type, company_name, email, country, timezone, access_level, client_status)
    select gen_random_uuid(), root.id, root.path || 'bench' || n || '.', 'Client ' || lpad(n::text, 3, '0'), 'COMPANY', 'Client ' || n, 'client' || n || '@bench.test', 'KE', 'Africa/Nairobi', 'COMPANY', 'ACTIVE'
    from (select id, path from client where parent_id is null) root, generate_series(1, ${ROWS + 100}) n`);
  const page = await context.newPage();
  await page.goto(`${product.baseUrl}/dashboard/clients?size=${ROWS}`);
  await page
    .getByRole('table', { name: 'Clients' })
    .getByRole('link')
    .nth(ROWS - 1)
    .waitFor({ timeout: 120_000 });
  await page.evaluate(() => {
    const seen = globalThis as unknown as { tasks: number[] };
    seen.tasks = [];
    new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) seen.tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  const scrolled = await watched(page, async () => {
    await page.mouse.move(900, 500);
    for (const step of [600, -600])
      for (let turn = 0; turn < 16; turn++) await page.mouse.wheel(0, step);
  });
  const filtered = await watched(page, async () => {
    await page.getByRole('searchbox').fill('Client 1');
    await page.getByRole('link', { name: 'Client 001' }).waitFor({ state: 'hidden' });
  });
  const cleared = await watched(page, async () => {
    await page.getByRole('searchbox').fill('');
    await page.getByRole('link', { name: 'Client 001' }).waitFor();
  });
  await page.close();
  return {
    rows: ROWS,
    scrolledLongestTaskMs: scrolled,
    filteredLongestTaskMs: filtered,
    clearedLongestTaskMs: cleared,
  };
}

async function watched(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    (globalThis as unknown as { tasks: number[] }).tasks.length = 0;
  });
  await work();
  // The observer tells of a task after it.
  await page.waitForTimeout(1500);
  return page.evaluate(() =>
    Math.round(Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks)),
  );
}

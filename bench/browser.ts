/**
 * The portal's speed as a person feels it in a browser. Lighthouse on the sign-in page and on the pages that people live in, how
 * long a warm `npm start` takes to be ready, what each page fetches and how far its parts move while it is drawn, and a list
 * of 200 rows that is scrolled and filtered while the browser watches for tasks over 50 ms. Fails where a page is under 100 in
 * accessibility or best practices, moves or fetches more than its limits, or a task was longer. Times are this machine's as
 * well: run it with nothing else going on. The last line is JSON.
 *
 *   npm run bench -- browser
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import { CALLS_NOBODY, findBrowser, installBrowser } from '../tools/browser.ts';
import { readShifts, recordRequests, watchShifts } from '../test/harness/browser/drawing.ts';
import { freePorts, newDataDir, startProduct } from '../test/harness/product.ts';

const LEAST = 100;
const LONGEST_TASK_MS = 50;
const ROWS = 200;
/** The sum of layout shifts of a page, as browsers count them. */
const MOST_SHIFT = 0.02;
/** The files and calls of a first visit to the sign-in page, its bytes as they are sent, and what the dashboard adds. */
const MOST = { signInRequests: 12, signInKilobytes: 200, dashboardRequests: 30 };
const WIDTHS = [1440, 390] as const;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const PAGES = ['/', '/dashboard', '/dashboard/campaigns', '/dashboard/campaigns/send-sms'];

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
let drawn: Awaited<ReturnType<typeof drawPages>>;
try {
  drawn = await inPlainBrowser(drawPages);
  pages['/'] = await judge('/');
  await signIn(browser);
  for (const path of PAGES.slice(1)) pages[path] = await judge(path);
  list = await inPlainBrowser(longList);
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
const over = drawn.flatMap(overLimits);
const failed = under.concat(long, over);
console.log(JSON.stringify({ bench: 'browser', readyMs, pages, drawn, list, failed }));
process.exitCode = failed.length === 0 ? 0 : 1;

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
  // A session that the browser lost would have the sign-in page judged in the place of all others.
  const shown = new URL(run.lhr.finalDisplayedUrl).pathname;
  if (shown !== path) throw new Error(`Lighthouse was led from ${path} to ${shown}.`);
  for (const audit of Object.values(run.lhr.audits)) {
    const { id, title, score, scoreDisplayMode, displayValue = '' } = audit;
    if (
      score !== null &&
      score < 0.9 &&
      (scoreDisplayMode === 'binary' || scoreDisplayMode === 'numeric')
    )
      console.log(`${path.padEnd(32)} ${id}: ${title} ${displayValue}${placesOf(audit)}`);
  }
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round((run.lhr.categories[name]?.score ?? 0) * 100)]),
  ) as Scores;
  console.log(
    `${path.padEnd(32)} ${CATEGORIES.map((name) => `${name} ${scores[name]}`).join(', ')}`,
  );
  return scores;
}

/** The first elements that an audit names, as they begin in the page's source. */
function placesOf({ details }: { details?: unknown }): string {
  const { items = [] } = (details ?? {}) as { items?: { node?: { snippet?: string } }[] };
  return items
    .slice(0, 4)
    .map(({ node }) => node?.snippet)
    .filter((snippet) => snippet !== undefined)
    .map((snippet) => `\n    ${snippet}`)
    .join('');
}

type Drawn = { width: number; path: string; requests: number; kilobytes: number; shift: number };

/** Runs in a browser of its own, which Lighthouse has not set to a phone's speed and size. */
async function inPlainBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const plain = await chromium.launch({ executablePath: findBrowser(), args: CALLS_NOBODY });
  try {
    return await work(plain);
  } finally {
    await plain.close();
  }
}

/** Each page once at each width, the sign-in page with nothing in the cache and the others after it. */
async function drawPages(plain: Browser): Promise<Drawn[]> {
  const found: Drawn[] = [];
  for (const width of WIDTHS) {
    const context = await plain.newContext({ viewport: { width, height: 900 }, locale: 'en-GB' });
    const page = await context.newPage();
    for (const path of PAGES) {
      if (path === PAGES[1]) await signIn(context);
      found.push({ width, path, ...(await draw(page, path)) });
      console.log(JSON.stringify(found.at(-1)));
    }
    await context.close();
  }
  return found;
}

async function draw(page: Page, path: string): Promise<Omit<Drawn, 'width' | 'path'>> {
  await watchShifts(page);
  const { requests, bytes } = await recordRequests(page, async () => {
    await page.goto(product.baseUrl + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
    await page.waitForTimeout(1000);
  });
  const { sum } = await readShifts(page);
  return {
    requests: requests.length,
    kilobytes: Math.round(bytes / 1000),
    shift: Math.round(sum * 1e4) / 1e4,
  };
}

function overLimits({ width, path, requests, kilobytes, shift }: Drawn): string[] {
  const most =
    path === PAGES[0]
      ? [MOST.signInRequests, MOST.signInKilobytes]
      : [path === PAGES[1] ? MOST.dashboardRequests : Infinity, Infinity];
  return [
    shift > MOST_SHIFT && `${path} at ${width}: shift ${shift}`,
    requests > most[0]! && `${path} at ${width}: ${requests} requests`,
    kilobytes > most[1]! && `${path} at ${width}: ${kilobytes} kB`,
  ].filter((each) => each !== false);
}

async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(product.baseUrl);
  await page.getByLabel('Email or phone number').fill('administrator@sandbox.test');
  await page.getByLabel('Password', { exact: true }).fill('Sandbox-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.close();
}

/** The clients, 200 to a page: read, scrolled to the end and back, and filtered. Milliseconds of the longest task in each. */
async function longList(plain: Browser) {
  const context = await plain.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
  });
  await signIn(context);
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
  const names = await page
    .getByRole('table', { name: 'Clients' })
    .getByRole('link')
    .allInnerTexts();
  const other = names.find((name) => /^Client [02]/.test(name));
  if (other === undefined) throw new Error(`No client that a search drops: ${names.slice(0, 9)}`);
  const filtered = await watched(page, async () => {
    await page.getByRole('searchbox').fill('Client 1');
    await page.getByRole('link', { name: other }).waitFor({ state: 'hidden' });
  });
  const cleared = await watched(page, async () => {
    await page.getByRole('searchbox').fill('');
    await page.getByRole('link', { name: other }).waitFor();
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

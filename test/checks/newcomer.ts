// A newcomer on a fresh clone: the README's command, the address that it prints, and from there only
// what the screens show. The words of the screens are those of `src/web/i18n/en`, and everything is
// found by its role or its label, so an address, a selector or a call of the API cannot help. The limit is
// for the whole, from the command to a delivered campaign, with packages in npm's cache.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { findJourneyBrowser, installBrowser } from '../../tools/browser.ts';
import { en } from '../../src/web/i18n/en.ts';
import type { Check } from '../check.ts';
import { freePorts, isFree } from '../harness/product.ts';
import { makeTemporaryFolder } from '../harness/temporary.ts';

const ROOT = join(import.meta.dirname, '../..');
const LIMIT_S = 180;
/** A step that is stuck ends here, long after the limit is missed. */
const STUCK_MS = 600_000;
const STEP_MS = 60_000;
const PORTS = { PORT: 8080, SMPP_PORT: 2775, HTTP_API_PORT: 1401 };

/** The address and the account that a start prints. */
type Greeting = { address: string; email: string; password: string };

export const check: Check = {
  async run() {
    const folder = makeTemporaryFolder('newcomer');
    chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
    const clone = join(folder, 'tuma');
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, clone]);
    const command = commandOf(readFileSync(join(clone, 'README.md'), 'utf8'));
    const ports = await otherPorts();
    const browser = await openBrowser();
    const clock = openClock();
    const product = start(command, clone, ports);
    try {
      const greeting = await readGreeting(product, command, clock.step);
      await send(await newPage(browser), greeting, clock.step);
    } catch (error) {
      clock.fail(error);
    } finally {
      await browser.close();
      await end(product.child);
      // The clone has its data inside, and PostgreSQL's files another owner.
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
    return clock.verdict(Object.keys(ports).length === 0 ? {} : { other_ports: 'yes' });
  },
};

/** The first command of the page, which stands indented in a block of its own. */
function commandOf(readme: string): string {
  const [, command] = /^ {4}(npm [\w: -]+?) +#/m.exec(readme) ?? [];
  if (command === undefined) throw new Error('The README names no command to start with.');
  return command;
}

/** Settings for the ports that another program on this machine has; none on a newcomer's machine. */
async function otherPorts(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, port] of Object.entries(PORTS))
    if (!(await isFree(port))) found[name] = String((await freePorts(1))[0]);
  return found;
}

async function openBrowser(): Promise<Browser> {
  const path = findJourneyBrowser() ?? installBrowser();
  return chromium.launch({
    ...(path !== undefined && { executablePath: path }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
}

async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  page.setDefaultTimeout(STEP_MS);
  return page;
}

// ---- the command ----

type Start = { child: ChildProcess; output(): string };

/** The terminal names each part of a first start as it begins, such as `Building the screens ...`. */
const PARTS = /^[A-Z].* \.\.\.$/gm;

/** Runs the command as a person does in a new terminal, without what this check was started with. */
function start(command: string, folder: string, ports: Record<string, string>): Start {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|TUMA_|NODE_|DATA_DIR$)/.test(name)),
  );
  const path = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((each) => !each.includes('node_modules'));
  const [program = '', ...args] = command.split(' ');
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...env, ...ports, PATH: path.join(delimiter) },
    detached: true, // a group of its own, as in a terminal
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      text += data.toString('utf8');
    });
  return { child, output: () => text };
}

/** The address and the account to send with, as the terminal says once the product is ready. */
async function readGreeting(product: Start, command: string, step: Step): Promise<Greeting> {
  let parts: string[] = [];
  for (let part: string | undefined = command; part !== undefined; part = parts.at(-1)) {
    const known = parts.length;
    await step(part, async () => {
      parts = await nextPart(product, known);
    });
    if (parts.length === known) break;
  }
  const [, address = ''] = /Portal +(\S+)/.exec(product.output()) ?? [];
  const [, email = ''] = /(\S+@\S+) to send/.exec(product.output()) ?? [];
  const [, password = ''] = /password (\S+)/.exec(product.output()) ?? [];
  if (!address || !email || !password)
    throw new Error(`It does not say how to sign in and send:\n${product.output()}`);
  return { address, email, password };
}

/** Waits for the next part of the start, or its end. @param known how many parts there were */
async function nextPart({ child, output }: Start, known: number): Promise<string[]> {
  const began = performance.now();
  for (;;) {
    const parts = output().match(PARTS) ?? [];
    if (parts.length > known || /Tuma is ready\.[\s\S]*Stop/.test(output())) return parts;
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${output()}`);
    if (performance.now() - began > STUCK_MS) throw new Error(`It is not ready:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Ctrl-C, which a terminal sends to every process of the command, and their exit. */
function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    process.kill(-child.pid!, 'SIGINT');
  });
}

// ---- the screens ----

type Step = <T>(name: string, act: () => Promise<T>) => Promise<T>;

async function send(page: Page, { address, email, password }: Greeting, step: Step): Promise<void> {
  const seen = async (name: string, act: () => Promise<void>) => {
    try {
      await step(name, act);
    } catch (error) {
      const shown = await page
        .locator('body')
        .innerText({ timeout: 5000 })
        .catch(() => '');
      throw new Error(`${String(error).split('\n')[0]}\nThe screen shows:\n${shown}`, {
        cause: error,
      });
    }
  };
  await seen('the address opens the sign-in page', async () => {
    await page.goto(address);
    await page.getByRole('button', { name: en.signIn.submit, exact: true }).waitFor();
  });
  await seen('sign in', async () => {
    await page.getByLabel(en.signIn.username).fill(email);
    await page.getByLabel(en.signIn.password, { exact: true }).fill(password);
    await page.getByRole('button', { name: en.signIn.submit, exact: true }).click();
    await page.getByRole('heading', { name: en.dashboard.first.title }).waitFor();
  });
  await seen('the first steps lead to the message', async () => {
    const name = en.dashboard.first.steps.CAMPAIGN;
    await page.getByRole('link', { name }).or(page.getByRole('button', { name })).first().click();
    await page.getByLabel(en.compose.numbers).waitFor();
  });
  await seen('a number and a text', async () => {
    await page.getByLabel(en.compose.numbers).fill('0712 345678');
    await page
      .getByLabel(en.fromFile.text, { exact: true })
      .fill('Hello, this is my first campaign.');
    await page.getByRole('button', { name: en.fromFile.prepare }).click();
    await sendButton(page).waitFor();
  });
  await seen('send', async () => {
    await sendButton(page).click();
    await page.getByRole('heading', { name: en.campaigns.text, exact: true }).waitFor();
  });
  await seen('delivered', async () => {
    await page.getByText(en.status.COMPLETED, { exact: true }).first().waitFor();
    const share = en.campaigns.shareDelivered.replace('{{share}}', '100%');
    await page.getByText(share).first().waitFor();
  });
}

const sendButton = (page: Page) =>
  page.getByRole('button', { name: en.fromFile.send_one.replace('{{value}}', '1') });

// ---- the time ----

/** Times each step and prints it; the verdict holds when all steps ended within the limit. */
function openClock() {
  const began = performance.now();
  const figures: Record<string, number | string> = {};
  const open: string[] = [];
  let whole = 0;
  const seconds = (from: number) => Math.round((performance.now() - from) / 100) / 10;
  const step: Step = async (name, act) => {
    const from = performance.now();
    const result = await act();
    figures[name] = seconds(from);
    whole = seconds(began);
    console.error(`${String(figures[name]).padStart(6)} s  ${name}`);
    return result;
  };
  return {
    step,
    fail(error: unknown) {
      open.push(error instanceof Error ? error.message : String(error));
    },
    verdict(more: Record<string, string>) {
      if (open.length === 0 && whole > LIMIT_S)
        open.push(`${whole} s from the command to a delivered campaign, above ${LIMIT_S}`);
      const held = Object.keys(figures).length;
      return { tried: held + open.length, held, open, figures: { ...figures, ...more, whole } };
    },
  };
}

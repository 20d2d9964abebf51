// The browser of the journeys: the system's own, else Playwright's, else installed where that is allowed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Chromium without windows, which does a journey's work in two thirds of the processor time. */
const SHELL = '/usr/bin/chromium-headless-shell';
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The sandbox does not work as root; the rest keeps the browser from calling home. */
export const CALLS_NOBODY = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A Chromium that runs; undefined where there is none. */
export function findBrowser(): string | undefined {
  return findRunning([...PLACES, SHELL, chromium.executablePath()]);
}

/** The browser of the journeys, which never opens a window. */
export function findJourneyBrowser(): string | undefined {
  return findRunning([SHELL, ...PLACES, chromium.executablePath()]);
}

function findRunning(paths: string[]): string | undefined {
  return paths.find(
    (path) => existsSync(path) && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0,
  );
}

/**
 * Installs Chromium by apt as root on Debian, elsewhere Playwright's own; gives it, or undefined where the
 * system does not allow it.
 */
export function installBrowser(): string | undefined {
  const quiet = { stdio: 'ignore', timeout: 600_000 } as const;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const apt = (...args: string[]): boolean =>
      spawnSync('apt-get', args, {
        ...quiet,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0;
    const install = () =>
      ['chromium-headless-shell', 'chromium'].some((name) =>
        apt('install', '-y', '--no-install-recommends', name),
      );
    if (!install() && apt('update')) install();
  } else {
    spawnSync('npx', ['playwright', 'install', 'chromium'], quiet);
  }
  return findBrowser();
}

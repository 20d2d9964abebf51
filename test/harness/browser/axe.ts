// axe in a page of a journey: loaded once for each document, however often it is asked.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** WCAG 2.2 AA, and the advice of axe beyond it. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export type Violation = { id: string; target: string; summary: string };

type Options = {
  runOnly: { type: 'tag' | 'rule'; values: string[] };
  rules?: Record<string, { enabled: boolean }>;
};
type Axe = {
  run(
    parts: Document | { include: string[][] },
    options: object,
  ): Promise<{
    violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[];
  }>;
};

// The builder of @axe-core/playwright sends the readable source twice to each document, which is twice as long.
const ownRequire = createRequire(import.meta.url);
const source = readFileSync(
  createRequire(ownRequire.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

async function load(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
}

/**
 * Lists the violations on the page as it stands, in its parts by their selectors, else in all of it. Undefined where a
 * part does not stand.
 */
async function runIfThere(
  page: Page,
  parts: string[],
  options: Options,
): Promise<Violation[] | undefined> {
  await load(page);
  return page.evaluate(
    async ([selectors, how]) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      if (selectors.some((selector) => document.querySelector(selector) === null)) return undefined;
      const include = selectors.map((selector) => [selector]);
      // Elements without violations are not listed.
      const { violations } = await axe.run(include.length === 0 ? document : { include }, {
        ...how,
        resultTypes: ['violations'],
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary = '' }) => ({
          id,
          target: target.join(' '),
          summary: failureSummary,
        })),
      );
    },
    [parts, options] as const,
  );
}

async function run(page: Page, parts: string[], options: Options): Promise<Violation[]> {
  const found = await runIfThere(page, parts, options);
  if (!found) throw new Error(`Not on the page: ${parts.join(', ')}`);
  return found;
}

const ALL_RULES: Options = {
  runOnly: { type: 'tag', values: TAGS },
  rules: { region: { enabled: false } },
};

/** All rules but the one on contrast, for those who check that in several looks (looks.ts). */
const OTHER_RULES: Options = {
  ...ALL_RULES,
  rules: { ...ALL_RULES.rules, 'color-contrast': { enabled: false } },
};

/** As `checkOtherRules`; undefined where the part does not stand. */
export const checkPartIfThere = (page: Page, part: string): Promise<Violation[] | undefined> =>
  runIfThere(page, [part], OTHER_RULES);

/** Checks all rules on the whole page but the one on contrast, which is most of the work. */
export const checkOtherRules = (page: Page): Promise<Violation[]> => run(page, [], OTHER_RULES);

/**
 * Checks all rules; menus and dialogs stand at the end of the page, outside its regions.
 * @param parts selectors of the parts to look at; the whole page unless given
 */
export function checkAllRules(page: Page, parts: string[] = []): Promise<Violation[]> {
  return run(page, parts, ALL_RULES);
}

/**
 * Checks the page in the dark scheme, in place. The schemes differ in colours alone, so that only
 * the rule on contrast can find anything new.
 * @param parts selectors of the parts to look at; the whole page unless given
 */
export function checkDarkScheme(page: Page, parts: string[] = []): Promise<Violation[]> {
  return run(page, parts, { runOnly: { type: 'rule', values: ['color-contrast'] } });
}

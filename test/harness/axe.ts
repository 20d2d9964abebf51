// axe in a page of a journey: loaded once for each document, however often it is asked.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** WCAG 2.2 AA, and the advice of axe beyond it. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Stands for the source of axe in a document that has it already. */
const LOADED = '0';

export type Violation = { id: string; target: string; summary: string };

/**
 * Lists the violations on the page as it stands. Without frames, legacy mode finds the same and
 * opens no page of its own.
 */
async function run(page: Page, configure: (axe: AxeBuilder) => AxeBuilder): Promise<Violation[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  const axe = new AxeBuilder(isLoaded ? { page, axeSource: LOADED } : { page })
    .options({ resultTypes: ['violations'] }) // elements without violations are not listed
    .setLegacyMode();
  const { violations } = await configure(axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => ({
      id,
      target: target.join(' '),
      summary: failureSummary,
    })),
  );
}

/** Checks all rules; menus and dialogs stand at the end of the page, outside its regions. */
export function checkAllRules(page: Page): Promise<Violation[]> {
  return run(page, (axe) => axe.withTags(TAGS).disableRules(['region']));
}

/**
 * Checks the page in the dark scheme, in place. The schemes differ in colours alone, so that only
 * the rule on contrast can find anything new.
 * @param parts selectors of the parts to look at; the whole page unless given
 */
export async function checkDarkScheme(page: Page, parts: string[] = []): Promise<Violation[]> {
  return run(page, (axe) => {
    for (const part of parts) axe.include(part);
    return axe.withRules(['color-contrast']);
  });
}

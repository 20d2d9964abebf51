// Every theme in both schemes, put on without loading the page again: all colours are CSS variables.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { THEME_NAMES } from '../../src/contract/api/branding.ts';
import { makeTheme } from '../../src/web/ui/theme.ts';

const SCHEMES = ['light', 'dark'] as const;
const LOOKS = THEME_NAMES.flatMap((theme) => SCHEMES.map((scheme) => ({ theme, scheme })));

type Sheet = Record<string, Record<string, string>>;

/** The variables of each look under its own attribute, which outweigh those of the page. */
function styleSheet(): string {
  const rules = THEME_NAMES.flatMap((theme) => {
    const made = makeTheme(
      { accent: theme, chrome: 'WHITE', corners: 8 },
      { open: '', close: '', clear: '' },
    ) as unknown as { generateStyleSheets(): Sheet[] };
    const sheets = made.generateStyleSheets().flatMap((sheet) => Object.entries(sheet));
    return SCHEMES.map((scheme) => {
      const [, values = {}] = sheets.find(([selector]) => selector.includes(scheme)) ?? [];
      const lines = Object.entries(values)
        .filter(([name]) => name.startsWith('--'))
        .map(([name, value]) => `${name}:${value};`);
      return `html[data-look=${theme}][data-scheme=${scheme}]{${lines.join('')}}`;
    });
  });
  return `${rules.join('\n')}\n*,*::before,*::after{transition:none!important;animation:none!important}`;
}

const STYLES = styleSheet();

/**
 * Checks the topmost layer of the page against WCAG 2.2 AA, in every look. The looks differ in colours
 * alone, so that all rules are checked once and those on contrast in each.
 * @param layer a selector of layers, of which the last is the topmost
 */
export async function checkLayer(page: Page, layer: string, where: string): Promise<string[]> {
  // A layer that is drawn once more, as when its content comes, loses the mark: it is marked again.
  do
    await page
      .locator(layer)
      .filter({ visible: true })
      .last()
      .evaluate((element) => {
        document.querySelector('[data-checked]')?.removeAttribute('data-checked');
        element.setAttribute('data-checked', '');
      });
  while (!(await isMarkedStill(page)));
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  const { violations } = await new AxeBuilder(isLoaded ? { page, axeSource: '0' } : { page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .include('[data-checked]')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .disableRules(['region'])
    .analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id} at ${target.join(' ')} ${failureSummary}`,
    ),
  );
  return found.concat(await checkContrast(page)).map((violation) => `${where}: ${violation}`);
}

/** Whether the marked layer stands after the page has drawn twice. */
function isMarkedStill(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    for (let drawn = 0; drawn < 2; drawn++) await new Promise(requestAnimationFrame);
    return document.querySelector('[data-checked]') !== null;
  });
}

async function checkContrast(page: Page): Promise<string[]> {
  return page.evaluate(
    async ({ looks, styles }) => {
      type Result = { violations: { nodes: { target: string[]; failureSummary: string }[] }[] };
      const { axe } = globalThis as unknown as {
        axe: { run(part: string, options: object): Promise<Result> };
      };
      if (document.getElementById('looks') === null) {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(styles);
        document.adoptedStyleSheets = document.adoptedStyleSheets.concat(sheet);
        document.head.append(Object.assign(document.createElement('meta'), { id: 'looks' }));
      }
      const root = document.documentElement;
      const before = root.getAttribute('data-scheme') ?? 'light';
      const found: string[] = [];
      for (const { theme, scheme } of looks) {
        root.setAttribute('data-look', theme);
        root.setAttribute('data-scheme', scheme);
        const { violations } = await axe.run('[data-checked]', {
          runOnly: ['color-contrast'],
          resultTypes: ['violations'],
        });
        for (const { nodes } of violations)
          for (const { target, failureSummary } of nodes)
            found.push(`${theme} ${scheme}: contrast at ${target.join(' ')} ${failureSummary}`);
      }
      root.removeAttribute('data-look');
      root.setAttribute('data-scheme', before);
      return found;
    },
    { looks: LOOKS, styles: STYLES },
  );
}

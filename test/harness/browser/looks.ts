// Every theme in both schemes, put on without loading the page again: all colours are CSS variables.
import type { Page } from '@playwright/test';
import { THEME_NAMES } from '../../../src/contract/api/branding.ts';
import { makeTheme } from '../../../src/web/ui/theme/theme.ts';
import { checkOtherRules, checkPartIfThere, type Violation } from './axe.ts';

const SCHEMES = ['light', 'dark'] as const;
/** The seven themes, light and dark. */
export const LOOKS = THEME_NAMES.flatMap((theme) => SCHEMES.map((scheme) => ({ theme, scheme })));
/** A theme and a scheme to put on for a check; without one the page keeps its own. */
type Look = Partial<(typeof LOOKS)[number]>;
const AS_IT_STANDS: Look = {};

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

/** A thing of axe's tree, with what it has computed of its colours. */
type AxeNode = { children: AxeNode[]; _cache: object; _stackingContext?: unknown };
type Check = {
  result?: boolean;
  data: Record<'fgColor' | 'bgColor' | 'contrastRatio' | 'expectedContrastRatio', string>;
};
type Rule = {
  id: string;
  runSync(
    context: { include: AxeNode[]; exclude: AxeNode[] },
    options: object,
  ): { nodes: { node: { selector: string[] }; any: Check[] }[] };
};
type Axe = {
  _audit: { rules: Rule[] };
  _memoizedFns: { clear(): void }[];
  setup(): AxeNode;
  teardown(): void;
  utils: { getNodeFromTree(element: Element): AxeNode };
};

/**
 * Checks the topmost layer of the page against WCAG 2.2 AA, as it stands and in every look. The looks differ in colours
 * alone, so that the rule on contrast is checked in each, and the others once.
 * @param layer a selector of layers, of which the last is the topmost
 */
export async function checkLayer(page: Page, layer: string, where: string): Promise<string[]> {
  // A layer that is drawn once more, as when its content comes, loses the mark: it is marked again.
  let rules: Awaited<ReturnType<typeof checkPartIfThere>>;
  do {
    await page
      .locator(layer)
      .filter({ visible: true })
      .last()
      .evaluate((element) => {
        document.querySelector('[data-checked]')?.removeAttribute('data-checked');
        element.setAttribute('data-checked', '');
      });
    rules = (await isMarkedStill(page))
      ? await checkPartIfThere(page, '[data-checked]')
      : undefined;
  } while (rules === undefined);
  return listed(where, rules, await checkContrast(page, '[data-checked]', EVERY_LOOK));
}

/** Checks the whole page as `checkLayer` checks a layer. */
export const checkPage = (page: Page, where: string): Promise<string[]> =>
  checkIn(page, where, EVERY_LOOK);

/** Checks the whole page in its own theme, as it stands and dark. */
export const checkBothSchemes = (page: Page, where: string): Promise<string[]> =>
  checkIn(page, where, [AS_IT_STANDS, { scheme: 'dark' }]);

const EVERY_LOOK: readonly Look[] = [AS_IT_STANDS, ...LOOKS];

async function checkIn(page: Page, where: string, looks: readonly Look[]): Promise<string[]> {
  return listed(where, await checkOtherRules(page), await checkContrast(page, 'html', looks));
}

const listed = (where: string, rules: readonly Violation[], contrast: string[]): string[] =>
  rules
    .map(({ id, target, summary }) => `${id} at ${target} ${summary}`)
    .concat(contrast)
    .map((violation) => `${where}: ${violation}`);

/** True if the marked layer stands after the page has drawn twice. */
function isMarkedStill(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    for (let drawn = 0; drawn < 2; drawn++) await new Promise(requestAnimationFrame);
    return document.querySelector('[data-checked]') !== null;
  });
}

/** Adds the variables of the looks to the document, once. */
async function addLooks(page: Page): Promise<void> {
  if (await page.evaluate(() => document.getElementById('looks') !== null)) return;
  await page.evaluate((styles) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = document.adoptedStyleSheets.concat(sheet);
    document.head.append(Object.assign(document.createElement('meta'), { id: 'looks' }));
  }, STYLES);
}

/**
 * Checks the contrast of a part of the page, by its selector, in looks, by axe's own rule. Where each thing stands is found once, which is
 * most of the rule's work and the same in all looks; what axe keeps of colours is dropped before each.
 */
async function checkContrast(page: Page, part: string, looks: readonly Look[]): Promise<string[]> {
  await addLooks(page);
  return page.evaluate(
    ([selector, asked]) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      const forget = (node: AxeNode) => {
        node._cache = {};
        delete node._stackingContext;
        node.children.forEach(forget);
      };
      const root = document.documentElement;
      const before = root.getAttribute('data-scheme') ?? 'light';
      const found: string[] = [];
      const rule = axe._audit.rules.find(({ id }) => id === 'color-contrast')!;
      const tree = axe.setup();
      const layer = axe.utils.getNodeFromTree(document.querySelector(selector)!);
      for (const { theme, scheme } of asked) {
        if (theme !== undefined) root.setAttribute('data-look', theme);
        root.setAttribute('data-scheme', scheme ?? before);
        forget(tree);
        for (const each of axe._memoizedFns) each.clear();
        for (const { node, any } of rule.runSync({ include: [layer], exclude: [] }, {}).nodes)
          for (const { result, data } of any)
            if (result === false)
              found.push(
                `${[theme, scheme ?? before].join(' ').trim()}: contrast at ${node.selector.join(' ')}, ${data.fgColor} on ${data.bgColor} has ${data.contrastRatio} of ${data.expectedContrastRatio}`,
              );
      }
      axe.teardown();
      root.removeAttribute('data-look');
      root.setAttribute('data-scheme', before);
      return found;
    },
    [part, looks] as const,
  );
}

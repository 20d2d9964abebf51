// Ways through the portal without loading it again.
import { expect as expectWithin, type Locator, type Page } from '@playwright/test';

/** As patient as the journeys, also where a check looks at screens without their settings. */
const expect = expectWithin.configure({ timeout: 120_000 });

/**
 * Turns to another screen as a link does. The address changes at once, the screen when it has
 * come: what is looked at in between would be half the one and half the other.
 */
export async function turnTo(page: Page, to: string): Promise<void> {
  const from = new URL(page.url());
  const isAnother = new URL(to, from).pathname !== from.pathname;
  const heading = page.getByRole('heading', { level: 1 });
  const before = isAnother ? await heading.elementHandle() : null;
  if (from.pathname + from.search !== to)
    await page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, to);
  await page.waitForFunction((element) => element?.isConnected !== true, before);
  await expect(heading).toBeVisible();
}

/** Opens a screen: as a link does where the page has the portal already, which is a quarter of the work of loading it again. */
export async function openScreen(
  page: Page,
  { baseUrl }: { baseUrl: string },
  path: string,
): Promise<void> {
  if (page.url().startsWith(`${baseUrl}/dashboard`)) return turnTo(page, path);
  await page.goto(baseUrl + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Waits until nothing on the screen is still on its way. */
export async function waitForContent(page: Page): Promise<void> {
  // The page that shows the kit shows what is on its way as well.
  if (!new URL(page.url()).pathname.endsWith('/test'))
    await expect(page.locator('.MuiSkeleton-root').filter({ visible: true })).toHaveCount(0);
}

/** An entry of the menu; `group` is the label of the group that it is in. */
type MenuEntry = { name: string; group?: string; to?: string; target?: string | null };

/** Reads the menu from top to bottom, the label of each group before its entries: one group is open at a time. */
export async function readMenu(page: Page): Promise<MenuEntry[]> {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const found: MenuEntry[] = [];
  const read = async (item: Locator, group?: string) => {
    for (const link of await item.getByRole('link').all())
      found.push({
        name: (await link.textContent()) ?? '',
        to: (await link.getAttribute('href')) ?? '',
        target: await link.getAttribute('target'),
        ...(group !== undefined && { group }),
      });
  };
  for (const item of await menu.locator('> ul > li').all()) {
    const group = item.getByRole('button');
    if ((await group.count()) === 0) {
      await read(item);
      continue;
    }
    const name = (await group.textContent()) ?? '';
    found.push({ name });
    await openGroup(page, name);
    await read(item, name);
  }
  return found;
}

/** Opens a group of the menu, which closes the one that was open. */
export async function openGroup(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const group = menu.getByRole('button', { name, exact: true });
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
  await expect(menu.getByRole('button', { expanded: true })).toHaveText([name]);
  await expect(menu.locator('> ul > li > .MuiCollapse-root')).toHaveCount(1);
}

/** Lists the addresses of the portal in the menu, of all groups. */
export async function listMenu(page: Page): Promise<string[]> {
  return (await readMenu(page))
    .map(({ to }) => to)
    .filter((to) => to !== undefined && to.startsWith('/dashboard')) as string[];
}

/** Opens a filter of the list on the screen. */
export async function openFilter(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible();
}

// Ways through the portal without loading it again.
import { expect, type Page } from '@playwright/test';

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

/** Waits until nothing on the screen is still on its way. */
export async function waitForContent(page: Page): Promise<void> {
  // The page that shows the kit shows what is on its way as well.
  if (!new URL(page.url()).pathname.endsWith('/test'))
    await expect(page.locator('.MuiSkeleton-root').filter({ visible: true })).toHaveCount(0);
}

/** Lists the addresses of the portal in the menu, all groups opened. */
export async function listMenu(page: Page): Promise<string[]> {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const closed = menu.getByRole('button', { expanded: false });
  while ((await closed.count()) > 0) await closed.first().click();
  const links = await menu
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return links.filter((link) => link.startsWith('/dashboard'));
}

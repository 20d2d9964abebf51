// A person without a mouse: the Tab key to a thing, and keys from there.
import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any screen has. */
const MOST_STOPS = 250;
/** More entries than any menu has. */
const MOST_STEPS = 60;

/** Presses Tab until the element has the focus; fails where Tab never comes to it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible();
  const hasFocus = () =>
    target
      .first()
      .evaluate((element) => element === document.activeElement)
      .catch(() => false);
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await hasFocus()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${String(target)}`);
}

/** Goes to an element by Tab and presses a key on it, Enter unless told otherwise. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Presses an arrow key until the element has the focus, as in a menu; fails where it never comes to it. */
export async function walkTo(page: Page, target: Locator, key = 'ArrowDown'): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let step = 0; step < MOST_STEPS; step++) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never comes to ${String(target)}`);
}

/** Goes to a field by Tab and types into it, in the place of what is there. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Goes to a screen as the palette does: its name, and Enter. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(name);
  await expect(palette.getByRole('option').first()).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
}

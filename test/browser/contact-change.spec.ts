import { expect, type Page } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { SANDBOX_PASSWORD, enterAs } from '../harness/browser/sign-in.ts';

// Another email address: asked for, confirmed by the new mailbox, undone by the old one.
let product: PeopledProduct;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
});

const WORDS = {
  en: {
    email: 'Email',
    save: 'Save changes',
    stepUp: 'Confirm it is you',
    password: 'Password',
    confirm: 'Confirm',
    waiting: (to: string) => `Waiting for ${to} to be confirmed`,
    confirmAddress: 'Confirm address',
    confirmed: 'Your email address is confirmed',
    undo: 'Undo the change',
    undone: 'The change is undone',
    newPassword: 'New password',
    savePassword: 'Save password',
    changed: 'Your password is changed',
  },
  pt: {
    email: 'E-mail',
    save: 'Guardar alterações',
    stepUp: 'Confirme a sua identidade',
    password: 'Palavra-passe',
    confirm: 'Confirmar',
    waiting: (to: string) => `A aguardar a confirmação de ${to}`,
    confirmAddress: 'Confirmar endereço',
    confirmed: 'O seu e-mail está confirmado',
    undo: 'Anular a mudança',
    undone: 'A mudança foi anulada',
    newPassword: 'Nova palavra-passe',
    savePassword: 'Guardar palavra-passe',
    changed: 'A sua palavra-passe foi mudada',
  },
} as const;

/** The page and query of the newest link of a page in a mailbox, as soon as it is there. */
async function linkTo(address: string, name: string): Promise<string> {
  let found: URL | undefined;
  const look = async () => {
    const links = (await product.mailbox.of(address))
      .flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
      .map((link) => new URL(link));
    found = links.findLast(({ pathname }) => pathname === `/${name}`);
    return found;
  };
  await expect.poll(look, { message: `a link to ${name} mailed to ${address}` }).toBeDefined();
  return found!.pathname + found!.search;
}

async function openSettings(page: Page, account: string, language: keyof typeof WORDS) {
  await enterAs(page, product, account);
  await page.evaluate((chosen) => localStorage.setItem('tuma.language', chosen), language);
  await page.goto(`${product.baseUrl}/dashboard/settings`);
}

for (const [language, account] of [
  ['en', 'company'],
  ['pt', 'client'],
] as const) {
  const words = WORDS[language];
  test(`an email address changes once it is confirmed, and the old mailbox undoes it (${language})`, async ({
    page,
  }) => {
    const [before, after] = [product.emailOf(account), `new.${product.emailOf(account)}`];
    await openSettings(page, account, language);
    await page.getByLabel(words.email, { exact: true }).fill(after);
    await page.getByRole('button', { name: words.save }).click();
    const asked = page.getByRole('dialog', { name: words.stepUp });
    await asked.getByLabel(words.password, { exact: true }).fill(SANDBOX_PASSWORD);
    await asked.getByRole('button', { name: words.confirm, exact: true }).click();
    await expect(page.getByText(words.waiting(after))).toBeVisible();
    await expect(page.getByLabel(words.email, { exact: true })).toHaveValue(before);

    // Opening the link alone confirms nothing: programs that scan mail open links too.
    await page.goto(`${product.baseUrl}${await linkTo(after, 'confirm-email')}`);
    await expect(page.getByText(after)).toBeVisible();
    expect(await product.sql(`select email from client where email = '${after}'`)).toEqual([]);
    await page.getByRole('button', { name: words.confirmAddress }).click();
    await expect(page.getByRole('heading', { name: words.confirmed })).toBeVisible();

    // The old mailbox takes it back, although somebody is signed in here, and chooses a new password.
    await page.goto(`${product.baseUrl}${await linkTo(before, 'undo-email')}`);
    await page.getByRole('button', { name: words.undo }).click();
    await expect(page.getByRole('heading', { name: words.undone })).toBeVisible();
    await page.getByLabel(words.newPassword).fill('seven quiet herons');
    await page.getByRole('button', { name: words.savePassword }).click();
    await expect(page.getByRole('heading', { name: words.changed })).toBeVisible();
    expect(
      await product.sql(`select email from client where email in ('${before}', '${after}')`),
    ).toEqual([{ email: before }]);
  });
}

import { expect, type Page } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { SANDBOX_PASSWORD, enterAs } from '../harness/browser/sign-in.ts';

// Changes that protect an account ask again who is there; nothing that was typed is lost by it.
let product: PeopledProduct;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
});

const WORDS = {
  en: {
    create: 'Create API key',
    creating: 'New API key',
    name: 'Name',
    keyShown: 'Copy your key now',
    title: 'Confirm it is you',
    password: 'Password',
    confirm: 'Confirm',
    wrong: 'Incorrect password. Try again.',
    cancel: 'Cancel',
    cancelled: 'Nothing was changed: you did not confirm that it is you.',
    code: 'Send me a code instead',
    codeField: 'Code',
    copied: 'I have copied it',
  },
  pt: {
    create: 'Criar chave de API',
    creating: 'Nova chave de API',
    name: 'Nome',
    keyShown: 'Copie já a sua chave',
    title: 'Confirme a sua identidade',
    password: 'Palavra-passe',
    confirm: 'Confirmar',
    wrong: 'Palavra-passe incorrecta. Tente novamente.',
    cancel: 'Cancelar',
    cancelled: 'Nada foi alterado: não confirmou a sua identidade.',
    code: 'Enviar-me antes um código',
    codeField: 'Código',
    copied: 'Já a copiei',
  },
} as const;

/** The dialog in which a new key has its name, in one of the languages. */
async function openNewKey(page: Page, name: string, words: (typeof WORDS)[keyof typeof WORDS]) {
  await page.goto(`${product.baseUrl}/dashboard/settings/api-keys`);
  await page.getByRole('button', { name: words.create }).first().click();
  const dialog = page.getByRole('dialog', { name: words.creating });
  await dialog.getByLabel(words.name, { exact: true }).fill(name);
  return {
    dialog,
    asked: page.getByRole('dialog', { name: words.title }),
    submit: () => dialog.getByRole('button', { name: words.create }).click(),
  };
}

for (const language of ['en', 'pt'] as const) {
  const words = WORDS[language];
  test(`a key is created after the password or a code (${language})`, async ({ page }) => {
    const account = language === 'en' ? 'reseller' : 'company';
    await enterAs(page, product, account);
    await page.evaluate((chosen) => localStorage.setItem('tuma.language', chosen), language);
    const { dialog, asked, submit } = await openNewKey(page, 'Shop', words);

    // Signing in a moment ago does not count. Escape gives up, and what was typed is still there.
    await submit();
    await expect(asked.getByLabel(words.password, { exact: true })).toBeFocused();
    await expect(asked.getByLabel(words.password, { exact: true })).toHaveAttribute(
      'autocomplete',
      'current-password',
    );
    await page.keyboard.press('Escape');
    await expect(asked).toBeHidden();
    await expect(dialog.getByText(words.cancelled)).toBeVisible();
    await expect(dialog.getByLabel(words.name, { exact: true })).toHaveValue('Shop');

    await submit();
    await asked.getByLabel(words.password, { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await expect(asked.getByText(words.wrong)).toBeVisible();
    await asked.getByLabel(words.password, { exact: true }).fill(SANDBOX_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: words.keyShown })).toBeVisible();
    await page.getByRole('button', { name: words.copied }).click();

    // Within five minutes the next one is made without a question; after them a code does as well.
    const second = await openNewKey(page, 'Second', words);
    await second.submit();
    await page.getByRole('button', { name: words.copied }).click();
    await product.sql(
      `update session set step_up_expires_at = now() where step_up_expires_at is not null`,
    );
    const third = await openNewKey(page, 'Third', words);
    await third.submit();
    await asked.getByRole('button', { name: words.code }).click();
    await asked
      .getByLabel(words.codeField)
      .fill(await product.mailbox.code(product.emailOf(account)));
    await expect(page.getByRole('dialog', { name: words.keyShown })).toBeVisible();
  });
}

test('the dialog fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await enterAs(page, product, 'client');
  const { asked, submit } = await openNewKey(page, 'Phone', WORDS.en);
  await submit();
  const box = await asked.boundingBox();
  expect(box!.x).toBeGreaterThanOrEqual(0);
  expect(box!.x + box!.width).toBeLessThanOrEqual(390);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(asked).toBeHidden();
});

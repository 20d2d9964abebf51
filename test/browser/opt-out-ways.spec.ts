import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { openApi } from '../harness/api.ts';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { enterAs, signIn } from '../harness/browser/sign-in.ts';

// The ways to opt out of promotional messages: an administrator keeps them, a composer shows them, and a
// receiver uses the link of its message on a phone without scripts.
let product: PeopledProduct;

/** Nothing on the page breaks WCAG 2.2 AA, or is wider than the window. */
async function checkPage(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .setLegacyMode()
    .analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );
}

test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
  await product.sql(
    `insert into sender (id, sender, client_id, kind, country, status) select gen_random_uuid(), 'WAYS', id, 'PROMOTIONAL', 'KE', 'READY_FOR_SENDING' from client where email = $1`,
    [product.emailOf('client')],
  );
});

test('an administrator adds, changes and removes a way to opt out', async ({ page }) => {
  await signIn(page, product, 'administrator', '/dashboard/settings/platform?part=optOut');
  const ways = page.getByRole('table', { name: 'Ways to opt out' });
  await expect(ways.getByRole('row', { name: /Kenya Safaricom/ })).toContainText('STOP *456*9*5#');
  await page.getByRole('button', { name: 'Add a way to opt out' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Country').selectOption({ label: 'Mozambique' });
  await dialog.getByLabel('Operator').selectOption({ label: 'Tmcel' });
  await dialog.getByLabel('Kind').selectOption({ label: 'Word to answer' });
  await dialog.getByLabel('Text').fill('Não quero');
  await dialog.getByLabel('Source').fill('Letter of the operator');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText(/Use characters of the GSM alphabet only/).first()).toBeVisible();
  await dialog.getByLabel('Text').fill('SAIR para 4040');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  const row = ways.getByRole('row', { name: /Mozambique Tmcel/ });
  await expect(row).toContainText('SAIR para 4040');
  await row.getByRole('button', { name: 'Source: Mozambique, Tmcel' }).click();
  await expect(page.getByRole('dialog', { name: /^Source/ })).toContainText(
    'Letter of the operator',
  );
  await page.keyboard.press('Escape');

  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByLabel('Text').fill('SAIR para 5050');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(row).toContainText('SAIR para 5050');

  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  // The table behind the question is hidden, as if the row were gone already.
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row).toHaveCount(0);
});

test('a composer shows each way with its segments, and the phone of each receiver its own', async ({
  page,
}) => {
  await enterAs(page, product, 'client');
  await page.goto(`${product.baseUrl}/dashboard/campaigns/send-sms`);
  await page.getByLabel('Sender ID').selectOption('WAYS');
  await page.getByLabel('Phone numbers').fill('0711000041,+256772000041,+258861000041,');
  await page.getByLabel('Text', { exact: true }).fill('x'.repeat(147));
  const ways = page.getByRole('alert').filter({ hasText: 'people must be able to opt out' });
  await expect(ways.getByRole('listitem')).toHaveCount(3);
  await expect(ways.getByText('Safaricom (Kenya) · 2 segments')).toBeVisible();
  await expect(ways.getByText('MTN (Uganda) · 1 segment')).toBeVisible();
  await expect(ways.getByText('Movitel (Mozambique) · 2 segments')).toBeVisible();
});

test('a receiver stops messages by one tap and takes it back, on a phone without scripts', async ({
  browser,
}) => {
  const email = product.emailOf('client');
  await product.sql(
    `insert into stop_link (token, client_id, sender, destination, expires_at) select 'jOurn3y', id, 'WAYS', '258861000042', now() + interval '1 day' from client where email = $1`,
    [email],
  );
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'pt-MZ',
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(`${product.baseUrl}/s/jOurn3y`);
  await expect(
    page.getByRole('heading', { name: 'Parar as mensagens promocionais' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'English' }).click();
  const optOuts = () =>
    product.sql(
      `select o.source from opt_out o join client c on c.id = o.client_id where c.email = $1 and o.destination = '258861000042'`,
      [email],
    );
  expect(await optOuts()).toEqual([]);
  await page.getByRole('button', { name: 'Stop messages' }).click();
  await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible();
  expect(await optOuts()).toEqual([{ source: 'LINK' }]);
  await page.getByRole('button', { name: 'Get messages again' }).click();
  await expect(page.getByRole('heading', { name: 'Messages are on again' })).toBeVisible();
  expect(await optOuts()).toEqual([]);
  await context.close();
});

test('a receiver stops everything, in Swahili', async ({ browser }) => {
  await product.sql(
    `insert into stop_link (token, client_id, sender, destination, expires_at) select 'jOurn4y', id, 'WAYS', '255754000042', now() + interval '1 day' from client where email = $1`,
    [product.emailOf('client')],
  );
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'sw-TZ',
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(`${product.baseUrl}/s/jOurn4y`);
  await expect(page.getByRole('heading', { name: 'Acha kupokea matangazo' })).toBeVisible();
  await page.getByRole('button', { name: 'Acha ujumbe wote wa mtumaji huyu' }).click();
  await expect(page.getByRole('heading', { name: 'Ujumbe wote umesitishwa' })).toBeVisible();
  expect(
    await product.sql(`select scope, source from opt_out where destination = '255754000042'`),
  ).toEqual([{ scope: 'EVERYTHING', source: 'LINK' }]);
  await context.close();
});

test('an administrator keeps the words that opt out, and tries what a text would do', async ({
  page,
}) => {
  await signIn(page, product, 'administrator', '/dashboard/settings/platform?part=optOut');
  await page.getByRole('link', { name: 'Opt-out and opt-in words' }).click();
  await expect(
    page.getByRole('heading', { name: 'Opt-out and opt-in words', level: 1 }),
  ).toBeVisible();
  const tried = async (text: string) => {
    await page.getByLabel('Message text').fill(text);
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    return page.getByRole('status').filter({ hasText: /asks for nothing|: End|: Get/ });
  };
  await expect(await tried('Tosha!')).toContainText('This text asks for nothing.');

  await page.getByRole('button', { name: 'Add a word' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Word').fill('12');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(
    dialog.getByText('Enter a word of letters, of at most 40 characters.'),
  ).toBeVisible();
  await dialog.getByLabel('Word').fill('tosha');
  await dialog.getByLabel('Asks to').selectOption({ label: 'End everything' });
  await dialog.getByLabel('Language').selectOption({ label: 'Swahili' });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  const word = page
    .getByRole('region', { name: 'Words people send' })
    .getByRole('button', { name: /TOSHA/ });
  await expect(word).toBeVisible();
  await expect(await tried('Tosha!')).toContainText(
    'TOSHA: End everything. An account that answers sends: “Duka: hutapokea tena ujumbe wetu.',
  );
  await checkPage(page);
  // On a phone the other columns are lines below the first, so that nothing is cut off.
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page);
  await page.getByRole('link', { name: 'Answers', exact: true }).click();
  const answers = page.getByRole('region', { name: 'Answers', exact: true });
  await expect(answers.getByRole('columnheader')).toHaveText(['Asks to']);
  await expect(
    answers
      .getByText(/hutapokea tena ujumbe/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  expect(
    await answers.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('link', { name: 'From people' }).click();
  await word.click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(word).toHaveCount(0);

  // The words of carriers and the answers are kept the same way.
  await page.getByRole('link', { name: 'From carriers' }).click();
  await page.getByRole('button', { name: 'Add a status or code' }).click();
  await dialog.getByLabel('Status or code').fill('Subscriber-Barred');
  await dialog.getByLabel('Source').fill('Letter of the operator');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  const code = page
    .getByRole('table', { name: 'Codes from carriers' })
    .getByRole('row', { name: /subscriber-barred/ });
  await expect(code).toContainText('Letter of the operator');
  await code.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(code).toHaveCount(0);
});

test('a client enters an opt-out of one sender ID and lets phones be answered', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enterAs(page, product, 'client');
  await page.goto(`${product.baseUrl}/dashboard/contacts/opt-outs`);
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true });
  await more.click();
  await page.getByRole('menuitem', { name: 'Answers to STOP: off' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/You have no sender ID that a phone can write to/)).toBeVisible();
  await dialog.getByLabel('Answer these phones').check();
  await dialog.getByLabel('Language of the word').selectOption('Swahili');
  await dialog
    .getByLabel('After STOP', { exact: true })
    .fill('{name}: basi. Tuma ANZA kurudi – {number}');
  await expect(dialog.getByText(/basi\. Tuma ANZA kurudi.* 1 segment, Unicode/)).toBeVisible();
  await dialog.getByLabel('After STOP', { exact: true }).fill('{name}: basi. Tuma ANZA kurudi.');
  await expect(dialog.getByText(/basi\. Tuma ANZA kurudi.* 1 segment, GSM 7-bit/)).toBeVisible();
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Answers to STOP: on' })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await product.sql('select language, asks, text from opt_out_own_answer')).toEqual([
    { language: 'sw', asks: 'STOP', text: '{name}: basi. Tuma ANZA kurudi.' },
  ]);

  await page.getByRole('button', { name: 'Add opt-outs' }).first().click();
  await dialog.getByLabel('Phone numbers').fill('0711000077');
  await dialog.getByLabel('Covers').selectOption({ label: 'Promotions' });
  await dialog.getByLabel('Sender ID').selectOption('WAYS');
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Add to list' }).click();
  await expect(page.getByText('+254711000077')).toBeVisible();
  expect(
    await product.sql(`select scope, sender from opt_out where destination = '254711000077'`),
  ).toEqual([{ scope: 'PROMOTIONAL', sender: 'WAYS' }]);
});

test('a phone that writes STOP to a short code gets an answer, through gateway and carrier', async () => {
  const email = product.emailOf('client');
  await product.sql(
    `insert into sender (id, sender, client_id, kind, country, status) select gen_random_uuid(), '41414', id, 'SHORTCODE', 'KE', 'READY_FOR_SENDING' from client where email = $1`,
    [email],
  );
  await product.sql(
    `insert into opt_out_choice (client_id, is_answered) select id, true from client where email = $1 on conflict (client_id) do update set is_answered = true`,
    [email],
  );
  const api = openApi(product);
  const phone = '+254712340177';
  await api.get('POST', '/sandbox/handset', { body: { phone, to: '41414', text: 'Stop' } });
  await expect
    .poll(async () => {
      const { messages } = await api.get<{ messages: { from: string; text: string | null }[] }>(
        'GET',
        `/sandbox/handset?phone=${encodeURIComponent(phone)}`,
      );
      return messages.map(({ text }) => text ?? '').join('\n');
    })
    .toContain('you will get no more promotions from us. To get them again, send START to 41414.');
  expect(
    await product.sql(`select scope, source from opt_out where destination = '254712340177'`),
  ).toEqual([{ scope: 'PROMOTIONAL', source: 'MO' }]);
});

test('an approver revokes a decision on a text of software', async ({ page }) => {
  await product.sql(
    `insert into text_decision (id, client_id, campaign_id, sender, text, fingerprint, is_approved, decided_by)
     select gen_random_uuid(), c.id, gen_random_uuid(), 'WAYS', 'Your parcel #number# is here', 'journey', true, a.id
     from client c, client a where c.email = $1 and a.email = $2`,
    [product.emailOf('client'), product.emailOf('administrator')],
  );
  await signIn(page, product, 'administrator', '/dashboard/campaigns');
  await page.getByRole('link', { name: 'Approved and declined texts' }).click();
  const row = page.getByRole('row', { name: /Your parcel #number# is here/ });
  await expect(row).toContainText('Approved');
  await checkPage(page);
  await row.getByRole('button', { name: /Your parcel/ }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/wait for approval again/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  // Rows have no role while the dialog is open.
  await expect(dialog).toBeHidden();
  await expect(row).toHaveCount(0);
  expect(await product.sql(`select from text_decision where fingerprint = 'journey'`)).toEqual([]);
});

import { expect, type Page } from '@playwright/test';
import { freePorts, startProduct, type Product } from '../harness/product.ts';
import { test } from '../harness/browser/journey.ts';
import { checkLayer } from '../harness/browser/looks.ts';
import { turnTo, waitForContent } from '../harness/browser/screens.ts';
import { enterAs } from '../harness/browser/sign-in.ts';
import { useProduct, type Made } from '../../tools/screens/use.ts';

// Every menu, dialog and panel that lies over a screen, in the seven themes, light and dark, against WCAG 2.2 AA.
let product: Product;
let made: Made;
test.beforeAll(async () => {
  const [carrierPort = 0] = await freePorts(1);
  product = await startProduct({ SANDBOX_SMSC_CONTROL_PORT: String(carrierPort) });
  made = await useProduct(product, `http://127.0.0.1:${carrierPort}`);
});
test.afterAll(() => product.stop());

const LAYER = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** A step to a layer: a button by its name, else what is done. */
type Step = string | RegExp | ((page: Page) => Promise<unknown>);
/** The layers of one screen, each with its steps from the screen itself. */
type Screen = { path: string; layers: readonly (readonly Step[])[] };

/** An item of a menu, which closes before the layer of the item is looked at. */
const item = (name: string) => async (page: Page) => {
  const chosen = page.getByRole('menuitem', { name, exact: true });
  await chosen.click();
  await expect(chosen).toBeHidden();
};
const key = (keys: string) => (page: Page) => page.keyboard.press(keys);
const label =
  (name: string, text: string): Step =>
  (page) =>
    page.getByLabel(name, { exact: true }).fill(text);
/** A click on the first row, beside its link. */
const row: Step = (page) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .first()
    .click({ position: { x: 4, y: 16 } });

async function open(page: Page, step: Step): Promise<void> {
  if (typeof step === 'function') await step(page);
  else
    await page
      .getByRole('button', { name: step, exact: typeof step === 'string' })
      .filter({ visible: true })
      .first()
      .click();
}

/** The screen without a layer over it: as the last layer left it, else loaded anew. */
async function standAt(page: Page, path: string, left: string | undefined): Promise<void> {
  const to = `/dashboard${path}`;
  if (left !== undefined) {
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-checked]')).toBeHidden();
    // A form that was filled stays below its question.
    if ((await page.locator(LAYER).filter({ visible: true }).count()) === 0) {
      // A panel beside a list takes itself out of the address.
      await expect(page).toHaveURL(left);
      await turnTo(page, to);
      return waitForContent(page);
    }
  }
  await page.goto(product.baseUrl + to);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await waitForContent(page);
}

async function checkScreens(page: Page, account: string, screens: readonly Screen[]) {
  await enterAs(page, product, account);
  const found: string[] = [];
  let stood: string | undefined;
  for (const { path, layers } of screens)
    for (const steps of layers) {
      await standAt(page, path, stood);
      stood = page.url();
      for (const step of steps) await open(page, step);
      await expect(page.locator(LAYER).filter({ visible: true }).last()).toBeVisible();
      await waitForContent(page);
      const where = `${account} ${path} ${steps.map((step) => (typeof step === 'function' ? '' : String(step))).join(' ')}`;
      found.push(...(await checkLayer(page, LAYER, where)));
    }
  expect(found).toEqual([]);
}

test('palette, keys and the menus of the top bar', async ({ page }) => {
  await checkScreens(page, 'administrator', [
    {
      path: '',
      layers: [
        [key('Control+k')],
        [
          key('Control+k'),
          (at) => at.keyboard.type('am'),
          // The client that the server finds stands after the screens of that name.
          (at) =>
            at
              .getByRole('option', { name: /Amina Otieno/ })
              .first()
              .waitFor(),
        ],
        [key('?')],
        [/^Notifications and account/],
        ['Appearance'],
        [/^Language/],
        ['Sandbox'],
      ],
    },
  ]);
});

test('filters, menus of lists and the panels beside them', async ({ page }) => {
  await checkScreens(page, 'client', [
    {
      path: '/campaigns/sent-messages',
      layers: [
        ['Filter'],
        ['Filter', item('Status')],
        ['Filter', item('Date')],
        ['Columns'],
        ['Export'],
        [row],
      ],
    },
    { path: '/campaigns/sent-messages?status=DELIVERED', layers: [['Save view']] },
    { path: '/purchases', layers: [[row]] },
    { path: '/long-runnings', layers: [[row]] },
    { path: `/settings/webhooks/${made['webhook']}`, layers: [[row]] },
    { path: '/reports/download-report', layers: [[/^Actions for/]] },
  ]);
  await checkScreens(page, 'administrator', [{ path: '/settings/audit', layers: [[row]] }]);
});

test('dialogs of those who send', async ({ page }) => {
  await checkScreens(page, 'client', [
    { path: '/contact-groups', layers: [['New group'], [/^Actions for/]] },
    {
      path: '/contacts',
      layers: [
        ['New contact'],
        ['New contact', label('First name (optional)', 'Zawadi'), key('Escape')],
        [/^Actions for/, item('Add to a group')],
        [/^Actions for/, item('Delete')],
      ],
    },
    { path: '/contacts/opt-outs', layers: [['Add opt-outs'], [/^Answers to STOP/]] },
    { path: '/campaigns/sms-templates', layers: [['New template']] },
    {
      path: '/campaigns',
      layers: [['Ways to start a campaign'], [/^Actions for Holiday greeting/, item('Reschedule')]],
    },
    {
      path: '/campaigns/send-sms',
      layers: [
        ['Template'],
        ['Insert'],
        [(at) => at.getByText('Pick a time').click(), 'Open the calendar'],
      ],
    },
    { path: '/purchases', layers: [['More', item('Statement')]] },
    { path: '/purchases/topup', layers: [['Top-up reminder']] },
    { path: '/purchases/invoices', layers: [['Billing details']] },
    { path: '/settings/api-keys', layers: [['Create API key'], [/^Actions for/]] },
    { path: '/settings/webhooks', layers: [['Add webhook']] },
  ]);
});

test('dialogs of those who sell and run the platform', async ({ page }) => {
  await checkScreens(page, 'reseller', [
    { path: '/purchases', layers: [['Transfer']] },
    {
      path: `/clients/view/${made['client']}?part=terms`,
      layers: [['Add region'], ['Change limits']],
    },
    {
      path: '/clients',
      layers: [[/^Actions for Amina Otieno/], [/^Actions for Amina Otieno/, item('Block')]],
    },
  ]);
  await checkScreens(page, 'administrator', [
    { path: '/purchases/rates', layers: [['Add region'], ['Import'], [/^Actions for Kenya/]] },
    { path: '/sender-ids/protected', layers: [['Protect name']] },
    { path: '/sender-ids/rules', layers: [[/^Edit: Kenya/]] },
    { path: `/sender-ids/${made['sender']}`, layers: [['Add operator']] },
    { path: '/contacts/blocked', layers: [['Block numbers']] },
    { path: `/clients/view/${made['client']}`, layers: [['Adjust balance']] },
  ]);
});

test('dialogs of those who run the gateway', async ({ page }) => {
  await checkScreens(page, 'it-support', [
    { path: '/jasmin/groups', layers: [['Create group']] },
    {
      path: '/jasmin/users',
      layers: [['Create gateway user'], [/^Actions for/]],
    },
    { path: '/jasmin/filters', layers: [['Create filter'], [/^Actions for/]] },
    {
      path: '/jasmin/mt-routes',
      layers: [['Create route'], ['Review'], [/^Actions for/], [/^Replace .* on route/]],
    },
    { path: '/jasmin/mo-routes', layers: [['Create route']] },
    { path: '/jasmin/smpp/sandbox', layers: [['Send a test']] },
  ]);
});

test('a picture without a text is found, and colours of one look are found in that look', async ({
  page,
}) => {
  await enterAs(page, product, 'client');
  await page.goto(`${product.baseUrl}/dashboard`);
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menu').evaluate((menu) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      html[data-look=ruby][data-scheme=dark] [role=menu] * { color: #555 !important }
      html[data-look=cobalt][data-scheme=light] [role=menu] { background: #444 !important }`);
    document.adoptedStyleSheets = document.adoptedStyleSheets.concat(sheet);
    menu.append(document.createElement('img'));
  });
  const found = await checkLayer(page, LAYER, 'menu');
  expect(found.filter((violation) => violation.startsWith('menu: image-alt at'))).toHaveLength(1);
  const looks = found.filter((violation) => violation.includes(': contrast at'));
  expect(new Set(looks.map((violation) => violation.split(': contrast', 1)[0]))).toEqual(
    new Set(['menu: ruby dark', 'menu: cobalt light']),
  );
});

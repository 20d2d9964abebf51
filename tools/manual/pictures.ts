// `npm run generate -- manual-pictures`: takes every picture of the manual from the running product, in both languages, with data that
// was made by using it. A picture that did not change by more than a blink of a caret or a clock is left as it stands.
//   npm run generate -- manual-pictures                    all of them
//   npm run generate -- manual-pictures pt buy,payment  these, in Portuguese
import { createServer } from 'node:http';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { en } from '../../src/web/i18n/en.ts';
import { pt } from '../../src/web/i18n/pt.ts';
import { freePorts, launchProduct, type Product } from '../../test/harness/product.ts';
import { findBrowser } from '../browser.ts';
import { LANGUAGES, picturesOf, readBook, ROOT, type Language } from './book.ts';
import { STORIES, type Story } from './pictures.story.ts';

const WIDE = { width: 1280, height: 800 };
const DRAWER = 300;
const TOP_BAR = 70;
const PASSWORD = 'Sandbox-2026';
const PHONE =
  'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36';

type Words = typeof en;
const WORDS: Record<Language, Words> = { en, pt: pt as unknown as Words };

const [first, second] = process.argv.slice(2);
const languages = LANGUAGES.filter(
  (language) => first === undefined || !LANGUAGES.includes(first as Language) || first === language,
);
const only = (second ?? (LANGUAGES.includes(first as Language) ? undefined : first))?.split(',');

let failures = 0;
async function play(language: Language): Promise<void> {
  const wanted = new Set(
    readBook(language)
      .chapters.flatMap(picturesOf)
      .map(({ name }) => name),
  );
  const [smsc = 0] = await freePorts(1);
  const product = await launchProduct({ SANDBOX_SMSC_CONTROL_PORT: String(smsc) });
  // A machine that has much to do may take minutes.
  for (let second = 0; second < 300 && !product.output().includes('Tuma is ready.'); second++)
    await sleep(1000);
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  const taken = new Set<string>();
  try {
    // At any hour of the day the same story: what may be sent when is the platform's own affair.
    await product.sql(
      `update sending_window set opens = 0, closes = 1440, days = '{1,2,3,4,5,6,7}'`,
    );
    await tell(new Teller(language, product, browser, smsc, taken));
  } finally {
    await browser.close();
    await product.stop();
  }
  for (const name of only ?? wanted)
    if (!taken.has(name)) report(`${language}: no part of the story takes "${name}"`);
  for (const name of taken)
    if (!wanted.has(name)) report(`${language}: the manual does not show "${name}"`);
}

function report(problem: string): void {
  failures++;
  console.error(problem);
}

// oxlint-disable-next-line no-explicit-any -- answers of many calls, of which a line or two is read
type Body = Record<string, any>;

/** Somebody at the product: a browser for each account, and the calls of the portal. */
class Teller {
  readonly language: Language;
  readonly words: Words;
  readonly story: Story;
  readonly base: string;
  readonly smsc: string;
  private readonly browser: Browser;
  private readonly taken: Set<string>;
  private readonly pages = new Map<string, Promise<Page>>();
  private readonly tokens = new Map<string, Promise<string>>();

  constructor(
    language: Language,
    product: Product,
    browser: Browser,
    smscPort: number,
    taken: Set<string>,
  ) {
    this.language = language;
    this.words = WORDS[language];
    this.story = STORIES[language];
    this.base = product.baseUrl;
    this.smsc = `http://127.0.0.1:${smscPort}`;
    this.browser = browser;
    this.taken = taken;
  }

  /**
   * A part of the story; when it fails the rest goes on, and the command fails at its end.
   * @param takes the pictures for which alone it is played, or that others stand on it
   */
  async part(
    name: string,
    takes: readonly string[] | 'always',
    work: () => Promise<void>,
  ): Promise<void> {
    if (only && takes !== 'always' && !takes.some((each) => only.includes(each))) return;
    try {
      await work();
    } catch (error) {
      report(
        `${this.language}, ${name}: ${error instanceof Error ? error.message.slice(0, 1500) : String(error)}`,
      );
    }
  }

  /** A call of the portal as somebody, under /v1/portal. */
  readonly call = async (
    account: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Body> => {
    const token = await this.token(account);
    const answer = await fetch(`${this.base}/v1/portal/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'accept-language': this.language,
        'idempotency-key': crypto.randomUUID(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Body;
  };

  private token(account: string): Promise<string> {
    const known =
      this.tokens.get(account) ??
      fetch(`${this.base}/v1/signIn`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': PHONE },
        body: JSON.stringify({ username: `${account}@sandbox.test`, password: PASSWORD }),
      }).then(async (answer) => {
        const { token } = (await answer.json()) as { token: string };
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        const body = JSON.stringify({ password: PASSWORD });
        const proven = await fetch(`${this.base}/v1/portal/clients:stepUp`, {
          method: 'POST',
          headers,
          body,
        });
        if (!proven.ok)
          throw new Error(`step-up of ${account}: ${proven.status} ${await proven.text()}`);
        return token;
      });
    this.tokens.set(account, known);
    return known;
  }

  newPage(size = WIDE): Promise<Page> {
    return this.browser
      .newContext({
        locale: this.language === 'pt' ? 'pt-PT' : 'en-GB',
        timezoneId: 'Africa/Nairobi',
        colorScheme: 'light',
        reducedMotion: 'reduce',
        viewport: size,
        deviceScaleFactor: 1.5,
      })
      .then((context) => context.newPage());
  }

  /** The page of somebody who is signed in. */
  page(account: string): Promise<Page> {
    const open = async () => {
      const page = await this.newPage();
      await page.goto(this.base);
      await this.signIn(page, account);
      return page;
    };
    const known = this.pages.get(account) ?? open();
    this.pages.set(account, known);
    return known;
  }

  async signIn(page: Page, account: string): Promise<void> {
    await page.getByLabel(this.words.signIn.username).fill(`${account}@sandbox.test`);
    await page.getByLabel(this.words.signIn.password, { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: this.words.signIn.submit, exact: true }).click();
    await page.waitForURL(/\/dashboard/);
  }

  /** Opens a screen of the portal as somebody and waits until it stands. */
  async open(account: string, path: string, height = WIDE.height): Promise<Page> {
    const page = await this.page(account);
    await page.setViewportSize({ ...WIDE, height });
    await page.goto(`${this.base}/dashboard/${path}`);
    await settle(page);
    return page;
  }

  /** Takes the screen without the menu; or the whole of it, or a part. */
  async take(
    name: string,
    page: Page,
    what: { whole?: true; part?: Locator; most?: number } = {},
  ): Promise<void> {
    this.taken.add(name);
    if (only && !only.includes(name)) return;
    await settle(page);
    // The reader's portal is none.
    await page.addStyleTag({
      content:
        'main > div[role=note] { display: none !important } .MuiBackdrop-root { background: #fff !important }',
    });
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.mouse.move(0, 0);
    await page.waitForTimeout(350);
    const size = page.viewportSize()!;
    let clip = { x: DRAWER, y: TOP_BAR, width: size.width - DRAWER, height: size.height - TOP_BAR };
    if (what.whole) clip = { x: 0, y: 0, ...size };
    else if (what.part) {
      const box = (await what.part.boundingBox())!;
      const x = Math.max(0, box.x - 16),
        y = Math.max(0, box.y - 16);
      clip = {
        x,
        y,
        width: Math.min(size.width - x, box.width + 32),
        height: Math.min(size.height - y, box.height + 32),
      };
    } else {
      // Down to the last thing on it.
      const bottom = await page.evaluate(() =>
        Math.max(
          ...[...document.querySelectorAll('main *')]
            .filter((each) => each.childElementCount === 0 || each.tagName === 'svg')
            .map((each) => each.getBoundingClientRect())
            .filter((box) => box.width > 0 && box.height > 0)
            .map((box) => box.bottom),
        ),
      );
      clip.height = Math.max(
        200,
        Math.min(clip.height, bottom + 28 - clip.y, what.most ?? Infinity),
      );
    }
    await keep(
      join(ROOT, 'docs/manual/pictures', this.language, `${name}.webp`),
      await page.screenshot({ clip, animations: 'disabled', caret: 'hide' }),
    );
  }
}

/** Until nothing is fetched and nothing stands for what is to come. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => undefined); // pages that follow something never rest
  await page
    .locator('.MuiSkeleton-root')
    .first()
    .waitFor({ state: 'detached', timeout: 10_000 })
    .catch(() => undefined);
  await page.evaluate(() => document.fonts.ready);
}

const SAME = 0.002;

/** Writes a picture, unless what stands there looks the same. */
async function keep(file: string, png: Buffer): Promise<void> {
  mkdirSync(join(file, '..'), { recursive: true });
  const webp = await sharp(png).webp({ quality: 80, effort: 6 }).toBuffer();
  if (existsSync(file)) {
    const [before, after] = await Promise.all(
      [file, webp].map((each) =>
        sharp(each).removeAlpha().raw().toBuffer({ resolveWithObject: true }),
      ),
    );
    if (before!.info.width === after!.info.width && before!.info.height === after!.info.height) {
      let other = 0;
      for (let at = 0; at < before!.data.length; at += 3)
        if (
          Math.abs(before!.data[at]! - after!.data[at]!) +
            Math.abs(before!.data[at + 1]! - after!.data[at + 1]!) +
            Math.abs(before!.data[at + 2]! - after!.data[at + 2]!) >
          60
        )
          other++;
      if (other / (before!.data.length / 3) < SAME) return;
    }
  }
  writeFileSync(file, webp);
  console.log(file.slice(ROOT.length + 1), `${Math.round(webp.length / 1024)} KB`);
}

// ---- the story ----

const senderOf = async ({ call, story }: Teller): Promise<Body> =>
  (
    (await call('company', 'GET', `senderids:search?query=${story.sender}`))['senderIds'] as Body[]
  )[0]!;

/** From the request to ready for sending: documents approved, the fee paid, approved, set up. */
async function makeReady(teller: Teller): Promise<void> {
  const { senderIdId } = await senderOf(teller);
  for (const { documentId } of (
    await teller.call('administrator', 'GET', `documents?filter.senderIds=${senderIdId}`)
  )['documents'] as Body[])
    await teller.call('administrator', 'POST', 'documents:approveDocument', { documentId });
  await teller.call('company', 'POST', 'payments:sendStk', { senderIdId, phone: '0712345699' });
  for (
    let tries = 0;
    (await teller.call('company', 'GET', `senderids/${senderIdId}`))['paymentStatus'] !== 'PAID';
    tries++
  ) {
    if (tries > 60) throw new Error('The fee is not paid');
    await sleep(1000);
  }
  await teller.call('administrator', 'POST', 'senderids:approveSenderId', {
    senderIdId,
    approved: true,
  });
  await teller.call('administrator', 'POST', 'senderids:markReadyToSend', { senderIdId });
}

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n',
  ),
});

async function tell(teller: Teller): Promise<void> {
  const { words, story } = teller;
  const button = (page: Page | Locator, name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });
  const ids = new Map<string, string>();
  for (const account of ['administrator', 'reseller', 'client', 'company', 'ebu-client'])
    ids.set(account, (await teller.call(account, 'GET', 'me'))['clientId'] as string);

  await teller.part('sign-in', ['sign-in'], async () => {
    const page = await teller.newPage();
    await page.goto(teller.base);
    await page.setViewportSize({ width: 1000, height: 800 });
    await teller.take('sign-in', page, {
      part: page.getByRole('form').or(page.locator('form')).first(),
    });
    await page.context().close();
  });

  await teller.part('people', 'always', async () => {
    for (const [account, details] of Object.entries(story.people))
      await teller.call(account, 'PUT', `clients/${ids.get(account)}`, details);
    for (const client of story.clients)
      await teller.call('reseller', 'POST', 'clients:createClientInternal', {
        ...client,
        accountType: 'COMPANY',
        accessLevel: 'CLIENT',
        country: 'KE',
      });
  });

  await teller.part(
    'contacts',
    ['groups', 'contacts', 'opt-outs', 'templates', 'import-columns'],
    async () => {
      const groups: string[] = [];
      for (const group of story.groups)
        groups.push(
          (await teller.call('client', 'POST', 'contactgroups', group))['groupId'] as string,
        );
      for (const [at, contact] of story.contacts.entries())
        await teller.call('client', 'POST', 'contacts', {
          ...contact,
          groupIds: at % 3 === 2 ? groups.slice(0, 2) : [groups[at % 2]],
        });
      await teller.call('client', 'POST', 'optouts', {
        phones: story.optOuts,
        note: story.optOutNote,
      });
      for (const template of story.templates)
        await teller.call('client', 'POST', 'messagetemplates', template);
      await teller.take('groups', await teller.open('client', 'contact-groups'));
      await teller.take('contacts', await teller.open('client', 'contacts'));
      await teller.take('opt-outs', await teller.open('client', 'contacts/opt-outs'));
      await teller.take('templates', await teller.open('client', 'campaigns/sms-templates'));
      const page = await teller.open('client', 'contacts/import', 1000);
      await page.locator('input[type=file]').setInputFiles({
        name: story.importFile.name,
        mimeType: 'text/csv',
        buffer: Buffer.from(story.importFile.rows),
      });
      await page.getByText(words.contacts.whatIs).first().waitFor();
      await teller.take('import-columns', page);
    },
  );

  await teller.part('send from file', 'always', async () => {
    const page = await teller.open('client', 'campaigns/from-file', 900);
    await page.locator('input[type=file]').setInputFiles({
      name: story.file.name,
      mimeType: 'text/csv',
      buffer: Buffer.from(story.file.rows),
    });
    await page.getByRole('table').first().waitFor();
    await teller.take('file-columns', page);
    await page
      .getByRole('button', { name: words.fromFile.toMessage })
      .or(page.getByRole('link', { name: words.fromFile.toMessage }))
      .click();
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.getByLabel(words.fromFile.name).fill(story.file.campaign);
    await page.getByLabel(words.fromFile.text, { exact: true }).fill(story.file.text);
    await page.waitForTimeout(600);
    await teller.take('file-message', page);
    await button(page, words.fromFile.prepare).click();
    const send = page.getByRole('button', {
      name: words.fromFile.send_other.replace('{{value}}', '4'),
    });
    await send.waitFor();
    await page.setViewportSize({ width: 1280, height: 1100 });
    await teller.take('file-review', page);
    await send.click();
    await page.getByText(words.status.COMPLETED).first().waitFor({ timeout: 60_000 });
    await page
      .getByRole('list', { name: words.campaigns.outcomeTable })
      .or(page.getByText(words.campaigns.outcomes.undeliverable))
      .first()
      .waitFor();
    await page.waitForTimeout(2500);
    await page.reload();
    await teller.take('campaign', page);
  });

  await teller.part('more campaigns', 'always', async () => {
    for (const campaign of story.campaigns) {
      const { recipients, scheduled, ...rest } = campaign;
      const { campaignId } = await teller.call('client', 'POST', 'sms:compose', {
        ...rest,
        senderId: 'TUMA',
        recipients: recipients(),
        ...(scheduled && { scheduleTimestamp: Math.floor(Date.now() / 1000) + scheduled }),
      });
      await teller.call('client', 'POST', 'sms:sendCampaign', { campaignId });
    }
  });

  await teller.part(
    'lists',
    ['dashboard', 'campaigns', 'portal', 'sent-messages', 'list-filter', 'message', 'phone'],
    async () => {
      await teller.take('dashboard', await teller.open('client', '', 1100));
      await teller.take('campaigns', await teller.open('client', 'campaigns'));
      const whole = await teller.open('client', 'campaigns', 720);
      await teller.take('portal', whole, { whole: true });
      await teller.take('sent-messages', await teller.open('client', 'campaigns/sent-messages'), {
        most: 620,
      });
      await teller.take(
        'list-filter',
        await teller.open('client', 'campaigns/sent-messages?status=UNDELIVERABLE'),
        { most: 420 },
      );
      const page = await teller.open(
        'client',
        'campaigns/sent-messages?status=UNDELIVERABLE',
        1000,
      );
      await page.getByRole('row').nth(1).getByRole('link').first().click();
      await page.getByText(words.messages.timeline).waitFor();
      await teller.take('message', page);
      const phone = await teller.newPage({ width: 390, height: 780 });
      await phone.goto(teller.base);
      await teller.signIn(phone, 'client');
      await phone.goto(`${teller.base}/dashboard/campaigns`);
      await teller.take('phone', phone, { whole: true });
      await phone.context().close();
    },
  );

  await teller.part('send a message', ['send-sms'], async () => {
    const page = await teller.open('client', 'campaigns/send-sms', 1150);
    await page.getByLabel(words.compose.numbers).fill(story.typed.numbers);
    await page.keyboard.press('Enter');
    await page.getByLabel(words.fromFile.name).fill(story.typed.campaign);
    await page.getByLabel(words.fromFile.text, { exact: true }).fill(story.typed.text);
    await page.waitForTimeout(800);
    await teller.take('send-sms', page);
  });

  await teller.part('incoming', ['incoming'], async () => {
    for (const { source, text } of story.answers)
      await fetch(`${teller.smsc}/mo`, {
        method: 'POST',
        body: JSON.stringify({ source, destination: '22456', text }),
      });
    const page = await teller.open('client', 'campaigns/incoming-messages');
    const threads = page.getByRole('list', { name: words.messages.inbox.threads });
    await threads
      .getByRole('link')
      .nth(story.answers.length - 1)
      .waitFor({ timeout: 20_000 });
    await threads.getByRole('link').first().click();
    await page.getByRole('log').waitFor();
    await teller.take('incoming', page);
  });

  await teller.part(
    'sender IDs',
    ['sender-apply', 'sender-page', 'review', 'sender-delegate'],
    async () => {
      const page = await teller.open('company', 'sender-ids/apply', 1420);
      await page.getByLabel(words.senders.apply.name, { exact: true }).fill(story.sender);
      for (const [at, document] of story.documents.entries())
        await page.locator('input[type=file]').nth(at).setInputFiles(pdf(document));
      await page.getByRole('img', { name: words.senders.apply.uploaded }).nth(1).waitFor();
      await page.waitForTimeout(600);
      await teller.take('sender-apply', page);
      await button(page, words.senders.apply.send).click();
      await page.getByRole('heading', { level: 1, name: story.sender }).waitFor();
      await teller.take('sender-page', page);
      await teller.take('review', await teller.open('administrator', 'sender-ids/review'));
      await makeReady(teller);
      const { clientId } = await teller.call('company', 'POST', 'clients:createClientInternal', {
        ...story.branch,
        accountType: 'INDIVIDUAL',
        accessLevel: 'CLIENT',
        country: 'KE',
      });
      const { senderIdId } = await senderOf(teller);
      await teller.call('company', 'POST', 'senderids:delegateSenderId', { senderIdId, clientId });
      await teller.take(
        'sender-delegate',
        await teller.open('company', `sender-ids/delegate?senderId=${senderIdId}`),
      );
    },
  );

  await teller.part('wallet', ['buy', 'payment', 'transactions', 'payments'], async () => {
    const page = await teller.open('client', 'purchases/topup', 900);
    await page.getByLabel(words.wallet.topUp.units, { exact: true }).fill('1000');
    await page.getByLabel(words.wallet.topUp.phone).fill('0712345699');
    await page.waitForTimeout(900);
    await teller.take('buy', page);
    await button(
      page,
      new RegExp(`^${words.wallet.topUp.payAmount.replace('{{amount}}', 'KES')}`),
    ).click();
    await page
      .getByText(new RegExp(words.wallet.payment.credited.replace('{{units}}', '.+')))
      .first()
      .waitFor({ timeout: 60_000 });
    await page.waitForTimeout(5600); // the notice goes
    await teller.take('payment', page);
    await teller.call('reseller', 'POST', 'purchases:transferUnits', {
      clientId: ids.get('client'),
      units: 2500,
      note: story.transferNote,
    });
    await teller.take('transactions', await teller.open('client', 'purchases'));
    await teller.take('payments', await teller.open('administrator', 'purchases/payments'));
  });

  await teller.part('settings', ['settings', 'sessions', 'api-key', 'branding'], async () => {
    await teller.take('settings', await teller.open('client', 'settings', 1000));
    await teller.take('sessions', await teller.open('client', 'settings/security'));
    const keys = await teller.open('client', 'settings/api-keys', 1000);
    await button(keys, words.settings.keys.create).first().click();
    await keys.getByRole('dialog').getByLabel(words.settings.keys.name).fill(story.keyName);
    await teller.take('api-key', keys, { part: keys.getByRole('dialog') });
    await keys.keyboard.press('Escape');
    const brand = await teller.open('reseller', 'settings/branding', 1000);
    await brand.getByLabel(words.settings.brand.name).fill(story.brand);
    await brand.getByLabel(words.settings.brand.supportEmail).fill('help@karibu.example');
    await brand.waitForTimeout(500);
    await teller.take('branding', brand);
  });

  await teller.part('webhook', ['webhook'], async () => {
    const server = createServer((_request, response) => response.end('ok'));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as { port: number };
    try {
      await teller.call('client', 'POST', 'clients:stepUp', { password: PASSWORD });
      const { webhook } = await teller.call('client', 'POST', 'webhooks', {
        url: `http://127.0.0.1:${port}/hooks/sms`,
        description: story.keyName,
        events: ['message.delivered', 'message.failed', 'mo.received'],
      });
      const page = await teller.open(
        'client',
        `settings/webhooks/${(webhook as Body)['webhookId']}`,
        900,
      );
      await button(page, words.webhooks.test).click();
      await page.getByText(words.webhooks.testDone).waitFor();
      await page.waitForTimeout(5600);
      await page.reload();
      await teller.take('webhook', page);
    } finally {
      server.close();
    }
  });

  await teller.part('clients', ['client', 'invite', 'transfer', 'acting', 'tree'], async () => {
    await teller.take(
      'client',
      await teller.open('reseller', `clients/view/${ids.get('client')}`, 1000),
    );
    const invite = await teller.open('reseller', 'clients/invite', 1000);
    await invite
      .getByLabel(words.fields.email, { exact: true })
      .first()
      .fill('orders@savanna.example');
    await teller.take('invite', invite);
    const page = await teller.open('reseller', 'purchases');
    await button(page, words.wallet.transfer.button).click();
    await page
      .getByRole('dialog')
      .getByLabel(words.wallet.transfer.to)
      .fill(story.people['client']!.firstName);
    await page.getByRole('option').first().click();
    await page.getByRole('dialog').getByLabel(words.wallet.units).fill('500');
    await page.waitForTimeout(600);
    await teller.take('transfer', page, { part: page.getByRole('dialog') });
    const acting = await teller.newPage();
    await acting.goto(teller.base);
    await teller.signIn(acting, 'reseller');
    await acting.goto(`${teller.base}/dashboard/clients/view/${ids.get('client')}`);
    await settle(acting);
    await button(acting, words.clients.impersonate).click();
    await button(acting.getByRole('dialog'), words.clients.impersonate).click();
    await acting.getByText(words.acting.stop).waitFor();
    await acting.goto(`${teller.base}/dashboard/campaigns`);
    await teller.take('acting', acting, { whole: true });
    await acting.context().close();
    const tree = await teller.open('administrator', 'user-tree');
    await button(tree, words.tree.expandAll).click();
    await teller.take('tree', tree);
  });

  await teller.part('reports', ['delivery', 'report-new', 'reports', 'tasks'], async () => {
    await teller.take(
      'delivery',
      await teller.open('client', 'reports/user-delivery-report', 1250),
    );
    const page = await teller.open('client', 'reports/download-report/new', 1100);
    await teller.take('report-new', page);
    await button(page, words.reports.form.request).click();
    await page.getByText(words.status.READY_FOR_DOWNLOAD).first().waitFor({ timeout: 60_000 });
    await sleep(5600); // the notice goes
    await teller.take('reports', page);
    await teller.take('tasks', await teller.open('client', 'long-runnings'));
  });

  await teller.part('approvals', ['approval-queue', 'approval'], async () => {
    for (const campaign of story.approvals) {
      const { campaignId } = await teller.call('ebu-client', 'POST', 'sms:compose', {
        ...campaign,
        senderId: 'TUMA',
      });
      await teller.call('ebu-client', 'POST', 'sms:sendCampaign', { campaignId });
    }
    await teller.take('approval-queue', await teller.open('ebu-approver', ''));
    const page = await teller.open('ebu-approver', 'campaigns', 1100);
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await page.getByText(words.approval.reasons).waitFor();
    await teller.take('approval', page);
  });

  await teller.part('platform', ['rates', 'platform', 'status', 'audit'], async () => {
    await teller.take('rates', await teller.open('administrator', 'purchases/rates'));
    await teller.take('platform', await teller.open('administrator', 'settings/platform', 1000));
    await teller.take('status', await teller.open('administrator', 'status', 1000));
    await teller.take('audit', await teller.open('administrator', 'settings/audit'), { most: 620 });
  });

  await teller.part(
    'gateway',
    ['connector', 'filters', 'routes', 'gateway-review', 'simulate', 'gateway-users'],
    async () => {
      const connector = await teller.open('it-support', 'jasmin/smpp/sandbox', 1000);
      await connector.waitForTimeout(2500);
      await teller.take('connector', connector);
      for (const filter of story.filters)
        await teller.call('it-support', 'POST', 'route-filters', filter);
      await teller.call('it-support', 'POST', 'jasmin:reload', {});
      await teller.call('it-support', 'POST', 'jasmin/smpp-connectors', {
        cid: 'second',
        started: false,
        host: 'smpp.carrier.example',
        username: 'karibu',
        password: 'secret',
      });
      await teller.call('it-support', 'POST', 'routes/mt', {
        type: 'StaticMTRoute',
        order: 20,
        connectors: ['sandbox'],
        filters: [story.filters[0]!.fid],
      });
      await teller.call('it-support', 'POST', 'routes/mt', {
        type: 'FailoverMTRoute',
        order: 30,
        connectors: ['sandbox', 'second'],
        filters: [story.filters[1]!.fid],
      });
      await teller.take('filters', await teller.open('it-support', 'jasmin/filters'));
      const routes = await teller.open('it-support', 'jasmin/mt-routes');
      await teller.take('routes', routes);
      await button(routes, words.gateway.review).click();
      await routes.getByRole('dialog').waitFor();
      await routes.waitForTimeout(600);
      await teller.take('gateway-review', routes, { part: routes.getByRole('dialog') });
      const simulate = await teller.open('it-support', 'jasmin/simulate', 900);
      await simulate.getByLabel(words.gateway.sample.from, { exact: true }).fill('TUMA');
      await simulate.getByLabel(words.gateway.sample.to, { exact: true }).fill('254712345678');
      await simulate.getByLabel(words.gateway.sample.text, { exact: true }).fill(story.typed.text);
      await button(simulate, words.gateway.simulate.run).click();
      await simulate.getByText(words.gateway.simulate.tried).waitFor();
      await teller.take('simulate', simulate);
      await teller.call('it-support', 'POST', 'jasmin/groups', { gid: 'customers' });
      for (const [at, username] of ['karibushop', 'savanna-erp'].entries())
        await teller.call('it-support', 'POST', 'jasmin/users', {
          uid: username,
          username,
          gid: 'customers',
          clientId: ids.get(at === 0 ? 'client' : 'company'),
        });
      await teller.take('gateway-users', await teller.open('it-support', 'jasmin/users'));
    },
  );
}

for (const language of languages) await play(language);
process.exitCode = failures === 0 ? 0 : 1;

// Ten tasks as a new user does them: from the home of the account, by what stands on the screens alone. Each is given in clicks
// (a choice in a list counts as one), texts typed, and seconds of this machine from the home to the end of the task.
import { chromium, type Locator, type Page } from '@playwright/test';
import { en } from '../../src/web/i18n/en.ts';
import { CALLS_NOBODY, findJourneyBrowser, installBrowser } from '../../tools/browser.ts';
import { useProduct } from '../../tools/screens/use.ts';
import type { Check } from '../check.ts';
import { freePorts, startProduct } from '../harness/product.ts';
import { enterAs, SANDBOX_PASSWORD } from '../harness/browser/sign-in.ts';

const STEP_MS = 30_000;

type Task = {
  name: string;
  /** An account of the sandbox. */
  as: string;
  does(hand: Hand): Promise<void>;
};

/** A person's hand: what it does is counted. */
class Hand {
  readonly page: Page;
  clicks = 0;
  texts = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(place: Locator): Promise<void> {
    await place.click();
    this.clicks++;
  }

  async type(place: Locator, text: string): Promise<void> {
    await place.fill(text);
    this.texts++;
  }

  async pickFile(name: string, text: string): Promise<void> {
    await this.page
      .getByLabel(en.fromFile.browse)
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    this.clicks++;
  }

  link = (name: string | RegExp): Locator =>
    this.page.getByRole('link', { name, exact: typeof name === 'string' }).first();
  button = (name: string | RegExp): Locator =>
    this.page.getByRole('button', { name, exact: typeof name === 'string' }).first();
  field = (name: string | RegExp): Locator => this.page.getByLabel(name, { exact: true });

  /** Opens an entry of the menu, with its group where that is closed. */
  async menu(group: string, entry: string): Promise<void> {
    const link = this.page
      .getByRole('navigation', { name: en.shell.menu })
      .getByRole('link', { name: entry, exact: true });
    if (!(await link.isVisible())) await this.click(this.button(group));
    await this.click(link);
  }

  /** Reviews what was written, and sends or schedules it. */
  async reviewAndSend(action: RegExp): Promise<void> {
    await this.click(this.button(en.fromFile.prepare));
    await this.click(this.button(action));
    await this.page.getByRole('heading', { name: en.campaigns.text, exact: true }).waitFor();
  }
}

const text = (start: string) => new RegExp(`^${start}`);

/** The first words of a reason, as the message says it. */
const REASONS = new RegExp(
  Object.values(en.messages.advice)
    .map(({ title }) => `^${title}`)
    .join('|'),
);

const TASKS: readonly Task[] = [
  {
    name: 'send this file tomorrow at nine',
    as: 'client',
    async does(hand) {
      await hand.menu(en.menu.messaging, en.menu.fromFile);
      await hand.pickFile('customers.csv', 'Phone,Name\n0712345650,Amina\n0712345751,Joseph\n');
      await hand.click(hand.button(en.fromFile.toMessage));
      await hand.type(hand.field(en.fromFile.text), 'Dear #Name#, we open at ten.');
      await hand.click(hand.page.getByText(en.compose.presets.tomorrow, { exact: true }));
      await hand.reviewAndSend(/^Schedule 2 messages/);
    },
  },
  {
    name: 'greet a group by first name',
    as: 'client',
    async does(hand) {
      await hand.menu(en.menu.messaging, en.menu.sendSms);
      await hand.click(hand.field(en.compose.groups));
      await hand.click(hand.page.getByRole('option', { name: /Customers Nairobi/ }));
      await hand.type(hand.field(en.fromFile.text), 'Good morning ');
      await hand.click(hand.button('Insert First name'));
      await hand.reviewAndSend(/^Send \d+ messages?/);
    },
  },
  {
    name: 'why did this message fail',
    as: 'client',
    async does(hand) {
      // The figure beside the chart of the home leads to its messages.
      await hand.click(hand.link(en.dashboard.charts.notDelivered));
      const failed = new RegExp([en.status.UNDELIVERABLE, en.status.REJECTED].join('|'));
      await hand.click(hand.page.getByRole('row').filter({ hasText: failed }).first());
      await hand.page.getByText(REASONS).first().waitFor();
    },
  },
  {
    name: 'answer a reply',
    as: 'client',
    async does(hand) {
      await hand.menu(en.menu.messaging, en.menu.incomingMessages);
      await hand.click(hand.link(/When do you open on Monday/));
      await hand.type(hand.page.getByRole('textbox', { name: text('Reply to') }), 'At eight.');
      await hand.click(hand.button(en.messages.inbox.price));
      await hand.click(hand.button(/^Send for/));
      await hand.page.getByRole('log').getByText('At eight.', { exact: true }).waitFor();
    },
  },
  {
    name: 'buy 5,000 units',
    as: 'client',
    async does(hand) {
      await hand.click(hand.page.getByRole('link', { name: en.shell.buy, exact: true }).first());
      await hand.click(hand.button(/^5,000/));
      await hand.click(hand.button(/^Pay .*\d/));
      await hand.page.getByText(en.wallet.topUp.sent).first().waitFor();
    },
  },
  {
    name: 'which of my clients is running out',
    as: 'reseller',
    async does(hand) {
      await hand.page.getByRole('list', { name: en.dashboard.watch.low }).waitFor();
    },
  },
  {
    name: 'approve a campaign',
    as: 'ebu-approver',
    async does(hand) {
      await hand.click(hand.link(/Card renewal/));
      await hand.click(hand.button(en.campaigns.approve));
      await hand.click(
        hand.page
          .getByRole('dialog')
          .getByRole('button', { name: en.campaigns.approve, exact: true }),
      );
      await hand.page.getByText(en.campaigns.approved).waitFor();
    },
  },
  {
    name: 'which carrier is in trouble',
    as: 'it-support',
    async does(hand) {
      await hand.page
        .getByText(/^airtel-ke: down for/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'move a route to another carrier',
    as: 'it-support',
    async does(hand) {
      await hand.menu(en.menu.gateway, en.menu.mtRoutes);
      await hand.click(hand.button(/^Replace .* on route 20$/));
      await hand.click(hand.page.getByRole('menuitem', { name: /^airtel-ke/ }));
      await hand.click(hand.button(en.gateway.reloadNow));
      await hand.page.getByText(en.gateway.reloaded).first().waitFor();
    },
  },
  {
    name: 'give a developer a key',
    as: 'company',
    async does(hand) {
      await hand.click(hand.link(en.menu.settings));
      await hand.click(hand.link(en.settings.tabs.apiKeys));
      await hand.click(hand.button(en.settings.keys.create));
      const dialog = hand.page.getByRole('dialog');
      await hand.type(dialog.getByLabel(en.settings.keys.name, { exact: true }), 'Online shop');
      await hand.click(dialog.getByRole('button', { name: en.settings.keys.create }));
      const sure = hand.page.getByRole('dialog', { name: en.stepUp.title });
      await hand.type(sure.getByLabel('Password', { exact: true }), SANDBOX_PASSWORD);
      await hand.click(sure.getByRole('button', { name: en.stepUp.confirm, exact: true }));
      await hand.page.getByRole('dialog', { name: en.settings.keys.shownTitle }).waitFor();
    },
  },
];

export const check: Check = {
  async run() {
    const [carrierPort = 0] = await freePorts(1);
    const product = await startProduct({ SANDBOX_SMSC_CONTROL_PORT: String(carrierPort) });
    const executablePath = findJourneyBrowser() ?? installBrowser();
    const browser = await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args: CALLS_NOBODY,
    });
    const open: string[] = [];
    const figures: Record<string, string> = {};
    try {
      await useProduct(product, `http://127.0.0.1:${carrierPort}`);
      for (const task of TASKS) {
        const context = await browser.newContext({
          locale: 'en-GB',
          viewport: { width: 1440, height: 900 },
        });
        const page = await context.newPage();
        page.setDefaultTimeout(STEP_MS);
        await enterAs(page, product, task.as);
        await page.goto(`${product.baseUrl}/dashboard`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        const hand = new Hand(page);
        const began = performance.now();
        try {
          await task.does(hand);
          const seconds = ((performance.now() - began) / 1000).toFixed(1);
          figures[task.name] = `${hand.clicks} clicks, ${hand.texts} texts, ${seconds} s`;
        } catch (error) {
          open.push(`${task.name}: ${String(error).split('\n').slice(0, 3).join(' ')}`);
        }
        await context.close();
      }
    } finally {
      await browser.close();
      await product.stop();
    }
    return { tried: TASKS.length, held: TASKS.length - open.length, open, figures };
  },
};

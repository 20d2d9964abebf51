import { expect } from '@playwright/test';
import { corpus, corpusCsv } from '../harness/files/corpus.ts';
import { test } from '../harness/browser/journey.ts';
import { freePorts, launchProduct, type Product } from '../harness/product.ts';
import { signIn } from '../harness/browser/sign-in.ts';

// The main job, as a person does it: from a file to the last receipt, against what the carrier says it got.
const ROWS = process.env['TEXTS_FILE'] ? 5_574 : 600;
let product: Product;
let carrier: string;

test.beforeAll(async () => {
  const [controlPort = 0] = await freePorts(1);
  carrier = `http://127.0.0.1:${controlPort}`;
  product = await launchProduct({ SANDBOX_SMSC_CONTROL_PORT: String(controlPort) });
  await product.ready();
});
test.afterAll(() => product.stop());

/** The API's answer to the holder of a token. */
async function get<T>(token: string, path: string): Promise<T> {
  const response = await fetch(`${product.baseUrl}/v1/portal${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

async function tokenOf(name: string): Promise<string> {
  const response = await fetch(`${product.baseUrl}/v1/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `${name}@sandbox.test`, password: 'Sandbox-2026' }),
  });
  return ((await response.json()) as { token: string }).token;
}

type Sent = {
  destination: string;
  text: string;
  status: string;
  carrierStatus: string | null;
  segments: number;
  units: number;
};

async function allSent(token: string, campaignId: string): Promise<Sent[]> {
  const found: Sent[] = [];
  for (let pageToken = ''; ;) {
    const page = await get<{ mtMessages: Sent[]; nextPageToken: string }>(
      token,
      `/sms/mt?pageSize=200&filter.campaignIds=${campaignId}&pageToken=${encodeURIComponent(pageToken)}`,
    );
    found.push(...page.mtMessages);
    if (page.nextPageToken === '') return found;
    pageToken = page.nextPageToken;
  }
}

const FINAL_OF: Record<string, string> = {
  DELIVRD: 'DELIVERED',
  UNDELIV: 'UNDELIVERABLE',
  EXPIRED: 'EXPIRED',
  REJECTD: 'REJECTED',
  DELETED: 'UNDELIVERABLE',
  UNKNOWN: 'UNKNOWN',
};

test('from a file to delivery receipts', async ({ page }) => {
  // Receipts that never come or come late, and cut links, have tests of their own; here each message must come to its end soon.
  const rows = corpus(ROWS).filter((row) => !/(07|08|001[678])$/.test(row.e164 ?? ''));
  rows.push({ ...rows[0]!, text: 'the same number again' });
  const right = rows.filter((row) => row.e164 !== null).slice(0, -1);

  await signIn(page, product, 'client');
  await page.getByRole('link', { name: 'Send from file' }).first().click();
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'customers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(corpusCsv(rows)),
  });
  await expect(page.getByRole('table', { name: 'The first rows' }).getByRole('row')).toHaveCount(6);
  await expect(page.getByLabel('Which column has the phone numbers?')).toHaveValue(/Phone|0/);
  await page
    .getByRole('button', { name: 'Continue to the message' })
    .or(page.getByRole('link', { name: 'Continue to the message' }))
    .click();

  await page.getByLabel('Campaign name').fill('November orders');
  await expect(page.getByLabel('Sender ID')).toHaveValue('TUMA');
  await page.getByRole('button', { name: 'Insert', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Insert Text' }).click();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('#Text#');
  await page.getByRole('button', { name: 'Review and price' }).click();

  const send = page.getByRole('button', {
    name: `Send ${right.length.toLocaleString('en')} messages`,
  });
  await expect(send).toBeEnabled();
  await expect(page.getByText('Duplicates')).toBeVisible();
  await send.click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: /^Send / });
  if (right.length > 1000) await confirm.click();
  await expect(page.getByText('Completed').first()).toBeVisible({ timeout: 120_000 });
  const campaignId = /campaigns\/([0-9a-f-]{36})/.exec(page.url())![1]!;

  const token = await tokenOf('client');
  await expect
    .poll(
      async () => {
        const { counts } = await get<{ counts: Record<string, number> }>(
          token,
          `/campaigns/${campaignId}`,
        );
        return {
          waiting: counts['queued'],
          ambiguous: counts['ambiguous'],
          without: counts['submitted'],
        };
      },
      { timeout: 120_000, intervals: [1000] },
    )
    .toEqual({ waiting: 0, ambiguous: 0, without: 0 });

  const sent = await allSent(token, campaignId);
  // A cell's text without the blanks around it, which nobody sees in a sheet.
  const wanted = new Map(right.map((row) => [row.e164!, row.text.trim()]));
  expect(
    new Map(sent.map((message) => [message.destination.replace('+', ''), message.text])),
  ).toEqual(wanted);
  expect(sent).toHaveLength(right.length);

  // The carrier's own record: the exact text, parts joined, and the outcome that it decided.
  const lines = (await (await fetch(`${carrier}/received`)).text()).trim().split('\n');
  const received = lines.map(
    (line) =>
      JSON.parse(line) as {
        destination: string;
        text: string | null;
        parts: { outcome: string | null }[];
      },
  );
  const states = new Map(
    sent.map((message) => [message.destination.replace('+', ''), message.status]),
  );
  for (const { destination, text, parts } of received) {
    expect(text).toBe(wanted.get(destination));
    expect(states.get(destination)).toBe(FINAL_OF[parts[0]!.outcome!]);
  }
  const refused = sent.filter((message) => /(05|19|20)$/.test(message.destination));
  expect(received).toHaveLength(right.length - refused.length);
  expect(new Set(refused.map((message) => message.status))).toEqual(
    new Set(refused.length > 0 ? ['REJECTED'] : []),
  );

  // Refused messages cost nothing; the sidebar follows.
  const charged =
    sent
      .filter(
        (message) => message.status !== 'REJECTED' || !/(05|19|20)$/.test(message.destination),
      )
      .reduce((sum, message) => sum + Math.round(message.units * 10_000), 0) / 10_000;
  await expect
    .poll(async () => (await get<{ smsBalance: number }>(token, '/me')).smsBalance)
    .toBeCloseTo(100_000 - charged, 4);
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { WEBHOOK_EVENTS } from '../src/contract/api/webhooks.ts';
import { signatureOf } from '../src/server/infra/signature.ts';
import { SNIPPETS } from '../src/web/parts/webhooks/snippets.ts';

const page = readFileSync(join(import.meta.dirname, 'webhooks.md'), 'utf8');
const folder = mkdtempSync('/tmp/tuma-snippet-');
afterAll(() => rmSync(folder, { recursive: true }));

test('the page has the code that the screen shows, and every event', () => {
  for (const code of Object.values(SNIPPETS)) expect(page).toContain(code);
  for (const event of WEBHOOK_EVENTS) expect(page).toContain(`\`${event}\``);
});

test('the code for Node accepts a signed request and refuses any other', async () => {
  const file = join(folder, 'check.mjs');
  writeFileSync(file, SNIPPETS.Node);
  const { isFromTuma } = (await import(file)) as {
    isFromTuma(header: string, body: string, secret: string): boolean;
  };
  const body = '{"id":"1","data":{"text":"Habari ✓"}}';
  expect(isFromTuma(signatureOf(['new', 'old'], body), body, 'old')).toBe(true);
  expect(isFromTuma(signatureOf(['new'], body), body, 'old')).toBe(false);
  expect(isFromTuma(signatureOf(['new'], body), `${body} `, 'new')).toBe(false);
  expect(isFromTuma(signatureOf(['new'], body, Date.now() - 600_000), body, 'new')).toBe(false);
});

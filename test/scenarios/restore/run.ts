/**
 * Restores a backup that was made in the midst of a campaign: the machine is lost a while later, the backup
 * is restored elsewhere, and the product is started on it. The last line is one JSON object; it fails when
 * the restored product sent anything by itself, the ledger does not add up, or the released rest does not
 * come to its end.
 *
 *   npm run check -- restore --messages 20000 --latency 100
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commit } from '../../harness/processes/processes.ts';
import { freePorts, newDataDir, startProduct } from '../../harness/product.ts';
import type { Product } from '../../harness/product.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '20000' },
    latency: { type: 'string', default: '100' },
  },
});
const [messages, latency] = [Number(values.messages), Number(values.latency)];
const command = (name: string) =>
  fileURLToPath(new URL(`../../../src/server/ops/${name}`, import.meta.url));
const folder = mkdtempSync('/tmp/tuma-drill-');
const file = join(folder, 'drill.tumabackup');
const KEY = 'the key of the drill, kept elsewhere';
const products: Product[] = [];

/** Runs a command of ours and gives the JSON of its last line. */
async function run(
  name: string,
  args: readonly string[],
  dataDir: string,
): Promise<Record<string, unknown>> {
  const child = spawn(process.execPath, [command(name), ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, BACKUP_KEY: KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString();
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${output}`);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '{}') as Record<string, unknown>;
}

async function launch(dataDir: string): Promise<{
  product: Product;
  stats(): Promise<{ accepted: number }>;
  received(): Promise<Map<string, number>>;
  call<T>(
    token: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    more?: Record<string, string>,
  ): Promise<T>;
}> {
  const [control = 0] = await freePorts(1);
  const product = await startProduct({
    DATA_DIR: dataDir,
    SANDBOX_SMSC_CONTROL_PORT: String(control),
  });
  products.push(product);
  const carrier = async (path: string, init?: RequestInit) =>
    (await fetch(`http://127.0.0.1:${control}${path}`, init)).text();
  await carrier('/rules', { method: 'POST', body: JSON.stringify({ latency }) });
  return {
    product,
    stats: async () => JSON.parse(await carrier('/stats')) as { accepted: number },
    received: async () => {
      const got = new Map<string, number>();
      for (const line of (await carrier('/received')).trim().split('\n').filter(Boolean)) {
        const { destination } = JSON.parse(line) as { destination: string };
        got.set(destination, (got.get(destination) ?? 0) + 1);
      }
      return got;
    },
    async call(token, method, path, body, more = {}) {
      const form = body instanceof FormData;
      const response = await fetch(`${product.baseUrl}/v1${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...more,
          ...(body !== undefined && !form && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      if (!response.ok)
        throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
      return answer as never;
    },
  };
}

async function until<T>(what: string, check: () => Promise<T | undefined | false>): Promise<T> {
  for (const deadline = Date.now() + 300_000; ;) {
    const found = await check().catch(() => undefined);
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await sleep(100);
  }
}

type Seen = {
  status: string;
  reason: string | null;
  recipientCount: number;
  counts: { delivered: number; submitted: number };
};
type Held = {
  restoration: { restorationId: string; campaignMessages: number; ambiguous: number } | null;
};
const signIn = async (at: Awaited<ReturnType<typeof launch>>, who: string) =>
  (
    await at.call<{ token: string }>(undefined, 'POST', '/signIn', {
      username: `${who}@sandbox.test`,
      password: 'Sandbox-2026',
    })
  ).token;

try {
  const [first, second] = [newDataDir(), newDataDir()];
  const original = await launch(first);
  const me = await signIn(original, 'company');
  const form = new FormData();
  form.set(
    'file',
    new Blob([
      [
        'phone',
        ...Array.from({ length: messages }, (_, at) => `07${String(12_000_000 + at * 100 + 50)}`),
      ].join('\n'),
    ]),
    'list.csv',
  );
  const { uploadId } = await original.call<{ uploadId: string }>(
    me,
    'POST',
    '/portal/sms:sendFromFileStep1',
    form,
  );
  const { campaignId } = await original.call<{ campaignId: string }>(
    me,
    'POST',
    '/portal/sms:sendFromFileStep2',
    { uploadId, phoneColumn: 'phone', campaignName: 'Drill', senderId: 'TUMA', text: 'Hello' },
  );
  await until(
    'the list',
    async () =>
      (await original.call<Seen>(me, 'GET', `/portal/campaigns/${campaignId}`)).recipientCount ===
      messages,
  );
  await until('the start', async () =>
    original.call(
      me,
      'POST',
      '/portal/sms:sendCampaign',
      { campaignId },
      { 'idempotency-key': 'drill' },
    ),
  );
  await until('a quarter', async () => (await original.stats()).accepted > messages / 4);
  const speed = async (work: () => Promise<unknown>): Promise<number> => {
    const [from, began] = [(await original.stats()).accepted, performance.now()];
    await work();
    return Math.round(
      ((await original.stats()).accepted - from) / ((performance.now() - began) / 1000),
    );
  };
  const before = await speed(() => sleep(3000));
  let made: Record<string, unknown> = {};
  const during = await speed(async () => {
    made = await run('backup/backup.run.ts', ['--to', file], first);
  });
  const trying = await speed(async () => {
    await run(
      'backup/backup.run.ts',
      ['--to', join(folder, 'tried.tumabackup'), '--verify'],
      first,
    );
  });
  await until('more than half', async () => (await original.stats()).accepted > messages * 0.55);
  // The machine is lost: nothing of it is asked again but what the carrier got.
  const lostAt = Date.now();
  const sent = await original.received();
  await original.product.stop();

  const restored = await run('backup/restore.run.ts', [file], second);
  const elsewhere = await launch(second);
  const root = await signIn(elsewhere, 'administrator');
  const { restoration } = await until('the mark', () =>
    elsewhere.call<Held>(root, 'GET', '/portal/restoration'),
  );
  await sleep(10_000); // a gateway that binds and a worker that ticks have had all they need
  const resentByItself = (await elsewhere.stats()).accepted;
  const paused = await elsewhere.call<Seen>(root, 'GET', `/portal/campaigns/${campaignId}`);
  await elsewhere.call(root, 'POST', '/portal/restoration:release', {
    restorationId: restoration?.restorationId,
  });
  await until(
    'the rest',
    async () => (await elsewhere.stats()).accepted === restoration?.campaignMessages,
  );
  await sleep(3000); // anything too much would come now
  const again = await elsewhere.received();
  const ledger = await run('ledger-check.ts', [], second);
  const result = {
    test: 'restore',
    commit: await commit(),
    messages,
    latency,
    per_s_before: before,
    per_s_beside_backup: during,
    per_s_beside_trial: trying,
    backup: { seconds: made['seconds'], bytes: made['bytes'], rows: made['rows'] },
    restore_seconds: restored['seconds'],
    rpo_seconds: Math.round((lostAt - Date.parse(String(made['at']))) / 1000),
    held: restoration?.campaignMessages ?? 0,
    ambiguous: restoration?.ambiguous ?? 0,
    resent_by_itself: resentByItself,
    campaign: [paused.status, paused.reason],
    sent_after_release: [...again.values()].reduce((sum, count) => sum + count, 0),
    twice_after_release: [...again.keys()].filter((destination) => sent.has(destination)).length,
    lost: messages - new Set([...sent.keys(), ...again.keys()]).size,
    ledger_ok: ledger['ok'],
  };
  console.log(JSON.stringify(result));
  const fine =
    resentByItself === 0 &&
    paused.status === 'PAUSED' &&
    result.sent_after_release === result.held &&
    ledger['ok'] === true &&
    result.lost <= result.ambiguous;
  if (!fine) process.exitCode = 1;
} finally {
  for (const product of products) await product.stop();
  rmSync(folder, { recursive: true, force: true });
}

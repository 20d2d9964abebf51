import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { databaseUser, isRoot } from '../src/server/machine.ts';
import { findPostgresPrograms } from '../tools/debian-postgres.ts';
import { freePorts, launchProduct, type Product } from './support/product.ts';

// The same program on a PostgreSQL of one's own, as a user who is no superuser.
const programs = findPostgresPrograms();
let server: ChildProcess | undefined;
let product: Product | undefined;
const folder = mkdtempSync('/tmp/tuma-external-');
afterAll(async () => {
  await product?.stop();
  const ended = server && new Promise((resolve) => server!.once('exit', resolve));
  server?.kill('SIGINT');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

async function startServer(): Promise<string> {
  const user = isRoot() ? databaseUser(folder) : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  const as = { ...user && { uid: user.uid, gid: user.gid }, cwd: '/' };
  const data = join(folder, 'data');
  const made = spawnSync(`${programs}/initdb`, ['-D', data, '-U', 'boss', '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '--no-sync'], { ...as, encoding: 'utf8' });
  expect(made.stderr).not.toMatch(/error/);
  const [port = 0] = await freePorts(1);
  server = spawn(`${programs}/postgres`, ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder], { ...as, stdio: 'ignore' });
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: `postgresql://boss@127.0.0.1:${port}/postgres` });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('create role tuma login createrole');
      await client.query('create database tuma owner tuma');
      await client.end();
      return `postgresql://tuma@127.0.0.1:${port}/tuma`;
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(100);
    }
  }
}

test.skipIf(!programs)('a campaign on an external PostgreSQL, from its file to its receipts', { timeout: 120_000 }, async () => {
  product = await launchProduct({ DATABASE_URL: await startServer(), SANDBOX: '1' });
  await product.ready();
  const call = async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> => {
    const response = await fetch(`${product!.baseUrl}/v1${path}`, {
      method, headers: { ...headers, ...!(body instanceof FormData) && body !== undefined && { 'content-type': 'application/json' } },
      ...body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) },
    });
    const answer = await response.json() as T;
    expect([path, response.status, answer]).toEqual([path, 200, expect.anything()]);
    return answer;
  };
  const { token } = await call<{ token: string }>('POST', '/signIn', { username: 'company@sandbox.test', password: 'Sandbox-2026' });
  const me = { authorization: `Bearer ${token}` };
  const form = new FormData();
  form.set('file', new Blob([['phone,name', ...Array.from({ length: 300 }, (_, at) => `0712${String(at * 100 + 50).padStart(6, '0')},Name ${at}`)].join('\n')]), 'list.csv');
  const { uploadId } = await call<{ uploadId: string }>('POST', '/portal/sms:sendFromFileStep1', form, me);
  const { campaignId } = await call<{ campaignId: string }>('POST', '/portal/sms:sendFromFileStep2', { uploadId, phoneColumn: 'phone', campaignName: 'External', senderId: 'TUMA', text: 'Hi #name#' }, me);
  const campaign = () => call<{ status: string; recipientCount: number; counts: { delivered: number } }>('GET', `/portal/campaigns/${campaignId}`, undefined, me);
  await expect.poll(async () => (await campaign()).recipientCount, { timeout: 30_000 }).toBe(300);
  await expect.poll(async () => (await fetch(`${product!.baseUrl}/v1/portal/sms:sendCampaign`, { method: 'POST', headers: { ...me, 'content-type': 'application/json', 'idempotency-key': 'once' }, body: JSON.stringify({ campaignId }) })).status, { timeout: 30_000 }).toBe(200);
  await expect.poll(async () => { const { status, counts } = await campaign(); return [status, counts.delivered]; }, { timeout: 60_000, interval: 500 }).toEqual(['COMPLETED', 300]);
});

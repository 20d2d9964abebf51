import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { call, startTasks } from '../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { until } from '../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { contactImports } from '../../../contract/api/contact-imports.ts';
import { contacts } from '../../../contract/api/contacts.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { openPageTokens } from '../../infra/database/pages.ts';
import { ContactLimit } from './contact-limit.ts';
import { contactRoutes } from './contacts.api.ts';
import { importRoutes } from './imports/imports.api.ts';

const LIMIT = 5;
const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null });
const stand = { database, tokens: openPageTokens(Buffer.alloc(32)) };
const routes = [
  ...contactRoutes({ ...stand, limit: new ContactLimit(LIMIT) }),
  ...importRoutes(stand),
];
const tasks = startTasks(database, new ContactLimit(LIMIT));
afterAll(() => tasks.stop());

async function newCaller(): Promise<Caller> {
  const clientId = await addClient(database, { parentId: rootId });
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  return { clientId, accessLevel: 'CLIENT', path: row!.path };
}
const phone = (at: number) => `07120000${String(at).padStart(2, '0')}`;
const add = (as: Caller, at: number) => call(routes, contacts.create, as, { phone: phone(at) });
const full = { code: 'TOO_MANY_CONTACTS', values: { limit: LIMIT, count: LIMIT } };
const countOf = async ({ clientId }: Caller) =>
  (
    await db.query<{ counted: number }>(
      'select count(*)::int as counted from contact where client_id = $1',
      [clientId],
    )
  )[0]!.counted;

async function check(as: Caller, phones: string[]) {
  const { uploadId, mapping } = await call(
    routes,
    contactImports.upload,
    as,
    {},
    {
      file: {
        fileName: 'people.csv',
        stream: Readable.from([Buffer.from(`Phone\n${phones.join('\n')}\n`)]),
      },
    },
  );
  const { importId } = await call(routes, contactImports.check, as, { uploadId, mapping });
  return settled(as, importId);
}
async function settled(as: Caller, importId: string) {
  tasks.wake();
  return until('import', async () => {
    const found = await call(routes, contactImports.get, as, { importId });
    return found.status !== 'CHECKING' && found.status !== 'RUNNING' && found;
  });
}
const failureOf = async ({ clientId }: Caller) =>
  (
    await db.query<{ error: unknown }>(
      'select error from task where client_id = $1 and error is not null order by created_at desc limit 1',
      [clientId],
    )
  )[0]?.error;

test('an account has no more contacts than it may have; deleting one makes room', async () => {
  const as = await newCaller();
  for (let at = 0; at < LIMIT - 1; at++) await add(as, at);
  const { contactId } = await add(as, LIMIT - 1);
  await expect(add(as, 50)).rejects.toMatchObject(full);
  await expect(add(as, 0)).rejects.toMatchObject({ code: 'CONTACT_EXISTS' });
  expect(await countOf(as)).toBe(LIMIT);
  await call(routes, contacts.remove, as, { contactId });
  await add(as, 51);
  await expect(add(as, 52)).rejects.toMatchObject(full);
  await add(await newCaller(), 0);
});

test('a file that would bring too many is refused when it is checked, and one that updates is not', async () => {
  const as = await newCaller();
  for (let at = 0; at < 3; at++) await add(as, at);
  const refused = await check(as, [0, 1, 2, 10, 11, 12].map(phone));
  expect(refused.status).toBe('FAILED');
  expect(JSON.stringify(await failureOf(as))).toContain('TOO_MANY_CONTACTS');
  const ready = await check(as, [0, 1, 2, 10, 11].map(phone));
  expect(ready.status).toBe('READY');
  await call(routes, contactImports.start, as, { importId: ready.importId });
  expect((await settled(as, ready.importId)).status).toBe('COMPLETED');
  expect(await countOf(as)).toBe(LIMIT);
});

test('an import that has no more room, because others were added since its check, fails', async () => {
  const as = await newCaller();
  const ready = await check(as, [0, 1, 2].map(phone));
  for (let at = 20; at < 23; at++) await add(as, at);
  await call(routes, contactImports.start, as, { importId: ready.importId });
  expect((await settled(as, ready.importId)).status).toBe('FAILED');
  expect(await countOf(as)).toBe(3);
});

test('an account that adds is not counted again for each contact', async () => {
  const clientId = await addClient(database, { parentId: rootId });
  const limit = new ContactLimit(100);
  await database.run(systemScope(), async (tx) => {
    let counts = 0;
    const counting = {
      ...tx,
      query: (...given: Parameters<typeof tx.query>) => {
        counts++;
        return tx.query(...given);
      },
    } as typeof tx;
    for (let at = 0; at < 50; at++) await limit.mustHold(counting, clientId, 1);
    expect(counts).toBe(1);
  });
});

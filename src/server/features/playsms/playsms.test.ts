// Long because every case begins with a dump and an import of it.
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { call, messenger, type Caller } from '../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { PLAYSMS_EXAMPLE as DUMP, playsmsDump } from '../../../../test/harness/files/playsms.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { playsmsImports, type PlaysmsImport } from '../../../contract/api/playsms-imports.ts';
import type { RunningTask } from '../../core/background/runner.ts';
import { playsmsDestination } from '../../processes/playsms-destination.ts';
import { playsmsRoutes } from './playsms.api.ts';
import { importPlaysms } from './playsms.jobs.ts';

const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null });
const root: Caller = { clientId: rootId, accessLevel: 'ADMINISTRATOR', path: '1.' };
const routes = playsmsRoutes({ database });
const handler = importPlaysms(database, playsmsDestination(messenger));

const read = (dump: string) =>
  call(
    routes,
    playsmsImports.read,
    root,
    {},
    {
      file: { fileName: 'playsms.sql', stream: Readable.from([Buffer.from(dump)]) },
    },
  );
const get = (importId: string) => call(routes, playsmsImports.get, root, { importId });

/**
 * The task of an import as the worker runs it; something happens after the step of this number, it is
 * interrupted at it, or told to stop before it.
 */
async function begin(importId: string, sendInvitations = false) {
  const { operationId } = await call(routes, playsmsImports.start, root, {
    importId,
    sendInvitations,
  });
  const [task] = await db.query<{ input: Record<string, unknown> }>(
    'select input from task where id = $1',
    [operationId],
  );
  return ({ dies = 0, stops = 0, after = async (_step: number) => {} } = {}): RunningTask => {
    let steps = 0;
    return {
      id: operationId!,
      clientId: rootId,
      input: task!.input,
      get stopRequested() {
        return stops > 0 && steps >= stops;
      },
      advance: async () => {
        if (++steps === dies) throw new Error('the process ended');
        await after(steps - 1);
      },
    };
  };
}
async function bring(found: PlaysmsImport, sendInvitations = false): Promise<PlaysmsImport> {
  const task = await begin(found.importId, sendInvitations);
  await handler.run(task());
  return get(found.importId);
}
const contactsOf = (email: string) =>
  db.query(
    `select c.phone, c.first_name as name, c.email, c.attributes,
       coalesce((select json_agg(g.group_name order by g.group_name) from contact_group_member m join contact_group g on g.id = m.group_id where m.contact_id = c.id), '[]') as groups
     from contact c join client on client.id = c.client_id where client.email = $1 order by c.phone`,
    [email],
  );

test('a dump is previewed, imported, and imported again without changing anything', async () => {
  const hereId = await addClient(database, { parentId: rootId });
  await db.query(
    `update client set email = 'here@example.com', client_name = 'Here' where id = $1`,
    [hereId],
  );
  const found = await read(DUMP);
  expect(found.preview.users.map((user) => [user.username, user.outcome, user.reason])).toEqual([
    ['admin', 'LEFT_OUT', 'ADMINISTRATOR'],
    ['sub', 'NEW', null],
    ['duka', 'NEW', null],
    ['nomail', 'LEFT_OUT', 'NO_EMAIL'],
    ['again', 'LEFT_OUT', 'TWICE'],
    ['here', 'EXISTING', null],
    ['bad', 'LEFT_OUT', 'BAD_EMAIL'],
    ['orphan', 'LEFT_OUT', 'PARENT'],
    ['adminsub', 'NEW', null],
  ]);
  expect(found.preview.users[1]).toMatchObject({ parentUsername: 'duka', accessLevel: 'CLIENT' });
  expect(found.preview.users[2]).toMatchObject({
    accessLevel: 'COMPANY',
    contacts: 2,
    groups: 2,
    templates: 2,
  });
  expect(found.preview).toMatchObject({
    templates: [
      { username: 'duka', name: 'Meeting', text: 'Hello #firstName#, we call #phone#\nsoon' },
      { name: 'meeting (2)' },
    ],
    entryCount: 3,
    ownerlessCount: 3,
    otherTables: ['playsms_featureStoplist'],
  });
  // A valid number is masked: erasing a person does not reach the preview.
  expect(found.preview.entries.map(({ kind, subject, reason }) => [kind, subject, reason])).toEqual(
    [
      ['TEMPLATE', 'Empty', 'NO_TEXT'],
      ['CONTACT', '12', 'TOO_SHORT'],
      ['CONTACT', '+25471*****02', 'BAD_EMAIL'],
    ],
  );
  expect(Object.fromEntries(found.preview.losses.map(({ loss, count }) => [loss, count]))).toEqual({
    PASSWORDS: 9,
    API_TOKENS: 9,
    CREDITS: 1,
    SENDERS: 1,
    PHONES: 1,
    SHARED_GROUPS: 1,
  });
  // A preview opens nothing, and no hash is stored.
  expect(await db.query(`select from client where email = 'Duka@Example.com'`)).toEqual([]);
  const stored = await db.query<{ text: string }>(
    `select convert_from(bytes, 'UTF8') as text from file_part`,
  );
  expect(stored.map(({ text }) => text).join('')).not.toContain('5f4dcc3b5aa765d61d8327deb882cf99');

  const done = await bring(found, true);
  expect(done).toMatchObject({
    status: 'COMPLETED',
    counts: {
      clients: 3,
      existingClients: 1,
      contacts: 3,
      keptContacts: 0,
      groups: 3,
      templates: 2,
      keptTemplates: 0,
    },
  });
  expect(
    await db.query(
      `select c.email, c.client_name as name, c.access_level as level, c.client_status as status, c.phone, c.language, p.email as parent, c.password_hash as password
       from client c join client p on p.id = c.parent_id where c.email like '%@example.com' and c.inviter_id = $1 order by c.email`,
      [rootId],
    ),
  ).toMatchObject([
    { email: 'as@example.com', level: 'CLIENT', phone: null },
    {
      email: 'duka@example.com',
      name: "Duka la Amani's",
      level: 'COMPANY',
      status: 'INVITED',
      phone: '+254712000001',
      password: null,
    },
    { email: 'sub@example.com', name: 'Ana da Silva', language: 'pt', parent: 'duka@example.com' },
  ]);
  expect(await contactsOf('duka@example.com')).toEqual([
    {
      phone: '254711000001',
      name: 'Juma',
      email: 'juma@example.com',
      attributes: { tags: 'vip' },
      groups: ['Shoppers', 'Staff'],
    },
    { phone: '254711000002', name: 'Asha', email: '', attributes: {}, groups: ['Shoppers'] },
  ]);
  expect(await contactsOf('here@example.com')).toMatchObject([{ groups: ['Friends'] }]);
  expect(await db.query(`select text from message_template where name = 'meeting (2)'`)).toEqual([
    { text: 'Another \u2028line' },
  ]);
  const letters = await db.query(`select from outbox where kind = 'MAIL'`);
  expect(letters).toHaveLength(3);

  const again = await bring(await read(DUMP), true);
  expect(again.counts).toMatchObject({
    clients: 0,
    existingClients: 4,
    contacts: 0,
    keptContacts: 3,
    groups: 0,
    templates: 0,
    keptTemplates: 2,
  });
  expect(await db.query(`select from outbox where kind = 'MAIL'`)).toHaveLength(letters.length);
});

const MANY = playsmsDump({
  users: [{ uid: 2, username: 'many', email: 'many@example.com', name: 'Many' }],
  contacts: Array.from({ length: 12_000 }, (_, n) => ({
    id: n,
    uid: 2,
    mobile: `+2547220${String(n).padStart(5, '0')}`,
  })),
  groups: [[1, 2, 'All']],
  members: Array.from({ length: 12_000 }, (_, n) => [1, n] as const),
});

test('an import that is interrupted goes on at the step, and counts each contact once', async () => {
  const found = await read(MANY);
  const task = await begin(found.importId);
  // The account is the first step, and the contacts are three.
  await expect(handler.run(task({ dies: 3 }))).rejects.toThrow('the process ended');
  expect((await get(found.importId)).counts).toMatchObject({ clients: 1, contacts: 5_000 });
  expect(await handler.run(task())).toMatchObject({ done: { contacts: 12_000, clients: 1 } });
  expect(await get(found.importId)).toMatchObject({
    status: 'COMPLETED',
    counts: { clients: 1, contacts: 12_000, keptContacts: 0 },
  });
  expect(
    await db.query(`select contact_count as count from contact_group where group_name = 'All'`),
  ).toEqual([{ count: 12_000 }]);
  // The plan is gone, and the same import does not start again.
  expect(
    await db.query(
      `select from upload where purpose = 'PLAYSMS' and id in (select upload_id from playsms_import where id = $1)`,
      [found.importId],
    ),
  ).toEqual([]);
  await expect(begin(found.importId)).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('an import that is stopped keeps what it has, and a repeat adds the rest', async () => {
  const dump = MANY.replaceAll('many@example.com', 'stopped@example.com');
  const found = await read(dump);
  const task = await begin(found.importId);
  expect(await handler.run(task({ stops: 2 }))).toBe('canceled');
  expect(await get(found.importId)).toMatchObject({
    status: 'CANCELED',
    counts: { contacts: 5_000 },
  });
  expect((await bring(await read(dump))).counts).toMatchObject({
    existingClients: 1,
    contacts: 7_000,
    keptContacts: 5_000,
  });
});

test.each([
  ['text', 'Hello'],
  ['another database', 'INSERT INTO `wp_users` VALUES (1);\n'],
  ['no users', playsmsDump({ users: [] })],
])('%s is refused', async (_, dump) => {
  await expect(read(dump)).rejects.toMatchObject({ code: 'FILE_REFUSED' });
});

test('an import whose plan has expired is refused', async () => {
  const found = await read(DUMP);
  await db.query(`update upload set expires_at = now() where purpose = 'PLAYSMS'`);
  await expect(begin(found.importId)).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
});

test('a dump with NULs in every text is previewed and imported without them', async () => {
  const found = await bring(
    await read(
      playsmsDump({
        users: [{ uid: 2, username: 'n\0ul', email: 'nul@exam\0ple.com', name: 'N\0ul Ltd' }],
        contacts: [{ id: 1, uid: 2, mobile: '07110\x0000091', name: 'Ju\0ma', tags: 'a\0b' }],
        groups: [[1, 2, 'Sh\0op']],
        members: [[1, 1]],
        templates: [[2, 'He\0llo', 'Dear #N\0AME#']],
      }),
    ),
  );
  expect(found.preview.users).toMatchObject([{ username: 'nul', name: 'Nul Ltd' }]);
  expect(await contactsOf('nul@example.com')).toMatchObject([
    { phone: '254711000091', name: 'Juma', groups: ['Shop'] },
  ]);
});

const SHOP = (word: string, mobile = '') =>
  playsmsDump({
    users: [
      { uid: 2, username: 'shop', email: `shop@${word}.example.com`, mobile },
      { uid: 3, username: 'till', status: 4, parent: 2, email: `till@${word}.example.com` },
    ],
    contacts: [
      { id: 1, uid: 2, mobile: '0711000001', name: 'Juma' },
      { id: 2, uid: 2, mobile: '0711000002', name: 'Asha' },
      { id: 3, uid: 3, mobile: '0711000003', name: 'Neema' },
    ],
    groups: [[1, 2, 'Shoppers']],
    members: [[1, 1]],
  });
/** An account with an address that nobody has confirmed. */
async function addUnproved(email: string): Promise<string> {
  const clientId = await addClient(database, { parentId: rootId });
  await db.query(
    `update client set email = $2, email_unproved = true, client_status = 'PENDING_ACTIVATION' where id = $1`,
    [clientId, email],
  );
  return clientId;
}
const confirm = (clientId: string) =>
  db.query(
    `update client set email_unproved = false, client_status = 'ACTIVE', inviter_id = null where id = $1`,
    [clientId],
  );
const idOf = async (email: string) =>
  (await db.query<{ id: string }>('select id from client where email = $1', [email]))[0]!.id;

test('an account whose address is unproved gets no phone book, nor do its clients', async () => {
  const impostor = await addUnproved('shop@unproved.example.com');
  const found = await read(SHOP('unproved'));
  expect(found.preview.users.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['LEFT_OUT', 'UNPROVED'],
    ['LEFT_OUT', 'PARENT'],
  ]);
  expect(found.preview.users[0]!.clientId).toBeNull();
  await confirm(impostor);
  expect((await bring(await read(SHOP('unproved')))).counts).toMatchObject({
    existingClients: 1,
    clients: 1,
    contacts: 3,
  });
});

test.each<[string, (word: string) => Promise<unknown>]>([
  [
    'an account that was registered under the address since the preview',
    (word) => addUnproved(`shop@${word}.example.com`),
  ],
  [
    'one that was registered and confirmed since',
    async (word) => confirm(await addUnproved(`shop@${word}.example.com`)),
  ],
  [
    'an address that another account can have back since',
    (word) =>
      db.query(
        `insert into contact_change (client_id, kind, old_value, new_value, requested_by, undo_hash, status, expires_at, undo_expires_at)
         values ($1, 'EMAIL', $2, 'new@example.com', $1, '', 'CONFIRMED', now(), now() + interval '1 day')`,
        [rootId, `shop@${word}.example.com`],
      ),
  ],
])('%s is left out, with its clients', async (name, happens) => {
  const word = `w${name.length}`;
  const found = await read(SHOP(word));
  expect(found.preview.users.map(({ outcome }) => outcome)).toEqual(['NEW', 'NEW']);
  await happens(word);
  expect(await bring(found)).toMatchObject({
    status: 'COMPLETED',
    counts: { clients: 0, missingClients: 2, contacts: 0, missingContacts: 3 },
  });
});

test('an account that was there is the same one, or left out', async () => {
  const before = await addUnproved('shop@moved.example.com');
  await confirm(before);
  const found = await read(SHOP('moved'));
  expect(found.preview.users[0]).toMatchObject({ outcome: 'EXISTING', clientId: before });
  await db.query(`update client set email = 'elsewhere@example.com' where id = $1`, [before]);
  await confirm(await addUnproved('shop@moved.example.com'));
  expect((await bring(found)).counts).toMatchObject({
    clients: 0,
    existingClients: 0,
    missingClients: 2,
    contacts: 0,
  });
  // An address that is free again opens no other account in place of the one that was approved.
  const next = await read(SHOP('moved'));
  await db.query(`update client set email = 'nowhere@example.com' where email = $1`, [
    'shop@moved.example.com',
  ]);
  expect((await bring(next)).counts).toMatchObject({ clients: 0, missingClients: 2 });
});

test('a parent that may have no clients any more gets none', async () => {
  await confirm(await addUnproved('shop@lowered.example.com'));
  const found = await read(SHOP('lowered'));
  await db.query(`update client set access_level = 'CLIENT' where email = $1`, [
    'shop@lowered.example.com',
  ]);
  expect((await bring(found)).counts).toMatchObject({
    clients: 0,
    existingClients: 1,
    missingClients: 1,
    contacts: 2,
    missingContacts: 1,
  });
});

test("a number that became another account's since the preview is dropped", async () => {
  const found = await read(SHOP('phone', '0712 000 777'));
  await db.query(`update client set phone = '+254712000777' where id = $1`, [rootId]);
  expect((await bring(found)).counts).toMatchObject({ clients: 2, missingClients: 0 });
  expect(
    await db.query('select phone from client where email = $1', ['shop@phone.example.com']),
  ).toEqual([{ phone: null }]);
});

test('an owner who gets in while the import runs gets its clients all the same', async () => {
  const found = await read(SHOP('early'));
  const task = await begin(found.importId);
  await handler.run(
    task({
      after: async (step) => {
        if (step === 1) await confirm(await idOf('shop@early.example.com'));
      },
    }),
  );
  expect((await get(found.importId)).counts).toMatchObject({
    clients: 2,
    contacts: 3,
    missingContacts: 0,
  });
});

test('a group that is being emptied is waited for', async () => {
  await confirm(await addUnproved('shop@busy.example.com'));
  await bring(await read(SHOP('busy')));
  const found = await read(SHOP('busy'));
  const task = await begin(found.importId);
  const shopId = await idOf('shop@busy.example.com');
  const empty = (how: string | null) =>
    db.query('update contact_group set emptying = $2 where client_id = $1', [shopId, how]);
  await empty('CLEAR');
  expect(await handler.run(task())).toEqual({ againInSeconds: 30 });
  expect(await get(found.importId)).toMatchObject({
    status: 'RUNNING',
    counts: { existingClients: 1, keptContacts: 0 },
  });
  await empty(null);
  expect(await handler.run(task())).toMatchObject({ done: { keptContacts: 3 } });
});

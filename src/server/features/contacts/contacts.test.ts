import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { call, startTasks } from '../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addCampaign, enqueueAll, makeMessage, until } from '../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { contactImports } from '../../../contract/api/contact-imports.ts';
import type { ColumnUse, ContactImport } from '../../../contract/api/contact-imports.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { blockedNumbers } from '../../../contract/api/blocked-numbers.ts';
import { contactGroups } from '../../../contract/api/contact-groups.ts';
import { contacts } from '../../../contract/api/contacts.ts';
import { optOuts } from '../../../contract/api/opt-outs.ts';
import type { Input } from '../../../contract/endpoint.ts';
import type { Download } from '../../infra/http/http.ts';
import type { NewMessage } from '../../core/dispatch/types.ts';
import { openPageTokens } from '../../infra/database/pages.ts';
import { contactRoutes } from './contacts.api.ts';
import { groupRoutes } from './groups/groups.api.ts';
import { importRoutes } from './imports/imports.api.ts';
import { blockedNumberRoutes } from './opt-outs/blocked-numbers.api.ts';
import { optOutRoutes } from './opt-outs/opt-outs.api.ts';

const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null });
const stand = { database, tokens: openPageTokens(Buffer.alloc(32)) };
const routes = [
  ...contactRoutes(stand),
  ...groupRoutes(stand),
  ...importRoutes(stand),
  ...optOutRoutes(stand),
  ...blockedNumberRoutes(stand),
];

async function newCaller(country = 'KE'): Promise<Caller> {
  const clientId = await addClient(database, { parentId: rootId, country });
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  return { clientId, accessLevel: 'CLIENT', path: row!.path };
}
const addGroup = async (as: Caller, groupName: string) =>
  (await call(routes, contactGroups.create, as, { groupName })).groupId;
const addContact = async (as: Caller, input: Input<typeof contacts.create>) =>
  (await call(routes, contacts.create, as, input)).contactId;
const countOf = async (groupId: string) => {
  const [row] = await db.query<{ counted: number; really: number }>(
    'select contact_count as counted, (select count(*)::int from contact_group_member where group_id = id) as really from contact_group where id = $1',
    [groupId],
  );
  return row!;
};
async function textOf(download: unknown): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of (download as Download).stream)
    chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks).toString();
}
async function refusal(
  promise: Promise<unknown>,
): Promise<{ code: string; values: Record<string, unknown>; details?: { field: string }[] }> {
  return promise.then(
    () => {
      throw new Error('was not refused');
    },
    (error: { code: string; values: Record<string, unknown> }) => error,
  );
}

// ---- groups ----

test('a group name is unique in a client, ignoring case and accents, and other clients may use it', async () => {
  const [as, other] = [await newCaller(), await newCaller()];
  await addGroup(as, 'Médicos');
  expect(
    await refusal(call(routes, contactGroups.create, as, { groupName: 'MEDICOS' })),
  ).toMatchObject({ code: 'GROUP_NAME_TAKEN' });
  await addGroup(other, 'médicos');
  const groupId = await addGroup(as, 'Nurses');
  expect(
    await refusal(call(routes, contactGroups.update, as, { groupId, groupName: 'médicos' })),
  ).toMatchObject({ code: 'GROUP_NAME_TAKEN' });
  expect(
    await call(routes, contactGroups.update, as, {
      groupId,
      groupName: 'NURSES',
      description: 'Ward 3',
    }),
  ).toMatchObject({ groupName: 'NURSES', description: 'Ward 3' });
  expect(
    (await call(routes, contactGroups.list, as, { 'filter.query': 'med' })).groups.map(
      (group) => group.groupName,
    ),
  ).toEqual(['Médicos']);
});

test('groups are ordered by name, paged, each once', async () => {
  const as = await newCaller();
  for (const name of ['b 10', 'A', 'b 2', 'C', 'b 1', 'e', 'B 010 x', 'Ávila'])
    await addGroup(as, name);
  const seen: string[] = [];
  for (let pageToken = ''; ;) {
    const page = await call(routes, contactGroups.list, as, { pageSize: 2, pageToken });
    seen.push(...page.groups.map((group) => group.groupName));
    if (page.nextPageToken === '') break;
    ({ nextPageToken: pageToken } = page);
  }
  expect(seen).toEqual(['A', 'Ávila', 'b 1', 'b 2', 'b 10', 'B 010 x', 'C', 'e']);
});

test('the count of a group is exact under concurrent changes', async () => {
  const as = await newCaller();
  const groups = [await addGroup(as, 'one'), await addGroup(as, 'two')];
  const ids: string[] = [];
  for (let n = 0; n < 60; n++)
    ids.push(await addContact(as, { phone: `07120000${10 + n}`, groupIds: n % 2 ? groups : [] }));
  const some = () => ids.filter(() => Math.random() < 0.4).concat(ids[0]!);
  await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const groupId = groups[n % 2]!;
      if (n === 20) await call(routes, contactGroups.clear, as, { groupId });
      else if (n % 7 === 3)
        await call(routes, contacts.removeMany, as, { contactIds: some().slice(0, 4) });
      else if (n % 5 === 4)
        await call(routes, contactGroups.removeContacts, as, { groupId, contactIds: some() });
      else await call(routes, contactGroups.addContacts, as, { groupId, contactIds: some() });
    }),
  );
  for (const groupId of groups) {
    const { counted, really } = await countOf(groupId);
    expect(counted).toBe(really);
  }
});

test('clearing and deleting a group leave its contacts', async () => {
  const as = await newCaller();
  const groupId = await addGroup(as, 'gone');
  await addContact(as, { phone: '0712000001', groupIds: [groupId] });
  expect(await call(routes, contactGroups.clear, as, { groupId })).toMatchObject({
    contactCount: 0,
  });
  const [contact] = (await call(routes, contacts.list, as, {})).contacts;
  await call(routes, contactGroups.addContacts, as, { groupId, contactIds: [contact!.contactId] });
  await call(routes, contactGroups.remove, as, { groupId });
  expect((await call(routes, contacts.list, as, {})).contacts).toMatchObject([
    { phone: '+254712000001', groupIds: [] },
  ]);
});

test("another client's contacts are neither added nor changed", async () => {
  const [as, other] = [await newCaller(), await newCaller()];
  const [mine, theirs] = [await addGroup(as, 'mine'), await addGroup(other, 'theirs')];
  const stranger = await addContact(other, { phone: '0712000001' });
  expect(
    await call(routes, contactGroups.addContacts, as, { groupId: mine, contactIds: [stranger] }),
  ).toMatchObject({ contactCount: 0 });
  for (const attempt of [
    () => call(routes, contactGroups.addContacts, as, { groupId: theirs, contactIds: [stranger] }),
    () => call(routes, contacts.create, as, { phone: '0712000002', groupIds: [theirs] }),
    () => call(routes, contactGroups.clear, as, { groupId: theirs }),
    () => call(routes, contacts.update, as, { contactId: stranger, firstName: 'x' }),
    () => call(routes, contacts.remove, as, { contactId: stranger }),
  ])
    expect(await refusal(attempt())).toMatchObject({ code: 'NOT_FOUND' });
  expect(await call(routes, contacts.removeMany, as, { contactIds: [stranger] })).toEqual({
    deleted: 0,
  });
  expect((await call(routes, contacts.list, as, { 'filter.groupIds': [theirs] })).contacts).toEqual(
    [],
  );
});

// ---- contacts ----

test('a phone number is unique in any spelling, and a contact keeps omitted fields', async () => {
  const as = await newCaller();
  const consent = { what: 'Offers', how: 'Paper form', timestamp: 1_700_000_000 };
  const contactId = await addContact(as, {
    phone: '0712 345-678',
    firstName: 'Amina',
    email: 'amina+shop@example.com',
    attributes: { Town: 'Thika' },
    consent,
  });
  expect(
    await refusal(call(routes, contacts.create, as, { phone: '+254 712 345678' })),
  ).toMatchObject({ code: 'CONTACT_EXISTS', values: { phone: '+254712345678' } });
  expect(await refusal(call(routes, contacts.create, as, { phone: '12' }))).toMatchObject({
    code: 'BAD_INPUT',
    details: [{ field: 'phone' }],
  });
  expect(await call(routes, contacts.update, as, { contactId, lastName: 'Otieno' })).toMatchObject({
    phone: '+254712345678',
    firstName: 'Amina',
    lastName: 'Otieno',
    attributes: { Town: 'Thika' },
    consent,
  });
  const second = await addContact(as, { phone: '0712345679' });
  expect(
    await refusal(call(routes, contacts.update, as, { contactId: second, phone: '0712345678' })),
  ).toMatchObject({ code: 'CONTACT_EXISTS' });
  await call(routes, contacts.update, as, { contactId, phone: '0712345680', consent: null });
  expect(await call(routes, contacts.get, as, { contactId })).toMatchObject({
    phone: '+254712345680',
    consent: null,
  });
});

test('the second of two changes to one phone, or one group name, at once is refused', async () => {
  const as = await newCaller();
  const codes: string[] = [];
  const both = (first: Promise<unknown>, second: Promise<unknown>) =>
    Promise.allSettled([first, second]).then((results) =>
      codes.push(
        ...results.flatMap((result) =>
          result.status === 'rejected' ? [String((result.reason as { code: string }).code)] : [],
        ),
      ),
    );
  for (let n = 10; n < 20; n++) {
    const ids = [
      await addContact(as, { phone: `07110001${n}` }),
      await addContact(as, { phone: `07110002${n}` }),
    ];
    const groups = [await addGroup(as, `a ${n}`), await addGroup(as, `b ${n}`)];
    const rename = (groupId: string) =>
      call(routes, contactGroups.update, as, { groupId, groupName: `c ${n}` });
    const move = (contactId: string) =>
      call(routes, contacts.update, as, { contactId, phone: `07110003${n}` });
    await both(move(ids[0]!), move(ids[1]!));
    await both(rename(groups[0]!), rename(groups[1]!));
  }
  expect(codes.toSorted()).toEqual([
    ...Array.from({ length: 10 }, () => 'CONTACT_EXISTS'),
    ...Array.from({ length: 10 }, () => 'GROUP_NAME_TAKEN'),
  ]);
});

test('a search matches the beginning of phone, names and email, each contact once, paged', async () => {
  const as = await newCaller();
  const groupId = await addGroup(as, 'few');
  const people: Input<typeof contacts.create>[] = [
    { phone: '0711000001', firstName: 'José', lastName: 'Mwangi', groupIds: [groupId] },
    { phone: '0711000002', firstName: 'Mary', lastName: 'Josephs' },
    { phone: '0711000003', otherNames: 'jos', firstName: 'Ann' },
    { phone: '0722000004', email: 'jos@example.com' },
    { phone: '0722000005', firstName: 'Joshua', lastName: 'Joshua', groupIds: [groupId] },
    { phone: '0722000006', firstName: 'Peter', lastName: 'Njoroge' },
  ];
  for (const person of people) await addContact(as, person);
  const find = async (query: string, groupIds: string[] = []) => {
    const found: string[] = [];
    for (let pageToken = ''; ;) {
      const page = await call(routes, contacts.list, as, {
        pageSize: 2,
        pageToken,
        'filter.query': query,
        'filter.groupIds': groupIds,
      });
      found.push(...page.contacts.map((contact) => contact.phone.slice(-1)));
      if (page.nextPageToken === '') {
        expect(page.collectionCount).toBe(found.length);
        return found.join('');
      }
      ({ nextPageToken: pageToken } = page);
    }
  };
  expect(await find('jos')).toBe('15234');
  expect(await find('JOSE')).toBe('12');
  expect(await find('josé mw')).toBe('1');
  expect(await find('jos@')).toBe('4');
  expect(await find('jos', [groupId])).toBe('15');
  expect(await find('0722')).toBe('456');
  expect(await find('+25471100000')).toBe('123');
  expect(await find('711')).toBe('123');
  expect(await find('100%')).toBe('');
  expect(await find('', [groupId])).toBe('51');
});

test('a caller with several clients names the one to search', async () => {
  const as = await newCaller();
  await addContact(as, { phone: '0712345678', firstName: 'Amina' });
  const administrator: Caller = { clientId: rootId, accessLevel: 'ADMINISTRATOR', path: '1.' };
  expect(
    await refusal(call(routes, contacts.list, administrator, { 'filter.query': 'a' })),
  ).toMatchObject({ code: 'BAD_INPUT' });
  expect(
    (
      await call(routes, contacts.list, administrator, {
        'filter.query': 'a',
        'filter.clientIds': [as.clientId],
      })
    ).contacts,
  ).toHaveLength(1);
});

// ---- imports ----

const tasks = startTasks(database);
async function upload(as: Caller, text: string | Buffer, fileName = 'people.csv') {
  return call(
    routes,
    contactImports.upload,
    as,
    {},
    { file: { fileName, stream: Readable.from([Buffer.from(text)]) } },
  );
}
async function settled(as: Caller, importId: string): Promise<ContactImport> {
  tasks.wake();
  return until('import', async () => {
    const found = await call(routes, contactImports.get, as, { importId });
    return found.status !== 'CHECKING' && found.status !== 'RUNNING' && found;
  });
}
async function bring(
  as: Caller,
  uploadId: string,
  mapping: ColumnUse[],
  more: Partial<Input<typeof contactImports.check>> = {},
) {
  const { importId } = await call(routes, contactImports.check, as, { uploadId, mapping, ...more });
  const checked = await settled(as, importId);
  if (checked.status !== 'READY') return checked;
  await call(routes, contactImports.start, as, { importId });
  return settled(as, importId);
}

test('a file is mapped, checked and imported; corrected refusals are imported again', async () => {
  const as = await newCaller();
  await addContact(as, {
    phone: '0712000001',
    firstName: 'Old',
    lastName: 'Name',
    attributes: { Town: 'Thika', Size: 'L' },
  });
  const groupId = await addGroup(as, 'kept');
  const file = await upload(
    as,
    'Mobile;First name;Surname;Email;Town;Balance due (KES)\n0712000001;New;;;Nairobi;\n0712000002;Zoë;=cmd;zoe@example.com;;5\n12345;Short;;;;\n0712000002;Twice;;;;\n0712000003;Bad;;not mail;;\n',
  );
  expect(file.mapping).toEqual([
    { column: 'Mobile', field: 'phone' },
    { column: 'First name', field: 'firstName' },
    { column: 'Surname', field: 'lastName' },
    { column: 'Email', field: 'email' },
    { column: 'Town', field: 'attribute', attribute: 'Town' },
    { column: 'Balance due (KES)', field: 'attribute', attribute: 'Balance due KES' },
  ]);
  expect(file).toMatchObject({ rowCount: 5, mended: false });
  expect((await upload(as, 'Cell;Mail\n0712000001;none yet\n')).mapping).toEqual([
    { column: 'Cell', field: 'phone' },
    { column: 'Mail', field: 'email' },
  ]);
  const done = await bring(as, file.uploadId, file.mapping, {
    groupIds: [groupId],
    newGroupName: 'Spring',
  });
  const counts = {
    rows: 5,
    new: 2,
    updated: 1,
    kept: 0,
    duplicate: 1,
    invalid: 1,
    reasons: [{ reason: 'TOO_SHORT', count: 1 }],
    // A bad address loses no good number.
    incomplete: [{ reason: 'BAD_EMAIL', count: 1 }],
  };
  expect(done).toMatchObject({ status: 'COMPLETED', expected: counts, counts });
  const { contacts: all } = await call(routes, contacts.list, as, {});
  expect(
    all.map(({ phone, firstName, lastName, attributes, groups }) => ({
      phone,
      firstName,
      lastName,
      attributes,
      groups: groups.map((group) => group.groupName),
    })),
  ).toEqual([
    {
      phone: '+254712000003',
      firstName: 'Bad',
      lastName: '',
      attributes: {},
      groups: ['kept', 'Spring'],
    },
    {
      phone: '+254712000002',
      firstName: 'Zoë',
      lastName: '=cmd',
      attributes: { 'Balance due KES': '5' },
      groups: ['kept', 'Spring'],
    },
    {
      phone: '+254712000001',
      firstName: 'New',
      lastName: 'Name',
      attributes: { Town: 'Nairobi', Size: 'L' },
      groups: ['kept', 'Spring'],
    },
  ]);
  expect(await countOf(groupId)).toEqual({ counted: 3, really: 3 });

  const refused = await textOf(
    await call(routes, contactImports.refusedRows, as, { importId: done.importId }),
  );
  expect(refused.replace('\ufeff', '').split('\r\n')).toEqual([
    'Mobile,First name,Surname,Email,Town,Balance due (KES),Row in the file,Why it was left out',
    '12345,Short,,,,,4,This number has too few digits.',
    '0712000002,Twice,,,,,5,This number is in an earlier row.',
    '0712000003,Bad,,not mail,,,6,"Imported without its email address, which is not one. Correct it and import the row again."',
    '',
  ]);
  const again = await upload(
    as,
    refused.replace('12345,Short', "0712000009,'=Long").replace('not mail', 'mail@example.com'),
  );
  expect(again.mended).toBe(true);
  expect(again.mapping.slice(-2)).toEqual([
    { column: 'Row in the file', field: null },
    { column: 'Why it was left out', field: null },
  ]);
  expect(await bring(as, again.uploadId, again.mapping, { existing: 'KEEP' })).toMatchObject({
    status: 'COMPLETED',
    counts: { new: 1, updated: 0, kept: 2, duplicate: 0, invalid: 0 },
  });
  expect(
    (await call(routes, contacts.list, as, { 'filter.query': '0712000009' })).contacts,
  ).toMatchObject([{ firstName: '=Long' }]);
  expect(
    (await call(routes, contacts.list, as, { 'filter.query': '0712000002' })).contacts,
  ).toMatchObject([{ firstName: 'Zoë' }]);
});

test('an import interrupted between two steps resumes and imports no row twice', async () => {
  const as = await newCaller();
  const rows = Array.from({ length: 12_000 }, (_, n) => `07${10_000_000 + (n % 11_000)},P${n}`);
  const file = await upload(as, `phone,first name\n${rows.join('\n')}\n`);
  const { importId } = await call(routes, contactImports.check, as, {
    uploadId: file.uploadId,
    mapping: file.mapping,
    newGroupName: 'all',
  });
  await settled(as, importId);
  // As if a process had died behind the first step: its rows are there, its count and place with them.
  await db.query(`create function fail_once() returns trigger language plpgsql as $$ begin if new.at_row > 6000 and not exists (select from pg_class where relname = 'failed_once') then raise exception 'died'; end if; return new; end $$;
    create trigger fail_once before update on contact_import for each row execute function fail_once()`);
  await call(routes, contactImports.start, as, { importId });
  tasks.wake();
  await until(
    'first step',
    async () => (await call(routes, contactImports.get, as, { importId })).counts !== null,
  );
  await db.query('create table failed_once ()');
  const done = await settled(as, importId);
  expect(done).toMatchObject({
    status: 'COMPLETED',
    counts: { rows: 12_000, new: 11_000, updated: 0, duplicate: 1_000, invalid: 0 },
  });
  expect(
    await db.query('select count(*)::int as n from contact where client_id = $1', [as.clientId]),
  ).toEqual([{ n: 11_000 }]);
  expect(
    await db.query('select count(*)::int as n from contact_import_refused where import_id = $1', [
      importId,
    ]),
  ).toEqual([{ n: 1_000 }]);
  const [group] = (await call(routes, contactGroups.list, as, {})).groups;
  expect(await countOf(group!.groupId)).toEqual({ counted: 11_000, really: 11_000 });
  await db.query('drop trigger fail_once on contact_import');
});

test('imported contacts can be saved again: an attribute has one spelling, a name no hidden character', async () => {
  const as = await newCaller();
  const contactId = await addContact(as, {
    phone: '0712000001',
    attributes: { Town: 'Thika', Size: 'L' },
  });
  const file = await upload(
    as,
    'Mobile,First name,TOWN,Shoe\n0712000001,O\u0092Brien\u0081,Nairobi,40\n0712000002,Asha,Voi,38\n',
  );
  await bring(as, file.uploadId, file.mapping);
  const { firstName, attributes } = await call(routes, contacts.get, as, { contactId });
  expect(attributes).toEqual({ Town: 'Nairobi', Size: 'L', Shoe: '40' });
  expect(firstName).toBe('O’Brien');
  expect(await call(routes, contacts.update, as, { contactId, firstName })).toMatchObject({
    firstName,
  });
});

test('the check of a file holds for the header that was chosen then', async () => {
  const as = await newCaller();
  const { uploadId, mapping } = await upload(as, 'Phone,Name\n0712000001,Asha\n');
  const { importId } = await call(routes, contactImports.check, as, { uploadId, mapping });
  expect(await settled(as, importId)).toMatchObject({ status: 'READY', expected: { new: 1 } });
  // In another tab.
  await call(routes, contactImports.setHeader, as, { uploadId, headerRow: 0 });
  await call(routes, contactImports.start, as, { importId });
  expect(await settled(as, importId)).toMatchObject({ status: 'FAILED', counts: null });
});

test('an invalid mapping of columns is refused by name, and an import starts once', async () => {
  const as = await newCaller();
  const { uploadId } = await upload(as, 'phone,a,b\n0712000001,x,y\n');
  const check = (mapping: ColumnUse[]) =>
    call(routes, contactImports.check, as, { uploadId, mapping });
  for (const [mapping, field] of [
    [[{ column: 'a', field: 'firstName' }], 'mapping'],
    [
      [
        { column: 'phone', field: 'phone' },
        { column: 'a', field: 'phone' },
      ],
      'mapping.1.field',
    ],
    [
      [
        { column: 'phone', field: 'phone' },
        { column: 'c', field: 'email' },
      ],
      'mapping.1.column',
    ],
    [
      [
        { column: 'phone', field: 'phone' },
        { column: 'a', field: 'attribute' },
      ],
      'mapping.1.attribute',
    ],
    [
      [
        { column: 'phone', field: 'phone' },
        { column: 'a', field: 'attribute', attribute: 'X' },
        { column: 'b', field: 'attribute', attribute: 'x' },
      ],
      'mapping.2.field',
    ],
  ] as const)
    expect(await refusal(check([...mapping]))).toMatchObject({
      code: 'BAD_INPUT',
      details: [{ field }],
    });
  const { importId } = await check([{ column: 'phone', field: 'phone' }]);
  await settled(as, importId);
  await call(routes, contactImports.start, as, { importId });
  expect(await refusal(call(routes, contactImports.start, as, { importId }))).toMatchObject({
    code: 'CONFLICT',
  });
  await settled(as, importId);
});

test('an exported file that is brought in again changes nothing', async () => {
  const as = await newCaller();
  const contactId = await addContact(as, {
    phone: '0712000001',
    firstName: 'Asha',
    lastName: '-',
    attributes: { Town: 'Thika', Handle: '@asha' },
    groupIds: [await addGroup(as, 'Staff')],
  });
  const before = await call(routes, contacts.get, as, { contactId });
  const file = await upload(as, await textOf(await call(routes, contacts.download, as, {})));
  expect(await bring(as, file.uploadId, file.mapping)).toMatchObject({ counts: { updated: 1 } });
  const { updateTimestamp: _now, ...after } = await call(routes, contacts.get, as, { contactId });
  expect(after).toEqual(
    Object.fromEntries(Object.entries(before).filter(([name]) => name !== 'updateTimestamp')),
  );
});

// ---- opt-outs ----

test('opt-outs are recorded, imported, shown on the contact, and removed', async () => {
  const as = await newCaller('TZ');
  const contactId = await addContact(as, {
    phone: '0712000001',
    firstName: 'Asha',
    lastName: 'Juma',
  });
  expect(
    await call(routes, optOuts.add, as, {
      phones: ['0712000001', '+255 712 000 001', '0712000002'],
      note: 'Rang us',
    }),
  ).toEqual({ added: 2 });
  expect(
    await refusal(call(routes, optOuts.add, as, { phones: ['0712000003', 'x'] })),
  ).toMatchObject({ code: 'BAD_INPUT', details: [{ field: 'phones.1' }] });
  const file = await upload(
    as,
    'phone,note\n0712000003,by letter\n0712000001,again\n99,bad\n',
    'stops.csv',
  );
  expect(
    await bring(
      as,
      file.uploadId,
      [
        { column: 'phone', field: 'phone' },
        { column: 'note', field: 'note' },
      ],
      { kind: 'OPT_OUTS' },
    ),
  ).toMatchObject({ status: 'COMPLETED', counts: { new: 1, kept: 1, invalid: 1 } });
  const { optOuts: listed, collectionCount } = await call(routes, optOuts.list, as, {});
  expect(collectionCount).toBe(3);
  expect(
    listed
      .map(({ phone, source, note, contactName }) => [phone, source, note, contactName])
      .toSorted(),
  ).toEqual([
    ['+255712000001', 'PORTAL', 'Rang us', 'Asha Juma'],
    ['+255712000002', 'PORTAL', 'Rang us', ''],
    ['+255712000003', 'IMPORT', 'by letter', ''],
  ]);
  expect((await call(routes, contacts.get, as, { contactId })).optedOutTimestamp).not.toBeNull();
  const groupId = await addGroup(as, 'Asked to stop');
  await addContact(as, { phone: '0712000009', groupIds: [groupId] });
  await call(routes, contactGroups.addContacts, as, { groupId, contactIds: [contactId] });
  expect(await call(routes, contactGroups.get, as, { groupId })).toMatchObject({
    contactCount: 2,
    optedOutCount: 1,
  });
  expect(
    (await call(routes, optOuts.list, as, { 'filter.query': '0712000003' })).optOuts,
  ).toHaveLength(1);
  expect((await call(routes, optOuts.list, as, { 'filter.query': 'asha' })).optOuts).toHaveLength(
    0,
  );
  expect(
    (await call(routes, optOuts.list, as, { 'filter.sources': ['IMPORT'] })).optOuts,
  ).toHaveLength(1);
  const pages: string[] = [];
  for (let pageToken = ''; ;) {
    const page = await call(routes, optOuts.list, as, { pageSize: 1, pageToken });
    pages.push(...page.optOuts.map((each) => each.phone));
    if ((pageToken = page.nextPageToken) === '') break;
  }
  expect(pages.toSorted()).toEqual(listed.map((each) => each.phone).toSorted());
  expect((await textOf(await call(routes, optOuts.download, as, {}))).split('\r\n')).toHaveLength(
    5,
  );
  expect(await call(routes, optOuts.remove, as, { phones: ['0712000001', '0712000009'] })).toEqual({
    removed: 1,
  });
  expect((await call(routes, contacts.get, as, { contactId })).optedOutTimestamp).toBeNull();
});

test('the block list belongs to the platform, and its changes are audited', async () => {
  const administrator: Caller = { clientId: rootId, accessLevel: 'ADMINISTRATOR', path: '1.' };
  expect(
    await call(routes, blockedNumbers.add, administrator, {
      phones: ['0799000001', '0799000002'],
      reason: 'Court order',
    }),
  ).toEqual({ added: 2 });
  expect(
    (await call(routes, blockedNumbers.list, administrator, { 'filter.query': '0799000001' }))
      .blockedNumbers,
  ).toMatchObject([{ phone: '+254799000001', reason: 'Court order', actorName: 'client' }]);
  // More than the audit log names: each says by whom, to readers of the log alone.
  await call(routes, blockedNumbers.add, administrator, {
    phones: Array.from({ length: 30 }, (_, at) => `07990001${String(at).padStart(2, '0')}`),
    reason: 'Court order',
  });
  const seenBy = async (accessLevel: 'ADMINISTRATOR' | 'IT_SUPPORT') =>
    (await call(routes, blockedNumbers.list, { ...administrator, accessLevel }, { pageSize: 30 }))
      .blockedNumbers;
  expect(new Set((await seenBy('ADMINISTRATOR')).map(({ actorName }) => actorName))).toEqual(
    new Set(['client']),
  );
  expect((await seenBy('IT_SUPPORT')).some((each) => 'actorName' in each)).toBe(false);
  await db.query(`delete from blocked_number where destination like '2547990001%'`);
  expect(
    await call(routes, blockedNumbers.remove, administrator, {
      phones: ['0799000001', '0799000002'],
    }),
  ).toEqual({ removed: 2 });
  expect(
    await db.query(`select action from audit_entry where action like 'NUMBERS%' order by id`),
  ).toEqual([
    { action: 'NUMBERS_BLOCKED' },
    { action: 'NUMBERS_BLOCKED' },
    { action: 'NUMBERS_UNBLOCKED' },
  ]);
});

test('a number that is blocked gets nothing that still waits for it, from no account', async () => {
  const administrator: Caller = { clientId: rootId, accessLevel: 'ADMINISTRATOR', path: '1.' };
  const [one, other] = [await newCaller(), await newCaller()];
  const [blocked, neighbour] = ['254799000011', '254799000012'];
  const of = (clientId: string, more: Partial<NewMessage>) =>
    makeMessage({ clientId, destination: blocked, routeId: 1, ...more });
  const waiting = [
    of(one.clientId, {}),
    of(one.clientId, { campaignId: await addCampaign(database, one.clientId) }),
    of(other.clientId, { class: 'OTP' }),
    of(other.clientId, { notBefore: new Date(Date.now() + 86_400_000) }),
  ];
  const free = [of(one.clientId, { destination: neighbour })];
  await enqueueAll(database, [...waiting, ...free]);
  await call(routes, blockedNumbers.add, administrator, {
    phones: [blocked, neighbour.replace('12', '13')].map((each) => `+${each}`),
    reason: 'Court order',
  });
  const rows = await db.query<{ status: number; reason: string | null; queued: boolean }>(
    `select status, error_code as reason, exists (select from chunk where message.id = any (message_ids)) as queued
     from message where id = any ($1::uuid[]) order by destination, id`,
    [[...waiting, ...free].map(({ id }) => id)],
  );
  expect(rows).toEqual([
    ...waiting.map(() => ({
      status: MESSAGE_STATUS.CANCELLED,
      reason: 'BLOCKED',
      queued: false,
    })),
    { status: MESSAGE_STATUS.QUEUED, reason: null, queued: true },
  ]);
  const [delta] = await db.query<{ released: string }>(
    'select sum(released)::bigint as released from campaign_delta where client_id = any ($1::uuid[])',
    [[one.clientId, other.clientId]],
  );
  expect(BigInt(delta!.released)).toBe(waiting.reduce((sum, { units }) => sum + units, 0n));
});

test('an export has every contact, a column for each attribute, and no formula', async () => {
  const as = await newCaller();
  const groupId = await addGroup(as, 'G');
  await addContact(as, {
    phone: '0712000001',
    firstName: '=1+1',
    attributes: { Town: 'Thika' },
    groupIds: [groupId],
  });
  await addContact(as, { phone: '0712000002', attributes: { Age: '30' } });
  const lines = (text: string) => text.replace('\ufeff', '').trimEnd().split('\r\n');
  expect(lines(await textOf(await call(routes, contacts.download, as, {})))).toEqual([
    'Phone,First name,Last name,Other names,Email,Age,Town,Groups,Opted out since',
    '+254712000002,,,,,30,,,',
    "+254712000001,'=1+1,,,,,Thika,G,",
  ]);
  expect(lines(await textOf(await call(routes, contacts.download, as, { groupId })))).toHaveLength(
    2,
  );
  const book = (await call(routes, contacts.download, as, {
    format: 'XLSX',
  })) as unknown as Download;
  expect(book.fileName).toBe('Contacts.xlsx');
  // An exported file can be imported again.
  const again = await call(
    routes,
    contactImports.upload,
    as,
    {},
    { file: { fileName: book.fileName, stream: book.stream } },
  );
  expect(again).toMatchObject({
    encoding: 'XLSX',
    rowCount: 2,
    columns: [
      'Phone',
      'First name',
      'Last name',
      'Other names',
      'Email',
      'Age',
      'Town',
      'Groups',
      'Opted out since',
    ],
  });
  expect(again.rows.toSorted()).toEqual([
    ['+254712000001', '=1+1', '', '', '', '', 'Thika', 'G', ''],
    ['+254712000002', '', '', '', '', '30', '', '', ''],
  ]);
  expect(
    lines(await textOf(await call(routes, contacts.download, await newCaller(), {}))),
  ).toHaveLength(1);
});

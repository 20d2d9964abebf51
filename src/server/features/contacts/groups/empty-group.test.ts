// Groups of many: cleared and deleted in the background, whatever happens meanwhile.
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { call, startTasks } from '../../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { until } from '../../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { contactImports } from '../../../../contract/api/contact-imports.ts';
import { contactGroups, EMPTIED_AT_ONCE } from '../../../../contract/api/contact-groups.ts';
import { contacts } from '../../../../contract/api/contacts.ts';
import { tasks } from '../../../../contract/api/tasks.ts';
import { newId } from '../../../infra/ids.ts';
import { openPageTokens } from '../../../infra/database/pages.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { taskRoutes } from '../../../core/background/tasks.api.ts';
import { contactRoutes } from '../contacts.api.ts';
import { emptyGroup } from './empty-group.jobs.ts';
import { groupRoutes } from './groups.api.ts';
import { importRoutes } from '../imports/imports.api.ts';

const MANY = EMPTIED_AT_ONCE + 100;
const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null });
const stand = { database, tokens: openPageTokens(Buffer.alloc(32)) };
const routes = [
  ...contactRoutes(stand),
  ...groupRoutes(stand),
  ...importRoutes(stand),
  ...taskRoutes(stand),
];

let runner: ReturnType<typeof startTasks> | undefined;
afterEach(async () => {
  await runner?.stop();
  runner = undefined;
});

async function newCaller(): Promise<Caller> {
  const clientId = await addClient(database, { parentId: rootId });
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  return { clientId, accessLevel: 'CLIENT', path: row!.path };
}
/** A group with new contacts; a group that no worker empties may claim to have more. */
async function fill(as: Caller, groupName: string, count: number, said = count): Promise<string> {
  const { groupId } = await call(routes, contactGroups.create, as, { groupName });
  const [start] = await db.query<{ n: number }>('select count(*)::int as n from contact');
  await db.query(
    `with made as (insert into contact (id, client_id, phone) select gen_random_uuid(), $1, (254700000000 + $3 + n)::text from generate_series(1, $4::int) n returning id)
    insert into contact_group_member (group_id, contact_id, client_id) select $2, id, $1 from made`,
    [as.clientId, groupId, start!.n, count],
  );
  await db.query('update contact_group set contact_count = $2 where id = $1', [groupId, said]);
  return groupId;
}
const groupOf = (as: Caller, groupId: string) => call(routes, contactGroups.get, as, { groupId });
const ended = (as: Caller, operationId: string | null) =>
  until('task', async () => {
    runner!.wake();
    const task = await call(routes, tasks.get, as, { operationId: operationId! });
    return task.status !== 'PENDING' && task;
  });
const counted = async (sql: string, values: unknown[]) =>
  (await db.query<{ n: number }>(`select count(*)::int as n from ${sql}`, values))[0]!.n;
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('was not refused');
    },
    (error: { code: string }) => error.code,
  );

test('a large group is emptied in the background, and accepts no contact meanwhile', async () => {
  const as = await newCaller();
  const groupId = await fill(as, 'Shops', MANY);
  const other = await fill(as, 'Friends', 3);
  const [friend] = (await call(routes, contacts.list, as, { 'filter.groupIds': [other] })).contacts;
  const cleared = await call(routes, contactGroups.clear, as, { groupId });
  expect(cleared).toMatchObject({
    contactCount: MANY,
    emptying: 'CLEAR',
    operationId: expect.any(String),
  });

  const { uploadId, mapping } = await call(
    routes,
    contactImports.upload,
    as,
    {},
    { file: { fileName: 'a.csv', stream: Readable.from([Buffer.from('phone\n0712000001\n')]) } },
  );
  for (const attempt of [
    () => call(routes, contactGroups.clear, as, { groupId }),
    () => call(routes, contactGroups.remove, as, { groupId }),
    () => call(routes, contactGroups.addContacts, as, { groupId, contactIds: [friend!.contactId] }),
    () =>
      call(routes, contacts.update, as, {
        contactId: friend!.contactId,
        groupIds: [other, groupId],
      }),
    () => call(routes, contacts.create, as, { phone: '0712000001', groupIds: [groupId] }),
    () => call(routes, contactImports.check, as, { uploadId, mapping, groupIds: [groupId] }),
  ])
    expect(await refusal(attempt())).toBe('GROUP_EMPTYING');
  expect(
    await call(routes, contacts.update, as, { contactId: friend!.contactId, groupIds: [] }),
  ).toMatchObject({ groupIds: [] });

  runner = startTasks(database);
  expect(await ended(as, cleared.operationId)).toMatchObject({
    kind: 'clearGroup',
    description: 'Shops',
    status: 'COMPLETED',
    result: { groupId, contacts: MANY },
  });
  expect(await groupOf(as, groupId)).toMatchObject({
    contactCount: 0,
    emptying: null,
    operationId: null,
  });
  expect(await counted('contact where client_id = $1', [as.clientId])).toBe(MANY + 3);
  expect(
    await call(routes, contactGroups.addContacts, as, { groupId, contactIds: [friend!.contactId] }),
  ).toMatchObject({ contactCount: 1 });
});

test('a checked import does not start into a group being emptied, and an importing group is not emptied', async () => {
  const as = await newCaller();
  const groupId = await fill(as, 'Shops', 3, MANY);
  const insert = (status: string) =>
    db.query<{ id: string }>(
      `insert into contact_import (id, client_id, kind, upload_id, file_name, status, mapping, existing, row_count, group_ids) values ($1, $2, 'CONTACTS', $1, 'a.csv', $3, '[]', 'KEEP', 1, $4) returning id`,
      [newId(), as.clientId, status, [groupId]],
    );
  const [running] = await insert('RUNNING');
  expect(await refusal(call(routes, contactGroups.clear, as, { groupId }))).toBe('GROUP_IN_IMPORT');
  await db.query(`update contact_import set status = 'COMPLETED' where id = $1`, [running!.id]);
  await call(routes, contactGroups.clear, as, { groupId });
  const [ready] = await insert('READY');
  expect(await refusal(call(routes, contactImports.start, as, { importId: ready!.id }))).toBe(
    'GROUP_EMPTYING',
  );
  expect(await call(routes, contactImports.get, as, { importId: ready!.id })).toMatchObject({
    status: 'READY',
  });
});

test('a group is deleted with its contacts, and a failed step is repeated', async () => {
  const as = await newCaller();
  const groupId = await fill(as, 'Gone', MANY);
  const other = await fill(as, 'Other', 5);
  await db.query(
    'insert into contact_group_member (group_id, contact_id, client_id) select $2, contact_id, client_id from contact_group_member where group_id = $1 limit 700',
    [groupId, other],
  );
  await db.query('update contact_group set contact_count = 705 where id = $1', [other]);
  // As if the process had died in the second step.
  await db.query(`create sequence steps; grant usage on sequence steps to public; create function fall() returns trigger language plpgsql as $$ begin if nextval('steps') = 2 then raise exception 'died'; end if; return null; end $$;
    create trigger fall after delete on contact for each statement execute function fall()`);
  const { operationId } = await call(routes, contactGroups.remove, as, {
    groupId,
    deleteContacts: 'true',
  });
  runner = startTasks(database);
  expect(await ended(as, operationId)).toMatchObject({
    kind: 'deleteGroup',
    status: 'COMPLETED',
    result: { contacts: MANY, deleted: true },
  });
  expect(
    Number((await db.query<{ n: bigint }>('select last_value as n from steps'))[0]!.n),
  ).toBeGreaterThan(2);
  await db.query('drop trigger fall on contact');
  expect(await refusal(groupOf(as, groupId))).toBe('NOT_FOUND');
  expect(await groupOf(as, other)).toMatchObject({ contactCount: 5 });
  expect(await counted('contact_group_member where group_id = $1', [other])).toBe(5);
  expect(await counted('contact where client_id = $1', [as.clientId])).toBe(5);
});

test('stopped, a group keeps its remaining contacts', async () => {
  const as = await newCaller();
  const groupId = await fill(as, 'Kept', 3, MANY);
  const { operationId } = await call(routes, contactGroups.remove, as, { groupId });
  await call(routes, tasks.cancel, as, { operationId: operationId! });
  runner = startTasks(database);
  expect(await ended(as, operationId)).toMatchObject({ status: 'CANCELED' });
  expect(await groupOf(as, groupId)).toMatchObject({ contactCount: MANY, emptying: null });
});

test('a failed task releases its group, and a second run changes nothing', async () => {
  const as = await newCaller();
  const groupId = await fill(as, 'Kept', 3, MANY);
  const { operationId } = await call(routes, contactGroups.clear, as, { groupId });
  const task = {
    id: operationId!,
    clientId: as.clientId,
    input: { groupId, how: 'CLEAR', total: MANY },
    stopRequested: false,
    advance: async () => {},
  };
  await database.run(systemScope(), (tx) => emptyGroup(database).failed(tx, task, undefined));
  expect(await groupOf(as, groupId)).toMatchObject({
    contactCount: MANY,
    emptying: null,
    operationId: null,
  });
  expect(await emptyGroup(database).run(task)).toEqual({
    done: { contacts: MANY, deleted: false },
  });
  expect(await groupOf(as, groupId)).toMatchObject({ contactCount: MANY });
});

test('a small group is deleted at once, with its contacts or without', async () => {
  const as = await newCaller();
  const [one, two] = [await fill(as, 'one', 4), await fill(as, 'two', 6)];
  expect(await call(routes, contactGroups.remove, as, { groupId: one })).toEqual({
    operationId: null,
  });
  expect(
    await call(routes, contactGroups.remove, as, { groupId: two, deleteContacts: 'true' }),
  ).toEqual({ operationId: null });
  expect((await call(routes, contactGroups.list, as, {})).groups).toEqual([]);
  expect(await counted('contact where client_id = $1', [as.clientId])).toBe(4);
});

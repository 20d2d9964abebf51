import { expect, test } from 'vitest';
import { call } from '../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { tasks } from '../../../contract/api/tasks.ts';
import { newId } from '../../infra/ids.ts';
import { openPageTokens } from '../../infra/database/pages.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { addTask } from './tasks.ts';
import { taskRoutes } from './tasks.api.ts';

const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null });
const clientId = await addClient(database, { parentId: rootId });
const client: Caller = { clientId, accessLevel: 'COMPANY', path: '1.2.' };
const reseller: Caller = { clientId: rootId, accessLevel: 'RESELLER', path: '1.' };
const support: Caller = { clientId: rootId, accessLevel: 'IT_SUPPORT', path: '1.' };
const routes = taskRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)) });
const add = () =>
  database.run(systemScope(), (tx) =>
    addTask(tx, { clientId, kind: 'prepareCampaign', description: 'Sale', input: {} }),
  );

test('a task is visible to its owner and to support', async () => {
  const operationId = await add();
  expect(await call(routes, tasks.get, client, { operationId })).toMatchObject({
    operationId,
    clientId,
    kind: 'prepareCampaign',
    description: 'Sale',
    status: 'PENDING',
    progress: 0,
    result: null,
    error: null,
  });
  expect((await call(routes, tasks.list, support, {})).operations).toHaveLength(1);
  expect(await call(routes, tasks.list, reseller, {})).toEqual({
    operations: [],
    collectionCount: 0,
    nextPageToken: '',
  });
  await expect(call(routes, tasks.get, reseller, { operationId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(call(routes, tasks.cancel, reseller, { operationId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(call(routes, tasks.get, client, { operationId: newId() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a task names its campaign from the start, and after a failure', async () => {
  const campaignId = newId();
  const operationId = await database.run(systemScope(), (tx) =>
    addTask(tx, { clientId, kind: 'prepareCampaign', description: 'Sale', input: { campaignId } }),
  );
  expect(await call(routes, tasks.get, client, { operationId })).toMatchObject({
    status: 'PENDING',
    result: { campaignId },
  });
  await db.query(
    `update task set status = 'FAILED', ended_at = now(), error = '{"code":"NO_RECIPIENTS"}' where id = $1`,
    [operationId],
  );
  expect(await call(routes, tasks.get, client, { operationId })).toMatchObject({
    status: 'FAILED',
    result: { campaignId },
  });
});

test('a task can be stopped, and its error is a sentence', async () => {
  const [stopped, failed] = [await add(), await add()];
  expect(await call(routes, tasks.cancel, client, { operationId: stopped })).toMatchObject({
    status: 'PENDING',
  });
  expect(await db.query('select stop_requested from task where id = $1', [stopped])).toEqual([
    { stop_requested: true },
  ]);
  await db.query(
    `update task set status = 'FAILED', ended_at = now(), error = '{"code":"NO_RATE","values":{"region":"MZ"}}' where id = $1`,
    [failed],
  );
  expect((await call(routes, tasks.get, client, { operationId: failed })).error).toContain('MZ');
});

test('a list is filtered by status, kind and client', async () => {
  const mine = await database.run(systemScope(), (tx) =>
    addTask(tx, {
      clientId: rootId,
      kind: 'makeReport',
      description: 'Week',
      input: { reportId: newId() },
    }),
  );
  const narrowed = async (filter: object) =>
    (await call(routes, tasks.list, support, { pageSize: 200, ...filter })).operations.map(
      ({ operationId }) => operationId,
    );
  expect(await narrowed({ 'filter.kinds': ['makeReport'] })).toEqual([mine]);
  expect(await narrowed({ 'filter.clientIds': [rootId] })).toEqual([mine]);
  expect(await narrowed({ 'filter.statuses': ['FAILED'], 'filter.kinds': ['makeReport'] })).toEqual(
    [],
  );
  expect((await call(routes, tasks.get, reseller, { operationId: mine })).result).toHaveProperty(
    'reportId',
  );
});

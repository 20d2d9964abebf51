import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal } from '../../../../test/harness/portal.ts';
import type { Answer, Person } from '../../../../test/harness/portal.ts';
import { getBalances } from '../../core/ledger/ledger.ts';
import { checkLedger } from '../../core/ledger/verify-ledger.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { expireRequests } from '../../core/second-approval/second-approval.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const { call, add, database } = portal;
let root: Person;
let second: Person;
let third: Person;
let client: Person;
let number = 0;
beforeAll(async () => {
  root = await add('root', 'ADMINISTRATOR', null);
  second = await add('second', 'ADMINISTRATOR', root);
  third = await add('third', 'ADMINISTRATOR', root);
  for (const each of [root, second, third]) await portal.stepUp(each.token);
});
const setAmount = (by: Person, amount: number | null) =>
  call('PUT', '/v1/portal/secondapprovals/amount', { token: by.token, body: { amount } });
beforeEach(async () => {
  await db.query(`delete from setting where key = 'secondPersonAbove'`);
  await db.query('delete from second_approval');
  await db.query(
    `update client set client_status = 'ACTIVE', access_level = 'ADMINISTRATOR' where id = any ($1)`,
    [[second.clientId, third.clientId]],
  );
  client = await add(`client${++number}`, 'CLIENT', root);
  expect((await setAmount(root, 100)).body).toEqual({ amount: 100, approvalId: null });
});
const adjust = (by: Person, units: number, whom = client) =>
  call('POST', '/v1/portal/purchases:adjust', {
    token: by.token,
    body: { clientId: whom.clientId, units, note: 'a reason' },
    headers: { 'idempotency-key': `adjust ${++number}` },
  });
const credit = (by: Person, creditLimitUnits: number, whom = client) =>
  call('POST', '/v1/portal/clients:changeCreditLimit', {
    token: by.token,
    body: { clientId: whom.clientId, creditLimitUnits },
  });
const decide = (by: Person, verb: 'approve' | 'refuse' | 'cancel', approvalId: string) =>
  call('POST', `/v1/portal/secondapprovals:${verb}`, {
    token: by.token,
    body: { approvalId, ...(verb === 'refuse' && { reason: 'not agreed' }) },
  });
const list = async (by = root) =>
  (await call('GET', '/v1/portal/secondapprovals', { token: by.token })).body;
const wallet = async (whom = client) =>
  database.run(systemScope(), (tx) => getBalances(tx, whom.clientId));
const codeOf = ({ status, body }: Answer) => [status, body['error']];
const waiting = async (units: number): Promise<string> =>
  (await adjust(root, units)).body['approvalId'];

test('a correction above the amount moves nothing until another administrator approves it', async () => {
  expect((await adjust(root, 100)).body).toMatchObject({ balanceAfter: 100, approvalId: null });
  await db.query('delete from second_approval');
  const answer = await adjust(root, -100.0001);
  expect(answer.body).toMatchObject({
    transferId: null,
    balanceAfter: 100,
    approvalId: expect.any(String),
  });
  const id = answer.body['approvalId'];
  expect((await list())['pending']).toMatchObject([
    {
      approvalId: id,
      kind: 'ADJUSTMENT',
      units: -100.0001,
      note: 'a reason',
      authorName: 'root',
      clientId: client.clientId,
    },
  ]);
  expect(codeOf(await decide(root, 'approve', id))).toEqual([403, 'FOUR_EYES']);
  // The wallet has not enough for it by now: the refusal undoes the approval too.
  expect(codeOf(await decide(second, 'approve', id))).toEqual([422, 'NO_UNITS']);
  expect((await list())['pending']).toHaveLength(1);
  expect((await adjust(second, 50)).body).toMatchObject({ balanceAfter: 150 });
  expect((await decide(second, 'approve', id)).status).toBe(200);
  expect((await wallet()).available).toBe(49_9999n);
  expect(codeOf(await decide(third, 'approve', id))).toEqual([409, 'CONFLICT']);
  expect((await list())['ended']).toMatchObject([{ status: 'APPROVED', decidedByName: 'second' }]);
  expect(
    await db.query(
      `select action, actor_id from audit_entry where client_id = $1 and action like 'SECOND%' order by id`,
      [client.clientId],
    ),
  ).toEqual([
    { action: 'SECOND_APPROVAL_REQUESTED', actor_id: root.clientId },
    { action: 'SECOND_APPROVAL_APPROVED', actor_id: second.clientId },
  ]);
  expect((await database.run(systemScope(), checkLedger)).ok).toBe(true);
});

test('20 concurrent approvals have one effect', async () => {
  const id = await waiting(500);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => decide(n % 2 ? second : third, 'approve', id)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect((await wallet()).available).toBe(500_0000n);
});

test('small changes add up over 24 hours, by author and by client, concurrent ones included', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => adjust(root, 10)));
  expect(answers.filter(({ body }) => body['approvalId'] === null)).toHaveLength(10);
  expect((await wallet()).available).toBe(100_0000n);
  // Neither another wallet, nor another author for this one, nor credit gets round it.
  const other = await add(`other${++number}`, 'CLIENT', root);
  expect((await adjust(root, 1, other)).body['approvalId']).toEqual(expect.any(String));
  expect((await adjust(second, 1)).body['approvalId']).toEqual(expect.any(String));
  expect((await credit(root, 1, other)).body['approvalId']).toEqual(expect.any(String));
  expect((await adjust(second, 1, other)).body['approvalId']).toBeNull();
  await db.query(`update second_approval set created_at = now() - interval '25 hours'`);
  expect((await adjust(root, 100)).body['approvalId']).toBeNull();
});

test('raising a credit limit takes two, lowering it one', async () => {
  const { body } = await credit(root, 150);
  expect((await wallet()).floor).toBe(0n);
  expect((await decide(second, 'approve', body['approvalId'])).status).toBe(200);
  expect((await wallet()).floor).toBe(-150_0000n);
  expect((await credit(root, 20)).body).toEqual({ ok: true, approvalId: null });
  expect((await wallet()).floor).toBe(-20_0000n);
});

test('an author cancels only its own request; a refusal has a reason', async () => {
  const first = await waiting(500);
  expect((await decide(second, 'cancel', first)).status).toBe(404);
  expect((await decide(root, 'cancel', first)).status).toBe(200);
  const next = await waiting(500);
  expect(codeOf(await decide(root, 'refuse', next))).toEqual([403, 'FOUR_EYES']);
  expect((await decide(second, 'refuse', next)).status).toBe(200);
  expect((await list())['ended']).toMatchObject([
    { status: 'REFUSED', reason: 'not agreed' },
    { status: 'CANCELLED' },
  ]);
  for (const id of [first, next]) expect((await decide(third, 'approve', id)).status).toBe(409);
  expect((await wallet()).available).toBe(0n);
});

test('a request expires after 72 hours', async () => {
  const id = await waiting(500);
  await db.query(`update second_approval set expires_at = now() - interval '1 second'`);
  expect((await decide(second, 'approve', id)).status).toBe(409);
  expect((await list())['pending']).toEqual([]);
  await expireRequests(database);
  await expireRequests(database);
  expect(
    await db.query(
      `select action from audit_entry where client_id = $1 and action = 'SECOND_APPROVAL_EXPIRED'`,
      [client.clientId],
    ),
  ).toHaveLength(1);
});

test('a request cannot be approved once its author is no longer an administrator', async () => {
  const { body } = await adjust(third, 500);
  await db.query(`update client set access_level = 'IT_SUPPORT' where id = $1`, [third.clientId]);
  expect(codeOf(await decide(second, 'approve', body['approvalId']))).toEqual([
    409,
    'AUTHOR_NOT_ADMINISTRATOR',
  ]);
  expect((await decide(second, 'refuse', body['approvalId'])).status).toBe(200);
  expect((await wallet()).available).toBe(0n);
});

test('changing the amount takes two as well', async () => {
  const { body } = await setAmount(root, null);
  expect(body).toEqual({ amount: 100, approvalId: expect.any(String) });
  expect((await adjust(root, 500)).body['approvalId']).toEqual(expect.any(String));
  expect((await decide(root, 'approve', body['approvalId'])).status).toBe(403);
  expect((await decide(second, 'approve', body['approvalId'])).status).toBe(200);
  expect((await list())['amount']).toBeNull();
  expect((await adjust(root, 500)).body['approvalId']).toBeNull();
});

test("removing administrators, a new one, or the platform's own wallet do not evade the rule", async () => {
  const level = (whom: Person) =>
    call('POST', '/v1/portal/clients:changeAccessLevel', {
      token: root.token,
      body: { clientId: whom.clientId, accessLevel: 'IT_SUPPORT' },
    });
  expect(
    (
      await call('POST', '/v1/portal/clients:blockClient', {
        token: root.token,
        body: { clientId: third.clientId },
      })
    ).status,
  ).toBe(200);
  expect(
    codeOf(
      await call('POST', '/v1/portal/clients:blockClient', {
        token: root.token,
        body: { clientId: second.clientId },
      }),
    ),
  ).toEqual([422, 'TWO_ADMINISTRATORS_NEEDED']);
  expect(codeOf(await level(second))).toEqual([422, 'TWO_ADMINISTRATORS_NEEDED']);

  const puppet = await add(`puppet${++number}`, 'COMPANY', root);
  expect(
    (
      await call('POST', '/v1/portal/clients:changeAccessLevel', {
        token: root.token,
        body: { clientId: puppet.clientId, accessLevel: 'ADMINISTRATOR' },
      })
    ).status,
  ).toBe(200);
  await portal.stepUp(puppet.token);
  const id = await waiting(500);
  expect(codeOf(await decide(puppet, 'approve', id))).toEqual([403, 'TOO_NEW_TO_APPROVE']);
  await db.query(`update client set access_level = 'COMPANY' where id = $1`, [puppet.clientId]);

  const transfer = (units: number) =>
    call('POST', '/v1/portal/purchases:transferUnits', {
      token: root.token,
      body: { clientId: client.clientId, units },
      headers: { 'idempotency-key': `transfer ${++number}` },
    });
  expect(codeOf(await transfer(101))).toEqual([403, 'SECOND_PERSON_NEEDED']);
  expect((await transfer(100)).status).toBe(200);
  expect(codeOf(await transfer(1))).toEqual([403, 'SECOND_PERSON_NEEDED']);
});

test('the only administrator cannot turn second approvals on', async () => {
  await db.query(`delete from setting where key = 'secondPersonAbove'`);
  await db.query(`update client set client_status = 'BLOCKED' where id = any ($1)`, [
    [second.clientId, third.clientId],
  ]);
  expect(codeOf(await setAmount(root, 100))).toEqual([422, 'TWO_ADMINISTRATORS_NEEDED']);
  expect((await list())['administrators']).toBe(1);
});

test('approving requires a step-up', async () => {
  const id = await waiting(500);
  const fresh = await add(`fresh${++number}`, 'ADMINISTRATOR', root);
  expect(codeOf(await decide(fresh, 'approve', id))).toEqual([403, 'STEP_UP_REQUIRED']);
  await db.query(`update client set access_level = 'CLIENT' where id = $1`, [fresh.clientId]);
});

test('other administrators are notified by mail and on the dashboard, the author is not', async () => {
  await waiting(500);
  const attention = async (by: Person) =>
    (await call('GET', '/v1/portal/dashboard', { token: by.token })).body['attention'].map(
      ({ kind }: { kind: string }) => kind,
    );
  expect(await attention(second)).toContain('SECOND_APPROVAL');
  expect(await attention(root)).not.toContain('SECOND_APPROVAL');
  expect(
    Number(
      (
        await db.query(`select count(*) from outbox where kind = 'MAIL' and client_id = $1`, [
          second.clientId,
        ])
      )[0]!['count'],
    ),
  ).toBeGreaterThan(0);
});

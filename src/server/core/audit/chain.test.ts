import { createHash } from 'node:crypto';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal } from '../../../../test/harness/portal.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { record } from './audit.ts';
import { pino } from 'pino';
import { startRunner } from '../background/runner.ts';
import { checkAudit } from './chain.jobs.ts';
import { checkChain, proveChain, sealAudit } from './chain.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const { database, call, add } = portal;
// Erasing a number is the worker's alone.
const worker = openDatabase({ connectionString: db.url }, 'tuma_worker', {
  max: 1,
  name: 'test',
  onLost: () => {},
});
afterAll(() => worker.close());
const root = await add('root', 'ADMINISTRATOR', null);
const support = await add('support', 'IT_SUPPORT', root);
const reseller = await add('reseller', 'RESELLER', root);

const write = (n: number, note = `note ${n}`) =>
  database.run(systemScope(), (tx) =>
    record(
      tx,
      { address: '192.0.2.9', userAgent: 'test' },
      {
        action: 'CLIENT_UPDATED',
        clientId: root.clientId,
        before: { note: 'before', n },
        after: { note },
      },
    ),
  );
/** Runs statements as an intruder who owns the server: triggers do not see them. */
const intrude = (...statements: string[]) =>
  db.query(`begin; set local session_replication_role = replica; ${statements.join(';')}; commit`);
const nth = (seq: number) => `(select entry_id from audit_seal where seq = ${seq})`;
const seal = () => sealAudit(database);

test('an entry is sealed once after its commit, and never before', async () => {
  let inside = -1;
  await database.run(systemScope(), async (tx) => {
    await record(
      tx,
      { address: '', userAgent: '' },
      { action: 'SIGNED_IN', clientId: root.clientId },
    );
    await seal();
    inside = (await db.query('select from audit_seal')).length;
  });
  expect(inside).toBe(0);
  await Promise.all([seal(), seal(), seal()]);
  await seal();
  for (let n = 2; n <= 9; n++) await write(n);
  await seal();
  expect(await checkChain(database, [])).toMatchObject({
    ok: true,
    links: 9,
    pending: 0,
    firstBroken: null,
  });
});

const TAMPERED = [
  [
    `the action`,
    `update audit_entry set action = 'SIGNED_IN' where id = ${nth(4)}`,
    4,
    'CHANGED_ENTRY',
  ],
  [`the actor`, `update audit_entry set actor_id = null where id = ${nth(4)}`, 4, 'CHANGED_ENTRY'],
  [
    `the impersonator`,
    `update audit_entry set impersonator_id = gen_random_uuid() where id = ${nth(4)}`,
    4,
    'CHANGED_ENTRY',
  ],
  [
    `the account`,
    `update audit_entry set client_id = '${support.clientId}' where id = ${nth(4)}`,
    4,
    'CHANGED_ENTRY',
  ],
  [
    `the time`,
    `update audit_entry set created_at = created_at - interval '1 microsecond' where id = ${nth(4)}`,
    4,
    'CHANGED_ENTRY',
  ],
  [
    `the state before`,
    `update audit_entry set before = '{}' where id = ${nth(4)}`,
    4,
    'CHANGED_PERSONAL_FIELDS',
  ],
  [
    `the state after`,
    `update audit_entry set after = null where id = ${nth(4)}`,
    4,
    'CHANGED_PERSONAL_FIELDS',
  ],
  [
    `the address`,
    `update audit_entry set address = '192.0.2.10' where id = ${nth(4)}`,
    4,
    'CHANGED_PERSONAL_FIELDS',
  ],
  [
    `the browser`,
    `update audit_entry set user_agent = null where id = ${nth(4)}`,
    4,
    'CHANGED_PERSONAL_FIELDS',
  ],
  [
    `the id`,
    `update audit_entry set id = gen_random_uuid() where id = ${nth(4)}`,
    4,
    'MISSING_ENTRY',
  ],
  [`the salt of a link`, `update audit_seal set salt = null where seq = 4`, 4, 'MISSING_SALT'],
  [
    `the digest of a link`,
    `update audit_seal set personal_digest = sha256('x') where seq = 4`,
    4,
    'CHANGED_ENTRY',
  ],
  [
    `the hash of a link`,
    `update audit_seal set hash = sha256('x') where seq = 4`,
    4,
    'CHANGED_ENTRY',
  ],
  [
    `the time of a link`,
    `update audit_seal set sealed_at = sealed_at + interval '1 second' where seq = 4`,
    4,
    'CHANGED_ENTRY',
  ],
  [`an entry that is deleted`, `delete from audit_entry where id = ${nth(4)}`, 4, 'MISSING_ENTRY'],
  [
    `an entry that is deleted with its link`,
    `with s as (delete from audit_seal where seq = 4 returning entry_id) delete from audit_entry where id in (select entry_id from s)`,
    4,
    'MISSING_LINK',
  ],
  [`the last link, deleted alone`, `delete from audit_seal where seq = 9`, 9, 'MISSING_SEAL'],
  [
    `an entry that is inserted past the triggers`,
    `insert into audit_entry (id, action) values (gen_random_uuid(), 'SIGNED_IN')`,
    10,
    'MISSING_SEAL',
  ],
  [
    `an inserted link`,
    `update audit_seal set seq = seq + 1000 where seq >= 4; update audit_seal set seq = seq - 999 where seq >= 1000;
    with e as (insert into audit_entry (id, action) values (gen_random_uuid(), 'SIGNED_IN') returning id) insert into audit_seal select 4, e.id, false, now(), sha256('a'), sha256('b'), sha256('c') from e`,
    4,
    'CHANGED_ENTRY',
  ],
  [
    `two links that are exchanged`,
    `update audit_seal set seq = 1004 where seq = 4; update audit_seal set seq = 4 where seq = 5; update audit_seal set seq = 5 where seq = 1004`,
    4,
    'CHANGED_ENTRY',
  ],
  [
    `a feigned redaction`,
    `update audit_entry set after = '{}' where id = ${nth(4)}; update audit_seal set salt = null where seq = 4; insert into audit_unsealed (entry_id, redaction) values (${nth(4)}, true)`,
    10,
    'UNEXPLAINED_REDACTION',
  ],
] as const;

test.each(TAMPERED)('the check finds %s', async (_name, statement, seq, reason) => {
  const kept = ['audit_entry', 'audit_seal', 'audit_unsealed'];
  for (const table of kept) await db.query(`create table kept_${table} as select * from ${table}`);
  try {
    await intrude(statement);
    await seal();
    expect(await checkChain(database, [])).toMatchObject({
      ok: false,
      firstBroken: { seq: String(seq), reason },
    });
  } finally {
    await intrude(
      ...kept.flatMap((table) => [
        `delete from ${table}`,
        `insert into ${table} ${table === 'audit_unsealed' ? 'overriding system value ' : ''}select * from kept_${table}`,
        `drop table kept_${table}`,
      ]),
    );
  }
  expect(await checkChain(database, [])).toMatchObject({ ok: true, links: 9 });
});

test('a truncated chain is detected by the head of the last verification, and by one kept elsewhere', async () => {
  const { head } = await proveChain(database);
  const anchor = { seq: BigInt(head.seq), hash: head.hash };
  await write(10);
  await seal();
  await intrude(
    `with s as (delete from audit_seal where seq >= 8 returning entry_id) delete from audit_entry where id in (select entry_id from s)`,
  );
  expect((await checkChain(database, [])).ok).toBe(true);
  expect((await checkChain(database, [anchor])).firstBroken?.reason).toBe('MISSING_END');
  expect((await proveChain(database)).firstBroken?.reason).toBe('MISSING_END');
  // Its place is taken by others meanwhile; the anchor stays that of the last intact verification.
  for (let n = 0; n < 3; n++) await write(n);
  await seal();
  expect((await proveChain(database)).firstBroken?.reason).toBe('OTHER_ANCHOR');
  await db.query('delete from audit_check');
  expect((await proveChain(database)).ok).toBe(true);
});

test('erasing a number keeps the chain intact and removes the salt', async () => {
  const number = '254712999555';
  await write(1, `called +${number}`);
  await write(2, 'nothing of it');
  await seal();
  const erase = () =>
    worker.run(systemScope(), (tx) => tx.query(`select erase_number($1, null, 'rest')`, [number]));
  await database.run(systemScope(), (tx) =>
    record(
      tx,
      { address: '', userAgent: '' },
      { action: 'NUMBER_ERASED', clientId: root.clientId },
    ),
  );
  await erase();
  // Before the redaction is sealed as well as after it.
  expect(await checkChain(database, [])).toMatchObject({ ok: true, redactions: 0 });
  await seal();
  expect(await checkChain(database, [])).toMatchObject({ ok: true, redactions: 1, pending: 0 });
  expect(await db.query(`select from audit_entry where after::text like '%${number}%'`)).toEqual(
    [],
  );
  const links = await db.query(
    `select s.redaction, s.salt is null as erased from audit_seal s join audit_entry e on e.id = s.entry_id where e.after::text like '%called%' order by seq`,
  );
  expect(links).toEqual([
    { redaction: false, erased: true },
    { redaction: true, erased: false },
  ]);
  // The rest of the entry is protected like any other.
  await intrude(
    `update audit_entry set after = jsonb_set(after, '{note}', '"called nobody"') where after::text like '%called%'`,
  );
  expect((await checkChain(database, [])).firstBroken?.reason).toBe('CHANGED_PERSONAL_FIELDS');
  await intrude(`delete from audit_seal`, `delete from audit_entry`, `delete from audit_check`);
});

test('an entry that is erased before it is sealed joins the chain without the number', async () => {
  const number = '254712999556';
  await write(1, `called ${number}`);
  await database.run(systemScope(), (tx) =>
    record(
      tx,
      { address: '', userAgent: '' },
      { action: 'NUMBER_ERASED', clientId: root.clientId },
    ),
  );
  await worker.run(systemScope(), (tx) =>
    tx.query(`select erase_number($1, null, 'rest')`, [number]),
  );
  await seal();
  expect(await checkChain(database, [])).toMatchObject({ ok: true, redactions: 1 });
});

test('neither the portal nor the owner of the tables can change the chain', async () => {
  const as = (role: string, statement: string) =>
    db
      .query(
        `begin; set local role ${role}; select set_config('tuma.reach', 'all', true); ${statement}; commit`,
      )
      .finally(() => db.query('rollback'));
  for (const statement of [
    'delete from audit_seal',
    'update audit_seal set salt = null',
    `insert into audit_seal select 1000, gen_random_uuid(), false, now(), null, '', ''`,
    'delete from audit_unsealed',
    `update audit_entry set address = ''`,
  ]) {
    await expect(as('tuma_portal', statement), statement).rejects.toThrow(/permission denied/);
  }
  for (const statement of [
    'delete from audit_seal',
    `update audit_seal set hash = ''`,
    `update audit_entry set action = 'X'`,
    'delete from audit_entry',
  ])
    await expect(as('tuma_owner', statement), statement).rejects.toThrow(/append-only/);
});

test('20 writers killed at random leave an intact chain of exactly the committed entries', async () => {
  const children = Array.from({ length: 20 }, () =>
    fork(
      `${import.meta.dirname}/../../../../test/harness/processes/audit-process.ts`,
      [db.url, root.clientId],
      {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    ),
  );
  // Each reports after its first commit and waits for the others: those that started first write nothing meanwhile.
  await Promise.all(
    children.map((child) =>
      Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(() => Promise.reject(new Error('a writer ended by itself'))),
      ]),
    ),
  );
  for (const child of children) child.send('go on');
  for (const child of children) {
    await seal();
    child.kill('SIGKILL');
  }
  await Promise.all(
    children.map((child) =>
      child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined,
    ),
  );
  await expect
    .poll(async () => {
      await seal();
      return (await checkChain(database, [])).pending;
    })
    .toBe(0);
  const check = await checkChain(database, []);
  expect(check).toMatchObject({ ok: true });
  expect(check.links - check.redactions).toBe(
    Number((await db.query('select count(*) from audit_entry'))[0]!['count']),
  );
  expect(check.links).toBeGreaterThan(20);
});

test('an administrator sees the head and exports lines that the documented recipe verifies', async () => {
  const before = (await call('GET', '/v1/portal/audit/chain', { token: root.token })).body;
  const started = await call('POST', '/v1/portal/audit:check', { token: root.token, body: {} });
  expect(started.body).toMatchObject({ check: before['check'], running: { progress: 0 } });
  const again = await call('POST', '/v1/portal/audit:check', { token: root.token, body: {} });
  expect(again.body['running']).toEqual(started.body['running']);
  const runner = startRunner({
    database: worker,
    log: pino({ level: 'silent' }),
    concurrency: 1,
    handlers: { checkAudit: checkAudit(worker) },
  });
  await vi.waitFor(
    async () => {
      const task = await call(
        'GET',
        `/v1/portal/longrunning/${started.body['running'].operationId}`,
        { token: root.token },
      );
      expect(task.body).toMatchObject({ status: 'COMPLETED', result: { ok: true } });
    },
    { timeout: 180_000 },
  );
  await runner.stop();
  const shown = (await call('GET', '/v1/portal/audit/chain', { token: root.token })).body;
  expect(shown).toMatchObject({
    pending: 0,
    running: null,
    check: { ok: true, firstBroken: null },
  });
  expect(shown['check'].timestamp).toBeGreaterThan(before['check']?.timestamp ?? 0);
  expect(shown['check'].seq).toBe(shown['head'].seq);
  for (const person of [support, reseller])
    for (const [method, path] of [
      ['GET', 'audit/chain'],
      ['POST', 'audit:check'],
      ['POST', 'audit:export'],
    ] as const)
      expect((await call(method, `/v1/portal/${path}`, { token: person.token })).status).toBe(403);

  const lines = (
    await call('POST', '/v1/portal/audit:export', { token: root.token, body: {} })
  ).text
    .trim()
    .split('\n')
    .map((line: string) => JSON.parse(line));
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  const { head } = lines.pop();
  let previous = '0'.repeat(64);
  for (const { seq, kind, sealedAt, facts, personal, salt, personalDigest, hash } of lines) {
    if (salt !== null) expect(digest(`${salt}\n${personal}`)).toBe(personalDigest);
    previous = digest([previous, seq, kind, sealedAt, facts, personalDigest].join('\n'));
    expect(previous).toBe(hash);
  }
  expect(head).toEqual({ seq: String(lines.length), hash: previous });
  expect(JSON.parse(lines.at(-1).facts)[2]).toBe('AUDIT_EXPORTED');
});

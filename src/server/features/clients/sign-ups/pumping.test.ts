import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal } from '../../../../../test/harness/portal.ts';
import { codeOfToken } from '../../../../../test/harness/codes.ts';
import { activate, register, requestActivation } from './register.ts';
import { askerLimits, leadingZeros } from '../../../core/auth/limits/pumping.rules.ts';
import { retryAfter } from '../../../core/auth/limits/rate-limits.ts';
import { notify } from '../../../core/mail/notifications.ts';
import { systemScope } from '../../../infra/database/scope.ts';

// Limits on bots that request codes, guess them, or guess passwords.
const db = await createTestDatabase();
const { add, database } = await openPortal(db);
await add('root', 'ADMINISTRATOR', null);

const texted: string[] = [];
const at = {
  database,
  codeKey: Buffer.alloc(32, 3),
  messenger: {
    secretKey: { bytes: Buffer.alloc(32) },
    origin: 'https://x.test',
    platformName: 'Tuma',
    sendPlatformSms: async (_tx: unknown, { to }: { to: string }) => {
      texted.push(to);
      return true;
    },
  },
  sandbox: true,
};
const from = (address: string) => ({ address, userAgent: 'bot', language: 'en' as const });
const text = (phone: string) =>
  database.run(systemScope(), (tx) =>
    notify(
      tx,
      at.messenger,
      { clientId: null, email: 'x@example.com', phone, language: 'en' },
      'SMS',
      () => ({ kind: 'ACTIVATION_CODE', code: '123456' }),
    ),
  );
const forget = () => db.query('delete from rate_limit');
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'OK',
    (error: { code?: string }) => {
      if (error.code === undefined) throw error;
      return error.code;
    },
  );

test('one number gets one SMS a minute and five a day from all callers; the rest goes by email', async () => {
  expect([await text('+254711000001'), await text('+254711000001')]).toEqual(['SMS', 'EMAIL']);
  for (let n = 0; n < 6; n++) {
    await db.query(`delete from rate_limit where key like 'sms minute%'`);
    await text('+254711000001');
  }
  expect(texted.filter((phone) => phone === '+254711000001')).toHaveLength(5);
});

test('a bot with 400 numbers gets no more than the budgets, and nothing outside the home countries', async () => {
  await forget();
  texted.length = 0;
  // Most of this hour's budget is used; half of the numbers lie in one block, a quarter in many, a quarter where somebody earns.
  await db.query(
    `insert into rate_limit (key, count, until) values ('sms all', 380, now() + interval '1 hour')`,
  );
  const phoneOf = (n: number) =>
    n % 4 === 0
      ? `+4915${String(1_000_0000 + n)}`
      : n % 4 === 1
        ? `+2547${String((n % 60) + 10)}${String(100_000 + n)}`
        : `+254799${String(100_000 + n)}`;
  const ways: string[] = [];
  for (let n = 0; n < 400; n += 10)
    ways.push(...(await Promise.all(Array.from({ length: 10 }, (_, k) => text(phoneOf(n + k))))));
  expect(texted.every((phone) => phone.startsWith('+254'))).toBe(true);
  expect(texted.filter((phone) => phone.startsWith('+254799')).length).toBeLessThanOrEqual(100);
  expect(texted).toHaveLength(120);
  expect(ways.filter((way) => way === 'EMAIL')).toHaveLength(280);
});

test('a block of numbers gets a hundred an hour, an address thirty requests, a network 120', async () => {
  await forget();
  texted.length = 0;
  await db.query(
    `insert into rate_limit (key, count, until) values ('sms block 254799', 98, now() + interval '1 hour')`,
  );
  for (let n = 0; n < 5; n++) await text(`+2547991234${n}0`);
  expect(texted).toHaveLength(2);
  const waits = (address: string, times: number) =>
    database.run(systemScope(), async (tx) => {
      let refused = 0;
      for (let n = 0; n < times; n++)
        if ((await retryAfter(tx, askerLimits(address))) > 0) refused += 1;
      return refused;
    });
  expect(await waits('192.0.2.1', 33)).toBe(3);
  for (const last of [2, 3, 4]) expect(await waits(`192.0.2.${last}`, 30)).toBe(0);
  expect(await waits('192.0.2.5', 5)).toBe(5);
  expect(await waits('198.51.100.5', 5)).toBe(0);
});

test('a block whose codes are not entered stops, and one whose codes are entered continues', async () => {
  await forget();
  await db.query(`delete from otp_traffic`);
  texted.length = 0;
  for (let n = 0; n < 20; n++) {
    await text(`+2547010000${10 + n}`);
    await text(`+2547020000${10 + n}`);
  }
  expect(texted).toHaveLength(40);
  // Their ten minutes are over; a quarter of the second block's were entered.
  await db.query(
    `update otp_traffic of_all set slot = slot - interval '30 minutes', solved = case when slot > (select min(slot) from otp_traffic where prefix = of_all.prefix) then 0 when prefix = '254702' then 5 else 3 end`,
  );
  expect([await text('+254701000099'), await text('+254702000099')]).toEqual(['EMAIL', 'SMS']);
  // A sign-in with two factors was asked for by somebody who knows the password: it is not stopped by what strangers do.
  const signedIn = await database.run(systemScope(), (tx) =>
    notify(
      tx,
      at.messenger,
      { clientId: null, email: 'x@example.com', phone: '+254701000098', language: 'en' },
      'SMS',
      () => ({ kind: 'SIGN_IN_CODE', code: '123456' }),
    ),
  );
  expect(signedIn).toBe('SMS');
  await db.query(`update otp_traffic set slot = slot - interval '1 day'`);
  expect(await text('+254701000097')).toBe('SMS');
});

const person = (n: number) => ({
  accountType: 'INDIVIDUAL' as const,
  firstName: 'Ana',
  lastName: 'Banda',
  email: `pumped${n}@example.com`,
  phone: `0733${String(100_000 + n)}`,
  password: 'a long good one',
  country: 'KE',
  language: 'en' as const,
  otpChannel: 'SMS' as const,
});

test('after three unentered codes a caller needs a proof of work for each, once and of its own, until one is entered', async () => {
  await forget();
  await db.query(`delete from otp_traffic`);
  const ask = (n: number, address: string, proof?: string) =>
    register(at, { ...person(n), proof }, { ...from(address), hosts: ['x.test'] });
  for (let n = 1; n <= 3; n++) await ask(n, '203.0.113.5');
  const refusal = await ask(4, '203.0.113.5').then(
    () => undefined,
    (error: { status: number; code: string; details: { field: string; message: string }[] }) =>
      error,
  );
  expect(refusal).toMatchObject({
    status: 428,
    code: 'PROOF_NEEDED',
    details: [{ field: 'proof' }],
  });
  const task = refusal!.details[0]!.message;
  let number = 0;
  while (leadingZeros(createHash('sha256').update(`${task}.${number}`).digest()) < 16) number += 1;
  const proof = `${task}.${number}`;
  expect(await codeOf(ask(4, '203.0.113.6', 'nonsense'))).toBe('OK');
  const { tempJwt } = await ask(5, '203.0.113.5', proof);
  expect(await codeOf(ask(6, '203.0.113.5', proof))).toBe('PROOF_NEEDED');
  await activate(at, tempJwt, await codeOfToken(db, at.codeKey, tempJwt), from('203.0.113.5'));
  expect(
    await db.query(
      `select prefix, sum(sent)::int as sent, sum(solved)::int as solved from otp_traffic group by 1`,
    ),
  ).toEqual([{ prefix: '254733', sent: 5, solved: 1 }]);
  expect(await codeOf(ask(7, '203.0.113.5'))).toBe('OK');
});

test('a bot without proofs: 600 requests from 30 addresses', async () => {
  await forget();
  await db.query(`delete from otp_traffic`);
  texted.length = 0;
  const outcomes: Record<string, number> = {};
  // A hundred at once: on a slow machine more would wait too long for a connection, and be told that the database is away.
  for (let first = 0; first < 600; first += 100) {
    await Promise.all(
      Array.from({ length: 100 }, async (_, each) => {
        const n = first + each;
        const outcome = await codeOf(
          requestActivation(
            at,
            { username: `pumped${n % 20}@example.com` },
            from(`198.51.${100 + (n % 2)}.${n % 30}`),
          ),
        );
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }),
    );
  }
  expect(Object.keys(outcomes).toSorted()).toEqual(['OK', 'PROOF_NEEDED', 'TOO_MANY_REQUESTS']);
  // Three from each address are looked at, and of those one a minute for each name.
  expect(outcomes['PROOF_NEEDED']).toBe(600 - 3 * 30);
  expect(outcomes['OK']).toBeLessThanOrEqual(20);
  expect(new Set(texted).size).toBe(texted.length);
});

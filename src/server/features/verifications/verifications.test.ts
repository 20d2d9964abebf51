// One-time codes over REST, on a real database; the codes are computed as a link computes them. Long, because every
// promise of the two calls is tested on the same shops.
import { beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addRoute } from '../../../../test/harness/pipeline.ts';
import { openPortal, type Person } from '../../../../test/harness/portal.ts';
import { publishConfig } from '../../core/dispatch/routing/config-version.ts';
import { newCode, verificationKeys } from '../../core/verification-codes/codes.rules.ts';
import { newId } from '../../infra/ids.ts';
import { purchase } from '../../core/ledger/ledger.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { expireDue } from './verifications.store.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const root = await portal.add('root', 'ADMINISTRATOR', null);
/** The key of the test's portal. */
const keys = verificationKeys({ bytes: Buffer.alloc(32, 9) });

beforeAll(async () => {
  await portal.database.run(systemScope(), async (tx) => {
    const {
      rows: [connector],
    } = await tx.query<{ id: number }>(
      `insert into connector (cid, kind, carrier_account_id, settings) values ('carrier', 'SMPP', 1, '{"host":"x","username":"x"}') returning id`,
    );
    await addRoute(tx, 0, 'DefaultRoute', [connector!.id]);
    await publishConfig(tx, null);
  });
});

let shops = 0;
/** A client with units and a key, who sends under a sender ID of its own. */
async function openShop(
  units = 100_0000n,
  how: Parameters<typeof portal.keyOf>[1] = {},
): Promise<{ person: Person; key: string; from: string }> {
  const person = await portal.add(`shop${++shops}`, 'COMPANY', root);
  if (units > 0n)
    await portal.database.run(systemScope(), (tx) =>
      purchase(tx, {
        clientId: person.clientId,
        units,
        idempotencyKey: `start:${person.clientId}`,
      }),
    );
  const from = `SHOP${shops}`;
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status) values ($1, $2, $3, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING')`,
    [newId(), from, person.clientId],
  );
  return { person, key: await portal.keyOf(person.clientId, how), from };
}
const start = (key: string, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  portal.call('POST', '/v1/verifications', { token: key, body, headers });
const check = (key: string, id: string, code: string, headers: Record<string, string> = {}) =>
  portal.call('POST', `/v1/verifications/${id}:check`, { token: key, body: { code }, headers });
const codeOf = (id: string, length = 6) => newCode(keys, id, length).code;
/** Another code than the right one. */
const wrong = (code: string) => code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
const heldUnits = async (key: string) =>
  (await portal.call('GET', '/v1/balance', { token: key })).body['heldUnits'] as number;
const makeDue = (id: string, column: 'resend_at' | 'expires_at') =>
  db.query(`update verification set ${column} = now() - interval '1 second' where id = $1`, [id]);

test('a code is sent, entered once, and then no more', async () => {
  const { key, from } = await openShop();
  const started = await start(key, { to: '0712 345 001' });
  expect(started).toMatchObject({
    status: 200,
    body: {
      to: '+254712345001',
      status: 'PENDING',
      from,
      segments: 1,
      units: 1,
      sendCount: 1,
      triesLeft: 5,
      test: false,
    },
  });
  const id = started.body['verificationId'] as string;
  const code = codeOf(id);
  expect((await check(key, id, wrong(code))).body).toEqual({
    verificationId: id,
    status: 'PENDING',
    valid: false,
    triesLeft: 4,
  });
  const right = await check(key, id, code, { 'idempotency-key': 'check-1' });
  expect(right.body).toEqual({ verificationId: id, status: 'VERIFIED', valid: true, triesLeft: 0 });
  expect((await check(key, id, code, { 'idempotency-key': 'check-1' })).body).toEqual(right.body);
  expect((await check(key, id, code)).body).toMatchObject({ status: 'VERIFIED', valid: false });
});

test('who asked for no messages at all still gets the codes that they ask for', async () => {
  const { key, person } = await openShop();
  await db.query(
    `insert into opt_out (client_id, destination, source) values ($1, '254712345009', 'PORTAL')`,
    [person.clientId],
  );
  expect(await start(key, { to: '0712345009' })).toMatchObject({ status: 200 });
});

test('the text says the brand and the minutes, with stars for the code, in each language', async () => {
  const { key, person } = await openShop();
  await db.query(
    `insert into verification_text (client_id, brand, language, text) values ($1, '', 'sw', '#code# ni nambari yako ya #brand#, dakika #minutes#'), ($1, 'Duka', 'sw', 'Duka: #code#')`,
    [person.clientId],
  );
  const textOf = async (to: string, more: Record<string, unknown>) => {
    const { body } = await start(key, { to, ...more });
    const message = await portal.call('GET', `/v1/messages/${body['messageId']}`, { token: key });
    return message.body['text'];
  };
  expect(await textOf('0712345011', { brand: 'Soko' })).toBe(
    'Your Soko code is ******. It is valid for 10 minutes. Do not share it with anyone.',
  );
  expect(
    await textOf('0712345012', { brand: 'Soko', language: 'pt', length: 4, validitySeconds: 300 }),
  ).toBe('O seu código de Soko é ****. É válido por 5 minutos. Não o partilhe com ninguém.');
  expect(await textOf('0712345013', { brand: 'Soko', language: 'sw' })).toBe(
    '****** ni nambari yako ya Soko, dakika 10',
  );
  expect(await textOf('0712345014', { brand: 'duka', language: 'sw' })).toBe('Duka: ******');
  // A brand's placeholders are text.
  expect(await textOf('0712345015', { brand: '#code#', language: 'sw' })).toBe(
    '****** ni nambari yako ya #code#, dakika 10',
  );
});

test('where texts need approval, own words around a code go once they have it; the code goes in any case', async () => {
  const { key, person, from } = await openShop();
  const own = 'Duka loans today at duka.example/win. Your #brand# number is #code#';
  await db.query(`update client set requires_campaign_approval = true where id = $1`, [
    person.clientId,
  ]);
  await db.query(
    `insert into verification_text (client_id, brand, language, text) values ($1, '', 'pt', $2)`,
    [person.clientId, own],
  );
  const textOf = async (to: string, more: Record<string, unknown>) => {
    const { status, body } = await start(key, { to, ...more });
    expect(status).toBe(200);
    const message = await portal.call('GET', `/v1/messages/${body['messageId']}`, { token: key });
    return message.body['text'];
  };
  const usual = (brand: string) =>
    `O seu código de ${brand} é ******. É válido por 10 minutos. Não o partilhe com ninguém.`;
  const inPortuguese = { language: 'pt', brand: 'Duka' };
  expect(await textOf('0712345081', inPortuguese)).toBe(usual('Duka'));
  const [{ name } = { name: '' }] = await db.query<{ name: string }>(
    'select client_name as name from client where id = $1',
    [person.clientId],
  );
  expect(await textOf('0712345082', { brand: 'loans at duka.example/win' })).toContain(
    `Your ${name} code is`,
  );
  expect(await textOf('0712345083', { brand: 'loans, call 0700 123 456' })).toContain(
    `Your ${name} code is`,
  );
  expect(await textOf('0712345084', { brand: 'Duka 24' })).toContain('Your Duka 24 code is');
  await db.query(
    `insert into text_decision (id, client_id, campaign_id, sender, text, fingerprint, is_approved, decided_by) values (gen_random_uuid(), $1, gen_random_uuid(), $2, $3, 'x', true, $1)`,
    [person.clientId, from, own],
  );
  expect(await textOf('0712345085', inPortuguese)).toBe(
    'Duka loans today at duka.example/win. Your Duka number is ******',
  );
  // An account that needs no approval names its brand as it likes.
  const free = await openShop();
  await start(free.key, { to: '0712345086', brand: 'duka.example' });
  expect(
    await db.query('select text from message where client_id = $1', [free.person.clientId]),
  ).toEqual([{ text: expect.stringContaining('Your duka.example code is') }]);
});

test('a brand that meets a content rule is not said: the code goes with the name of the account', async () => {
  const { key, person } = await openShop();
  await db.query(
    `insert into setting (key, value) values ('contentRules', '{"words":["casino"],"links":false,"mostRecipients":null}')`,
  );
  await start(key, { to: '0712345091', brand: 'Free bets at the Casino tonight' });
  await start(key, { to: '0712345092', brand: 'Duka' });
  await db.query(`delete from setting where key = 'contentRules'`);
  const [{ name } = { name: '' }] = await db.query<{ name: string }>(
    'select client_name as name from client where id = $1',
    [person.clientId],
  );
  expect(
    await db.query('select text from message where client_id = $1 order by id', [person.clientId]),
  ).toEqual([
    { text: expect.stringContaining(`Your ${name} code is`) },
    { text: expect.stringContaining('Your Duka code is') },
  ]);
});

test('it ends after its tries, and after its time; not even the right code helps then', async () => {
  const { key } = await openShop();
  const tried = (await start(key, { to: '0712345021', tries: 2 })).body['verificationId'] as string;
  const code = codeOf(tried);
  expect((await check(key, tried, wrong(code))).body).toMatchObject({
    status: 'PENDING',
    triesLeft: 1,
  });
  expect((await check(key, tried, wrong(code))).body).toMatchObject({
    status: 'FAILED',
    triesLeft: 0,
  });
  expect((await check(key, tried, code)).body).toMatchObject({ status: 'FAILED', valid: false });
  const late = (await start(key, { to: '0712345022' })).body['verificationId'] as string;
  await makeDue(late, 'expires_at');
  expect((await check(key, late, codeOf(late))).body).toMatchObject({
    status: 'EXPIRED',
    valid: false,
  });
  // Where nobody checks, the worker ends it; the number can be verified anew.
  const left = (await start(key, { to: '0712345023' })).body['verificationId'] as string;
  await makeDue(left, 'expires_at');
  await portal.database.run(systemScope(), (tx) => expireDue(tx, 1000));
  expect(await db.query('select status from verification where id = $1', [left])).toEqual([
    { status: 'EXPIRED' },
  ]);
  expect((await start(key, { to: '0712345023' })).status).toBe(200);
});

test('concurrent guesses count each, and one of two right codes is valid', async () => {
  const { key } = await openShop();
  const one = (await start(key, { to: '0712345026' })).body['verificationId'] as string;
  const guesses = await Promise.all(
    Array.from({ length: 12 }, () => check(key, one, wrong(codeOf(one)))),
  );
  expect(guesses.filter(({ body }) => body['status'] === 'PENDING')).toHaveLength(4);
  expect(await db.query('select status, tries from verification where id = $1', [one])).toEqual([
    { status: 'FAILED', tries: 5 },
  ]);
  const two = (await start(key, { to: '0712345027' })).body['verificationId'] as string;
  const answers = await Promise.all([check(key, two, codeOf(two)), check(key, two, codeOf(two))]);
  expect(answers.filter(({ body }) => body['valid'])).toHaveLength(1);
});

test('the same code goes again after the time that was set, not before', async () => {
  const { key } = await openShop();
  const first = await start(key, { to: '0712345031', resendSeconds: 90 });
  const id = first.body['verificationId'] as string;
  const early = await start(key, { to: '0712345031' });
  expect(early).toMatchObject({ status: 429, body: { error: 'TOO_MANY_REQUESTS' } });
  expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(90);
  await makeDue(id, 'resend_at');
  const again = await start(key, { to: '0712345031' });
  expect(again.body).toMatchObject({
    verificationId: id,
    sendCount: 2,
    expiresTimestamp: first.body['expiresTimestamp'],
  });
  expect(again.body['messageId']).not.toBe(first.body['messageId']);
  expect(await heldUnits(key)).toBe(2);
  expect((await check(key, id, codeOf(id))).body).toMatchObject({ valid: true });
});

test('of many starts for one number at once, one sends', async () => {
  const { key } = await openShop();
  const all = await Promise.all(Array.from({ length: 10 }, () => start(key, { to: '0712345032' })));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(all.filter(({ status }) => status === 429)).toHaveLength(9);
  expect(await heldUnits(key)).toBe(1);
});

test('a repeat under its key sends nothing, and continues what a crash cut', async () => {
  const { key } = await openShop();
  const headers = { 'idempotency-key': 'sign-up-7' };
  const first = await start(key, { to: '0712345041' }, headers);
  expect((await start(key, { to: '0712345041' }, headers)).body).toEqual(first.body);
  const both = await Promise.all(
    Array.from({ length: 5 }, () =>
      start(key, { to: '0712345043' }, { 'idempotency-key': 'both' }),
    ),
  );
  expect(new Set(both.map(({ body }) => body['messageId'])).size).toBe(1);
  expect(await start(key, { to: '0712345042' }, headers)).toMatchObject({
    status: 409,
    body: { error: 'IDEMPOTENCY_KEY_REUSED' },
  });
  // As if the process had ended between the message and its note.
  await db.query('update verification set message_id = null where id = $1', [
    first.body['verificationId'],
  ]);
  expect((await start(key, { to: '0712345041' }, headers)).body).toEqual(first.body);
  expect(await heldUnits(key)).toBe(2);
});

test('a late repeat of a call sends nothing, though its code was sent again since', async () => {
  const { key } = await openShop();
  const headers = { 'idempotency-key': 'first' };
  const first = await start(key, { to: '0712345045' }, headers);
  await makeDue(first.body['verificationId'] as string, 'resend_at');
  const second = await start(key, { to: '0712345045' }, { 'idempotency-key': 'second' });
  expect(second.body).toMatchObject({ sendCount: 2 });
  const id = second.body['verificationId'] as string;
  await makeDue(id, 'resend_at');
  expect((await start(key, { to: '0712345045' }, headers)).body).toMatchObject({
    verificationId: id,
    messageId: second.body['messageId'],
    sendCount: 2,
  });
  expect(await heldUnits(key)).toBe(2);
});

test('repeats of a refused call take back once, and the key is free again', async () => {
  const { key, person } = await openShop(0n);
  const headers = { 'idempotency-key': 'poor' };
  const all = await Promise.all(
    Array.from({ length: 5 }, () => start(key, { to: '0712345046' }, headers)),
  );
  expect(all.filter(({ status }) => status === 200)).toEqual([]);
  const counts = () =>
    db.query(
      `select (select coalesce(sum(sent), 0)::int from verification_traffic where client_id = $1) as sent,
         (select count from rate_limit where key = 'code ' || $1::text || ' 254712345046') as tried`,
      [person.clientId],
    );
  expect(await counts()).toEqual([{ sent: 0, tried: 0 }]);
  await portal.database.run(systemScope(), (tx) =>
    purchase(tx, { clientId: person.clientId, units: 5_0000n, idempotencyKey: 'rich' }),
  );
  const rich = await start(key, { to: '0712345046', length: 4 }, headers);
  expect(rich).toMatchObject({ status: 200, body: { sendCount: 1 } });
  const id = rich.body['verificationId'] as string;
  expect((await check(key, id, codeOf(id, 4))).body).toMatchObject({ valid: true });
});

test('a refused message leaves nothing behind', async () => {
  const { key, person } = await openShop(0n);
  expect(await start(key, { to: '0712345051' })).toMatchObject({
    status: 422,
    body: { error: 'NO_UNITS' },
  });
  expect(
    await db.query('select from verification where client_id = $1 and sends > 0', [
      person.clientId,
    ]),
  ).toEqual([]);
  expect(
    await db.query('select sum(sent)::int as sent from verification_traffic where client_id = $1', [
      person.clientId,
    ]),
  ).toEqual([{ sent: 0 }]);
  expect(await start(key, { to: '0201234567' })).toMatchObject({
    status: 422,
    body: { error: 'NUMBER_REFUSED' },
  });
  expect(await start(key, { to: '0712345051', length: 3, tries: 99 })).toMatchObject({
    status: 400,
    body: { details: [{ field: 'length' }, { field: 'tries' }] },
  });
});

test('an account reaches its own verifications alone', async () => {
  const one = await openShop();
  const other = await openShop();
  const id = (await start(one.key, { to: '0712345061' })).body['verificationId'] as string;
  expect(await check(other.key, id, codeOf(id))).toMatchObject({ status: 404 });
  expect(
    await check(await portal.keyOf(one.person.clientId, { test: true }), id, codeOf(id)),
  ).toMatchObject({ status: 404 });
  const reader = await portal.keyOf(one.person.clientId, { scopes: ['read'] });
  expect(await start(reader, { to: '0712345062' })).toMatchObject({ body: { error: 'KEY_SCOPE' } });
  expect((await check(one.key, id, codeOf(id))).body).toMatchObject({ valid: true });
});

test('a test key costs nothing, reaches no phone, and its code is known', async () => {
  const { person, from } = await openShop(0n);
  const key = await portal.keyOf(person.clientId, { test: true });
  const started = await start(key, { to: '0712345070', from, length: 4 });
  expect(started).toMatchObject({ status: 200, body: { test: true, status: 'PENDING' } });
  const id = started.body['verificationId'] as string;
  expect((await check(key, id, '0000')).body).toMatchObject({ valid: false });
  expect((await check(key, id, '1234')).body).toMatchObject({ valid: true, status: 'VERIFIED' });
  expect(await start(key, { to: '0712345090', from })).toMatchObject({
    body: { error: 'NO_UNITS' },
  });
  expect(
    await db.query('select from verification_traffic where client_id = $1', [person.clientId]),
  ).toEqual([]);
});

test('codes go out before campaigns, as a class of their own', async () => {
  const { key } = await openShop();
  const { body } = await start(key, { to: '0712345081' });
  expect(
    await db.query('select class, priority, source from message where id = $1', [
      body['messageId'],
    ]),
  ).toEqual([{ class: 'OTP', priority: 9, source: 'REST' }]);
});

test('each refusal of the guard names its rule, and is counted for its owner', async () => {
  const { key, person } = await openShop();
  const addRule = (kind: string, columns: Record<string, unknown>) =>
    db.query(
      `insert into guard_rule (id, client_id, kind, ${Object.keys(columns).join(', ')}) values ($1, $2, $3, ${Object.keys(
        columns,
      )
        .map((_, at) => `$${at + 4}`)
        .join(', ')})`,
      [newId(), person.clientId, kind, ...Object.values(columns)],
    );
  await addRule('COUNTRIES', { countries: ['KE', 'TZ'] });
  await addRule('RANGE', { prefix: '25573' });
  await addRule('SHARE', { digits: 8, codes: 2, share: 50 });
  await addRule('NUMBER', { messages: 2, seconds: 3600 });
  const errorOf = async (to: string) =>
    (await start(key, { to })).body['error'] as string | undefined;
  expect(await errorOf('+256772345678')).toBe('COUNTRY_NOT_ALLOWED');
  expect(await errorOf('+256772345679')).toBe('COUNTRY_NOT_ALLOWED');
  expect(await errorOf('+255731234567')).toBe('RANGE_BLOCKED');
  expect(await errorOf('+254712340001')).toBeUndefined();
  const known = (await start(key, { to: '+254712340002' })).body['verificationId'] as string;
  expect(await errorOf('+254712340003')).toBe('CODES_NOT_ENTERED');
  // One that is entered makes room for one more, and its number is known from then on.
  await check(key, known, codeOf(known));
  expect(await errorOf('+254712340003')).toBeUndefined();
  expect(await errorOf('+254712340004')).toBeUndefined();
  expect(await errorOf('+254712340005')).toBe('CODES_NOT_ENTERED');
  expect(await errorOf('+254712340002')).toBeUndefined();
  await makeDue(
    (
      await db.query<{ id: string }>(
        `select id from verification where client_id = $1 and destination = '254712340002' and status = 'PENDING'`,
        [person.clientId],
      )
    )[0]!.id,
    'resend_at',
  );
  expect(await start(key, { to: '+254712340002' })).toMatchObject({
    status: 429,
    body: { error: 'NUMBER_LIMIT' },
  });
  expect(
    await db.query('select kind, prefix from guard_refusal where client_id = $1 order by kind', [
      person.clientId,
    ]),
  ).toEqual([
    { kind: 'COUNTRIES', prefix: '256772' },
    { kind: 'NUMBER', prefix: '254712' },
    { kind: 'RANGE', prefix: '255731' },
    { kind: 'SHARE', prefix: '254712' },
  ]);
  // Every other way into the account meets the same countries and ranges.
  const sent = await portal.call('POST', '/v1/messages', {
    token: key,
    body: { from: `SHOP${shops}`, to: '+256772345678', text: 'Hi' },
  });
  expect(sent).toMatchObject({ status: 422, body: { error: 'COUNTRY_NOT_ALLOWED' } });
});

test('a new account sends as much as its rule allows in its time, however it comes', async () => {
  const { key, person, from } = await openShop();
  await db.query(
    `insert into guard_rule (id, client_id, kind, messages, seconds, until) values ($1, $2, 'NEW_ACCOUNT', 3, 3600, now() + interval '1 day')`,
    [newId(), person.clientId],
  );
  const send = async (count: number) =>
    (
      await portal.call('POST', '/v1/messages', {
        token: key,
        body: {
          messages: Array.from({ length: count }, (_, at) => ({
            from,
            to: `+25471234009${at}`,
            text: 'Hi',
          })),
        },
      })
    ).body['acceptedCount'] as number;
  const counts = await Promise.all([send(2), send(2), send(2)]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(await start(key, { to: '0712340095' })).toMatchObject({
    status: 429,
    body: { error: 'NEW_ACCOUNT_LIMIT' },
  });
  await db.query(`update guard_rule set until = now() where client_id = $1`, [person.clientId]);
  expect(await send(4)).toBe(4);
});

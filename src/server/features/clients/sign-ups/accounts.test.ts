import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal, PASSWORD } from '../../../../../test/harness/portal.ts';
import { requestPasswordLink } from '../passwords.ts';
import { requestActivation } from './register.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const { call, add, mailTo } = portal;
const root = await add('root', 'ADMINISTRATOR', null);
const reseller = await add('reseller', 'RESELLER', root);

let number = 20_000_000;
const someone = (name: string, more: Record<string, unknown> = {}) => ({
  accountType: 'INDIVIDUAL',
  firstName: 'Ana',
  lastName: 'Banda',
  email: `${name}@example.com`,
  phone: `07${number++}`,
  password: 'a long good one',
  country: 'KE',
  ...more,
});
/** Another address each time, so that limits of one test do not meet another's. */
let addresses = 0;
const elsewhere = () => `198.51.${Math.floor(addresses / 250)}.${addresses++ % 250}`;
const register = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  call('POST', '/v1/clients', { body, headers, address: elsewhere() });
const signIn = (username: string, password: string) =>
  call('POST', '/v1/signIn', { body: { username, password }, address: elsewhere() });
const codeIn = async (address: string) => /\d{6}/.exec((await mailTo(address))[0]!.subject)![0];
const linkIn = async (address: string) =>
  new URL(/https:\S+/.exec((await mailTo(address))[0]!.text)![0]);
const clientOf = async (email: string) =>
  (await db.query('select * from client where email = $1', [email]))[0]!;
const forgetLimits = () => db.query('delete from rate_limit');
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

test('registration: the code in the mailbox activates the account, which then signs in', async () => {
  const registered = await register(someone('ana'));
  // Asked for by SMS; there is no way for one here, and the answer says so.
  expect(registered).toMatchObject({
    status: 200,
    body: { tempJwt: expect.any(String), otpChannel: 'EMAIL' },
  });
  expect(await signIn('ana@example.com', 'a long good one')).toMatchObject({
    status: 403,
    body: { error: 'ACCOUNT_PENDING' },
  });
  const otp = await codeIn('ana@example.com');
  const activate = (code: string) =>
    call('POST', '/v1/activateAccountOTP', {
      token: registered.body['tempJwt'],
      body: { otp: code },
    });
  expect(await activate(wrong(otp))).toMatchObject({
    status: 422,
    body: { error: 'OTP_WRONG', message: 'That is not the code. Attempts left: 4.' },
  });
  expect(await activate(otp)).toMatchObject({ status: 200 });
  expect(await activate(otp)).toMatchObject({ status: 422, body: { error: 'OTP_GONE' } });
  const signedIn = await signIn('ana@example.com', 'a long good one');
  expect(signedIn.body['client']).toMatchObject({
    clientName: 'Ana Banda',
    clientAccessLevel: 'CLIENT',
    clientStatus: 'ACTIVE',
    smsBalance: 0,
    impersonated: false,
  });
  expect(await clientOf('ana@example.com')).toMatchObject({ parent_id: root.clientId });
});

test('one answer names every detail that cannot be used', async () => {
  const { status, body } = await register(
    someone('hasty', { accountType: 'COMPANY', phone: '12345', password: 'password1' }),
  );
  expect(status).toBe(400);
  expect(body['details']).toEqual([
    { field: 'companyName', message: 'A company account needs the name of the company.' },
    {
      field: 'phone',
      message:
        'This is not a mobile number. Write it with its country prefix, such as +254712345678.',
    },
    { field: 'password', message: 'This password is too common. Choose another.' },
  ]);
});

test('a branded host makes its owner the parent, and mail has its name and host', async () => {
  await call('PUT', '/v1/portal/branding', {
    token: reseller.token,
    body: { brandName: 'Jambo SMS', themeName: 'ruby' },
  });
  await call('POST', '/v1/portal/branding/hosts', {
    token: reseller.token,
    body: { host: 'sms.jambo.example' },
  });
  await call('POST', '/v1/portal/branding/hosts/sms.jambo.example:release', {
    token: root.token,
    body: { clientId: reseller.clientId },
  });
  await register(
    someone('branded', { accountType: 'COMPANY', companyName: 'Branded Ltd', language: 'pt' }),
    { host: 'SMS.jambo.example:8443' },
  );
  expect(await clientOf('branded@example.com')).toMatchObject({
    parent_id: reseller.clientId,
    access_level: 'COMPANY',
    client_name: 'Branded Ltd',
  });
  expect((await mailTo('branded@example.com'))[0]).toMatchObject({
    subject: expect.stringMatching(/^\d{6} é o seu código Jambo SMS$/),
    from: expect.stringContaining('Jambo SMS'),
  });
  await db.query(`update client set client_status = 'ACTIVE' where email = 'branded@example.com'`);
  await forgetLimits();
  await call('POST', '/v1/requestChangePassword', {
    body: { username: 'branded@example.com' },
    address: elsewhere(),
  });
  expect((await linkIn('branded@example.com')).origin).toBe('https://sms.jambo.example');
  // A host that is nobody's is the platform's, whatever it says.
  await register(someone('stray'), { host: 'evil.example' });
  expect(await clientOf('stray@example.com')).toMatchObject({ parent_id: root.clientId });
  expect((await mailTo('stray@example.com'))[0]!.html).not.toContain('evil');
});

test('a used address or number gets the same answer, and its mailbox a notice', async () => {
  await forgetLimits();
  const taken = await register(someone('reseller'));
  expect(Object.keys(taken.body).sort()).toEqual(['otpChannel', 'tempJwt']);
  expect(taken).toMatchObject({
    status: 200,
    body: { otpChannel: 'EMAIL', tempJwt: expect.stringMatching(/^[\w-]{43}$/) },
  });
  expect((await mailTo('reseller@example.com'))[0]!.subject).toBe(
    'You have a Jambo SMS account'.replace('Jambo SMS', 'Tuma'),
  );
  expect(
    await call('POST', '/v1/activateAccountOTP', {
      token: taken.body['tempJwt'],
      body: { otp: '123456' },
    }),
  ).toMatchObject({ status: 422, body: { error: 'OTP_WRONG' } });
  const number = await register(someone('fresh', { phone: reseller.phone }));
  expect(number.status).toBe(200);
  expect((await mailTo('fresh@example.com'))[0]!.subject).toContain('You have');
  expect(await clientOf('reseller@example.com')).toMatchObject({
    client_status: 'ACTIVE',
    first_name: 'First',
  });
  expect(await db.query(`select from client where email = 'fresh@example.com'`)).toHaveLength(0);
});

test.each([
  ['password', { password: 'Password123' }],
  ['password', { password: 'short' }],
  ['password', { email: 'juliet.kamau@example.com', password: 'juliet.kamau' }],
  ['phone', { phone: '0201234567' }],
  ['phone', { phone: '12' }],
  ['email', { email: 'a+b@example.com' }],
  ['email', { email: 'a@b' }],
  ['country', { country: 'XX' }],
  ['companyName', { accountType: 'COMPANY' }],
  ['accessLevel', { accessLevel: 'ADMINISTRATOR' }],
  ['parentId', { parentId: root.clientId }],
  ['clientStatus', { clientStatus: 'ACTIVE' }],
])('registration names the invalid field: %s', async (field, more) => {
  const answer = await register(someone('mistaken', more));
  expect(answer.status).toBe(400);
  expect(answer.body['details'].map((detail: { field: string }) => detail.field)).toEqual([field]);
});

test('a code is invalid after five attempts, after ten minutes and once a newer one is sent', async () => {
  const { tempJwt } = (await register(someone('guessed'))).body;
  const otp = await codeIn('guessed@example.com');
  const activate = (token: string, code: string) =>
    call('POST', '/v1/activateAccountOTP', { token, body: { otp: code } });
  const answers = [];
  for (let attempt = 0; attempt < 5; attempt++)
    answers.push((await activate(tempJwt, wrong(otp))).body['error']);
  expect(answers).toEqual(['OTP_WRONG', 'OTP_WRONG', 'OTP_WRONG', 'OTP_WRONG', 'OTP_GONE']);
  expect((await activate(tempJwt, otp)).body['error']).toBe('OTP_GONE');
  await forgetLimits();
  const second = (
    await call('POST', '/v1/requestActivateAccountOTP', {
      body: { username: 'guessed@example.com' },
      address: elsewhere(),
    })
  ).body['tempJwt'];
  await db.query(`update one_time_token set expires_at = now() where used_at is null`);
  expect((await activate(second, await codeIn('guessed@example.com'))).body['error']).toBe(
    'OTP_GONE',
  );
  expect((await clientOf('guessed@example.com'))['client_status']).toBe('PENDING_ACTIVATION');
});

test('a thousand guesses, a hundred at a time: never more than five attempts', async () => {
  const { tempJwt } = (await register(someone('stormed'))).body;
  const otp = await codeIn('stormed@example.com');
  const guesses = Array.from({ length: 1000 }, (_, n) => String(n).padStart(6, '0')).filter(
    (guess) => guess !== otp,
  );
  const answers = [];
  // More would wait too long for a connection on a slow machine, and be told that the database is away.
  for (let first = 0; first < guesses.length; first += 100)
    answers.push(
      ...(await Promise.all(
        guesses
          .slice(first, first + 100)
          .map((guess) =>
            call('POST', '/v1/activateAccountOTP', { token: tempJwt, body: { otp: guess } }),
          ),
      )),
    );
  expect(answers.filter((answer) => answer.body['error'] === 'OTP_WRONG')).toHaveLength(4);
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(0);
  expect(
    (await db.query<{ tries: number }>('select max(tries) as tries from one_time_token'))[0]!.tries,
  ).toBe(5);
});

test('a name gets one code a minute and five an hour, and the fourth unentered one from an address needs a proof of work', async () => {
  await forgetLimits();
  const ask = (username: string, address = elsewhere()) =>
    call('POST', '/v1/requestActivateAccountOTP', { body: { username }, address });
  expect((await ask('guessed@example.com')).status).toBe(200);
  const second = await ask(' GUESSED@example.com');
  expect(second).toMatchObject({
    status: 429,
    body: { error: 'TOO_MANY_REQUESTS' },
    headers: { 'retry-after': expect.any(String) },
  });
  for (let n = 0; n < 4; n++) {
    await db.query(`delete from rate_limit where key like 'send minute%'`);
    expect((await ask('guessed@example.com')).status).toBe(200);
  }
  await db.query(`delete from rate_limit where key like 'send minute%'`);
  expect((await ask('guessed@example.com')).status).toBe(429);
  // The same account by its phone: the answer is as ever, and nothing more goes out.
  const before = (await mailTo('guessed@example.com')).length;
  const phone = (await clientOf('guessed@example.com'))['phone'] as string;
  expect((await ask(phone)).status).toBe(200);
  expect((await mailTo('guessed@example.com')).length).toBe(before);
  const many = await Promise.all(
    Array.from({ length: 35 }, (_, n) => ask(`nobody${n}@example.com`, '203.0.113.77')),
  );
  expect(many.filter((answer) => answer.status === 200)).toHaveLength(3);
  expect(
    many.filter((answer) => answer.status === 428 && answer.body['error'] === 'PROOF_NEEDED'),
  ).toHaveLength(32);
});

test('known or unknown: the same answer and the same statements', async () => {
  const statements: string[] = [];
  const watched = {
    ...portal.database,
    run: ((scope, work) =>
      portal.database.run(scope, (tx) =>
        work({
          ...tx,
          query: (text, values, name) => {
            statements.push(text.replace(/\s+/g, ' '));
            return tx.query(text, values, name);
          },
        }),
      )) as typeof portal.database.run,
  };
  const at = {
    database: watched,
    codeKey: Buffer.alloc(32),
    messenger: {
      secretKey: { bytes: Buffer.alloc(32) },
      origin: 'https://sms.tuma.test',
      platformName: 'Tuma',
      sendPlatformSms: undefined,
    },
    sandbox: true,
  };
  const from = { address: '203.0.113.5', userAgent: 'test', language: 'en' as const };
  const workOf = async (work: () => Promise<unknown>) => {
    await forgetLimits();
    statements.length = 0;
    await work();
    return [...statements];
  };
  await register(someone('pending'));
  const pending = await clientOf('pending@example.com');
  const known = await workOf(() =>
    requestActivation(at, { username: 'pending@example.com' }, from),
  );
  expect(known.length).toBeGreaterThan(8);
  expect(
    await workOf(() => requestActivation(at, { username: 'nobody@example.com' }, from)),
  ).toEqual(known);
  expect(
    await workOf(() => requestActivation(at, { username: 'reseller@example.com' }, from)),
  ).toEqual(known);
  const phone = await workOf(() =>
    requestActivation(at, { username: String(pending['phone']) }, from),
  );
  expect(await workOf(() => requestActivation(at, { username: '+254799999999' }, from))).toEqual(
    phone,
  );
  expect(await workOf(() => requestActivation(at, { username: 'not a number' }, from))).toEqual(
    phone,
  );
  const link = await workOf(() =>
    requestPasswordLink(at, { username: 'reseller@example.com' }, from),
  );
  expect(
    await workOf(() => requestPasswordLink(at, { username: 'nobody@example.com' }, from)),
  ).toEqual(link);
  expect(
    await workOf(() => requestPasswordLink(at, { username: 'pending@example.com' }, from)),
  ).toEqual(link);
});

test('a mailed password link works once, ends every session and notifies the owner', async () => {
  await forgetLimits();
  const person = await add('forgetful', 'CLIENT', reseller);
  expect(
    await call('POST', '/v1/requestChangePassword', {
      body: { username: person.phone },
      address: elsewhere(),
    }),
  ).toMatchObject({ status: 200, body: { ok: true } });
  const link = await linkIn(person.email);
  expect(`${link.origin}${link.pathname}`).toBe('https://sms.jambo.example/reset-password');
  const token = link.searchParams.get('token')!;
  const choose = (newPassword: string) =>
    call('POST', '/v1/portal/clients:updatePasswordExternal', { token, body: { newPassword } });
  expect((await choose('qwerty123')).status).toBe(400);
  expect((await choose('a brand new one')).status).toBe(200);
  expect(await choose('yet another one')).toMatchObject({
    status: 404,
    body: { error: 'LINK_GONE' },
  });
  expect((await call('GET', '/v1/portal/me', { token: person.token })).status).toBe(401);
  expect((await signIn(person.email, 'a brand new one')).status).toBe(200);
  expect((await mailTo(person.email)).map((mail) => mail.subject)).toContain(
    'Your Jambo SMS password was changed',
  );
});

test('a local number of any home country gets its link, and counts as its full number does', async () => {
  await forgetLimits();
  const person = await add('tanzanian', 'CLIENT', reseller);
  await db.query(`update client set phone = '+255713000222', country = 'TZ' where id = $1`, [
    person.clientId,
  ]);
  const ask = (username: string) =>
    call('POST', '/v1/requestChangePassword', { body: { username }, address: elsewhere() });
  expect((await ask('0713 000222')).status).toBe(200);
  expect((await linkIn(person.email)).pathname).toBe('/reset-password');
  for (const username of ['+255713000222', '+256713000222', '0713000222'])
    expect((await ask(username)).status).toBe(429);
});

test("changing one's own password ends the other sessions, keeps this one, and requires the old password", async () => {
  const person = await add('changing', 'CLIENT', reseller);
  const other = await portal.enter(person.clientId);
  const change = (oldPassword: string, newPassword: string) =>
    call('POST', '/v1/portal/clients:updatePassword', {
      token: person.token,
      body: { oldPassword, newPassword },
    });
  expect(await change('not this', 'a brand new one')).toMatchObject({
    status: 422,
    body: { error: 'WRONG_PASSWORD' },
  });
  const reasonAgainst = async (newPassword: string) =>
    (await change(PASSWORD, newPassword)).body['details'];
  expect(await reasonAgainst(PASSWORD)).toEqual([
    {
      field: 'newPassword',
      message: 'This is the password that you have now. Choose a different one.',
    },
  ]);
  expect(await reasonAgainst(person.email)).toEqual([
    {
      field: 'newPassword',
      message: 'This password is your own name, email address or phone number. Choose another.',
    },
  ]);
  expect((await change(PASSWORD, 'a brand new one')).status).toBe(200);
  expect((await call('GET', '/v1/portal/me', { token: person.token })).status).toBe(200);
  expect((await call('GET', '/v1/portal/me', { token: other })).status).toBe(401);
  for (let n = 0; n < 6; n++) await change('not this', 'a brand new one');
  expect((await change('a brand new one', 'even another one')).status).toBe(429);
});

test('two-factor: the code completes it, and a second sign-in within the minute shares code and attempts', async () => {
  const person = await add('careful', 'CLIENT', reseller, { use2fa: true });
  const first = await signIn(person.email, PASSWORD);
  expect(first).toMatchObject({
    status: 200,
    body: { otpRequired: true, challenge: expect.any(String), otpChannel: 'EMAIL' },
  });
  expect(first.body['token']).toBeUndefined();
  const otp = await codeIn(person.email);
  const complete = (challenge: string, code: string) =>
    call('POST', '/v1/signInOTP', { body: { challenge, otp: code }, address: elsewhere() });
  expect((await complete(first.body['challenge'], wrong(otp))).body['error']).toBe('OTP_WRONG');
  const second = await signIn(person.email, PASSWORD);
  expect(
    (await mailTo(person.email)).filter((mail) => mail.subject.includes('sign-in code')),
  ).toHaveLength(1);
  expect((await complete(first.body['challenge'], otp)).body['error']).toBe('OTP_GONE');
  expect((await complete(second.body['challenge'], wrong(otp))).body['message']).toBe(
    'That is not the code. Attempts left: 3.',
  );
  expect(await complete(second.body['challenge'], otp)).toMatchObject({
    status: 200,
    body: { token: expect.any(String), client: { clientId: person.clientId } },
  });
});

test('an SMS is sent to home-country numbers only, and the answer names the channel', async () => {
  const { notify } = await import('../../../core/mail/notifications.ts');
  const { systemScope } = await import('../../../infra/database/scope.ts');
  const sent: unknown[] = [];
  const messenger = {
    secretKey: { bytes: Buffer.alloc(32) },
    origin: 'https://x.test',
    platformName: 'Tuma',
    sendPlatformSms: async (_tx: unknown, sms: { to: string }) => {
      sent.push(sms);
      return sms.to !== '+254700000009';
    },
  };
  const ways = await portal.database.run(systemScope(), async (tx) => {
    const to = (phone: string | null) =>
      notify(
        tx,
        messenger,
        { clientId: null, email: 'x@example.com', phone, language: 'pt' },
        'SMS',
        () => ({ kind: 'SIGN_IN_CODE', code: '123456' }),
      );
    return [
      await to('+254700000001'),
      await to('+254700000009'),
      await to('+4915112345678'),
      await to(null),
    ];
  });
  expect(ways).toEqual(['SMS', 'EMAIL', 'EMAIL', 'EMAIL']);
  expect(sent[0]).toEqual({
    to: '+254700000001',
    class: 'OTP',
    text: '123456 e o seu codigo de entrada Tuma. Valido durante 10 minutos. Nunca o partilhe.',
  });
  expect(sent).toHaveLength(2);
});

test('a sign-in from an unfamiliar place notifies the owner; the first and usual ones do not', async () => {
  const person = await add('traveller', 'CLIENT', root);
  await signIn(person.email, PASSWORD);
  await call('POST', '/v1/signIn', {
    body: { username: person.email, password: PASSWORD },
    address: '203.0.113.200',
    headers: { 'user-agent': 'Other/1.0' },
  });
  await call('POST', '/v1/signIn', {
    body: { username: person.email, password: PASSWORD },
    address: '203.0.113.200',
    headers: { 'user-agent': 'Other/1.0' },
  });
  const notices = (await mailTo(person.email)).filter((mail) =>
    mail.subject.startsWith('New sign-in'),
  );
  expect(notices.map((mail) => /Other\/1.0, 203.0.113.200/.test(mail.text))).toContain(true);
  expect(notices.length).toBeLessThanOrEqual(2);
});

test('sessions are listed with this one marked, and ended one by one or all but this', async () => {
  const person = await add('tabs', 'CLIENT', root);
  const [second, third] = [
    await portal.enter(person.clientId),
    await portal.enter(person.clientId),
  ];
  const list = async () =>
    (await call('GET', '/v1/portal/sessions', { token: person.token })).body['sessions'] as {
      sessionId: string;
      current: boolean;
    }[];
  const sessions = await list();
  expect(sessions.map((session) => session.current)).toEqual([false, false, true]);
  expect(
    (await call('DELETE', `/v1/portal/sessions/${sessions[0]!.sessionId}`, { token: person.token }))
      .status,
  ).toBe(200);
  expect((await call('GET', '/v1/portal/me', { token: third })).status).toBe(401);
  const foreign = (await call('GET', '/v1/portal/sessions', { token: reseller.token })).body[
    'sessions'
  ][0].sessionId;
  expect(
    (await call('DELETE', `/v1/portal/sessions/${foreign}`, { token: person.token })).status,
  ).toBe(404);
  await call('POST', '/v1/portal/sessions:endOthers', { token: person.token });
  expect((await call('GET', '/v1/portal/me', { token: second })).status).toBe(401);
  expect(await list()).toHaveLength(1);
});

test('no credential is stored in clear', async () => {
  await forgetLimits();
  const { tempJwt } = (await register(someone('secretive'))).body;
  await call('POST', '/v1/requestChangePassword', {
    body: { username: 'reseller@example.com' },
    address: elsewhere(),
  });
  const everything = JSON.stringify([
    await db.query('select * from one_time_token'),
    await db.query('select * from outbox'),
    await db.query('select * from audit_entry'),
  ]);
  const otp = await codeIn('secretive@example.com');
  const token = (await linkIn('reseller@example.com')).searchParams.get('token')!;
  for (const secret of [tempJwt as string, token, `${otp} is your`, 'a long good one'])
    expect(everything).not.toContain(secret);
  expect(
    JSON.stringify(
      await db.query('select payload from outbox where done_at is not null and target <> $1', ['']),
    ),
  ).not.toContain('sealed');
});

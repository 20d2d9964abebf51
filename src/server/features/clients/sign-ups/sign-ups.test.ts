import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal } from '../../../../../test/harness/portal.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const { call, add, mailTo } = portal;
const root = await add('root', 'ADMINISTRATOR', null);

const OWNERS = 'seven quiet herons';
const STRANGERS = 'nine loud ravens';
const NEW = 'eleven calm otters';

let calls = 0;
const elsewhere = () => `198.51.${Math.floor(calls / 250)}.${calls++ % 250}`;
/** A public call, from an address of its own and with no limits used up. */
async function ask(path: string, body: Record<string, unknown>, token?: string) {
  await db.query('delete from rate_limit');
  return call('POST', path, { body, address: elsewhere(), ...(token !== undefined && { token }) });
}
const latest = async (email: string) => (await mailTo(email))[0]!;
const codeIn = async (email: string) => /\d{6}/.exec((await latest(email)).subject)![0];

/** Gives the token and the mailed code of a sign-up. */
async function register(email: string, phone: string, password: string, firstName = 'Ana') {
  const registered = await ask('/v1/clients', {
    accountType: 'INDIVIDUAL',
    firstName,
    lastName: 'Banda',
    email,
    phone,
    password,
    country: 'KE',
    otpChannel: 'EMAIL',
  });
  expect(registered.status).toBe(200);
  return { token: registered.body['tempJwt'] as string, otp: await codeIn(email) };
}

async function resend(email: string, token?: string) {
  const sent = await ask('/v1/requestActivateAccountOTP', { username: email }, token);
  expect(sent.status).toBe(200);
  return { token: sent.body['tempJwt'] as string, otp: await codeIn(email) };
}

const activate = async ({ token, otp }: { token: string; otp: string }) =>
  (await ask('/v1/activateAccountOTP', { otp }, token)).status;
const activateByAdmin = async (email: string) => {
  const { client_id: clientId } = await accountOf(email);
  const path = '/v1/portal/clients:adminActivateAccount';
  return (await call('POST', path, { token: root.token, body: { clientId } })).status;
};
const signIn = async (username: string, password: string) =>
  (await ask('/v1/signIn', { username, password })).status;
const accountOf = async (email: string) =>
  (await db.query('select *, id as client_id from client where email = $1', [email]))[0]!;

async function choosePassword(email: string) {
  const link = new URL(/https:\S+/.exec((await latest(email)).text)![0]);
  const token = link.searchParams.get('token')!;
  const path = '/v1/portal/clients:updatePasswordExternal';
  expect((await call('POST', path, { token, body: { newPassword: NEW } })).status).toBe(200);
}

test('a code requested again with the own sign-up activates with its password', async () => {
  const email = 'resent@example.com';
  const own = await register(email, '0730000001', OWNERS);
  await register(email, '0730000002', STRANGERS, 'Mallory');
  expect(await activate(await resend(email, own.token))).toBe(200);
  expect(await signIn(email, STRANGERS)).toBe(401);
  expect(await signIn(email, OWNERS)).toBe(200);
  expect(await accountOf(email)).toMatchObject({ first_name: 'Ana', phone: '+254730000001' });
});

test.each([
  ['first', STRANGERS, OWNERS, 40],
  ['again', OWNERS, STRANGERS, 50],
])(
  'a stranger registers %s: a code for the account alone sets no password',
  async (name, one, other, numbers) => {
    const email = `stranger.${name}@example.com`;
    await register(email, `07300000${numbers}`, one);
    await register(email, `07300000${numbers + 1}`, other);
    expect(await activate(await resend(email))).toBe(200);
    expect([await signIn(email, one), await signIn(email, other)]).toEqual([401, 401]);
    await choosePassword(email);
    expect(await signIn(email, NEW)).toBe(200);
  },
);

test('an activation by an administrator sets no password of an account registered twice', async () => {
  const email = 'activated@example.com';
  const own = await register(email, '0730000005', OWNERS);
  const strangers = await register(email, '0730000006', STRANGERS);
  expect(await activateByAdmin(email)).toBe(200);
  expect([await signIn(email, OWNERS), await signIn(email, STRANGERS)]).toEqual([401, 401]);
  expect([await activate(own), await activate(strangers)]).toEqual([422, 422]);
  expect(await accountOf(email)).toMatchObject({ phone: '+254730000005' });
  await choosePassword(email);
  expect(await signIn(email, NEW)).toBe(200);
});

/** The kinds of the guard's rules that are an account's own. */
const rulesOf = async (email: string) =>
  (
    await db.query<{ kind: string }>(
      `select kind from guard_rule where client_id = (select id from client where email = $1) order by kind`,
      [email],
    )
  ).map(({ kind }) => kind);

test('an account that registered itself begins with its country and a limit, an invited one with its country', async () => {
  await register('self@example.com', '0730000061', OWNERS);
  await activateByAdmin('self@example.com');
  expect(await rulesOf('self@example.com')).toEqual(['COUNTRIES', 'NEW_ACCOUNT']);
  const email = 'invited@example.com';
  const invitation = { email, accessLevel: 'CLIENT', parentId: root.clientId };
  await ask('/v1/portal/clients:inviteClient', invitation, root.token);
  const link = new URL(/https:\S+/.exec((await latest(email)).text)![0]);
  const token = link.searchParams.get('token');
  const person = { firstName: 'Ana', lastName: 'Banda', phone: '0730000062', password: OWNERS };
  expect((await ask('/v1/joinUser', { token, ...person })).status).toBe(200);
  expect(await rulesOf(email)).toEqual(['COUNTRIES']);
});

test('an activation by an administrator keeps the password of the only sign-up', async () => {
  const email = 'once@example.com';
  await register(email, '0730000007', OWNERS);
  const mails = (await mailTo(email)).length;
  expect(await activateByAdmin(email)).toBe(200);
  expect(await mailTo(email)).toHaveLength(mails);
  expect(await signIn(email, OWNERS)).toBe(200);
});

test.each([
  ['earlier', 0],
  ['later', 1],
])('the code of the %s of two sign-ups at once counts for it alone', async (name, entered) => {
  const email = `interleaved.${name}@example.com`;
  const people = [
    { password: OWNERS, firstName: 'Ana', phone: `+25473000001${entered}` },
    { password: STRANGERS, firstName: 'Mallory', phone: `+25473000002${entered}` },
  ];
  const codes = [];
  for (const { password, firstName, phone } of people) {
    codes.push(await register(email, phone, password, firstName));
  }
  const [own, other] = entered === 0 ? codes : codes.toReversed();
  const [winner, loser] = entered === 0 ? people : people.toReversed();
  if (own!.otp !== other!.otp) {
    expect(await activate({ token: other!.token, otp: own!.otp })).toBe(422);
  }
  expect(await activate(own!)).toBe(200);
  expect(await signIn(email, loser!.password)).toBe(401);
  expect(await signIn(email, winner!.password)).toBe(200);
  const { firstName: first_name, phone } = winner!;
  expect(await accountOf(email)).toMatchObject({ first_name, phone });
  // The code of the other one is late: it changes nothing.
  expect(await activate(other!)).toBe(200);
  expect(await signIn(email, loser!.password)).toBe(401);
  expect(await accountOf(email)).toMatchObject({ first_name, phone });
});

test('a number used since is left out of the account', async () => {
  const email = 'late@example.com';
  await register(email, '0730000030', STRANGERS);
  const own = await register(email, '0730000031', OWNERS);
  await register('faster@example.com', '0730000031', STRANGERS);
  expect(await activate(own)).toBe(200);
  expect(await accountOf(email)).toMatchObject({
    phone: null,
    client_status: 'SHOULD_UPDATE_DETAILS',
  });
  expect(await signIn(email, OWNERS)).toBe(200);
});

test('a sign-up does not follow an account to another address', async () => {
  const email = 'moved@example.com';
  const own = await register(email, '0730000032', STRANGERS);
  await db.query(`update client set email = 'right@example.com' where email = $1`, [email]);
  expect(await activate(own)).toBe(422);
  const sent = await resend('right@example.com', own.token);
  await register('right@example.com', '0730000033', OWNERS);
  expect(await activate(sent)).toBe(200);
  expect(await signIn('right@example.com', STRANGERS)).toBe(401);
});

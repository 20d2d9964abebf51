import { beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal, PASSWORD, type Person } from '../../../../../test/harness/portal.ts';
import type { Role } from '../../../../contract/shared/roles.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const { call, add, enter, stepUp, mailTo } = portal;
const root = await add('root', 'ADMINISTRATOR', null);
const support = await add('support', 'IT_SUPPORT', root);
const business = await add('business', 'BD_CLIENT', root);
const reseller = await add('reseller', 'RESELLER', root);
const company = await add('company', 'COMPANY', reseller);

// Limits are another test's.
beforeEach(() => db.query('delete from rate_limit'));

let number = 0;
const someone = (level: Role, under: Person) => add(`person${++number}`, level, under);
const newEmail = () => `new${++number}@example.com`;
const update = (by: Person, whom: Person, body: Record<string, unknown>, token = by.token) =>
  call('PUT', `/v1/portal/clients/${whom.clientId}`, { token, body });
const updateSteppedUp = async (by: Person, whom: Person, body: Record<string, unknown>) =>
  update(by, whom, body, await stepUp(await enter(by.clientId)));
const read = async (whom: Person) =>
  (await call('GET', `/v1/portal/clients/${whom.clientId}`, { token: root.token })).body;
const sessionsOf = async (whom: Person) =>
  (
    await db.query('select id from session where client_id = $1 and ended_at is null', [
      whom.clientId,
    ])
  ).length;
/** The token of the newest link of a page in a mailbox. */
async function linkTo(address: string, page: string): Promise<string> {
  for (const { text } of await mailTo(address)) {
    const found = new RegExp(`https://[^\\s]+/${page}\\?token=([\\w-]+)`).exec(text);
    if (found) return found[1]!;
  }
  throw new Error(`no link to ${page} came to ${address}`);
}
const confirm = (token: string) => call('POST', '/v1/confirmEmail', { body: { token } });
const undo = (token: string) => call('POST', '/v1/undoEmail', { body: { token } });
const codeIn = async (address: string) =>
  /\b(\d{6})\b/.exec(
    (await mailTo(address)).find(({ subject }) => /confirms the new phone/.test(subject))!.text,
  )![1]!;
const STEP_UP = { status: 403, body: { error: 'STEP_UP_REQUIRED' } };
const NOT_ALLOWED = { status: 403, body: { error: 'NOT_ALLOWED' } };

/** Gives a client another address, confirmed; the links that came with it. */
async function changeEmail(
  by: Person,
  whom: Person,
  from: string,
  to: string,
): Promise<{ undoToken: string }> {
  await db.query('delete from rate_limit');
  expect(await updateSteppedUp(by, whom, { email: to })).toMatchObject({
    status: 200,
    body: { email: from, pendingEmail: to },
  });
  const undoToken = await linkTo(from, 'undo-email');
  expect((await confirm(await linkTo(to, 'confirm-email'))).status).toBe(200);
  expect(await read(whom)).toMatchObject({ email: to, pendingEmail: null });
  return { undoToken };
}

describe('changing the address does not take over an account', () => {
  const cases: [string, Person, Role, Person, boolean][] = [
    ['business development a reseller of another tree', business, 'RESELLER', root, false],
    ['business development an approver', business, 'EBU_APPROVER', root, false],
    ['support an EBU client', support, 'EBU_CLIENT', root, true],
    ['a company its client', company, 'CLIENT', company, false],
  ];
  test.each(cases)('not by %s', async (_name, thief, level, under, mayAsk) => {
    const victim = await someone(level, under);
    const [email, phone] = [newEmail(), '0712000001'];
    for (const body of [{ email }, { phone }, { email, phone }, { email, firstName: 'Thief' }]) {
      await db.query('delete from rate_limit');
      const answer = await updateSteppedUp(thief, victim, body);
      if (!mayAsk) expect(answer).toMatchObject(NOT_ALLOWED);
    }
    expect(await read(victim)).toMatchObject({
      email: victim.email,
      phone: victim.phone,
      firstName: mayAsk ? 'Thief' : 'First',
    });
    await db.query('delete from rate_limit');
    await call('POST', '/v1/requestChangePassword', { body: { username: email } });
    expect((await mailTo(email)).map(({ subject }) => subject)).not.toContainEqual(
      expect.stringMatching(/password/i),
    );
  });

  test('not by business development a client with two-factor sign-in', async () => {
    const victim = await add('two-factor', 'CLIENT', root, { use2fa: true });
    expect(await updateSteppedUp(business, victim, { email: newEmail() })).toMatchObject(
      NOT_ALLOWED,
    );
    expect(await updateSteppedUp(business, victim, { use2fa: false })).toMatchObject(NOT_ALLOWED);
    await call('POST', '/v1/signIn', { body: { username: victim.email, password: PASSWORD } });
    expect((await mailTo(victim.email))[0]!.subject).toMatch(/sign-in code/);
  });

  test('an account acting for it cannot', async () => {
    const victim = await someone('CLIENT', reseller);
    const { token } = (
      await call('POST', '/v1/portal/clients/impersonate', {
        token: reseller.token,
        body: { clientId: victim.clientId },
      })
    ).body;
    for (const body of [{ email: newEmail() }, { phone: '0712000002' }]) {
      expect(await update(victim, victim, body, token)).toMatchObject({
        status: 403,
        body: { error: 'NOT_WHILE_IMPERSONATING' },
      });
    }
    expect(
      (
        await update(
          victim,
          victim,
          { email: victim.email, phone: victim.phone, firstName: 'Asha' },
          token,
        )
      ).status,
    ).toBe(200);
  });

  test('an access token alone is not enough', async () => {
    const victim = await someone('CLIENT', reseller);
    for (const body of [
      { email: newEmail() },
      { phone: '0712000003' },
      { use2fa: true },
      { otpChannel: 'SMS' },
    ]) {
      expect(await update(victim, victim, body)).toMatchObject(STEP_UP);
    }
    expect(
      (
        await update(victim, victim, {
          email: victim.email.toUpperCase(),
          use2fa: false,
          firstName: 'Asha',
        })
      ).status,
    ).toBe(200);
  });
});

test('a new address takes effect once its owner follows the link; the rest of the form is saved at once', async () => {
  const person = await someone('CLIENT', reseller);
  const email = newEmail();
  expect(await updateSteppedUp(person, person, { email, firstName: 'Asha' })).toMatchObject({
    status: 200,
    body: { email: person.email, pendingEmail: email, firstName: 'Asha' },
  });
  const token = await linkTo(email, 'confirm-email');
  expect((await call('GET', '/v1/confirmEmail', { body: { token } })).body).toEqual({ email });
  expect(await read(person)).toMatchObject({ email: person.email, pendingEmail: email });
  expect((await confirm(token)).status).toBe(200);
  expect(await read(person)).toMatchObject({ email, pendingEmail: null });
  expect(await confirm(token)).toMatchObject({ status: 404, body: { error: 'LINK_GONE' } });
  expect((await mailTo(person.email)).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/was requested/),
      expect.stringMatching(/was changed/),
    ]),
  );
});

test('a new number takes effect once its code is entered; without SMS the code is mailed', async () => {
  const person = await someone('CLIENT', reseller);
  const type = (code: string) =>
    call('POST', '/v1/portal/clients:confirmPhone', { token: person.token, body: { code } });
  expect(await updateSteppedUp(person, person, { phone: '0712000010' })).toMatchObject({
    status: 200,
    body: { phone: person.phone, pendingPhone: '+254712000010' },
  });
  const code = await codeIn(person.email);
  expect(await type(code === '000000' ? '000001' : '000000')).toMatchObject({
    status: 422,
    body: { error: 'OTP_WRONG' },
  });
  expect((await type(code)).status).toBe(200);
  expect(await read(person)).toMatchObject({ phone: '+254712000010', pendingPhone: null });
  expect(await type(code)).toMatchObject({ status: 422, body: { error: 'OTP_GONE' } });
});

test('only the newest change of a kind is pending; it can be sent again and withdrawn', async () => {
  const person = await someone('CLIENT', reseller);
  const [first, second] = [newEmail(), newEmail()];
  await updateSteppedUp(person, person, { email: first });
  await db.query('delete from rate_limit');
  await updateSteppedUp(person, person, { email: second });
  expect((await confirm(await linkTo(first, 'confirm-email'))).status).toBe(404);
  const early = await linkTo(second, 'confirm-email');
  const about = { token: person.token, body: { clientId: person.clientId, kind: 'EMAIL' } };
  expect(await call('POST', '/v1/portal/clients:resendContactConfirmation', about)).toMatchObject({
    status: 429,
  });
  await db.query('delete from rate_limit');
  expect(await call('POST', '/v1/portal/clients:resendContactConfirmation', about)).toMatchObject({
    status: 200,
    body: { sentBy: 'EMAIL' },
  });
  expect((await confirm(early)).status).toBe(404);
  expect((await call('POST', '/v1/portal/clients:withdrawContactChange', about)).status).toBe(200);
  expect((await confirm(await linkTo(second, 'confirm-email'))).status).toBe(404);
  expect(await read(person)).toMatchObject({ email: person.email, pendingEmail: null });
  expect(await call('POST', '/v1/portal/clients:withdrawContactChange', about)).toMatchObject({
    status: 404,
    body: { error: 'NOT_FOUND' },
  });
});

test('a request does not reveal whether an address is used; of two confirmations one succeeds', async () => {
  const [one, other, owner] = [
    await someone('CLIENT', reseller),
    await someone('CLIENT', reseller),
    await someone('CLIENT', root),
  ];
  const answer = await updateSteppedUp(one, one, { email: owner.email });
  expect(answer).toMatchObject({ status: 200, body: { pendingEmail: owner.email } });
  expect(await confirm(await linkTo(owner.email, 'confirm-email'))).toMatchObject({
    status: 409,
    body: { error: 'ALREADY_REGISTERED' },
  });
  expect(await read(one)).toMatchObject({ email: one.email });

  const wanted = newEmail();
  const tokens: string[] = [];
  for (const person of [one, other]) {
    await db.query('delete from rate_limit');
    expect((await updateSteppedUp(person, person, { email: wanted })).status).toBe(200);
    tokens.push(await linkTo(wanted, 'confirm-email'));
  }
  const statuses = (await Promise.all(tokens.map(confirm))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409]);
  // A change that waits keeps the address from nobody.
  const waiting = newEmail();
  await db.query('delete from rate_limit');
  await updateSteppedUp(owner, owner, { email: waiting });
  expect(
    (
      await call('POST', '/v1/portal/clients:inviteClient', {
        token: reseller.token,
        body: { email: waiting, accessLevel: 'CLIENT' },
      })
    ).status,
  ).toBe(200);
});

describe('the present address can undo a change for 72 hours', () => {
  test('after its confirmation: all is restored, every session ends, and a new password is chosen', async () => {
    const person = await someone('CLIENT', reseller);
    const thief = newEmail();
    const { undoToken } = await changeEmail(person, person, person.email, thief);
    await db.query('delete from rate_limit');
    await updateSteppedUp(person, person, { phone: '0712000020' });
    await call('POST', '/v1/portal/clients:confirmPhone', {
      token: person.token,
      body: { code: await codeIn(thief) },
    });
    expect(await read(person)).toMatchObject({ email: thief, phone: '+254712000020' });
    await db.query('delete from rate_limit');
    await updateSteppedUp(person, person, { email: newEmail() });
    const thiefsUndo = await linkTo(thief, 'undo-email');

    expect((await call('GET', '/v1/undoEmail', { body: { token: undoToken } })).body).toEqual({
      kind: 'EMAIL',
      value: person.email,
    });
    const answer = await undo(undoToken);
    expect(answer.status).toBe(200);
    expect(await read(person)).toMatchObject({
      email: person.email,
      phone: person.phone,
      pendingEmail: null,
      pendingPhone: null,
    });
    expect(await sessionsOf(person)).toBe(0);
    const chosen = await call('POST', '/v1/portal/clients:updatePasswordExternal', {
      token: answer.body['passwordToken'],
      body: { newPassword: 'seven quiet herons' },
    });
    expect(chosen.status).toBe(200);
    expect(
      (
        await call('POST', '/v1/signIn', {
          body: { username: person.email, password: 'seven quiet herons' },
        })
      ).status,
    ).toBe(200);

    for (const spent of [undoToken, thiefsUndo])
      expect(await undo(spent)).toMatchObject({ status: 404, body: { error: 'LINK_GONE' } });
    expect(await read(person)).toMatchObject({ email: person.email });
  });

  test('before its confirmation, and after a second change', async () => {
    const person = await someone('CLIENT', reseller);
    const [first, second] = [newEmail(), newEmail()];
    await updateSteppedUp(person, person, { email: first });
    const undoFirst = await linkTo(person.email, 'undo-email');
    await db.query('delete from rate_limit');
    await updateSteppedUp(person, person, { email: second });
    expect((await undo(undoFirst)).status).toBe(200);
    expect((await confirm(await linkTo(second, 'confirm-email'))).status).toBe(404);
    expect(await read(person)).toMatchObject({ email: person.email, pendingEmail: null });
  });

  test('reverts the later of two changes only, and the earlier one keeps its link', async () => {
    const person = await someone('CLIENT', reseller);
    const [first, second] = [newEmail(), newEmail()];
    const { undoToken: undoFirst } = await changeEmail(person, person, person.email, first);
    const { undoToken: undoSecond } = await changeEmail(person, person, first, second);
    expect((await undo(undoSecond)).status).toBe(200);
    expect(await read(person)).toMatchObject({ email: first });
    expect((await undo(undoFirst)).status).toBe(200);
    expect(await read(person)).toMatchObject({ email: person.email });
  });

  test('ends after that; until then no other account gets the address', async () => {
    const person = await someone('CLIENT', reseller);
    const { undoToken } = await changeEmail(person, person, person.email, newEmail());
    const invite = (email: string) =>
      call('POST', '/v1/portal/clients:inviteClient', {
        token: reseller.token,
        body: { email, accessLevel: 'CLIENT' },
      });
    expect(await invite(person.email.toUpperCase())).toMatchObject({
      status: 409,
      body: { error: 'ALREADY_REGISTERED' },
    });
    await call('POST', '/v1/clients', {
      body: {
        accountType: 'INDIVIDUAL',
        firstName: 'Ana',
        lastName: 'Banda',
        email: person.email,
        phone: '0712000030',
        password: 'a long good one',
        country: 'KE',
      },
    });
    expect(await db.query('select id from client where email = $1', [person.email])).toEqual([]);
    await db.query(
      `update contact_change set undo_expires_at = undo_expires_at - interval '72 hours' where client_id = $1`,
      [person.clientId],
    );
    expect(await undo(undoToken)).toMatchObject({ status: 404, body: { error: 'LINK_GONE' } });
    expect((await invite(person.email)).status).toBe(200);
  });

  test('once, however many concurrent requests follow the link', async () => {
    const person = await someone('CLIENT', reseller);
    const { undoToken } = await changeEmail(person, person, person.email, newEmail());
    const answers = await Promise.all(Array.from({ length: 8 }, () => undo(undoToken)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a role that may reset passwords', () => {
  test.each([
    ['administrator', root],
    ['support', support],
    ['reseller', reseller],
  ] as const)(
    'as %s requests another address after a step-up; it takes effect when its owner confirms',
    async (_name, staff) => {
      const person = await someone('CLIENT', company);
      const email = newEmail();
      expect(await update(staff, person, { email }, await enter(staff.clientId))).toMatchObject(
        STEP_UP,
      );
      await changeEmail(staff, person, person.email, email);
    },
  );

  test('gets no password link by mail for 72 hours, whoever requests it', async () => {
    const person = await someone('CLIENT', reseller);
    const email = newEmail();
    await changeEmail(reseller, person, person.email, email);
    const requestLink = async () => {
      await db.query('delete from rate_limit');
      expect(
        (await call('POST', '/v1/requestChangePassword', { body: { username: person.phone } }))
          .status,
      ).toBe(200);
      return (await mailTo(email)).filter(({ subject }) => /password/i.test(subject)).length;
    };
    expect(await requestLink()).toBe(0);
    const reset = () =>
      call('POST', '/v1/portal/clients:adminResetPass', {
        token: reseller.token,
        body: { clientId: person.clientId },
      });
    expect(await reset()).toMatchObject({ status: 409, body: { error: 'EMAIL_TOO_RECENT' } });
    await db.query(
      `update contact_change set confirmed_at = confirmed_at - interval '72 hours' where client_id = $1`,
      [person.clientId],
    );
    expect(await requestLink()).toBe(1);
    expect((await reset()).status).toBe(200);
  });

  test("cannot evade an owner's recent change", async () => {
    const person = await someone('CLIENT', reseller);
    const email = newEmail();
    await changeEmail(person, person, person.email, email);
    await db.query('delete from rate_limit');
    await call('POST', '/v1/requestChangePassword', { body: { username: email } });
    expect((await mailTo(email)).some(({ subject }) => /new password/.test(subject))).toBe(true);
  });
});

describe('an account without a sign-in yet', () => {
  const invite = async (by: Person) => ({
    clientId: (
      await call('POST', '/v1/portal/clients:inviteClient', {
        token: by.token,
        body: { email: newEmail(), accessLevel: 'CLIENT' },
      })
    ).body['clientId'] as string,
    email: '',
    phone: '',
    token: '',
  });

  test.each([
    ['business development', business],
    ['company', company],
    ['reseller', reseller],
  ] as const)(
    "is corrected at once by its inviter, %s, and no more after its owner's first sign-in",
    async (_name, inviter) => {
      const invited = await invite(inviter);
      const email = newEmail();
      expect(
        await update(inviter, invited, { email, phone: `07130000${10 + ++number}` }),
      ).toMatchObject({
        status: 200,
        body: { email, pendingEmail: null, contactChange: 'AT_ONCE' },
      });
      expect(
        (
          await call('POST', '/v1/portal/clients:resendInvitation', {
            token: inviter.token,
            body: { clientId: invited.clientId },
          })
        ).status,
      ).toBe(200);
      const token = await linkTo(email, 'join');
      expect(
        (
          await call('POST', '/v1/joinUser', {
            body: {
              token,
              password: 'a long good one',
              firstName: 'Ana',
              lastName: 'Banda',
              companyName: 'Heron',
            },
          })
        ).status,
      ).toBe(200);
      const after = await update(inviter, invited, { email: newEmail() });
      expect(after).toMatchObject(inviter === reseller ? STEP_UP : NOT_ALLOWED);
    },
  );

  test('is not corrected by others with the same reach', async () => {
    const invited = await invite(root);
    expect(await update(business, invited, { email: newEmail() })).toMatchObject(NOT_ALLOWED);
    const ofCompany = await invite(company);
    expect(await update(business, ofCompany, { email: newEmail() })).toMatchObject(NOT_ALLOWED);
    expect((await update(reseller, ofCompany, { email: newEmail() })).status).toBe(200);
  });

  test("an address that a reseller corrects counts as its invitation, not as the administrator's", async () => {
    const { clientId } = (
      await call('POST', '/v1/portal/clients:inviteClient', {
        token: root.token,
        body: { email: newEmail(), accessLevel: 'CLIENT', parentId: reseller.clientId },
      })
    ).body;
    const invited = { ...reseller, clientId };
    const inviter = async () =>
      (await db.query('select inviter_id as id from client where id = $1', [clientId]))[0];
    expect((await update(root, invited, { email: newEmail() })).status).toBe(200);
    expect(await inviter()).toEqual({ id: root.clientId });
    expect((await update(reseller, invited, { email: newEmail() })).status).toBe(200);
    expect(await inviter()).toEqual({ id: reseller.clientId });
  });

  test('an account whose temporary password was never used is corrected by its creator', async () => {
    const { clientId } = (
      await call('POST', '/v1/portal/clients:createClientInternal', {
        token: company.token,
        body: {
          email: newEmail(),
          phone: '0714000001',
          accessLevel: 'CLIENT',
          accountType: 'INDIVIDUAL',
          firstName: 'Ana',
          lastName: 'Banda',
          country: 'KE',
        },
      })
    ).body;
    expect((await update(company, { clientId } as Person, { email: newEmail() })).status).toBe(200);
  });
});

test("only an administrator removes another account's two-factor, with an audit entry and a notice", async () => {
  const person = await add('guarded', 'CLIENT', reseller, { use2fa: true });
  for (const other of [support, business, reseller])
    expect(await updateSteppedUp(other, person, { use2fa: false })).toMatchObject(NOT_ALLOWED);
  expect(await update(root, person, { use2fa: false })).toMatchObject(STEP_UP);
  for (const body of [{ use2fa: true }, { use2fa: false, otpChannel: 'SMS' }])
    expect(await updateSteppedUp(root, person, body)).toMatchObject(NOT_ALLOWED);
  expect(await updateSteppedUp(root, person, { use2fa: false })).toMatchObject({
    status: 200,
    body: { use2fa: false },
  });
  expect((await mailTo(person.email))[0]!.subject).toMatch(/Two-factor sign-in was removed/);
  expect(
    (
      await db.query(
        `select actor_id, after from audit_entry where client_id = $1 and action = 'CLIENT_UPDATED'`,
        [person.clientId],
      )
    ).at(-1),
  ).toEqual({ actor_id: root.clientId, after: { use2fa: false } });
});

describe('API keys and a new password', () => {
  const keysOf = async (whom: Person) =>
    (
      await db.query('select id from api_key where client_id = $1 and revoked_at is null', [
        whom.clientId,
      ])
    ).length;
  async function linkFor(person: Person): Promise<string> {
    await db.query('delete from rate_limit');
    await call('POST', '/v1/requestChangePassword', { body: { username: person.email } });
    return linkTo(person.email, 'reset-password');
  }
  const choose = (token: string, more: { revokeApiKeys?: boolean } = {}) =>
    call('POST', '/v1/portal/clients:updatePasswordExternal', {
      token,
      body: { newPassword: 'seven quiet herons', ...more },
    });

  test('a reset reports their number and revokes them on request', async () => {
    const person = await someone('CLIENT', reseller);
    const key = await portal.keyOf(person.clientId);
    const token = await linkFor(person);
    expect(
      (await call('GET', '/v1/portal/clients:updatePasswordExternal', { token })).body,
    ).toEqual({ apiKeyCount: 1 });
    expect((await choose(token)).status).toBe(200);
    expect((await call('GET', '/v1/balance', { token: key })).status).toBe(200);
    expect((await choose(await linkFor(person), { revokeApiKeys: true })).status).toBe(200);
    expect((await call('GET', '/v1/balance', { token: key })).status).toBe(401);
    expect((await call('GET', '/v1/portal/clients:updatePasswordExternal', { token })).status).toBe(
      404,
    );
  });

  test("changing one's own password revokes them on request", async () => {
    const person = await someone('CLIENT', reseller);
    await portal.keyOf(person.clientId);
    const change = (body: Record<string, unknown>) =>
      call('POST', '/v1/portal/clients:updatePassword', { token: person.token, body });
    expect(
      (await change({ oldPassword: PASSWORD, newPassword: 'seven quiet herons' })).status,
    ).toBe(200);
    expect(await keysOf(person)).toBe(1);
    expect(
      (
        await change({
          oldPassword: 'seven quiet herons',
          newPassword: 'eight quiet herons',
          revokeApiKeys: true,
        })
      ).status,
    ).toBe(200);
    expect(await keysOf(person)).toBe(0);
  });

  test('the first link to an unconfirmed address revokes the keys made before', async () => {
    const person = await someone('CLIENT', reseller);
    await db.query('update client set email_unproved = true where id = $1', [person.clientId]);
    await portal.keyOf(person.clientId);
    expect((await choose(await linkFor(person))).status).toBe(200);
    expect(await keysOf(person)).toBe(0);
    await portal.keyOf(person.clientId);
    expect((await choose(await linkFor(person))).status).toBe(200);
    expect(await keysOf(person)).toBe(1);
  });
});

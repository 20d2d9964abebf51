import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal, type Person } from '../../../../../test/harness/portal.ts';

const db = await createTestDatabase();
const { call, add, mailTo } = await openPortal(db);
const root = await add('root', 'ADMINISTRATOR', null);
const NEWCOMER = 20;

const post = (by: Person, verb: string, body: Record<string, unknown>) =>
  call('POST', `/v1/portal/clients${verb}`, { token: by.token, body });
let number = 0;
const invite = (by: Person, email = `stranger${++number}@example.com`) =>
  post(by, ':inviteClient', { email, accessLevel: 'CLIENT' });
const countMails = async () =>
  Number((await db.query<{ count: string }>('select count(*) from outbox'))[0]!.count);

test('a company sends its budget and no more, and sees the time of the next', async () => {
  const company = await add('company', 'COMPANY', root);
  const answers = await Promise.all(Array.from({ length: 40 }, () => invite(company)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(NEWCOMER);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(40 - NEWCOMER);
  const [{ body, headers }] = refused as [(typeof refused)[0]];
  expect(body['error']).toBe('INVITATION_LIMIT');
  expect(body['message']).toMatch(
    /at most 20 invitations in 24 hours.* from \d{4}-\d\d-\d\d \d\d:\d\d \(UTC\)/,
  );
  expect(Number(headers['retry-after'])).toBeGreaterThan(86_000);
  const before = await countMails();
  expect((await invite(company)).status).toBe(429);
  expect(await countMails()).toBe(before);
});

test('temporary passwords, resent invitations and used addresses count too', async () => {
  const reseller = await add('reseller', 'RESELLER', root);
  const { clientId } = (await invite(reseller)).body;
  expect((await post(reseller, ':resendInvitation', { clientId })).status).toBe(200);
  expect((await invite(reseller, 'company@example.com')).status).toBe(409);
  for (let sent = 3; sent < NEWCOMER; sent++) {
    const made = await post(reseller, ':createClientInternal', {
      email: `made${sent}@example.com`,
      accessLevel: 'CLIENT',
      accountType: 'INDIVIDUAL',
      firstName: 'Made',
      lastName: 'Here',
      phone: `+2547300000${String(sent).padStart(2, '0')}`,
      country: 'KE',
    });
    expect(made.status).toBe(200);
  }
  const created = await post(reseller, ':createClientInternal', {
    email: 'over@example.com',
    accessLevel: 'CLIENT',
    accountType: 'INDIVIDUAL',
    firstName: 'One',
    lastName: 'More',
    phone: '+254730000099',
    country: 'KE',
  });
  expect(created).toMatchObject({ status: 429, body: { error: 'INVITATION_LIMIT' } });
  await db.query(`delete from rate_limit where key like 'send %'`);
  expect((await post(reseller, ':resendInvitation', { clientId })).status).toBe(429);
});

test('an account older than a month, and staff, send more', async () => {
  const [old, support] = [
    await add('old', 'RESELLER', root),
    await add('support', 'IT_SUPPORT', root),
  ];
  await db.query(`update client set created_at = now() - interval '31 days' where id = $1`, [
    old.clientId,
  ]);
  for (const person of [old, support]) {
    for (let sent = 0; sent <= NEWCOMER; sent++) expect((await invite(person)).status).toBe(200);
  }
});

test("the mail to a stranger contains no address or number from its sender's names", async () => {
  const name = 'Free prize www.evil.example call +254 700 000 000';
  const company = await add('prize', 'COMPANY', root);
  await db.query('update client set client_name = $2 where id = $1', [company.clientId, name]);
  await invite(company, 'wary@example.com');
  const [mail] = await mailTo('wary@example.com');
  expect(JSON.stringify(mail)).not.toMatch(/evil\.example|254 ?700/);
  expect(mail!.subject).toBe('Free prize www evil example call invites you to Tuma');
});

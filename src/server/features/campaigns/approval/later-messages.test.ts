// Single messages that were accepted for a later time, and whose account needs approval since.
import { beforeEach, expect, test } from 'vitest';
import { addRoute, addSender, call, messenger } from '../../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import { openAcceptor } from '../../../core/accept/accept.ts';
import type { MessageRequest } from '../../../core/accept/accept.ts';
import { openLaterApproval } from '../../../core/accept/scheduled-approval.ts';
import { fingerprintOf } from '../../../core/accept/fingerprint.rules.ts';
import { checkLedger } from '../../../core/ledger/verify-ledger.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { messagesTotal } from '../../../infra/instruments.ts';
import { openPageTokens } from '../../../infra/database/pages.ts';
import { aggregate, dropEnded } from '../progress/aggregate.jobs.ts';
import { notifyApprovers } from './approvers.jobs.ts';
import { campaignRoutes } from '../campaigns.api.ts';
import { releaseGathered } from './gathered.jobs.ts';
import { startDue } from '../send/schedule.jobs.ts';

const db = await createTestDatabase();
const database = open(db, 'tuma_portal', 12);
const worker = open(db, 'tuma_worker', 4);
const acceptor = openAcceptor({ database: open(db, 'tuma_accept', 4) });
const rootId = await addClient(database, { parentId: null, name: 'Root' });
await addRoute(database);
await db.query('delete from sending_window');
const routes = campaignRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)), messenger });
const approver: Caller = { clientId: rootId, accessLevel: 'ADMINISTRATOR', path: '' };
const LATER = new Date(Date.now() + 2 * 3_600_000);
const [ONE, OTHER] = ['Great offers of the week in every shop', 'Visit our new branch in town'];

let clientId: string;
let above: string;
let number = 711_000_000;
beforeEach(async () => {
  above = await addClient(database, { parentId: rootId });
  clientId = await addClient(database, { parentId: above, units: 1_000_000n });
  await addSender(database, clientId, `S${clientId.slice(-8)}`);
});

type Message = { text: string; scheduleAt?: Date; content?: MessageRequest['content'] };
async function send(...messages: Message[]): Promise<string[]> {
  const outcomes = await acceptor.accept(
    { source: 'REST', clientId, user: null, test: false },
    messages.map(({ text, scheduleAt = LATER, content = { text } }) => ({
      from: `S${clientId.slice(-8)}`,
      to: `+254${number++}`,
      content,
      scheduleAt,
    })),
  );
  return outcomes.map((each) => {
    if ('refusal' in each) throw each.refusal;
    return each.messageId;
  });
}
const flag = (numbers = 0, of = clientId) =>
  db.query(
    'update client set requires_campaign_approval = true, unapproved_numbers = $2 where id = $1',
    [of, numbers],
  );
const askAll = () => openLaterApproval(worker)();
/** The end of each message, or the place where it waits. */
const statesOf = async (ids: string[]) =>
  (
    await db.query<{ state: string }>(
      `select case when m.status <> ${MESSAGE_STATUS.QUEUED} then m.status || ' ' || coalesce(m.error_code, '')
         else coalesce((select case when k.stopped then 'stopped' else 'queued' end || case when k.campaign_id is distinct from m.campaign_id then ' astray' else '' end
           from chunk k where m.id = any (k.message_ids[k.pos + 1:]) and k.not_before = m.scheduled_at), 'lost') end as state
       from unnest($1::uuid[]) with ordinality as asked (id, at) join message m using (id) order by at`,
      [ids],
    )
  ).map(({ state }) => state);
const waiting = () =>
  db.query<{ id: string; text: string; total: number; held: string }>(
    `select id, text, total, units_held::text as held from campaign where client_id = $1 and status = 'WAITING_APPROVAL' order by id`,
    [clientId],
  );
/** Messages that the metric of accepted ones counted. */
const accepted = async () =>
  (await messagesTotal.get()).values.find(({ labels }) => labels['outcome'] === 'accepted')!.value;
const heldUnits = async () =>
  (
    await db.query<{ balance: string }>(
      `select balance from ledger_account where client_id = $1 and kind = 'held'`,
      [clientId],
    )
  )[0]!.balance;

test.each(['own', 'above'] as const)(
  'wait for an approver with their units: %s rule',
  async (whose) => {
    const ids = await send({ text: ONE }, { text: ONE }, { text: OTHER });
    await askAll();
    expect(await statesOf(ids)).toEqual(['queued', 'queued', 'queued']);
    const held = await heldUnits();
    await aggregate(database);
    const counted = await accepted();
    await flag(0, whose === 'own' ? clientId : above);
    await askAll();
    expect(await statesOf(ids)).toEqual(['stopped', 'stopped', 'stopped']);
    await aggregate(database);
    const [first, second] = await waiting();
    expect([first, second]).toMatchObject([
      { text: ONE, total: 2, held: '20000' },
      { text: OTHER, total: 1, held: '10000' },
    ]);
    expect(await heldUnits()).toBe(held);
    expect(await accepted()).toBe(counted);
    await notifyApprovers(database, messenger);

    await call(routes, campaigns.approve, approver, { campaignId: first!.id, approved: true });
    await call(routes, campaigns.approve, approver, {
      campaignId: second!.id,
      approved: false,
      reason: 'Not allowed',
    });
    await startDue(database, messenger);
    await releaseGathered(database);
    await dropEnded(database);
    expect(await statesOf(ids)).toEqual([
      'queued',
      'queued',
      `${MESSAGE_STATUS.REJECTED} APPROVAL_DECLINED`,
    ]);
    await askAll();
    expect((await statesOf(ids)).slice(0, 2)).toEqual(['queued', 'queued']);
    await aggregate(database);
    expect(await heldUnits()).toBe('20000');
    expect(await database.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
  },
);

test('those within the numbers that a text may reach go, once', async () => {
  const ids = await send({ text: ONE }, { text: ONE }, { text: ONE });
  await flag(2);
  for (let run = 0; run < 3; run++) await askAll();
  expect(await statesOf(ids)).toEqual(['queued', 'queued', 'stopped']);
  expect(
    await db.query('select count(*)::int as n from unapproved_message where client_id = $1', [
      clientId,
    ]),
  ).toEqual([{ n: 2 }]);
});

test('approved texts and what was asked at acceptance go; messages of now are left alone', async () => {
  const [approved] = await send({ text: ONE });
  const [now] = await send({ text: OTHER, scheduleAt: new Date() });
  await db.query(
    `insert into text_decision (id, client_id, campaign_id, sender, text, fingerprint, is_approved, decided_by)
     values (gen_random_uuid(), $1, gen_random_uuid(), $4, $2, $3, true, $1)`,
    [clientId, ONE, fingerprintOf(ONE), `S${clientId.slice(-8)}`],
  );
  await flag(1);
  const [counted, free] = await send({ text: OTHER }, { text: ONE });
  await askAll();
  expect(await statesOf([approved!, counted!, free!])).toEqual(['queued', 'queued', 'queued']);
  // An approval that ends does not call back what it let pass.
  await db.query('delete from text_decision where client_id = $1', [clientId]);
  await askAll();
  expect(await statesOf([approved!, counted!, free!])).toEqual(['queued', 'queued', 'queued']);
  expect(
    await db.query('select campaign_id as "campaignId" from message where id = $1', [now]),
  ).toEqual([{ campaignId: null }]);
});

test('a declined text is refused', async () => {
  const ids = await send({ text: ONE }, { text: OTHER });
  await db.query(
    `insert into text_decision (id, client_id, campaign_id, sender, text, fingerprint, is_approved, decided_by)
     values (gen_random_uuid(), $1, gen_random_uuid(), $4, $2, $3, false, $1)`,
    [clientId, ONE, fingerprintOf(ONE), `S${clientId.slice(-8)}`],
  );
  await flag(5);
  await askAll();
  expect(await statesOf(ids)).toEqual([`${MESSAGE_STATUS.REJECTED} APPROVAL_DECLINED`, 'queued']);
});

test('beyond the messages of a day the others wait together, each with its text', async () => {
  await db.query(
    `insert into setting (key, value) values ('approvalLimits', '{"numbersPerText":5,"messagesPerDay":1}') on conflict (key) do update set value = excluded.value`,
  );
  const ids = await send(
    { text: ONE },
    { text: OTHER },
    { text: 'Something else altogether for you' },
  );
  await flag(5);
  await askAll();
  await db.query(`delete from setting where key = 'approvalLimits'`);
  expect(await statesOf(ids)).toEqual(['queued', 'stopped', 'stopped']);
  expect(await waiting()).toMatchObject([{ text: OTHER }]);
});

test('octets are asked about by what a phone shows', async () => {
  const octets = Buffer.from(ONE);
  const ids = await send({ text: '', content: { octets, dataCoding: 4, esmClass: 0 } });
  await flag();
  await askAll();
  expect(await statesOf(ids)).toEqual(['stopped']);
  expect(await waiting()).toMatchObject([{ text: ONE }]);
});

test('a new content rule lets those wait that it names, and no others; an approval counts once', async () => {
  const rule = (word: string) =>
    db.query(
      `insert into setting (key, value) values ('contentRules', $1) on conflict (key) do update set value = excluded.value`,
      [JSON.stringify({ words: [word], links: false, mostRecipients: null })],
    );
  await db.query(
    `insert into setting (key, value) values ('approvalLimits', '{"numbersPerText":1,"messagesPerDay":100}') on conflict (key) do update set value = excluded.value`,
  );
  const job = openLaterApproval(worker);
  const ids = await send({ text: ONE }, { text: ONE }, { text: OTHER });
  await job();
  await rule('offers');
  await db.query(
    `insert into text_decision (id, client_id, campaign_id, sender, text, fingerprint, is_approved, decided_by)
     values (gen_random_uuid(), $1, gen_random_uuid(), $3, 'Approved offers of the year for you', $2, true, $1)`,
    [clientId, fingerprintOf('Approved offers of the year for you'), `S${clientId.slice(-8)}`],
  );
  const [free] = await send({ text: 'Approved offers of the year for you' });
  await db.query('delete from text_decision where client_id = $1', [clientId]);
  await job();
  expect(await statesOf([...ids, free!])).toEqual(['queued', 'stopped', 'queued', 'queued']);
  await rule('branch');
  await job();
  expect(await statesOf([...ids, free!])).toEqual(['queued', 'stopped', 'queued', 'queued']);
  await db.query(
    `update setting set value = jsonb_set(value, '{numbersPerText}', '0') where key = 'approvalLimits'`,
  );
  const [later] = await send({ text: 'Something else altogether for you' });
  await rule('altogether');
  await job();
  expect(await statesOf([later!])).toEqual(['stopped']);
  await db.query(`delete from setting where key in ('contentRules', 'approvalLimits')`);
});

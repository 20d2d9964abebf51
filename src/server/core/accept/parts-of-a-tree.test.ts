// Parts of one message that several accounts send which share an allowance (docs/adr/0108).
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openShops } from '../../../../test/harness/shops.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { idFloor, idTime } from '../../infra/ids.ts';
import { openAcceptor } from './accept.ts';
import type { MessageRequest, Submitter } from './accept.ts';
import { fingerprintOf } from './fingerprint.rules.ts';

const db = await createTestDatabase();
const { portal, rootId } = await openShops(db);
const acceptors = [1, 2].map(() => openAcceptor({ database: open(db, 'tuma_accept', 4) }));

const [one, two] = ['Our great offer of the day: tea, ', 'coffee and sugar for half the price'];
const whole = one + two;

beforeAll(() =>
  db.query(
    `insert into setting (key, value) values ('approvalLimits', '{"numbersPerText":0,"messagesPerDay":200}') on conflict (key) do update set value = excluded.value`,
  ),
);
let to = 712_300_000;
beforeEach(() => void to++);

/** Two accounts below one, which needs approval from so many numbers on; undefined: nobody does. */
async function addTree(numbers?: number): Promise<[Submitter, Submitter, Submitter]> {
  const above = await addClient(portal, { parentId: rootId, units: 100_000_000n });
  const below = await addClient(portal, { parentId: above, units: 100_000_000n });
  const beside = await addClient(portal, { parentId: above, units: 100_000_000n });
  if (numbers !== undefined)
    await db.query(
      'update client set requires_campaign_approval = true, unapproved_numbers = $2 where id = $1',
      [above, numbers],
    );
  return [below, beside, above].map((clientId) => ({
    source: 'SMPP' as const,
    clientId,
    user: null,
    test: false,
  })) as [Submitter, Submitter, Submitter];
}

type Place = { number?: number; reference?: number; scheduleAt?: Date };
const part = (
  at: number,
  text: string,
  { number = to, reference = 7, scheduleAt }: Place = {},
): MessageRequest => ({
  from: 'SHOP',
  to: `0${number}`,
  ...(scheduleAt && { scheduleAt }),
  content: {
    octets: Buffer.concat([Buffer.from([5, 0, 3, reference, 2, at]), Buffer.from(text, 'latin1')]),
    dataCoding: 0,
    esmClass: 0x40,
    text,
  },
});
const send = async (shop: Submitter, request: MessageRequest, by = 0) => {
  const [outcome] = await acceptors[by]!.accept(shop, [request]);
  return 'refusal' in outcome!
    ? outcome.refusal.code
    : outcome!.waitsIn === null
      ? 'sent'
      : 'waits';
};
const decline = ({ clientId }: Submitter) =>
  db.query(
    `insert into text_decision (id, client_id, campaign_id, sender, text, fingerprint, is_approved, decided_by)
     values (gen_random_uuid(), $1, gen_random_uuid(), 'SHOP', $2, $3, false, $1)`,
    [clientId, whole, fingerprintOf(whole)],
  );

test('a text in halves of two accounts counts as the text in one piece', async () => {
  const [first, second] = await addTree(1);
  expect(await send(first, { from: 'SHOP', to: '0712299999', content: { text: whole } })).toBe(
    'sent',
  );
  expect([await send(first, part(1, one)), await send(second, part(2, two))]).toEqual([
    'sent',
    'waits',
  ]);
});

test('the account above sends one half as any other of its tree', async () => {
  const [first, , above] = await addTree(50);
  await decline(first);
  expect([await send(above, part(2, two)), await send(first, part(1, one))]).toEqual([
    'sent',
    'TEXT_DECLINED',
  ]);
});

test('halves of two accounts are one message of the day', async () => {
  const [first, second] = await addTree(50);
  expect([await send(first, part(1, one)), await send(second, part(2, two))]).toEqual([
    'sent',
    'sent',
  ]);
  expect(
    await db.query(
      `select count(*) filter (where fingerprint not like '+%')::int as messages from unapproved_message where destination = $1`,
      [`254${to}`],
    ),
  ).toEqual([{ messages: 1 }]);
});

test('halves that two processes accept at once see each other', async () => {
  for (let round = 0; round < 5; round++) {
    const [first, second] = await addTree(50);
    await decline(first);
    await decline(second);
    to++;
    const outcomes = await Promise.all([
      send(first, part(1, one), 0),
      send(second, part(2, two), 1),
    ]);
    expect(outcomes.toSorted()).toEqual(['TEXT_DECLINED', 'sent']);
  }
});

test('halves in one transaction see each other', async () => {
  const [first, second] = await addTree(50);
  await decline(first);
  await decline(second);
  const outcomes = await Promise.all([send(first, part(1, one)), send(second, part(2, two))]);
  expect(outcomes.toSorted()).toEqual(['TEXT_DECLINED', 'sent']);
});

test('a half that is scheduled is joined at its time, also from before the account above needed approval', async () => {
  const soon = new Date(Date.now() + 3 * 24 * 3_600_000);
  for (const isLater of [false, true]) {
    to++;
    const [first, second, above] = await addTree(isLater ? undefined : 50);
    await db.query(
      'update client set requires_campaign_approval = true, unapproved_numbers = 50 where id = $1',
      [first.clientId],
    );
    expect(await send(first, part(1, one, { scheduleAt: soon }))).toBe('sent');
    // Two days pass: the part is older than the day in which parts are looked for.
    const [{ id }] = (await db.query<{ id: string }>(
      'select id from message where destination = $1',
      [`254${to}`],
    )) as [{ id: string }];
    const older = idFloor(idTime(id) - 30 * 3_600_000).slice(0, 13) + id.slice(13);
    await db.query('update message set id = $2 where id = $1', [id, older]);
    await db.query(
      'update scheduled_part set sends_at = now(), message_id = $2 where message_id = $1',
      [id, older],
    );
    if (isLater)
      await db.query('update client set requires_campaign_approval = true where id = $1', [
        above.clientId,
      ]);
    const by = isLater ? first : second;
    await decline(by);
    expect(await send(by, part(2, two))).toBe('TEXT_DECLINED');
  }
});

test('accounts that share no allowance are judged apart', async () => {
  const [first] = await addTree(50);
  const [other] = await addTree(50);
  await decline(other);
  expect([await send(first, part(1, one)), await send(other, part(2, two))]).toEqual([
    'sent',
    'sent',
  ]);
  // An account that needs none does not share with one below it that does.
  const [below, , above] = await addTree();
  await db.query('update client set requires_campaign_approval = true where id = $1', [
    below.clientId,
  ]);
  await db.query(
    `insert into setting (key, value) values ('contentRules', '{"words":["teacoffee"],"links":false,"mostRecipients":null}') on conflict (key) do update set value = excluded.value`,
  );
  await db.query('update client set unapproved_numbers = 50 where id = $1', [below.clientId]);
  expect([
    await send(below, part(1, 'Our tea', { reference: 9 })),
    await send(above, part(2, 'coffee is good', { reference: 9 })),
  ]).toEqual(['sent', 'sent']);
  await db.query(`delete from setting where key = 'contentRules'`);
});

test('the account of the second half does not read the first, and its approver does', async () => {
  const [first, second] = await addTree(0);
  await db.query('update client set unapproved_numbers = 50 where id = $1', [first.clientId]);
  expect([await send(first, part(1, one)), await send(second, part(2, two))]).toEqual([
    'sent',
    'waits',
  ]);
  const [campaign] = await db.query<{ name: string; text: string; reasons: unknown[] }>(
    'select campaign_name as name, text, approval_reasons as reasons from campaign where client_id = $1',
    [second.clientId],
  );
  expect(campaign).toEqual({
    name: two,
    text: two,
    reasons: [
      { rule: 'CLIENT', found: null },
      { rule: 'PARTS', found: whole },
    ],
  });
});

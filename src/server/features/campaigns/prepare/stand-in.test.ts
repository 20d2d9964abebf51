// Campaigns and single messages to operators that have not approved their sender ID: what is shown before sending is what is charged. Long because campaigns and single messages are held to the same cases.
import fc from 'fast-check';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import {
  addRoute,
  addSender,
  call,
  messenger,
  startTasks,
} from '../../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { sms } from '../../../../contract/api/campaign-sending.ts';
import { compose } from '../../../../contract/api/compose.ts';
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import { openAcceptor } from '../../../core/accept/accept.ts';
import { optOut } from '../../../core/opt-outs/opt-outs.ts';
import { checkLedger } from '../../../core/ledger/verify-ledger.ts';
import { openPageTokens } from '../../../infra/database/pages.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { aggregate } from '../progress/aggregate.jobs.ts';
import { stopBlockedSenders } from '../send/blocked-senders.ts';
import { campaignRoutes } from '../campaigns.api.ts';
import { composeRoutes } from '../compose/compose.api.ts';
import { keepSendingHours } from '../send/sending-hours.jobs.ts';
import { presentMessageToSubmit } from '../../messages/messages.present.ts';
import { listMessagesToSubmit } from '../../messages/to-submit.ts';

const db = await createTestDatabase();
const database = open(db, 'tuma_portal', 12);
const acceptor = openAcceptor({ database: open(db, 'tuma_accept', 4) });
const rootId = await addClient(database, { parentId: null });
await addRoute(database);
await db.query('delete from sending_window');
await db.query(
  `insert into stop_clause (country, network, kind, text, source, checked_on) values ('KE', 0, 'USSD', 'STOP *7#', 'test', current_date)
   on conflict (country, network) do update set kind = excluded.kind, text = excluded.text`,
);
const routes = [
  ...campaignRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)), messenger }),
  ...composeRoutes({ database }),
];
const runner = startTasks(database);
afterAll(() => runner.stop());

type Kind = 'PROMOTIONAL' | 'TRANSACTIONAL';
const [SAFARICOM, AIRTEL, TELKOM] = ['254712345678', '254733345678', '254772345678'];
const CLAUSE = '\nSTOP *456*9*5#';
let made = 0;
let client: Caller & { named: string; other: string };
async function newClient(kind: Kind, standInKind: Kind | null, networks = [2]): Promise<void> {
  const clientId = await addClient(database, { parentId: rootId, units: 100_000_000n });
  const [named, other] = [`NAMED${++made}`, `OTHER${made}`];
  await addSender(database, clientId, named, kind);
  if (standInKind) await addSender(database, clientId, other, standInKind);
  await db.query(
    `update sender set unregistered = $2, stand_in_id = (select id from sender where sender = $3) where sender = $1`,
    [named, networks, other],
  );
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  client = { clientId, accessLevel: 'COMPANY', path: row!.path, named, other };
}
beforeEach(() => newClient('TRANSACTIONAL', 'PROMOTIONAL'));

const prepare = async (recipients: string[], text = 'Sale') => {
  const input = { recipients: recipients.map((to) => `+${to}`), senderId: client.named, text };
  return {
    price: await call(routes, compose.price, client, input),
    ...(await call(routes, compose.compose, client, input)),
  };
};
async function send(campaignId: string) {
  await call(routes, sms.sendCampaign, client, { campaignId });
  await vi.waitFor(
    async () => {
      runner.wake();
      expect(
        await db.query('select from campaign where id = $1 and expanded_at is not null', [
          campaignId,
        ]),
      ).toHaveLength(1);
    },
    { timeout: 180_000, interval: 20 },
  );
  return db.query<{ destination: string; sender: string; text: string; units: number }>(
    `select m.destination, m.sender, coalesce(m.text, c.text) as text, m.units::int from message m join campaign c on c.id = m.campaign_id
     where m.campaign_id = $1 order by m.destination`,
    [campaignId],
  );
}
const accept = async (to: string, text = 'Sale') =>
  (
    await acceptor.accept({ source: 'REST', clientId: client.clientId, user: null, test: false }, [
      { from: client.named, to, content: { text } },
    ])
  ).map((each) =>
    'refusal' in each ? each.refusal.code : { sender: each.sender, units: each.units },
  )[0];
const chunkSenders = (campaignId: string) =>
  db.query<{ sender: string }>('select sender from chunk where campaign_id = $1 order by sender', [
    campaignId,
  ]);

test('messages to an operator that has not approved the sender ID come from the stand-in, with its ending', async () => {
  const text = 'x'.repeat(155);
  const { price, summary, campaignId } = await prepare([SAFARICOM, AIRTEL], text);
  // The clause of the stand-in makes a second part; the other text has one.
  const shown = { senderId: client.other, messages: 1, units: 2 };
  expect(price).toMatchObject({ recipients: 2, segments: 3, standIns: [shown], unregistered: 0 });
  expect(summary).toMatchObject({ valid: 2, segments: 3, units: price.units, standIns: [shown] });
  const preview = await call(routes, sms.fromFilePreview, client, { campaignId });
  expect(preview.messages.map((message) => message.text.slice(155))).toEqual(['', '\nSTOP *7#']);
  const sent = await send(campaignId);
  expect(sent.map(({ destination, sender }) => [destination, sender])).toEqual([
    [SAFARICOM, client.named],
    [AIRTEL, client.other],
  ]);
  expect(sent.map((message) => message.text)).toEqual(preview.messages.map(({ text: t }) => t));
  expect(sent.reduce((sum, { units }) => sum + units, 0)).toBe(price.units * 10_000);
  expect((await chunkSenders(campaignId)).map(({ sender }) => sender)).toEqual([
    client.named,
    client.other,
  ]);
});

test('a transactional stand-in takes the clause of a promotional sender ID away', async () => {
  await newClient('PROMOTIONAL', 'TRANSACTIONAL');
  const { campaignId } = await prepare([SAFARICOM, AIRTEL]);
  expect((await send(campaignId)).map(({ sender, text }) => [sender, text])).toEqual([
    [client.named, `Sale${CLAUSE}`],
    [client.other, 'Sale'],
  ]);
});

test('messages to submit show the sender ID that they will come from', async () => {
  const { campaignId } = await prepare([SAFARICOM, AIRTEL]);
  await db.query(`update campaign set status = 'SCHEDULED' where id = $1`, [campaignId]);
  const waiting = await database.run(systemScope(), (tx) =>
    listMessagesToSubmit(
      tx,
      systemScope(),
      { campaignIds: [campaignId], clientIds: [], from: undefined, to: undefined },
      undefined,
      10,
    ),
  );
  const viewer = { ...client, sessionId: '', clientStatus: 'ACTIVE', impersonatorId: null };
  expect(
    waiting.map(
      ({ campaign, message }) =>
        presentMessageToSubmit(campaign, message, viewer as never).senderId,
    ),
  ).toEqual([client.named, client.other]);
});

test('a link in the ending of a stand-in leads to the stand-in', async () => {
  await db.query(
    `update stop_clause set kind = 'LINK', text = 'STOP {link}' where country = 'KE' and network = 0`,
  );
  const { campaignId } = await prepare([SAFARICOM, AIRTEL]);
  const sent = await send(campaignId);
  expect(sent.map(({ text }) => text)).toEqual([
    'Sale',
    expect.stringMatching(/^Sale\nSTOP .*\/s\/[A-Za-z0-9]+$/),
  ]);
  const [, token] = /\/s\/(\w+)$/.exec(sent[1]!.text)!;
  expect(
    await db.query('select sender, destination from stop_link where token = $1', [token]),
  ).toEqual([{ sender: client.other, destination: AIRTEL }]);
  await db.query(
    `update stop_clause set kind = 'USSD', text = 'STOP *7#' where country = 'KE' and network = 0`,
  );
});

test('without a stand-in such recipients are left out by name, in the price, the summary and the list', async () => {
  await newClient('TRANSACTIONAL', null, [2, 3]);
  const { price, summary, campaignId } = await prepare([SAFARICOM, AIRTEL, TELKOM]);
  expect(price).toMatchObject({ recipients: 1, leftOut: 2, unregistered: 2, standIns: [] });
  expect(summary).toMatchObject({
    valid: 1,
    units: price.units,
    standIns: [],
    reasons: [{ reason: 'SENDER_NOT_REGISTERED', count: 2 }],
  });
  expect((await send(campaignId)).map(({ destination }) => destination)).toEqual([SAFARICOM]);
  expect(await accept(AIRTEL)).toBe('SENDER_NOT_REGISTERED');
  expect(await accept(SAFARICOM)).toMatchObject({ sender: client.named });
});

test('an approval that is withdrawn after the price stops what is not sent yet, and its units come back', async () => {
  const { campaignId } = await prepare([SAFARICOM, AIRTEL, TELKOM]);
  await db.query(`update sender set unregistered = '{2,3}' where sender = $1`, [client.named]);
  await db.query(`update sender set unregistered = '{2}' where sender = $1`, [client.other]);
  expect((await send(campaignId)).map(({ destination }) => destination)).toEqual([SAFARICOM]);
  expect(
    await db.query(
      'select destination, skipped from recipient where campaign_id = $1 and skipped is not null order by destination',
      [campaignId],
    ),
  ).toEqual([
    { destination: AIRTEL, skipped: 'SENDER_NOT_REGISTERED' },
    { destination: TELKOM, skipped: 'SENDER_NOT_REGISTERED' },
  ]);
  expect(
    await db.query(
      'select (units_held - units_released)::int as kept from campaign where id = $1',
      [campaignId],
    ),
  ).toEqual([{ kept: 10_000 }]);
  expect(await database.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
});

test("a campaign uses the sender ID of the client's country among those of one name, as a single message does", async () => {
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status, is_generic)
     select ('00000000-0000-7000-8000-' || right(id::text, 12))::uuid, sender, client_id, kind, 'TZ', status, false from sender where sender = $1`,
    [client.named],
  );
  const { summary } = await prepare([SAFARICOM, AIRTEL]);
  expect(summary).toMatchObject({ standIns: [{ senderId: client.other, messages: 1 }] });
  expect(await accept(AIRTEL)).toMatchObject({ sender: client.other });
});

const [MTN, AIRTEL_UG, VODACOM_TZ] = ['256771234567', '256701234567', '255741234567'];
/** Gives the client's sender ID to other countries: in Uganda with a stand-in, in Tanzania without one. */
async function addCountries(): Promise<string> {
  const other = `UGANDA${made}`;
  for (const [sender, country, networks, standIn] of [
    [other, 'UG', [], null],
    [client.named, 'UG', [21], other],
    [client.named, 'TZ', [11], null],
  ])
    await db.query(
      `insert into sender (id, sender, client_id, kind, country, status, unregistered, stand_in_id)
       values (gen_random_uuid(), $1, $2, 'TRANSACTIONAL', $3, 'READY_FOR_SENDING', $4, (select id from sender where sender = $5))`,
      [sender, client.clientId, country, networks, standIn],
    );
  return other;
}

test("a campaign to several countries takes each receiver's stand-in, as single messages do", async () => {
  const other = await addCountries();
  const numbers = [SAFARICOM, AIRTEL, MTN, AIRTEL_UG, VODACOM_TZ];
  const { price, summary, campaignId } = await prepare(numbers);
  const shares = [
    { senderId: client.other, messages: 1 },
    { senderId: other, messages: 1 },
  ];
  expect(price).toMatchObject({ recipients: 4, unregistered: 1 });
  expect(price.standIns.toSorted(bySenderId)).toMatchObject(shares);
  expect(summary!.standIns.toSorted(bySenderId)).toEqual(price.standIns.toSorted(bySenderId));
  expect(summary).toMatchObject({ valid: 4, units: price.units });
  const sent = await send(campaignId);
  expect(sent.map(({ destination, sender, text }) => [destination, sender, text])).toEqual([
    [SAFARICOM, client.named, 'Sale'],
    [AIRTEL, client.other, 'Sale\nSTOP *7#'],
    [AIRTEL_UG, client.named, 'Sale'],
    [MTN, other, 'Sale'],
  ]);
  for (const { destination, sender, units } of sent)
    expect(await accept(destination)).toEqual({ sender, units: BigInt(units) });
  expect(await accept(VODACOM_TZ)).toBe('SENDER_NOT_REGISTERED');
});
const bySenderId = (a: { senderId: string }, b: { senderId: string }) =>
  a.senderId < b.senderId ? -1 : 1;

test('a withdrawal, an opt-out or a block in one country leaves the other countries as they are', async () => {
  const other = await addCountries();
  await database.run(systemScope(), (tx) =>
    optOut(tx, {
      clientId: client.clientId,
      destinations: [AIRTEL, MTN],
      source: 'PORTAL',
      notes: ['', ''],
      scope: 'EVERYTHING',
      sender: client.other,
    }),
  );
  const { summary, campaignId } = await prepare([SAFARICOM, AIRTEL, MTN, AIRTEL_UG]);
  expect(summary).toMatchObject({ valid: 3, optedOut: 1 });
  await db.query(
    `update sender set unregistered = '{21,22}' where sender = $1 and country = 'UG'`,
    [client.named],
  );
  const sent = await send(campaignId);
  expect(sent.map(({ destination, sender }) => [destination, sender])).toEqual([
    [SAFARICOM, client.named],
    [MTN, other],
  ]);
  await db.query(`update sender set status = 'INACTIVE' where sender = $1`, [other]);
  await stopBlockedSenders(database);
  expect(await chunkSenders(campaignId)).toEqual([{ sender: client.named }]);
});

test('a block ends the messages of its networks where another stand-in has the same name', async () => {
  const other = await addCountries();
  await db.query('update sender set sender = $1 where sender = $2', [client.other, other]);
  const { campaignId } = await prepare([SAFARICOM, AIRTEL, MTN, AIRTEL_UG]);
  await send(campaignId);
  await db.query(`update sender set status = 'INACTIVE' where sender = $1 and country = 'UG'`, [
    client.other,
  ]);
  await stopBlockedSenders(database);
  await aggregate(database);
  expect(
    await db.query(
      'select destination from message where campaign_id = $1 and status = $2 order by destination',
      [campaignId, MESSAGE_STATUS.CANCELLED],
    ),
  ).toEqual([{ destination: MTN }]);
  expect(
    await db.query('select sum(size)::int as messages from chunk where campaign_id = $1', [
      campaignId,
    ]),
  ).toEqual([{ messages: 3 }]);
  expect(
    await db.query(
      'select units_released = (select units from message where campaign_id = $1 and destination = $2) as back from campaign where id = $1',
      [campaignId, MTN],
    ),
  ).toEqual([{ back: true }]);
  expect(await database.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
});

test('an approval after the price leaves what was priced as it is', async () => {
  const { campaignId } = await prepare([AIRTEL]);
  await db.query(`update sender set unregistered = '{}' where sender = $1`, [client.named]);
  expect((await send(campaignId)).map(({ sender }) => sender)).toEqual([client.other]);
  expect(await accept(AIRTEL)).toMatchObject({ sender: client.named });
});

test.each(['named', 'other'] as const)(
  'an opt-out of messages of the %s sender ID holds for what the stand-in sends',
  async (which) => {
    await database.run(systemScope(), (tx) =>
      optOut(tx, {
        clientId: client.clientId,
        destinations: [AIRTEL],
        source: 'PORTAL',
        notes: [''],
        scope: 'EVERYTHING',
        sender: client[which],
      }),
    );
    const { summary } = await prepare([SAFARICOM, AIRTEL]);
    expect(summary).toMatchObject({ valid: 1, optedOut: 1 });
    expect(await accept(AIRTEL)).toBe('OPTED_OUT');
  },
);

test.each([
  ['PROMOTIONAL', 'TRANSACTIONAL', 'named'],
  ['TRANSACTIONAL', 'PROMOTIONAL', 'other'],
] as const)(
  'an opt-out of promotions of a %s sender ID with a %s stand-in holds in campaigns and single messages: of the %s one',
  async (kind, standInKind, which) => {
    await newClient(kind, standInKind);
    await database.run(systemScope(), (tx) =>
      optOut(tx, {
        clientId: client.clientId,
        destinations: [AIRTEL],
        source: 'PORTAL',
        notes: [''],
        scope: 'PROMOTIONAL',
        sender: client[which],
      }),
    );
    const { summary } = await prepare([SAFARICOM, AIRTEL]);
    expect(summary).toMatchObject({ valid: 1, optedOut: 1 });
    expect(await accept(AIRTEL)).toBe('OPTED_OUT');
  },
);

test('an opt-out of promotions after acceptance ends what waits under a transactional stand-in', async () => {
  await newClient('PROMOTIONAL', 'TRANSACTIONAL');
  const { campaignId } = await prepare([SAFARICOM, AIRTEL]);
  await send(campaignId);
  for (const to of [SAFARICOM, AIRTEL]) expect(await accept(to)).toMatchObject({ units: 10_000n });
  await database.run(systemScope(), (tx) =>
    optOut(tx, {
      clientId: client.clientId,
      destinations: [AIRTEL],
      source: 'MO',
      notes: [''],
      scope: 'PROMOTIONAL',
    }),
  );
  expect(
    await db.query(
      'select destination, status, count(*)::int as messages from message where client_id = $1 group by 1, 2 order by 1',
      [client.clientId],
    ),
  ).toEqual([
    { destination: SAFARICOM, status: MESSAGE_STATUS.QUEUED, messages: 2 },
    { destination: AIRTEL, status: MESSAGE_STATUS.CANCELLED, messages: 2 },
  ]);
});

test('an opt-out of promotions of a transactional sender ID stops nothing, whoever stands in', async () => {
  await database.run(systemScope(), (tx) =>
    optOut(tx, {
      clientId: client.clientId,
      destinations: [AIRTEL],
      source: 'PORTAL',
      notes: [''],
      scope: 'PROMOTIONAL',
      sender: client.named,
    }),
  );
  expect((await prepare([SAFARICOM, AIRTEL])).summary).toMatchObject({ valid: 2 });
  expect(await accept(AIRTEL)).toMatchObject({ sender: client.other });
});

test('messages that wait under a blocked stand-in are cancelled and their units released; the rest goes on', async () => {
  const { campaignId } = await prepare([SAFARICOM, AIRTEL]);
  await send(campaignId);
  await db.query(`update sender set status = 'INACTIVE' where sender = $1`, [client.other]);
  await stopBlockedSenders(database);
  await aggregate(database);
  expect(await chunkSenders(campaignId)).toEqual([{ sender: client.named }]);
  expect(
    await db.query('select status from message where campaign_id = $1 order by destination', [
      campaignId,
    ]),
  ).toEqual([{ status: MESSAGE_STATUS.QUEUED }, { status: MESSAGE_STATUS.CANCELLED }]);
  const [campaign] = await db.query<{ status: string; back: string; due: string }>(
    `select c.status, units_released as back, (select units from message m where m.campaign_id = c.id and m.sender = $2) as due from campaign c where id = $1`,
    [campaignId, client.other],
  );
  expect(campaign).toMatchObject({ status: 'RUNNING', back: campaign!.due });
  expect(await database.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
});

test('promotions of a stand-in need a consent where the client demands one', async () => {
  await db.query('update client set demands_consent = true where id = $1', [client.clientId]);
  const { price, summary } = await prepare([SAFARICOM, AIRTEL]);
  expect(price).toMatchObject({ recipients: 1 });
  expect(summary).toMatchObject({ valid: 1, reasons: [{ reason: 'NO_CONSENT', count: 1 }] });
  expect(await accept(AIRTEL)).toBe('NO_CONSENT');
  expect(await accept(SAFARICOM)).toMatchObject({ sender: client.named });
});

test('a stand-in keeps the sending hours of its kind', async () => {
  await db.query(
    `insert into sending_window (kind, country, opens, closes, days, timezone, source, checked_on)
     values ('PROMOTIONAL', 'KE', 0, 1, array[extract(isodow from now() - interval '3 days')::int], 'UTC', 'test', current_date)`,
  );
  expect(await accept(AIRTEL)).toBe('OUTSIDE_WINDOW');
  expect(await accept(SAFARICOM)).toMatchObject({ sender: client.named });
  const both = await prepare([SAFARICOM, AIRTEL]);
  await expect(
    call(routes, sms.sendCampaign, client, { campaignId: both.campaignId }),
  ).rejects.toMatchObject({ code: 'OUTSIDE_WINDOW' });
  const one = await prepare([SAFARICOM]);
  expect(await send(one.campaignId)).toHaveLength(1);
  await db.query('delete from sending_window');
});

test('a started campaign pauses when the hours of its stand-in end', async () => {
  const { campaignId } = await prepare([SAFARICOM, AIRTEL]);
  await send(campaignId);
  await db.query(
    `insert into sending_window (kind, country, opens, closes, days, timezone, source, checked_on)
     values ('PROMOTIONAL', 'KE', 0, 1, array[extract(isodow from now() - interval '3 days')::int], 'UTC', 'test', current_date)`,
  );
  await keepSendingHours(database);
  await db.query('delete from sending_window');
  expect(await db.query('select status, reason from campaign where id = $1', [campaignId])).toEqual(
    [{ status: 'PAUSED', reason: 'WINDOW' }],
  );
});

test('the price shown before sending is the price of the messages, whatever the texts and kinds', async () => {
  const kind = fc.constantFrom<Kind>('PROMOTIONAL', 'TRANSACTIONAL');
  await fc.assert(
    fc.asyncProperty(
      kind,
      fc.option(kind, { nil: null }),
      fc.subarray([1, 2, 3]),
      fc.constantFrom('Sale', 'x'.repeat(150), 'x'.repeat(159), 'Olá, ção… '.repeat(7)),
      async (named, standIn, networks, text) => {
        await newClient(named, standIn, networks);
        const numbers = [SAFARICOM, AIRTEL, TELKOM];
        const singles = await Promise.all(numbers.map((to) => accept(to, text)));
        const accepted = singles.filter((each) => typeof each === 'object');
        const input = {
          recipients: numbers.map((to) => `+${to}`),
          senderId: client.named,
          text,
          replaceLookalikes: false,
        };
        const price = await call(routes, compose.price, client, input);
        expect(price).toMatchObject({
          recipients: accepted.length,
          unregistered: numbers.length - accepted.length,
          standIns:
            standIn === null || networks.length === 0
              ? []
              : [{ senderId: client.other, messages: networks.length }],
        });
        expect(BigInt(Math.round(price.units * 10_000))).toBe(
          accepted.reduce((sum, each) => sum + (each as { units: bigint }).units, 0n),
        );
        if (accepted.length === 0) return;
        const { summary, campaignId } = await call(routes, compose.compose, client, input);
        expect(summary).toMatchObject({ units: price.units, standIns: price.standIns });
        const sent = await send(campaignId);
        expect(sent.reduce((sum, { units }) => sum + units, 0)).toBe(
          Math.round(price.units * 10_000),
        );
        expect(sent.map(({ sender }) => sender).toSorted()).toEqual(
          accepted.map((each) => (each as { sender: string }).sender).toSorted(),
        );
      },
    ),
    { numRuns: 15 },
  );
});

import { afterAll, expect, test, vi } from 'vitest';
import {
  addRoute,
  addSender,
  call,
  messenger,
  startTasks,
} from '../../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../../test/harness/campaigns.ts';
import { corpus } from '../../../../../test/harness/files/corpus.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { sms } from '../../../../contract/api/campaign-sending.ts';
import { compose, MOST_TYPED } from '../../../../contract/api/compose.ts';
import type { Input } from '../../../../contract/endpoint.ts';
import { measureText, withLookalikes } from '../../../../contract/shared/sms.ts';
import { templates } from '../../../../contract/api/templates.ts';
import { checkLedger } from '../../../core/ledger/verify-ledger.ts';
import { newId } from '../../../infra/ids.ts';
import { openPageTokens } from '../../../infra/database/pages.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { templateRoutes } from '../../templates/templates.api.ts';
import { campaignRoutes } from '../campaigns.api.ts';
import { composeRoutes } from './compose.api.ts';
import { endDrafts } from './drafts.jobs.ts';

const db = await createTestDatabase();
const database = open(db, 'tuma_portal', 12);
const rootId = await addClient(database, { parentId: null });
await addRoute(database);
const tokens = openPageTokens(Buffer.alloc(32));
const routes = [
  ...campaignRoutes({ database, tokens, messenger }),
  ...composeRoutes({ database }),
  ...templateRoutes({ database, tokens }),
];
const runner = startTasks(database);
afterAll(() => runner.stop());
let senders = 0;

type Client = Caller & { sender: string };

async function newClient(units = 100_000_000n, kind?: 'PROMOTIONAL'): Promise<Client> {
  const clientId = await addClient(database, { parentId: rootId, units });
  const sender = `DUKA${++senders}`;
  await addSender(database, clientId, sender, kind);
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  return { clientId, accessLevel: 'COMPANY', path: row!.path, sender };
}

type Contact = { phone: string; firstName?: string; attributes?: Record<string, string> };

/** Adds contacts in a group of their own, and gives the ids of both. */
async function addGroup(
  client: Client,
  contacts: Contact[],
  known: string[] = [],
): Promise<{ groupId: string; contactIds: string[] }> {
  const groupId = newId(),
    contactIds = contacts.map(() => newId());
  await db.query(
    'insert into contact_group (id, client_id, group_name, contact_count) values ($1, $2, $3, $4)',
    [groupId, client.clientId, groupId, contacts.length + known.length],
  );
  await db.query(
    `insert into contact (id, client_id, phone, first_name, attributes) select id, $1, phone, first_name, attributes from unnest($2::uuid[], $3::text[], $4::text[], $5::jsonb[]) as t (id, phone, first_name, attributes)`,
    [
      client.clientId,
      contactIds,
      contacts.map(({ phone }) => phone),
      contacts.map(({ firstName = '' }) => firstName),
      contacts.map(({ attributes = {} }) => JSON.stringify(attributes)),
    ],
  );
  await db.query(
    'insert into contact_group_member (group_id, contact_id, client_id) select $1, id, $2 from unnest($3::uuid[]) as t (id)',
    [groupId, client.clientId, [...contactIds, ...known]],
  );
  return { groupId, contactIds };
}

const write = (client: Client, message: Partial<Input<typeof compose.compose>>) =>
  call(routes, compose.compose, client, { senderId: client.sender, text: 'Hello', ...message });
const preview = (client: Client, campaignId: string) =>
  call(routes, sms.fromFilePreview, client, { campaignId });
const send = (client: Client, campaignId: string, key?: string) =>
  call(routes, sms.sendCampaign, client, { campaignId }, { key });
const ended = (operationId: string) =>
  vi.waitFor(
    async () => {
      runner.wake();
      expect(
        await db.query(`select from task where id = $1 and status <> 'PENDING'`, [operationId]),
      ).toHaveLength(1);
    },
    { timeout: 180_000, interval: 20 },
  );
const expanded = (campaignId: string) =>
  vi.waitFor(
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

test('typed numbers become a priced campaign that is not sent yet', async () => {
  const client = await newClient();
  const { campaignId, operationId, summary } = await write(client, {
    recipients: ['0712 345 678', '+255 712 345 678', '254712345678', '12', 'none'],
    text: 'Habari',
  });
  expect(operationId).toBeNull();
  expect(summary).toMatchObject({
    rows: 5,
    valid: 2,
    invalid: 2,
    duplicate: 1,
    segments: 2,
    units: 2.5,
    reasons: [
      { reason: 'NOT_A_NUMBER', count: 1 },
      { reason: 'TOO_SHORT', count: 1 },
    ],
  });
  expect(summary!.networks).toEqual([
    { network: 'Safaricom', country: 'KE', messages: 1, segments: 1, units: 1 },
    { network: expect.any(String), country: 'TZ', messages: 1, segments: 1, units: 1.5 },
  ]);
  expect(await call(routes, campaigns.get, client, { campaignId })).toMatchObject({
    status: 'PENDING',
    source: 'COMPOSE',
    campaignName: 'Habari',
    recipientCount: 2,
    unitsReserved: 0,
  });
  expect((await preview(client, campaignId)).summary).toEqual(summary);
  expect(await send(client, campaignId)).toMatchObject({ status: 'QUEUED', unitsReserved: 2.5 });
  await expanded(campaignId);
  expect(
    await db.query('select destination from message where campaign_id = $1 order by id', [
      campaignId,
    ]),
  ).toEqual([{ destination: '254712345678' }, { destination: '255712345678' }]);
});

test('groups, contacts and typed numbers merge: each person once, opted-out and blocked numbers excluded, names from the contact', async () => {
  const client = await newClient();
  const first = await addGroup(client, [
    { phone: '254711000001', firstName: 'Asha' },
    { phone: '254711000002', firstName: 'Juma' },
    { phone: '254711000003', firstName: 'Opted' },
    { phone: '254711000004', firstName: 'Blocked' },
  ]);
  const second = await addGroup(
    client,
    [{ phone: '254711000005', firstName: 'Rose' }],
    first.contactIds.slice(0, 2),
  );
  await db.query(
    `insert into opt_out (client_id, destination, source) values ($1, '254711000003', 'test')`,
    [client.clientId],
  );
  await db.query(
    `insert into blocked_number (destination, reason) values ('254711000004', 'test')`,
  );
  // Typed first: it is Asha's number, so she is named and the group's row is the repeat.
  const { campaignId, summary } = await write(client, {
    recipients: ['0711000001'],
    groupIds: [first.groupId, second.groupId],
    contactIds: [second.contactIds[0]!],
    text: 'Dear #FirstName#',
  });
  expect(summary).toMatchObject({
    rows: 9,
    valid: 3,
    duplicate: 4,
    optedOut: 1,
    blocked: 1,
    invalid: 0,
  });
  expect(
    (await preview(client, campaignId)).messages.map(({ destination, text }) => [
      destination,
      text,
    ]),
  ).toEqual([
    ['+254711000001', 'Dear Asha'],
    ['+254711000002', 'Dear Juma'],
    ['+254711000005', 'Dear Rose'],
  ]);
  expect(await call(routes, campaigns.get, client, { campaignId })).toMatchObject({
    source: 'CONTACTS',
  });
});

test('an unknown placeholder is refused with name and row; a recipient without a value is excluded', async () => {
  const client = await newClient();
  const { groupId } = await addGroup(client, [
    { phone: '254722000001', firstName: 'Asha', attributes: { town: 'Nakuru' } },
    { phone: '254722000002', firstName: 'Juma', attributes: { town: ' ' } },
    { phone: '254722000003' },
  ]);
  await expect(write(client, { groupIds: [groupId], text: 'Hi #village#' })).rejects.toMatchObject({
    code: 'UNKNOWN_PLACEHOLDER',
    values: { name: 'village', row: 1 },
  });
  await expect(
    write(client, { recipients: ['0799000001', '0799000002'], text: 'Hi #firstName#' }),
  ).rejects.toMatchObject({ code: 'UNKNOWN_PLACEHOLDER', values: { name: 'firstName', row: 1 } });
  expect(await db.query('select from campaign where client_id = $1', [client.clientId])).toEqual(
    [],
  );

  const { campaignId, summary } = await write(client, {
    recipients: ['0799000001'],
    groupIds: [groupId],
    text: '#firstName# of #Town#',
  });
  expect(summary).toMatchObject({
    rows: 4,
    valid: 2,
    reasons: [{ reason: 'NO_VALUE:firstName', count: 2 }],
  });
  expect(
    await db.query(
      'select row_no, value, reason from recipient_refused where campaign_id = $1 order by 1',
      [campaignId],
    ),
  ).toEqual([
    { row_no: 1, value: '0799000001', reason: 'NO_VALUE:firstName' },
    { row_no: 4, value: '+254722000003', reason: 'NO_VALUE:firstName' },
  ]);
});

test('a refused campaign names the reason and leaves nothing', async () => {
  const [client, other] = [await newClient(), await newClient()];
  const theirs = await addGroup(other, [{ phone: '254733000001' }]);
  await expect(write(client, {})).rejects.toMatchObject({
    code: 'BAD_INPUT',
    details: [{ field: 'recipients' }],
  });
  await expect(
    write(client, { recipients: ['0712345678'], text: undefined }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT', details: [{ field: 'text' }] });
  await expect(
    write(client, { recipients: ['0712345678'], senderId: other.sender }),
  ).rejects.toMatchObject({ code: 'SENDER_NOT_READY' });
  await expect(write(client, { groupIds: [theirs.groupId] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(write(client, { contactIds: theirs.contactIds })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(write(client, { recipients: ['12', 'x'] })).rejects.toMatchObject({
    code: 'NO_RECIPIENTS',
  });
  await expect(
    write(client, { recipients: Array.from({ length: MOST_TYPED + 1 }, () => '0712345678') }),
  ).rejects.toMatchObject({
    code: 'TOO_MANY_TYPED',
    values: { count: MOST_TYPED + 1, limit: MOST_TYPED },
  });
  const [template] = [
    await call(routes, templates.create, other, { name: 'Theirs', text: 'Hello' }),
  ];
  await expect(
    write(client, { recipients: ['0712345678'], text: undefined, templateId: template.templateId }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await db.query('select from campaign where client_id = $1', [client.clientId])).toEqual(
    [],
  );
});

test('a template provides the text, and a rewritten draft replaces the earlier one', async () => {
  const client = await newClient();
  const { templateId } = await call(routes, templates.create, client, {
    name: 'Ready',
    text: 'Your order is ready',
  });
  const first = await write(client, { recipients: ['0712345678'], text: undefined, templateId });
  expect((await preview(client, first.campaignId)).messages[0]).toMatchObject({
    text: 'Your order is ready',
  });
  const second = await write(client, { recipients: ['0712345678'], replaces: first.campaignId });
  expect(await call(routes, campaigns.get, client, { campaignId: first.campaignId })).toMatchObject(
    { status: 'CANCELLED', reason: 'REPLACED' },
  );
  // Another tab that began with the first draft makes no second campaign to the same people.
  await expect(
    write(client, { recipients: ['0712345678'], replaces: first.campaignId }),
  ).rejects.toMatchObject({ code: 'CONFLICT', values: { status: 'CANCELLED' } });
  await send(client, second.campaignId);
  await expect(
    write(client, { recipients: ['0712345678'], replaces: second.campaignId }),
  ).rejects.toMatchObject({ code: 'CONFLICT', values: { what: 'campaign' } });
  expect(
    (await call(routes, campaigns.get, client, { campaignId: second.campaignId })).status,
  ).not.toBe('CANCELLED');
  expect(
    await db.query('select from campaign where client_id = $1', [client.clientId]),
  ).toHaveLength(2);
});

test('a draft that somebody discarded can be written once more', async () => {
  const client = await newClient();
  const { campaignId } = await write(client, { recipients: ['0712345678'] });
  await call(routes, sms.cancelCampaign, client, { campaignId });
  const again = await write(client, { recipients: ['0712345678'], replaces: campaignId });
  expect(again.campaignId).not.toBe(campaignId);
});

test('the same key sends once', async () => {
  const client = await newClient();
  const { campaignId } = await write(client, { recipients: ['0712345678'] });
  const [one, two] = await Promise.all([
    send(client, campaignId, 'double click'),
    send(client, campaignId, 'double click'),
  ]);
  expect(one).toEqual(two);
  await expanded(campaignId);
  expect(await db.query('select from message where campaign_id = $1', [campaignId])).toHaveLength(
    1,
  );
});

test('many recipients are prepared in the background and resume after a crash, complete', async () => {
  const client = await newClient();
  const { groupId } = await addGroup(
    client,
    Array.from({ length: 12_000 }, (_, at) => ({
      phone: String(254_700_000_000 + at),
      firstName: `N${at}`,
    })),
  );
  // A step that is cut off before it commits leaves nothing; the next try begins with the same contact.
  await db.query(
    `create function cut() returns trigger language plpgsql as $$ begin if new.prepare_row > 10000 then raise exception 'cut'; end if; return new; end $$`,
  );
  await db.query(
    'create trigger cut before update on campaign for each row execute function cut()',
  );
  const { campaignId, operationId, summary } = await write(client, {
    groupIds: [groupId],
    recipients: ['0700 000 000', '0799999999'],
    text: 'Hello',
  });
  expect(summary).toBeNull();
  // Cut off twice: the first time after steps that went well, which forgive it.
  await vi.waitFor(
    async () => {
      runner.wake();
      expect(
        await db.query('select from task where id = $1 and attempts > 0 and holder is null', [
          operationId,
        ]),
      ).toHaveLength(1);
    },
    { timeout: 180_000, interval: 20 },
  );
  expect(
    await db.query('select prepare_row as row from campaign where id = $1', [campaignId]),
  ).toEqual([{ row: 5_002 }]);
  await db.query('drop trigger cut on campaign');
  await ended(operationId!);
  expect((await preview(client, campaignId)).summary).toMatchObject({
    rows: 12_002,
    valid: 12_001,
    duplicate: 1,
  });
  expect(
    await db.query(
      'select count(*)::int as n, count(distinct destination)::int as d from recipient where campaign_id = $1',
      [campaignId],
    ),
  ).toEqual([{ n: 12_001, d: 12_001 }]);
});

test("look-alikes are replaced by the campaign's setting or else the client's, and never add segments", async () => {
  const client = await newClient();
  const typed = { recipients: ['0712345678'], text: `It’s ready – come… ${'x'.repeat(60)}` };
  expect((await write(client, typed)).summary).toMatchObject({
    segments: 2,
    encoding: { gsm: 0, ucs2: 1 },
    lookalikes: { replaced: false, messages: 1, segmentsSaved: 1, unitsSaved: 1 },
  });
  const replaced = await write(client, { ...typed, replaceLookalikes: true });
  expect(replaced.summary).toMatchObject({ segments: 1, encoding: { gsm: 1, ucs2: 0 } });
  expect((await preview(client, replaced.campaignId)).messages[0]!.text).toBe(
    `It's ready - come... ${'x'.repeat(60)}`,
  );

  await db.query('update client set replace_lookalikes = true where id = $1', [client.clientId]);
  expect((await write(client, typed)).summary).toMatchObject({
    segments: 1,
    lookalikes: { replaced: true },
  });
  const { groupId } = await addGroup(client, [
    { phone: '254744000001', firstName: `João ${'x'.repeat(70)}` },
    { phone: '254744000002', firstName: '…'.repeat(66) },
  ]);
  const merged = await write(client, { groupIds: [groupId], text: 'Olá #firstName#' });
  // The first becomes plain; sixty-six ellipses fit one part as they are and would take two as full stops.
  expect(merged.summary).toMatchObject({
    segments: 2,
    lookalikes: { replaced: true, messages: 1, segmentsSaved: 1 },
  });
  await send(client, merged.campaignId);
  await expanded(merged.campaignId);
  expect(
    await db.query(
      'select text, encoding, segments from message where campaign_id = $1 order by id',
      [merged.campaignId],
    ),
  ).toEqual([
    { text: `Ola Joao ${'x'.repeat(70)}`, encoding: 0, segments: 1 },
    { text: `Olá ${'…'.repeat(66)}`, encoding: 8, segments: 1 },
  ]);
});

test.each([false, true])(
  "the counter's figure is charged, look-alikes replaced: %s",
  async (replaceLookalikes) => {
    const client = await newClient(1_000_000_000n);
    const texts = corpus(process.env['TEXTS_FILE'] ? 5_574 : 300).map(({ text }) => text);
    const { groupId } = await addGroup(
      client,
      texts.map((text, at) => ({
        phone: String(254_710_000_000 + at),
        attributes: { words: text },
      })),
    );
    const counted = texts.map(
      (text) => measureText(replaceLookalikes ? withLookalikes(text) : text).segments,
    );
    const total = counted.reduce((sum, segments) => sum + segments, 0);
    const { campaignId, operationId } = await write(client, {
      groupIds: [groupId],
      text: '#words#',
      replaceLookalikes,
    });
    if (operationId !== null) await ended(operationId);
    expect((await preview(client, campaignId)).summary).toMatchObject({
      valid: texts.length,
      segments: total,
      units: total,
    });
    expect(await send(client, campaignId)).toMatchObject({ unitsReserved: total });
    await expanded(campaignId);
    const messages = await db.query<{ text: string; segments: number; units: string }>(
      'select text, segments, units from message where campaign_id = $1 order by destination',
      [campaignId],
    );
    expect(
      messages.map(({ text, segments, units }) => ({ text, segments, units: Number(units) })),
    ).toEqual(
      texts.map((text, at) => ({
        text: replaceLookalikes ? withLookalikes(text) : text,
        segments: counted[at],
        units: counted[at]! * 10_000,
      })),
    );
    expect(await database.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
  },
);

test('the same text to the same people within a day is said, with how many, and the longest message', async () => {
  const client = await newClient();
  const text = 'Rent is due. '.repeat(40);
  const first = await write(client, { recipients: ['0799000001', '0799000002'], text });
  expect(first.summary).toMatchObject({ mostSegments: 4, repeats: null });
  await send(client, first.campaignId);
  const again = await write(client, { recipients: ['0799000002', '0799000003'], text });
  expect(again.summary?.repeats).toMatchObject({ campaignId: first.campaignId, recipients: 1 });
  expect((await preview(client, again.campaignId)).summary.repeats?.recipients).toBe(1);
  // Another text, other people, or another day is no repeat.
  expect(
    (await write(client, { recipients: ['0799000002'], text: 'Thank you' })).summary?.repeats,
  ).toBeNull();
  expect((await write(client, { recipients: ['0799000009'], text })).summary?.repeats).toBeNull();
  await db.query(`update campaign set started_at = now() - interval '25 hours' where id = $1`, [
    first.campaignId,
  ]);
  expect((await write(client, { recipients: ['0799000002'], text })).summary?.repeats).toBeNull();
});

test('a placeholder finds a field of contacts in spite of blanks', async () => {
  const client = await newClient();
  const { groupId } = await addGroup(client, [{ phone: '254722000001', firstName: 'Asha' }]);
  const { campaignId, summary } = await write(client, {
    groupIds: [groupId],
    text: 'Dear #First Name#',
  });
  expect(summary).toMatchObject({ valid: 1 });
  expect((await preview(client, campaignId)).messages).toMatchObject([{ text: 'Dear Asha' }]);
});

const price = (client: Client, asked: Partial<Input<typeof compose.price>>) =>
  call(routes, compose.price, client, { senderId: client.sender, text: 'Hello', ...asked });

test('the summary that was shown is the charge, whatever prices are at the launch', async () => {
  const client = await newClient();
  const { campaignId, summary } = await write(client, {
    recipients: ['+254711000001', '+255712345678'],
  });
  await db.query(
    `insert into rate (id, client_id, region_name, region_filters, cost_price, currency) select $1, $2, region_name, region_filters, cost_price * 3, currency from rate where region_name = 'Tanzania' and client_id = $3`,
    [newId(), client.clientId, rootId],
  );
  // Another campaign is dearer; the review of this one still says what is held at its launch.
  const dearer = await write(client, { recipients: ['+254711000001', '+255712345678'] });
  expect(dearer.summary!.units).toBeGreaterThan(summary!.units);
  expect((await preview(client, campaignId)).summary.units).toBe(summary!.units);
  expect(await send(client, campaignId)).toMatchObject({ unitsReserved: summary!.units });
  await expanded(campaignId);
  const [made] = await db.query<{ units: bigint }>(
    'select sum(units)::bigint as units from message where campaign_id = $1',
    [campaignId],
  );
  expect(Number(made!.units)).toBe(summary!.units * 10_000);
});

test('the price of a text is what its campaign is charged, and pricing stores nothing', async () => {
  const client = await newClient();
  const { groupId } = await addGroup(client, [
    { phone: '254711000001', firstName: 'Asha' },
    { phone: '254711000002', firstName: 'Juma' },
    { phone: '254711000003' },
  ]);
  await db.query(`insert into opt_out (client_id, destination, source) values ($1, $2, 'MANUAL')`, [
    client.clientId,
    '254711000002',
  ]);
  for (const asked of [
    { recipients: ['+254711000001', '+255712345678'], text: 'x'.repeat(161) },
    { recipients: ['+254711000001', '+254711000009'], groupIds: [groupId], text: 'Hi #firstName#' },
    { recipients: ['+254711000009'], text: '“Habari”'.repeat(10), replaceLookalikes: true },
  ]) {
    const quoted = await price(client, asked);
    const { campaignId, summary } = await write(client, asked);
    expect(quoted).toMatchObject({
      recipients: summary!.valid,
      segments: summary!.segments,
      mostSegments: summary!.mostSegments,
      units: summary!.units,
      balance: summary!.balance,
      balanceAfter: summary!.balanceAfter,
      short: summary!.short,
      isEstimate: false,
    });
    await db.query('delete from campaign_audience where campaign_id = $1', [campaignId]);
  }
  const before = await db.query('select count(*)::int as n from campaign');
  expect(await price(client, { recipients: ['+254711000001'] })).toMatchObject({
    recipients: 1,
    regions: [{ messages: 1, segments: 1, price: 1, units: 1 }],
  });
  expect(await db.query('select count(*)::int as n from campaign')).toEqual(before);
  expect(await price(client, { text: 'Hello' })).toMatchObject({ recipients: 0, units: 0 });
});

test('a draft is read as it was written, changed and prepared again; a copy and a sent one are not', async () => {
  const shop = await newClient(100_000_000n, 'PROMOTIONAL');
  const { groupId, contactIds } = await addGroup(shop, [
    { phone: '254712000001', firstName: 'Asha' },
    { phone: '254712000002' },
  ]);
  const at = Math.ceil(Date.now() / 1000) + 86_400;
  const { campaignId } = await write(shop, {
    campaignName: 'Offers',
    text: 'Ten per cent off for #firstName#',
    recipients: ['0712 345678', 'no number'],
    groupIds: [groupId],
    contactIds: [contactIds[0]!],
    replaceLookalikes: true,
    scheduleTimestamp: at,
  });
  const draft = await call(routes, compose.draft, shop, { campaignId });
  expect(draft).toEqual({
    campaignName: 'Offers',
    senderId: shop.sender,
    text: 'Ten per cent off for #firstName#',
    replaceLookalikes: true,
    scheduleTimestamp: at,
    recipients: ['0712 345678', 'no number'],
    groups: [{ groupId, groupName: groupId, contactCount: 2 }],
    contacts: [{ contactId: contactIds[0], name: 'Asha', phone: '+254712000001' }],
    upload: null,
  });
  const { campaignId: copy } = await call(routes, campaigns.duplicate, shop, {
    campaignId,
    campaignName: 'Copy',
  });
  await expect(call(routes, compose.draft, shop, { campaignId: copy })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const stranger = await newClient();
  await expect(call(routes, compose.draft, stranger, { campaignId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await write(shop, { recipients: ['0712 345678'], replaces: campaignId });
  await expect(call(routes, compose.draft, shop, { campaignId })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('a draft that nobody sent ends after some time; one whose time is to come, and a newer one, stay', async () => {
  const shop = await newClient();
  const at = Math.ceil(Date.now() / 1000) + 86_400;
  const [old, later, young] = [
    await write(shop, { recipients: ['0712000021'] }),
    await write(shop, { recipients: ['0712000022'], scheduleTimestamp: at }),
    await write(shop, { recipients: ['0712000023'] }),
  ].map(({ campaignId }) => campaignId);
  await db.query(
    `update campaign set created_at = now() - interval '61 days' where id = any ($1::uuid[])`,
    [[old, later]],
  );
  const before = new Date(Date.now() - 60 * 86_400_000);
  expect(await database.run(systemScope(), (tx) => endDrafts(tx, before, 100))).toBe(1);
  const rows = await db.query<{ id: string; status: string; reason: string | null }>(
    'select id, status, reason from campaign where id = any ($1::uuid[])',
    [[old, later, young]],
  );
  expect(new Map(rows.map(({ id, status, reason }) => [id, `${status} ${reason}`]))).toEqual(
    new Map([
      [old, 'CANCELLED ABANDONED'],
      [later, 'PENDING null'],
      [young, 'PENDING null'],
    ]),
  );
});

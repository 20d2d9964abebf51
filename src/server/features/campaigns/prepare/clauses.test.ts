// Long because campaigns and single messages are held to the same tables of operators.
import { afterAll, expect, test, vi } from 'vitest';
import {
  addRoute,
  addSender,
  call,
  messenger,
  startTasks,
} from '../../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../../test/harness/campaigns.ts';
import { claimSome, takeOver } from '../../../../../test/harness/carrier.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { sms } from '../../../../contract/api/campaign-sending.ts';
import { compose } from '../../../../contract/api/compose.ts';
import { stopClauses } from '../../../../contract/api/stop-clauses.ts';
import { renderAsSent } from '../../../../contract/shared/character-costs.ts';
import { rangesOfNetworks } from '../../../../contract/shared/networks.ts';
import { endTo } from '../../../../contract/shared/text-ends.ts';
import { normalizePhone } from '../../../../contract/shared/phone.ts';
import type { SenderKind } from '../../../../contract/shared/sender-names.ts';
import { measureText } from '../../../../contract/shared/sms.ts';
import { openAcceptor } from '../../../core/accept/accept.ts';
import { checkLedger } from '../../../core/ledger/verify-ledger.ts';
import { openPageTokens } from '../../../infra/database/pages.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { stopClauseRoutes } from '../../platform-settings/stop-clauses.api.ts';
import { campaignRoutes } from '../campaigns.api.ts';
import { composeRoutes } from '../compose/compose.api.ts';

const db = await createTestDatabase();
const database = open(db, 'tuma_portal', 12);
const gateway = open(db, 'tuma_gateway', 4);
const acceptor = openAcceptor({ database: open(db, 'tuma_accept', 4) });
const rootId = await addClient(database, { parentId: null });
await addRoute(database);
await db.query('delete from sending_window');
const [route] = await db.query<{ id: number }>('select id from route');
const routes = [
  ...campaignRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)), messenger }),
  ...composeRoutes({ database }),
  ...stopClauseRoutes({ database }),
];
const runner = startTasks(database);
afterAll(() => runner.stop());
const [root] = await db.query<{ path: string }>('select path from client where id = $1', [rootId]);
const administrator: Caller = {
  clientId: rootId,
  accessLevel: 'ADMINISTRATOR',
  path: root!.path,
};

async function newClient(sender: string, kind: SenderKind): Promise<Caller> {
  const clientId = await addClient(database, { parentId: rootId, units: 100_000_000n });
  await addSender(database, clientId, sender, kind);
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  return { clientId, accessLevel: 'COMPANY', path: row!.path };
}

const put = (country: string, network: number, kind: 'USSD' | 'KEYWORD' | 'LINK', text: string) =>
  call(routes, stopClauses.put, administrator, {
    country,
    network,
    kind,
    text,
    source: 'test',
    checkedOn: '2026-11-27',
  });

/** A number of every operator in the four countries. */
const receivers = rangesOfNetworks().map(({ country, network, prefixes }) => {
  const e164 = prefixes
    .map((prefix) => `+${prefix.padEnd(12, '1')}`)
    .find((number) => normalizePhone(number, country).ok)!;
  return { name: `${country} ${network}`, country, e164 };
});

/** Links of the platform, whose address these tests leave as it is, with a token of six characters. */
const LINK = 'http://localhost:8080/s/xxxxxx';
/** The same text, whatever token it has. */
const untold = <M extends { text: string }>(message: M): M => ({
  ...message,
  text: message.text.replace(/\/s\/[A-Za-z0-9]+$/, '/s/xxxxxx'),
});

/** The words that each operator's receivers read after the text. */
const EXPECTED: Readonly<Record<string, string>> = {
  'KE Safaricom': '\nSTOP *456*9*5#',
  'KE Airtel': '\nACHA kwa 15500',
  'KE Telkom': `\nSTOP ${LINK}`,
  'KE Equitel': `\nSTOP ${LINK}`,
  'KE Faiba': `\nSTOP ${LINK}`,
  'TZ Vodacom': '\nKUJITOA *147*00#',
  'TZ Airtel': '\nACHA',
  'TZ Yas': '\nACHA',
  'TZ Halotel': '\nACHA',
  'TZ TTCL': '\nACHA',
  'UG MTN': '\nSTOP *196#',
  'UG Airtel': '\nSTOP *196#',
  'UG Uganda Telecom': '\nSTOP *196#',
  'UG Lycamobile': '\nSTOP *196#',
  'MZ Vodacom': '\nSAIR para 4040',
  'MZ Tmcel': `\nSAIR ${LINK}`,
  'MZ Movitel': `\nSAIR ${LINK}`,
};

test('an administrator keeps the clauses; a text that makes messages Unicode, or an operator of elsewhere, is refused', async () => {
  const { stopClauses: initial } = await call(routes, stopClauses.list, administrator, {});
  expect(initial.map(({ country, network, text }) => [country, network, text])).toEqual([
    ['KE', 1, 'STOP *456*9*5#'],
    ['MZ', 0, 'SAIR {link}'],
    ['TZ', 0, 'KUJITOA {link}'],
    ['UG', 0, 'STOP *196#'],
    ['ZZ', 0, 'STOP {link}'],
  ]);
  await put('KE', 2, 'KEYWORD', 'ACHA kwa 15500');
  await put('TZ', 0, 'KEYWORD', 'ACHA');
  await put('TZ', 11, 'USSD', 'KUJITOA *147*00#');
  await put('MZ', 31, 'KEYWORD', 'PARAR');
  await put('MZ', 31, 'KEYWORD', 'SAIR para 4040');
  await put('RW', 0, 'USSD', 'STOP *1#');
  await call(routes, stopClauses.remove, administrator, { country: 'RW', network: 0 });
  await expect(put('MZ', 31, 'KEYWORD', 'Não quero')).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(put('MZ', 1, 'USSD', 'STOP *1#')).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(put('MZ', 0, 'LINK', 'SAIR')).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(put('MZ', 0, 'USSD', 'SAIR {link}')).rejects.toMatchObject({ code: 'BAD_INPUT' });
  expect(
    await db.query(
      `select action, before, after from audit_entry where action like 'STOP_CLAUSE%' order by id offset 4`,
    ),
  ).toEqual([
    {
      action: 'STOP_CLAUSE_SET',
      before: { text: 'PARAR', country: 'MZ', network: 31 },
      after: { text: 'SAIR para 4040', country: 'MZ', network: 31 },
    },
    expect.objectContaining({ action: 'STOP_CLAUSE_SET' }),
    expect.objectContaining({ action: 'STOP_CLAUSE_REMOVED' }),
  ]);
});

test.each(['Big sale', 'x'.repeat(147), 'Ofertas à vontade… '.repeat(3), 'Dear #firstName#'])(
  'every operator of four countries: clause, count, price and preview are what its receivers get (%s)',
  async (text) => {
    const ways = await call(routes, stopClauses.list, administrator, {});
    const sender = `P${text.length}`;
    const client = await newClient(sender, 'PROMOTIONAL');
    const named = text.includes('#firstName#');
    if (named)
      for (const { name, e164 } of receivers)
        await db.query(
          'insert into contact (id, client_id, phone, first_name) values (gen_random_uuid(), $1, $2, $3)',
          [client.clientId, e164.slice(1), name],
        );
    const recipients = receivers.map(({ e164 }) => e164);
    const wanted = receivers.map(({ name, e164 }) => {
      const clause = EXPECTED[name]!;
      const whole = text.replace('#firstName#', name) + clause;
      // The counter and the preview in the browser.
      expect(endTo(ways, e164, 'KE'), name).toBe(clause);
      expect(renderAsSent({ text, clause, replaceLookalikes: false }, { firstName: name })).toBe(
        whole,
      );
      return { destination: e164.slice(1), text: whole, segments: measureText(whole).segments };
    });
    const segments = wanted.reduce((sum, each) => sum + each.segments, 0);

    const price = await call(routes, compose.price, client, {
      recipients,
      senderId: sender,
      text,
    });
    expect(price).toMatchObject({ recipients: receivers.length, segments });
    const { campaignId, summary } = await call(routes, compose.compose, client, {
      recipients,
      senderId: sender,
      text,
    });
    expect(summary).toMatchObject({
      valid: receivers.length,
      segments,
      units: price.units,
      stopClause: '\nSTOP *456*9*5#',
    });
    const preview = await call(routes, sms.fromFilePreview, client, { campaignId });
    expect(
      preview.messages.map((each) => [each.destination.slice(1), each.text, each.segments]),
    ).toEqual(wanted.slice(0, 3).map((each) => [each.destination, each.text, each.segments]));

    // Another clause from now on does not change what was priced.
    await put('MZ', 33, 'USSD', 'SAIR *999#');
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
    await call(routes, stopClauses.remove, administrator, { country: 'MZ', network: 33 });
    const handsets = await claimSome(gateway, await takeOver(gateway, 1), [route!.id], 100);
    const byNumber = <T extends { destination: string }>(all: T[]) =>
      all.toSorted((a, b) => (a.destination < b.destination ? -1 : 1));
    const texts = await db.query<{ destination: string; text: string; segments: number }>(
      `select m.destination, coalesce(m.text, c.text) as text, m.segments from message m join campaign c on c.id = m.campaign_id where m.campaign_id = $1`,
      [campaignId],
    );
    expect(byNumber(texts).map(untold)).toEqual(byNumber(wanted));
    const its = handsets.filter((part) => part.campaignId === campaignId);
    expect(its.map(({ destination }) => destination).toSorted()).toEqual(
      recipients.map((e164) => e164.slice(1)).toSorted(),
    );

    // Customers' software: the same text to the same numbers, one by one.
    if (named) return;
    const outcomes = await acceptor.accept(
      { source: 'REST', clientId: client.clientId, user: null, test: false },
      recipients.map((to) => ({ from: sender, to, content: { text } })),
    );
    expect(
      outcomes.map((each) => ('refusal' in each ? each.refusal.code : each.destination)),
    ).toEqual(wanted.map((each) => each.destination));
    const single = await db.query<{ destination: string; text: string; segments: number }>(
      `select destination, text, segments from message where client_id = $1 and campaign_id is null`,
      [client.clientId],
    );
    // A link that is drawn at acceptance has a character more: customers' software may send a million ahead.
    expect(byNumber(single).map(untold)).toEqual(byNumber(wanted));
    // Every link is one number's alone, and leads to it.
    const tokens = [...texts, ...single].flatMap((message) => {
      const [, token] = /\/s\/([A-Za-z0-9]+)$/.exec(message.text) ?? [];
      return token === undefined ? [] : [{ token, destination: message.destination }];
    });
    expect(tokens.length).toBeGreaterThan(8);
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(tokens.length);
    expect(
      byNumber(
        await db.query<{ token: string; destination: string }>(
          'select token, destination from stop_link where token = any ($1)',
          [tokens.map(({ token }) => token)],
        ),
      ),
    ).toEqual(expect.arrayContaining(tokens));
    expect(await database.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
  },
);

test.each([
  ['PROMOTIONAL', 'SALES'],
  ['TRANSACTIONAL', 'NOTICES'],
  ['SHORTCODE', '40404'],
] as const)(
  'every operator of four countries, %s: clause, count, price, preview and handset of each receiver',
  async (kind, sender) => {
    const client = await newClient(sender, kind);
    const plain = await newClient(`PLAIN${sender}`, 'TRANSACTIONAL');
    // A clause of 13 letters or more makes a second segment.
    const text = 'x'.repeat(147);
    const table = [];
    for (const { name, e164 } of receivers) {
      const input = { recipients: [e164], senderId: sender, text };
      const clause = kind === 'PROMOTIONAL' ? EXPECTED[name]! : '';
      const { segments } = measureText(text + clause);
      // The units of one segment to this receiver.
      const { units: rate } = await call(routes, compose.price, plain, {
        ...input,
        senderId: `PLAIN${sender}`,
        text: 'x',
      });
      expect(rate, name).toBeGreaterThan(0);
      const price = await call(routes, compose.price, client, input);
      expect(price, name).toMatchObject({ recipients: 1, segments, units: rate * segments });
      const { campaignId, summary } = await call(routes, compose.compose, client, input);
      expect(summary, name).toMatchObject({ segments, units: price.units });
      const { messages } = await call(routes, sms.fromFilePreview, client, { campaignId });
      expect(messages.map(untold), name).toMatchObject([{ text: text + clause, segments }]);
      table.push({ destination: e164.slice(1), text: text + clause, segments });
    }
    const outcomes = await acceptor.accept(
      { source: 'REST', clientId: client.clientId, user: null, test: false },
      receivers.map(({ e164: to }) => ({ from: sender, to, content: { text } })),
    );
    expect(outcomes.filter((outcome) => 'refusal' in outcome)).toEqual([]);
    const texts = new Map<string, string>();
    const parts = await claimSome(
      gateway,
      await takeOver(gateway, 1),
      [route!.id],
      1000,
      ({ id, text: written, units }) => {
        texts.set(id, written);
        return [{ part: 1, parts: 1, units }];
      },
    );
    const handsets = parts.flatMap(({ messageId, sender: from, destination }) => {
      const received = untold({ destination, text: texts.get(messageId)! });
      return from === sender
        ? [{ ...received, segments: measureText(received.text).segments }]
        : [];
    });
    const byNumber = (a: { destination: string }, b: { destination: string }) =>
      a.destination < b.destination ? -1 : 1;
    expect(handsets.toSorted(byNumber)).toEqual(table.toSorted(byNumber));
  },
);

test('a copy of a campaign takes the clauses of its day, and a transactional sender adds none', async () => {
  const client = await newClient('COPIED', 'PROMOTIONAL');
  const input = {
    recipients: ['+254711111111', '+258861111111'],
    senderId: 'COPIED',
    text: 'Sale',
  };
  const { campaignId } = await call(routes, compose.compose, client, input);
  await put('MZ', 33, 'USSD', 'SAIR *999#');
  const copy = await call(routes, campaigns.duplicate, client, { campaignId });
  await vi.waitFor(
    async () => {
      runner.wake();
      expect(
        await db.query('select from campaign where id = $1 and prepared_at is not null', [
          copy.campaignId,
        ]),
      ).toHaveLength(1);
    },
    { timeout: 180_000, interval: 20 },
  );
  const textsOf = async (id: string) =>
    (await call(routes, sms.fromFilePreview, client, { campaignId: id })).messages.map(
      ({ text }) => text,
    );
  expect(await textsOf(campaignId)).toEqual(['Sale\nSTOP *456*9*5#', `Sale\nSAIR ${LINK}`]);
  expect(await textsOf(copy.campaignId)).toEqual(['Sale\nSTOP *456*9*5#', 'Sale\nSAIR *999#']);
  await call(routes, stopClauses.remove, administrator, { country: 'MZ', network: 33 });

  const bank = await newClient('BANK', 'TRANSACTIONAL');
  const alert = await call(routes, compose.compose, bank, { ...input, senderId: 'BANK' });
  expect(
    (await call(routes, sms.fromFilePreview, bank, { campaignId: alert.campaignId })).messages.map(
      ({ text }) => text,
    ),
  ).toEqual(['Sale', 'Sale']);
});

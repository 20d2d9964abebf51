import { afterAll, beforeEach, expect, test } from 'vitest';
import { addRoute, silent } from '../../../../test/harness/campaigns.ts';
import { claimSome, takeOver } from '../../../../test/harness/carrier.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { until } from '../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { openAcceptor } from '../../core/accept/accept.ts';
import { setAnswersOptOuts, setOwnAnswer } from '../../core/opt-outs/answers.store.ts';
import { optOutByCarrier } from '../../core/opt-outs/opt-outs.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { startOptOutAnswers } from './answers.jobs.ts';
import { acceptIncoming } from './incoming.ts';

const db = await createTestDatabase();
const [portal, gateway] = [open(db), open(db, 'tuma_gateway', 6)];
const acceptor = openAcceptor({ database: open(db, 'tuma_accept', 4) });
const rootId = await addClient(portal, { parentId: null });
await addRoute(portal);
const [route] = await db.query<{ id: number }>('select id from route');
const answers = startOptOutAnswers({ database: gateway, acceptor, log: silent });
afterAll(() => answers.stop());

let made = 0;
let phones = 254_711_500_000;
/** An account with a short code, which answers unless it is said. */
async function newShop({ units = 1_000_000n, isAnswered = true } = {}) {
  const clientId = await addClient(portal, { parentId: rootId, units, name: `Duka ${++made}` });
  const number = String(30_000 + made);
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status) values (gen_random_uuid(), $2, $1, 'SHORTCODE', 'KE', 'READY_FOR_SENDING')`,
    [clientId, number],
  );
  await portal.run(systemScope(), (tx) => setAnswersOptOuts(tx, clientId, isAnswered));
  return { clientId, number };
}
/** A message from a phone, stored by the gateway. */
const write = (text: string, source: string, destination: string) =>
  gateway.run(systemScope(), (tx) =>
    acceptIncoming(tx, {
      connectorId: 1,
      carrierAccountId: 1,
      source,
      destination,
      text,
      octets: Buffer.from(text),
      encoding: 0,
      carrierAt: '',
      hash: Buffer.from(`${source} ${destination} ${text} ${++made}`),
      part: undefined,
    }),
  );
const newPhone = () => String(phones++);
const waiting = () =>
  db.query<{ id: bigint; reason: string | null }>(
    `select id, last_error as reason from outbox where kind = 'OPT_OUT_ANSWER' and done_at is null`,
  );
/** The answers of an account, once none waits. */
async function sent({ clientId }: { clientId: string }) {
  answers.wake();
  await until('answers', async () => (await waiting()).length === 0);
  return db.query<{ to: string; from: string; text: string; class: string; units: string }>(
    `select destination as to, sender as from, text, class, units from message where client_id = $1 order by id`,
    [clientId],
  );
}
beforeEach(async () => {
  await db.query('delete from sending_window');
});

test('a word that ends promotions is confirmed once, in its language, from the number written to, and paid', async () => {
  const shop = await newShop();
  const phone = newPhone();
  await write('Acha!', phone, shop.number);
  const [message, ...others] = await sent(shop);
  expect(others).toEqual([]);
  expect(message).toMatchObject({ to: phone, from: shop.number, class: 'ALERT' });
  expect(message!.text).toMatch(/^Duka \d+: hutapokea tena matangazo yetu\..* ANZA kwa \d+\.$/);
  expect(Number(message!.units)).toBeGreaterThan(0);
  const [balance] = await db.query<{ held: string }>(
    `select balance as held from ledger_account where client_id = $1 and kind = 'held'`,
    [shop.clientId],
  );
  expect(balance!.held).toBe(message!.units);
});

test.each(['STOP', 'Stop all'])(
  'the opt-out that "%s" made ends neither its answer at acceptance nor in the queue, at any hour',
  async (word) => {
    // Sending is allowed on one day only, the one after tomorrow.
    await db.query(
      `insert into sending_window (country, kind, opens, closes, days, timezone, source, checked_on)
       values ('KE', 'SHORTCODE', 0, 1440, array[(extract(isodow from now() + interval '2 days'))::smallint], 'Africa/Nairobi', 'test', '2026-11-27')`,
    );
    const shop = await newShop();
    const phone = newPhone();
    await write(word, phone, shop.number);
    expect(await sent(shop)).toHaveLength(1);
    const claimed = await claimSome(gateway, await takeOver(gateway, 1), [route!.id], 100);
    expect(claimed.filter(({ destination }) => destination === phone)).toHaveLength(1);
    const [row] = await db.query<{ status: number }>(
      'select status from message where client_id = $1',
      [shop.clientId],
    );
    expect(row!.status).not.toBe(MESSAGE_STATUS.CANCELLED);
  },
);

test('START is confirmed too; a word that changes nothing and a second word of the day are not', async () => {
  const shop = await newShop();
  const phone = newPhone();
  await write('START', phone, shop.number);
  expect(await sent(shop)).toEqual([]);
  await write('STOP', phone, shop.number);
  await write('STOP', phone, shop.number);
  await write('START', phone, shop.number);
  expect(await sent(shop)).toHaveLength(1);
  // A day later.
  await db.query(`update rate_limit set until = now() where key like 'opt-out answer%'`);
  await write('Parar', phone, shop.number);
  await db.query(`update rate_limit set until = now() where key like 'opt-out answer%'`);
  await write('Iniciar', phone, shop.number);
  expect((await sent(shop)).map(({ text }) => text.replace(/^.*?: /, ''))).toEqual([
    `you will get no more promotions from us. To get them again, send START to ${shop.number}.`,
    `deixa de receber a nossa publicidade. Para voltar a receber, envie INICIAR para ${shop.number}.`,
    `volta a receber as nossas mensagens. Para deixar de receber, envie PARAR para ${shop.number}.`,
  ]);
});

test("an account's own text goes before the platform's, and waits for approval where its texts need one", async () => {
  const [shop, checked] = [await newShop(), await newShop()];
  await db.query(
    `update client set requires_campaign_approval = true, unapproved_numbers = 1 where id = $1`,
    [checked.clientId],
  );
  for (const { clientId } of [shop, checked])
    await portal.run(systemScope(), (tx) =>
      setOwnAnswer(tx, clientId, {
        language: 'sw',
        asks: 'STOP',
        text: '{name}: kwaheri, {number}.',
      }),
    );
  await write('Acha', newPhone(), shop.number);
  await write('Stop', newPhone(), shop.number);
  expect((await sent(shop)).map(({ text }) => text.replace(/^Duka \d+: /, ''))).toEqual([
    `kwaheri, ${shop.number}.`,
    `you will get no more promotions from us. To get them again, send START to ${shop.number}.`,
  ]);
  for (const word of ['Acha', 'Acha', 'Stop']) await write(word, newPhone(), checked.number);
  await sent(checked);
  expect(
    await db.query(
      `select campaign_id is not null as waits, count(*)::int as messages from message where client_id = $1 group by 1 order by 1`,
      [checked.clientId],
    ),
  ).toEqual([
    { waits: false, messages: 2 },
    { waits: true, messages: 1 },
  ]);
});

test('nobody is answered whose account does not, who is a machine, or whose operator opted it out', async () => {
  const [quiet, shop] = [await newShop({ isAnswered: false }), await newShop()];
  await write('STOP', newPhone(), quiet.number);
  expect(await sent(quiet)).toEqual([]);
  // Another account's number writes by its software: the two would go on for ever.
  const machine = newPhone();
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status) values (gen_random_uuid(), $2, $1, 'SHORTCODE', 'KE', 'READY_FOR_SENDING')`,
    [quiet.clientId, machine],
  );
  await write('STOP', machine, shop.number);
  await write('Please stop the bus', newPhone(), shop.number);
  expect(await sent(shop)).toEqual([]);
  expect(
    await db.query(`select from opt_out where client_id = $1 and destination = $2`, [
      shop.clientId,
      machine,
    ]),
  ).toHaveLength(1);
  const [accepted] = await acceptor.accept(
    { source: 'REST', clientId: shop.clientId, user: null, test: false },
    [{ from: shop.number, to: `+${newPhone()}`, content: { text: 'Hello' } }],
  );
  const { messageId } = accepted as { messageId: string };
  await gateway.run(systemScope(), (tx) =>
    optOutByCarrier(tx, [{ messageId, codes: ['UserInBlacklist'] }]),
  );
  expect((await sent(shop)).map(({ text }) => text)).toEqual(['Hello']);
});

test('a shared number does not answer: it may be of an account that nobody wrote to', async () => {
  const shop = await newShop();
  const phone = newPhone();
  await acceptor.accept({ source: 'REST', clientId: shop.clientId, user: null, test: false }, [
    { from: shop.number, to: `+${phone}`, content: { text: 'Hello' } },
  ]);
  await write('STOP', phone, '99999');
  expect((await sent(shop)).map(({ text }) => text)).toEqual(['Hello']);
  expect(await db.query('select from opt_out where client_id = $1', [shop.clientId])).toHaveLength(
    1,
  );
});

test('a process that dies before the row ends leaves one message; an empty wallet ends the row with its reason', async () => {
  const shop = await newShop();
  await write('STOP', newPhone(), shop.number);
  const [row] = await waiting();
  const [{ payload } = { payload: null }] = await db.query<{ payload: unknown }>(
    'select payload from outbox where id = $1',
    [row!.id],
  );
  expect(await sent(shop)).toHaveLength(1);
  await db.query(
    'update outbox set done_at = null, payload = $2, not_before = now() where id = $1',
    [row!.id, JSON.stringify(payload)],
  );
  expect(await sent(shop)).toHaveLength(1);

  const poor = await newShop({ units: 0n });
  await write('STOP', newPhone(), poor.number);
  expect(await sent(poor)).toEqual([]);
  expect(
    await db.query(
      `select last_error as reason from outbox where kind = 'OPT_OUT_ANSWER' and client_id = $1`,
      [poor.clientId],
    ),
  ).toEqual([{ reason: 'NO_UNITS' }]);
});

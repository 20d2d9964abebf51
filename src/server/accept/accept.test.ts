import { beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { addRoute } from '../../../test/support/pipeline.ts';
import { open } from '../../../test/support/wallets.ts';
import { addClient } from '../../../test/support/wallets.ts';
import { publishConfig } from '../dispatch/config-version.ts';
import { newId } from '../ids.ts';
import { balances, checkLedger } from '../ledger/ledger.ts';
import { seedRates } from '../ledger/rates.ts';
import { systemScope } from '../scope.ts';
import { openAcceptor, type Offer, type Party } from './accept.ts';

const db = await createTestDatabase();
const portal = open(db);
const acceptor = openAcceptor({ database: open(db, 'tuma_accept', 4) });
let rootId: string;

beforeAll(async () => {
  rootId = await addClient(portal, { parentId: null });
  await portal.run(systemScope(), async (tx) => {
    await seedRates(tx, rootId);
    const { rows: [connector] } = await tx.query<{ id: number }>(`insert into connector (cid, kind, carrier_account_id, settings) values ('carrier', 'SMPP', 1, '{"host":"x","username":"x"}') returning id`);
    await addRoute(tx, 0, 'DefaultRoute', [connector!.id]);
    await publishConfig(tx, null);
  });
});

async function party(units: bigint, more: Partial<Party> = {}): Promise<Party> {
  return { source: 'REST', clientId: await addClient(portal, { parentId: rootId, units }), user: null, test: false, ...more };
}

const addSender = (clientId: string, more: { sender?: string; kind?: string; status?: string } = {}) => db.query(
  `insert into sender (id, sender, client_id, kind, country, status) values ($1, $2, $3, $4, 'KE', $5)`, [newId(), more.sender ?? `S${newId().slice(-9)}`, clientId, more.kind ?? 'TRANSACTIONAL', more.status ?? 'READY_FOR_SENDING']);

const offer = (from: string, more: Partial<Offer> = {}): Offer => ({ from, to: '0712345678', content: { text: 'Habari' }, ...more });

test('a message is on disk, held for and in the queue when it is answered', async () => {
  const shop = await party(20_000n);
  await addSender(shop.clientId, { sender: 'SHOP' });
  const [outcome] = await acceptor.accept(shop, [offer('shop', { clientReference: 'order 1' })]);
  expect(outcome).toMatchObject({ messageId: expect.any(String), destination: '254712345678', sender: 'SHOP', segments: 1, encoding: 'GSM7', units: 10_000n });
  expect(await db.query('select client_reference, source, priority, text from message where client_id = $1', [shop.clientId])).toEqual([{ client_reference: 'order 1', source: 'REST', priority: 1, text: 'Habari' }]);
  expect(await db.query('select size, priority from chunk where client_id = $1', [shop.clientId])).toEqual([{ size: 1, priority: 1 }]);
  expect(await portal.run(systemScope(), (tx) => balances(tx, shop.clientId))).toMatchObject({ available: 10_000n, held: 10_000n });
  expect(await portal.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
});

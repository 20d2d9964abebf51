import { afterAll, beforeAll, expect, test } from 'vitest';
import { statusName } from '../../../src/smpp/pdus.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { addCustomer, Esme, openSmppWorld } from '../../harness/outside/smpp-customers.ts';
import type { SmppWorld } from '../../harness/outside/smpp-customers.ts';
import { open } from '../../harness/wallets.ts';
import { addKinds } from './kinds.ts';
import type { Kind } from './kinds.ts';

const db = await createTestDatabase();
const database = open(db);
let world: SmppWorld;
let esme: Esme;
let kinds: Kind[];
beforeAll(async () => {
  world = await openSmppWorld(db.url, database);
  const customer = await addCustomer(database, world.rootId);
  kinds = await addKinds(db, customer.clientId, 'B');
  esme = new Esme(world.port, customer);
  expect(statusName(await esme.bound)).toBe('ESME_ROK');
});
afterAll(async () => {
  esme.link.destroy();
  await world.stop();
});

test('over SMPP each kind goes out from the sender ID that its operator has approved', async () => {
  for (const { name, from, to, sentAs } of kinds) {
    const before = await db.query('select id from message');
    const answer = await esme.ask({
      command: 'submit_sm',
      source_addr_ton: 5,
      source_addr: from,
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      destination_addr: to,
      registered_delivery: 0,
      short_message: Buffer.from('Habari'),
    });
    const sent = await db.query<{ sender: string }>(
      'select sender from message where id <> all ($1)',
      [before.map(({ id }) => id)],
    );
    expect(
      { status: statusName(answer!.command_status), senders: sent.map((m) => m.sender) },
      name,
    ).toEqual(
      sentAs === null
        ? { status: 'ESME_RINVSRCADR', senders: [] }
        : { status: 'ESME_ROK', senders: [sentAs] },
    );
  }
});

import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../harness/database.ts';
import { fuzzClient, fuzzServer } from './pdu-fuzz.ts';
import { addCustomer, Esme, openSmppWorld } from '../../harness/outside/smpp-customers.ts';
import { open } from '../../harness/wallets.ts';

const db = await createTestDatabase();
const database = open(db);
const world = await openSmppWorld(db.url, database, { record: 0 });
afterAll(() => world.stop());

test('broken PDUs are answered or end their connection, and affect no other', async () => {
  const who = await addCustomer(database, world.rootId);
  const esme = new Esme(world.port, who);
  expect(await esme.bound).toBe(0);
  const inwards = await fuzzServer({ port: world.port, ...who, pdus: 8000, seed: 7 });
  expect(inwards).toMatchObject({ crashes: 0 });
  expect(inwards.answers['ESME_RSYSERR']).toBeUndefined();
  expect(inwards.answers['ESME_ROK']).toBeGreaterThan(0);
  expect(await fuzzClient({ pdus: 8000, seed: 7 })).toMatchObject({ crashes: 0 });
  expect(
    await esme.ask({
      command: 'submit_sm',
      source_addr: who.sender,
      dest_addr_ton: 1,
      destination_addr: '254711000050',
      short_message: Buffer.from('well'),
    }),
  ).toMatchObject({ command_status: 0 });
  esme.link.destroy();
});

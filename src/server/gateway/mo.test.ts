import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { addClient, enqueueAll, makeMessage } from '../../../test/support/pipeline.ts';
import { encode, Decoder } from '../../smpp/codec.ts';
import { splitMessage } from '../../smpp/concatenation.ts';
import { encodeText } from '../../smpp/text.ts';
import type { PduOf } from '../../smpp/pdus.ts';
import { openDatabase } from '../db.ts';
import { systemScope } from '../scope.ts';
import { asksToStop, readMo } from './mo.rules.ts';
import { storeMo } from './mo.store.ts';

const db = await createTestDatabase();
const gateway = openDatabase({ connectionString: db.url }, 'tuma_gateway', { max: 3, name: 'mo', onLost: () => {} });
const portal = openDatabase({ connectionString: db.url }, 'tuma_portal', { max: 1, name: 'mo', onLost: () => {} });
afterAll(async () => {
  await gateway.close();
  await portal.close();
});
const clientId = await addClient(portal);
await db.query(`insert into sender (id, sender, client_id, kind, country, status) values (gen_random_uuid(), '22141', $1, 'SHORTCODE', 'KE', 'READY_FOR_SENDING')`, [clientId]);

/** The deliver_sm PDUs of a text, through the codec and back. */
function delivers(text: string, source: string, destination: string, reference = 7): PduOf<'deliver_sm'>[] {
  const { data_coding, octets } = encodeText(text);
  return splitMessage(octets, data_coding, 'udh8', reference)!.map((piece) => {
    const decoder = new Decoder();
    decoder.push(encode({ command: 'deliver_sm', source_addr: source, destination_addr: destination, data_coding, ...piece }));
    const decoded = decoder.next();
    if (decoded.outcome !== 'pdu' || decoded.pdu.command !== 'deliver_sm') throw new Error('not a deliver_sm');
    return decoded.pdu;
  });
}
const store = (pdu: PduOf<'deliver_sm'>) => gateway.run(systemScope(), (tx) => storeMo(tx, readMo(pdu, { connectorId: 1, carrierAccountId: 1 })));
const stored = (source: string) => db.query<{ text: string; client_id: string | null }>('select text, client_id from mo where source = $1 order by id', [source]);

test('a message is stored once, however often its carrier repeats it, and belongs to the number\'s owner', async () => {
  const [pdu] = delivers('Habari', '+254711000001', '22141');
  await Promise.all([store(pdu!), store(pdu!), store(pdu!)]);
  expect(await stored('254711000001')).toEqual([{ text: 'Habari', client_id: clientId }]);
  await db.query(`update mo set at = at - interval '11 minutes'`);
  await store(pdu!);
  expect(await stored('254711000001')).toHaveLength(2);
});

test('parts are joined in whatever order they come, two phones with one reference apart', async () => {
  const text = 'Sehemu ya kwanza na ya pili. '.repeat(12);
  const [one, other] = [delivers(text, '254711000002', '22141'), delivers(text.toUpperCase(), '254711000003', '22141')];
  for (const pdu of [one[2]!, other[0]!, one[0]!, other[2]!, other[1]!, one[1]!]) await store(pdu);
  expect((await stored('254711000002'))[0]!.text).toBe(text);
  expect((await stored('254711000003'))[0]!.text).toBe(text.toUpperCase());
  expect(await db.query('select 1 from mo_part')).toEqual([]);
});

test('a phone that asks to be left alone is, by whoever wrote to it last where nobody owns the number', async () => {
  await enqueueAll(portal, [makeMessage({ clientId, routeId: 1, destination: '254711000004' })]);
  await store(delivers(' Stop! ', '254711000004', '99999')[0]!);
  expect(await db.query('select client_id, source from opt_out where destination = $1', ['254711000004'])).toEqual([{ client_id: clientId, source: 'MO' }]);
  await store(delivers('Please stop the bus', '254711000005', '22141')[0]!);
  expect(await db.query('select 1 from opt_out where destination = $1', ['254711000005'])).toEqual([]);
});

test.each([['STOP', true], ['stop.', true], ['Opt-out', true], ['Sair', true], ['ACHA', true], ['stop it', false], ['', false]])('%s asks to stop: %s', (text, asks) => {
  expect(asksToStop(text)).toBe(asks);
});

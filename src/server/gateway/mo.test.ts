import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { addClient, enqueueAll, makeMessage } from '../../../test/support/pipeline.ts';
import { encode, Decoder } from '../../smpp/codec.ts';
import { splitMessage } from '../../smpp/concatenation.ts';
import { encodeText } from '../../smpp/text.ts';
import type { PduOf } from '../../smpp/pdus.ts';
import { openDatabase } from '../db.ts';
import { systemScope } from '../scope.ts';
import { readMo, wishOf } from './mo.rules.ts';
import { takeMo } from './mo.ts';

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
const store = (pdu: PduOf<'deliver_sm'>) => gateway.run(systemScope(), (tx) => takeMo(tx, readMo(pdu, { connectorId: 1, carrierAccountId: 1 })));
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

test('STOP to a sender that many share is for all who wrote under it; START lifts that and nothing else', async () => {
  const [one, other, third] = [await addClient(portal), await addClient(portal), await addClient(portal)];
  const phone = '254711000006';
  const write = (client: string, sender: string) => enqueueAll(portal, [{ ...makeMessage({ clientId: client, routeId: 1, destination: phone }), sender }]);
  await write(one, 'INFO');
  await write(other, 'Info');
  await write(third, 'OTHERS');
  const optedOut = () => db.query<{ client_id: string }>('select client_id from opt_out where destination = $1 order by client_id', [phone]).then((rows) => rows.map((row) => row.client_id));
  await store(delivers('Acha', phone, 'INFO')[0]!);
  expect(await optedOut()).toEqual([one, other].toSorted());
  await db.query(`insert into opt_out (client_id, destination, source) values ($1, $2, 'PORTAL')`, [third, phone]);
  await store(delivers('ANZA!', phone, 'INFO')[0]!);
  expect(await optedOut()).toEqual([third]);
});

test('START to a number of a client\'s own takes the phone off that client\'s list, whoever put it there', async () => {
  await db.query(`insert into opt_out (client_id, destination, source) values ($1, '254711000007', 'PORTAL')`, [clientId]);
  await store(delivers('Começar', '254711000007', '22141')[0]!);
  expect(await db.query(`select from opt_out where destination = '254711000007'`)).toEqual([]);
});

test.each([
  ['STOP', 'STOP'], ['stop.', 'STOP'], ['Opt-out', 'STOP'], ['Sair', 'STOP'], ['ACHA', 'STOP'], ['parar', 'STOP'], [' "Cancelar" ', 'STOP'],
  ['Start', 'START'], ['anza', 'START'], ['INICIAR', 'START'], ['stop it', undefined], ['start the bus', undefined], ['', undefined],
] as const)('%s asks for %s', (text, wish) => {
  expect(wishOf(text)).toBe(wish);
});

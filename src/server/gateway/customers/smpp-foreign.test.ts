/** The SMPP server against software that nobody here wrote: the npm library `smpp`, as a customer would use it. */
import smpp from 'smpp';
import type { PDU, Session } from 'smpp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openCutter } from '../../../../test/harness/outside/kannel.ts';
import { until } from '../../../../test/harness/pipeline.ts';
import { addCustomer, openSmppWorld } from '../../../../test/harness/outside/smpp-customers.ts';
import type { Customer, SmppWorld } from '../../../../test/harness/outside/smpp-customers.ts';
import { open } from '../../../../test/harness/wallets.ts';
import { splitMessage } from '../../../smpp/concatenation.ts';
import { encodeGsm } from '../../../smpp/gsm.ts';
import { publishConfig } from '../../core/dispatch/routing/config-version.ts';
import { systemScope } from '../../infra/database/scope.ts';

const db = await createTestDatabase();
const database = open(db);
let world: SmppWorld;
let shop: Customer;
beforeAll(async () => {
  world = await openSmppWorld(db.url, database);
  shop = await addCustomer(database, world.rootId);
  await database.run(systemScope(), async (tx) => {
    await tx.query(
      `insert into route (direction, "order", type, connector_ids, targets) values ('MO', 0, 'DefaultRoute', '{}', $1)`,
      [JSON.stringify([{ kind: 'SMPP_USER', username: shop.username }])],
    );
    await publishConfig(tx, null);
  });
});
afterAll(() => world.stop());

/** A session that is bound, or refused; it answers every delivery and keeps it. */
async function bind(
  who: { username: string; password: string },
  port = world.port,
): Promise<{ session: Session; status: number; delivered: PDU[]; closed: Promise<void> }> {
  const delivered: PDU[] = [];
  const session = await new Promise<Session>((resolve) => {
    const opened = smpp.connect({ host: '127.0.0.1', port }, () => resolve(opened));
    opened.on('error', () => {});
  });
  const closed = new Promise<void>((resolve) => session.on('close', () => resolve()));
  session.on('deliver_sm', (pdu) => {
    delivered.push(pdu);
    session.send(pdu.response());
  });
  const { command_status: status } = await new Promise<PDU>((resolve) =>
    session.bind_transceiver(
      { system_id: who.username, password: who.password, interface_version: 0x34 },
      resolve,
    ),
  );
  return { session, status, delivered, closed };
}

let lastNumber = 254_733_000_050;
const number = () => String((lastNumber += 100));
const submit = (session: Session, fields: Record<string, unknown>) =>
  new Promise<PDU>((resolve) =>
    session.submit_sm(
      {
        source_addr_ton: 5,
        source_addr: shop.sender,
        dest_addr_ton: 1,
        dest_addr_npi: 1,
        registered_delivery: 1,
        ...fields,
      },
      resolve,
    ),
  );
const shownOn = (to: string) => world.smsc.handset(to, 5).map(({ text }) => text);

test('a wrong password is refused and disconnected', async () => {
  const { status, closed } = await bind({ ...shop, password: 'wrong' });
  expect(status).toBe(0x0e);
  await closed;
});

test('texts of any length by any method, their receipts, an answer from the phone, and an orderly end', async () => {
  const { session, delivered, status } = await bind(shop);
  expect(status).toBe(0);
  const text = 'Mpendwa mteja, bei mpya ni hizi. '.repeat(8);
  const [short, payload, ...parted] = [number(), number(), number(), number()];
  const ids = [
    await submit(session, { destination_addr: short, short_message: 'Habari 👋' }),
    await submit(session, { destination_addr: payload, message_payload: { message: text } }),
  ];
  for (const [at, mode] of (['udh8', 'sar'] as const).entries()) {
    for (const part of splitMessage(encodeGsm(text)!, 0, mode, 9)!) {
      ids.push(
        await submit(session, {
          destination_addr: parted[at],
          data_coding: 0,
          esm_class: part.esm_class,
          short_message: part.short_message,
          ...part.tlvs,
        }),
      );
    }
  }
  expect(ids.map(({ command_status }) => command_status)).toEqual([0, 0, 0, 0, 0, 0]);
  await until('receipts', () => delivered.length === ids.length);
  expect(delivered.map((pdu) => pdu.receipted_message_id).sort()).toEqual(
    ids.map(({ message_id }) => message_id).sort(),
  );
  expect(delivered.every((pdu) => pdu.esm_class === 4 && pdu.message_state === 2)).toBe(true);
  expect(shownOn(short!)).toEqual(['Habari 👋']);
  for (const to of [payload, ...parted]) expect(shownOn(to!)).toEqual([text]);

  delivered.length = 0;
  world.smsc.injectMo({ source: short!, destination: '22141', text: 'Asante sana' });
  await until('the answer', () => delivered.length === 1);
  expect(delivered[0]).toMatchObject({
    esm_class: 0,
    source_addr: short,
    destination_addr: '22141',
    short_message: { message: 'Asante sana' },
  });
  expect((await new Promise<PDU>((resolve) => session.unbind(resolve))).command).toBe(
    'unbind_resp',
  );
});

test('above the agreed rate it is throttled, and its repeats are accepted', async () => {
  const slow = await addCustomer(database, world.rootId, {
    mt: { quota: { smpps_throughput: 10 } },
  });
  const { session } = await bind(slow);
  const send = async (to: string): Promise<number> => {
    const { command_status: status } = await submit(session, {
      source_addr: slow.sender,
      destination_addr: to,
      short_message: 'x',
      registered_delivery: 0,
    });
    if (status !== 0x58) return status;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return 1000 + (await send(to));
  };
  const answers = await Promise.all(Array.from({ length: 30 }, () => send(number())));
  expect(answers.some((answer) => answer >= 1000)).toBe(true);
  expect(answers.every((answer) => answer % 1000 === 0)).toBe(true);
  expect(
    await db.query('select count(*)::int as count from message where client_id = $1', [
      slow.clientId,
    ]),
  ).toEqual([{ count: 30 }]);
  session.close();
});

test('a link that is cut repeatedly loses neither messages nor receipts', async () => {
  const who = await addCustomer(database, world.rootId);
  const cutter = await openCutter(() => world.port);
  const taken = new Set<string>();
  // Each session from its bind on: deliveries that waited arrive together with the bind's response.
  const reports: PDU[][] = [];
  const numbers = Array.from({ length: 300 }, number);
  const left = [...numbers];
  for (let cuts = 0; left.length > 0; cuts++) {
    const { session, closed, delivered } = await bind(who, cutter.port);
    reports.push(delivered);
    if (cuts < 5) setTimeout(() => cutter.cut(), 60);
    const lane = async () => {
      for (let to = left.pop(); to !== undefined; to = left.pop()) {
        const answer = await Promise.race([
          submit(session, {
            source_addr: who.sender,
            destination_addr: to,
            short_message: `kwa ${to}`,
          }),
          closed,
        ]);
        if (answer?.command_status === 0) taken.add(answer.message_id);
        else {
          left.push(to);
          return;
        }
      }
    };
    await Promise.all(Array.from({ length: 10 }, lane));
    if (left.length === 0) {
      await until('every receipt', () => {
        const reported = new Set(reports.flat().map((pdu) => String(pdu.receipted_message_id)));
        return [...taken].every((id) => reported.has(id));
      });
    }
    session.close();
  }
  cutter.close();
  const stored = await db.query<{ id: string; destination: string }>(
    'select id, destination from message where client_id = $1',
    [who.clientId],
  );
  expect(new Set(stored.map(({ destination }) => destination))).toEqual(new Set(numbers));
  const ids = new Set(stored.map(({ id }) => id));
  expect([...taken].filter((id) => !ids.has(id))).toEqual([]);
});

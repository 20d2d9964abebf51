import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { until } from '../../../../test/harness/pipeline.ts';
import {
  addCustomer,
  Esme,
  openSmppWorld,
} from '../../../../test/harness/outside/smpp-customers.ts';
import type { Customer, SmppWorld } from '../../../../test/harness/outside/smpp-customers.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { bindExample } from '../../../contract/shared/bind-example.ts';
import { encode } from '../../../smpp/encoder.ts';
import { splitMessage } from '../../../smpp/concatenation.ts';
import { STATUS, statusName } from '../../../smpp/pdus.ts';
import type { OutgoingOf } from '../../../smpp/pdus.ts';
import { parseReceipt } from '../../../smpp/receipt.ts';
import { encodeGsm } from '../../../smpp/gsm.ts';
import { encodeUcs2 } from '../../../smpp/text.ts';
import { GatewayAuthenticator } from '../../core/gateway-users/gateway-users.ts';
import { claimUnfetched, endUnclaimed, addToOutbox } from '../../core/background/outbox.store.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { passToNextTarget } from '../incoming/incoming-routing.ts';
import type { ForwardedIncoming } from '../incoming/incoming-routing.ts';
import { readUses } from '../../core/software-use/software-use.ts';
import { listBinds, listRefusals, requestUnbind } from './smpp-server.store.ts';

const db = await createTestDatabase();
const database = open(db);
const TLS = join(import.meta.dirname, '../../../../test/harness/tls');
const tlsFolder = mkdtempSync(join(tmpdir(), 'tuma-smpp-'));
const [certFile, keyFile] = [join(tlsFolder, 'cert.pem'), join(tlsFolder, 'key.pem')];
let world: SmppWorld;
let shop: Customer;
beforeAll(async () => {
  for (const file of ['cert.pem', 'key.pem']) copyFileSync(join(TLS, file), join(tlsFolder, file));
  world = await openSmppWorld(db.url, database, {}, { tls: { port: 0, certFile, keyFile } });
  shop = await addCustomer(database, world.rootId);
});
afterAll(async () => {
  await world.stop();
  rmSync(tlsFolder, { recursive: true });
});

const esmes: Esme[] = [];
afterAll(() => {
  for (const esme of esmes) esme.link.destroy();
});
async function bind(who: Customer, how: ConstructorParameters<typeof Esme>[2] = {}): Promise<Esme> {
  const esme = new Esme(how.tls ? world.tlsPort! : world.port, who, how);
  esmes.push(esme);
  expect(statusName(await esme.bound)).toBe('ESME_ROK');
  return esme;
}
let lastNumber = 254_711_000_100;
/** Another Kenyan number of an ending that the carrier delivers to. */
const number = () => String((lastNumber += 100));
const submit = (
  who: Customer,
  more: Partial<OutgoingOf<'submit_sm'>> = {},
): OutgoingOf<'submit_sm'> => ({
  command: 'submit_sm',
  source_addr_ton: 5,
  source_addr: who.sender,
  dest_addr_ton: 1,
  dest_addr_npi: 1,
  destination_addr: number(),
  registered_delivery: 1,
  short_message: Buffer.from('Habari'),
  ...more,
});
const messagesOf = (who: Customer) =>
  db.query<{
    destination: string;
    text: string;
    encoding: number;
    data_coding: number | null;
    esm_class: number | null;
    payload: Buffer | null;
    status: number;
    priority: number;
    segments: number;
  }>(
    'select destination, text, encoding, data_coding, esm_class, payload, status, priority, segments from message where client_id = $1 order by id',
    [who.clientId],
  );

describe('authentication', () => {
  const bindOf = async (credentials: { username: string; password: string }) => {
    const esme = new Esme(world.port, credentials);
    esmes.push(esme);
    return statusName(await esme.bound);
  };

  test('the three kinds of bind, and the commands of each', async () => {
    const [transmitter, receiver] = [
      await bind(shop, { command: 'bind_transmitter' }),
      await bind(shop, { command: 'bind_receiver' }),
    ];
    expect(await transmitter.ask(submit(shop))).toMatchObject({ command_status: 0 });
    expect(receiver.link.send(submit(shop), () => {})).toBe(false);
    await until('the receipt', () => receiver.delivered.length === 1);
    await until('the figures', async () => {
      const [one, other] = await database.run(systemScope(), (tx) => listBinds(tx, [shop.userId]));
      return (
        one?.kind === 'TRANSMITTER' &&
        one.submitted === 1n &&
        one.address === '127.0.0.1' &&
        other?.kind === 'RECEIVER' &&
        other.delivered === 1n
      );
    });
    for (const esme of [transmitter, receiver]) esme.link.unbind();
    await until(
      'unbound',
      () => transmitter.closed?.kind === 'unbound' && receiver.closed?.kind === 'unbound',
    );
  });

  test('wrong credentials, a user without the right, and one too many are refused', async () => {
    expect(await bindOf({ username: shop.username, password: 'wrong' })).toBe('ESME_RINVPASWD');
    expect(await bindOf({ username: 'nobody', password: 'pass1234' })).toBe('ESME_RINVPASWD');
    expect(
      await bindOf(
        await addCustomer(database, world.rootId, { smpps: { authorization: { bind: false } } }),
      ),
    ).toBe('ESME_RBINDFAIL');
    expect(
      await bindOf(
        await addCustomer(database, world.rootId, {
          smpps: { authorization: { ip: ['10.0.0.0/8'] } },
        }),
      ),
    ).toBe('ESME_RBINDFAIL');
    const one = await addCustomer(database, world.rootId, {
      smpps: { quota: { max_bindings: 1 } },
    });
    const first = await bind(one);
    expect(await bindOf(one)).toBe('ESME_RBINDFAIL');
    first.link.unbind();
    await until(
      'gone',
      async () =>
        (await db.query('select from smpp_bind where gateway_user_id = $1', [one.userId]))
          .length === 0,
    );
    await bind(one);
  });

  test('the last refusal of a user is kept with its reason, and nothing of an unknown name', async () => {
    const refusal = async (userId: number) =>
      (await database.run(systemScope(), (tx) => listRefusals(tx, [userId]))).get(userId);
    const who = await addCustomer(database, world.rootId);
    await bindOf({ ...who, password: 'wrong' });
    await until('the refusal', async () => (await refusal(who.userId)) !== undefined);
    expect(await refusal(who.userId)).toMatchObject({
      reason: 'WRONG_PASSWORD',
      address: '127.0.0.1',
    });
    await db.query(`update bind_refusal set occurred_at = now() - interval '1 minute'`);
    await db.query('update gateway_user set enabled = false where id = $1', [who.userId]);
    await bindOf(who);
    await until(
      'the later refusal',
      async () => (await refusal(who.userId))?.reason === 'NOT_USABLE',
    );
    const before = await db.query('select gateway_user_id from bind_refusal');
    await bindOf({ username: 'nobody', password: 'pass1234' });
    expect(await db.query('select gateway_user_id from bind_refusal')).toEqual(before);
  });

  test('the example for a terminal binds, and says when it is refused', async () => {
    const who = await addCustomer(database, world.rootId);
    const paste = async (password: string) => {
      const command = bindExample(
        { host: '127.0.0.1', smppPort: world.port },
        who.username,
        password,
      );
      return (await promisify(execFile)('bash', ['-c', command])).stdout;
    };
    expect(await paste(who.password)).toBe('Bound\n');
    expect(await paste("it's wrong")).toBe('Refused with status 0x0000000E\n');
  });

  test('the example without a password asks for it in the terminal', async () => {
    const who = await addCustomer(database, world.rootId);
    const command = bindExample({ host: '127.0.0.1', smppPort: world.port }, who.username);
    const terminal = spawn('python3', [
      '-c',
      'import pty, sys; pty.spawn(["bash", "-c", sys.argv[1]])',
      command,
    ]);
    let shown = '';
    terminal.stdout.on('data', (octets: Buffer) => {
      // The terminal forgets input from before the question.
      if (!shown.includes('Password: ') && `${shown}${String(octets)}`.includes('Password: '))
        terminal.stdin.write(`${who.password}\n`);
      shown += String(octets);
    });
    await once(terminal, 'close');
    expect(shown).toContain('Bound');
    expect(shown).not.toContain(who.password);
  });

  test('a hundred concurrent binds with the right password all succeed', async () => {
    const who = await addCustomer(database, world.rootId);
    const authenticator = new GatewayAuthenticator(open(db, 'tuma_gateway', 2));
    const admitted = await Promise.all(
      Array.from({ length: 100 }, () =>
        authenticator.admit({
          username: who.username,
          password: who.password,
          address: '203.0.113.7',
          source: 'SMPP',
        }),
      ),
    );
    expect(admitted.filter((each) => 'user' in each)).toHaveLength(100);
  });

  test('a disabled user is unbound, and so is one with a changed password', async () => {
    const [blocked, reset] = [
      await addCustomer(database, world.rootId),
      await addCustomer(database, world.rootId),
    ];
    const [first, second] = [await bind(blocked), await bind(reset)];
    await until(
      'both looked at',
      async () =>
        (
          await db.query(
            `select from smpp_bind where gateway_user_id = any ($1) and updated_at > since`,
            [[blocked.userId, reset.userId]],
          )
        ).length === 2,
    );
    await db.query(`update client set client_status = 'BLOCKED' where id = $1`, [blocked.clientId]);
    await db.query(`update gateway_user set password_hash = 'x' where id = $1`, [reset.userId]);
    await until('unbound', () => first.closed !== undefined && second.closed !== undefined);
    expect(await bindOf(blocked)).toBe('ESME_RINVPASWD');
  });

  test('one bind is unbound at once when an operator asks, and the others of the user stay', async () => {
    const who = await addCustomer(database, world.rootId);
    const ask = (bindId: string, userId = who.userId) =>
      database.run(systemScope(), (tx) => requestUnbind(tx, userId, bindId));
    const first = await bind(who);
    const [row] = await database.run(systemScope(), (tx) => listBinds(tx, [who.userId]));
    const second = await bind(who, { command: 'bind_transmitter' });
    expect(await ask(row!.bindId, shop.userId)).toBeUndefined();
    expect(await ask(row!.bindId)).toEqual({ kind: 'TRANSCEIVER', address: '127.0.0.1' });
    await until('unbound', () => first.closed !== undefined);
    expect(first.closed).toEqual({ kind: 'unbound' });
    await until('forgotten', async () => {
      const binds = await database.run(systemScope(), (tx) => listBinds(tx, [who.userId]));
      return binds.length === 1 && binds[0]!.kind === 'TRANSMITTER';
    });
    expect(await ask(row!.bindId)).toBeUndefined();
    expect(await second.ask(submit(who))).toMatchObject({ command_status: STATUS.ESME_ROK });
    expect(await bindOf(who)).toBe('ESME_ROK');
  });

  test('a bind whose row another process took for dead is listed and counted again', async () => {
    const who = await addCustomer(database, world.rootId);
    const esme = await bind(who);
    const rows = () => database.run(systemScope(), (tx) => listBinds(tx, [who.userId]));
    const [before] = await rows();
    await db.query('delete from smpp_bind where gateway_user_id = $1', [who.userId]);
    await until('it is there again', async () => (await rows()).length === 1);
    expect(await rows()).toMatchObject([
      { bindId: before!.bindId, kind: 'TRANSCEIVER', address: '127.0.0.1', tls: false },
    ]);
    esme.link.unbind();
    await until('forgotten', async () => (await rows()).length === 0);
  });

  test('closes the connection of a blocked account that ignores the unbind', async () => {
    const blocked = await addCustomer(database, world.rootId);
    const socket = connectTcp({ port: world.port, host: '127.0.0.1' });
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
    });
    socket.on('data', () => {}); // reads, and answers nothing
    socket.write(
      encode({
        command: 'bind_transceiver',
        system_id: blocked.username,
        password: blocked.password,
        sequence_number: 1,
      }),
    );
    await until(
      'bound',
      async () =>
        (await db.query('select from smpp_bind where gateway_user_id = $1', [blocked.userId]))
          .length === 1,
    );
    await db.query(`update client set client_status = 'BLOCKED' where id = $1`, [blocked.clientId]);
    // Well before the answer to the unbind would be overdue.
    await expect(Promise.race([closed.then(() => 'closed'), sleep(20_000, 'open')])).resolves.toBe(
      'closed',
    );
  });

  test('limits the binds of a user without its own limit', async () => {
    const busy = await addCustomer(database, world.rootId);
    await db.query(
      `insert into smpp_bind (id, holder, client_id, gateway_user_id, kind, address, tls)
       select gen_random_uuid(), 'elsewhere', $1, $2, 'TRANSMITTER', '127.0.0.1', false from generate_series(1, 49)`,
      [busy.clientId, busy.userId],
    );
    await bind(busy);
    expect(await bindOf(busy)).toBe('ESME_RBINDFAIL');
  });

  test('over TLS, with a certificate that is renewed while binds stay', async () => {
    const esme = await bind(shop, { tls: true });
    const presented = () =>
      new Promise<string>((resolve) => {
        const socket = connectTls(
          { host: '127.0.0.1', port: world.tlsPort!, rejectUnauthorized: false },
          () => {
            resolve(String(socket.getPeerCertificate().subject.CN));
            socket.destroy();
          },
        );
        socket.on('error', () => {});
      });
    const before = await presented();
    writeFileSync(certFile, 'no certificate');
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(await presented()).toBe(before);
    for (const file of ['cert', 'key'])
      copyFileSync(join(TLS, `${file}-renewed.pem`), join(tlsFolder, `${file}.pem`));
    await until('renewed', async () => (await presented()) === 'renewed.test');
    await bind(shop, { tls: true });
    expect(await esme.ask({ ...submit(shop), registered_delivery: 0 })).toMatchObject({
      command_status: 0,
    });
  });

  test('a peer that is not SMPP is answered and disconnected, and affects no other', async () => {
    const said = await new Promise<Buffer>((resolve) => {
      const chunks: Buffer[] = [];
      const socket = connectTcp(world.port, '127.0.0.1', () =>
        socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
      );
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.on('close', () => resolve(Buffer.concat(chunks)));
    });
    expect(said.readUInt32BE(4)).toBe(0x80000000);
  });
});

describe('submitting', () => {
  test('a text in every coding is read, and a long one joined whatever carried it', async () => {
    const who = await addCustomer(database, world.rootId);
    const esme = await bind(who);
    const long = 'Bei ya leo: €5. '.repeat(20);
    const cases: [Partial<OutgoingOf<'submit_sm'>>, Record<string, unknown>][] = [
      [
        { short_message: encodeGsm('Habari {yako} €5 @ñ') },
        { text: 'Habari {yako} €5 @ñ', encoding: 0 },
      ],
      [{ short_message: Buffer.from('ole\xe1', 'latin1') }, { text: 'oleá', encoding: 8 }],
      [
        { data_coding: 1, short_message: Buffer.from('ASCII @ all') },
        { text: 'ASCII @ all', encoding: 0 },
      ],
      [
        { data_coding: 3, short_message: Buffer.from('ação', 'latin1') },
        { text: 'ação', encoding: 8 },
      ],
      [
        { data_coding: 8, short_message: encodeUcs2('Привет 👋') },
        { text: 'Привет 👋', encoding: 8 },
      ],
      [
        {
          data_coding: 8,
          tlvs: { message_payload: encodeUcs2(long) },
          short_message: Buffer.alloc(0),
        },
        { text: long, encoding: 0, segments: 3 },
      ],
      [
        { data_coding: 4, short_message: Buffer.from([1, 2, 0, 255]) },
        { payload: Buffer.from([1, 2, 0, 255]), data_coding: 4, esm_class: 0 },
      ],
      [
        {
          data_coding: 2,
          esm_class: 0x43,
          short_message: Buffer.from([6, 5, 4, 11, 132, 0, 0, 9, 9]),
        },
        { payload: Buffer.from([6, 5, 4, 11, 132, 0, 0, 9, 9]), data_coding: 2, esm_class: 0x40 },
      ],
    ];
    for (const [pdu] of cases)
      expect(await esme.ask(submit(who, pdu))).toMatchObject({
        command_status: 0,
        message_id: expect.stringMatching(/^[\da-f-]{36}$/),
      });
    expect(
      await esme.ask({
        command: 'data_sm',
        source_addr_ton: 5,
        source_addr: who.sender,
        dest_addr_ton: 1,
        destination_addr: number(),
        tlvs: { message_payload: Buffer.from('data') },
      }),
    ).toMatchObject({ command_status: 0 });
    const stored = await messagesOf(who);
    expect(stored).toHaveLength(cases.length + 1);
    cases.forEach(([, wanted], at) => expect(stored[at]).toMatchObject(wanted));
    expect(stored.at(-1)).toMatchObject({ text: 'data' });
  });

  test.each(['udh8', 'udh16', 'sar'] as const)(
    'parts by %s reach one phone as one text',
    async (mode) => {
      const who = await addCustomer(database, world.rootId);
      const esme = await bind(who);
      const [text, to] = [`Sehemu kwa ${mode} {€}. `.repeat(14), number()];
      const parts = splitMessage(encodeGsm(text)!, 0, mode, 77)!;
      expect(parts.length).toBeGreaterThan(1);
      for (const part of parts)
        expect(await esme.ask(submit(who, { destination_addr: to, ...part }))).toMatchObject({
          command_status: 0,
        });
      await until('receipts', () => esme.delivered.length === parts.length);
      expect(world.smsc.handset(to, 10).map((message) => message.text)).toEqual([text]);
    },
  );

  test.each(['udh8', 'udh16', 'sar'] as const)(
    'the last part by %s waits where only the whole text meets a content rule',
    async (mode) => {
      await db.query(
        `insert into setting (key, value) values ('contentRules', '{"words":["loans"],"links":false,"mostRecipients":null}')
         on conflict (key) do update set value = excluded.value`,
      );
      try {
        const who = await addCustomer(database, world.rootId);
        await db.query('update client set unapproved_numbers = 0 where id = $1', [who.clientId]);
        const esme = await bind(who);
        const to = number();
        const text = `${'Habari za leo. '.repeat(10)}loans for all`;
        const parts = splitMessage(encodeGsm(text)!, 0, mode, 0x1234)!;
        expect(parts).toHaveLength(2);
        for (const part of parts.toReversed())
          expect(await esme.ask(submit(who, { destination_addr: to, ...part }))).toMatchObject({
            command_status: 0,
          });
        expect(
          await db.query(
            `select m.campaign_id is not null as waits, c.text, c.approval_reasons as reasons from message m left join campaign c on c.id = m.campaign_id where m.client_id = $1 order by m.id`,
            [who.clientId],
          ),
        ).toEqual([
          { waits: false, text: null, reasons: null },
          { waits: true, text, reasons: [{ rule: 'WORD', found: 'loans' }] },
        ]);
        await until('a receipt', () => esme.delivered.length === 1);
        expect(world.smsc.handset(to, 10).map((message) => message.text)).not.toContain(text);
      } finally {
        await db.query(`delete from setting where key = 'contentRules'`);
        await db.query('update acceptance_version set version = version + 1');
      }
    },
  );

  test('time, validity and priority are respected', async () => {
    const who = await addCustomer(database, world.rootId);
    const esme = await bind(who);
    const { message_id: id } = (await esme.ask(
      submit(who, {
        schedule_delivery_time: '000000010000000R',
        validity_period: '000000023000000R',
        priority_flag: 3,
      }),
    ))!;
    const [row] = await db.query<{ ahead: number; valid: number; priority: number }>(
      `select extract(epoch from scheduled_at - now())::int as ahead, extract(epoch from expires_at - scheduled_at)::int as valid, priority from message where id = $1`,
      [id],
    );
    expect(row!.ahead).toBeGreaterThan(3500);
    expect(row!.valid).toBeGreaterThanOrEqual(9000);
    expect(row!.valid).toBeLessThan(9002);
    expect(row!.priority).toBe(4);
    expect(
      await esme.ask({ command: 'query_sm', message_id: id, source_addr: who.sender }),
    ).toMatchObject({ command_status: 0, message_state: 1 });
  });

  test('each refusal has its status', async () => {
    const who = await addCustomer(database, world.rootId, {
      mt: {
        authorization: { dlr_level: false, priority: false },
        valuefilter: { dst_addr: '^2547' },
      },
    });
    const esme = await bind(who);
    const plain = { registered_delivery: 0 };
    const refused = async (more: Partial<OutgoingOf<'submit_sm'>>) =>
      statusName((await esme.ask(submit(who, { ...plain, ...more })))!.command_status);
    expect(await refused({})).toBe('ESME_ROK');
    expect(await refused({ destination_addr: '' })).toBe('ESME_RINVDSTADR');
    expect(await refused({ destination_addr: '12' })).toBe('ESME_RINVDSTADR');
    expect(await refused({ destination_addr: '255711000111' })).toBe('ESME_RINVDSTADR');
    expect(await refused({ source_addr: 'NOBODY' })).toBe('ESME_RINVSRCADR');
    expect(await refused({ source_addr: shop.sender })).toBe('ESME_RINVSRCADR');
    expect(await refused({ source_addr: '' })).toBe('ESME_RINVSRCADR');
    expect(await refused({ short_message: Buffer.alloc(0) })).toBe('ESME_RINVMSGLEN');
    expect(await refused({ priority_flag: 9 })).toBe('ESME_RINVPRTFLG');
    expect(await refused({ priority_flag: 1 })).toBe('ESME_RINVPRTFLG');
    expect(await refused({ registered_delivery: 1 })).toBe('ESME_RINVREGDLVFLG');
    expect(await refused({ schedule_delivery_time: 'soon' })).toBe('ESME_RINVSCHED');
    expect(await refused({ validity_period: '000000000000000R' })).toBe('ESME_RINVEXPIRY');
    expect(await refused({ esm_class: 0x08 })).toBe('ESME_RINVESMCLASS');
    expect(await refused({ tlvs: { message_payload: Buffer.from('x') } })).toBe(
      'ESME_ROPTPARNOTALLWD',
    );
    const poor = await addCustomer(database, world.rootId, {
      units: 10_000n,
      mt: { authorization: { smpps_send: true } },
    });
    const second = await bind(poor);
    expect(await second.ask(submit(poor))).toMatchObject({ command_status: 0 });
    expect(statusName((await second.ask(submit(poor)))!.command_status)).toBe('ESME_RSUBMITFAIL');
    const silent = await addCustomer(database, world.rootId, {
      mt: { authorization: { smpps_send: false } },
    });
    expect(statusName((await (await bind(silent)).ask(submit(silent)))!.command_status)).toBe(
      'ESME_RINVSYSID',
    );
    expect(
      statusName(
        (await esme.ask({ command: 'submit_multi', short_message: Buffer.from('x') }))!
          .command_status,
      ),
    ).toBe('ESME_RINVCMDID');
  });

  test("above a user's throughput it is throttled, and only accepted messages are sent", async () => {
    const who = await addCustomer(database, world.rootId, {
      mt: { quota: { smpps_throughput: 2 } },
    });
    const esme = await bind(who);
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => esme.ask(submit(who, { registered_delivery: 0 }))),
    );
    const by = Object.groupBy(answers, (answer) => statusName(answer!.command_status));
    expect(Object.keys(by).sort()).toEqual(['ESME_ROK', 'ESME_RTHROTTLED']);
    expect(by['ESME_ROK']!.length).toBeLessThan(30);
    expect(await messagesOf(who)).toHaveLength(by['ESME_ROK']!.length);
  });

  test('a waiting message can be cancelled once, by its owner; no message can be replaced', async () => {
    const [who, other] = [
      await addCustomer(database, world.rootId),
      await addCustomer(database, world.rootId),
    ];
    const [esme, stranger] = [await bind(who), await bind(other)];
    const later = { schedule_delivery_time: '000000010000000R' };
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await esme.ask(submit(who, later)))!.message_id!),
    );
    const cancel = async (asker: Esme, message_id: string) =>
      statusName(
        (await asker.ask({ command: 'cancel_sm', message_id, source_addr: who.sender }))!
          .command_status,
      );
    expect(await cancel(stranger, ids[1]!)).toBe('ESME_RINVMSGID');
    expect(await cancel(esme, ids[1]!)).toBe('ESME_ROK');
    expect(await cancel(esme, ids[1]!)).toBe('ESME_RCANCELFAIL');
    expect(await cancel(esme, '')).toBe('ESME_RCANCELFAIL');
    expect(await cancel(esme, 'no-such-id')).toBe('ESME_RINVMSGID');
    expect((await messagesOf(who)).map(({ status }) => status)).toEqual([0, 15, 0]);
    expect(
      await db.query(
        'select coalesce(sum(size - pos), 0)::int as left from chunk where client_id = $1',
        [who.clientId],
      ),
    ).toEqual([{ left: 2 }]);
    await until('the receipt', () => esme.delivered.length === 1);
    expect(parseReceipt(esme.delivered[0]!)).toMatchObject({ carrierId: ids[1], state: 'DELETED' });
    const replace = async (message_id: string) =>
      statusName(
        (await esme.ask({ command: 'replace_sm', message_id, short_message: Buffer.from('new') }))!
          .command_status,
      );
    expect(await replace(ids[0]!)).toBe('ESME_RREPLACEFAIL');
    expect(await replace('x')).toBe('ESME_RINVMSGID');
    expect(await esme.ask({ command: 'query_sm', message_id: ids[1]! })).toMatchObject({
      message_state: 4,
    });
    expect(
      statusName(
        (await stranger.ask({ command: 'query_sm', message_id: ids[1]! }))!.command_status,
      ),
    ).toBe('ESME_RINVMSGID');
  });
});

describe('deliveries', () => {
  test('receipts by the requested levels, between the addresses as written', async () => {
    const who = await addCustomer(database, world.rootId);
    const esme = await bind(who);
    const [good, bad] = ['254711000050', '254711000001'];
    const ask = async (to: string, registered_delivery: number) =>
      (await esme.ask(
        submit(who, {
          destination_addr: to,
          registered_delivery,
          tlvs: { user_message_reference: 513 },
        }),
      ))!.message_id!;
    const [allGood, , , failBad] = [
      await ask(good, 1),
      await ask(good, 2),
      await ask(good, 0),
      await ask(bad, 2),
    ];
    await until('two receipts', () => esme.delivered.length === 2);
    const receipts = new Map(esme.delivered.map((pdu) => [pdu.tlvs?.receipted_message_id, pdu]));
    expect([...receipts.keys()].sort()).toEqual([allGood, failBad].sort());
    const pdu = receipts.get(allGood)!;
    expect(pdu).toMatchObject({
      esm_class: 4,
      source_addr: good,
      source_addr_ton: 1,
      source_addr_npi: 1,
      destination_addr: who.sender,
      dest_addr_ton: 5,
      tlvs: { message_state: 2, user_message_reference: 513 },
    });
    expect(pdu.short_message.toString()).toMatch(
      new RegExp(
        `^id:${allGood} sub:001 dlvrd:001 submit date:\\d{10} done date:\\d{10} stat:DELIVRD err:000 text:Habari$`,
      ),
    );
    expect(parseReceipt(receipts.get(failBad)!)).toMatchObject({ state: 'UNDELIV', error: '027' });
  });

  test('they wait for the next bind, also over a restart, and reach an older client without parameters', async () => {
    const who = await addCustomer(database, world.rootId);
    const transmitter = await bind(who, { command: 'bind_transmitter' });
    const ids = await Promise.all(
      Array.from({ length: 50 }, async () => (await transmitter.ask(submit(who)))!.message_id!),
    );
    await until(
      'they wait',
      async () =>
        (
          await db.query(`select from outbox where kind = 'SMPP_USER' and target = $1`, [
            who.username,
          ])
        ).length === 50,
    );
    for (const destination_addr of ['', '12'])
      await transmitter.ask(submit(who, { destination_addr }));
    await world.restart();
    // The counts of a process are written when it stops.
    const uses = await database.run(systemScope(), (tx) => readUses(tx, 'userId', [who.userId]));
    expect(uses.get(who.userId)).toMatchObject([
      {
        source: 'SMPP',
        acceptedCount: 50,
        refused: [
          { code: 'ESME_RINVDSTADR', count: 1 },
          { code: 'NUMBER_REFUSED', count: 1 },
        ],
      },
    ]);
    const receiver = await bind(who, { command: 'bind_receiver', version: 0x33 });
    await until('all', () => receiver.delivered.length === 50);
    expect(receiver.delivered.map((pdu) => parseReceipt(pdu)?.carrierId).sort()).toEqual(
      ids.sort(),
    );
    expect(receiver.delivered.every((pdu) => pdu.tlvs === undefined)).toBe(true);
    await until(
      'forgotten',
      async () =>
        (
          await db.query(`select from outbox where kind = 'SMPP_USER' and target = $1`, [
            who.username,
          ])
        ).length === 0,
    );
  });

  test('unanswered deliveries arrive at the next bind, refused ones later, and several processes deliver none twice', async () => {
    const who = await addCustomer(database, world.rootId);
    const deaf = await bind(who);
    deaf.status = undefined;
    const ids = await Promise.all(
      Array.from({ length: 100 }, async () => (await deaf.ask(submit(who)))!.message_id!),
    );
    await until('a window', () => deaf.delivered.length === 20);
    await until(
      'all wait',
      async () =>
        (
          await db.query(`select from outbox where kind = 'SMPP_USER' and target = $1`, [
            who.username,
          ])
        ).length === 100,
    );
    expect(deaf.delivered).toHaveLength(20);
    deaf.link.destroy();
    const second = await world.open();
    try {
      const receivers = [await bind(who), await bind(who), new Esme(second.smppPort!, who)];
      esmes.push(...receivers);
      await until(
        'all',
        () => receivers.reduce((sum, { delivered }) => sum + delivered.length, 0) >= 100,
      );
      expect(
        receivers
          .flatMap(({ delivered }) => delivered.map((pdu) => parseReceipt(pdu)?.carrierId))
          .sort(),
      ).toEqual(ids.sort());
      for (const { link } of receivers) link.unbind();
    } finally {
      await second.stop();
    }
  });

  test('incoming messages, long ones whole or in parts, and the next target if nobody fetches them', async () => {
    const who = await addCustomer(database, world.rootId);
    const put = (text: string, next: object[] = []) =>
      database.run(systemScope(), (tx) =>
        addToOutbox(tx, {
          clientId: null,
          kind: 'SMPP_USER',
          target: who.username,
          payload: {
            mo: {
              id: '019a0000-0000-7000-8000-000000000001',
              from: '254712345678',
              to: '22141',
              originConnector: 'carrier-0',
              text,
              coding: 0,
              binary: '',
              at: 0,
            },
            next,
          },
        }),
      );
    const long = 'Maoni yangu ni haya. '.repeat(12);
    for (const text of ['Ndiyo', 'não é', long]) await put(text);
    const modern = await bind(who);
    await until('three', () => modern.delivered.length === 3);
    expect(modern.delivered[0]).toMatchObject({
      esm_class: 0,
      source_addr: '254712345678',
      source_addr_ton: 1,
      destination_addr: '22141',
      data_coding: 0,
    });
    expect(
      modern.delivered.map((pdu) => (pdu.tlvs?.message_payload ?? pdu.short_message).length),
    ).toEqual([5, 10, long.length]);
    modern.link.destroy();
    const old = await bind(who, { version: 0x33 });
    await put(long);
    await until('parts', () => old.delivered.length === 2);
    expect(old.delivered.map((pdu) => pdu.esm_class)).toEqual([0x40, 0x40]);
    old.status = STATUS.ESME_RX_P_APPN;
    await put('for the next', [{ kind: 'WEBHOOK', clientId: who.clientId }]);
    await until(
      'handed on',
      async () =>
        (
          await db.query(`select from outbox where kind = 'WEBHOOK' and client_id = $1`, [
            who.clientId,
          ])
        ).length === 1,
    );
  });

  test('an unfetched message goes to the next target after a minute, and ends after a week', async () => {
    // A user without a gateway, which would sweep the row too.
    const quiet = await createTestDatabase();
    const portal = open(quiet);
    const away = { username: 'away', clientId: await addClient(portal, { parentId: null }) };
    const put = (text: string, next: object[]) =>
      portal.run(systemScope(), (tx) =>
        addToOutbox(tx, {
          clientId: null,
          kind: 'SMPP_USER',
          target: away.username,
          payload: {
            mo: {
              id: '019a0000-0000-7000-8000-000000000002',
              from: '1',
              to: '2',
              originConnector: '',
              text,
              coding: 0,
              binary: '',
              at: 0,
            },
            next,
          },
        }),
      );
    await put('alone', []);
    await put('with another', [{ kind: 'WEBHOOK', clientId: away.clientId }]);
    const unfetched = () => portal.run(systemScope(), (tx) => claimUnfetched(tx, 60, 10, 60));
    expect(await unfetched()).toEqual([]);
    await quiet.query(
      `update outbox set created_at = now() - interval '2 minutes' where target = $1`,
      [away.username],
    );
    const [row, ...more] = await unfetched();
    expect([row?.target, more]).toEqual([away.username, []]);
    await portal.run(systemScope(), (tx) =>
      passToNextTarget(tx, row!, row!.payload as ForwardedIncoming, undefined, 'no bind took it'),
    );
    expect(
      await quiet.query(`select target from outbox where kind = 'WEBHOOK' and client_id = $1`, [
        away.clientId,
      ]),
    ).toEqual([{ target: away.clientId }]);
    await quiet.query(
      `update outbox set created_at = now() - interval '8 days' where target = $1`,
      [away.username],
    );
    expect(
      await portal.run(systemScope(), (tx) => endUnclaimed(tx, 'SMPP_USER', 7, 'nobody came', 10)),
    ).toBe(1);
    expect(
      await quiet.query(
        `select last_error from outbox where kind = 'SMPP_USER' and target = $1 order by id`,
        [away.username],
      ),
    ).toEqual([{ last_error: 'nobody came' }, { last_error: 'no bind took it' }]);
  });
});

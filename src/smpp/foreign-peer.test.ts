/** Our two sides against software that nobody here wrote: the npm library `smpp`. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import smpp from 'smpp';
import type { PDU, Session } from 'smpp';
import { afterEach, describe, expect, test } from 'vitest';
import { readContent, splitMessage } from './concatenation.ts';
import { STATUS } from './pdus.ts';
import type { PduOf, Request } from './pdus.ts';
import { parseReceipt, receiptText, receiptTlvs } from './receipt.ts';
import type { CloseReason } from './effects.ts';
import { connect, listen } from './socket.ts';
import type { Link, Outcome } from './link.ts';
import { decodeText, encodeText } from './text.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** A call of the library's as a promise of its answer. */
const answerOf = (ask: (answer: (pdu: PDU) => void) => void) => new Promise<PDU>(ask);

describe('their client, our server', () => {
  async function start() {
    const submits: PduOf<Request>[] = [];
    const outcomes: Outcome<string>[] = [];
    let link: Link<string> | undefined;
    const server = await listen<string>({ port: 0, host: '127.0.0.1' }, (accepted) => {
      link = accepted;
      return {
        requests(batch) {
          for (const pdu of batch) {
            if (pdu.command === 'bind_transceiver') {
              const wrong = pdu.password !== 'secret';
              accepted.respond(pdu, {
                command: 'bind_transceiver_resp',
                command_status: wrong ? STATUS.ESME_RINVPASWD : 0,
                system_id: 'ours',
              });
            } else if (pdu.command === 'submit_sm') {
              submits.push(pdu);
              accepted.respond(pdu, {
                command: 'submit_sm_resp',
                message_id: `id-${submits.length}`,
              });
            } else if (pdu.command === 'query_sm') {
              accepted.respond(pdu, {
                command: 'query_sm_resp',
                message_id: pdu.message_id,
                message_state: 2,
              });
            }
          }
        },
        outcomes: (batch) => outcomes.push(...batch),
        closed() {},
      };
    });
    cleanups.push(() => server.close());
    const session = await new Promise<Session>((resolve) => {
      const client = smpp.connect({ host: '127.0.0.1', port: server.port }, () => resolve(client));
      client.on('error', () => {});
    });
    cleanups.push(() => session.destroy());
    const bind = await answerOf((answer) =>
      session.bind_transceiver({ system_id: 'they', password: 'secret' }, answer),
    );
    expect(bind.command_status).toBe(0);
    return {
      session,
      submits,
      outcomes,
      deliver: (pdu: Parameters<Link<string>['send']>[0]) => link?.send(pdu, 'x'),
    };
  }

  test('submit, query, enquire, unbind', async () => {
    const { session, submits } = await start();
    const submitted = await answerOf((answer) =>
      session.submit_sm(
        {
          source_addr: 'TUMA',
          destination_addr: '254712345678',
          short_message: 'Habari {yako} €5',
          registered_delivery: 1,
        },
        answer,
      ),
    );
    expect(submitted).toMatchObject({
      command: 'submit_sm_resp',
      command_status: 0,
      message_id: 'id-1',
    });
    const [pdu] = submits;
    if (pdu?.command !== 'submit_sm') throw new Error('no submit');
    expect(pdu).toMatchObject({
      source_addr: 'TUMA',
      destination_addr: '254712345678',
      registered_delivery: 1,
    });
    // The library marks its GSM text as IA5 (1); its octets are septets all the same.
    expect(decodeText(0, readContent(pdu).octets)).toBe('Habari {yako} €5');

    const state = await answerOf((answer) => session.query_sm({ message_id: 'id-1' }, answer));
    expect(state).toMatchObject({ command: 'query_sm_resp', message_id: 'id-1', message_state: 2 });
    expect((await answerOf((answer) => session.enquire_link(answer))).command).toBe(
      'enquire_link_resp',
    );
    expect((await answerOf((answer) => session.unbind(answer))).command).toBe('unbind_resp');
  });

  test('a receipt that it understands and answers', async () => {
    const { session, outcomes, deliver } = await start();
    const got = new Promise<PDU>((resolve) => {
      session.on('deliver_sm', (pdu) => {
        session.send(pdu.response());
        resolve(pdu);
      });
    });
    const text = receiptText({
      carrierId: 'id-1',
      stat: 'DELIVRD',
      error: '000',
      submitted: new Date(0),
      done: new Date(0),
      delivered: true,
      text: 'hi',
    });
    deliver({
      command: 'deliver_sm',
      esm_class: 4,
      short_message: Buffer.from(text),
      tlvs: receiptTlvs('id-1', 'DELIVRD'),
    });
    expect(await got).toMatchObject({
      esm_class: 4,
      receipted_message_id: 'id-1',
      message_state: 2,
      short_message: { message: text },
    });
    while (outcomes.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(outcomes).toMatchObject([
      { effect: 'answered', response: { command: 'deliver_sm_resp', command_status: 0 } },
    ]);
  });

  test('an unknown command', async () => {
    const { session } = await start();
    const nack = new Promise<PDU>((resolve) => session.on('generic_nack', resolve));
    session.send(new smpp.PDU('broadcast_sm', { sequence_number: 77 }));
    expect(await nack).toMatchObject({
      command_status: STATUS.ESME_RINVCMDID,
      sequence_number: 77,
    });
    expect((await answerOf((answer) => session.enquire_link(answer))).command).toBe(
      'enquire_link_resp',
    );
  });
});

describe('our client, their server', () => {
  async function start() {
    const submits: PDU[] = [];
    let theirs: Session | undefined;
    const server = smpp.createServer((session) => {
      theirs = session;
      session.on('error', () => {});
      session.on('bind_transceiver', (pdu) => session.send(pdu.response({ system_id: 'theirs' })));
      session.on('submit_sm', (pdu) => {
        submits.push(pdu);
        session.send(pdu.response({ message_id: `their-${submits.length}` }));
      });
      session.on('unbind', (pdu) => {
        session.send(pdu.response());
        session.close();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(() => server.close());

    const outcomes: Outcome<string>[] = [];
    const requests: PduOf<Request>[] = [];
    let reason: CloseReason | undefined;
    const link = await new Promise<Link<string>>((resolve) => {
      const opened = connect<string>(
        {
          host: '127.0.0.1',
          port: (server.address() as AddressInfo).port, // listening on TCP
          bind: { command: 'bind_transceiver', system_id: 'we', password: 'pw' },
        },
        {
          bound: () => resolve(opened),
          outcomes: (batch) => outcomes.push(...batch),
          requests(batch) {
            for (const pdu of batch) {
              requests.push(pdu);
              opened.respond(pdu, { command: 'deliver_sm_resp' });
            }
          },
          closed: (why) => (reason = why),
        },
      );
    });
    cleanups.push(() => link.destroy());
    const until = async (condition: () => boolean) => {
      while (!condition()) await new Promise((resolve) => setImmediate(resolve));
    };
    return { link, submits, outcomes, requests, theirs, until, reason: () => reason };
  }

  test('a long text in parts, and an orderly end', async () => {
    const { link, submits, outcomes, until, reason } = await start();
    const text = 'Karibu! '.repeat(50);
    const { data_coding, octets } = encodeText(text);
    const parts = splitMessage(octets, data_coding, 'udh8', 200) ?? [];
    expect(parts).toHaveLength(3);
    parts.forEach((part, index) => {
      link.send(
        {
          command: 'submit_sm',
          source_addr: 'TUMA',
          destination_addr: '258841234567',
          data_coding,
          ...part,
        },
        `${index}`,
      );
    });
    await until(() => outcomes.length === 3);
    expect(outcomes).toMatchObject(
      [1, 2, 3].map((n) => ({
        effect: 'answered',
        context: `${n - 1}`,
        response: { message_id: `their-${n}` },
      })),
    );
    expect(submits.map((pdu) => pdu.short_message.udh?.[0]?.toString('hex'))).toEqual([
      '0003c80301',
      '0003c80302',
      '0003c80303',
    ]);
    // The library decodes the text behind a header as GSM.
    expect(submits.map((pdu) => pdu.short_message.message.toString()).join('')).toBe(text);
    link.unbind();
    await until(() => reason() !== undefined);
    expect(reason()).toEqual({ kind: 'unbound' });
  });

  test('a receipt and an MO of theirs', async () => {
    const { requests, theirs, until } = await start();
    const answers: PDU[] = [];
    theirs?.deliver_sm(
      {
        esm_class: 4,
        short_message: 'id:9 stat:UNDELIV err:027',
        receipted_message_id: '9',
        message_state: 5,
      },
      (pdu) => answers.push(pdu),
    );
    theirs?.deliver_sm(
      { source_addr: '254700000001', short_message: 'ça va', data_coding: 8 },
      (pdu) => answers.push(pdu),
    );
    await until(() => answers.length === 2);
    const [receipt, mo] = requests;
    if (receipt?.command !== 'deliver_sm' || mo?.command !== 'deliver_sm')
      throw new Error('no deliver_sm');
    expect(parseReceipt(receipt)).toMatchObject({ carrierId: '9', state: 'UNDELIV', error: '027' });
    expect(parseReceipt(mo)).toBeUndefined();
    expect(decodeText(mo.data_coding, mo.short_message)).toBe('ça va');
    expect(answers.map((pdu) => pdu.command)).toEqual(['deliver_sm_resp', 'deliver_sm_resp']);
  });
});

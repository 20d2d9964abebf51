import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { splitMessage } from '../../smpp/concatenation.ts';
import { STATUS } from '../../smpp/pdus.ts';
import type { OutgoingOf, PduOf, Request, Response } from '../../smpp/pdus.ts';
import { normaliseCarrierId } from '../../contract/shared/carrier-ids.ts';
import { parseReceipt } from '../../smpp/receipt.ts';
import type { Receipt } from '../../smpp/receipt.ts';
import type { CloseReason } from '../../smpp/effects.ts';
import { connect } from '../../smpp/socket.ts';
import type { Link, Outcome } from '../../smpp/link.ts';
import { decodeText, encodeText } from '../../smpp/text.ts';
import { startControl } from './control.ts';
import { startSmsc } from './smsc.ts';
import type { Smsc } from './smsc.ts';
import type { SmscOptions } from './options.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function start(options: SmscOptions = {}): Promise<Smsc> {
  const smsc = await startSmsc({
    ...options,
    behaviour: { receiptDelay: 1, lateDelay: 40, ...options.behaviour },
  });
  cleanups.push(() => smsc.stop());
  return smsc;
}

/** A client that notes everything in the order in which it came. */
class Client {
  readonly link: Link<string>;
  readonly log: string[] = [];
  readonly responses = new Map<string, PduOf<Response>>();
  readonly lost: string[] = [];
  readonly receipts: Receipt[] = [];
  readonly texts: PduOf<'deliver_sm'>[] = [];
  bindResponse: PduOf<Response> | undefined;
  reason: CloseReason | undefined;
  /** Switches answers to deliveries. */
  answering = true;
  #waiting: (() => void)[] = [];

  constructor(port: number, bind: Partial<OutgoingOf<'bind_transceiver'>> = {}, window = 100) {
    this.link = connect<string>(
      {
        host: '127.0.0.1',
        port,
        window,
        bind: { command: 'bind_transceiver', system_id: 'tuma', password: 'pw', ...bind },
      },
      {
        bound: (response) => {
          this.bindResponse = response;
          this.#wake();
        },
        outcomes: (batch) => {
          for (const outcome of batch) this.#settle(outcome);
          this.#wake();
        },
        requests: (batch) => {
          for (const pdu of batch) this.#deliver(pdu);
          this.#wake();
        },
        closed: (reason) => {
          this.reason = reason;
          this.#wake();
        },
      },
    );
    cleanups.push(() => this.link.destroy());
  }

  static async bind(smsc: Smsc, bind?: Partial<OutgoingOf<'bind_transceiver'>>): Promise<Client> {
    const client = new Client(smsc.port, bind);
    await client.until(() => client.bindResponse !== undefined);
    expect(client.bindResponse?.command_status).toBe(0);
    return client;
  }

  /** Sends a text in as many PDUs as it takes; their contexts are `name`, or `name/1` and so on. */
  submit(
    destination: string,
    text: string,
    {
      name = destination,
      registered_delivery = 1,
      mode = 'udh8' as 'udh8' | 'sar' | 'payload',
    } = {},
  ): void {
    const { data_coding, octets } = encodeText(text);
    const parts = splitMessage(octets, data_coding, mode, 7) ?? [];
    parts.forEach((part, index) => {
      const sent = this.link.send(
        {
          command: 'submit_sm',
          source_addr: 'TUMA',
          destination_addr: destination,
          data_coding,
          registered_delivery,
          ...part,
        },
        parts.length === 1 ? name : `${name}/${index + 1}`,
      );
      expect(sent).toBe(true);
    });
  }

  async response(name: string): Promise<PduOf<'submit_sm_resp'>> {
    await this.until(() => this.responses.has(name));
    const response = this.responses.get(name);
    if (response?.command !== 'submit_sm_resp') throw new Error(`${response?.command}`);
    return response;
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #settle(outcome: Outcome<string>): void {
    if (outcome.effect === 'unanswered') {
      this.lost.push(outcome.context);
      return;
    }
    this.log.push(`response ${outcome.context}`);
    this.responses.set(outcome.context, outcome.response);
  }

  #deliver(pdu: PduOf<Request>): void {
    if (pdu.command !== 'deliver_sm') return;
    const receipt = parseReceipt(pdu);
    if (receipt) {
      this.log.push(`receipt ${pdu.source_addr} ${receipt.stat}`);
      this.receipts.push(receipt);
    } else this.texts.push(pdu);
    if (this.answering) this.link.respond(pdu, { command: 'deliver_sm_resp' });
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** Waits for a state of the carrier that has no event. */
async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}

describe('binding', () => {
  test('any system id, or only the configured one', async () => {
    await Client.bind(await start(), { system_id: 'whoever' });
    const strict = await start({ systemId: 'tuma', password: 'secret' });
    await Client.bind(strict, { password: 'secret' });
    for (const [bind, status] of [
      [{ password: 'wrong' }, STATUS.ESME_RINVPASWD],
      [{ system_id: 'other', password: 'secret' }, STATUS.ESME_RINVSYSID],
    ] as const) {
      const client = new Client(strict.port, bind);
      await client.until(() => client.reason !== undefined);
      expect(client.reason).toEqual({ kind: 'bind refused', status });
    }
  });

  test('an unsupported command is refused, and the link stays', async () => {
    const client = await Client.bind(await start());
    client.link.send({ command: 'replace_sm', message_id: '1' }, 'replace');
    await client.until(() => client.responses.has('replace'));
    expect(client.responses.get('replace')?.command_status).toBe(STATUS.ESME_RINVCMDID);
    expect(client.reason).toBeUndefined();
  });
});

describe('the ordinary case', () => {
  test('accepted, delivered, and recorded with its exact text', async () => {
    const smsc = await start();
    const client = await Client.bind(smsc);
    client.submit('254712345600', 'Habari €');
    const { message_id } = await client.response('254712345600');
    await client.until(() => client.receipts.length === 1);
    expect(client.receipts[0]).toMatchObject({
      carrierId: message_id,
      stat: 'DELIVRD',
      state: 'DELIVRD',
      final: true,
      error: '000',
      text: 'Habari ?',
    });
    await eventually(() => smsc.stats().receiptsOpen === 0);
    expect([...smsc.received()]).toMatchObject([
      {
        account: 'tuma',
        source: 'TUMA',
        destination: '254712345600',
        text: 'Habari €',
        parts: [
          {
            id: message_id,
            part: 1,
            total: 1,
            outcome: 'DELIVRD',
            receiptsSent: 1,
            receiptsAnswered: 1,
          },
        ],
      },
    ]);
    expect(smsc.stats()).toMatchObject({
      links: 1,
      accepted: 1,
      duplicates: 0,
      receiptsSent: 1,
      receiptsAnswered: 1,
    });
  });

  test.each(['udh8', 'sar', 'payload'] as const)('a long text by %s is joined', async (mode) => {
    const smsc = await start();
    const client = await Client.bind(smsc);
    const text = 'Olá, a sua promoção começa amanhã 😀. '.repeat(8);
    client.submit('258841234500', text, { mode });
    const parts = mode === 'payload' ? 1 : 5;
    await client.until(() => client.receipts.length === parts);
    const [message, ...others] = smsc.received();
    expect(others).toEqual([]);
    expect(message?.text).toBe(text);
    expect(message?.parts.map(({ part }) => part)).toEqual(
      Array.from({ length: parts }, (_, index) => index + 1),
    );
  });

  test('a missing part leaves the text open; a repeated part is another message and a duplicate', async () => {
    const smsc = await start();
    const client = await Client.bind(smsc);
    const { data_coding, octets } = encodeText('x'.repeat(200));
    const [first] = splitMessage(octets, data_coding, 'udh8', 1) ?? [];
    for (const name of ['a', 'b']) {
      client.link.send({ command: 'submit_sm', destination_addr: '254700000000', ...first }, name);
      await client.response(name);
    }
    expect([...smsc.received()].map(({ text, parts }) => [text, parts.length])).toEqual([
      [null, 1],
      [null, 1],
    ]);
    expect(smsc.stats().duplicates).toBe(1);
  });

  test('receipts only on request', async () => {
    const smsc = await start();
    const client = await Client.bind(smsc);
    client.submit('254700000000', 'none', { registered_delivery: 0, name: 'none' });
    client.submit('254700000000', 'failures only', { registered_delivery: 2, name: 'delivered' });
    client.submit('254700000001', 'failures only', { registered_delivery: 2, name: 'absent' });
    await client.until(() => client.receipts.length === 1);
    await eventually(() => smsc.stats().receiptsOpen === 0);
    expect(client.receipts).toMatchObject([{ stat: 'UNDELIV', error: '027' }]);
  });

  test('query_sm and cancel_sm', async () => {
    const smsc = await start({ behaviour: { receiptDelay: 60_000 } });
    const client = await Client.bind(smsc);
    client.submit('254700000000', 'hello');
    const { message_id } = await client.response('254700000000');
    client.link.send({ command: 'query_sm', message_id }, 'query');
    client.link.send({ command: 'cancel_sm', message_id }, 'cancel');
    client.link.send({ command: 'query_sm', message_id }, 'query again');
    client.link.send({ command: 'cancel_sm', message_id: 'none' }, 'cancel none');
    await client.until(() => client.responses.size === 5);
    expect(client.responses.get('query')).toMatchObject({ message_state: 1 });
    expect(client.responses.get('cancel')).toMatchObject({ command_status: 0 });
    expect(client.responses.get('query again')).toMatchObject({ message_state: 4 });
    expect(client.responses.get('cancel none')).toMatchObject({
      command_status: STATUS.ESME_RCANCELFAIL,
    });
  });
});

describe('numbers that have a rule', () => {
  test.each([
    ['01', 'UNDELIV', '027', 'AbsentSubscriber'],
    ['02', 'UNDELIV', '013', 'DeliveryImpossible'],
    ['03', 'EXPIRED', '032', 'EXPIRED'],
    ['04', 'REJECTD', '009', 'SenderName Blacklisted'],
    ['11', 'UNKNOWN', '000', 'Unknown'],
    ['12', 'UNDELIV', '034', 'Network Failure'],
    ['14', 'DELETED', '000', 'DELETED'],
    ['99', 'DELIVRD', '000', 'DeliveredToTerminal'],
  ])('%s: %s', async (ending, state, error, word) => {
    const smsc = await start();
    const client = await Client.bind(smsc);
    client.submit(`2547000000${ending}`, 'one', { name: 'one' });
    await client.until(() => client.receipts.length === 1);
    expect(client.receipts[0]).toMatchObject({ stat: state, state, error });
    smsc.behave({ vocabulary: 'parlayx' });
    client.submit(`2547000000${ending}`, 'two', { name: 'two' });
    await client.until(() => client.receipts.length === 2);
    expect(client.receipts[1]).toMatchObject({ stat: word, state, error });
  });

  test.each([
    ['05', STATUS.ESME_RINVDSTADR],
    ['0119', STATUS.ESME_RSUBMITFAIL],
    ['20', STATUS.ESME_RINVSRCADR],
  ])('%s: refused with %i', async (ending, status) => {
    const smsc = await start();
    const client = await Client.bind(smsc);
    client.submit(`254700${ending.padStart(6, '0')}`, 'hello', { name: 'hello' });
    expect((await client.response('hello')).command_status).toBe(status);
    expect(smsc.stats()).toMatchObject({ accepted: 0, refused: 1 });
  });

  test.each([
    ['06', STATUS.ESME_RTHROTTLED],
    ['15', STATUS.ESME_RMSGQFUL],
    ['19', STATUS.ESME_RSYSERR],
  ])('%s: refused twice, then accepted', async (ending, status) => {
    const client = await Client.bind(await start());
    const statuses: number[] = [];
    for (const name of ['1', '2', '3', '4']) {
      client.submit(`2547000000${ending}`, 'hello', { name });
      statuses.push((await client.response(name)).command_status);
    }
    expect(statuses).toEqual([status, status, 0, status]);
  });

  test('07: no receipt ever; 08: late; 09: twice; 13: first ACCEPTD', async () => {
    const smsc = await start();
    const client = await Client.bind(smsc);
    for (const ending of ['07', '08', '09', '13', '00'])
      client.submit(`2547000000${ending}`, 'hello');
    await client.until(() => client.receipts.length === 6);
    await expect.poll(() => smsc.stats().receiptsOpen).toBe(0);
    expect(client.log.filter((line) => line.startsWith('receipt')).toSorted()).toEqual([
      'receipt 254700000000 DELIVRD',
      'receipt 254700000008 DELIVRD',
      'receipt 254700000009 DELIVRD',
      'receipt 254700000009 DELIVRD',
      'receipt 254700000013 ACCEPTD',
      'receipt 254700000013 DELIVRD',
    ]);
    expect(client.log.at(-1)).toBe('receipt 254700000008 DELIVRD');
  });

  test('10: the receipt overtakes the response', async () => {
    const client = await Client.bind(await start());
    client.submit('254700000010', 'hello');
    const { message_id } = await client.response('254700000010');
    expect(client.log).toEqual(['receipt 254700000010 DELIVRD', 'response 254700000010']);
    expect(client.receipts[0]?.carrierId).toBe(message_id);
  });

  test('16: accepted, but never answered', async () => {
    const smsc = await start();
    const client = await Client.bind(smsc);
    client.submit('254700000016', 'hello');
    await client.until(() => client.receipts.length === 1);
    expect(client.responses.size).toBe(0);
    expect(smsc.stats().accepted).toBe(1);
  });

  test('17: the link is cut, the message was accepted; its receipt arrives at the next bind', async () => {
    const smsc = await start();
    const client = await Client.bind(smsc);
    client.submit('254700000017', 'hello');
    await client.until(() => client.reason !== undefined);
    expect(client.lost).toEqual(['254700000017']);
    expect(smsc.stats()).toMatchObject({ accepted: 1, linksCut: 1 });
    const again = await Client.bind(smsc);
    await again.until(() => again.receipts.length === 1);
    again.submit('254700000017', 'hello');
    expect((await again.response('254700000017')).command_status).toBe(0);
    expect(smsc.stats()).toMatchObject({ accepted: 2, duplicates: 1 });
  });

  test('18: the link is cut, the message was not accepted', async () => {
    const smsc = await start();
    const client = await Client.bind(smsc);
    client.submit('254700000018', 'hello');
    await client.until(() => client.reason !== undefined);
    expect(smsc.stats()).toMatchObject({ accepted: 0, linksCut: 1 });
    const again = await Client.bind(smsc);
    again.submit('254700000018', 'hello');
    expect((await again.response('254700000018')).command_status).toBe(0);
    expect(smsc.stats()).toMatchObject({ accepted: 1, duplicates: 0 });
  });

  test('without rules every number is accepted', async () => {
    const client = await Client.bind(await start({ behaviour: { rules: false } }));
    client.submit('254700000005', 'hello');
    expect((await client.response('254700000005')).command_status).toBe(0);
  });
});

describe('settings', () => {
  test.each([
    [{ ids: 'decimal', receiptIds: 'hex' }, 'decimalToHex'],
    [{ ids: 'hex', upperCase: true, receiptIds: 'decimal', receiptIdDigits: 20 }, 'hexToDecimal'],
    [{ ids: 'hex', receiptUpperCase: true, receiptIdDigits: 12 }, 'same'],
    [{ ids: 'uuid', receiptUpperCase: true }, 'same'],
  ] as const)('ids %j', async (behaviour, conversion) => {
    const client = await Client.bind(await start({ seed: 171, behaviour }));
    client.submit('254700000000', 'hello');
    const { message_id } = await client.response('254700000000');
    await client.until(() => client.receipts.length === 1);
    const reported = client.receipts[0]?.carrierId ?? '';
    expect(reported).not.toBe(message_id);
    expect(normaliseCarrierId(message_id, conversion)).toBe(normaliseCarrierId(reported, 'same'));
  });

  test.each(['text', 'tlvs', 'both'] as const)('a receipt as %s', async (receiptForm) => {
    const client = await Client.bind(await start({ behaviour: { receiptForm } }));
    client.submit('254700000001', 'hello');
    await client.until(() => client.receipts.length === 1);
    expect(client.receipts[0]).toMatchObject({ state: 'UNDELIV' });
    expect(client.receipts[0]?.error).toBe(receiptForm === 'tlvs' ? undefined : '027');
    expect(client.receipts[0]?.networkError?.code).toBe(receiptForm === 'text' ? undefined : 27);
  });

  test('a rate above which it throttles', async () => {
    const smsc = await start({ behaviour: { rate: 1 } });
    const client = await Client.bind(smsc);
    for (let index = 0; index < 50; index++)
      client.submit('254700000000', `${index}`, { name: `${index}` });
    await client.until(() => client.responses.size === 50);
    const { accepted, throttled } = smsc.stats();
    expect(accepted + throttled).toBe(50);
    expect(accepted).toBeGreaterThanOrEqual(1);
    expect(throttled).toBeGreaterThan(0);
  });

  test('randomness depends on the seed, not on the order', async () => {
    const run = async (seed: number, order: 1 | -1) => {
      const smsc = await start({
        seed,
        behaviour: { failures: 0.3, verdicts: { absent: 0.3, expired: 0.2 } },
      });
      const client = await Client.bind(smsc);
      const texts = Array.from({ length: 90 }, (_, index) => `text ${index}`);
      for (const text of order === 1 ? texts : texts.toReversed())
        client.submit('254700000000', text, { name: text });
      await client.until(() => client.responses.size === 90);
      await eventually(() => smsc.stats().receiptsOpen === 0);
      return [...smsc.received()]
        .map(({ text, parts }) => `${text} ${parts[0]?.outcome}`)
        .toSorted();
    };
    const first = await run(5, 1);
    expect(first.length).toBeGreaterThan(30);
    expect(first.length).toBeLessThan(85);
    expect(new Set(first.map((line) => line.split(' ')[2]))).toEqual(
      new Set(['DELIVRD', 'UNDELIV', 'EXPIRED']),
    );
    expect(await run(5, -1)).toEqual(first);
    expect(await run(6, 1)).not.toEqual(first);
  });

  test('latency delays the response, not the reading', async () => {
    const client = await Client.bind(
      await start({ behaviour: { latency: 20, receiptDelay: 1000 } }),
    );
    for (const name of ['a', 'b']) client.submit('254700000000', name, { name });
    await client.until(() => client.responses.size === 2);
    expect(client.log).toEqual(['response a', 'response b']);
  });

  test('without records it still counts', async () => {
    const smsc = await start({ record: 0 });
    const client = await Client.bind(smsc);
    for (const name of ['a', 'b']) client.submit('254700000000', 'the same', { name });
    await client.until(() => client.receipts.length === 2);
    expect([...smsc.received()]).toEqual([]);
    expect(smsc.stats()).toMatchObject({ accepted: 2, duplicates: 1 });
  });

  test('records are bounded', async () => {
    const smsc = await start({ record: 3 });
    const client = await Client.bind(smsc);
    for (let index = 0; index < 10; index++)
      client.submit('254700000000', `${index}`, { name: `${index}` });
    await client.until(() => client.responses.size === 10);
    expect([...smsc.received()].map(({ text }) => text)).toEqual(['7', '8', '9']);
  });
});

describe('over several connections', () => {
  test('a link cut every so many submits keeps accepted messages, and every receipt arrives', async () => {
    const smsc = await start({ behaviour: { dropEvery: 7, receiptDelay: 3 } });
    let sent = 0;
    let bound = 0;
    const seen = new Set<string>();
    while (sent < 50) {
      const client = await Client.bind(smsc);
      bound++;
      const before = smsc.stats().accepted;
      while (client.reason === undefined && sent < 50) {
        const name = `text ${sent++}`;
        client.submit('254700000000', name, { name });
        await client.until(() => client.responses.has(name) || client.reason !== undefined);
      }
      expect(smsc.stats().accepted - before).toBeLessThanOrEqual(7);
      for (const { carrierId } of client.receipts) seen.add(carrierId);
      client.link.destroy();
      await client.until(() => client.reason !== undefined);
    }
    const last = await Client.bind(smsc);
    const collect = () => {
      for (const { carrierId } of last.receipts) seen.add(carrierId);
      return seen.size === 50;
    };
    await last.until(collect);
    expect(bound).toBeGreaterThan(7);
    expect(smsc.stats()).toMatchObject({ accepted: 50, duplicates: 0, linksCut: 7 });
  });

  test('an unanswered receipt is repeated at the next bind, on any receiving link of the account', async () => {
    const smsc = await start();
    const client = await Client.bind(smsc);
    client.answering = false;
    client.submit('254700000000', 'hello');
    await client.until(() => client.receipts.length === 1);
    client.link.destroy();
    await client.until(() => client.reason !== undefined);
    const stranger = await Client.bind(smsc, { system_id: 'stranger' });
    const again = await Client.bind(smsc);
    await again.until(() => again.receipts.length === 1);
    await eventually(() => smsc.stats().receiptsOpen === 0);
    expect(again.receipts[0]?.carrierId).toBe(client.receipts[0]?.carrierId);
    expect(stranger.receipts).toEqual([]);
    expect(smsc.stats()).toMatchObject({
      receiptsSent: 2,
      receiptsRepeated: 1,
      receiptsAnswered: 1,
    });
  });

  test('drop cuts every link', async () => {
    const smsc = await start();
    const clients = [await Client.bind(smsc), await Client.bind(smsc)];
    expect(smsc.drop()).toBe(2);
    for (const client of clients) await client.until(() => client.reason !== undefined);
    expect(smsc.stats().linksCut).toBe(2);
  });
});

describe('from a phone', () => {
  test('a text, in parts if long, kept until a bind', async () => {
    const smsc = await start();
    expect(smsc.injectMo({ source: '254711', destination: '22456', text: 'STOP' })).toBe(false);
    const client = await Client.bind(smsc);
    client.link.destroy();
    await client.until(() => client.reason !== undefined);
    expect(smsc.injectMo({ source: '254711', destination: '22456', text: 'ã'.repeat(80) })).toBe(
      true,
    );
    const again = await Client.bind(smsc);
    await again.until(() => again.texts.length === 2);
    expect(again.texts[0]).toMatchObject({
      source_addr: '254711',
      destination_addr: '22456',
      data_coding: 8,
      esm_class: 0x40,
    });
    expect(again.texts.map((pdu) => decodeText(8, pdu.short_message.subarray(6))).join('')).toBe(
      'ã'.repeat(80),
    );
    await eventually(() => smsc.stats().moAnswered === 2);
  });

  test('an address that SMPP cannot carry is refused at once', async () => {
    const smsc = await start();
    await Client.bind(smsc);
    expect(() =>
      smsc.injectMo({ source: 'x'.repeat(30), destination: '22456', text: 'hi' }),
    ).toThrow('source_addr');
  });
});

describe('the control port', () => {
  async function control() {
    const smsc = await start();
    const { port, stop } = await startControl(smsc, 0);
    cleanups.push(stop);
    const ask = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return { status: response.status, text: await response.text() };
    };
    return { smsc, ask };
  }

  test('stats, received messages, MO, drop and rules', async () => {
    const { smsc, ask } = await control();
    const client = await Client.bind(smsc);
    expect(
      JSON.parse((await ask('POST', '/rules', { ids: 'decimal', verdicts: { expired: 1 } })).text),
    ).toEqual({ changed: ['ids', 'verdicts'] });
    for (const text of ['one', 'two']) client.submit('254700000000', text, { name: text });
    await client.until(() => client.receipts.length === 2);
    expect((await client.response('one')).message_id).toMatch(/^\d+$/);
    const lines = (await ask('GET', '/received')).text
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines).toMatchObject([
      {
        text: 'one',
        destination: '254700000000',
        parts: [{ outcome: 'EXPIRED', octets: '6f6e65' }],
      },
      { text: 'two' },
    ]);
    expect(JSON.parse((await ask('GET', '/stats')).text)).toMatchObject({ links: 1, accepted: 2 });
    expect(
      JSON.parse(
        (await ask('POST', '/mo', { source: '254711', destination: '22456', text: 'STOP' })).text,
      ),
    ).toEqual({ queued: true });
    await client.until(() => client.texts.length === 1);
    expect(JSON.parse((await ask('POST', '/drop')).text)).toEqual({ dropped: 1 });
    await client.until(() => client.reason !== undefined);
  });

  test('a handset shows received and sent messages, in order and limited', async () => {
    const { ask } = await control();
    const at = async (path: string): Promise<unknown> => JSON.parse((await ask('GET', path)).text);
    expect(await at('/handset?number=254700000000')).toEqual({ messages: [] });
    const { smsc, ask: askBound } = await control();
    const client = await Client.bind(smsc);
    const shown = async (path: string) =>
      (JSON.parse((await askBound('GET', path)).text) as { messages: object[] }).messages;
    client.submit('254700000000', 'one', { name: 'one' });
    client.submit('254700000001', "another's", { name: 'other' });
    await client.until(() => client.receipts.length === 2);
    await askBound('POST', '/mo', { source: '254700000000', destination: '22456', text: 'two' });
    client.submit('254700000000', 'three', { name: 'three' });
    await client.until(() => client.receipts.length === 3);
    expect(await shown('/handset?number=254700000000')).toMatchObject([
      { written: false, text: 'one', parts: 1, partsArrived: 1, outcome: 'DELIVRD' },
      { written: true, other: '22456', text: 'two' },
      { written: false, text: 'three' },
    ]);
    expect(await shown('/handset?number=254700000000&limit=2')).toMatchObject([
      { text: 'two' },
      { text: 'three' },
    ]);
    expect(JSON.parse((await askBound('GET', '/numbers?limit=5')).text)).toMatchObject({
      numbers: [{ number: '254700000000' }, { number: '254700000001', at: expect.any(String) }],
    });
    expect((await askBound('GET', '/handset')).status).toBe(400);
    expect((await askBound('GET', '/handset?number=1&limit=0')).status).toBe(400);
  });

  test('a handset drops what the records drop', async () => {
    const smsc = await start({ record: 3 });
    const client = await Client.bind(smsc);
    for (let index = 0; index < 10; index++)
      client.submit(`25470000000${index % 2}`, `${index}`, { name: `${index}` });
    await client.until(() => client.responses.size === 10);
    expect(
      [smsc.handset('254700000000', 50), smsc.handset('254700000001', 50)].map((messages) =>
        messages.map(({ text }) => text),
      ),
    ).toEqual([['8'], ['7', '9']]);
    for (let index = 0; index < 3; index++)
      client.submit('254700000001', `later ${index}`, { name: `later ${index}` });
    await client.until(() => client.responses.size === 13);
    expect(smsc.handset('254700000000', 50)).toEqual([]);
    expect(smsc.latestNumbers(9).map(({ number }) => number)).toEqual(['254700000001']);
  });

  test('invalid requests are reported', async () => {
    const { ask } = await control();
    expect(await ask('POST', '/rules', { ids: 'roman' })).toMatchObject({
      status: 400,
      text: expect.stringContaining('hex, decimal, uuid'),
    });
    expect(await ask('POST', '/rules', { colour: 1 })).toMatchObject({
      status: 400,
      text: expect.stringContaining('colour is not a setting'),
    });
    expect(await ask('POST', '/rules', { early: 2 })).toMatchObject({
      status: 400,
      text: expect.stringContaining('from 0 to 1'),
    });
    expect(await ask('POST', '/mo', { source: '1' })).toMatchObject({
      status: 400,
      text: expect.stringContaining('destination is missing'),
    });
    expect(await ask('POST', '/mo', [])).toMatchObject({ status: 400 });
    expect(await ask('GET', '/other')).toMatchObject({ status: 404 });
  });
});

test('as a process: the first line has the ports, SIGTERM ends it', async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    [main, '--port', '0', '--control-port', '0', '--receipt-delay', '1', '--no-record'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  cleanups.push(() => child.kill('SIGKILL'));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const ready = JSON.parse(line) as { ready: boolean; port: number; controlPort: number };
  expect(ready).toEqual({ ready: true, port: expect.any(Number), controlPort: expect.any(Number) });
  const client = new Client(ready.port);
  await client.until(() => client.bindResponse !== undefined);
  client.submit('254700000000', 'hello');
  await client.until(() => client.receipts.length === 1);
  const stats: unknown = await (await fetch(`http://127.0.0.1:${ready.controlPort}/stats`)).json();
  expect(stats).toMatchObject({ accepted: 1 });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

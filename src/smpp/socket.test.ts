import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { PduFieldError } from './layout.ts';
import { encode } from './encoder.ts';
import { Decoder } from './decoder.ts';
import type { Pdu, PduOf, Request, Response } from './pdus.ts';
import { STATUS } from './pdus.ts';
import type { CloseReason } from './effects.ts';
import { connect, listen } from './socket.ts';
import type { ConnectOptions, ListenOptions, SmppServer } from './socket.ts';
import type { Link, LinkHandlers, Outcome } from './link.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** Handlers that record each call and wake the test that waits for it. */
class Ear implements LinkHandlers<string> {
  readonly outcomesSeen: Outcome<string>[] = [];
  readonly requestsSeen: PduOf<Request>[] = [];
  readonly batches: number[] = [];
  bindResponse: PduOf<Response> | undefined;
  reason: CloseReason | undefined;
  readonly #answer: ((pdu: PduOf<Request>) => void) | undefined;
  #waiting: (() => void)[] = [];

  constructor(answer?: (pdu: PduOf<Request>) => void) {
    this.#answer = answer;
  }

  bound(response: PduOf<Response>): void {
    this.bindResponse = response;
    this.#wake();
  }

  outcomes(batch: Outcome<string>[]): void {
    this.outcomesSeen.push(...batch);
    this.#wake();
  }

  requests(batch: PduOf<Request>[]): void {
    this.batches.push(batch.length);
    for (const pdu of batch) {
      this.requestsSeen.push(pdu);
      this.#answer?.(pdu);
    }
    this.#wake();
  }

  closed(reason: CloseReason): void {
    this.reason = reason;
    this.#wake();
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** Binds, and answers every submit_sm with its own text as the id. */
function obliging(link: Link<string>): Ear {
  return new Ear((pdu) => {
    if (pdu.command === 'bind_transceiver')
      link.respond(pdu, { command: 'bind_transceiver_resp', system_id: 'smsc' });
    if (pdu.command === 'submit_sm') {
      link.respond(pdu, { command: 'submit_sm_resp', message_id: pdu.short_message.toString() });
    }
  });
}

async function serve(options: Partial<ListenOptions> = {}, accept = obliging) {
  const ears: { link: Link<string>; ear: Ear }[] = [];
  const server: SmppServer<string> = await listen<string>(
    { port: 0, host: '127.0.0.1', ...options },
    (link) => {
      const ear = accept(link);
      ears.push({ link, ear });
      return ear;
    },
  );
  cleanups.push(() => server.close());
  return { server, port: server.port, ears };
}

function call(port: number, options: Partial<ConnectOptions> = {}) {
  const ear = new Ear();
  const link = connect<string>(
    {
      host: '127.0.0.1',
      port,
      bind: { command: 'bind_transceiver', system_id: 'me', password: 'pw' },
      ...options,
    },
    ear,
  );
  cleanups.push(() => link.destroy());
  return { ear, link };
}

async function bound(port: number, options?: Partial<ConnectOptions>) {
  const { ear, link } = call(port, options);
  await ear.until(() => ear.bindResponse !== undefined);
  expect(link.state).toBe('BOUND_TRX');
  return { ear, link };
}

const submit = (text: string) =>
  ({ command: 'submit_sm', short_message: Buffer.from(text) }) as const;

describe('a client and a server', () => {
  test('bind, submit up to the window, get every response with its context', async () => {
    const { port } = await serve();
    const { ear, link } = await bound(port, { window: 5 });
    expect(ear.bindResponse).toMatchObject({ system_id: 'smsc' });
    const texts = Array.from({ length: 50 }, (_, index) => `text ${index}`);
    for (const text of texts) {
      await ear.until(() => link.free > 0);
      expect(link.send(submit(text), text)).toBe(true);
    }
    await ear.until(() => ear.outcomesSeen.length === 50);
    for (const outcome of ear.outcomesSeen) {
      expect(outcome).toMatchObject({
        effect: 'answered',
        response: { message_id: outcome.context },
      });
    }
    expect(link.outstanding).toBe(0);
  });

  test('a full window accepts no request', async () => {
    const { port } = await serve();
    const { ear, link } = await bound(port, { window: 2 });
    expect(link.send(submit('1'), '1')).toBe(true);
    expect(link.send(submit('2'), '2')).toBe(true);
    expect(link.send(submit('3'), '3')).toBe(false);
    await ear.until(() => ear.outcomesSeen.length === 2);
    expect(link.send(submit('3'), '3')).toBe(true);
  });

  test('requests of one tick arrive in one batch', async () => {
    const { port, ears } = await serve();
    const { ear, link } = await bound(port, { window: 40 });
    for (let index = 0; index < 40; index++) link.send(submit(`${index}`), `${index}`);
    await ear.until(() => ear.outcomesSeen.length === 40);
    expect(ears[0]?.ear.batches).toEqual([1, 40]);
  });

  test('a PDU that cannot be encoded is refused alone', async () => {
    const { port } = await serve();
    const { ear, link } = await bound(port);
    expect(() => link.send({ command: 'submit_sm', source_addr: 'x'.repeat(30) }, 'bad')).toThrow(
      PduFieldError,
    );
    link.send(submit('good'), 'good');
    await ear.until(() => ear.outcomesSeen.length === 1);
    expect(ear.outcomesSeen[0]).toMatchObject({ context: 'good' });
    expect(() =>
      call(port, { bind: { command: 'bind_receiver', system_id: 'x'.repeat(16) } }),
    ).toThrow(PduFieldError);
  });

  test("deliveries wait for the receiver's acknowledgement", async () => {
    const { port, ears } = await serve();
    const { ear, link } = await bound(port);
    const server = ears[0];
    server?.link.send({ command: 'deliver_sm', short_message: Buffer.from('a') }, 'a');
    server?.link.send({ command: 'deliver_sm', short_message: Buffer.from('b') }, 'b');
    await ear.until(() => ear.requestsSeen.length === 2);
    expect(server?.ear.outcomesSeen).toEqual([]);
    const [a, b] = ear.requestsSeen;
    if (b) link.respond(b, { command: 'deliver_sm_resp' });
    if (a) link.respond(a, { command: 'deliver_sm_resp', command_status: STATUS.ESME_RX_T_APPN });
    await server?.ear.until(() => server.ear.outcomesSeen.length === 2);
    expect(server?.ear.outcomesSeen).toMatchObject([
      { context: 'b', response: { command_status: 0 } },
      { context: 'a', response: { command_status: STATUS.ESME_RX_T_APPN } },
    ]);
  });

  test('unbind ends both sides in order', async () => {
    const { port, ears } = await serve();
    const { ear, link } = await bound(port);
    link.unbind();
    await ear.until(() => ear.reason !== undefined);
    await ears[0]?.ear.until(() => ears[0]?.ear.reason !== undefined);
    expect(ear.reason).toEqual({ kind: 'unbound' });
    expect(ears[0]?.ear.reason).toEqual({ kind: 'unbound' });
    expect(link.send(submit('x'), 'x')).toBe(false);
  });

  test('unbind before the bind is answered ends the connection', async () => {
    const { port } = await serve({}, () => new Ear());
    const { ear, link } = call(port);
    link.unbind();
    await ear.until(() => ear.reason !== undefined);
    expect(ear.reason?.kind).toBe('connection');
  });

  test('a cut reports requests in flight', async () => {
    const { port, ears } = await serve(
      {},
      (link) =>
        new Ear((pdu) => {
          if (pdu.command === 'bind_transceiver')
            link.respond(pdu, { command: 'bind_transceiver_resp' });
        }),
    );
    const { ear, link } = await bound(port);
    link.send(submit('1'), '1');
    link.send(submit('2'), '2');
    await ears[0]?.ear.until(() => ears[0]?.ear.requestsSeen.length === 3);
    ears[0]?.link.destroy();
    await ear.until(() => ear.reason !== undefined);
    expect(ear.outcomesSeen).toEqual([
      { effect: 'unanswered', context: '1', reason: 'closed' },
      { effect: 'unanswered', context: '2', reason: 'closed' },
    ]);
    expect(ear.reason?.kind).toBe('connection');
  });

  test('a refused bind gives the reason', async () => {
    const { port } = await serve(
      {},
      (link) =>
        new Ear((pdu) => {
          if (pdu.command !== 'bind_transceiver') return;
          link.respond(pdu, {
            command: 'bind_transceiver_resp',
            command_status: STATUS.ESME_RINVPASWD,
          });
          link.end();
        }),
    );
    const { ear } = call(port);
    await ear.until(() => ear.reason !== undefined);
    expect(ear.reason).toEqual({ kind: 'bind refused', status: STATUS.ESME_RINVPASWD });
  });

  test('connecting to a closed port', async () => {
    const { server, port } = await serve();
    await server.close();
    const { ear } = call(port);
    await ear.until(() => ear.reason !== undefined);
    expect(ear.reason).toMatchObject({
      kind: 'connection',
      error: expect.stringContaining('ECONNREFUSED'),
    });
  });

  test('a used port is an error of listen', async () => {
    const { port } = await serve();
    await expect(serve({ port })).rejects.toThrow('EADDRINUSE');
  });
});

describe('timers on a socket', () => {
  test('closes a connection that never binds', async () => {
    const { port, ears } = await serve({ timers: { sessionInit: 20 } });
    const socket = connectTcp(port, '127.0.0.1');
    socket.resume();
    await once(socket, 'close');
    await ears[0]?.ear.until(() => ears[0]?.ear.reason !== undefined);
    expect(ears[0]?.ear.reason).toEqual({ kind: 'timer', timer: 'sessionInit' });
  });

  test('closes a connection that sends half a PDU', async () => {
    const { port, ears } = await serve({ timers: { pduRead: 20 } });
    const socket = connectTcp(port, '127.0.0.1');
    socket.resume();
    socket.write(Buffer.from([0, 0, 0]));
    await once(socket, 'close');
    await ears[0]?.ear.until(() => ears[0]?.ear.reason !== undefined);
    expect(ears[0]?.ear.reason).toEqual({ kind: 'timer', timer: 'pduRead' });
  });

  test('a silent peer is sent enquire_link, and disconnected without an answer', async () => {
    const { port, ears } = await serve({ timers: { enquireLink: 20, response: 20 } });
    const { socket, until } = await rawPeer(port);
    const closed = once(socket, 'close');
    socket.write(encode({ command: 'bind_transceiver', sequence_number: 1 }));
    expect(await until(2)).toMatchObject([
      { command: 'bind_transceiver_resp' },
      { command: 'enquire_link' },
    ]);
    await closed;
    await ears[0]?.ear.until(() => ears[0]?.ear.reason !== undefined);
    expect(ears[0]?.ear.reason).toEqual({ kind: 'timer', timer: 'response' });
  });

  test('a server that does not answer a submit', async () => {
    const { port } = await serve(
      {},
      (link) =>
        new Ear((pdu) => {
          if (pdu.command === 'bind_transceiver')
            link.respond(pdu, { command: 'bind_transceiver_resp' });
        }),
    );
    // Long enough for the bind on a machine that stands still for a moment.
    const { ear, link } = await bound(port, { timers: { response: 1500 } });
    link.send(submit('1'), '1');
    await ear.until(() => ear.outcomesSeen.length === 1);
    expect(ear.outcomesSeen).toEqual([{ effect: 'unanswered', context: '1', reason: 'timeout' }]);
    expect(link.state).toBe('BOUND_TRX');
  });
});

/** A peer that writes octets as it likes. */
async function rawPeer(port: number) {
  const socket = connectTcp(port, '127.0.0.1');
  cleanups.push(() => socket.destroy());
  const decoder = new Decoder();
  const seen: Pdu[] = [];
  let wake = () => {};
  socket.on('data', (chunk: Buffer) => {
    decoder.push(chunk);
    for (let next = decoder.next(); next.outcome === 'pdu'; next = decoder.next())
      seen.push(next.pdu);
    wake();
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const until = async (count: number) => {
    while (seen.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return seen;
  };
  return { socket, seen, until };
}

describe('a rude peer', () => {
  test('an unknown and a malformed PDU are answered, and the session stays', async () => {
    const { port } = await serve();
    const { socket, until } = await rawPeer(port);
    const broken = encode({ command: 'submit_sm', sequence_number: 3 }).subarray(0, 18);
    broken.writeUInt32BE(18, 0);
    socket.write(encode({ command: 'bind_transceiver', sequence_number: 1 }));
    await until(1);
    socket.write(
      Buffer.concat([
        Buffer.from('00000010000000990000000000000002', 'hex'),
        broken,
        encode({ ...submit('ok'), sequence_number: 4 }),
      ]),
    );
    expect(await until(4)).toMatchObject([
      { command: 'bind_transceiver_resp', command_status: 0 },
      { command: 'generic_nack', command_status: STATUS.ESME_RINVCMDID, sequence_number: 2 },
      { command: 'submit_sm_resp', command_status: STATUS.ESME_RINVCMDLEN, sequence_number: 3 },
      { command: 'submit_sm_resp', command_status: 0, sequence_number: 4, message_id: 'ok' },
    ]);
  });

  test('a thousand peers of random octets do not disturb an honest one', async () => {
    const { port } = await serve();
    const { ear, link } = await bound(port);
    const random = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 300 }), {
      numRuns: 1000,
      seed: 17,
    });
    for (let from = 0; from < random.length; from += 50) {
      const sockets = random.slice(from, from + 50).map((octets, index) => {
        const socket = connectTcp(port, '127.0.0.1');
        socket.on('error', () => {});
        socket.resume();
        // Half of them begin like honest ones, so that what follows is read at all.
        if (index % 2) socket.write(encode({ command: 'bind_transceiver', sequence_number: 1 }));
        const framed = Buffer.alloc(octets.length + 16);
        framed.set(octets, 4);
        framed.writeUInt32BE(index % 3 ? framed.length : octets.length);
        framed[4] = index % 5 ? 0 : 0x80;
        framed.fill(0, 5, 7);
        framed[7] = octets[0] ?? 0;
        socket.end(framed);
        return once(socket, 'close');
      });
      await Promise.all(sockets);
    }
    link.send(submit('still here'), 'x');
    await ear.until(() => ear.outcomesSeen.length === 1);
  });

  test('an announced length beyond the limit ends it', async () => {
    const { port, ears } = await serve({ maximumLength: 16_384 });
    const { socket } = await rawPeer(port);
    socket.resume();
    const closed = once(socket, 'close');
    socket.write(Buffer.from('00004001000000040000000000000001', 'hex'));
    await closed;
    await ears[0]?.ear.until(() => ears[0]?.ear.reason !== undefined);
    expect(ears[0]?.ear.reason).toMatchObject({ kind: 'lost framing' });
  });

  test('stops reading from a peer with too many unanswered requests, until they are answered', async () => {
    const waiting: (() => void)[] = [];
    const { port, ears } = await serve(
      { maximumUnanswered: 10 },
      (link) =>
        new Ear((pdu) => {
          if (pdu.command === 'bind_transceiver')
            link.respond(pdu, { command: 'bind_transceiver_resp' });
          else waiting.push(() => link.respond(pdu, { command: 'submit_sm_resp' }));
        }),
    );
    const { socket, until } = await rawPeer(port);
    socket.write(encode({ command: 'bind_transceiver', sequence_number: 1 }));
    await until(1);
    // Far more than the kernel's buffers and one read hold.
    const many = Buffer.concat(
      Array.from({ length: 100_000 }, (_, index) =>
        encode({ ...submit('x'.repeat(100)), sequence_number: index + 2 }),
      ),
    );
    socket.write(many);
    const ear = ears[0]?.ear;
    await ear?.until(() => waiting.length >= 10);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(waiting.length).toBeLessThan(2000);
    let answered = 0;
    while (answered < 100_000) {
      for (const answer of waiting.splice(0)) {
        answer();
        answered++;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until(100_001);
  });
});

describe('TLS', () => {
  function certificate() {
    const folder = mkdtempSync(join(tmpdir(), 'smpp-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        key,
        '-out',
        cert,
      ],
      { stdio: 'ignore' },
    );
    const read = { key: readFileSync(key), cert: readFileSync(cert) };
    rmSync(folder, { recursive: true });
    return read;
  }

  test('with a certificate that is checked', async () => {
    const tls = certificate();
    const { port } = await serve({ tls });
    const { ear, link } = await bound(port, { tls: { ca: tls.cert, servername: 'localhost' } });
    link.send(submit('hello'), 'hello');
    await ear.until(() => ear.outcomesSeen.length === 1);

    const stranger = call(port, { tls: { servername: 'localhost' } });
    await stranger.ear.until(() => stranger.ear.reason !== undefined);
    expect(stranger.ear.reason).toMatchObject({
      kind: 'connection',
      error: expect.stringMatching(/self-signed/),
    });

    await bound(port, { tls: { rejectUnauthorized: false } });
  });
});

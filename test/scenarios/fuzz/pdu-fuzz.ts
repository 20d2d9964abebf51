// Broken PDUs for both our sides: the SMPP server as a gateway runs it, with acceptance and the database behind it, and the client that links use.
import { createServer, connect as connectTcp } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readIncoming } from '../../../src/server/gateway/incoming/incoming.rules.ts';
import { encode } from '../../../src/smpp/encoder.ts';
import { Decoder } from '../../../src/smpp/decoder.ts';
import { COMMANDS, RESPONSE_TO, STATUS, statusName, TLVS } from '../../../src/smpp/pdus.ts';
import type { Command, Outgoing, OutgoingOf } from '../../../src/smpp/pdus.ts';
import { parseReceipt } from '../../../src/smpp/receipt.ts';
import { connect } from '../../../src/smpp/socket.ts';
import { numbers } from '../crash/scenario.ts';

type Random = () => number;
const whole = (random: Random, below: number) => Math.floor(random() * below);
const octets = (random: Random, most: number) =>
  Buffer.from(Array.from({ length: whole(random, most + 1) }, () => whole(random, 256)));
const COMMAND_NAMES = Object.keys(COMMANDS) as Command[];
const TAGS = Object.values(TLVS).map(({ tag }) => tag);

/** A PDU that is right, or nearly: fields of this command, some of them filled. */
function almost(random: Random, command: Command): Buffer {
  const pdu: Record<string, unknown> = { command };
  for (const [name, type, maximum] of COMMANDS[command].fields as readonly (readonly [
    string,
    string,
    number,
  ])[]) {
    if (random() < 0.4) continue;
    if (type === 'int1') pdu[name] = random() < 0.5 ? whole(random, 4) : whole(random, 256);
    else if (type === 'cstring')
      pdu[name] =
        random() < 0.5
          ? String(254_700_000_000 + whole(random, 1e9)).slice(0, maximum - 1)
          : octets(random, maximum - 1)
              .toString('latin1')
              .replaceAll('\0', 'x');
    else if (type === 'short_message') pdu[name] = octets(random, 254);
  }
  if (random() < 0.4) {
    pdu['tlvs'] = {
      raw: Array.from({ length: whole(random, 4) }, () => ({
        tag: random() < 0.8 ? TAGS[whole(random, TAGS.length)]! : whole(random, 65536),
        value: octets(random, random() < 0.1 ? 300 : 6),
      })),
    };
  }
  pdu['sequence_number'] = whole(random, 0x7fffffff);
  return encode(pdu as Outgoing);
}

/** Breaks a PDU; `frame` says whether its length may lie as well, which ends the connection. */
function broken(random: Random, command: Command, frame: boolean): Buffer {
  let pdu = almost(random, command);
  for (let times = whole(random, 4); times > 0; times--) {
    switch (whole(random, 6)) {
      case 0: // Some octets are others.
        for (let flips = 1 + whole(random, 4); flips > 0; flips--)
          if (pdu.length > 16) pdu[16 + whole(random, pdu.length - 16)] = whole(random, 256);
        break;
      case 1: // It ends early.
        pdu = pdu.subarray(0, Math.max(16, whole(random, pdu.length)));
        break;
      case 2: // Something follows.
        pdu = Buffer.concat([pdu, octets(random, 40)]);
        break;
      case 3: // A command that is another, or none.
        pdu.writeUInt32BE(
          random() < 0.5
            ? COMMANDS[COMMAND_NAMES[whole(random, COMMAND_NAMES.length)]!].id
            : whole(random, 2 ** 32),
          4,
        );
        break;
      case 4: // A body of anything.
        pdu = Buffer.concat([pdu.subarray(0, 16), octets(random, 200)]);
        break;
      default: // A status and a number of anything.
        pdu.writeUInt32BE(whole(random, 2 ** 32), 8);
        pdu.writeUInt32BE(whole(random, 2 ** 32), 12);
    }
  }
  pdu.writeUInt32BE(
    frame && random() < 0.0005 ? whole(random, random() < 0.5 ? 40 : 2 ** 32) : pdu.length,
    0,
  );
  return pdu;
}

/** Memory in use after a collection, in octets. */
export function memory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

export type Fuzzed = {
  pdus: number;
  /** Errors that nothing caught. */
  crashes: number;
  connections: number;
  /** The answers to them, by status; ESME_RSYSERR is a fault of ours. */
  answers: Record<string, number>;
  /** Memory in use at the end, to that when a tenth was through. */
  memory: number;
  seconds: number;
};

/** Collects what nothing catches while it works. */
async function watched(
  work: (grew: (share: number) => void) => Promise<Omit<Fuzzed, 'crashes' | 'memory' | 'seconds'>>,
): Promise<Fuzzed> {
  let crashes = 0;
  const crashed = (error: unknown) => {
    crashes++;
    if (crashes <= 5) console.error(error);
  };
  process.on('uncaughtException', crashed);
  process.on('unhandledRejection', crashed);
  const startedAt = performance.now();
  let first: number | undefined;
  try {
    const done = await work((share) => {
      if (share >= 0.1) first ??= memory();
    });
    return {
      ...done,
      crashes,
      memory: Math.round((memory() / (first ?? memory())) * 100) / 100,
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    };
  } finally {
    process.off('uncaughtException', crashed);
    process.off('unhandledRejection', crashed);
  }
}

const LOT = 200;
/** The number of a request that is right, at the end of each lot. */
const BEAT = 0x7ffffff0;
const REQUESTS = [
  'submit_sm',
  'submit_sm',
  'submit_sm',
  'data_sm',
  'query_sm',
  'cancel_sm',
  'replace_sm',
  'submit_multi',
  'enquire_link',
  'deliver_sm',
  'bind_transceiver',
  'outbind',
  'alert_notification',
] as const;

/** Sends broken PDUs to a server, most of them over connections that are bound. @param lanes connections at a time */
export function fuzzServer(of: {
  port: number;
  username: string;
  password: string;
  pdus: number;
  seed: number;
  lanes?: number;
}): Promise<Fuzzed> {
  return watched(async (grew) => {
    const answers: Record<string, number> = {};
    let [sent, connections] = [0, 0];
    const lane = async (random: Random) => {
      while (sent < of.pdus) {
        connections++;
        const socket = connectTcp(of.port, '127.0.0.1');
        const decoder = new Decoder(1024 * 1024);
        const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
        let wake = () => {};
        let [isClosed, beats] = [false, 0];
        void closed.then(() => {
          isClosed = true;
          wake();
        });
        socket.on('error', () => {});
        socket.on('data', (chunk: Buffer) => {
          decoder.push(chunk);
          for (
            let decoded = decoder.next();
            decoded.outcome === 'pdu' || decoded.outcome === 'bad';
            decoded = decoder.next()
          ) {
            if (decoded.outcome === 'bad') continue;
            const { pdu } = decoded;
            const status = statusName(pdu.command_status);
            answers[status] = (answers[status] ?? 0) + 1;
            if (pdu.command === 'enquire_link_resp' && pdu.sequence_number === BEAT) beats++;
            if (pdu.command === 'deliver_sm')
              socket.write(
                encode({ command: 'deliver_sm_resp', sequence_number: pdu.sequence_number }),
              );
            wake();
          }
        });
        if (random() < 0.95)
          socket.write(
            encode({
              command: 'bind_transceiver',
              system_id: of.username,
              password: of.password,
              interface_version: 0x34,
              sequence_number: 1,
            }),
          );
        // Up to 20 lots over one connection; after each one beat that is answered, so that nothing runs ahead.
        for (let lots = 0; lots < 20 && !isClosed && sent < of.pdus; lots++) {
          const pdus = Array.from({ length: LOT }, () =>
            broken(
              random,
              random() < 0.9
                ? REQUESTS[whole(random, REQUESTS.length)]!
                : COMMAND_NAMES[whole(random, COMMAND_NAMES.length)]!,
              true,
            ),
          );
          sent += LOT;
          grew(sent / of.pdus);
          const stream = Buffer.concat([
            ...pdus,
            encode({ command: 'enquire_link', sequence_number: BEAT }),
          ]);
          // In pieces of any size.
          for (let at = 0; at < stream.length;) {
            const end = at + 1 + whole(random, 20_000);
            socket.write(stream.subarray(at, end));
            at = end;
          }
          const wanted = lots + 1;
          const late = setTimeout(() => socket.destroy(), 20_000);
          while (!isClosed && beats < wanted)
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          clearTimeout(late);
        }
        socket.destroy();
        await closed;
      }
    };
    await Promise.all(
      Array.from({ length: of.lanes ?? 8 }, (_, at) => lane(numbers(of.seed + at))),
    );
    return { pdus: sent, connections, answers };
  });
}

/** An SMSC that accepts every bind and then sends arbitrary PDUs to our client. */
export function fuzzClient(of: { pdus: number; seed: number; lanes?: number }): Promise<Fuzzed> {
  return watched(async (grew) => {
    const answers: Record<string, number> = {};
    let [sent, connections] = [0, 0];
    const talk = async (socket: Socket, random: Random) => {
      let isClosed = false;
      const decoder = new Decoder(1024 * 1024);
      let wake = () => {};
      let beats = 0;
      socket.on('error', () => {});
      socket.on('close', () => {
        isClosed = true;
        wake();
      });
      socket.on('data', (chunk: Buffer) => {
        decoder.push(chunk);
        for (
          let decoded = decoder.next();
          decoded.outcome === 'pdu' || decoded.outcome === 'bad';
          decoded = decoder.next()
        ) {
          if (decoded.outcome === 'bad') continue;
          const { pdu } = decoded;
          if (pdu.command === 'bind_transceiver')
            socket.write(
              encode({
                command: 'bind_transceiver_resp',
                system_id: 'x',
                sequence_number: pdu.sequence_number,
              }),
            );
          else if (pdu.command === 'enquire_link_resp' && pdu.sequence_number === BEAT) beats++;
          else if (pdu.command.endsWith('_resp') || pdu.command === 'generic_nack')
            answers[statusName(pdu.command_status)] =
              (answers[statusName(pdu.command_status)] ?? 0) + 1;
          wake();
        }
      });
      for (let lots = 0; lots < 50 && !isClosed && sent < of.pdus; lots++) {
        const pdus = Array.from({ length: LOT }, () =>
          broken(
            random,
            random() < 0.5 ? 'deliver_sm' : COMMAND_NAMES[whole(random, COMMAND_NAMES.length)]!,
            true,
          ),
        );
        // Answers to our own requests are broken too: sequence numbers that are really waited for.
        for (const pdu of pdus) if (random() < 0.2) pdu.writeUInt32BE(1 + whole(random, 400), 12);
        sent += LOT;
        grew(sent / of.pdus);
        socket.write(
          Buffer.concat([...pdus, encode({ command: 'enquire_link', sequence_number: BEAT })]),
        );
        const wanted = lots + 1;
        const late = setTimeout(() => socket.destroy(), 20_000);
        while (!isClosed && beats < wanted)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        clearTimeout(late);
      }
      socket.destroy();
    };
    let seed = of.seed;
    const server = createServer((socket) => void talk(socket, numbers(seed++)));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const lane = async () => {
      while (sent < of.pdus) {
        connections++;
        await new Promise<void>((resolve) => {
          const submit: OutgoingOf<'submit_sm'> = {
            command: 'submit_sm',
            destination_addr: '254711000050',
            short_message: Buffer.from('x'),
          };
          const link = connect<number>(
            {
              host: '127.0.0.1',
              port: (server.address() as AddressInfo).port,
              window: 50,
              bind: { command: 'bind_transceiver', system_id: 'we', password: 'pw' },
            },
            {
              bound: () => {
                for (let n = 0; n < 50; n++) link.send(submit, n);
              },
              outcomes: (batch) => {
                for (const { context } of batch) link.send(submit, context);
              },
              requests(batch) {
                for (const pdu of batch) {
                  if (pdu.command === 'deliver_sm' || pdu.command === 'data_sm') {
                    if (!parseReceipt(pdu))
                      readIncoming(pdu, { connectorId: 1, carrierAccountId: 1 });
                  }
                  if (pdu.command in RESPONSE_TO)
                    link.respond(pdu, {
                      command: RESPONSE_TO[pdu.command as keyof typeof RESPONSE_TO],
                      command_status: STATUS.ESME_ROK,
                    });
                }
              },
              closed: () => resolve(),
            },
          );
        });
      }
    };
    await Promise.all(Array.from({ length: of.lanes ?? 24 }, lane));
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    return { pdus: sent, connections, answers };
  });
}

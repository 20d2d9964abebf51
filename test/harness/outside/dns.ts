// A name server on UDP that answers TXT questions out of a table, as RFC 1035 writes them.
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

export type NameServer = {
  /** As DNS_SERVERS takes it. */
  address: string;
  /** The TXT records of a name; without any it does not exist. */
  records: Map<string, string[]>;
  /** Names that were asked for. */
  asked: string[];
  /** While true no question is answered. */
  isSilent: boolean;
  stop(): Promise<void>;
};

const HEADER = 12;
const TXT = 16;
const [RESPONSE, AUTHORITATIVE, NAME_ERROR] = [0x8000, 0x0400, 3];
/** In place of the name, a pointer to the question's (4.1.4). */
const SAME_NAME = 0xc00c;

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  const server: NameServer = {
    address: '',
    records: new Map(),
    asked: [],
    isSilent: false,
    stop: () =>
      new Promise((resolve) => {
        socket.close(() => resolve());
      }),
  };
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query, HEADER);
    server.asked.push(name);
    if (server.isSilent) return;
    const records = server.records.get(name);
    const isText = query.readUInt16BE(end) === TXT;
    const answers = isText ? (records ?? []).map(writeRecord) : [];
    const header = Buffer.alloc(HEADER);
    header.writeUInt16BE(query.readUInt16BE(0), 0);
    header.writeUInt16BE(RESPONSE | AUTHORITATIVE | (records ? 0 : NAME_ERROR), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    socket.send(
      Buffer.concat([header, query.subarray(HEADER, end + 4), ...answers]),
      port,
      address,
    );
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  server.address = `127.0.0.1:${(socket.address() as AddressInfo).port}`;
  return server;
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** A text longer than 255 octets goes in several strings (3.3.14). */
function writeRecord(text: string): Buffer {
  const octets = Buffer.from(text);
  const strings: Buffer[] = [];
  for (let at = 0; at < octets.length; at += 255) {
    const piece = octets.subarray(at, at + 255);
    strings.push(Buffer.from([piece.length]), piece);
  }
  const data = Buffer.concat(strings);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(SAME_NAME, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/**
 * A mail server that keeps what arrives, for the sandbox and for tests: SMTP (RFC 5321) as far as a
 * client needs it, any AUTH accepted (RFC 4954), 8BITMIME and SIZE announced. It delivers nothing.
 */
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { readMessage, type ReadMessage } from './message.ts';

/** A mail as it arrived. */
export type Arrived = ReadMessage & {
  id: number;
  /** The envelope's addresses (RFC 5321, 3.3), which say who really gets it. */
  mailFrom: string;
  rcptTo: string[];
  arrivedAt: string;
};

/** The refusal of a mail, for tests: the answer to each `RCPT` or `DATA` while one is set. */
export type Fault = (
  stage: 'RCPT' | 'DATA',
  about: { mailFrom: string; rcptTo: string[] },
) => string | undefined;

export type MailServer = {
  readonly port: number;
  /** Newest first. */
  messages(): readonly Arrived[];
  clear(): void;
  stop(): Promise<void>;
};

const MOST_BYTES = 1024 * 1024;
const LINE_BYTES = 4096;
const LINE_END = Buffer.from('\r\n');
// RFC 5321, 4.1.1.4: a line with a dot alone ends the message.
const DATA_END = Buffer.from('\r\n.\r\n');

/**
 * Starts a mail server on loopback.
 * @param options.port 0 for any free one
 * @param options.most how many mails are kept; the oldest go first
 */
export async function startMailServer({
  port = 0,
  most = 1_000,
  fault = () => undefined,
}: { port?: number; most?: number; fault?: Fault } = {}): Promise<MailServer> {
  const kept: Arrived[] = [];
  const sockets = new Set<Socket>();
  let lastId = 0;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    talk(socket, fault, (envelope, bytes) => {
      kept.unshift({
        id: ++lastId,
        ...envelope,
        arrivedAt: new Date().toISOString(),
        ...readMessage(bytes),
      });
      kept.length = Math.min(kept.length, most);
      return lastId;
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    messages: () => kept,
    clear: () => {
      kept.length = 0;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type Envelope = { mailFrom: string; rcptTo: string[] };

/** One connection: commands line by line, the message up to its lone dot. */
function talk(
  socket: Socket,
  fault: Fault,
  arrived: (envelope: Envelope, message: Buffer) => number,
): void {
  let buffered = Buffer.alloc(0);
  let reading: 'command' | 'data' | 'secret' = 'command';
  let greeted = false;
  let envelope: Envelope | undefined;
  const say = (line: string) => socket.write(`${line}\r\n`);

  const commands: Record<string, (rest: string) => void> = {
    EHLO: () => {
      greeted = true;
      envelope = undefined;
      socket.write(
        `250-mail.sandbox.test\r\n250-8BITMIME\r\n250-SIZE ${MOST_BYTES}\r\n250 AUTH PLAIN LOGIN\r\n`,
      );
    },
    HELO: () => {
      greeted = true;
      envelope = undefined;
      say('250 mail.sandbox.test');
    },
    AUTH: (rest) => {
      if (/^PLAIN \S+$/i.test(rest)) return void say('235 2.7.0 Accepted');
      reading = 'secret';
      say('334 ');
    },
    MAIL: (rest) => {
      const from = /^FROM:\s*<([^>]*)>/i.exec(rest);
      if (!greeted || envelope) return void say('503 5.5.1 Bad sequence of commands');
      if (!from) return void say('501 5.5.4 Syntax: MAIL FROM:<address>');
      envelope = { mailFrom: from[1]!, rcptTo: [] };
      say('250 2.1.0 Ok');
    },
    RCPT: (rest) => {
      const to = /^TO:\s*<([^>]+)>/i.exec(rest);
      if (!envelope) return void say('503 5.5.1 Bad sequence of commands');
      if (!to) return void say('501 5.5.4 Syntax: RCPT TO:<address>');
      const refusal = fault('RCPT', { ...envelope, rcptTo: [to[1]!] });
      if (refusal) return void say(refusal);
      envelope.rcptTo.push(to[1]!);
      say('250 2.1.5 Ok');
    },
    DATA: () => {
      if (!envelope || envelope.rcptTo.length === 0)
        return void say('503 5.5.1 Bad sequence of commands');
      reading = 'data';
      say('354 End data with <CR><LF>.<CR><LF>');
    },
    RSET: () => {
      envelope = undefined;
      say('250 2.0.0 Ok');
    },
    NOOP: () => void say('250 2.0.0 Ok'),
    QUIT: () => void socket.end('221 2.0.0 Bye\r\n'),
  };

  const takeData = (): boolean => {
    // The CRLF that ends the DATA line begins the one before a dot that stands first.
    const end = buffered.subarray(0, 3).equals(DATA_END.subarray(2))
      ? 0
      : buffered.indexOf(DATA_END);
    if (end < 0) {
      if (buffered.length > MOST_BYTES) socket.end('552 5.3.4 Message too big\r\n');
      return false;
    }
    const message = end === 0 ? Buffer.alloc(0) : buffered.subarray(0, end + 2);
    buffered = buffered.subarray(end === 0 ? 3 : end + DATA_END.length);
    reading = 'command';
    const done = envelope!;
    envelope = undefined;
    const refusal = fault('DATA', done);
    // RFC 5321, 4.5.2: a line's first dot of two was put there on the way.
    say(
      refusal ??
        `250 2.0.0 Ok: kept as ${arrived(done, Buffer.from(message.toString('latin1').replace(/(^|\r\n)\.\./g, '$1.'), 'latin1'))}`,
    );
    return true;
  };

  const takeLine = (): boolean => {
    const end = buffered.indexOf(LINE_END);
    if (end < 0) {
      if (buffered.length > LINE_BYTES) socket.end('500 5.5.2 Line too long\r\n');
      return false;
    }
    const line = buffered.toString('utf8', 0, end);
    buffered = buffered.subarray(end + 2);
    if (reading === 'secret') {
      // LOGIN asks twice; what comes is let in.
      reading = secretsAsked++ === 0 && loginAsked(line) ? 'secret' : 'command';
      say(reading === 'secret' ? '334 ' : '235 2.7.0 Accepted');
      return true;
    }
    const [, verb = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(line)!;
    const command = commands[verb.toUpperCase()];
    if (command) command(rest);
    else say('502 5.5.1 Command not implemented');
    return true;
  };
  let secretsAsked = 0;
  const loginAsked = (line: string) =>
    !Buffer.from(line, 'base64').toString('latin1').includes('\0');

  socket.on('data', (octets: Buffer) => {
    buffered = Buffer.concat([buffered, octets]);
    while (
      buffered.length > 0 &&
      socket.writable &&
      (reading === 'data' ? takeData() : takeLine())
    );
  });
  say('220 mail.sandbox.test ESMTP');
}

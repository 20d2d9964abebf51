// HTTP over bare sockets: a driver that costs less than the programs it measures.
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const EMPTY_ANSWER = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n';

export type LightClient = {
  /** Sends one GET on a connection that waits for nothing else; resolves to the HTTP status. */
  get(connection: number, path: string): Promise<number>;
  close(): void;
};

/**
 * Opens kept connections one after another, because a server may have a short backlog.
 *
 * @throws where the server closes a connection, or answers without a Content-Length
 */
export async function openLightClient(port: number, connections: number): Promise<LightClient> {
  const open: Connection[] = [];
  for (let number = 0; number < connections; number++) {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
    open.push(new Connection(socket, port));
  }
  return {
    get: (connection, path) => open[connection]!.get(path),
    close() {
      for (const connection of open) connection.close();
    },
  };
}

class Connection {
  readonly #socket: Socket;
  readonly #rest: string;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve(status: number): void; reject(error: Error): void } | undefined;

  constructor(socket: Socket, port: number) {
    this.#socket = socket;
    this.#rest = ` HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('The server closed a connection.')));
  }

  get(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(`GET ${path}${this.#rest}`);
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head);
    const waiting = this.#waiting;
    if (!length) return waiting?.reject(new Error(`An answer without a length:\n${head}`));
    if (this.#received.length < end + END_OF_HEAD.length + Number(length[1])) return;
    this.#received = Buffer.alloc(0);
    this.#waiting = undefined;
    waiting?.resolve(Number(head.slice(9, 12)));
  }
}

/** A server that answers every GET with an empty 200 and reports the path of each. */
export async function openLightServer(
  onRequest: (path: string) => void,
): Promise<{ url: string; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    let received = '';
    sockets.add(socket);
    socket.setEncoding('latin1');
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: string) => {
      received += chunk;
      let answers = '';
      for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
        onRequest(received.slice(received.indexOf(' ') + 1, received.indexOf(' HTTP/')));
        received = received.slice(end + END_OF_HEAD.length);
        answers += EMPTY_ANSWER;
      }
      if (answers !== '') socket.write(answers);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

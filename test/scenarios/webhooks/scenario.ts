// A customer's server that takes webhooks, well or badly.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pace } from '../../../src/server/features/webhooks/webhooks.rules.ts';

/** As PACE, in a hurry; but no answer is late, and no lease over, because a busy machine stood still for a moment. */
export const FAST: Pace = {
  waits: Array.from({ length: 200 }, (_, at) => Math.min(0.5, 0.05 * 2 ** at)),
  lifeSeconds: 3600,
  timeoutMilliseconds: 20_000,
  leaseSeconds: 30,
  opensAfter: 10,
  probeSeconds: 0.2,
  longestProbeSeconds: 1,
  pollMilliseconds: 50,
  restMilliseconds: 5,
};

/** The check that a receiver in any language makes: one of the signatures is of this body, and at most five minutes old. */
export function verify(header: string, secret: string, body: string, now = Date.now()): boolean {
  const parts = header.split(',').map((part) => part.split('=', 2) as [string, string]);
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  return (
    Math.abs(now / 1000 - Number(time)) < 300 &&
    parts.some(
      ([name, value]) =>
        name === 'v1' &&
        value.length === 64 &&
        timingSafeEqual(Buffer.from(value, 'hex'), expected),
    )
  );
}

export type Arrival = {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
  /** The answer's status, 0 where the connection was cut or left hanging. */ answered: number;
};
/** Says what to do with a request: answer with a status, cut the connection, or leave it without an answer. */
export type Manner = (
  arrival: Omit<Arrival, 'answered'>,
  response: ServerResponse,
) => number | 'cut' | 'hang' | { status: number; afterMilliseconds: number };

/** Starts a server on this machine that keeps what arrives. */
export async function startReceiver(manner: Manner = () => 200): Promise<{
  url: string;
  host: string;
  arrivals: Arrival[];
  behave(manner: Manner): void;
  stop(): Promise<void>;
}> {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const arrival = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        at: Date.now(),
      };
      const how = manner(arrival, response);
      const status = typeof how === 'number' ? how : typeof how === 'object' ? how.status : 0;
      arrivals.push({ ...arrival, answered: status });
      if (how === 'cut') request.socket.destroy();
      else if (typeof how === 'object')
        setTimeout(() => response.writeHead(status).end('later'), how.afterMilliseconds).unref();
      else if (how !== 'hang' && !response.headersSent)
        response.writeHead(status, { 'content-type': 'text/plain' }).end(`answer ${status}`);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${host}/hook`,
    host,
    arrivals,
    behave: (next) => {
      manner = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

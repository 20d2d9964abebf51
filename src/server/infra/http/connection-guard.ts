/**
 * Guards an HTTP port against connections that are held open: headers that do not end, bodies that
 * do not progress, and too many connections from one address.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { askerOf } from './address-block.ts';
import { mayComeFrom } from './ip-ranges.ts';

export type ConnectionLimits = {
  /** Time from the first octet of a request, or from the connection, to the end of its headers. */
  headersMs: number;
  /** Octets that a body must deliver within each `bodyWindowMs`, unless it ends sooner. */
  bodyLeastOctets: number;
  bodyWindowMs: number;
  /** Idle time between two requests; longer than proxies keep their connections. */
  keepAliveMs: number;
  /** Connections of one IPv4 address, or of one IPv6 /64; trusted proxies have no limit. */
  perAddress: number;
};

/** A body on the slowest 2G line, some 140 octets a second, still passes. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 20_000,
  bodyLeastOctets: 4096,
  bodyWindowMs: 30_000,
  keepAliveMs: 72_000,
  perAddress: 256,
};

/** Checks of the deadlines within each window. */
const LOOKS_PER_WINDOW = 6;

/** The settings that Fastify hands to Node's server for these limits. */
export function serverTimeouts({ headersMs, keepAliveMs, bodyWindowMs }: ConnectionLimits) {
  return {
    keepAliveTimeout: keepAliveMs,
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: Math.ceil(Math.min(headersMs, bodyWindowMs) / LOOKS_PER_WINDOW),
    },
  };
}

/** The latest request of a connection, and the octets received at the last check. */
type Progress = {
  request: IncomingMessage;
  response: ServerResponse;
  octets: number;
  since: number;
};

/**
 * Monitors the bodies of a server's requests and counts its connections by address. Node's own
 * timeouts handle headers and idle connections: see `serverTimeouts`.
 */
export function guardConnections(
  server: Server,
  limits: ConnectionLimits,
  trustedProxies: readonly string[],
): void {
  limitConnections(server, limits.perAddress, trustedProxies);
  // One entry for each connection, not each request, so a small call costs nothing more.
  const progress = new Map<Socket, Progress>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (!progress.has(socket)) socket.once('close', () => progress.delete(socket));
    progress.set(socket, { request, response, octets: socket.bytesRead, since: performance.now() });
  });
  const look = () => {
    const now = performance.now();
    for (const [socket, each] of progress) {
      if (each.request.complete) continue;
      const isOurTurn = each.request.readableLength > 0; // the handler has not read the received octets
      const received = socket.bytesRead - each.octets;
      if (!isOurTurn && now - each.since < limits.bodyWindowMs) continue;
      if (!isOurTurn && received < limits.bodyLeastOctets) refuseSlowBody(socket, each.response);
      else Object.assign(each, { octets: socket.bytesRead, since: now });
    }
  };
  const timer = setInterval(look, Math.ceil(limits.bodyWindowMs / LOOKS_PER_WINDOW));
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

function refuseSlowBody(socket: Socket, response: ServerResponse): void {
  if (!response.headersSent)
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  socket.destroySoon();
}

function limitConnections(server: Server, most: number, trustedProxies: readonly string[]): void {
  const open = new Map<string, number>();
  const isTrusted = (address: string) =>
    trustedProxies.length > 0 && mayComeFrom(trustedProxies, address);
  // Before Node's own listener, which would begin to read requests.
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isTrusted(address)) return;
    const { asker } = askerOf(address);
    const count = open.get(asker) ?? 0;
    if (count >= most) {
      socket.on('error', () => {}); // the peer may be gone already
      socket.write(
        'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\n\r\n',
      );
      return socket.destroySoon();
    }
    open.set(asker, count + 1);
    socket.once('close', () => {
      const left = (open.get(asker) ?? 1) - 1;
      if (left > 0) open.set(asker, left);
      else open.delete(asker);
    });
  });
}

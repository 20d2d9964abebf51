/**
 * SMPP over TCP or TLS: the only place with a socket and a clock. What a read brought is handed over in batches, so
 * that its consumer can settle many PDUs in one transaction; what is to be sent is gathered and written once a tick.
 */
import { connect as connectTcp, createServer as createTcpServer } from 'node:net';
import type { AddressInfo, LookupFunction, Server, Socket } from 'node:net';
import {
  connect as connectTls,
  createServer as createTlsServer,
  Server as TlsServer,
} from 'node:tls';
import { encode } from './encoder.ts';
import type { BindCommand, OutgoingOf } from './pdus.ts';
import { DEFAULT_TIMERS } from './effects.ts';
import type { LinkHandlers, LinkOptions } from './link.ts';
import { Link } from './link.ts';

/** Certificates in PEM. The peer's is checked unless `rejectUnauthorized` is false. */
export interface TlsOptions {
  ca?: string | Buffer;
  cert?: string | Buffer;
  key?: string | Buffer;
  servername?: string;
  rejectUnauthorized?: boolean;
}

export interface ConnectOptions extends LinkOptions {
  host: string;
  port: number;
  tls?: TlsOptions;
  /** Resolves the host; the system's resolver unless given. */
  lookup?: LookupFunction;
  bind: OutgoingOf<BindCommand>;
}

export interface ListenOptions extends LinkOptions {
  host?: string;
  /** 0 takes a free port: see SmppServer.port. */
  port: number;
  /** With it the port speaks TLS alone. `rejectUnauthorized: true` asks for a client certificate signed by `ca`. */
  tls?: TlsOptions & { cert: string | Buffer; key: string | Buffer };
  maximumConnections?: number;
}

/**
 * Connects to an SMSC and binds. The TCP connection, the TLS handshake and the bind together may take
 * `timers.sessionInit`. There is no reconnection here: `closed` says why it ended, and the owner decides. Throws
 * PduFieldError at once for a bind that the standard cannot carry.
 */
export function connect<Context>(
  options: ConnectOptions,
  handlers: LinkHandlers<Context>,
): Link<Context> {
  const { host, port, tls, lookup, bind } = options;
  const target = { host, port, ...(lookup && { lookup }) };
  encode(bind); // here so that a bad bind fails before there is a connection
  const socket = tls ? connectTls({ ...target, ...tls }) : connectTcp(target);
  socket.setNoDelay(true);
  const link = new Link<Context>('ESME', socket, options);
  link.start(handlers);
  socket.once(tls ? 'secureConnect' : 'connect', () => {
    link.send(bind, undefined);
  });
  return link;
}

/** A listening SMSC side. */
export interface SmppServer<Context> {
  readonly port: number;
  readonly links: ReadonlySet<Link<Context>>;
  /** Another certificate for the handshakes from now on; links that are open keep theirs. Throws for what is no pair of certificate and key. */
  renew(tls: { cert: string | Buffer; key: string | Buffer }): void;
  /** Takes no more connections; those that are open stay. */
  stopListening(): void;
  /** Stops listening and cuts every link. */
  close(): Promise<void>;
}

/**
 * Listens for ESMEs. `accept` is called for each connection and gives its handlers; the bind comes as the first
 * request and is answered like any other: with status 0 the session is bound. A peer that has not bound within
 * `timers.sessionInit` is cut off.
 */
export async function listen<Context>(
  options: ListenOptions,
  accept: (link: Link<Context>) => LinkHandlers<Context>,
): Promise<SmppServer<Context>> {
  const links = new Set<Link<Context>>();
  const onSocket = (socket: Socket) => {
    const link = new Link<Context>('SMSC', socket, options);
    links.add(link);
    socket.once('close', () => links.delete(link));
    link.start(accept(link));
  };
  const { tls } = options;
  const server: Server = tls
    ? createTlsServer(
        {
          ...tls,
          requestCert: tls.rejectUnauthorized === true,
          rejectUnauthorized: tls.rejectUnauthorized === true,
          handshakeTimeout: options.timers?.sessionInit ?? DEFAULT_TIMERS.sessionInit,
          noDelay: true,
        },
        onSocket,
      )
    : createTcpServer({ noDelay: true }, onSocket);
  if (options.maximumConnections !== undefined) server.maxConnections = options.maximumConnections;

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: options.port, host: options.host }, () => {
      server.off('error', reject);
      // A connection that could not be accepted (no descriptor left) costs that connection, not the process.
      server.on('error', () => {});
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port, // listening on TCP, so it is neither a path nor null
    links,
    renew(pair) {
      if (server instanceof TlsServer) server.setSecureContext({ ...tls, ...pair });
    },
    stopListening() {
      if (server.listening) server.close();
    },
    close: () =>
      new Promise<void>((resolve) => {
        if (server.listening) server.close(() => resolve());
        else if (links.size === 0) resolve();
        else server.once('close', () => resolve());
        for (const link of links) link.destroy();
      }),
  };
}

/**
 * SMPP over TCP or TLS: the only place with a socket and a clock. The PDUs of one read are
 * delivered as a batch, so that the consumer can settle many in one transaction; output is
 * collected and written once a tick.
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

/** Certificates in PEM. The peer's is verified unless `rejectUnauthorized` is false. */
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
  /** Resolves the host; default the system's resolver. */
  lookup?: LookupFunction;
  bind: OutgoingOf<BindCommand>;
}

export interface ListenOptions extends LinkOptions {
  host?: string;
  /** 0 takes a free port: see SmppServer.port. */
  port: number;
  /**
   * If set, the port accepts TLS only. `rejectUnauthorized: true` requires a client certificate
   * signed by `ca`.
   */
  tls?: TlsOptions & { cert: string | Buffer; key: string | Buffer };
  maximumConnections?: number;
}

/**
 * Connects to an SMSC and binds. TCP connection, TLS handshake and bind together may take
 * `timers.sessionInit`. It does not reconnect: `closed` gives the reason, and the owner decides.
 * Throws PduFieldError at once for a bind that the standard cannot carry.
 */
export function connect<Context>(
  options: ConnectOptions,
  handlers: LinkHandlers<Context>,
): Link<Context> {
  const { host, port, tls, lookup, bind } = options;
  const target = { host, port, ...(lookup && { lookup }) };
  encode(bind); // encoded here so that an invalid bind fails before there is a connection
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
  /**
   * Sets another certificate for new handshakes; open links keep theirs. Throws if certificate and
   * key do not match.
   */
  renew(tls: { cert: string | Buffer; key: string | Buffer }): void;
  /** Stops accepting connections; open ones stay. */
  stopListening(): void;
  /** Stops listening and cuts every link. */
  close(): Promise<void>;
}

/**
 * Listens for ESMEs. `accept` is called for each connection and returns its handlers; the bind
 * arrives as the first request and is answered like any other: status 0 binds the session. A peer
 * that has not bound within `timers.sessionInit` is disconnected.
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
      // A connection that could not be accepted (no descriptor left) must not end the process.
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

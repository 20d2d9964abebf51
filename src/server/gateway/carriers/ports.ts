/**
 * The three seams of the dispatcher: its clock, its wire and its database. Tests substitute them.
 */
import { isIP } from 'node:net';
import type { Database, Transaction, Tx } from '../../infra/database/db.ts';
import type { ConnectOptions } from '../../../smpp/socket.ts';
import type { LinkHandlers } from '../../../smpp/link.ts';
import type { OutgoingOf, PduOf, Request, Response } from '../../../smpp/pdus.ts';
import { connect } from '../../../smpp/socket.ts';
import { guardLookup, whyBlocked } from '../../infra/http/outbound-addresses.ts';
import type { PrivateHosts } from '../../infra/http/private-hosts.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { openSession } from './database-session.ts';

export type Clock = {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** The time of day. */
  date(): Date;
  /** Calls `work` once after a number of milliseconds. @returns cancels it */
  after(milliseconds: number, work: () => void): () => void;
};

export const machineClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The part of an SMPP connection that a link uses. */
export type WireLink<Context> = {
  readonly free: number;
  readonly outstanding: number;
  /** Requests unanswered at a time. */
  set window(window: number);
  send(pdu: OutgoingOf<Request>, context: Context | undefined): boolean;
  respond(request: PduOf<Request>, response: OutgoingOf<Response>): void;
  unbind(): void;
  destroy(): void;
};
export type Wire = <Context>(
  options: ConnectOptions,
  handlers: LinkHandlers<Context>,
) => WireLink<Context>;

/** Connects to public addresses, and to private ones on the operator's list. */
export function guardedWire(privateHosts: PrivateHosts): Wire {
  return (options, handlers) => {
    const { host, port } = options;
    const vouch = (address: string) => privateHosts.has({ host, port, address });
    const blocked = isIP(host) === 0 ? undefined : whyBlocked(host, vouch);
    if (blocked === undefined) return connect({ ...options, lookup: guardLookup(vouch) }, handlers);
    queueMicrotask(() => handlers.closed({ kind: 'connection', error: `the address ${blocked}` }));
    return CLOSED;
  };
}

const CLOSED: WireLink<unknown> = {
  free: 0,
  outstanding: 0,
  set window(_window: number) {},
  send: () => false,
  respond() {},
  unbind() {},
  destroy() {},
};

export type Sql = {
  /** Runs `work` in one transaction. */
  run<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs one statement that commits by itself. */
  single<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Takes a connector's session lock on a connection of its own.
   * @param onLost called when that connection is gone, and with it the lock
   * @returns undefined where another process has the lock
   */
  lock(connectorId: number, onLost: () => void): Promise<{ release(): Promise<void> } | undefined>;
};

/** The number space of connectors' session locks. */
const LOCK_CLASS = 0x6c696e6b;

export function databaseSql(database: Database): Sql {
  return {
    run: (work) => database.run(systemScope(), work),
    single: (work) => work(database.plain),
    async lock(connectorId, onLost) {
      const session = await openSession(database, onLost);
      try {
        const { rows } = await session.client.query<{ mine: boolean }>(
          'select pg_try_advisory_lock($1, $2) as mine',
          [LOCK_CLASS, connectorId],
        );
        if (rows[0]?.mine) return { release: () => session.end() };
      } catch (error) {
        await session.end().catch(() => {});
        throw error;
      }
      await session.end();
      return undefined;
    },
  };
}

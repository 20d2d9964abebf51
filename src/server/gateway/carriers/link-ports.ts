import type { Log } from '../../infra/log.ts';
import type { Inbox } from '../incoming/mo.ts';
import type { Clock, Sql } from './ports.ts';
import type { Settler } from './settler.ts';

/** Where a connector's SMPP session stands. */
export type LinkState = 'CLOSED' | 'CONNECTING' | 'BINDING' | 'BOUND' | 'UNBINDING';

export type LinkPorts = {
  clock: Clock;
  sql: Sql;
  settler: Settler;
  inbox: Inbox;
  log: Log;
  /** Who holds the lease, for people: host and process. */
  holder: string;
  /** From 0 up to 1. */
  random: () => number;
  /** Of a route whose messages several links share: how many this one may take now; undefined for as many as it likes. */
  allowance?: (routeId: number) => number | undefined;
  /** Told what was taken of it. */
  took?: (routeId: number, messages: number) => void;
};

export type LinkStatus = {
  state: LinkState;
  since: Date;
  lastError: string | null;
  epoch: bigint;
  window: number;
  inWindow: number;
  submittedPerSecond: number;
  slowestTickMs: number;
};

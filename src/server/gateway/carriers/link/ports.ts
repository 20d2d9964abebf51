import type { Log } from '../../../infra/log.ts';
import type { Inbox } from '../../incoming/incoming.ts';
import type { Claimer } from '../claimer.ts';
import type { LeaseRelief } from '../../../core/dispatch/queue/move-relieved.store.ts';
import type { Clock, Sql } from '../ports.ts';
import type { Settler } from '../settler.ts';

/** The state of a link; its transitions are in health.ts. */
export type LinkState = 'CLOSED' | 'CONNECTING' | 'BINDING' | 'BOUND' | 'UNBINDING';

export type LinkPorts = {
  clock: Clock;
  sql: Sql;
  claimer: Claimer;
  settler: Settler;
  inbox: Inbox;
  log: Log;
  /** Names the holder of the lease to people: host and process. */
  holder: string;
  /** From 0 up to 1. */
  random: () => number;
  /** Returns how many messages this link may lease now of a route that several links share; undefined for no limit. */
  allowance?: (routeId: number) => number | undefined;
  /** Counts messages leased of such a route. */
  countLeased?: (routeId: number, messages: number) => void;
  /** The messages of this connector's routes that other connectors take in its place. */
  relief?: () => LeaseRelief;
};

export type LinkStatus = {
  state: LinkState;
  /** When it bound; while it is not bound, when it last was, or was first tried. */
  since: Date;
  lastError: string | null;
  /** Attempts to connect since the last report. */
  tries: number;
  epoch: bigint;
  window: number;
  inWindow: number;
  submittedPerSecond: number;
  slowestTickMs: number;
};

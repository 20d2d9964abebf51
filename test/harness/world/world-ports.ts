// The scheduler of a world (world.ts), as its processes and connections see it.
import type { Database } from '../../../src/server/infra/database/db.ts';
import type { OutgoingOf } from '../../../src/smpp/pdus.ts';
import type { LinkHandlers } from '../../../src/smpp/link.ts';
import type { NewMessage } from '../../../src/server/core/dispatch/types.ts';
import type { WireLink } from '../../../src/server/gateway/carriers/ports.ts';

/** A process, or a connection of one. */
export interface Mortal {
  readonly dead: boolean;
}

/** A connection as the carrier sees it. */
export interface CarrierSession extends Mortal {
  readonly isBound: boolean;
  answer(context: unknown, status: number, id: string): void;
}

export interface Scheduler {
  readonly random: () => number;
  readonly options: WorldOptions;
  /** How far the processes' clocks are ahead of the database's, in milliseconds. */
  readonly clockAhead: number;
  add(happening: Happening): void;
  connect(process: Mortal, handlers: LinkHandlers<unknown>): WireLink<never>;
  tryLock(process: Mortal): boolean;
  unlock(process: Mortal): void;
  carrierGets(session: CarrierSession, pdu: OutgoingOf<'submit_sm'>, context: unknown): void;
  /** The connection is gone: nothing that waits for it happens. */
  forget(session: CarrierSession): void;
}

/** Something that can happen next. A happening of a process or a connection goes with it. */
export interface Happening {
  name: string;
  owner: Mortal | 'carrier';
  run(): unknown;
}

export interface WorldOptions {
  seed: number;
  /** As the gateway's role, for its processes, as the one that accepts, and as the portal's, for everything else. */
  gateway: Database;
  accepting: Database;
  portal: Database;
  connectorId: number;
  carrierAccountId: number;
  routeId: number;
  campaignId: string;
  /** Messages that customers submit while it plays. */
  arrivals: readonly NewMessage[];
  /** Steps with faults before everything is left to drain. */
  steps: number;
  /** Crashes at exactly this step and at no other, nothing else going wrong: for going through all of them. */
  crashAt?: number;
  /** From the first of these steps to the second the processes' clocks are two days ahead. */
  clockAhead?: readonly [from: number, to: number];
}

/** The submits of a connection that may wait for their answers at a time. */
export const WINDOW = 2;

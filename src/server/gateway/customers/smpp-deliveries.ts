/** Deliveries to customers over SMPP: receipts and incoming messages. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../infra/database/db.ts';
import { loadConfigInForce } from '../../core/dispatch/routing/config-version.ts';
import type { Receipt } from '../../core/dispatch/events/events.ts';
import type { Log } from '../../infra/log.ts';
import {
  claimForUsers,
  claimUnfetched,
  delayOutgoing,
  endOutgoing,
  endUnclaimed,
} from '../../core/background/outbox.store.ts';
import type { Claimed } from '../../core/background/outbox.store.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { PduFieldError } from '../../../smpp/layout.ts';
import { STATUS, statusName } from '../../../smpp/pdus.ts';
import type { Link, Outcome } from '../../../smpp/link.ts';
import { passToNextTarget } from '../incoming/incoming-routing.ts';
import type { ForwardedIncoming } from '../incoming/incoming-routing.ts';
import { DeliveryWrites } from './delivery-writes.ts';
import { deliverPdus } from './smpp-deliveries.rules.ts';
import { findTexts } from './smpp-server.store.ts';

/** A bind that receives deliveries. */
export type Receiver = {
  readonly username: string;
  readonly version: number;
  readonly link: Link<DeliveryInFlight>;
  readonly figures: { delivered: number };
};
/** An outbox row in flight over one link, in one PDU or several. */
export type DeliveryInFlight = { row: Claimed; left: number; failed: boolean };

type WaitingDelivery = { row: Claimed; text: string; claimedAt: number };
type Customer = { receivers: Set<Receiver>; waiting: WaitingDelivery[] };

/**
 * Longer than a row may wait here and then for its answer: when this process dies, the row goes to
 * the next bind after this time.
 */
const LEASE_SECONDS = 60;
const WAIT_MS = 20_000;
/** Rows of one user that wait here at a time for each of its binds. */
const AHEAD = 60;
const POLL_MS = 1000;
const SWEEP_MS = 15_000;
const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 600;
/** A delivery that no bind fetched within this time ends. */
const KEPT_DAYS = 7;
/** An incoming message whose route has another target waits no longer for a bind. */
const NEXT_AFTER_SECONDS = 60;
const SWEPT_AT_ONCE = 200;
/** Deliveries that one transaction gives up. */
const ENDED_AT_ONCE = 20_000;

/**
 * Delivers outbox rows to the users whose receivers are bound to this process, over all binds of a
 * user in turn. A row ends when the customer acknowledges it: one may be delivered twice, with one
 * id, and none is lost.
 */
export class Deliveries {
  readonly #database: Database;
  readonly #log: Log;
  readonly #customers = new Map<string, Customer>();
  readonly #writes: DeliveryWrites;
  #loop: Promise<void> | undefined;
  #sweeper: NodeJS.Timeout | undefined;
  #sweeping: Promise<unknown> = Promise.resolve();
  #sweepAgainAt = 0;
  #stopping = false;
  #wakeUp: () => void = () => {};

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
    this.#writes = new DeliveryWrites(database, log);
  }

  start(): void {
    this.#loop = this.#run();
    this.#sweeper = setInterval(() => {
      this.#sweeping = this.#sweep().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'deliveries could not be swept'),
      );
    }, SWEEP_MS);
  }

  /** Looks for new rows in the outbox. */
  wake(): void {
    this.#wakeUp();
  }

  add(receiver: Receiver): void {
    const customer = this.#customers.get(receiver.username) ?? {
      receivers: new Set(),
      waiting: [],
    };
    customer.receivers.add(receiver);
    this.#customers.set(receiver.username, customer);
    this.wake();
  }

  /** Releases the waiting rows of a user that has no other bind here. */
  remove(receiver: Receiver): void {
    const customer = this.#customers.get(receiver.username);
    if (!customer?.receivers.delete(receiver) || customer.receivers.size > 0) return;
    this.#customers.delete(receiver.username);
    this.#writes.release(customer.waiting.map(({ row }) => row.id));
  }

  outcomes(receiver: Receiver, batch: readonly Outcome<DeliveryInFlight>[]): void {
    for (const outcome of batch) {
      const sent = outcome.context;
      if (outcome.effect === 'unanswered') this.#fail(sent, outcome.reason);
      else if (outcome.response.command_status !== STATUS.ESME_ROK)
        this.#fail(sent, statusName(outcome.response.command_status));
      else if (--sent.left === 0 && (!sent.failed || outcome.effect === 'late')) {
        receiver.figures.delivered++;
        this.#writes.done(sent.row.id);
      }
    }
    const customer = this.#customers.get(receiver.username);
    if (!customer) return;
    this.#send(customer);
    if (customer.waiting.length < this.#room(customer) / 2) this.wake();
  }

  /** Stops sending; deliveries in flight may still be answered. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#sweeper);
    this.#wakeUp();
    await this.#loop;
    await this.#sweeping;
    for (const { waiting } of this.#customers.values())
      this.#writes.release(waiting.splice(0).map(({ row }) => row.id));
  }

  /** Resolves when every outcome is written. */
  settled(): Promise<void> {
    return this.#writes.settled();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const woken = new Promise<void>((resolve) => {
        this.#wakeUp = resolve;
      });
      try {
        while (await this.#claim());
      } catch (error) {
        this.#log.warn({ err: error }, 'deliveries could not be claimed');
      }
      if (this.#stopping) return;
      const timer = new AbortController();
      await Promise.race([
        woken,
        sleep(POLL_MS, undefined, { signal: timer.signal }).catch(() => {}),
      ]);
      timer.abort();
    }
  }

  #room(customer: Customer): number {
    return AHEAD * customer.receivers.size;
  }

  /** @returns whether another claim may find rows */
  async #claim(): Promise<boolean> {
    if (this.#stopping) return false;
    const users = [...this.#customers].flatMap(([username, customer]) => {
      const most = this.#room(customer) - customer.waiting.length;
      return most >= this.#room(customer) / 2 ? [{ username, most }] : [];
    });
    if (users.length === 0) return false;
    const { rows, texts } = await this.#database.run(systemScope(), async (tx) => {
      const claimed = await claimForUsers(tx, users, LEASE_SECONDS);
      const ids = claimed.flatMap(({ payload }) =>
        'event' in payload ? [(payload as Receipt).event.messageId] : [],
      );
      return { rows: claimed, texts: await findTexts(tx, ids) };
    });
    const claimedAt = performance.now();
    for (const row of rows) {
      const customer = this.#customers.get(row.target);
      const text =
        'event' in row.payload ? (texts.get((row.payload as Receipt).event.messageId) ?? '') : '';
      if (customer && !this.#stopping) customer.waiting.push({ row, text, claimedAt });
      else this.#writes.release([row.id]);
    }
    for (const { username } of users) {
      const customer = this.#customers.get(username);
      if (customer) this.#send(customer);
    }
    return rows.length > 0;
  }

  /**
   * Sends waiting rows as far as the windows of the user's binds allow, each over the bind with the
   * most room.
   */
  #send(customer: Customer): void {
    while (customer.waiting.length > 0 && !this.#stopping) {
      const [first] = customer.waiting;
      if (!first) return;
      if (performance.now() - first.claimedAt > WAIT_MS) {
        this.#writes.release([first.row.id]);
        customer.waiting.shift();
        continue;
      }
      let best: Receiver | undefined;
      for (const receiver of customer.receivers)
        if (!best || receiver.link.free > best.link.free) best = receiver;
      if (!best || best.link.free === 0) return;
      const pdus = deliverPdus(
        first.row.payload as ForwardedIncoming | Receipt,
        first.text,
        best.version,
        Number(first.row.id & 0xffn),
      );
      if (pdus.length > best.link.free && best.link.outstanding > 0) return; // a long one waits for an empty window
      customer.waiting.shift();
      const sent: DeliveryInFlight = { row: first.row, left: pdus.length, failed: false };
      try {
        for (const pdu of pdus) if (!best.link.send(pdu, sent)) throw new Error('window');
      } catch (error) {
        if (error instanceof PduFieldError) this.#endUndeliverable(sent, error.message);
        else this.#fail(sent, 'closed');
      }
    }
  }

  #fail(sent: DeliveryInFlight, reason: string): void {
    if (sent.failed) return;
    sent.failed = true;
    const { row } = sent;
    if (reason === 'closed') return this.#writes.release([row.id]);
    const seconds = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (row.attempts - 1));
    this.#log.info(
      { username: row.target, outboxId: String(row.id), attempts: row.attempts, reason },
      'delivery was not taken and is tried again',
    );
    this.#writes.run(async (tx) => {
      const forwarded = row.payload as Partial<ForwardedIncoming>;
      if (forwarded.mo && forwarded.next?.length)
        await passToNextTarget(
          tx,
          row,
          forwarded as ForwardedIncoming,
          await loadConfigInForce(tx),
          reason,
        );
      else await delayOutgoing(tx, row.id, seconds, reason);
    });
  }

  /** Ends a delivery that SMPP cannot carry. */
  #endUndeliverable(sent: DeliveryInFlight, reason: string): void {
    sent.failed = true;
    this.#log.error(
      { username: sent.row.target, outboxId: String(sent.row.id), reason },
      'delivery cannot be written in SMPP',
    );
    this.#writes.run((tx) => endOutgoing(tx, sent.row.id, reason));
  }

  /** Ends deliveries that waited too long, or passes them to the next target of their route. */
  async #sweep(): Promise<void> {
    await this.#database.run(systemScope(), async (tx) => {
      const rows = await claimUnfetched(tx, NEXT_AFTER_SECONDS, SWEPT_AT_ONCE, LEASE_SECONDS);
      if (rows.length === 0) return;
      const config = await loadConfigInForce(tx);
      for (const row of rows)
        await passToNextTarget(
          tx,
          row,
          row.payload as ForwardedIncoming,
          config,
          'no bind took it',
        );
    });
    if (performance.now() < this.#sweepAgainAt) return;
    this.#sweepAgainAt = performance.now() + 3_600_000;
    const reason = `no bind took it in ${KEPT_DAYS} days`;
    for (let ended = ENDED_AT_ONCE; ended === ENDED_AT_ONCE;) {
      ended = await this.#database.run(systemScope(), (tx) =>
        endUnclaimed(tx, 'SMPP_USER', KEPT_DAYS, reason, ENDED_AT_ONCE),
      );
      if (ended > 0)
        this.#log.warn({ deliveries: ended }, 'deliveries that no bind took have ended');
    }
  }
}

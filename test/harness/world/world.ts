/**
 * A world in which the scheduler decides what happens next: when a statement reaches the database, when its answer comes
 * back, when a PDU arrives, what the carrier says, when a timer fires; and now and then a cut, a crash, a lost lease or a
 * cancelled campaign. The links, the settler and the database are the product's own. The same seed gives the same world.
 */
import type { Tx } from '../../../src/server/infra/database/db.ts';
import {
  stopChunks,
  dropStopped,
  pauseChunks,
  resumeChunks,
} from '../../../src/server/core/dispatch/queue/stop.store.ts';
import { sweep } from '../../../src/server/core/dispatch/sweep.store.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { readContent } from '../../../src/smpp/concatenation.ts';
import { STATUS } from '../../../src/smpp/pdus.ts';
import type { OutgoingOf } from '../../../src/smpp/pdus.ts';
import type { LinkHandlers } from '../../../src/smpp/link.ts';
import { numbers } from '../../scenarios/crash/scenario.ts';
import type { Happening, Scheduler, WorldOptions } from './world-ports.ts';
import type { NewMessage } from '../../../src/server/core/dispatch/types.ts';
import { arrive } from './world-arrivals.ts';
import { GatewayProcess } from './world-process.ts';
import { FakeSession } from './world-session.ts';

const FAULTS = ['cut', 'crash', 'lose the lease', 'cancel', 'pause', 'sweep'] as const;
type Fault = (typeof FAULTS)[number];

const TWO_DAYS_MS = 172_800_000;

export class World implements Scheduler {
  readonly random: () => number;
  readonly options: WorldOptions;
  /** How often the carrier took each part, by destination and part. */
  readonly accepted = new Map<string, number>();
  readonly refused = new Set<string>();
  readonly story: string[] = [];
  cancelled = false;
  clockAhead = 0;
  crashes = 0;
  #happenings: Happening[] = [];
  #processes: GatewayProcess[] = [];
  #sessions = new Set<FakeSession>();
  #lockOwner: GatewayProcess | undefined;
  #nextId = 1;
  #faults: Record<Fault, number> = {
    cut: 2,
    crash: 1,
    'lose the lease': 1,
    cancel: 1,
    pause: 1,
    sweep: 2,
  };
  #quiet = false;

  constructor(options: WorldOptions) {
    this.options = options;
    this.random = numbers(options.seed);
  }

  /** Plays it to its end, where nothing is left to happen. */
  async play(): Promise<void> {
    this.#startProcess();
    const { arrivals, steps } = this.options;
    const times = new Map(arrivals.map((one) => [one, Math.floor(this.random() * steps)]));
    for (let step = 0; step < this.options.steps; step++) {
      const [ahead, right] = this.options.clockAhead ?? [];
      for (const [message, at] of times) if (at === step) this.#announce(message);
      if (step === ahead) this.clockAhead = TWO_DAYS_MS;
      if (step === right) this.clockAhead = 0;
      if (step === this.options.crashAt) this.#crash();
      else if (this.options.crashAt === undefined && this.random() < 0.12) await this.#fault();
      else await this.#next();
      await quiet();
    }
    this.#quiet = true;
    for (let idle = 0; idle < 3;) {
      if (this.#processes.every(({ dead }) => dead)) this.#startProcess();
      const open = await this.#open();
      if (open) {
        await this.#passWaits();
        for (const process of this.#processes) process.link.nudge();
      }
      await quiet();
      // A process without the lease asks for it again and again.
      if (open || this.#happenings.some(({ name }) => !name.startsWith('lock'))) idle = 0;
      else idle++;
      for (let some = 0; some < 8; some++) {
        await this.#next();
        await quiet();
      }
      if (this.story.length > 2000)
        throw new Error(
          `seed ${this.options.seed}, crash at ${this.options.crashAt}: it does not come to rest; ${await this.#left()}\n${this.story.slice(0, 80).join('\n')}`,
        );
      if (idle > 0) await this.#sql((tx) => sweep(tx, 100));
      if (this.cancelled)
        await this.#sql((tx) => dropStopped(tx, { campaignId: this.options.campaignId }, 10));
    }
    for (const process of this.#processes) this.#kill(process);
  }

  // --- what the processes see -----------------------------------------------------------------------------------------

  /** Nothing that a dead process still asks for happens. */
  add(happening: Happening): void {
    const { owner } = happening;
    if (owner !== 'carrier' && owner.dead) return;
    this.#happenings.push(happening);
  }

  connect(process: GatewayProcess, handlers: LinkHandlers<unknown>): FakeSession {
    const session = new FakeSession(this, process, handlers);
    this.#sessions.add(session);
    this.add({ name: 'bind', owner: session, run: () => session.bind() });
    return session;
  }

  tryLock(process: GatewayProcess): boolean {
    if (this.#lockOwner && this.#lockOwner !== process) return false;
    this.#lockOwner = process;
    return true;
  }

  unlock(process: GatewayProcess): void {
    if (this.#lockOwner === process) this.#lockOwner = undefined;
  }

  // --- the carrier ----------------------------------------------------------------------------------------------------

  /** A submit_sm arrives: it is taken, refused or throttled; receipts of what is taken come at any time from now on. */
  carrierGets(session: FakeSession, pdu: OutgoingOf<'submit_sm'>, context: unknown): void {
    const part =
      readContent({ esm_class: pdu.esm_class ?? 0, short_message: pdu.short_message }).part?.part ??
      1;
    const key = `${pdu.destination_addr}/${part}`;
    const dice = this.#quiet ? 1 : this.random();
    if (dice < 0.1) {
      this.add({
        name: `throttles ${key}`,
        owner: session,
        run: () => session.answer(context, STATUS.ESME_RTHROTTLED, ''),
      });
      return;
    }
    if (dice < 0.15) {
      this.refused.add(key);
      this.add({
        name: `refuses ${key}`,
        owner: session,
        run: () => session.answer(context, STATUS.ESME_RINVDSTADR, ''),
      });
      return;
    }
    this.accepted.set(key, (this.accepted.get(key) ?? 0) + 1);
    const id = `${this.options.seed.toString(36)}${this.#nextId++}`.toUpperCase();
    this.add({
      name: `answers ${key} with ${id}`,
      owner: session,
      run: () => session.answer(context, STATUS.ESME_ROK, id),
    });
    const copies = this.random() < 0.3 ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) this.#report(key, id, pdu.destination_addr ?? '');
  }

  #report(key: string, id: string, destination: string): void {
    this.add({
      name: `reports ${key} as ${id}`,
      owner: 'carrier',
      run: () => {
        const bound = [...this.#sessions].filter((session) => session.isBound);
        const session = bound[Math.floor(this.random() * bound.length)];
        if (session) session.deliver(destination, id, () => this.#report(key, id, destination));
        else this.#report(key, id, destination);
      },
    });
  }

  /** A customer's message, which any living process accepts; a customer tries again while there is none. */
  #announce(message: NewMessage): void {
    this.add({
      name: `a message to ${message.destination} arrives`,
      owner: 'carrier',
      run: () => {
        const living = this.#processes.filter(({ dead }) => !dead);
        const process = living[Math.floor(this.random() * living.length)];
        if (process) arrive(this, this.options.accepting, process, message);
        else this.#announce(message);
      },
    });
  }

  // --- what goes wrong ------------------------------------------------------------------------------------------------

  async #fault(): Promise<void> {
    const names = FAULTS.filter((name) => this.#faults[name] > 0);
    const name = names[Math.floor(this.random() * names.length)];
    if (name === undefined) return this.#next();
    this.#faults[name]--;
    this.story.push(`*** ${name}`);
    const { campaignId } = this.options;
    switch (name) {
      case 'cut':
        for (const session of this.#sessions) session.cut();
        return;
      case 'crash':
        return this.#crash();
      case 'lose the lease':
        return this.#loseLease();
      case 'cancel':
        this.cancelled = true;
        return this.#sql(async (tx) => {
          await tx.query(`update campaign set status = 'CANCELLED' where id = $1`, [campaignId]);
          await stopChunks(tx, { campaignId });
        });
      case 'pause':
        if (this.cancelled) return;
        await this.#sql(async (tx) => {
          await tx.query(
            `update campaign set status = 'PAUSED' where id = $1 and status = 'RUNNING'`,
            [campaignId],
          );
          await pauseChunks(tx, { campaignId });
        });
        this.add({ name: 'resume', owner: 'carrier', run: () => this.#resume() });
        return;
      case 'sweep':
        await this.#sql((tx) => sweep(tx, 100));
    }
  }

  async #resume(): Promise<void> {
    if (this.cancelled) return;
    const { campaignId } = this.options;
    await this.#sql(async (tx) => {
      await tx.query(`update campaign set status = 'RUNNING' where id = $1 and status = 'PAUSED'`, [
        campaignId,
      ]);
      await resumeChunks(tx, { campaignId });
    });
    for (const process of this.#processes) process.link.wake();
  }

  #crash(): void {
    this.story.push('*** crash');
    this.crashes++;
    for (const process of this.#processes) this.#kill(process);
    this.add({ name: 'restart', owner: 'carrier', run: () => this.#startProcess() });
  }

  /** The process that holds the lease has lost it and does not know yet: another begins beside it. */
  #loseLease(): void {
    const old = this.#lockOwner;
    if (!old) return;
    this.#lockOwner = undefined;
    this.add({ name: 'learns that the lease is lost', owner: old, run: () => old.onLost() });
    this.#startProcess();
  }

  #startProcess(): void {
    if (this.#processes.filter(({ dead }) => !dead).length > 1) return;
    const process = new GatewayProcess(this);
    this.#processes.push(process);
    process.link.start();
  }

  /** Nothing of it ever goes on: what it waited for never comes, and its connections are cut. */
  #kill(process: GatewayProcess): void {
    process.dead = true;
    this.unlock(process);
    for (const session of this.#sessions) if (session.process === process) session.cut();
    this.#happenings = this.#happenings.filter(({ owner }) => owner !== process);
    this.#processes = this.#processes.filter((other) => other !== process);
  }

  forget(session: FakeSession): void {
    this.#sessions.delete(session);
    this.#happenings = this.#happenings.filter(({ owner }) => owner !== session);
  }

  // --- the scheduler --------------------------------------------------------------------------------------------------

  async #next(): Promise<void> {
    const timers = this.#processes.filter((process) => process.hasTimer).length > 0 ? 1 : 0;
    const index = Math.floor(this.random() * (this.#happenings.length + timers));
    const [happening] = this.#happenings.splice(index, 1);
    if (happening) {
      this.story.push(happening.name);
      await happening.run();
      return;
    }
    const due = this.#processes.filter((process) => process.hasTimer);
    due[Math.floor(this.random() * due.length)]?.fireTimer();
  }

  /** The waits of throttled messages are over: the database's clock does not follow the story's. */
  async #passWaits(): Promise<void> {
    await this.#sql((tx) =>
      tx.query(`update chunk set not_before = now() where route_id = $1 and not_before > now()`, [
        this.options.routeId,
      ]),
    );
  }

  async #open(): Promise<boolean> {
    const { rows } = await this.#sql((tx) =>
      tx.query(
        `select from (select 1 from chunk where route_id = $1 and not stopped and pos < size union all select 1 from live_part where connector_id = $2 and state = 0) open limit 1`,
        [this.options.routeId, this.options.connectorId],
      ),
    );
    return rows.length > 0;
  }

  async #left(): Promise<string> {
    const { rows } = await this.#sql((tx) =>
      tx.query(
        `select (select json_agg(c) from chunk c where route_id = $1) as chunks, (select json_agg(s) from live_part s where connector_id = $2) as submissions`,
        [this.options.routeId, this.options.connectorId],
      ),
    );
    return JSON.stringify(rows);
  }

  #sql<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.options.portal.run(systemScope(), work);
  }
}

/** Lets whatever can go on without the scheduler go on. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

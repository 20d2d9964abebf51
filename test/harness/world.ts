/**
 * A world in which the scheduler decides what happens next: when a statement reaches the database, when its answer comes
 * back, when a PDU arrives, what the carrier says, when a timer fires; and now and then a cut, a crash, a lost lease or a
 * cancelled campaign. The links, the settler and the database are the product's own. The same seed gives the same world.
 */
import { pino } from 'pino';
import type { Database, Tx } from '../../src/server/infra/database/db.ts';
import {
  stopChunks,
  dropStopped,
  pauseChunks,
  resumeChunks,
} from '../../src/server/core/dispatch/stop.store.ts';
import { sweep } from '../../src/server/core/dispatch/sweep.store.ts';
import { smppSettings } from '../../src/contract/api/connector-settings.ts';
import type { Submit } from '../../src/server/gateway/carriers/connector.rules.ts';
import { CarrierLink } from '../../src/server/gateway/carriers/link/link.ts';
import type { Clock, Sql, Wire, WireLink } from '../../src/server/gateway/carriers/ports.ts';
import { acceptIncoming } from '../../src/server/gateway/incoming/incoming.ts';
import { SmppDialect } from '../../src/server/gateway/carriers/smpp-dialect.ts';
import { Ring } from '../../src/server/gateway/carriers/trace.ts';
import { Settler } from '../../src/server/gateway/carriers/settler.ts';
import { systemScope } from '../../src/server/infra/database/scope.ts';
import { readContent } from '../../src/smpp/concatenation.ts';
import { ESM_CLASS, STATUS } from '../../src/smpp/pdus.ts';
import type { OutgoingOf, PduOf, Request } from '../../src/smpp/pdus.ts';
import type { LinkHandlers, Outcome } from '../../src/smpp/link.ts';
import { numbers } from '../scenarios/crash/scenario.ts';

/** Something that can happen next. What belongs to a process or a connection goes with it. */
interface Happening {
  name: string;
  owner: Process | FakeSession | 'carrier';
  run(): unknown;
}

export interface WorldOptions {
  seed: number;
  /** As the gateway's role, for its processes, and as the portal's, for everything else. */
  gateway: Database;
  portal: Database;
  connectorId: number;
  carrierAccountId: number;
  routeId: number;
  campaignId: string;
  /** Steps with faults before everything is left to come to rest. */
  steps: number;
  /** Crashes at exactly this step and at no other, nothing else going wrong: for going through all of them. */
  crashAt?: number;
}

const FAULTS = ['cut', 'crash', 'lose the lease', 'cancel', 'pause', 'sweep'] as const;
type Fault = (typeof FAULTS)[number];

const WINDOW = 2;
const silent = pino({ level: 'silent' });

export class World {
  readonly random: () => number;
  readonly options: WorldOptions;
  /** How often the carrier took each part, by destination and part. */
  readonly accepted = new Map<string, number>();
  readonly refused = new Set<string>();
  readonly story: string[] = [];
  cancelled = false;
  crashes = 0;
  #happenings: Happening[] = [];
  #processes: Process[] = [];
  #sessions = new Set<FakeSession>();
  #lockOwner: Process | undefined;
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
    for (let step = 0; step < this.options.steps; step++) {
      if (step === this.options.crashAt) this.#crash();
      else if (this.options.crashAt === undefined && this.random() < 0.12) await this.#fault();
      else await this.#next();
      await quiet();
    }
    this.#quiet = true;
    for (let idle = 0; idle < 3;) {
      if (this.#processes.every(({ dead }) => dead)) this.#startProcess();
      const open = await this.#open();
      if (open) for (const process of this.#processes) process.link.nudge();
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
    if (owner !== 'carrier' && (owner instanceof Process ? owner : owner.process).dead) return;
    this.#happenings.push(happening);
  }

  connect(process: Process, handlers: LinkHandlers<unknown>): FakeSession {
    const session = new FakeSession(this, process, handlers);
    this.#sessions.add(session);
    this.add({ name: 'bind', owner: session, run: () => session.bind() });
    return session;
  }

  tryLock(process: Process): boolean {
    if (this.#lockOwner && this.#lockOwner !== process) return false;
    this.#lockOwner = process;
    return true;
  }

  unlock(process: Process): void {
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
    const process = new Process(this);
    this.#processes.push(process);
    process.link.start();
  }

  /** Nothing of it ever goes on: what it waited for never comes, and its connections are cut. */
  #kill(process: Process): void {
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

  async #open(): Promise<boolean> {
    const { rows } = await this.#sql((tx) =>
      tx.query(
        `select from (select 1 from chunk where campaign_id = $1 and not stopped and pos < size union all select 1 from live_part where campaign_id = $1 and state = 0) open limit 1`,
        [this.options.campaignId],
      ),
    );
    return rows.length > 0;
  }

  async #left(): Promise<string> {
    const { rows } = await this.#sql((tx) =>
      tx.query(
        `select (select json_agg(c) from chunk c where campaign_id = $1) as chunks, (select json_agg(s) from live_part s where campaign_id = $1) as submissions`,
        [this.options.campaignId],
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

/** One gateway process with its link; its clock stands still until the scheduler moves it. */
class Process {
  readonly link: CarrierLink<Submit>;
  dead = false;
  onLost: () => void = () => {};
  #now = 0;
  #timers: { at: number; work: () => void }[] = [];

  constructor(world: World) {
    const { connectorId, carrierAccountId, routeId, gateway } = world.options;
    const clock: Clock = {
      now: () => this.#now,
      // A little behind, so that what waits for a second may go at once.
      date: () => new Date(Date.now() - 60_000),
      after: (milliseconds, work) => {
        const timer = { at: this.#now + milliseconds, work };
        this.#timers.push(timer);
        return () => {
          this.#timers = this.#timers.filter((other) => other !== timer);
        };
      },
    };
    // A send reaches the database when the scheduler says, and its answer comes back when it says.
    const step = <T>(name: string, execute: () => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        world.add({
          name,
          owner: this,
          run: async () => {
            const [outcome] = await Promise.allSettled([execute()]);
            if (this.dead) return;
            world.add({
              name: `${name}: ${outcome.status === 'fulfilled' ? 'done' : String(outcome.reason)}`,
              owner: this,
              run: () =>
                outcome.status === 'fulfilled'
                  ? resolve(outcome.value)
                  : reject(outcome.reason as Error), // a reason is what was thrown
            });
          },
        });
      });
    const sql: Sql = {
      run: (work) => step('transaction', () => gateway.run(systemScope(), work)),
      single: (work) => step('claim', () => gateway.run(systemScope(), work)),
      lock: (_, onLost) =>
        step('lock', async () => {
          if (!world.tryLock(this)) return undefined;
          this.onLost = onLost;
          return { release: async () => world.unlock(this) };
        }),
    };
    const wire: Wire = (_, handlers) =>
      world.connect(this, handlers as LinkHandlers<unknown>) as WireLink<never>; // contexts pass through unread
    const settler = new Settler(sql, clock, silent, carrierAccountId);
    const settings = smppSettings.parse({ host: 'carrier', username: 'world', window: WINDOW });
    this.link = new CarrierLink(
      new SmppDialect(
        { connectorId, cid: 'world', carrierAccountId, settings, password: '' },
        wire,
        new Ring(),
      ),
      [routeId],
      {
        clock,
        sql,
        settler,
        inbox: { take: (mo) => sql.run((tx) => acceptIncoming(tx, mo)) },
        log: silent,
        holder: 'world',
        random: world.random,
      },
    );
  }

  get hasTimer(): boolean {
    return this.#timers.length > 0;
  }

  fireTimer(): void {
    const [first] = this.#timers.sort((a, b) => a.at - b.at);
    if (!first) return;
    this.#timers.shift();
    this.#now = Math.max(this.#now, first.at);
    first.work();
  }
}

/** A connection as the link sees it, without a socket. */
class FakeSession {
  readonly process: Process;
  isBound = false;
  window = WINDOW;
  #world: World;
  #handlers: LinkHandlers<unknown>;
  #waiting = new Set<unknown>();
  #reports = new Map<number, () => void>();
  #sequence = 1;
  #over = false;

  constructor(world: World, process: Process, handlers: LinkHandlers<unknown>) {
    this.#world = world;
    this.process = process;
    this.#handlers = handlers;
  }

  get free(): number {
    return this.isBound ? this.window - this.#waiting.size : 0;
  }

  get outstanding(): number {
    return this.#waiting.size;
  }

  bind(): void {
    this.isBound = true;
    this.#handlers.bound?.({
      command: 'bind_transceiver_resp',
      command_status: 0,
      sequence_number: 1,
      system_id: 'world',
    });
  }

  send(pdu: OutgoingOf<Request>, context: unknown): boolean {
    if (this.#over || this.free <= 0 || pdu.command !== 'submit_sm') return false;
    this.#waiting.add(context);
    this.#world.add({
      name: `submit ${pdu.destination_addr} arrives`,
      owner: this,
      run: () => this.#world.carrierGets(this, pdu, context),
    });
    return true;
  }

  /** The carrier's answer; now and then it comes after its time. */
  answer(context: unknown, status: number, id: string): void {
    const response = {
      command: 'submit_sm_resp',
      command_status: status,
      sequence_number: 1,
      message_id: id,
    } as const;
    const late = this.#world.random() < 0.1;
    this.#waiting.delete(context);
    if (!late) return this.#handlers.outcomes([{ effect: 'answered', context, response }]);
    this.#handlers.outcomes([{ effect: 'unanswered', context, reason: 'timeout' }]);
    this.#world.add({
      name: `answers late with ${id}`,
      owner: this,
      run: () => this.#handlers.outcomes([{ effect: 'late', context, response }]),
    });
  }

  deliver(destination: string, id: string, again: () => void): void {
    const sequence = this.#sequence++;
    this.#reports.set(sequence, again);
    this.#handlers.requests([
      {
        command: 'deliver_sm',
        command_status: 0,
        sequence_number: sequence,
        service_type: '',
        source_addr_ton: 1,
        source_addr_npi: 1,
        source_addr: destination,
        dest_addr_ton: 5,
        dest_addr_npi: 0,
        destination_addr: 'TUMA',
        esm_class: ESM_CLASS.delivery_receipt,
        protocol_id: 0,
        priority_flag: 0,
        schedule_delivery_time: '',
        validity_period: '',
        registered_delivery: 0,
        replace_if_present_flag: 0,
        data_coding: 0,
        sm_default_msg_id: 0,
        short_message: Buffer.from(`id:${id} stat:DELIVRD err:000`),
      },
    ]);
  }

  respond(request: PduOf<Request>, response: { command_status?: number }): void {
    if (this.#over) return;
    const again = this.#reports.get(request.sequence_number);
    this.#reports.delete(request.sequence_number);
    if (response.command_status !== STATUS.ESME_ROK) again?.();
  }

  unbind(): void {
    this.destroy();
  }

  destroy(): void {
    this.#world.add({ name: 'the connection closes', owner: this, run: () => this.cut() });
  }

  /** The carrier repeats each report that was not acknowledged; a submit without an answer stays unknown. */
  cut(): void {
    if (this.#over) return;
    this.#over = true;
    this.isBound = false;
    this.#world.forget(this);
    for (const again of this.#reports.values()) again();
    if (this.process.dead) return;
    const lost = [...this.#waiting].map((context): Outcome<unknown> => ({
      effect: 'unanswered',
      context,
      reason: 'closed',
    }));
    this.#waiting.clear();
    if (lost.length > 0) this.#handlers.outcomes(lost);
    this.#handlers.closed({ kind: 'connection' });
  }
}

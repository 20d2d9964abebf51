import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { tasksTotal } from '../../infra/instruments.ts';
import type { Log } from '../../infra/log.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { CommitUnknown, DatabaseAway } from '../../infra/database/failures.ts';
import { Refusal } from '../../infra/errors.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { LEASE_SECONDS } from './tasks.rules.ts';
import { advanceTask, claimTask, endTask, releaseTask, renewLeases } from './tasks.store.ts';
import type { ClaimedTask } from './tasks.store.ts';

/** A piece of background work while it runs. */
export type RunningTask = {
  readonly id: string;
  readonly clientId: string;
  readonly input: Record<string, unknown>;
  /** True if a stop was requested, as of the last `advance` or heartbeat. */
  readonly stopRequested: boolean;
  /**
   * Call it in every transaction of the work. It records progress (0 to 1), and fails the
   * transaction if the lease was lost or the process is stopping, so that no step is done twice.
   */
  advance(tx: Tx, progress: number): Promise<void>;
};

/**
 * The result of a run: done, stopped on request, or to be continued after some seconds or when
 * woken.
 */
export type TaskOutcome =
  | { done: Record<string, unknown> }
  | 'canceled'
  | { againInSeconds: number };

export type TaskHandler = {
  run(task: RunningTask): Promise<TaskOutcome>;
  /**
   * Runs in the transaction in which the task fails for good, after a refusal or five faults at one
   * place. A database that is away is no fault.
   */
  failed(tx: Tx, task: RunningTask, refusal: Refusal | undefined): Promise<void>;
};

const POLL_MILLISECONDS = 2_000;
const ATTEMPTS = 5;
/** A disk without space, or a fail-over, takes a while. */
const AWAY_SECONDS = 5;

/**
 * The step was interrupted from outside: another process took the task, or this one is stopping.
 */
class Interrupted extends Error {}

type RunnerOptions = {
  database: Database;
  handlers: Record<string, TaskHandler>;
  concurrency: number;
  log: Log;
};

/**
 * Works on tasks until stopped. Any number of processes may run one: a task is claimed by a lease
 * in its row, which a heartbeat renews and every step checks.
 */
export function startRunner(options: RunnerOptions): { wake(): void; stop(): Promise<void> } {
  const runner = new Runner(options);
  runner.start();
  return { wake: () => runner.wake(), stop: () => runner.stop() };
}

type RunningState = { lost: boolean; stopRequested: boolean; end: Promise<void> };

class Runner {
  readonly #options: RunnerOptions;
  readonly #holder = randomUUID();
  readonly #running = new Map<string, RunningState>();
  readonly #stopped = Promise.withResolvers<void>();
  #stopping = false;
  #wakeUp = () => {};
  #loops: Promise<unknown> = Promise.resolve();

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loops = Promise.all([this.#claim(), this.#heartbeat()]);
  }

  wake(): void {
    this.#wakeUp();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#stopped.resolve();
    this.#wakeUp();
    await Promise.all([...this.#running.values()].map((state) => state.end));
    await this.#loops;
  }

  /** Claims tasks while there is room, and starts them. */
  async #claim(): Promise<void> {
    const { handlers, concurrency, log } = this.#options;
    const kinds = Object.keys(handlers);
    const limit = Math.max(1, concurrency - 1);
    while (!this.#stopping) {
      const woken = new Promise<void>((resolve) => {
        this.#wakeUp = resolve;
      });
      try {
        const task =
          this.#running.size < concurrency
            ? await this.#system((tx) => claimTask(tx, this.#holder, kinds, LEASE_SECONDS, limit))
            : undefined;
        if (task) {
          this.#begin(task);
          continue;
        }
      } catch (error) {
        log.warn({ err: error }, 'tasks could not be read');
      }
      await Promise.race([woken, sleep(POLL_MILLISECONDS, undefined, { ref: false })]);
    }
  }

  #begin(task: ClaimedTask): void {
    const state = {
      lost: false,
      stopRequested: task.stopRequested,
      end: Promise.resolve(),
    };
    this.#running.set(task.id, state);
    state.end = this.#work(task, state)
      .catch((error: unknown) =>
        this.#options.log.error({ taskId: task.id, err: error }, 'task was left to its lease'),
      )
      .finally(() => {
        this.#running.delete(task.id);
        this.#wakeUp();
      });
  }

  async #work(task: ClaimedTask, state: RunningState): Promise<void> {
    const { handlers, log } = this.#options;
    const given = this.#runningTask(task, state);
    const facts = { taskId: task.id, kind: task.kind, attempts: task.attempts };
    // A task claimed this often without an end probably kills its process.
    if (task.attempts > ATTEMPTS) {
      log.error(facts, 'task was given up: its process ended each time');
      return this.#system((tx) => this.#fail(tx, task, given, undefined));
    }
    try {
      const outcome = await handlers[task.kind]!.run(given);
      await this.#system((tx) => this.#book(tx, task, outcome));
      if (outcome === 'canceled' || 'done' in outcome)
        tasksTotal.inc({
          kind: task.kind,
          outcome: outcome === 'canceled' ? 'canceled' : 'completed',
        });
    } catch (error) {
      if (error instanceof Interrupted)
        return this.#system((tx) => releaseTask(tx, task.id, this.#holder, 0, 'waiting'));
      // Steps are repeatable: the next run goes on from what is committed.
      if (error instanceof DatabaseAway || error instanceof CommitUnknown) {
        log.warn({ ...facts, err: error }, 'task waits for the database');
        return this.#system((tx) =>
          releaseTask(tx, task.id, this.#holder, AWAY_SECONDS, 'waiting'),
        );
      }
      const refusal = error instanceof Refusal ? error : undefined;
      // The steps of the work have set the attempts back.
      const { attempts } = task;
      if (!refusal) log.error({ ...facts, attempts, err: error }, 'task failed');
      if (!refusal && attempts < ATTEMPTS)
        return this.#system((tx) => releaseTask(tx, task.id, this.#holder, 2 ** attempts, 'fault'));
      await this.#system((tx) => this.#fail(tx, task, given, refusal));
      tasksTotal.inc({ kind: task.kind, outcome: 'failed' });
    }
  }

  /** The task as its handler sees it. */
  #runningTask(task: ClaimedTask, state: RunningState): RunningTask {
    return {
      id: task.id,
      clientId: task.clientId,
      input: task.input,
      get stopRequested() {
        return state.stopRequested;
      },
      advance: async (tx, progress) => {
        if (this.#stopping || state.lost) throw new Interrupted();
        const held = await advanceTask(tx, task.id, this.#holder, progress);
        if (!held) throw new Interrupted();
        task.attempts = 0;
        state.stopRequested = held.stopRequested;
      },
    };
  }

  async #fail(
    tx: Tx,
    task: ClaimedTask,
    given: RunningTask,
    refusal: Refusal | undefined,
  ): Promise<void> {
    const { code, values } = refusal ?? new Refusal(500, 'INTERNAL');
    const isEnded = await endTask(tx, task.id, this.#holder, {
      status: 'FAILED',
      error: JSON.stringify({ code, values }),
    });
    if (isEnded) await this.#options.handlers[task.kind]!.failed(tx, given, refusal);
  }

  async #book(tx: Tx, task: ClaimedTask, outcome: TaskOutcome): Promise<void> {
    if (outcome === 'canceled') await endTask(tx, task.id, this.#holder, { status: 'CANCELED' });
    else if ('done' in outcome)
      await endTask(tx, task.id, this.#holder, { status: 'COMPLETED', result: outcome.done });
    else await releaseTask(tx, task.id, this.#holder, outcome.againInSeconds, 'waiting');
  }

  /** Renews the leases, and notes tasks that were lost or shall stop. */
  async #heartbeat(): Promise<void> {
    while (!this.#stopping) {
      await Promise.race([
        this.#stopped.promise,
        sleep((LEASE_SECONDS * 1000) / 5, undefined, { ref: false }),
      ]);
      if (this.#stopping || this.#running.size === 0) continue;
      try {
        const held = new Map(
          (
            await this.#system((tx) =>
              renewLeases(tx, this.#holder, [...this.#running.keys()], LEASE_SECONDS),
            )
          ).map((row) => [row.id, row.stopRequested]),
        );
        for (const [id, state] of this.#running) {
          state.lost = !held.has(id);
          state.stopRequested ||= held.get(id) ?? false;
        }
      } catch (error) {
        this.#options.log.warn({ err: error }, 'task leases could not be renewed');
      }
    }
  }

  #system<T>(step: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#options.database.run(systemScope(), step);
  }
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { tasksTotal } from '../../infra/instruments.ts';
import type { Log } from '../../infra/log.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { Refusal } from '../../infra/errors.ts';
import { systemScope } from '../../infra/database/scope.ts';
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
   * place.
   */
  failed(tx: Tx, task: RunningTask, refusal: Refusal | undefined): Promise<void>;
};

const LEASE_SECONDS = 15;
const POLL_MILLISECONDS = 2_000;
const ATTEMPTS = 5;

/**
 * The step was interrupted from outside: another process took the task, or this one is stopping.
 */
class Interrupted extends Error {}

/**
 * Works on tasks until stopped. Any number of processes may run one: a task is claimed by a lease
 * in its row, which a heartbeat renews and every step checks.
 */
export function startRunner({
  database,
  handlers,
  concurrency,
  log,
}: {
  database: Database;
  handlers: Record<string, TaskHandler>;
  concurrency: number;
  log: Log;
}): { wake(): void; stop(): Promise<void> } {
  const holder = randomUUID();
  const kinds = Object.keys(handlers);
  const running = new Map<string, { lost: boolean; stopRequested: boolean; end: Promise<void> }>();
  let stopping = false;
  let wakeUp = () => {};

  async function work(task: ClaimedTask): Promise<void> {
    const state = running.get(task.id)!;
    const handler = handlers[task.kind]!;
    const given: RunningTask = {
      id: task.id,
      clientId: task.clientId,
      input: task.input,
      get stopRequested() {
        return state.stopRequested;
      },
      async advance(tx, progress) {
        if (stopping || state.lost) throw new Interrupted();
        const held = await advanceTask(tx, task.id, holder, progress);
        if (!held) throw new Interrupted();
        task.attempts = 0;
        state.stopRequested = held.stopRequested;
      },
    };
    // A task claimed this often without an end probably kills its process.
    if (task.attempts > ATTEMPTS) {
      log.error(
        { taskId: task.id, kind: task.kind, attempts: task.attempts },
        'task was given up: its process ended each time',
      );
      return system((tx) => fail(tx, task, given, undefined));
    }
    try {
      const outcome = await handler.run(given);
      await system((tx) => book(tx, task, outcome));
      if (outcome === 'canceled' || 'done' in outcome)
        tasksTotal.inc({
          kind: task.kind,
          outcome: outcome === 'canceled' ? 'canceled' : 'completed',
        });
    } catch (error) {
      if (error instanceof Interrupted)
        return system((tx) => releaseTask(tx, task.id, holder, 0, 'waiting'));
      const refusal = error instanceof Refusal ? error : undefined;
      if (!refusal)
        log.error(
          { taskId: task.id, kind: task.kind, attempts: task.attempts, err: error },
          'task failed',
        );
      if (!refusal && task.attempts < ATTEMPTS)
        return system((tx) => releaseTask(tx, task.id, holder, 2 ** task.attempts, 'fault'));
      await system((tx) => fail(tx, task, given, refusal));
      tasksTotal.inc({ kind: task.kind, outcome: 'failed' });
    }
  }

  async function fail(
    tx: Tx,
    task: ClaimedTask,
    given: RunningTask,
    refusal: Refusal | undefined,
  ): Promise<void> {
    const { code, values } = refusal ?? new Refusal(500, 'INTERNAL');
    if (
      await endTask(tx, task.id, holder, {
        status: 'FAILED',
        error: JSON.stringify({ code, values }),
      })
    )
      await handlers[task.kind]!.failed(tx, given, refusal);
  }

  async function book(tx: Tx, task: ClaimedTask, outcome: TaskOutcome): Promise<void> {
    if (outcome === 'canceled') await endTask(tx, task.id, holder, { status: 'CANCELED' });
    else if ('done' in outcome)
      await endTask(tx, task.id, holder, { status: 'COMPLETED', result: outcome.done });
    else await releaseTask(tx, task.id, holder, outcome.againInSeconds, 'waiting');
  }

  function system<T>(step: (tx: Tx) => Promise<T>): Promise<T> {
    return database.run(systemScope(), step);
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      try {
        const task =
          running.size < concurrency
            ? await system((tx) =>
                claimTask(tx, holder, kinds, LEASE_SECONDS, Math.max(1, concurrency - 1)),
              )
            : undefined;
        if (task) {
          running.set(task.id, {
            lost: false,
            stopRequested: task.stopRequested,
            end: Promise.resolve(),
          });
          running.get(task.id)!.end = work(task)
            .catch((error: unknown) =>
              log.error({ taskId: task.id, err: error }, 'task was left to its lease'),
            )
            .finally(() => {
              running.delete(task.id);
              wakeUp();
            });
          continue;
        }
      } catch (error) {
        log.warn({ err: error }, 'tasks could not be read');
      }
      await Promise.race([woken, sleep(POLL_MILLISECONDS, undefined, { ref: false })]);
    }
  }

  async function heartbeat(): Promise<void> {
    while (!stopping) {
      await Promise.race([
        stopped.promise,
        sleep((LEASE_SECONDS * 1000) / 5, undefined, { ref: false }),
      ]);
      if (stopping || running.size === 0) continue;
      try {
        const held = new Map(
          (await system((tx) => renewLeases(tx, holder, [...running.keys()], LEASE_SECONDS))).map(
            (row) => [row.id, row.stopRequested],
          ),
        );
        for (const [id, state] of running) {
          state.lost = !held.has(id);
          state.stopRequested ||= held.get(id) ?? false;
        }
      } catch (error) {
        log.warn({ err: error }, 'task leases could not be renewed');
      }
    }
  }

  const stopped = Promise.withResolvers<void>();
  const loops = Promise.all([loop(), heartbeat()]);
  return {
    wake: () => wakeUp(),
    async stop() {
      stopping = true;
      stopped.resolve();
      wakeUp();
      await Promise.all([...running.values()].map((state) => state.end));
      await loops;
    },
  };
}

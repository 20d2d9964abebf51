// A process that is stopped for longer than its lease, as by a machine that hangs, and goes on afterwards as if nothing had been.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { addTask } from '../../../src/server/core/background/tasks.ts';
import { addClient, addConnector, enqueueAll, makeMessage, until } from '../pipeline.ts';
import { endProcess, startCarrier, startGateway } from './processes.ts';

const FROZEN_MS = 25_000;
const PATIENCE_SECONDS = 120;

export interface FrozenGateway {
  binds: number;
  takenOverAfterSeconds: number;
  staleClaims: number;
  duplicates: number;
  unsent: number;
  ambiguous: number;
}

/**
 * Two gateways share the binds; one is frozen while both send. @param bossUrl the same database as its
 * superuser, who watches every claim
 */
export async function freezeGateway(
  url: string,
  bossUrl: string,
  { binds, rate }: { binds: number; rate: number },
): Promise<FrozenGateway> {
  const carrier = await startCarrier([
    '--latency',
    '20',
    '--receipt-delay',
    '100',
    '--rules',
    'false',
  ]);
  const database = openDatabase({ connectionString: url }, 'tuma_portal', {
    max: 3,
    name: 'freeze',
    onLost: () => {},
  });
  const boss = new Client({ connectionString: bossUrl });
  await boss.connect();
  const gateways: ChildProcess[] = [];
  try {
    await boss.query(`
      create table if not exists stale_claim (message_ids uuid[]);
      create or replace function watch_claim() returns trigger language plpgsql security definer as $$ begin
        if exists (select from connector_lease where connector_id = new.connector_id and epoch > new.epoch) then insert into stale_claim values (new.message_ids); end if;
        return new; end $$;
      create or replace trigger watch_claim before insert on submission_batch for each row execute function watch_claim()`);
    const clientId = await addClient(database);
    const messages = binds * rate * 40;
    await boss.query('update connector set started = false');
    const {
      rows: [last],
    } = await boss.query<{ next: number }>(
      `select coalesce(max("order"), -1) + 1 as next from route where direction = 'MT'`,
    );
    const routes: number[] = [];
    const connectors: number[] = [];
    for (let at = 0; at < binds; at++) {
      const made = await addConnector(
        database,
        last!.next + at,
        {
          host: '127.0.0.1',
          port: carrier.port,
          username: `frozen${at}`,
          window: 10,
          submit_throughput: rate,
          con_loss_delay: 0.5,
          con_fail_delay: 0.5,
        },
        1000 + at,
      );
      routes.push(made.routeId);
      connectors.push(made.connectorId);
    }
    await enqueueAll(
      database,
      Array.from({ length: messages }, (_, at) =>
        makeMessage({
          clientId,
          routeId: routes[at % binds]!,
          destination: String(254_790_000_000 + at),
        }),
      ),
    );
    for (let at = 0; at < 2; at++) gateways.push(await startGateway(url));
    const holders = async () =>
      (
        await boss.query<{ holder: string; count: number }>(
          'select holder, count(*)::int as count from connector_lease where connector_id = any ($1) group by holder',
          [connectors],
        )
      ).rows;
    const nameOf = (gateway: ChildProcess) => `${hostname()}/${gateway.pid}`;
    await until(
      'both have their part',
      async () =>
        (await holders()).length === 2 &&
        (await carrier.stats()).links === binds &&
        (await carrier.stats()).accepted > binds * rate,
      PATIENCE_SECONDS,
    );
    const frozen = gateways[0]!;
    frozen.kill('SIGSTOP');
    const began = performance.now();
    await until(
      'the other has them all',
      async () => (await holders()).every(({ holder }) => holder === nameOf(gateways[1]!)),
      PATIENCE_SECONDS,
    );
    const takenOverAfterSeconds = Number(((performance.now() - began) / 1000).toFixed(1));
    await sleep(Math.max(0, FROZEN_MS - (performance.now() - began)));
    frozen.kill('SIGCONT');
    await until(
      'all is sent',
      async () =>
        (
          await boss.query(
            `select from (select 1 from chunk where client_id = $1 and pos < size union all select 1 from live_part where client_id = $1 and state in (0, 1)) open limit 1`,
            [clientId],
          )
        ).rowCount === 0,
      PATIENCE_SECONDS,
    );
    const {
      rows: [left],
    } = await boss.query<{ stale: number; unsent: number; ambiguous: number }>(
      `select (select count(*)::int from stale_claim) as stale, (select count(*)::int from live_part where client_id = $1 and state = 2) as ambiguous,
         (select count(*)::int from message m where client_id = $1 and status < 10 and not exists (select from live_part s where s.message_id = m.id)) as unsent`,
      [clientId],
    );
    return {
      binds,
      takenOverAfterSeconds,
      staleClaims: left!.stale,
      duplicates: (await carrier.stats()).duplicates,
      unsent: left!.unsent,
      ambiguous: left!.ambiguous,
    };
  } finally {
    for (const gateway of gateways) {
      gateway.kill('SIGCONT');
      await endProcess(gateway, 'SIGTERM');
    }
    await boss.query('drop trigger if exists watch_claim on submission_batch').catch(() => {});
    await boss.end();
    await database.close();
    carrier.stop();
  }
}

export interface FrozenWorker {
  takenOverAfterSeconds: number;
  steps: number;
  staleSteps: number;
}

/** Two processes work on tasks; the one that has a task is frozen in the midst of it. */
export async function freezeWorker(url: string, bossUrl: string): Promise<FrozenWorker> {
  const steps = 120;
  const database = openDatabase({ connectionString: url }, 'tuma_portal', {
    max: 3,
    name: 'freeze',
    onLost: () => {},
  });
  const boss = new Client({ connectionString: bossUrl });
  await boss.connect();
  const workers = ['one', 'two'].map((name) =>
    fork(fileURLToPath(new URL('./task-process.ts', import.meta.url)), [url, name], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  try {
    await boss.query(
      'create table if not exists step_done (task_id uuid, step int, by text); grant all on step_done to public',
    );
    const clientId = await addClient(database);
    const id = await database.run(systemScope(), (tx) =>
      addTask(tx, { clientId, kind: 'steps', description: 'steps', input: { steps } }),
    );
    const done = async () =>
      (
        await boss.query<{ by: string; count: number }>(
          'select by, count(*)::int as count from step_done where task_id = $1 group by by',
          [id],
        )
      ).rows;
    await until(
      'the task is under way',
      async () => (await done()).some(({ count }) => count > 5),
      PATIENCE_SECONDS,
    );
    const owner = (await done())[0]!.by;
    const frozen = workers[owner === 'one' ? 0 : 1]!;
    frozen.kill('SIGSTOP');
    const began = performance.now();
    await until(
      'the other goes on',
      async () => (await done()).some(({ by }) => by !== owner),
      PATIENCE_SECONDS,
    );
    const takenOverAfterSeconds = Number(((performance.now() - began) / 1000).toFixed(1));
    await sleep(Math.max(0, FROZEN_MS - (performance.now() - began)));
    const {
      rows: [before],
    } = await boss.query<{ own: number }>(
      'select count(*)::int as own from step_done where task_id = $1 and by = $2',
      [id, owner],
    );
    frozen.kill('SIGCONT');
    await until(
      'the task is done',
      async () =>
        (await boss.query(`select from task where id = $1 and status = 'COMPLETED'`, [id]))
          .rowCount === 1,
      PATIENCE_SECONDS,
    );
    const {
      rows: [after],
    } = await boss.query<{ own: number; steps: number; twice: number }>(
      'select count(*) filter (where by = $2)::int as own, count(distinct step)::int as steps, (count(*) - count(distinct step))::int as twice from step_done where task_id = $1',
      [id, owner],
    );
    return {
      takenOverAfterSeconds,
      steps: after!.steps,
      staleSteps: after!.own - before!.own + after!.twice,
    };
  } finally {
    for (const worker of workers) {
      worker.kill('SIGCONT');
      await endProcess(worker, 'SIGTERM');
    }
    await boss.end();
    await database.close();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { DatabaseAway } from '../../infra/database/failures.ts';
import type { Database } from '../../infra/database/db.ts';
import { SILENT_AFTER_SECONDS } from './heartbeat.ts';
import { listHeartbeats } from './heartbeat.store.ts';
import { knownMigrations } from '../../infra/database/migrate.ts';

const TIMEOUT_MS = 3_000;

/** The reason why a process is not ready, for the caller, without the cause. */
type Problem = 'database away' | 'database read-only' | 'migrations pending' | 'silent';

/**
 * `/healthz` reports that this process runs; `/readyz` that it is ready: the database answers,
 * accepts writes and has every table of this release. `/readyz/worker` and `/readyz/gateway` report
 * the same of the other two, by their heartbeats. A process that is not ready answers 503 with the
 * reasons.
 */
export function serveReadiness(app: FastifyInstance, database: Database): void {
  const known = knownMigrations();
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const problems = await withTimeout(
      database.plain
        .query<{ readOnly: boolean; pending: boolean }>(
          `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "readOnly",
        exists (select from unnest($1::int[]) n where not exists (select from migration where number = n)) as pending`,
          [known],
        )
        .then(({ rows: [row] }): Problem[] => [
          ...(row!.readOnly ? ['database read-only' as const] : []),
          ...(row!.pending ? ['migrations pending' as const] : []),
        ]),
    );
    return reply
      .code(problems.length === 0 ? 200 : 503)
      .send({ ok: problems.length === 0, problems });
  });
  for (const name of ['worker', 'gateway'] as const) {
    app.get(`/readyz/${name}`, async (_request, reply) => {
      const problems = await withTimeout(
        listHeartbeats(database.plain).then((beats): Problem[] =>
          beats.some(
            ({ process, silentSeconds }) =>
              process === name && silentSeconds <= SILENT_AFTER_SECONDS,
          )
            ? []
            : ['silent'],
        ),
      );
      return reply
        .code(problems.length === 0 ? 200 : 503)
        .send({ ok: problems.length === 0, problems });
    });
  }
}

async function withTimeout(asked: Promise<Problem[]>): Promise<Problem[]> {
  const given = new AbortController();
  try {
    return await Promise.race([
      asked.catch((error: unknown): Problem[] => [
        error instanceof DatabaseAway && error.readOnly ? 'database read-only' : 'database away',
      ]),
      sleep(TIMEOUT_MS, ['database away'] as Problem[], { signal: given.signal }),
    ]);
  } finally {
    given.abort();
  }
}

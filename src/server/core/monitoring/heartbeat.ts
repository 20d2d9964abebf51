import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { VERSION } from '../../../contract/shared/version.ts';
import type { Database } from '../../infra/database/db.ts';
import { deleteHeartbeat, dropOldHeartbeats, upsertHeartbeat } from './heartbeat.store.ts';
import { countAs, registry } from '../../infra/instruments.ts';
import { readKeyState } from '../installation/installation.store.ts';
import type { Log } from '../../infra/log.ts';
import { fingerprintOf, KeyRing } from '../../infra/secrets.ts';
import type { SecretKey } from '../../infra/secrets.ts';
import type { ProcessName } from '../../infra/process.ts';

const EVERY_MS = 5_000;
/** Three missed heartbeats. */
export const SILENT_AFTER_SECONDS = 15;
/** A connector that began to bind less than this long ago is not down yet. */
export const BINDING_SECONDS = 30;

/**
 * Writes this process's heartbeat with its metrics every five seconds, until stopped. It uses the
 * process's own loop and connections, so a process that hangs is silent. Each heartbeat also
 * applies a rotation of the secret key.
 */
export function startHeartbeat({
  database,
  process: name,
  log,
  secretKey,
}: {
  database: Database;
  process: ProcessName;
  log: Log;
  secretKey: SecretKey;
}): { stop(): Promise<void> } {
  countAs(name);
  const startedAt = new Date();
  const [host, holder] = [hostname(), `${hostname()}/${process.pid}`];
  const ending = new AbortController();
  const beating = (async () => {
    for (let missed = 0; !ending.signal.aborted;) {
      try {
        if (secretKey instanceof KeyRing) {
          const missing = secretKey.follow(await readKeyState(database.plain));
          if (missing.length > 0) log.error({ missing }, 'a secret key is missing on this node');
        }
        const keys = [secretKey.bytes, ...(secretKey.others ?? [])].map(fingerprintOf);
        await upsertHeartbeat(database.plain, {
          process: name,
          holder,
          host,
          version: VERSION,
          startedAt,
          metrics: await registry.metrics(),
          keys,
        });
        await dropOldHeartbeats(database.plain);
        missed = 0;
      } catch (error) {
        missed++;
        if (missed === 1) log.warn({ err: error }, 'heartbeat was missed');
      }
      await sleep(EVERY_MS, undefined, { signal: ending.signal }).catch(() => {});
    }
    await deleteHeartbeat(database.plain, name, holder).catch(() => {});
  })();
  return {
    async stop() {
      ending.abort();
      await beating;
    },
  };
}

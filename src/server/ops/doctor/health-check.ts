import { hostname } from 'node:os';
import { SILENT_AFTER_SECONDS } from '../../core/monitoring/heartbeat.ts';
import { listHeartbeats } from '../../core/monitoring/heartbeat.store.ts';
import { readConfig } from '../../infra/config/config.ts';
import { runningPostgres } from '../../infra/database/postgres.ts';
import { chooseDataFolder } from '../../infra/data-folder.ts';
import { withPortal } from '../start.ts';

const CONNECT_MS = 5_000;

/**
 * Checks that the processes on this machine are alive and that its api is ready: for container health checks.
 * @returns an exit code
 */
export async function runHealthy(say: (line: string) => void): Promise<number> {
  const config = readConfig();
  // It is also called while Tuma starts: it must start no database of its own, and hold no lock.
  const databaseUrl =
    config.databaseUrl ??
    runningPostgres(chooseDataFolder(config.dataDir, config.dataDirChosen).dataDir);
  const beats =
    databaseUrl === undefined
      ? []
      : await withPortal(databaseUrl, (database) => listHeartbeats(database.plain));
  const here = beats.filter(({ host }) => host === hostname());
  const living = here.filter(({ silentSeconds }) => silentSeconds <= SILENT_AFTER_SECONDS);
  const silent = [...new Set(here.map(({ process: name }) => name))].filter(
    (name) => !living.some((beat) => beat.process === name),
  );
  if (living.length === 0 || silent.length > 0) {
    say(
      living.length === 0
        ? 'Nothing of Tuma runs here.'
        : `Nothing was heard of: ${silent.join(', ')}.`,
    );
    return 1;
  }
  if (living.some(({ process: name }) => name === 'api')) {
    const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
    const ready = await fetch(
      `http://${host.includes(':') ? `[${host}]` : host}:${config.port}/readyz`,
      { signal: AbortSignal.timeout(CONNECT_MS) },
    ).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!ready) {
      say('The api is not ready.');
      return 1;
    }
  }
  return 0;
}

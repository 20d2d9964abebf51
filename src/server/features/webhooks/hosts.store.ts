/** Hosts that failed lately, each for one client: the state of their circuit breakers, by `circuitOf`. */
import type { Tx } from '../../infra/database/db.ts';
import type { HostState } from './webhooks.rules.ts';

/** Lets one delivery through to a host that is open. False where another process has done so. */
export async function takeProbe(tx: Tx, circuit: string, leaseSeconds: number): Promise<boolean> {
  return (
    (
      await tx.query(
        `update webhook_host set probe_at = now() + $2 * interval '1 second' where host = $1 and opened_at is not null and probe_at <= now()`,
        [circuit, leaseSeconds],
      )
    ).rowCount > 0
  );
}

export async function lockHost(tx: Tx, circuit: string): Promise<HostState | undefined> {
  const { rows } = await tx.query<{
    failures: number;
    openedAt: Date | null;
    probeAt: Date | null;
    probes: number;
  }>(
    `select failures, opened_at as "openedAt", probe_at as "probeAt", probes from webhook_host where host = $1 for update`,
    [circuit],
    'lock host',
  );
  return (
    rows[0] && {
      ...rows[0],
      openedAt: rows[0].openedAt?.getTime() ?? null,
      probeAt: rows[0].probeAt?.getTime() ?? null,
    }
  );
}

export async function putHost(
  tx: Tx,
  circuit: string,
  { failures, openedAt, probeAt, probes }: HostState,
  error: string,
): Promise<void> {
  const time = (at: number | null) => (at === null ? null : new Date(at));
  await tx.query(
    `insert into webhook_host (host, failures, opened_at, probe_at, probes, last_error) values ($1, $2, $3, $4, $5, $6)
     on conflict (host) do update set failures = $2, opened_at = $3, probe_at = $4, probes = $5, last_error = $6`,
    [circuit, failures, time(openedAt), time(probeAt), probes, error],
    'put host',
  );
}

/** It answers again. */
export async function forgetHost(tx: Tx, circuit: string): Promise<void> {
  await tx.query('delete from webhook_host where host = $1', [circuit], 'forget host');
}

/** Hosts that failed lately, open or not. */
export async function readHosts(
  tx: Tx,
  circuits: readonly string[],
): Promise<Map<string, { openedAt: Date | null; probeAt: Date | null }>> {
  const { rows } = await tx.query<{ host: string; openedAt: Date | null; probeAt: Date | null }>(
    `select host, opened_at as "openedAt", probe_at as "probeAt" from webhook_host where host = any ($1::text[])`,
    [circuits],
    'read hosts',
  );
  return new Map(rows.map(({ host, ...state }) => [host, state]));
}

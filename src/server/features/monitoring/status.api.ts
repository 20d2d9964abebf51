import { status } from '../../../contract/api/monitoring.ts';
import type { AlertSettings } from '../../../contract/api/monitoring.ts';
import { VERSION } from '../../../contract/shared/version.ts';
import { changes, record } from '../../core/audit/audit.ts';
import type { Database } from '../../infra/database/db.ts';
import { readGauges } from '../../core/dispatch/gauges.ts';
import { SILENT_AFTER_SECONDS } from '../../core/monitoring/heartbeat.ts';
import { listHeartbeats } from '../../core/monitoring/heartbeat.store.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import type { SecretKey } from '../../infra/secrets.ts';
import { readHealth } from '../../core/monitoring/health.store.ts';
import type { ProcessName } from '../../infra/process.ts';
import { listAlerts } from './alerts.store.ts';
import { listPoints } from './minutes.store.ts';
import { listConnectors } from './status.store.ts';
import { readSettings, saveSettings } from './alert-settings.ts';
import { queueTest } from './notify-operators.ts';

const ALERTS_SHOWN = 50;
/** Points of a chart, however many hours it shows. */
const POINTS = 180;

/** How the installation stands, for those who run it. */
export function statusRoutes({
  database,
  secretKey,
}: {
  database: Database;
  secretKey: SecretKey;
}): Route[] {
  return answer(status, {
    get: (_input, { scope }) =>
      database.run(scope, async (tx) => {
        const [{ links: _links, ...gauges }, health, beats] = [
          await readGauges(tx),
          await readHealth(tx),
          await listHeartbeats(tx),
        ];
        const number = (value: bigint | null) => (value === null ? null : Number(value));
        return {
          version: VERSION,
          now: Date.now() / 1000,
          processes: beats.map(({ process, host, version, startedAt, at, silentSeconds }) => ({
            process: process as ProcessName,
            host,
            version,
            startedTimestamp: startedAt.getTime() / 1000,
            heartbeatTimestamp: at.getTime() / 1000,
            alive: silentSeconds <= SILENT_AFTER_SECONDS,
          })),
          connectors: await listConnectors(tx),
          ...gauges,
          outbox: health.outbox,
          paymentsWaiting: health.payments,
          databaseBytes: number(health.databaseBytes),
          diskFree: number(health.diskFree),
          diskTotal: number(health.diskTotal),
          ledger: health.ledger && {
            ok: health.ledger.ok,
            timestamp: health.ledger.at.getTime() / 1000,
          },
          backup: health.backup && {
            timestamp: health.backup.at.getTime() / 1000,
            bytes: number(health.backup.bytes),
            verified: health.backup.verified,
          },
          alerts: await listAlerts(tx, ALERTS_SHOWN),
        };
      }),

    history: async ({ hours }, { scope }) => ({
      points: await database.run(scope, (tx) =>
        listPoints(tx, hours, Math.max(60, Math.ceil((hours * 3600) / POINTS / 60) * 60)),
      ),
    }),

    settings: (_input, { scope }) => database.run(scope, readSettings),

    update: (input, call) =>
      database.run(call.scope, async (tx) => {
        const { sealed: _sealed, ...before } = await readSettings(tx);
        const after: AlertSettings = {
          ...before,
          ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
        };
        const { webhookSecret } = await saveSettings(tx, secretKey, after);
        const changed = changes(before, after);
        if (changed)
          await record(tx, call, {
            action: 'ALERTS_UPDATED',
            clientId: call.session.clientId,
            ...changed,
          });
        return { ...after, webhookSecret };
      }),

    test: (_input, call) =>
      database.run(call.scope, async (tx) => {
        await record(tx, call, { action: 'ALERT_TESTED', clientId: call.session.clientId });
        return { ok: true as const, told: await queueTest(tx) };
      }),
  });
}

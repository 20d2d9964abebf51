/** Compares the state of the installation with the thresholds: run by the api and the worker alike, so that each reports the other. */
import { statfs } from 'node:fs/promises';
import type { Database, Tx } from '../../infra/database/db.ts';
import { readGauges } from '../../core/dispatch/gauges.ts';
import { listHeartbeats } from '../../core/monitoring/heartbeat.store.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { readHealth } from '../../core/monitoring/health.store.ts';
import { compare, findings } from './alerts.rules.ts';
import type { AlertFacts } from './alerts.rules.ts';
import {
  addNotifications,
  dropOldAlerts,
  listOpen,
  tryLockCheck,
  raiseAlert,
  readAge,
  readConnectors,
  renewAlert,
  resolveAlert,
} from './alerts.store.ts';
import type { Occasion } from './alerts.store.ts';
import { addMinute } from './minutes.store.ts';
import type { MonitoringContext } from './context.ts';
import { readSettings, listRecipients } from './alert-settings.ts';

async function readFacts(tx: Tx, sandbox: boolean): Promise<AlertFacts> {
  const [gauges, health, beats, connectors, age] = [
    await readGauges(tx),
    await readHealth(tx),
    await listHeartbeats(tx),
    await readConnectors(tx),
    await readAge(tx),
  ];
  // The latest process of each kind on each machine counts: it replaced the earlier ones.
  const last = new Map<string, { process: string; host: string; silentSeconds: number }>();
  for (const beat of beats) {
    const key = `${beat.process} ${beat.host}`;
    if ((last.get(key)?.silentSeconds ?? Number.POSITIVE_INFINITY) > beat.silentSeconds)
      last.set(key, beat);
  }
  return {
    connectors,
    oldestQueuedSeconds: gauges.oldestQueuedSeconds,
    queued: gauges.queued,
    outbox: health.outbox,
    payments: health.payments,
    oldestPaymentSeconds: health.oldestPaymentSeconds,
    ledgerBalanced: health.ledger?.ok ?? true,
    auditIntact: health.auditIntact,
    belowCost: health.belowCost,
    diskFree: health.diskFree === null ? null : Number(health.diskFree),
    diskTotal: health.diskTotal === null ? null : Number(health.diskTotal),
    backupSeconds: sandbox
      ? null
      : health.backup
        ? (Date.now() - health.backup.at.getTime()) / 1000
        : age,
    processes: [...last.values()],
  };
}

/** Raises, renews and resolves alerts by the present state, and queues their notifications; does nothing where another process does so now. */
export async function checkHealth({
  database,
  sandbox,
  log,
}: Pick<MonitoringContext, 'database' | 'sandbox' | 'log'>): Promise<void> {
  const notified: { occasion: Occasion; kind: string; subject: string }[] = [];
  await database.run(systemScope(), async (tx) => {
    if (!(await tryLockCheck(tx))) return;
    const settings = await readSettings(tx);
    const open = await listOpen(tx);
    const found = findings(await readFacts(tx, sandbox), settings.thresholds);
    const { raise, remain, resolve } = compare(open, found);
    if (raise.length + resolve.length === 0 && remain.length === 0) return;
    const readers = await listRecipients(tx, settings);
    const queueNotifications = async (
      alertId: string,
      occasion: Occasion,
      of: { kind: string; subject: string },
    ) => {
      await addNotifications(tx, alertId, occasion, readers);
      notified.push({ occasion, kind: of.kind, subject: of.subject });
    };
    for (const finding of raise) {
      const alertId = newId();
      if (await raiseAlert(tx, alertId, finding))
        await queueNotifications(alertId, 'RAISED', finding);
    }
    for (const { id, finding, remind } of remain) {
      await renewAlert(tx, id, finding.facts, remind);
      if (remind) await queueNotifications(id, 'REMINDED', finding);
    }
    for (const id of resolve)
      if (await resolveAlert(tx, id))
        await queueNotifications(
          id,
          'RESOLVED',
          open.find((each) => each.id === id)!,
        );
    await dropOldAlerts(tx);
  });
  for (const { occasion, ...facts } of notified)
    log[occasion === 'RESOLVED' ? 'info' : 'warn'](facts, `alert was ${occasion.toLowerCase()}`);
}

/** Records the gauges of this minute, for the charts of a week. @param folder on the disk that is measured */
export async function recordMinute(database: Database, folder: string): Promise<void> {
  const disk = await statfs(folder, { bigint: true }).catch(() => undefined);
  await database.run(systemScope(), async (tx) => {
    const gauges = await readGauges(tx);
    const { payments, outbox } = await readHealth(tx);
    await addMinute(tx, {
      ...gauges,
      payments,
      outboxOldestSeconds: Math.max(0, ...outbox.map(({ overdueSeconds }) => overdueSeconds)),
      diskFree: disk ? disk.bavail * disk.bsize : null,
      diskTotal: disk ? disk.blocks * disk.bsize : null,
    });
  });
}

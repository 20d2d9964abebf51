/** Compares the state of the installation with the thresholds: run by the api and the worker alike, so that each reports the other. */
import { statfs } from 'node:fs/promises';
import type { Thresholds } from '../../../contract/api/monitoring.ts';
import { NETWORKS } from '../../../contract/shared/networks.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { readGauges } from '../../core/dispatch/counts/gauges.store.ts';
import { BINDING_SECONDS } from '../../core/monitoring/heartbeat.ts';
import { listHeartbeats } from '../../core/monitoring/heartbeat.store.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { readHealth } from '../../core/monitoring/health.store.ts';
import {
  dropOldAcknowledgements,
  endAcknowledgements,
  listOpenAcknowledgements,
} from './acknowledgements.store.ts';
import { compare, findings } from './alerts.rules.ts';
import type { AlertFacts, Finding, SilenceWatch } from './alerts.rules.ts';
import {
  addNotifications,
  dropOldAlerts,
  endNotificationWaitsOfClockAhead,
  listOpen,
  tryLockCheck,
  raiseAlert,
  readAge,
  readConnectors,
  renewAlert,
  resolveAlert,
} from './alerts.store.ts';
import type { Occasion } from './alerts.store.ts';
import { listNetworkReceipts, listRates, listRefusals } from './carrier-errors.store.ts';
import { dueReceipts, recentAnswers } from './recent-traffic.rules.ts';
import { listIncidents, listRefusalCodes, listTraffic } from './recent-traffic.store.ts';
import { judgeRate } from './delivery-rates.rules.ts';
import { addMinute } from './minutes.store.ts';
import type { MonitoringContext } from './context.ts';
import { readSettings, listRecipients } from './alert-settings.ts';
import { endedAcknowledgements } from './verdict.rules.ts';

export type Readings = {
  gauges: Awaited<ReturnType<typeof readGauges>>;
  health: Awaited<ReturnType<typeof readHealth>>;
  beats: Awaited<ReturnType<typeof listHeartbeats>>;
};

export async function takeReadings(tx: Tx): Promise<Readings> {
  return {
    gauges: await readGauges(tx),
    health: await readHealth(tx),
    beats: await listHeartbeats(tx),
  };
}

/** The facts of the present moment that the rules of alerts read. */
export async function readFacts(
  tx: Tx,
  { gauges, health, beats }: Readings,
  { sandbox, thresholds }: { sandbox: boolean; thresholds: Thresholds },
): Promise<AlertFacts> {
  const [connectors, age] = [await readConnectors(tx), await readAge(tx)];
  // The latest process of each kind on each machine counts: it replaced the earlier ones.
  const last = new Map<string, { process: string; host: string; silentSeconds: number }>();
  for (const beat of beats) {
    const key = `${beat.process} ${beat.host}`;
    if ((last.get(key)?.silentSeconds ?? Number.POSITIVE_INFINITY) > beat.silentSeconds)
      last.set(key, beat);
  }
  return {
    connectors,
    networkReceipts: await readNetworkReceipts(tx),
    refusals: await listRefusals(tx),
    lowRates: [...(await readIncidents(tx)), ...(await readLowRates(tx, thresholds))],
    recent: await readRecent(tx),
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

async function readNetworkReceipts(tx: Tx): Promise<AlertFacts['networkReceipts']> {
  return (await listNetworkReceipts(tx)).map(({ network, ...figures }) => ({
    ...figures,
    network: networkName(network),
  }));
}

/** The findings of the last minutes for each connector. */
async function readRecent(tx: Tx): Promise<AlertFacts['recent']> {
  const now = Date.now();
  const codes = await listRefusalCodes(tx);
  return [...Map.groupBy(await listTraffic(tx), ({ cid }) => cid)].map(([cid, slots]) => ({
    cid,
    code: codes.get(cid) ?? '',
    answers: recentAnswers(slots, now),
    due: dueReceipts(slots, now),
  }));
}

/** Incidents are low rates of the last minutes, until their connector has returned. */
async function readIncidents(tx: Tx): Promise<AlertFacts['lowRates']> {
  return (await listIncidents(tx)).map(({ cid, network, keep, figures, seconds }) => ({
    cid,
    network: networkName(network),
    share: figures.sent > 0 ? figures.onTime / figures.sent : 0,
    usual: figures.usual,
    receipts: figures.sent,
    incident: { moved: 1 - keep, spanSeconds: figures.seconds, seconds },
  }));
}

const networkName = (code: number) => NETWORKS.get(code)?.network ?? '';

async function readLowRates(
  tx: Tx,
  { deliveryPoints }: Thresholds,
): Promise<AlertFacts['lowRates']> {
  return (await listRates(tx, undefined))
    .filter(({ now, history }) => judgeRate(now, history, deliveryPoints) === 'LOW')
    .map(({ cid, network, now, history }) => ({
      cid,
      network: networkName(network),
      share: now.share,
      usual: history!.usual.share,
      receipts: now.receipts,
    }));
}

/** The problems of this moment. A connector counts before its alert is due, as soon as a bind takes too long. */
export function presentProblems(facts: AlertFacts, limits: Thresholds): Finding[] {
  return findings(facts, { ...limits, connectorMinutes: BINDING_SECONDS / 60 });
}

/**
 * Raises, renews and resolves alerts by the present state, and queues their notifications; does nothing where another process
 * does so now.
 * @param silence which silences of processes count; all where none is given
 */
export async function checkHealth(
  { database, sandbox, log }: Pick<MonitoringContext, 'database' | 'sandbox' | 'log'>,
  silence?: SilenceWatch,
): Promise<void> {
  const notified: { occasion: Occasion; kind: string; subject: string }[] = [];
  await database.run(systemScope(), async (tx) => {
    if (!(await tryLockCheck(tx))) return;
    const settings = await readSettings(tx);
    const open = await listOpen(tx);
    const facts = await readFacts(tx, await takeReadings(tx), {
      sandbox,
      thresholds: settings.thresholds,
    });
    const present = findings(facts, settings.thresholds);
    const { processSeconds } = settings.thresholds;
    const found = silence?.confirm(present, processSeconds, performance.now()) ?? present;
    const { raise, remain, resolve } = compare(open, found);
    const left = open.filter(({ id }) => !resolve.includes(id));
    const ended = endedAcknowledgements(
      await listOpenAcknowledgements(tx),
      presentProblems(facts, settings.thresholds),
      left,
    );
    if (ended.length > 0)
      await endAcknowledgements(
        tx,
        ended.map(({ id }) => id),
      );
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
    await endNotificationWaitsOfClockAhead(tx);
    await dropOldAlerts(tx);
    await dropOldAcknowledgements(tx);
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
      // The same count as on the status page, so that its chart and its figure agree.
      outbox: outbox.reduce((sum, { waiting }) => sum + waiting, 0),
      outboxOldestSeconds: Math.max(0, ...outbox.map(({ overdueSeconds }) => overdueSeconds)),
      diskFree: disk ? disk.bavail * disk.bsize : null,
      diskTotal: disk ? disk.blocks * disk.bsize : null,
    });
  });
}

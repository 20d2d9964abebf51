/** The gauges of `/metrics`, each group with the function that sets it from what was read. */
import { Gauge, type Registry } from 'prom-client';
import type { LinkGauges, PipelineGauges } from '../dispatch/counts/gauges.store.ts';
import type { Heartbeat } from './heartbeat.store.ts';
import type { Health } from './health.store.ts';

const PIPELINE: Record<keyof PipelineGauges, [name: string, help: string]> = {
  queued: ['tuma_queued_messages', 'Messages that wait for a carrier'],
  oldestQueuedSeconds: [
    'tuma_oldest_queued_seconds',
    'Age of the oldest message that could be sent now',
  ],
  inFlight: ['tuma_in_flight_parts', 'Message parts claimed or on the wire'],
  ambiguous: ['tuma_ambiguous_parts', 'Message parts whose answer was lost'],
  unmatchedReceipts: ['tuma_unmatched_receipts', 'Receipts that match no submission yet'],
  unfoldedDeltas: ['tuma_unfolded_deltas', 'Changes of counts that are not booked yet'],
  pendingTasks: ['tuma_pending_tasks', 'Background tasks that are not done'],
  outbox: ['tuma_outbox_pending', 'Mails and callbacks that have not gone out'],
  smppBinds: ['tuma_smpp_binds', "Customers' binds to the SMPP server"],
  smppWaiting: [
    'tuma_smpp_waiting',
    "Receipts and messages from phones that wait for their user's bind",
  ],
};

const openGauges =
  (registry: Registry) =>
  <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });

/** Queues, submissions and background work. */
export function openPipelineGauges(registry: Registry): (figures: PipelineGauges) => void {
  const gauge = openGauges(registry);
  const pipeline = Object.entries(PIPELINE).map(([key, [name, help]]) => ({
    key: key as keyof PipelineGauges,
    shown: gauge(name, help),
  }));
  return (figures) => {
    for (const { key, shown } of pipeline) shown.set(figures[key]);
  };
}

/** The link of each connector. */
export function openLinkGauges(registry: Registry): (links: readonly LinkGauges[]) => void {
  const gauge = openGauges(registry);
  const bound = gauge('tuma_link_bound', '1 while the connector is bound to its carrier', [
    'connector',
  ]);
  const inWindow = gauge('tuma_link_window_used', 'Parts unanswered by the carrier', ['connector']);
  const windowSize = gauge('tuma_link_window_size', 'Parts that may be unanswered at a time', [
    'connector',
  ]);
  const rate = gauge('tuma_link_submitted_per_second', 'Parts handed over a second', ['connector']);
  const tick = gauge(
    'tuma_link_slowest_tick_milliseconds',
    'Longest turn of the loop of the link in the last second',
    ['connector'],
  );
  return (links) => {
    for (const each of [bound, inWindow, windowSize, rate, tick]) each.reset();
    for (const { cid: connector, ...link } of links) {
      bound.set({ connector }, link.state === 'BOUND' ? 1 : 0);
      inWindow.set({ connector }, link.inWindow);
      windowSize.set({ connector }, link.windowSize);
      rate.set({ connector }, link.submittedPerSecond);
      tick.set({ connector }, link.slowestTickMs);
    }
  };
}

/** Outbox, payments, ledger, storage and alerts. */
export function openHealthGauges(registry: Registry): (health: Health) => void {
  const gauge = openGauges(registry);
  const waiting = gauge('tuma_outbox_waiting', 'What has not gone out, by kind', ['kind']);
  const overdue = gauge(
    'tuma_outbox_overdue_seconds',
    'For how long the oldest of a kind has been due without being tried',
    ['kind'],
  );
  const payments = gauge(
    'tuma_payments_waiting',
    'Payments that were asked for and of which no word came',
  );
  const oldestPayment = gauge(
    'tuma_oldest_payment_seconds',
    'Seconds since the oldest of these was asked for',
  );
  const balanced = gauge(
    'tuma_ledger_balanced',
    '1 where the last proof of the ledger found no fault',
  );
  const faults = gauge(
    'tuma_ledger_faults',
    'What the last proof of the ledger found, by kind; each must be 0',
    ['fault'],
  );
  const belowCost = gauge(
    'tuma_prices_below_cost',
    'Prices in force that bring less than they cost',
  );
  const proven = gauge('tuma_ledger_proof_timestamp_seconds', 'When the ledger was last proven');
  const backup = gauge('tuma_backup_timestamp_seconds', 'When the last whole backup was made');
  const databaseBytes = gauge('tuma_database_bytes', 'Size of the database');
  const diskFree = gauge('tuma_disk_free_bytes', 'Free on the disk of the data folder');
  const diskTotal = gauge('tuma_disk_total_bytes', 'Size of the disk of the data folder');
  const alerts = gauge('tuma_alerts_open', 'Alerts that are open, by kind', ['kind']);
  return (health) => {
    for (const each of [waiting, overdue, faults, alerts]) each.reset();
    for (const { kind, ...of } of health.outbox) {
      waiting.set({ kind }, of.waiting);
      overdue.set({ kind }, of.overdueSeconds);
    }
    payments.set(health.payments);
    oldestPayment.set(health.oldestPaymentSeconds);
    if (health.ledger) {
      balanced.set(health.ledger.ok ? 1 : 0);
      proven.set(health.ledger.at.getTime() / 1000);
      for (const [fault, count] of Object.entries(health.ledger.result))
        if (typeof count === 'number') faults.set({ fault }, count);
    }
    belowCost.set(health.belowCost.prices);
    if (health.backup) backup.set(health.backup.at.getTime() / 1000);
    databaseBytes.set(Number(health.databaseBytes ?? 0));
    diskFree.set(Number(health.diskFree ?? 0));
    diskTotal.set(Number(health.diskTotal ?? 0));
    for (const { kind, count } of health.openAlerts) alerts.set({ kind }, count);
  };
}

/** The silence of each process. */
export function openHeartbeatGauge(registry: Registry): (beats: readonly Heartbeat[]) => void {
  const gauge = openGauges(registry);
  const beat = gauge(
    'tuma_heartbeat_age_seconds',
    'Seconds since a process last said that it lives',
    ['process', 'host'],
  );
  return (beats) => {
    beat.reset();
    for (const { process, host, silentSeconds } of beats)
      beat.set({ process, host }, silentSeconds);
  };
}

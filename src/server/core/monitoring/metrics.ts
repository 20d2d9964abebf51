import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Gauge, Registry } from 'prom-client';
import type { Database } from '../../infra/database/db.ts';
import { readGauges, type PipelineGauges } from '../dispatch/gauges.ts';
import { notFound } from '../../infra/errors.ts';
import { SILENT_AFTER_SECONDS } from './heartbeat.ts';
import { listHeartbeats, readPages } from './heartbeat.store.ts';
import { registry } from '../../infra/instruments.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { readHealth } from './health.store.ts';

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

/** Processes whose metrics the api shows besides its own; a second api shows its own itself. */
const OTHER_PROCESSES = ['worker', 'gateway'] as const;

/**
 * `/metrics` for Prometheus: metrics of the pipeline, its links and the installation, read at each
 * request, and the counters of every process with the label `process`. The local machine may read
 * them; other callers send a bearer token, and without a configured token there is no such page.
 */
export function serveMetrics(
  app: FastifyInstance,
  database: Database,
  token: string | undefined,
): void {
  const read = new Registry();
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Gauge({ name, help, labelNames, registers: [read] });
  const pipeline = Object.entries(PIPELINE).map(([key, [name, help]]) => ({
    key: key as keyof PipelineGauges,
    shown: gauge(name, help),
  }));
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
  const beat = gauge(
    'tuma_heartbeat_age_seconds',
    'Seconds since a process last said that it lives',
    ['process', 'host'],
  );

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) throw notFound('address');
    const {
      gauges: { links, ...figures },
      standing,
      beats,
      pages,
    } = await database.run(systemScope(), async (tx) => ({
      gauges: await readGauges(tx),
      standing: await readHealth(tx),
      beats: await listHeartbeats(tx),
      pages: await readPages(tx, OTHER_PROCESSES, SILENT_AFTER_SECONDS),
    }));
    for (const { key, shown } of pipeline) shown.set(figures[key]);
    for (const each of [
      bound,
      inWindow,
      windowSize,
      rate,
      tick,
      waiting,
      overdue,
      faults,
      alerts,
      beat,
    ])
      each.reset();
    for (const { cid: connector, ...link } of links) {
      bound.set({ connector }, link.state === 'BOUND' ? 1 : 0);
      inWindow.set({ connector }, link.inWindow);
      windowSize.set({ connector }, link.windowSize);
      rate.set({ connector }, link.submittedPerSecond);
      tick.set({ connector }, link.slowestTickMs);
    }
    for (const { kind, ...of } of standing.outbox) {
      waiting.set({ kind }, of.waiting);
      overdue.set({ kind }, of.overdueSeconds);
    }
    payments.set(standing.payments);
    oldestPayment.set(standing.oldestPaymentSeconds);
    if (standing.ledger) {
      balanced.set(standing.ledger.ok ? 1 : 0);
      proven.set(standing.ledger.at.getTime() / 1000);
      for (const [fault, count] of Object.entries(standing.ledger.result))
        if (typeof count === 'number') faults.set({ fault }, count);
    }
    belowCost.set(standing.belowCost.prices);
    if (standing.backup) backup.set(standing.backup.at.getTime() / 1000);
    databaseBytes.set(Number(standing.databaseBytes ?? 0));
    diskFree.set(Number(standing.diskFree ?? 0));
    diskTotal.set(Number(standing.diskTotal ?? 0));
    for (const { kind, count } of standing.openAlerts) alerts.set({ kind }, count);
    for (const { process, host, silentSeconds } of beats)
      beat.set({ process, host }, silentSeconds);
    return reply
      .type(read.contentType)
      .send(joinPages([await read.metrics(), await registry.metrics(), ...pages]));
  });
}

/**
 * Merges several pages: Prometheus requires all series of a name together, after one HELP and TYPE.
 */
export function joinPages(pages: readonly string[]): string {
  const families = new Map<string, { head: string[]; samples: string[] }>();
  for (const page of pages) {
    let family: { head: string[]; samples: string[] } | undefined;
    for (const line of page.split('\n')) {
      const name = /^# HELP (\S+)/.exec(line)?.[1];
      if (name !== undefined) {
        const known = families.get(name);
        family = known ?? { head: [], samples: [] };
        if (!known) families.set(name, family);
      }
      if (line.startsWith('#')) {
        if (family && family.samples.length === 0 && !family.head.includes(line))
          family.head.push(line);
      } else if (line !== '') family?.samples.push(line);
    }
  }
  return `${[...families.values()].map(({ head, samples }) => [...head, ...samples].join('\n')).join('\n\n')}\n`;
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined)
    return (
      /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '') &&
      request.headers['x-forwarded-for'] === undefined
    );
  const [shown, wanted] = [
    Buffer.from(request.headers.authorization ?? ''),
    Buffer.from(`Bearer ${token}`),
  ];
  return shown.length === wanted.length && timingSafeEqual(shown, wanted);
}

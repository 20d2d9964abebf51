import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Database } from './db.ts';
import { readGauges, type PipelineGauges } from './dispatch/gauges.ts';
import { notFound } from './errors.ts';
import { systemScope } from './scope.ts';

const PIPELINE: Record<keyof PipelineGauges, [name: string, help: string]> = {
  queued: ['tuma_queued_messages', 'Messages that wait for a carrier'],
  oldestQueuedSeconds: ['tuma_oldest_queued_seconds', 'Age of the oldest message that could be sent now'],
  inFlight: ['tuma_in_flight_parts', 'Message parts claimed or on the wire'],
  ambiguous: ['tuma_ambiguous_parts', 'Message parts whose answer was lost'],
  unmatchedReceipts: ['tuma_unmatched_receipts', 'Receipts that match no submission yet'],
  unfoldedDeltas: ['tuma_unfolded_deltas', 'Changes of counts that are not booked yet'],
  pendingTasks: ['tuma_pending_tasks', 'Background tasks that are not done'],
  outbox: ['tuma_outbox_pending', 'Mails and callbacks that have not gone out'],
  smppBinds: ['tuma_smpp_binds', "Customers' binds to the SMPP server"],
  smppWaiting: ['tuma_smpp_waiting', "Receipts and messages from phones that wait for their user's bind"],
};

/**
 * `/metrics` for Prometheus: figures of the pipeline and its links, read when they are asked for, and of this process.
 * Anyone on this machine may read them; from elsewhere a bearer token is asked for, and without one there is no such page.
 */
export function serveMetrics(app: FastifyInstance, database: Database, token: string | undefined): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const pipeline = Object.entries(PIPELINE).map(([key, [name, help]]) => ({ key: key as keyof PipelineGauges, gauge: new Gauge({ name, help, registers: [registry] }) }));
  const ofLink = (name: string, help: string) => new Gauge({ name, help, labelNames: ['connector'] as const, registers: [registry] });
  const bound = ofLink('tuma_link_bound', '1 while the connector is bound to its carrier');
  const inWindow = ofLink('tuma_link_window_used', 'Parts unanswered by the carrier');
  const windowSize = ofLink('tuma_link_window_size', 'Parts that may be unanswered at a time');
  const rate = ofLink('tuma_link_submitted_per_second', 'Parts handed over a second');
  const tick = ofLink('tuma_link_slowest_tick_milliseconds', 'Longest turn of the loop of the link in the last second');

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) throw notFound('address');
    const { links, ...figures } = await database.run(systemScope(), readGauges);
    for (const { key, gauge } of pipeline) gauge.set(figures[key]);
    for (const gauge of [bound, inWindow, windowSize, rate, tick]) gauge.reset();
    for (const { cid: connector, ...link } of links) {
      bound.set({ connector }, link.state === 'BOUND' ? 1 : 0);
      inWindow.set({ connector }, link.inWindow);
      windowSize.set({ connector }, link.windowSize);
      rate.set({ connector }, link.submittedPerSecond);
      tick.set({ connector }, link.slowestTickMs);
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined;
  const [shown, wanted] = [Buffer.from(request.headers.authorization ?? ''), Buffer.from(`Bearer ${token}`)];
  return shown.length === wanted.length && timingSafeEqual(shown, wanted);
}

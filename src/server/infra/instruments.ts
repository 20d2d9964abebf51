/**
 * The metrics of a process, in one registry. The api shows its own page and those that the other
 * processes store with their heartbeats. Labels are few and known: routes, outcomes, connectors,
 * never a client, a number or an id.
 */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../../contract/shared/version.ts';

export const registry = new Registry();
const registers = [registry];

/**
 * Messages by outcome: `accepted`, `submitted` and the final ones. Counted when they are booked, so
 * once each.
 */
export const messagesTotal = new Counter({
  name: 'tuma_messages_total',
  help: 'Messages by what became of them, counted when it is booked',
  labelNames: ['outcome'],
  registers,
});
/** Message parts exchanged with a carrier, by outcome. */
export const partsTotal = new Counter({
  name: 'tuma_connector_parts_total',
  help: 'Message parts handed to a connector and what came back of them, by outcome',
  labelNames: ['connector', 'outcome'],
  registers,
});
/** Bound links that were lost; one that is stopped is not. */
export const linkDropsTotal = new Counter({
  name: 'tuma_link_drops_total',
  help: 'How often a bound link was lost',
  labelNames: ['connector'],
  registers,
});
/** Answers of a carrier other than ESME_ROK. */
export const smppErrorsTotal = new Counter({
  name: 'tuma_smpp_errors_total',
  help: 'Answers of a carrier that were no ESME_ROK, by command status',
  labelNames: ['connector', 'status'],
  registers,
});
/** Answers to customers' software over SMPP. */
export const smppServerAnswersTotal = new Counter({
  name: 'tuma_smpp_server_answers_total',
  help: "Answers to customers' submit_sm and bind, by command status",
  labelNames: ['command', 'status'],
  registers,
});
/** Calls and messages of customers' software over the HTTP dialects. */
export const dialectAnswersTotal = new Counter({
  name: 'tuma_http_dialect_answers_total',
  help: 'Messages that came by an HTTP dialect, and calls that were refused, by outcome',
  labelNames: ['dialect', 'outcome'],
  registers,
});
/** Calls and messages of customers' software over the REST API. */
export const restAnswersTotal = new Counter({
  name: 'tuma_rest_answers_total',
  help: 'Messages that came by the REST API, and calls that were refused, by outcome',
  labelNames: ['outcome'],
  registers,
});
export const paymentsTotal = new Counter({
  name: 'tuma_payments_total',
  help: 'Payments that ended, by outcome',
  labelNames: ['outcome'],
  registers,
});
export const tasksTotal = new Counter({
  name: 'tuma_tasks_total',
  help: 'Background tasks that ended, by kind and outcome',
  labelNames: ['kind', 'outcome'],
  registers,
});
export const outgoingTotal = new Counter({
  name: 'tuma_outgoing_total',
  help: 'Mails, webhooks and callbacks that were tried, by outcome',
  labelNames: ['kind', 'outcome'],
  registers,
});
const requestSeconds = new Histogram({
  name: 'tuma_http_request_duration_seconds',
  help: 'HTTP requests by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

type PoolUse = {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
};
const pools = new Map<PoolUse, string>();
// oxlint-disable-next-line no-new -- the registry keeps it and reads it
new Gauge({
  name: 'tuma_database_connections',
  help: 'Connections of a pool, and who waits for one',
  labelNames: ['pool', 'state'],
  registers,
  collect() {
    this.reset();
    for (const [pool, name] of pools) {
      this.inc({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount);
      this.inc({ pool: name, state: 'idle' }, pool.idleCount);
      this.inc({ pool: name, state: 'waiting' }, pool.waitingCount);
    }
  },
});
new Gauge({
  name: 'tuma_build_info',
  help: '1, with the version that runs',
  labelNames: ['version'],
  registers,
}).set({ version: VERSION }, 1);

/** Shows the use of a pool's connections, until the returned function is called. */
export function watchPool(name: string, pool: PoolUse): () => void {
  pools.set(pool, name);
  return () => {
    pools.delete(pool);
  };
}

/** Labels this process's metrics and starts Node's own: time, memory, event loop lag. */
export function countAs(process: string): void {
  registry.setDefaultLabels({ process });
  // Tests start several processes in one; Node's metrics are registered once.
  if (registry.getSingleMetric('nodejs_version_info') === undefined)
    collectDefaultMetrics({ register: registry });
}

/** Times the requests of a server. The route is the pattern, so that ids do not become labels. */
export function timeRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    requestSeconds.observe(
      {
        method: request.method,
        route: request.is404 ? 'none' : (request.routeOptions.url ?? 'none'),
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    );
  });
}

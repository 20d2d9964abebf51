import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import type { Database } from '../../infra/database/db.ts';
import { readGauges } from '../dispatch/counts/gauges.store.ts';
import { notFound } from '../../infra/errors.ts';
import {
  openHealthGauges,
  openHeartbeatGauge,
  openLinkGauges,
  openPipelineGauges,
} from './gauges.ts';
import { SILENT_AFTER_SECONDS } from './heartbeat.ts';
import { listHeartbeats, readPages } from './heartbeat.store.ts';
import { registry } from '../../infra/instruments.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { readHealth } from './health.store.ts';

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
  const setPipeline = openPipelineGauges(read);
  const setLinks = openLinkGauges(read);
  const setHealth = openHealthGauges(read);
  const setHeartbeats = openHeartbeatGauge(read);

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, token)) throw notFound('address');
    const {
      gauges: { links, ...figures },
      health,
      beats,
      pages,
    } = await database.run(systemScope(), async (tx) => ({
      gauges: await readGauges(tx),
      health: await readHealth(tx),
      beats: await listHeartbeats(tx),
      pages: await readPages(tx, OTHER_PROCESSES, SILENT_AFTER_SECONDS),
    }));
    setPipeline(figures);
    setLinks(links);
    setHealth(health);
    setHeartbeats(beats);
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

/** True for the holder of the token; without a configured one, for the local machine. */
export function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
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

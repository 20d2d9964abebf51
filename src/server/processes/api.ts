import { join } from 'node:path';
import { openAcceptor } from '../core/accept/accept.ts';
import { openKeyring } from '../features/api-keys/api-keys.ts';
import { putSetting } from '../core/installation/installation.store.ts';
import { recordImpersonatedCall } from '../core/audit/audit.ts';
import { authenticate } from '../core/auth/auth.ts';
import { requireStepUp } from '../core/auth/second-step/step-up.ts';
import { CONNECTION_LIMITS } from '../infra/http/connection-guard.ts';
import { countRestCall, SoftwareCounter, WRITE_USE_MS } from '../core/software-use/software-use.ts';
import { openDatabase } from '../infra/database/db.ts';
import { startHeartbeat } from '../core/monitoring/heartbeat.ts';
import { createServer } from '../infra/http/server.ts';
import { openSmtp } from '../core/mail/mail.ts';
import { serveMetrics } from '../core/monitoring/metrics.ts';
import { Outbound } from '../infra/http/outbound.ts';
import { serveReadiness } from '../core/monitoring/readiness.ts';
import { systemScope } from '../infra/database/scope.ts';
import { serveSecurityText } from '../infra/http/security-text.ts';
import { serveStopLinks } from '../features/stop-links/stop-links.ts';
import { serveSite } from '../infra/http/site.ts';
import { startMonitoring } from '../features/monitoring/monitoring.ts';
import type { ProcessContext } from '../infra/process.ts';
import { repeat } from './repeat.ts';
import { portalRoutes } from './routes.ts';

/** Transactions that take messages, and what looks up keys. */
const ACCEPT_CONNECTIONS = 6;

/** The process that answers people and their software over HTTP. */
export async function run(context: ProcessContext): Promise<{ stop(): Promise<void> }> {
  const { config, log, secretKey } = context;
  const database = openDatabase(context.database, 'tuma_portal', {
    max: 20,
    name: 'tuma api',
    onLost: (error) => log.warn({ error: error.message }, 'database connection lost'),
  });
  const accepting = openDatabase(context.database, 'tuma_accept', {
    max: ACCEPT_CONNECTIONS,
    name: 'tuma accept',
    onLost: (error) => log.warn({ error: error.message }, 'database connection lost'),
  });
  const counter = new SoftwareCounter();
  const smtp =
    config.smtpUrl === undefined
      ? undefined
      : openSmtp({ smtpUrl: config.smtpUrl, from: config.mailFrom });
  const app = await createServer({
    routes: portalRoutes({
      database,
      secretKey,
      config,
      smtp,
      acceptor: openAcceptor({ database: accepting }),
      counter,
      onFault: (error) => log.error({ err: error }, 'work in the background failed'),
    }),
    authenticate: (token, expired) => authenticate(database, token, expired),
    authenticateKey: openKeyring(accepting),
    requireStepUp: (session) => database.run(systemScope(), (tx) => requireStepUp(tx, session)),
    onActed: (session, facts) => recordImpersonatedCall(database, session, facts),
    onFault: (error, facts) => log.error({ ...facts, err: error }, 'request failed'),
    onAnswered(facts) {
      countRestCall(counter, facts);
      if (facts.status >= 400) log.info(facts, 'request was refused');
      else log.debug(facts, 'request was answered');
    },
    demandsStrongSignIn: !config.sandbox,
    secure: config.publicUrl?.startsWith('https:') ?? false,
    trustProxy: config.trustedProxies,
    connections: { ...CONNECTION_LIMITS, perAddress: config.connectionsPerAddress },
  });
  await database.run(systemScope(), (tx) =>
    putSetting(tx, 'origin', config.publicUrl ?? `http://localhost:${config.port}`),
  );
  serveReadiness(app, database);
  serveMetrics(app, database, config.metricsToken);
  serveSecurityText(app, config);
  await serveStopLinks(app, { database, platformName: config.brandWord });
  await serveSite(app, join(import.meta.dirname, '../../../dist'), config);
  await app.listen({ port: config.port, host: config.host });
  log.info({ port: config.port, host: config.host }, 'api listened');
  const counting = repeat(
    WRITE_USE_MS,
    () => counter.write(database),
    (error) => log.warn({ err: error }, 'traffic of software was not written'),
  );
  const heartbeat = startHeartbeat({ database, process: 'api', log, secretKey });
  const outbound = new Outbound();
  const watch = startMonitoring({
    database,
    secretKey,
    log,
    smtp,
    outbound,
    origin: config.publicUrl ?? `http://localhost:${config.port}`,
    platformName: config.brandWord,
    sandbox: config.sandbox,
    webhookHosts: config.webhookHosts,
  });
  return {
    async stop() {
      await Promise.all([heartbeat.stop(), watch.stop()]);
      outbound.close();
      await app.close();
      await counting.stop();
      await counter.write(database).catch(() => {});
      smtp?.close();
      await Promise.all([database.close(), accepting.close()]);
    },
  };
}

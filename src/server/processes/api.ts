import { join } from 'node:path';
import { openAcceptor } from '../core/accept/accept.ts';
import type { Acceptor } from '../core/accept/accept.ts';
import { apiDocsRoutes } from '../features/api-docs/api-docs.api.ts';
import { apiKeyRoutes } from '../features/api-keys/api-keys.api.ts';
import { countLiveApiKeys, revokeApiKeys } from '../features/api-keys/api-keys.store.ts';
import { openKeyring } from '../features/api-keys/api-keys.ts';
import { auditRoutes } from '../core/audit/audit.api.ts';
import { recordImpersonatedCall } from '../core/audit/audit.ts';
import { authRoutes } from '../core/auth/auth.api.ts';
import { authenticate } from '../core/auth/auth.ts';
import { stepUpRoutes } from '../core/auth/step-up.api.ts';
import { requireStepUp } from '../core/auth/step-up.ts';
import { securityRoutes } from '../core/auth/security.api.ts';
import { brandingRoutes } from '../core/branding/branding.api.ts';
import { openProofLookup } from '../core/branding/dns.ts';
import { brandHostRoutes } from '../core/branding/hosts.api.ts';
import { campaignRoutes } from '../features/campaigns/campaigns.api.ts';
import { composeRoutes } from '../features/campaigns/compose.api.ts';
import { restCampaignRoutes } from '../features/campaigns/rest.api.ts';
import { templateRoutes } from '../features/templates/templates.api.ts';
import { pauseForBlock } from '../features/campaigns/schedule.store.ts';
import { stopBlockedSenders } from '../features/campaigns/blocked-senders.ts';
import { accountRoutes } from '../features/clients/accounts.api.ts';
import { contactChangeRoutes } from '../features/clients/contact-changes.api.ts';
import { clientRoutes } from '../features/clients/clients.api.ts';
import { applyCredit } from '../features/clients/change-limits.ts';
import { contactRoutes } from '../features/contacts/contacts.api.ts';
import { restContactRoutes } from '../features/contacts/rest.api.ts';
import { importRoutes } from '../features/contacts/imports.api.ts';
import { groupRoutes } from '../features/contacts/groups.api.ts';
import { optOutRoutes } from '../features/contacts/opt-outs.api.ts';
import { dashboardRoutes } from '../features/dashboard/dashboard.api.ts';
import { CONNECTION_LIMITS } from '../infra/http/connection-guard.ts';
import { openDatabase, type Database } from '../infra/database/db.ts';
import { connectorRoutes } from '../gateway/console/connectors.api.ts';
import { startHeartbeat } from '../core/monitoring/heartbeat.ts';
import { type Route } from '../infra/http/http.ts';
import { createServer } from '../infra/http/server.ts';
import { openSmtp, type SendMail } from '../core/mail/mail.ts';
import type { Messenger } from '../core/mail/notifications.ts';
import { gatewayRoutes } from '../gateway/console/console.api.ts';
import { messageRoutes } from '../features/messages/messages.api.ts';
import { restMessageRoutes } from '../features/messages/rest.api.ts';
import { sendPlatformSms } from '../features/messages/platform.ts';
import { quarantineRoutes } from '../ops/backup/quarantine.api.ts';
import { personalRoutes } from '../features/personal-data/personal.api.ts';
import { platformRoutes } from '../features/platform-settings/platform.api.ts';
import { reportRoutes } from '../features/reports/reports.api.ts';
import { serveMetrics } from '../core/monitoring/metrics.ts';
import { Outbound } from '../infra/http/outbound.ts';
import { openPageTokens } from '../infra/database/pages.ts';
import { PrivateHosts } from '../infra/http/private-hosts.ts';
import { serveReadiness } from '../core/monitoring/readiness.ts';
import { purposeKeys, type SecretKey } from '../infra/secrets.ts';
import { sandboxRoutes } from '../features/sandbox/sandbox.api.ts';
import { statsRoutes } from '../features/statistics/stats.api.ts';
import { secondApprovalRoutes } from '../features/second-approvals/second-approvals.api.ts';
import { senderRoutes } from '../features/senders/senders.api.ts';
import { endDelegationsFromOutside, markFeePaid } from '../features/senders/senders.store.ts';
import { systemScope } from '../infra/database/scope.ts';
import { serveSecurityText } from '../infra/http/security-text.ts';
import { serveSite } from '../infra/http/site.ts';
import { retentionRoutes } from '../features/retention/retention.api.ts';
import { statusRoutes } from '../features/monitoring/status.api.ts';
import { startMonitoring } from '../features/monitoring/monitoring.ts';
import { taskRoutes } from '../core/background/tasks.api.ts';
import { openPaymentService } from '../features/wallet/payment-service.ts';
import { invoiceRoutes } from '../features/wallet/invoices.api.ts';
import { paymentRoutes } from '../features/wallet/payments.api.ts';
import { purchaseRoutes } from '../features/wallet/purchases.api.ts';
import { rateRoutes } from '../features/wallet/rates.api.ts';
import { webhookRoutes } from '../features/webhooks/webhooks.api.ts';
import type { ProcessContext } from '../infra/process.ts';

/** Dependencies of the portal's routes. */
export type Portal = {
  database: Database;
  secretKey: SecretKey;
  config: Pick<
    ProcessContext['config'],
    | 'sandbox'
    | 'publicUrl'
    | 'port'
    | 'brandWord'
    | 'smppPort'
    | 'smppTls'
    | 'httpApiPort'
    | 'httpDialects'
    | 'sandboxSmscControlPort'
    | 'sandboxMailControlPort'
    | 'mpesa'
    | 'mpesaOpenApi'
    | 'mpesaCallbackUrl'
    | 'mpesaCallbackNetworks'
    | 'webhookHosts'
    | 'privateHosts'
    | 'invitations'
    | 'dnsServers'
  >;
  /** A fault of work that no request waits for. */
  onFault(error: unknown): void;
  /** Undefined where no mail server is configured. */
  smtp: SendMail | undefined;
  /** The one door for messages from software. */
  acceptor: Acceptor;
};

/** Every route of the portal, once: the door opens them, and the access test goes through them. */
export function portalRoutes({
  database,
  secretKey,
  config,
  smtp,
  acceptor,
  onFault,
}: Portal): Route[] {
  const tokens = openPageTokens(purposeKeys(secretKey, 'page tokens'));
  const origin = config.publicUrl ?? `http://localhost:${config.port}`;
  const { hostname } = new URL(origin);
  const messenger: Messenger = {
    secretKey,
    origin,
    platformName: config.brandWord,
    sendPlatformSms,
  };
  const entrance = {
    database,
    tokens,
    messenger,
    codeKey: purposeKeys(secretKey, 'codes'),
    sandbox: config.sandbox,
  };
  const wallet = {
    database,
    tokens,
    messenger,
    platformName: config.brandWord,
    service: openPaymentService({ database, config, messenger, onFeePaid: markFeePaid, onFault }),
  };
  return [
    ...authRoutes({ ...entrance, refreshKey: purposeKeys(secretKey, 'refresh') }),
    ...stepUpRoutes(entrance),
    ...accountRoutes({ ...entrance, countApiKeys: countLiveApiKeys, revokeApiKeys }),
    ...contactChangeRoutes(entrance),
    ...securityRoutes(entrance),
    ...clientRoutes({
      ...entrance,
      invitations: config.invitations,
      smtp,
      pauseCampaigns: pauseForBlock,
      endDelegations: endDelegationsFromOutside,
      gateway: {
        host: hostname,
        smppPort: config.smppPort,
        smppTlsPort: config.smppTls?.port,
        httpPort: config.httpApiPort,
      },
    }),
    ...apiKeyRoutes(entrance),
    ...dashboardRoutes({ database }),
    ...apiDocsRoutes({
      database,
      origin,
      known: config.publicUrl !== undefined,
      brandWord: config.brandWord,
      gateway: config,
    }),
    ...brandingRoutes({ database, platformHosts: [hostname], brandWord: config.brandWord }),
    ...brandHostRoutes({
      database,
      messenger,
      platformHosts: [hostname],
      lookUp: openProofLookup(config.dnsServers),
    }),
    ...auditRoutes({ database, tokens }),
    ...campaignRoutes({ database, tokens, messenger }),
    ...personalRoutes({ database }),
    ...platformRoutes({ database }),
    ...quarantineRoutes({ database }),
    ...gatewayRoutes({ database, tokens }),
    ...composeRoutes({ database }),
    ...templateRoutes({ database, tokens }),
    ...messageRoutes({ database, tokens }),
    ...statsRoutes({ database, tokens }),
    ...restMessageRoutes({ database, tokens, acceptor }),
    ...restCampaignRoutes({ database }),
    ...senderRoutes({
      database,
      tokens,
      messenger,
      stopSending: () => stopBlockedSenders(database).catch(onFault),
    }),
    ...groupRoutes({ database, tokens }),
    ...contactRoutes({ database, tokens }),
    ...restContactRoutes({ database, tokens }),
    ...importRoutes({ database, tokens }),
    ...optOutRoutes({ database, tokens }),
    ...retentionRoutes({ database }),
    ...statusRoutes({ database, secretKey }),
    ...taskRoutes({ database, tokens }),
    ...reportRoutes({ database, tokens }),
    ...connectorRoutes({
      database,
      tokens,
      secretKey,
      privateHosts: new PrivateHosts(config.privateHosts),
    }),
    ...invoiceRoutes({ database, tokens }),
    ...secondApprovalRoutes({ database, messenger, applyCredit }),
    ...purchaseRoutes(wallet),
    ...paymentRoutes(wallet),
    ...rateRoutes(wallet),
    ...webhookRoutes({
      database,
      tokens,
      secretKey,
      vouched: { all: config.sandbox, hosts: new Set(config.webhookHosts) },
    }),
    ...sandboxRoutes(config),
  ];
}

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
      onFault: (error) => log.error({ err: error }, 'work in the background failed'),
    }),
    authenticate: (token) => authenticate(database, token),
    authenticateKey: openKeyring(accepting),
    requireStepUp: (session) => database.run(systemScope(), (tx) => requireStepUp(tx, session)),
    onActed: (session, facts) => recordImpersonatedCall(database, session, facts),
    onFault: (error, facts) => log.error({ ...facts, err: error }, 'request failed'),
    onAnswered: (facts) =>
      facts.status >= 400
        ? log.info(facts, 'request was refused')
        : log.debug(facts, 'request was answered'),
    demandsStrongSignIn: !config.sandbox,
    secure: config.publicUrl?.startsWith('https:') ?? false,
    trustProxy: config.trustedProxies,
    connections: { ...CONNECTION_LIMITS, perAddress: config.connectionsPerAddress },
  });
  serveReadiness(app, database);
  serveMetrics(app, database, config.metricsToken);
  serveSecurityText(app, config);
  await serveSite(app, join(import.meta.dirname, '../../../dist'), config);
  await app.listen({ port: config.port, host: config.host });
  log.info({ port: config.port, host: config.host }, 'api listened');
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
      smtp?.close();
      await Promise.all([database.close(), accepting.close()]);
    },
  };
}

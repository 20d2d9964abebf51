import { join } from 'node:path';
import { openAcceptor } from './accept/accept.ts';
import type { Acceptor } from './accept/accept.ts';
import { apiDocsRoutes } from './apidocs/apidocs.api.ts';
import { apiKeyRoutes } from './apikeys/apikeys.api.ts';
import { countLiveApiKeys, revokeApiKeys } from './apikeys/apikeys.store.ts';
import { openKeyring } from './apikeys/apikeys.ts';
import { auditRoutes } from './audit/audit.api.ts';
import { recordActed } from './audit/audit.ts';
import { authRoutes } from './auth/auth.api.ts';
import { authenticate } from './auth/auth.ts';
import { stepUpRoutes } from './auth/step-up.api.ts';
import { requireStepUp } from './auth/step-up.ts';
import { securityRoutes } from './auth/security.api.ts';
import { brandingRoutes } from './branding/branding.api.ts';
import { openProofLookup } from './branding/dns.ts';
import { brandHostRoutes } from './branding/hosts.api.ts';
import { campaignRoutes } from './campaigns/campaigns.api.ts';
import { composeRoutes } from './campaigns/compose.api.ts';
import { restCampaignRoutes } from './campaigns/rest.api.ts';
import { templateRoutes } from './templates/templates.api.ts';
import { pauseForBlock } from './campaigns/campaigns.store.ts';
import { stopUnserved } from './campaigns/unserved.ts';
import { accountRoutes } from './clients/accounts.api.ts';
import { contactChangeRoutes } from './clients/contact-changes.api.ts';
import { clientRoutes } from './clients/clients.api.ts';
import { contactRoutes } from './contacts/contacts.api.ts';
import { restContactRoutes } from './contacts/rest.api.ts';
import { importRoutes } from './contacts/imports.api.ts';
import { groupRoutes } from './contacts/groups.api.ts';
import { optOutRoutes } from './contacts/opt-outs.api.ts';
import { dashboardRoutes } from './dashboard/dashboard.api.ts';
import { CONNECTION_LIMITS } from './connection-guard.ts';
import { openDatabase, type Database } from './db.ts';
import { connectorRoutes } from './gateway/connectors.api.ts';
import { startHeartbeat } from './heartbeat.ts';
import { openDoor, type Route } from './http.ts';
import { openSmtp, type SendMail } from './mail/mail.ts';
import type { Messenger } from './mail/notices.ts';
import { gatewayRoutes } from './gateway/console.api.ts';
import { messageRoutes } from './messages/messages.api.ts';
import { restMessageRoutes } from './messages/rest.api.ts';
import { sendPlatformSms } from './messages/platform.ts';
import { restorationRoutes } from './backup/restoration.api.ts';
import { personalRoutes } from './personal/personal.api.ts';
import { platformRoutes } from './platform/platform.api.ts';
import { reportRoutes } from './reports/reports.api.ts';
import { serveMetrics } from './metrics.ts';
import { Outbound } from './outbound.ts';
import { openPageTokens } from './pages.ts';
import { PrivateHosts } from './private-hosts.ts';
import { serveReadiness } from './readiness.ts';
import { purposeKeys, type SecretKey } from './secrets.ts';
import { sandboxRoutes } from './sandbox/sandbox.api.ts';
import { statsRoutes } from './stats/stats.api.ts';
import { secondApprovalRoutes } from './secondapprovals/secondapprovals.api.ts';
import { senderRoutes } from './senders/senders.api.ts';
import { endDelegationsFromOutside, markFeePaid } from './senders/senders.store.ts';
import { systemScope } from './scope.ts';
import { serveSecurityText } from './security-text.ts';
import { serveSite } from './site.ts';
import { retentionRoutes } from './retention/retention.api.ts';
import { statusRoutes } from './status/status.api.ts';
import { startWatch } from './status/watch.ts';
import { taskRoutes } from './tasks/tasks.api.ts';
import { openTill } from './wallet/till.ts';
import { invoiceRoutes } from './wallet/invoices.api.ts';
import { walletRoutes } from './wallet/wallet.api.ts';
import { webhookRoutes } from './webhooks/webhooks.api.ts';
import type { ProcessContext } from './main.ts';

/** What the portal's routes stand on. */
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
    ...restorationRoutes({ database }),
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
      stopSending: () => stopUnserved(database).catch(onFault),
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
    ...secondApprovalRoutes({ database, messenger }),
    ...walletRoutes({
      database,
      tokens,
      messenger,
      platformName: config.brandWord,
      till: openTill({ database, config, messenger, onFeePaid: markFeePaid, onFault }),
    }),
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
  const app = await openDoor({
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
    onActed: (session, facts) => recordActed(database, session, facts),
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
  await serveSite(app, join(import.meta.dirname, '../../dist'), config);
  await app.listen({ port: config.port, host: config.host });
  log.info({ port: config.port, host: config.host }, 'api listened');
  const heartbeat = startHeartbeat({ database, process: 'api', log, secretKey });
  const outbound = new Outbound();
  const watch = startWatch({
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

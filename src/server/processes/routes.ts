import type { Acceptor } from '../core/accept/accept.ts';
import type { SoftwareCounter } from '../core/software-use/software-use.ts';
import { apiDocsRoutes } from '../features/api-docs/api-docs.api.ts';
import { apiKeyRoutes } from '../features/api-keys/api-keys.api.ts';
import { countLiveApiKeys, revokeApiKeys } from '../features/api-keys/api-keys.store.ts';
import { auditRoutes } from '../core/audit/audit.api.ts';
import { authRoutes } from '../core/auth/auth.api.ts';
import { stepUpRoutes } from '../core/auth/second-step/step-up.api.ts';
import { securityRoutes } from '../core/auth/security.api.ts';
import { brandingRoutes } from '../core/branding/branding.api.ts';
import { openProofLookup } from '../core/branding/dns.ts';
import { brandHostRoutes } from '../core/branding/hosts.api.ts';
import { campaignRoutes } from '../features/campaigns/campaigns.api.ts';
import { textDecisionRoutes } from '../features/campaigns/approval/text-decisions.api.ts';
import { composeRoutes } from '../features/campaigns/compose/compose.api.ts';
import { restCampaignRoutes } from '../features/campaigns/rest.api.ts';
import { restTemplateRoutes } from '../features/templates/rest.api.ts';
import { templateRoutes } from '../features/templates/templates.api.ts';
import { pauseForBlock } from '../features/campaigns/send/schedule.store.ts';
import { stopBlockedSenders } from '../features/campaigns/send/blocked-senders.ts';
import { accountRoutes } from '../features/clients/sign-ups/accounts.api.ts';
import { clientCredentialRoutes } from '../features/clients/client-credentials.api.ts';
import { contactChangeRoutes } from '../features/clients/contact-changes/contact-changes.api.ts';
import { clientRoutes } from '../features/clients/clients.api.ts';
import { applyCredit } from '../features/clients/change-limits.ts';
import { blockedNumberRoutes } from '../features/contacts/opt-outs/blocked-numbers.api.ts';
import { ContactLimit } from '../features/contacts/contact-limit.ts';
import { contactRoutes } from '../features/contacts/contacts.api.ts';
import { restContactRoutes } from '../features/contacts/rest.api.ts';
import { importRoutes } from '../features/contacts/imports/imports.api.ts';
import { groupRoutes } from '../features/contacts/groups/groups.api.ts';
import { consentRoutes } from '../features/contacts/consents/consents.api.ts';
import { optOutRoutes } from '../features/contacts/opt-outs/opt-outs.api.ts';
import { dashboardRoutes } from '../features/dashboard/dashboard.api.ts';
import { type Database } from '../infra/database/db.ts';
import { presentLogins } from '../gateway/console/users/present-users.ts';
import { connectorRoutes } from '../gateway/console/connectors/connectors.api.ts';
import { type Route } from '../infra/http/http.ts';
import { type SendMail } from '../core/mail/mail.ts';
import type { Messenger } from '../core/mail/notifications.ts';
import { gatewayRoutes } from '../gateway/console/console.api.ts';
import { incidentRoutes } from '../gateway/console/incidents/incidents.api.ts';
import { softwareUseRoutes } from '../gateway/console/software-use.api.ts';
import { unconfirmedRoutes } from '../gateway/console/unconfirmed/unconfirmed.api.ts';
import { messageRoutes } from '../features/messages/messages.api.ts';
import { restMessageRoutes } from '../features/messages/rest.api.ts';
import { testMessageRoutes } from '../features/messages/test-messages.api.ts';
import { threadRoutes } from '../features/messages/threads.api.ts';
import { sendPlatformSms } from '../features/messages/platform-sms.ts';
import { quarantineRoutes } from '../ops/backup/quarantine.api.ts';
import { personalRoutes } from '../features/personal-data/personal-data.api.ts';
import { platformRoutes } from '../features/platform-settings/platform-settings.api.ts';
import { optOutWordRoutes } from '../features/platform-settings/opt-out-words.api.ts';
import { stopClauseRoutes } from '../features/platform-settings/stop-clauses.api.ts';
import { reportRoutes } from '../features/reports/reports.api.ts';
import { openPageTokens } from '../infra/database/pages.ts';
import { PrivateHosts } from '../infra/http/private-hosts.ts';
import { purposeKeys, type SecretKey } from '../infra/secrets.ts';
import { sandboxRoutes } from '../features/sandbox/sandbox.api.ts';
import { statsRoutes } from '../features/statistics/statistics.api.ts';
import { secondApprovalRoutes } from '../features/second-approvals/second-approvals.api.ts';
import { restSenderRoutes } from '../features/senders/rest.api.ts';
import { senderImportRoutes } from '../features/senders/sender-import.api.ts';
import { senderRoutes } from '../features/senders/senders.api.ts';
import { endDelegationsFromOutside, markFeePaid } from '../features/senders/senders.store.ts';
import { retentionRoutes } from '../features/retention/retention.api.ts';
import { carrierErrorRoutes } from '../features/monitoring/carrier-errors.api.ts';
import { statusRoutes } from '../features/monitoring/monitoring.api.ts';
import { taskRoutes } from '../core/background/tasks.api.ts';
import { openPaymentService } from '../features/wallet/payments/payment-service.ts';
import { invoiceRoutes } from '../features/wallet/invoices/invoices.api.ts';
import { paymentRoutes } from '../features/wallet/payments/payments.api.ts';
import { purchaseRoutes } from '../features/wallet/purchases.api.ts';
import { restAccountRoutes } from '../features/wallet/rest.api.ts';
import { playsmsRoutes } from '../features/playsms/playsms.api.ts';
import { openingBalanceRoutes } from '../features/wallet/transfers/opening-balances.api.ts';
import { rateRoutes } from '../features/wallet/rates/rates.api.ts';
import { openRefusalCounter } from '../core/guard/refusal-counter.ts';
import { verificationKeys } from '../core/verification-codes/codes.rules.ts';
import { guardRoutes } from '../features/guard/guard.api.ts';
import { verificationRoutes } from '../features/verifications/verifications.api.ts';
import { restVerificationRoutes } from '../features/verifications/rest.api.ts';
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
    | 'contactsPerAccount'
    | 'dnsServers'
  >;
  /** A fault of work that no request waits for. */
  onFault(error: unknown): void;
  /** Undefined where no mail server is configured. */
  smtp: SendMail | undefined;
  /** Accepts the messages of customers' software. */
  acceptor: Acceptor;
  /** Counts the calls and messages of customers' software. */
  counter: SoftwareCounter;
};

/** Every route of the portal, once: the HTTP server serves them, and the access tests go through them. */
export function portalRoutes({
  database,
  secretKey,
  config,
  smtp,
  acceptor,
  counter,
  onFault,
}: Portal): Route[] {
  const limit = new ContactLimit(config.contactsPerAccount);
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
    }),
    ...clientCredentialRoutes({
      database,
      presentLogins,
      gateway: {
        host: hostname,
        smppPort: config.smppPort,
        smppTlsPort: config.smppTls?.port,
        httpPort: config.httpApiPort,
        httpDialects: config.httpDialects,
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
    ...stopClauseRoutes({ database }),
    ...optOutWordRoutes({ database }),
    ...quarantineRoutes({ database }),
    ...gatewayRoutes({
      database,
      tokens,
      secretKey,
      privateHosts: new PrivateHosts(config.privateHosts),
      smpp: {
        host: hostname,
        port: config.smppPort,
        tlsPort: config.smppTls?.port ?? null,
      },
    }),
    ...unconfirmedRoutes({ database, tokens }),
    ...incidentRoutes({ database, tokens }),
    ...softwareUseRoutes({ database, tokens }),
    ...composeRoutes({ database }),
    ...textDecisionRoutes({ database, tokens }),
    ...templateRoutes({ database, tokens }),
    ...messageRoutes({ database, tokens }),
    ...threadRoutes({ database, tokens }),
    ...statsRoutes({ database, tokens }),
    ...testMessageRoutes({ database, acceptor }),
    ...restMessageRoutes({ database, tokens, acceptor, counter }),
    ...guardRoutes({ database, tokens }),
    ...verificationRoutes({ database, tokens }),
    ...restVerificationRoutes({
      database,
      acceptor,
      keys: verificationKeys(secretKey),
      countRefusals: openRefusalCounter(database),
      counter,
    }),
    ...restCampaignRoutes({ database, tokens }),
    ...restAccountRoutes({ database, tokens }),
    ...restTemplateRoutes({ database, tokens }),
    ...restSenderRoutes({ database, tokens }),
    ...senderRoutes({
      database,
      tokens,
      messenger,
      stopSending: () => stopBlockedSenders(database).catch(onFault),
    }),
    ...senderImportRoutes({ database }),
    ...groupRoutes({ database, tokens }),
    ...contactRoutes({ database, tokens, limit }),
    ...restContactRoutes({ database, tokens, limit }),
    ...importRoutes({ database, tokens }),
    ...optOutRoutes({ database, tokens }),
    ...consentRoutes({ database, tokens }),
    ...blockedNumberRoutes({ database, tokens }),
    ...retentionRoutes({ database }),
    ...carrierErrorRoutes({ database }),
    ...statusRoutes({ database, secretKey, sandbox: config.sandbox }),
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
    ...openingBalanceRoutes(wallet),
    ...playsmsRoutes({ database }),
    ...webhookRoutes({
      database,
      tokens,
      secretKey,
      vouched: { all: config.sandbox, hosts: new Set(config.webhookHosts) },
    }),
    ...sandboxRoutes(config),
  ];
}

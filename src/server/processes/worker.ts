import { setTimeout as sleep } from 'node:timers/promises';
import { emptyGroup } from '../features/contacts/empty-group.jobs.ts';
import { checkContacts, importContacts } from '../features/contacts/imports.jobs.ts';
import { dropOldImports } from '../features/contacts/imports.store.ts';
import { expandCampaign } from '../features/campaigns/expand.jobs.ts';
import { blankRecipients, dropRecipients } from '../features/campaigns/recipients.store.ts';
import { prepareCampaign } from '../features/campaigns/prepare.jobs.ts';
import {
  aggregate,
  dropEnded,
  measurePace,
  sweepDispatch,
} from '../features/campaigns/aggregate.jobs.ts';
import { startDue } from '../features/campaigns/schedule.jobs.ts';
import { keepSendingHours } from '../features/campaigns/sending-hours.jobs.ts';
import { stopBlockedSenders } from '../features/campaigns/blocked-senders.ts';
import { dropOldOtpTraffic } from '../core/auth/otp-traffic.store.ts';
import { dropOldDevices } from '../core/auth/device.store.ts';
import { dropOldSessions } from '../core/auth/session.store.ts';
import { dropOldContactChanges } from '../features/clients/contact-changes.store.ts';
import { dropOldSignIns } from '../core/auth/sign-in.store.ts';
import { dropOldPasskeyChallenges } from '../core/auth/passkey.store.ts';
import { dropOldTokens } from '../core/auth/one-time-tokens.store.ts';
import { dropOldRateLimits } from '../core/auth/rate-limits.store.ts';
import { sealAudit, watchChain } from '../core/audit/chain.ts';
import { backUpIfDue } from '../ops/backup/backup.jobs.ts';
import { openDatabase } from '../infra/database/db.ts';
import { playScripts } from '../core/dispatch/scripted.store.ts';
import { rerouteStrandedChunks } from '../core/dispatch/config-version.ts';
import type { Database } from '../infra/database/db.ts';
import { startHeartbeat } from '../core/monitoring/heartbeat.ts';
import { dropOldKeys } from '../infra/http/idempotency.store.ts';
import type { Log } from '../infra/log.ts';
import { startReceipts } from '../gateway/customers/http-dialects/receipts.jobs.ts';
import { startMoHandover } from '../gateway/carriers/http-connector.jobs.ts';
import { openSmtp } from '../core/mail/mail.ts';
import {
  dropExpiredReports,
  makeReport,
  startDueReports,
} from '../features/reports/reports.jobs.ts';
import { startMailer } from '../core/mail/mail.jobs.ts';
import type { ProcessContext } from '../infra/process.ts';
import type { Messenger } from '../core/mail/notifications.ts';
import { sendPlatformSms } from '../features/messages/platform.ts';
import { openProofLookup } from '../core/branding/dns.ts';
import { checkDueHosts } from '../core/branding/hosts.ts';
import { Outbound } from '../infra/http/outbound.ts';
import { PrivateHosts } from '../infra/http/private-hosts.ts';
import { packKeys } from '../infra/secrets.ts';
import { dropOldOutgoing } from '../core/background/outbox.store.ts';
import { systemScope } from '../infra/database/scope.ts';
import { expireRequests } from '../core/second-approval/second-approval.ts';
import { keepRetention } from '../features/retention/retention.jobs.ts';
import { recordMinute } from '../features/monitoring/check-health.ts';
import { startMonitoring } from '../features/monitoring/monitoring.ts';
import { startRunner } from '../core/background/runner.ts';
import { dropOldTasks } from '../core/background/tasks.store.ts';
import { markFeePaid } from '../features/senders/senders.store.ts';
import { dropExpiredUploads } from '../core/uploads/uploads.ts';
import { checkAudit } from '../core/audit/chain.jobs.ts';
import { eraseNumber } from '../features/personal-data/personal.jobs.ts';
import { openPaymentService } from '../features/wallet/payment-service.ts';
import { startWebhooks, tidyWebhooks } from '../features/webhooks/webhooks.jobs.ts';
import { isVouched, PACE } from '../features/webhooks/webhooks.rules.ts';
import { openPriceWatch } from '../features/wallet/prices.jobs.ts';
import {
  followPayments,
  proveLedger,
  remind,
  notifyLowBalances,
  tidyPayments,
} from '../features/wallet/wallet.jobs.ts';

const TASKS_AT_ONCE = 4;
/** Chunks that one transaction gives new routes to. */
const CHUNKS_AT_ONCE = 10;
/** Steps of test messages in one transaction. */
const SCRIPTS_AT_ONCE = 1000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

/** The process that works in the background: tasks, the ledger's fold, schedules, sweeps, retention. */
export async function run({
  database: address,
  log,
  secretKey,
  config,
}: Pick<ProcessContext, 'database' | 'log' | 'secretKey'> & {
  config: Pick<
    ProcessContext['config'],
    | 'dataDir'
    | 'smtpUrl'
    | 'mailFrom'
    | 'publicUrl'
    | 'port'
    | 'brandWord'
    | 'mpesa'
    | 'mpesaOpenApi'
    | 'mpesaCallbackUrl'
    | 'mpesaCallbackNetworks'
    | 'sandbox'
    | 'webhookHosts'
    | 'privateHosts'
    | 'dnsServers'
    | 'backup'
  >;
}): Promise<{ stop(): Promise<void> }> {
  const database = openDatabase(address, 'tuma_worker', {
    max: 12,
    name: 'tuma worker',
    onLost: (error) => log.warn({ error: error.message }, 'database connection was lost'),
  });
  const messenger: Messenger = {
    secretKey,
    origin: config.publicUrl ?? `http://localhost:${config.port}`,
    platformName: config.brandWord,
    sendPlatformSms,
  };
  const owner = openDatabase(address, 'tuma_owner', {
    max: 1,
    name: 'tuma retention',
    onLost: () => {},
  });
  const runner = startRunner({
    database,
    log,
    concurrency: TASKS_AT_ONCE,
    handlers: {
      prepareCampaign: prepareCampaign(database),
      expandCampaign: expandCampaign(database),
      checkContacts: checkContacts(database),
      importContacts: importContacts(database),
      clearGroup: emptyGroup(database),
      deleteGroup: emptyGroup(database),
      eraseNumber: eraseNumber(database),
      checkAudit: checkAudit(database),
      makeReport: makeReport(database, messenger),
    },
  });
  if (config.smtpUrl === undefined) log.warn({}, 'no mail server is configured, so no mail leaves');
  const smtp =
    config.smtpUrl === undefined
      ? undefined
      : openSmtp({ smtpUrl: config.smtpUrl, from: config.mailFrom });
  const mailer = smtp && startMailer({ database, secretKey, log, smtp });
  const paymentService = openPaymentService({
    database,
    config,
    messenger,
    onFeePaid: markFeePaid,
    onFault: (error) => log.error({ err: error }, 'payment not pushed'),
  });
  let payments = (): void => {};
  let reroute = (): void => {};
  const outbound = new Outbound(new PrivateHosts(config.privateHosts));
  const handover = startMoHandover({ database, secretKey, outbound, log });
  const vouched = { all: config.sandbox, hosts: new Set(config.webhookHosts) };
  const receipts = startReceipts({
    database,
    outbound,
    log,
    allowPrivate: (url) => isVouched(url, vouched),
  });
  const webhooks = startWebhooks({ database, secretKey, outbound, log, vouched, pace: PACE });
  const watch = startMonitoring({
    database,
    secretKey,
    log,
    smtp,
    outbound,
    origin: messenger.origin,
    platformName: config.brandWord,
    sandbox: config.sandbox,
    webhookHosts: config.webhookHosts,
  });
  const ending = new AbortController();
  const loops = [
    listen(database, log, ending.signal, {
      task: runner.wake,
      outbox: () => {
        mailer?.wake();
        handover.wake();
        receipts.wake();
        webhooks.wake();
      },
      payment: () => payments(),
      config: () => reroute(),
    }),
    every(1_000, 'fold', () => aggregate(database)),
    every(1_000, 'audit chain', () => sealAudit(database)),
    every(24 * HOUR, 'audit verification', () => watchChain(database, log)),
    every(1_000, 'drop ended', () => dropEnded(database)),
    every(1_000, 'scripts', async () => {
      while (
        (await database.run(systemScope(), (tx) => playScripts(tx, SCRIPTS_AT_ONCE))) ===
        SCRIPTS_AT_ONCE
      );
    }),
    every(1_000, 'start due', () => startDue(database, messenger)),
    every(1_000, 'windows', () => keepSendingHours(database, messenger)),
    every(1_000, 'pace', () => measurePace(database)),
    every(2_000, 'unserved', () => stopBlockedSenders(database)),
    every(MINUTE, 'second approvals', () => expireRequests(database)),
    every(5_000, 'sweep', () => sweepDispatch(database)),
    every(
      2_000,
      'payments',
      () => followPayments(paymentService),
      (wake) => {
        payments = wake;
      },
    ),
    every(HOUR, 'payments that nobody followed', () => tidyPayments(paymentService)),
    every(10_000, 'balances', () => notifyLowBalances(database, messenger)),
    every(10_000, 'prices', openPriceWatch(database, messenger)),
    every(HOUR, 'reminders', () => remind(database, messenger)),
    every(24 * HOUR, 'ledger proof', () => proveLedger(database, log)),
    every(
      2_000,
      'reroute',
      async () => {
        while (
          (await database.run(systemScope(), (tx) => rerouteStrandedChunks(tx, CHUNKS_AT_ONCE))) > 0
        );
      },
      (wake) => {
        reroute = wake;
      },
    ),
    every(HOUR, 'retention of messages', () =>
      keepRetention({
        database,
        owner,
        recipients: { blank: blankRecipients, drop: dropRecipients },
        log,
        signal: ending.signal,
      }),
    ),
    every(20_000, 'hosts of brands', () =>
      checkDueHosts({
        database,
        messenger,
        platformHosts: [],
        lookUp: openProofLookup(config.dnsServers),
      }),
    ),
    every(60_000, 'minute', () => recordMinute(database, config.dataDir)),
    every(HOUR, 'partitions', () => database.plain.query('select ensure_partitions()')),
    every(HOUR / 12, 'uploads', () => dropExpiredUploads(database)),
    every(HOUR / 12, 'expired reports', () => dropExpiredReports(database)),
    every(10_000, 'scheduled reports', () => startDueReports(database)),
    every(HOUR / 60, 'webhooks', () => tidyWebhooks({ database })),
    every(HOUR, 'retention', () =>
      database.run(systemScope(), async (tx) => {
        for (const drop of [
          dropOldKeys,
          dropOldTasks,
          dropOldImports,
          dropOldRateLimits,
          dropOldOtpTraffic,
          dropOldTokens,
          dropOldPasskeyChallenges,
          dropOldContactChanges,
          dropOldSessions,
          dropOldDevices,
          dropOldSignIns,
          dropOldOutgoing,
        ])
          await drop(tx);
      }),
    ),
  ];
  const heartbeat = startHeartbeat({ database, process: 'worker', log, secretKey });
  // Nobody waits for it at the end: what is cut off is made again.
  const { folder, ...schedule } = config.backup;
  if (folder !== undefined && 'connectionString' in address)
    void every(MINUTE, 'back-up', () =>
      backUpIfDue({
        database,
        databaseUrl: address.connectionString,
        schedule: { folder, ...schedule },
        secretKey: packKeys(secretKey),
        log,
      }),
    );
  log.info({}, 'worker started');
  return {
    async stop() {
      ending.abort();
      await Promise.all([heartbeat.stop(), watch.stop()]);
      await Promise.all([
        runner.stop(),
        mailer?.stop(),
        handover.stop(),
        receipts.stop(),
        webhooks.stop(),
        ...loops,
      ]);
      outbound.close();
      await Promise.all([database.close(), owner.close()]);
    },
  };

  /** Does `work` now and again `milliseconds` after each end, or when woken; a failure is logged and tried again. */
  async function every(
    milliseconds: number,
    what: string,
    work: () => Promise<unknown>,
    onWake?: (wake: () => void) => void,
  ): Promise<void> {
    while (!ending.signal.aborted) {
      const woken = new AbortController();
      onWake?.(() => woken.abort());
      await work().catch((error: unknown) =>
        log.error({ err: error, what }, 'background work failed'),
      );
      await pause(
        milliseconds,
        onWake ? AbortSignal.any([ending.signal, woken.signal]) : ending.signal,
      );
    }
  }
}

/** Wakes whoever works on what was added; they poll as well, so a lost connection only makes them slower. */
async function listen(
  database: Database,
  log: Log,
  signal: AbortSignal,
  wake: Record<'task' | 'outbox' | 'payment' | 'config', () => void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const client = await database.connect();
      client.on('notification', ({ channel }) => wake[channel as keyof typeof wake]());
      await client.query('listen task; listen outbox; listen payment; listen config');
      await new Promise<void>((resolve) => {
        client.once('end', resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      client.end().catch(() => {});
    } catch (error) {
      log.warn({ err: error }, 'listening failed');
    }
    await pause(1_000, signal);
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {});
}

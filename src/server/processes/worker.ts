import { emptyGroup } from '../features/contacts/groups/empty-group.jobs.ts';
import { ContactLimit } from '../features/contacts/contact-limit.ts';
import { checkContacts, importContacts } from '../features/contacts/imports/imports.jobs.ts';
import { importPlaysms } from '../features/playsms/playsms.jobs.ts';
import { playsmsDestination } from './playsms-destination.ts';
import { expandCampaign } from '../features/campaigns/expand/expand.jobs.ts';
import { prepareCampaign } from '../features/campaigns/prepare/prepare.jobs.ts';
import { backUpIfDue } from '../ops/backup/backup.jobs.ts';
import { openDatabase } from '../infra/database/db.ts';
import type { Database } from '../infra/database/db.ts';
import { startHeartbeat } from '../core/monitoring/heartbeat.ts';
import { startReceipts } from '../gateway/customers/http-dialects/receipts.jobs.ts';
import { startMoHandover } from '../gateway/carriers/http-connector.jobs.ts';
import { openSmtp } from '../core/mail/mail.ts';
import { makeReport } from '../features/reports/reports.jobs.ts';
import { startMailer } from '../core/mail/mail.jobs.ts';
import type { ProcessContext } from '../infra/process.ts';
import type { Messenger } from '../core/mail/notifications.ts';
import { every, listen, startPeriodic } from './periodic.ts';
import { workerSchedule } from './worker-schedule.ts';
import { sendPlatformSms } from '../features/messages/platform-sms.ts';
import { Outbound } from '../infra/http/outbound.ts';
import { PrivateHosts } from '../infra/http/private-hosts.ts';
import { packKeys } from '../infra/secrets.ts';
import { startMonitoring } from '../features/monitoring/monitoring.ts';
import { startRunner } from '../core/background/runner.ts';
import { markFeePaid } from '../features/senders/senders.store.ts';
import { releaseHeld } from '../ops/backup/quarantine.jobs.ts';
import { notifyOwners } from '../features/senders/stand-ins.jobs.ts';
import { checkAudit } from '../core/audit/chain.jobs.ts';
import { eraseNumber } from '../features/personal-data/personal-data.jobs.ts';
import { openPaymentService } from '../features/wallet/payments/payment-service.ts';
import { startWebhooks } from '../features/webhooks/webhooks.jobs.ts';
import { isVouched, PACE } from '../features/webhooks/webhooks.rules.ts';

const TASKS_AT_ONCE = 4;

type WorkerContext = Pick<ProcessContext, 'database' | 'log' | 'secretKey'> & {
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
    | 'contactsPerAccount'
    | 'backup'
  >;
};

/** The process that works in the background: tasks, totals, schedules, sweeps, retention. */
export async function run({
  database: address,
  log,
  secretKey,
  config,
}: WorkerContext): Promise<{ stop(): Promise<void> }> {
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
    handlers: taskHandlers(database, messenger, new ContactLimit(config.contactsPerAccount)),
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
  const monitoring = startMonitoring({
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
  const { signal } = ending;
  const periodic = startPeriodic(
    workerSchedule({ database, owner, messenger, paymentService, config, log, signal }),
    log,
    signal,
  );
  const listening = listen(database, log, signal, {
    task: runner.wake,
    outbox: () => {
      mailer?.wake();
      handover.wake();
      receipts.wake();
      webhooks.wake();
    },
    payment: () => periodic.wake('payment'),
    config: () => periodic.wake('config'),
  });
  const heartbeat = startHeartbeat({ database, process: 'worker', log, secretKey });
  const backups =
    'connectionString' in address
      ? startBackups({
          database,
          databaseUrl: address.connectionString,
          backup: config.backup,
          secretKey,
          log,
          signal,
        })
      : undefined;
  log.info({}, 'worker started');
  return {
    async stop() {
      ending.abort();
      await Promise.all([heartbeat.stop(), monitoring.stop()]);
      await Promise.all([
        runner.stop(),
        mailer?.stop(),
        handover.stop(),
        receipts.stop(),
        webhooks.stop(),
        listening,
        periodic.ended,
        backups,
      ]);
      outbound.close();
      await Promise.all([database.close(), owner.close()]);
    },
  };
}

const taskHandlers = (database: Database, messenger: Messenger, limit: ContactLimit) => ({
  prepareCampaign: prepareCampaign(database),
  expandCampaign: expandCampaign(database),
  checkContacts: checkContacts(database, limit),
  importContacts: importContacts(database, limit),
  importPlaysms: importPlaysms(database, playsmsDestination(messenger)),
  clearGroup: emptyGroup(database),
  deleteGroup: emptyGroup(database),
  eraseNumber: eraseNumber(database),
  checkAudit: checkAudit(database),
  notifyOwners: notifyOwners(database, messenger),
  releaseHeldWork: releaseHeld(database),
  makeReport: makeReport(database, messenger),
});

/**
 * Makes the daily backup where there is a folder for it. At the end it is cut off, and takes away what
 * it has made; it is made again.
 */
function startBackups({
  database,
  databaseUrl,
  backup: { folder, ...schedule },
  secretKey,
  log,
  signal,
}: Pick<WorkerContext, 'log' | 'secretKey'> &
  Pick<WorkerContext['config'], 'backup'> & {
    database: Database;
    databaseUrl: string;
    signal: AbortSignal;
  }): Promise<unknown> | undefined {
  if (folder === undefined) return undefined;
  return startPeriodic(
    [
      every(60_000, 'back-up', () =>
        backUpIfDue({
          database,
          databaseUrl,
          schedule: { folder, ...schedule },
          secretKey: packKeys(secretKey),
          log,
          signal,
        }),
      ),
    ],
    log,
    signal,
  ).ended;
}

/** The work that the worker does again and again: totals, schedules, sweeps, retention. */
import { blankRecipients, dropRecipients } from '../features/campaigns/prepare/recipients.store.ts';
import {
  aggregate,
  dropEnded,
  measurePace,
  openSweeps,
} from '../features/campaigns/progress/aggregate.jobs.ts';
import { notifyApprovers } from '../features/campaigns/approval/approvers.jobs.ts';
import { endEmptied, releaseGathered } from '../features/campaigns/approval/gathered.jobs.ts';
import { cancelToJustBlocked } from '../features/contacts/opt-outs/blocked-numbers.jobs.ts';
import { openLaterApproval } from '../core/accept/scheduled-approval.ts';
import { startDue, withholdScheduled } from '../features/campaigns/send/schedule.jobs.ts';
import { endDrafts } from '../features/campaigns/compose/drafts.jobs.ts';
import {
  keepSendingHours,
  keepSinglesInHours,
} from '../features/campaigns/send/sending-hours.jobs.ts';
import { stopBlockedSenders } from '../features/campaigns/send/blocked-senders.ts';
import { sealAudit, watchChain } from '../core/audit/chain.ts';
import { learnRanges, openHealing } from '../core/healing/heal.ts';
import { recordHours } from '../core/dispatch/counts/delivery-hours.store.ts';
import { playScripts } from '../core/dispatch/scripted.store.ts';
import { adoptNotifications } from '../core/dispatch/events/notifications.ts';
import { boundUnmatched } from '../core/dispatch/receipts/unmatched-limit.ts';
import { addToSums } from '../core/ledger/sums.store.ts';
import { rerouteStrandedChunks } from '../core/dispatch/routing/config-version.ts';
import type { Database } from '../infra/database/db.ts';
import type { Log } from '../infra/log.ts';
import {
  dropExpiredReports,
  endSchedulesOfClockAhead,
  startDueReports,
} from '../features/reports/reports.jobs.ts';
import type { ProcessContext } from '../infra/process.ts';
import type { Messenger } from '../core/mail/notifications.ts';
import { openProofLookup } from '../core/branding/dns.ts';
import { checkDueHosts } from '../core/branding/hosts.ts';
import { systemScope } from '../infra/database/scope.ts';
import { expireRequests } from '../core/second-approval/second-approval.ts';
import { keepRetention } from '../features/retention/retention.jobs.ts';
import { recordMinute } from '../features/monitoring/check-health.ts';
import { endWaitsOfClockAhead } from '../core/background/waits.store.ts';
import { dropExpiredUploads } from '../core/uploads/uploads.ts';
import { tidyWebhooks } from '../features/webhooks/webhooks.jobs.ts';
import { PACE } from '../features/webhooks/webhooks.rules.ts';
import { openPriceWatch } from '../features/wallet/rates/prices.jobs.ts';
import {
  followPayments,
  proveLedger,
  remind,
  notifyLowBalances,
  tidyPayments,
} from '../features/wallet/wallet.jobs.ts';
import type { PaymentService } from '../features/wallet/payments/payments.ts';
import { notifyGuardRefusals } from '../features/guard/guard.jobs.ts';
import { remindOfRegistrations } from '../features/senders/registrations.jobs.ts';
import { dropVerifications, expireDue } from '../features/verifications/verifications.store.ts';
import { dropOld } from './drop-old.ts';
import { every, type PeriodicWork } from './periodic.ts';

/** Chunks that one transaction gives new routes to. */
const CHUNKS_AT_ONCE = 10;
/** Batches of receipts that one transaction takes over. */
const NOTIFICATIONS_AT_ONCE = 20;
/** Steps of test messages in one transaction. */
const SCRIPTS_AT_ONCE = 1000;
/** Verifications whose time is over, in one transaction. */
const VERIFICATIONS_AT_ONCE = 1000;
/** Entries that are added to the ledger's sums in one transaction. */
const ENTRIES_AT_ONCE = 5_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

/** One row for each piece of work: how often, its name in the log, and what wakes it early. */
export function workerSchedule({
  database,
  owner,
  messenger,
  paymentService,
  config,
  log,
  signal,
}: {
  database: Database;
  /** For partitions, which belong to the owner of the tables. */
  owner: Database;
  messenger: Messenger;
  paymentService: PaymentService;
  config: Pick<ProcessContext['config'], 'dataDir' | 'dnsServers'>;
  log: Log;
  signal: AbortSignal;
}): PeriodicWork[] {
  return [
    every(1_000, 'aggregate', () => aggregate(database)),
    every(1_000, 'audit chain', () => sealAudit(database)),
    every(24 * HOUR, 'audit verification', () => watchChain(database, log)),
    every(1_000, 'drop ended', () => dropEnded(database)),
    every(1_000, 'release approved', () => releaseGathered(database)),
    every(10_000, 'approvals of nothing', () => endEmptied(database)),
    every(1_000, 'scripts', async () => {
      while (
        (await database.run(systemScope(), (tx) => playScripts(tx, SCRIPTS_AT_ONCE))) ===
        SCRIPTS_AT_ONCE
      );
    }),
    every(10_000, 'receipts left behind', async () => {
      while (
        (await database.run(systemScope(), (tx) =>
          adoptNotifications(tx, NOTIFICATIONS_AT_ONCE),
        )) === NOTIFICATIONS_AT_ONCE
      );
    }),
    every(1_000, 'start due', () => startDue(database, messenger)),
    every(HOUR / 60, 'scheduled approvals', () => withholdScheduled(database, messenger)),
    every(HOUR / 60, 'approvals of scheduled messages', openLaterApproval(database)),
    every(5_000, 'approvers', () => notifyApprovers(database, messenger)),
    every(1_000, 'sending hours', () => keepSendingHours(database, messenger)),
    every(10_000, 'sending hours of single messages', () => keepSinglesInHours(database)),
    every(1_000, 'pace', () => measurePace(database)),
    every(10_000, 'blocked numbers', () => cancelToJustBlocked(database)),
    every(2_000, 'blocked senders', () => stopBlockedSenders(database)),
    every(10_000, 'verifications', async () => {
      while (
        (await database.run(systemScope(), (tx) => expireDue(tx, VERIFICATIONS_AT_ONCE))) ===
        VERIFICATIONS_AT_ONCE
      );
    }),
    every(10_000, 'guard', () => notifyGuardRefusals(database, messenger)),
    every(HOUR, 'late registrations', () => remindOfRegistrations(database, messenger)),
    every(MINUTE, 'second approvals', () => expireRequests(database)),
    every(5_000, 'sweep', openSweeps(database)),
    every(5 * MINUTE, 'unmatched receipts', () => boundUnmatched(database, log, undefined, signal)),
    every(2_000, 'payments', () => followPayments(paymentService), 'payment'),
    every(HOUR, 'payments that nobody followed', () => tidyPayments(paymentService)),
    every(10_000, 'balances', () => notifyLowBalances(database, messenger)),
    every(10_000, 'prices', openPriceWatch(database, messenger)),
    every(HOUR, 'reminders', () => remind(database, messenger)),
    every(5_000, 'ledger sums', async () => {
      while (
        !signal.aborted &&
        (await database.run(systemScope(), (tx) => addToSums(tx, ENTRIES_AT_ONCE)))
      );
    }),
    every(24 * HOUR, 'ledger proof', () => proveLedger(database, log)),
    every(
      2_000,
      'reroute',
      async () => {
        while (
          (await database.run(systemScope(), (tx) => rerouteStrandedChunks(tx, CHUNKS_AT_ONCE))) > 0
        );
      },
      'config',
    ),
    every(HOUR, 'retention of messages', () =>
      keepRetention({
        database,
        owner,
        recipients: { blank: blankRecipients, drop: dropRecipients, endDrafts },
        dropVerifications,
        log,
        signal,
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
    every(5 * MINUTE, 'delivery hours', () => database.run(systemScope(), recordHours)),
    every(10_000, 'routes heal', openHealing(database, log)),
    every(5 * MINUTE, 'normal ranges', () => database.run(systemScope(), learnRanges)),
    every(MINUTE, 'waits of a clock ahead', () =>
      database.run(systemScope(), endWaitsOfClockAhead),
    ),
    every(60_000, 'minute', () => recordMinute(database, config.dataDir)),
    every(HOUR, 'partitions', () => database.plain.query('select ensure_partitions()')),
    every(HOUR / 12, 'uploads', () => dropExpiredUploads(database)),
    every(HOUR / 12, 'expired reports', () => dropExpiredReports(database)),
    every(10_000, 'scheduled reports', () => startDueReports(database)),
    every(HOUR, 'schedules of a clock ahead', () => endSchedulesOfClockAhead(database)),
    every(HOUR / 60, 'webhooks', () => tidyWebhooks({ database, pace: PACE })),
    every(HOUR, 'retention', () => dropOld(database, signal)),
  ];
}

// The wallet's background work: follows payments to their end, notifies of low balances, proves the ledger.
import { unitsToNumber } from '../../../contract/shared/units.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { checkLedger } from '../../core/ledger/verify-ledger.ts';
import type { Log } from '../../infra/log.ts';
import { notify, type Messenger } from '../../core/mail/notifications.ts';
import { languageOf } from '../../i18n/language.ts';
import { unitsText } from '../../i18n/numbers.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { reconcileDue } from './payments/reconcile.ts';
import { endPayment } from './payments/settle.ts';
import type { PaymentService } from './payments/payments.ts';
import { FORGET_NEW_AFTER_SECONDS } from './payments/payments.rules.ts';
import { dropOldOrphans } from './payments/payment-events.store.ts';
import { listForgotten } from './payments/payments.store.ts';
import {
  dropHealedCrossings,
  insertProof,
  takeLowCrossings,
  takeReminders,
} from './wallet.store.ts';
import type { ToAlert } from './wallet.store.ts';

const AT_ONCE = 20;

/** Asks about every payment that is due. */
export async function followPayments(service: PaymentService): Promise<void> {
  while ((await reconcileDue(service, AT_ONCE)) === AT_ONCE);
}

/** Ends purchases that nobody pushed in a day, and forgets what nobody claimed. */
export async function tidyPayments(service: PaymentService): Promise<void> {
  await service.database.run(systemScope(), async (tx) => {
    for (const id of await listForgotten(tx, FORGET_NEW_AFTER_SECONDS, 500))
      await endPayment(tx, service, id, { status: 'CANCELED', reason: 'NEVER_ASKED' }, null);
    await dropOldOrphans(tx);
  });
}

/** Notifies clients whose balance fell below their level, once per crossing, and clients with a reminder that is due. */
export async function notifyLowBalances(database: Database, messenger: Messenger): Promise<void> {
  await database.run(systemScope(), async (tx) => {
    await dropHealedCrossings(tx);
    for (const client of await takeLowCrossings(tx, AT_ONCE))
      await alert(tx, messenger, client, 'LOW_UNITS');
  });
}

/** Sends the reminders that clients asked for on this day (UTC). */
export async function remind(
  database: Database,
  messenger: Messenger,
  now = new Date(),
): Promise<void> {
  for (let notified = AT_ONCE; notified === AT_ONCE;) {
    notified = await database.run(systemScope(), async (tx) => {
      const clients = await takeReminders(tx, now.toISOString().slice(0, 10), AT_ONCE);
      for (const client of clients) await alert(tx, messenger, client, 'TOP_UP_REMINDER');
      return clients.length;
    });
  }
}

async function alert(
  tx: Tx,
  messenger: Messenger,
  client: ToAlert,
  kind: 'LOW_UNITS' | 'TOP_UP_REMINDER',
): Promise<void> {
  const { clientId, language } = client;
  const path = `/dashboard/purchases/topup${client.wantedUnits === null ? '' : `?units=${unitsToNumber(client.wantedUnits)}`}`;
  const notificationOf = (page: (path: string) => string) => ({
    kind,
    balance: unitsText(client.balance, languageOf(language)),
    level: unitsText(client.level, languageOf(language)),
    link: page(path),
  });
  const mails =
    client.emailAlerts.length > 0
      ? client.emailAlerts
      : client.email === null
        ? []
        : [client.email];
  for (const email of mails)
    await notify(
      tx,
      messenger,
      { clientId, email, phone: null, language },
      'EMAIL',
      notificationOf,
    );
  // A notice that went by mail is not mailed again where no SMS can be sent.
  if (kind === 'LOW_UNITS')
    for (const phone of client.smsAlerts)
      await notify(
        tx,
        messenger,
        { clientId, email: null, phone, language },
        'SMS',
        notificationOf,
      );
}

/** Proves the ledger and stores the findings; a fault is also an error in the log. */
export async function proveLedger(database: Database, log: Log): Promise<void> {
  await database.run(systemScope(), async (tx) => {
    const result = await checkLedger(tx);
    await insertProof(tx, result.ok, result);
    if (!result.ok) log.error(result, 'ledger does not balance');
  });
}

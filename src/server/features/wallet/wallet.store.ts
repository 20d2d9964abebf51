import type { ACCOUNT_KINDS } from '../../../contract/api/payments.ts';
import type { TRANSFER_KINDS } from '../../../contract/api/payments.ts';
import { USABLE } from '../../core/auth/sessions/session.rules.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';

/**
 * The client whose stock these units come from; undefined if the platform sells, to those directly under the root. Under the
 * system scope.
 */
export async function findSeller(
  tx: Tx,
  clientId: string,
): Promise<{ clientId: string; clientName: string } | undefined> {
  const { rows } = await tx.query<{ clientId: string; clientName: string }>(
    `select p.id as "clientId", p.client_name as "clientName" from client c join client p on p.id = c.parent_id where c.id = $1 and p.parent_id is not null`,
    [clientId],
  );
  return rows[0];
}

/** Entries of `available` behind one place of the ledger and up to another, counted as far as `most`. */
export async function countEntries(
  tx: Tx,
  clientId: string,
  { after, through }: { after: bigint; through: bigint },
  most: number,
): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from (select from ledger_entry e join ledger_account a on a.id = e.account_id
       where a.client_id = $1 and a.kind = 'available' and e.seq > $2 and e.seq <= $3 limit $4) t`,
    [clientId, after, through, most],
  );
  return rows[0]!.count;
}

/** Makes transfers of one account go one after another, until the transaction ends. */
export async function lockTransfersOf(tx: Tx, clientId: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `transfers of ${clientId}`,
  ]);
}

/** Units that an account gave to others in the last 24 hours. */
export async function transferredInDay(tx: Tx, clientId: string): Promise<bigint> {
  const { rows } = await tx.query<{ units: bigint }>(
    `select coalesce(-sum(e.amount), 0)::bigint as units
     from ledger_transfer t join ledger_entry e on e.transfer_id = t.id join ledger_account a on a.id = e.account_id
     where t.kind = 'TRANSFER' and t.created_at > now() - interval '24 hours'
       and a.client_id = $1 and a.kind = 'available' and e.amount < 0`,
    [clientId],
  );
  return rows[0]!.units;
}

/** The buyer's balance when the units of a payment came; undefined before that. */
export async function balanceAfterPayment(
  tx: Tx,
  { id, clientId }: { id: string; clientId: string },
): Promise<bigint | undefined> {
  const { rows } = await tx.query<{ balance: bigint }>(
    `select e.balance_after as balance from ledger_transfer t join ledger_entry e on e.transfer_id = t.id join ledger_account a on a.id = e.account_id
     where t.purchase_id = $1 and t.kind = 'PURCHASE' and a.client_id = $2 and a.kind = 'available' order by e.seq limit 1`,
    [id, clientId],
  );
  return rows[0]?.balance;
}

/** Every entry that a payment led to, in whatever account. */
export async function listEntriesOf(
  tx: Tx,
  paymentId: string,
): Promise<
  {
    transferId: string;
    kind: (typeof TRANSFER_KINDS)[number];
    account: (typeof ACCOUNT_KINDS)[number];
    clientName: string;
    amount: bigint;
    balanceAfter: bigint;
    at: Date;
  }[]
> {
  return (
    await tx.query<{
      transferId: string;
      kind: (typeof TRANSFER_KINDS)[number];
      account: (typeof ACCOUNT_KINDS)[number];
      clientName: string;
      amount: bigint;
      balanceAfter: bigint;
      at: Date;
    }>(
      `select t.id as "transferId", t.kind, a.kind as account, c.client_name as "clientName", e.amount, e.balance_after as "balanceAfter", t.created_at as at
     from ledger_transfer t join ledger_entry e on e.transfer_id = t.id join ledger_account a on a.id = e.account_id join client c on c.id = a.client_id where t.purchase_id = $1 order by e.seq`,
      [paymentId],
    )
  ).rows;
}

/** Writes down what a proof of the ledger found. */
export async function insertProof(tx: Tx, ok: boolean, result: unknown): Promise<void> {
  await tx.query('insert into ledger_proof (ok, result) values ($1, $2)', [
    ok,
    JSON.stringify(result),
  ]);
}

export async function findLastProof(
  tx: Tx,
): Promise<{ at: Date; result: Record<string, unknown> } | undefined> {
  return (
    await tx.query<{ at: Date; result: Record<string, unknown> }>(
      'select created_at as at, result from ledger_proof order by created_at > now(), created_at desc limit 1',
    )
  ).rows[0];
}

export type WalletClient = {
  clientId: string;
  clientName: string;
  parentId: string | null;
  country: string;
  timezone: string;
  phone: string | null;
};

/** A client within reach, as far as money needs to know it. */
export async function findWalletClient(
  tx: Tx,
  scope: Scope,
  clientId: string,
): Promise<WalletClient | undefined> {
  const where = whereWithin(scope, 'id');
  where.add('id = ?', clientId);
  return (
    await tx.query<WalletClient>(
      `select id as "clientId", client_name as "clientName", parent_id as "parentId", country, timezone, phone from client where ${where.sql}`,
      where.values,
    )
  ).rows[0];
}

/** The fee of a client's own sender ID, once its documents are approved: nobody pays for what may come to nothing. */
export async function findFee(
  tx: Tx,
  clientId: string,
  senderIdId: string,
): Promise<{ paymentStatus: string; amount: string | null; currency: string | null } | undefined> {
  return (
    await tx.query<{ paymentStatus: string; amount: string | null; currency: string | null }>(
      'select payment_status as "paymentStatus", fee::text as amount, currency from sender where id = $1 and client_id = $2 and status = \'DOCUMENTS_APPROVED\'',
      [senderIdId, clientId],
    )
  ).rows[0];
}

/** True where the fee of a sender ID is still wanted; the sender ID stays so until this transaction ends. */
export async function lockFeeDue(tx: Tx, senderIdId: string): Promise<boolean> {
  return (
    (
      await tx.query(
        `select from sender where id = $1 and status = 'DOCUMENTS_APPROVED' and payment_status = 'UNPAID' for share`,
        [senderIdId],
      )
    ).rowCount === 1
  );
}

export type ToAlert = {
  clientId: string;
  balance: bigint;
  level: bigint;
  email: string | null;
  phone: string | null;
  language: string;
  emailAlerts: string[];
  smsAlerts: string[];
  wantedUnits: bigint | null;
};

const ALERTED = `c.id as "clientId", a.balance, c.low_units_notify_level as level, c.email, c.phone, c.language, c.email_alerts as "emailAlerts", c.sms_alerts as "smsAlerts"`;

/** Active clients whose balance is under their level and who were not notified yet; they are marked as notified. */
export async function takeLowCrossings(tx: Tx, most: number): Promise<ToAlert[]> {
  const { rows } = await tx.query<ToAlert>(
    `select ${ALERTED}, n.remind_units as "wantedUnits" from client c join ledger_account a on a.client_id = c.id and a.kind = 'available' left join balance_alert n on n.client_id = c.id
     where c.low_units_notify_level > 0 and c.client_status in ${USABLE} and a.balance < c.low_units_notify_level and n.low_at is null limit $1`,
    [most],
  );
  if (rows.length === 0) return [];
  const { rows: taken } = await tx.query<{ id: string }>(
    `insert into balance_alert (client_id, low_at) select id, now() from unnest($1::uuid[]) as t(id)
     on conflict (client_id) do update set low_at = now() where balance_alert.low_at is null returning client_id as id`,
    [rows.map((row) => row.clientId)],
  );
  const ids = new Set(taken.map((row) => row.id));
  return rows.filter((row) => ids.has(row.clientId));
}

/** Clears the mark of clients whose balance is at their level again: the next crossing notifies them again. */
export async function dropHealedCrossings(tx: Tx): Promise<void> {
  await tx.query(
    `update balance_alert n set low_at = null from client c join ledger_account a on a.client_id = c.id and a.kind = 'available'
     where n.client_id = c.id and n.low_at is not null and (a.balance >= c.low_units_notify_level or c.low_units_notify_level = 0)`,
  );
}

/** Clients who wanted to be reminded of topping up on a day (`2026-11-23`): Mondays, or the first of the month. */
export async function takeReminders(tx: Tx, day: string, most: number): Promise<ToAlert[]> {
  const { rows } = await tx.query<ToAlert>(
    `with due as (
       select n.client_id from balance_alert n join client on client.id = n.client_id and client.client_status in ${USABLE}
       where n.remind_every is not null and n.reminded_on is distinct from $2::date
         and case n.remind_every when 'WEEK' then extract(isodow from $2::date) = 1 else extract(day from $2::date) = 1 end
       limit $1 for update of n skip locked),
     told as (update balance_alert n set reminded_on = $2::date from due where n.client_id = due.client_id returning n.client_id, n.remind_units)
     select ${ALERTED}, told.remind_units as "wantedUnits" from told join client c on c.id = told.client_id join ledger_account a on a.client_id = c.id and a.kind = 'available'`,
    [most, day],
  );
  return rows;
}

export async function findReminder(
  tx: Tx,
  clientId: string,
): Promise<{ every: 'WEEK' | 'MONTH' | null; units: bigint | null } | undefined> {
  return (
    await tx.query<{ every: 'WEEK' | 'MONTH' | null; units: bigint | null }>(
      'select remind_every as every, remind_units as units from balance_alert where client_id = $1',
      [clientId],
    )
  ).rows[0];
}

/** When a client wants to be reminded; today's reminder is not given for a wish made today. */
export async function saveReminder(
  tx: Tx,
  clientId: string,
  every: 'WEEK' | 'MONTH' | null,
  units: bigint | null,
): Promise<void> {
  await tx.query(
    `insert into balance_alert (client_id, remind_every, remind_units, reminded_on) values ($1, $2, $3, current_date)
     on conflict (client_id) do update set remind_every = $2, remind_units = $3, reminded_on = current_date`,
    [clientId, every, units],
  );
}

/** A client's own e-mail address and language. */
export async function findMailbox(
  tx: Tx,
  clientId: string,
): Promise<{ email: string | null; language: string } | undefined> {
  return (
    await tx.query<{ email: string | null; language: string }>(
      'select email, language from client where id = $1',
      [clientId],
    )
  ).rows[0];
}

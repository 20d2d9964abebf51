import type {
  ACCOUNT_KINDS,
  PaymentStatus,
  TransactionType,
  TRANSFER_KINDS,
} from '../../../contract/api/wallet.ts';
import type { Tx } from '../../infra/database/db.ts';
import { COUNT_LIMIT } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';

/**
 * Whose stock a client's units come from; undefined where the platform sells, to those directly under the root. Under the
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

export type TransactionRow = {
  id: string;
  /** Its place in the list: an entry's `seq` with 0, or what a payment without one came after with 1. */
  seq: bigint;
  open: number;
  type: TransactionType;
  units: bigint;
  balanceAfter: bigint | null;
  status: PaymentStatus;
  reason: string | null;
  number: bigint | null;
  amount: string | null;
  currency: string | null;
  phone: string | null;
  receipt: string | null;
  clientId: string;
  clientName: string;
  otherClientName: string | null;
  campaignId: string | null;
  campaignName: string | null;
  note: string | null;
  at: Date;
};

export type TransactionFilter = {
  statuses: string[];
  types: string[];
  clientIds: string[];
  from: Date | undefined;
  to: Date | undefined;
};
export type Place = { seq: bigint; open: number; id: string };

// An entry of `available` under the name that a person knows it by. A charge with a purchase is a seller's reserve for
// what somebody else is paying.
const TYPE = `case t.kind when 'PURCHASE' then 'PURCHASE' when 'REFUND' then 'REFUND' when 'ADJUSTMENT' then 'ADJUSTMENT'
  when 'CHARGE' then case when t.purchase_id is null then 'CHARGE' else 'TRANSFER_OUT' end
  else case when e.amount < 0 then 'TRANSFER_OUT' else 'TRANSFER_IN' end end`;

/**
 * The movements of the wallets within reach and the purchases that moved nothing, newest first. Of clients that are
 * named, or of oneself, each is read by its own index; of everybody by the entries' own order.
 */
export async function listTransactions(
  tx: Tx,
  scope: Scope,
  filter: TransactionFilter,
  page: { after: Place | undefined; limit: number; oldestFirst?: true },
): Promise<{ rows: TransactionRow[]; counted: number }> {
  const entries = entriesSql(scope, filter);
  const payments = paymentsSql(scope, filter);
  const both = [entries, payments].filter((part) => part !== undefined);
  if (both.length === 0) return { rows: [], counted: 0 };
  let counted = 0;
  for (const part of both) {
    const { rows } = await tx.query<{ counted: number }>(
      `select count(*)::int as counted from (${part.sql} limit ${COUNT_LIMIT + 1}) t`,
      part.values,
    );
    counted += rows[0]!.counted;
  }
  const [order, than] = page.oldestFirst ? ['asc', '>'] : ['desc', '<'];
  const found: TransactionRow[] = [];
  for (const part of both) {
    const values = [...part.values];
    let condition = '';
    if (page.after) {
      values.push(page.after.seq, page.after.open, page.after.id);
      condition = `${part.hasWhere ? ' and' : ' where'} (${part.seq}, ${part.open}, ${part.id}) ${than} ($${values.length - 2}::bigint, $${values.length - 1}::int, $${values.length}::uuid)`;
    }
    const { rows } = await tx.query<TransactionRow>(
      `${part.sql}${condition} order by ${part.seq} ${order}, ${part.id} ${order} limit ${page.limit}`,
      values,
    );
    found.push(...rows);
  }
  const sign = page.oldestFirst ? 1 : -1;
  found.sort(
    (a, b) =>
      sign * (a.seq === b.seq ? a.open - b.open || (a.id < b.id ? -1 : 1) : a.seq < b.seq ? -1 : 1),
  );
  return { rows: found.slice(0, page.limit), counted };
}

type Part = {
  sql: string;
  values: unknown[];
  hasWhere: boolean;
  seq: string;
  open: string;
  id: string;
};

function entriesSql(scope: Scope, filter: TransactionFilter): Part | undefined {
  if (filter.statuses.length > 0 && !filter.statuses.includes('COMPLETED')) return undefined;
  const where = whereWithin(scope, 'a.client_id');
  where.add('e.listed');
  if (filter.clientIds.length > 0) where.add('a.client_id = any (?)', filter.clientIds);
  if (filter.types.length > 0) where.add(`${TYPE} = any (?)`, filter.types);
  if (filter.from) where.add('t.at >= ?', filter.from);
  if (filter.to) where.add('t.at < ?', filter.to);
  return {
    sql: `select t.id, e.seq, 0 as open, ${TYPE} as type, e.amount as units, e.balance_after as "balanceAfter", 'COMPLETED' as status, null as reason, p.number, case when p.client_id = a.client_id then p.amount::text end as amount, case when p.client_id = a.client_id then p.currency end as currency,
        p.phone, p.receipt, a.client_id as "clientId", c.client_name as "clientName", coalesce(o.client_name, b.client_name) as "otherClientName", t.campaign_id as "campaignId", g.campaign_name as "campaignName", t.note, t.at
      from entry e join account a on a.id = e.account_id join transfer t on t.id = e.transfer_id join client c on c.id = a.client_id
      left join payment p on p.id = t.purchase_id left join campaign g on g.id = t.campaign_id
      left join lateral (select c2.client_name from entry e2 join account a2 on a2.id = e2.account_id join client c2 on c2.id = a2.client_id
        where e2.transfer_id = t.id and a2.client_id <> a.client_id and t.kind in ('TRANSFER', 'PURCHASE') and a2.kind <> 'mint' limit 1) o on true
      -- For whom a seller's stock was set aside.
      left join client b on b.id = p.client_id and b.id <> a.client_id
      where ${where.sql}`,
    values: where.values,
    hasWhere: true,
    seq: 'e.seq',
    open: '0',
    id: 't.id',
  };
}

function paymentsSql(scope: Scope, filter: TransactionFilter): Part | undefined {
  if (filter.types.length > 0 && !filter.types.includes('PURCHASE')) return undefined;
  const where = whereWithin(scope, 'p.client_id');
  where.add(`p.status <> 'COMPLETED' and p.purpose = 'UNITS'`);
  if (filter.statuses.length > 0) where.add('p.status = any (?)', filter.statuses);
  if (filter.clientIds.length > 0) where.add('p.client_id = any (?)', filter.clientIds);
  if (filter.from) where.add('p.created_at >= ?', filter.from);
  if (filter.to) where.add('p.created_at < ?', filter.to);
  return {
    sql: `select p.id, p.after_seq as seq, 1 as open, 'PURCHASE' as type, p.units, null::bigint as "balanceAfter", p.status, p.reason, p.number, p.amount::text as amount, p.currency, p.phone, p.receipt,
        p.client_id as "clientId", c.client_name as "clientName", null as "otherClientName", null::uuid as "campaignId", null as "campaignName", null as note, p.created_at as at
      from payment p join client c on c.id = p.client_id where ${where.sql}`,
    values: where.values,
    hasWhere: true,
    seq: 'p.after_seq',
    open: '1',
    id: 'p.id',
  };
}

/** The balance of `available` when a moment came: that of the last entry before it. */
export async function balanceAt(tx: Tx, clientId: string, at: Date): Promise<bigint> {
  const { rows } = await tx.query<{ balance: bigint }>(
    `select e.balance_after as balance from entry e join account a on a.id = e.account_id join transfer t on t.id = e.transfer_id
     where a.client_id = $1 and a.kind = 'available' and t.at < $2 order by e.seq desc limit 1`,
    [clientId, at],
  );
  return rows[0]?.balance ?? 0n;
}

/** Units that left in the last 30 days, less what came back, in ten-thousandths. */
export async function spentInThirtyDays(tx: Tx, clientId: string): Promise<bigint> {
  const { rows } = await tx.query<{ units: bigint }>(
    `select coalesce(-sum(e.amount), 0)::bigint as units from entry e join account a on a.id = e.account_id join transfer t on t.id = e.transfer_id
     where a.client_id = $1 and a.kind = 'available' and t.kind in ('CHARGE', 'REFUND') and t.purchase_id is null and t.at > now() - interval '30 days'`,
    [clientId],
  );
  return rows[0]!.units > 0n ? rows[0]!.units : 0n;
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
     from transfer t join entry e on e.transfer_id = t.id join account a on a.id = e.account_id
     where t.kind = 'TRANSFER' and t.at > now() - interval '24 hours'
       and a.client_id = $1 and a.kind = 'available' and e.amount < 0`,
    [clientId],
  );
  return rows[0]!.units;
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
      `select t.id as "transferId", t.kind, a.kind as account, c.client_name as "clientName", e.amount, e.balance_after as "balanceAfter", t.at
     from transfer t join entry e on e.transfer_id = t.id join account a on a.id = e.account_id join client c on c.id = a.client_id where t.purchase_id = $1 order by e.seq`,
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
      'select at, result from ledger_proof order by at desc limit 1',
    )
  ).rows[0];
}

export type WalletClient = {
  clientId: string;
  clientName: string;
  parentId: string | null;
  country: string;
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
      `select id as "clientId", client_name as "clientName", parent_id as "parentId", country, phone from client where ${where.sql}`,
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

/** Active clients whose balance is under their level and who have not been told; they are marked as told. */
export async function takeLowCrossings(tx: Tx, most: number): Promise<ToAlert[]> {
  const { rows } = await tx.query<ToAlert>(
    `select ${ALERTED}, n.remind_units as "wantedUnits" from client c join account a on a.client_id = c.id and a.kind = 'available' left join wallet_notice n on n.client_id = c.id
     where c.low_units_notify_level > 0 and c.client_status = 'ACTIVE' and a.balance < c.low_units_notify_level and n.low_at is null limit $1`,
    [most],
  );
  if (rows.length === 0) return [];
  const { rows: taken } = await tx.query<{ id: string }>(
    `insert into wallet_notice (client_id, low_at) select id, now() from unnest($1::uuid[]) as t(id)
     on conflict (client_id) do update set low_at = now() where wallet_notice.low_at is null returning client_id as id`,
    [rows.map((row) => row.clientId)],
  );
  const ids = new Set(taken.map((row) => row.id));
  return rows.filter((row) => ids.has(row.clientId));
}

/** Forgets that clients were told, whose balance has come back to their level: the next crossing is told again. */
export async function dropHealedCrossings(tx: Tx): Promise<void> {
  await tx.query(
    `update wallet_notice n set low_at = null from client c join account a on a.client_id = c.id and a.kind = 'available'
     where n.client_id = c.id and n.low_at is not null and (a.balance >= c.low_units_notify_level or c.low_units_notify_level = 0)`,
  );
}

/** Clients who wanted to be reminded of topping up on a day (`2026-11-23`): Mondays, or the first of the month. */
export async function takeReminders(tx: Tx, day: string, most: number): Promise<ToAlert[]> {
  const { rows } = await tx.query<ToAlert>(
    `with due as (
       select n.client_id from wallet_notice n join client on client.id = n.client_id and client.client_status = 'ACTIVE'
       where n.remind_every is not null and n.reminded_on is distinct from $2::date
         and case n.remind_every when 'WEEK' then extract(isodow from $2::date) = 1 else extract(day from $2::date) = 1 end
       limit $1 for update of n skip locked),
     told as (update wallet_notice n set reminded_on = $2::date from due where n.client_id = due.client_id returning n.client_id, n.remind_units)
     select ${ALERTED}, told.remind_units as "wantedUnits" from told join client c on c.id = told.client_id join account a on a.client_id = c.id and a.kind = 'available'`,
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
      'select remind_every as every, remind_units as units from wallet_notice where client_id = $1',
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
    `insert into wallet_notice (client_id, remind_every, remind_units, reminded_on) values ($1, $2, $3, current_date)
     on conflict (client_id) do update set remind_every = $2, remind_units = $3, reminded_on = current_date`,
    [clientId, every, units],
  );
}

/** Where a client's own mail goes, and in which language. */
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

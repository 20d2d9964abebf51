/** Sums of movements and payments by month or day of a time zone, and balances at earlier moments. */
import { cameFromStock } from '../../../core/ledger/sales.rules.ts';
import { PLATFORM } from '../../../core/dispatch/dispatch.rules.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { idFloor } from '../../../infra/ids.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { whereWithin } from '../../../infra/database/scoped-query.ts';

const DAY_MS = 86_400_000;

/** Ids begin with the time at which they were made: a bound on them spares the older rows, a day early for clocks that differ. */
const floorOf = (from: Date) => idFloor(from.getTime() - DAY_MS);

export type UnitSums = { month: string; unitsIn: bigint; unitsOut: bigint };

/** Units in and out of a wallet, or for staff of all, in each month that had movements: from sums, and the entries since. */
export async function sumUnitsByMonth(
  tx: Tx,
  scope: Scope,
  clientId: string | undefined,
  from: Date,
  zone: string,
): Promise<UnitSums[]> {
  const summed = whereWithin(scope, 's.client_id');
  summed.add('s.client_id = ? and s.starts_at >= ?', clientId ?? PLATFORM, from);
  const { rows: sums } = await tx.query<UnitSums & { place: bigint }>(
    `select p.place, m.* from ledger_summed p left join (
       select to_char(s.starts_at at time zone ${summed.value(zone)}, 'YYYY-MM') as month, sum(s.units_in)::bigint as "unitsIn", sum(s.units_out)::bigint as "unitsOut"
       from ledger_sum s where ${summed.sql} group by 1) m on true`,
    summed.values,
  );
  const where = whereWithin(scope, 'a.client_id');
  where.add('e.listed and e.seq > ? and t.created_at >= ?', sums[0]!.place, from);
  if (clientId !== undefined) where.add('a.client_id = ?', clientId);
  const { rows: since } = await tx.query<UnitSums>(
    `select to_char(t.created_at at time zone ${where.value(zone)}, 'YYYY-MM') as month,
       coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as "unitsIn", coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::bigint as "unitsOut"
     from ledger_entry e join ledger_account a on a.id = e.account_id join ledger_transfer t on t.id = e.transfer_id
     where ${where.sql} group by 1`,
    where.values,
  );
  return [...sums.filter(({ month }) => month !== null), ...since];
}

/** Sums that a late transaction may still have been added to after those of later quarters of an hour. */
const LATE_SUMS = 96;

/**
 * The last entry of `available` by a transaction that began before a moment, and the balance after it; the place 0
 * where there is none. The moment begins a quarter of an hour.
 */
export async function lastEntryBefore(
  tx: Tx,
  clientId: string,
  at: Date,
): Promise<{ seq: bigint; balance: bigint }> {
  const {
    rows: [summed],
  } = await tx.query<{ place: bigint; seq: bigint | null; balance: bigint | null }>(
    `select p.place, s.last_seq as seq, s.last_balance as balance from ledger_summed p left join lateral (
       select * from (select last_seq, last_balance from ledger_sum where client_id = $1 and starts_at < $2 order by starts_at desc limit ${LATE_SUMS}) late
       order by last_seq desc limit 1) s on true`,
    [clientId, at],
  );
  const { rows } = await tx.query<{ seq: bigint; balance: bigint }>(
    `select e.seq, e.balance_after as balance from ledger_entry e join ledger_account a on a.id = e.account_id join ledger_transfer t on t.id = e.transfer_id
     where a.client_id = $1 and a.kind = 'available' and e.seq > $3 and t.created_at < $2 order by e.seq desc limit 1`,
    [clientId, at, summed!.place],
  );
  return rows[0] ?? { seq: summed!.seq ?? 0n, balance: summed!.balance ?? 0n };
}

/** Days of use that a forecast needs. */
const FEWEST_DAYS = 7;

/**
 * Units (ten-thousandths) a day that left in the last 30 days, less what came back, over the days
 * since the first of them; 0 while that is less than a week ago. From sums, and the entries since.
 */
export async function spentADay(tx: Tx, clientId: string): Promise<bigint> {
  const {
    rows: [summed],
  } = await tx.query<{ place: bigint; spent: bigint; first: Date | null }>(
    `select p.place, s.* from ledger_summed p, (
       select coalesce(sum(charged - returned), 0)::bigint as spent, min(starts_at) filter (where charged > 0 or returned > 0) as first
       from ledger_sum where client_id = $1 and starts_at > now() - interval '30 days') s`,
    [clientId],
  );
  const { rows } = await tx.query<{ units: bigint }>(
    `select coalesce(case when least(min(t.created_at), $5) <= now() - $2 * interval '1 day'
       then ($4 - coalesce(sum(e.amount), 0)) / ceil(extract(epoch from now() - least(min(t.created_at), $5)) / 86400) end, 0)::bigint as units
     from ledger_entry e join ledger_account a on a.id = e.account_id join ledger_transfer t on t.id = e.transfer_id
     where a.client_id = $1 and a.kind = 'available' and e.seq > $3 and t.kind in ('CHARGE', 'REFUND') and t.purchase_id is null and t.created_at > now() - interval '30 days'`,
    [clientId, FEWEST_DAYS, summed!.place, summed!.spent, summed!.first],
  );
  return rows[0]!.units > 0n ? rows[0]!.units : 0n;
}

/** `isReceived` where a wallet sold the units. */
export type MoneySums = { month: string; isReceived: boolean; currency: string; amount: string };

/** Money of completed purchases in each month: that a wallet's owner paid and received, or that everyone within reach paid. */
export async function sumMoneyByMonth(
  tx: Tx,
  scope: Scope,
  clientId: string | undefined,
  from: Date,
  zone: string,
): Promise<MoneySums[]> {
  const where = whereWithin(scope, 'p.client_id');
  // By the end alone: a payment may be claimed long after it was made.
  where.add(`p.status = 'COMPLETED' and p.purpose = 'UNITS' and p.ended_at >= ?`, from);
  let received = 'false';
  if (clientId !== undefined) {
    where.add(`(p.client_id = ? or p.seller_id = ? and ${cameFromStock('p')})`, clientId, clientId);
    received = `p.client_id <> ${where.value(clientId)}`;
  }
  const { rows } = await tx.query<MoneySums>(
    `select to_char(p.ended_at at time zone ${where.value(zone)}, 'YYYY-MM') as month, ${received} as "isReceived", p.currency, sum(p.amount)::text as amount
     from payment p where ${where.sql} group by 1, 2, 3 order by 3`,
    where.values,
  );
  return rows;
}

export type PaymentDay = {
  day: string;
  currency: string;
  amount: string;
  completed: number;
  pending: number;
  failed: number;
};

/** Payments within reach by the day on which they began and their currency. */
export async function sumPaymentsByDay(
  tx: Tx,
  scope: Scope,
  from: Date,
  zone: string,
): Promise<PaymentDay[]> {
  const where = whereWithin(scope, 'p.client_id');
  where.add('p.id >= ? and p.created_at >= ?', floorOf(from), from);
  const { rows } = await tx.query<PaymentDay>(
    `select (p.created_at at time zone ${where.value(zone)})::date::text as day, p.currency, coalesce(sum(p.amount) filter (where p.status = 'COMPLETED'), 0)::text as amount,
       (count(*) filter (where p.status = 'COMPLETED'))::int as completed, (count(*) filter (where p.status = 'PENDING'))::int as pending, (count(*) filter (where p.status in ('FAILED', 'CANCELED')))::int as failed
     from payment p where ${where.sql} group by 1, 2 order by 2`,
    where.values,
  );
  return rows;
}

/** Sums of movements and payments by month or day of a time zone. */
import { cameFromStock } from '../../core/ledger/sales.rules.ts';
import type { Tx } from '../../infra/database/db.ts';
import { idFloor } from '../../infra/ids.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';

const DAY_MS = 86_400_000;

/** Ids begin with the time at which they were made: a bound on them spares the older rows, a day early for clocks that differ. */
const floorOf = (from: Date) => idFloor(from.getTime() - DAY_MS);

export type UnitSums = { month: string; unitsIn: bigint; unitsOut: bigint };

/** Units in and out of a wallet, or of all within reach, in each month that had movements. */
export async function sumUnitsByMonth(
  tx: Tx,
  scope: Scope,
  clientId: string | undefined,
  from: Date,
  zone: string,
): Promise<UnitSums[]> {
  const where = whereWithin(scope, 'a.client_id');
  where.add('e.listed and e.transfer_id >= ? and t.created_at >= ?', floorOf(from), from);
  if (clientId !== undefined) where.add('a.client_id = ?', clientId);
  const { rows } = await tx.query<UnitSums>(
    `select to_char(t.created_at at time zone ${where.value(zone)}, 'YYYY-MM') as month,
       coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as "unitsIn", coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::bigint as "unitsOut"
     from ledger_entry e join ledger_account a on a.id = e.account_id join ledger_transfer t on t.id = e.transfer_id
     where ${where.sql} group by 1`,
    where.values,
  );
  return rows;
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

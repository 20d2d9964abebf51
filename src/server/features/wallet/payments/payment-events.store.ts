/** The history of payments, and callbacks that belong to none yet. */
import type { Tx } from '../../../infra/database/db.ts';
import { listPage, newestFirst } from '../../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';
import { conditions } from '../../../infra/database/scoped-query.ts';
import type { Facts } from '../providers/provider.ts';

export type EventKind =
  | 'PUSH'
  | 'PUSH_ANSWER'
  | 'CALLBACK'
  | 'MISMATCH'
  | 'ORPHAN'
  | 'ASK'
  | 'CLAIMED'
  | 'CREDITED'
  | 'RELEASED';
export type NewEvent = {
  paymentId: string | null;
  kind: EventKind;
  address?: string;
  checkoutId?: string | null;
  receipt?: string | null;
  amount?: string | null;
  phone?: string | null;
  facts: Facts;
};

export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  await tx.query(
    'insert into payment_event (payment_id, kind, address, checkout_id, receipt, amount, phone, facts) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      event.paymentId,
      event.kind,
      event.address ?? null,
      event.checkoutId ?? null,
      event.receipt ?? null,
      event.amount ?? null,
      event.phone ?? null,
      JSON.stringify(event.facts),
    ],
  );
}

export type EventRow = {
  id: bigint;
  paymentId: string | null;
  kind: EventKind;
  address: string | null;
  checkoutId: string | null;
  receipt: string | null;
  amount: string | null;
  phone: string | null;
  facts: Facts;
  at: Date;
};
const EVENT =
  'id, payment_id as "paymentId", kind, address, checkout_id as "checkoutId", receipt, amount::text as amount, phone, facts, occurred_at as at';

export async function listEvents(tx: Tx, paymentId: string): Promise<EventRow[]> {
  return (
    await tx.query<EventRow>(
      `select ${EVENT} from payment_event where payment_id = $1 order by id limit 500`,
      [paymentId],
    )
  ).rows;
}

export async function listOrphans(tx: Tx, page: PageRequest): Promise<Page<EventRow>> {
  const where = conditions();
  where.add(`kind = 'ORPHAN'`);
  return listPage<EventRow>(tx, page, {
    counted: 'payment_event',
    where,
    order: newestFirst(),
    read: (rows) => `select ${EVENT} from payment_event ${rows}`,
  });
}

/** Takes an orphan for a payment; undefined where it is none any more. */
export async function claimOrphan(
  tx: Tx,
  eventId: string,
  paymentId: string,
): Promise<EventRow | undefined> {
  return (
    await tx.query<EventRow>(
      `update payment_event set kind = 'CLAIMED', payment_id = $2 where id = $1 and kind = 'ORPHAN' returning ${EVENT}`,
      [eventId, paymentId],
    )
  ).rows[0];
}

/** Forgets orphans of a month ago: nobody has claimed them. */
export async function dropOldOrphans(tx: Tx): Promise<void> {
  await tx.query(
    `delete from payment_event where kind = 'ORPHAN' and occurred_at < now() - interval '30 days'`,
  );
}

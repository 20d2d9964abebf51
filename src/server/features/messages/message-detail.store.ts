/** Reads of one message's receipts, steps and route. */
import type { Tx } from '../../infra/database/db.ts';

export type ReceiptRow = {
  part: number | null;
  stat: number;
  carrierStatus: string;
  errorCode: string | null;
  at: Date;
};

/**
 * The receipts of one message; the caller has found the message within its reach. The receipt that ended a message of
 * one part stands in the message itself.
 */
export async function listReceipts(tx: Tx, messageId: string): Promise<ReceiptRow[]> {
  const { rows } = await tx.query<ReceiptRow>(
    `select part, stat, carrier_status as "carrierStatus", error_code as "errorCode", received_at as at from receipt where message_id = $1
     union all
     select 1, m.status, m.carrier_status, m.error_code, m.done_at from message m
     where m.id = $1 and m.carrier_status is not null and exists (select from submission s where s.message_id = m.id and s.parts = 1)
       and not exists (select from receipt r where r.message_id = m.id and r.stat = m.status)
     order by at, part`,
    [messageId],
  );
  return rows;
}

export type EventRow = {
  kind: 'REQUEUED' | 'AMBIGUOUS' | 'RESENT' | 'FAILED_OVER' | 'CALLBACK';
  detail: Record<string, unknown> | null;
  at: Date;
};

export async function listEvents(tx: Tx, messageId: string): Promise<EventRow[]> {
  const { rows } = await tx.query<EventRow>(
    'select kind, detail, occurred_at as at from message_event where message_id = $1 order by occurred_at',
    [messageId],
  );
  return rows;
}

/** The route that a message took, as it was when it was routed. */
export async function findRoute(
  tx: Tx,
  version: number,
  routeId: number,
): Promise<{ order: number; type: string; filters: string[] } | undefined> {
  const { rows } = await tx.query<{ order: number; type: string; filters: string[] }>(
    `select (r ->> 'order')::int as "order", r ->> 'type' as type,
       array(select f ->> 'fid' from jsonb_array_elements(config -> 'filters') f where r -> 'filterIds' @> (f -> 'id')) as filters
     from config_version, jsonb_array_elements(config -> 'routes') r where version = $1 and (r ->> 'id')::int = $2`,
    [version, routeId],
  );
  return rows[0];
}
